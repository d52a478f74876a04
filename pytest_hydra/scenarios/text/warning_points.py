"""The points for and against a warning, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
11|@marked
10|@standing
9|@cost|@says|@unfit
8|@final
7|=thos|@threat
6|=^ onc|=bottl|=bridg|=ladder|=that|=whol|@consequence|@forbids|@harm|into other hands|lacking
6|told not to
5|=^ warn|=awa from|=car|=disk|=euro $|=in ther|=is how|=it go|=mix|=rat|=thread|=toddler|=ur|=wet
5|=whatever|=you typ|@are you sure|@loss|@noted|advised to take care|not fit for|so do
5|told to take care
4|=, pleas|=^ better|=^ half|=^ one|=^ with|=a cat|=a paper|=about to|=all your|=and you|=backup
4|=bad|=bank|=becom|=befor you|=blood thinner|=burn $|=chain|=cheap|=commit|=db|=dead|=doubl|=edg
4|=fiv|=for good|=grow|=harmles|=heater|=hospital|=hot !|=in a|=in them|=is bad|=is dead|=it and
4|=leak|=loos|=mean #|=metr|=my friend|=neck|=now|=on that|=or you|=out|=over $|=parrot|=parrot $
4|=read the|=real|=round|=sa he|=sleev|=so leav|=socket|=swallow|=tabl|=tak your|=the bench|=ther
4|=thinner|=tonight|=torch|=underneath|=ver|=want|=what you|=whil|=wind|=with that|=without
4|=you post|=you ve|@do not|@may harm|delicate|do it and|final|good, denied|loss|whoever may
3|=# a|=# km|=# on|=# p|=, at|=, both|=, els|=, even|=, includ|=, ur|=, which|=^ cal|=^ dud|=^ ever
3|=^ fre|=^ he|=^ left|=^ lil|=^ low|=^ merg|=^ repl|=^ someon|=^ tel|=^ thi|=^ thos|=^ use|=^ wind
3|=a child|=a dol|=a one|=a toddler|=a torch|=adapter|=after|=afternoon|=against|=against the
3|=all #|=all of|=along|=also tak|=and no|=and so|=and ther|=answer the|=are clos|=ask your|=at thi
3|=awa|=bang|=be a|=be abl|=bench|=bend|=bit $|=bl|=bos|=botulism|=bowl|=bridg $|=bundl|=but it
3|=buy|=by then|=cabl|=cel|=chain is|=check the|=chicken|=cit|=client|=client s|=clos to|=coin
3|=com out|=contact|=contain|=cop|=count as|=cover doesn|=crumbl|=custom|=dead $|=delet the
3|=deplo on|=dev|=dol|=dud|=eleven|=els it|=end $|=end of|=envelop|=ever one|=everybod|=eye
3|=fiv year|=for fiv|=ford is|=four|=friend|=from outsid|=front of|=get one|=giv|=got four|=grap
3|=gum|=hang|=head ,|=hedgehog|=histor|=honest|=hot|=hydrogen|=if|=if i|=in that|=internet|=into a
3|=it could|=it look|=jellyfish|=key is|=kidne|=km|=km $|=leav you|=lift|=lik a|=lik that|=lil
3|=lin ?|=ll break|=look|=look lik|=lying|=madam|=madof|=mak|=may look|=mean|=mic|=moment you|=mone
3|=month of|=mov in|=neck $|=no backup|=no undo|=number is|=of your|=off|=off by|=often|=oh ,
3|=old $|=on $|=on a|=outsid|=packag has|=paper|=park|=past|=path|=peopl hav|=permission|=petrol
3|=pil|=pleas $|=plug|=pocket|=post|=pressur $|=principal|=public|=put|=react|=rear|=registration
3|=renew|=reversibl|=rewrit|=road|=roof|=s #|=s anyth|=s in|=sa|=sa #|=saf|=saf $|=sauc|=say #
3|=seen the|=sensor|=sent|=set ,|=set the|=she d|=skip|=sleep on|=slid|=soot|=start $|=strong|=swim
3|=t ,|=t sav|=tab|=tak gift|=taken back|=tent|=that bridg|=that end|=that has|=that heat|=that sta
3|=the addres|=the application|=the cas|=the charg|=the client|=the ll|=the other|=the road
3|=the root|=the token|=the want|=the whol|=ther car|=thi|=thousand|=thumb|=thumb $|=to a|=to keep
3|=to me|=to send|=to sleep|=token|=top|=tre|=tripl|=twelv|=unproces|=unproces $|=user|=v|=ve seen
3|=void|=way|=we can|=wear the|=wer written|=when it|=whil you|=window|=with it|=wood|=wrong|=you ?
3|=you onl|=you to|=you wait|=your bank|=your contact|=your mic|=your own|bad|before|doing it|harm
3|risky deed|so much|strong for the frail|third|told to, bad|told to, ill|will not|worse|you
2|=#|=# degr|=# h|=# item|=# kilo|=# min|=# number|=# open|=# twic|=, for|=, madam|=, messag|=, my
2|=, new|=, or|=, real|=, sinc|=, smal|=, thi|=, unles|=, yet|=: if|=; hav|=^ allow|=^ antifreez
2|=^ anyth|=^ approv|=^ ask|=^ at|=^ august|=^ batter|=^ be|=^ bewar|=^ careful|=^ cash|=^ chang
2|=^ cheap|=^ delet|=^ did|=^ doubl|=^ float|=^ four|=^ get|=^ going|=^ great|=^ green|=^ hom
2|=^ hot|=^ ignor|=^ jellyfish|=^ log|=^ milk|=^ mind|=^ mis|=^ mov|=^ ngl|=^ open|=^ order|=^ over
2|=^ pa|=^ paid|=^ past|=^ pickpocket|=^ pink|=^ pls|=^ real|=^ registration|=^ remember|=^ ring
2|=^ screw|=^ six|=^ spra|=^ statement|=^ that|=^ third|=^ treat|=^ unus|=^ upgrad|=^ water
2|=^ without|=a backup|=a bank|=a boiler|=a clos|=a dead|=a doctor|=a dog|=a fil|=a frida
2|=a hamster|=a hous|=a letter|=a lick|=a m|=a night|=a phish|=a refund|=a room|=a stranger|=a tick
2|=a window|=abov the|=ad|=add #|=addres isn|=advanc|=advanc ,|=advis|=after #|=after frida
2|=afterward|=afterward $|=ago $|=alight|=alight $|=along $|=also the|=an offer|=and #|=and an
2|=and be|=and cal|=and cost|=and doesn|=and everyth|=and keep|=and someth|=and the|=and thre
2|=and want|=and whatever|=and when|=and your|=antifreez|=antifreez tast|=anybod|=anyon ,
2|=anyth you|=apart|=appl $|=approval|=approval is|=are about|=are being|=are gon|=are lock
2|=are not|=arm|=as|=as much|=ask how|=ask the|=at best|=at new|=at onc|=at that|=at your
2|=attempt $|=auditor|=august|=august is|=auto|=auto renew|=back up|=bad for|=bag in|=bank $|=bar ,
2|=bathroom|=be back|=be lying|=be nonsens|=be notic|=be out|=be sold|=beach $|=beam|=bean|=bear
2|=bear in|=bedroom|=being|=best $|=bewar|=bewar of|=bil $|=bind|=blood|=bolt|=bos $|=bottl $
2|=botulism $|=bounc|=bound|=bound for|=boy|=bring on|=bro|=broken arm|=browser|=browser wil|=btw
2|=btw $|=build up|=bulb|=bunk|=burst|=but that|=buyer|=by noon|=by ten|=by tomorrow|=cabl run|=cal
2|=cal :|=cal it|=caller|=calor a|=can do|=can mint|=can reach|=can read|=cancel after
2|=cancellation|=candl|=car #|=car park|=carbon|=carbon monoxid|=card add|=card number|=careful
2|=careful !|=carrot|=cascad|=cash|=catch|=ceil|=ceil $|=centimetr|=centimetr $|=certain|=certain $
2|=chair is|=chang|=charit isn|=cheap becaus|=cheapest|=cheapest by|=chest|=chicken is|=child $
2|=choic|=choic $|=cit $|=clearanc|=climb|=colour|=comin|=compet :|=compost|=compost ,|=conflict
2|=conflict $|=content|=conviction|=cord|=cost you|=could go|=could set|=court $|=crack $|=creep
2|=creep along|=current pric|=cut $|=cut ,|=d be|=d go|=d pay|=d retir|=d see|=d sta|=da and|=damp
2|=daughter|=day cost|=day to|=day you|=debt|=degr|=degre|=destro|=destro ,|=develop|=did|=died
2|=dig|=disc|=discard|=dish is|=distanc|=dog $|=dol $|=dollar|=door has|=door you|=doubl check
2|=doubt|=doubt ,|=down to|=downtim|=drag|=drawer|=drink $|=dron|=drop $|=drum|=due on|=ear $|=eas
2|=eat|=eat your|=edg is|=eleven answer|=enough|=enough for|=enter against|=env|=estimat|=even when
2|=ever|=ex|=exc|=exception $|=expensiv|=expir in|=expos|=extension|=ey|=fac $|=fal $|=fan
2|=fan heater|=far|=fast $|=fat|=fear|=fee|=fee of|=fenc|=ferryman|=fift|=fir $|=first $|=first ,
2|=first two|=fish|=flag|=flam|=flat|=flight|=float|=float for|=fluid|=for beginner|=for ear
2|=for everybod|=for his|=for it|=for lif|=for ten|=for thre|=forc push|=ford|=forecast|=form are
2|=form is|=four ,|=four minut|=frankfurt|=freezer|=fresh snow|=friend $|=friend ,|=from a
2|=from that|=from ther|=from wikipedia|=front|=ful pric|=funeral|=gam|=gam $|=garag|=garag door
2|=gatewa|=get|=get hot|=get rough|=get thrown|=get you|=gift|=git clean|=glas|=glas in|=glu|=go at
2|=go through|=go up|=go with|=good|=good $|=grab|=gram|=gram a|=grant|=gravel|=green potato|=group
2|=guarantor|=gues the|=guest to|=guilt|=gust|=h|=had four|=had no|=half|=half the|=hamster|=happi
2|=harmles $|=has don|=has had|=has set|=hav been|=hav no|=hazelnut|=he is|=he s|=headach|=hear the
2|=heat off|=heat the|=heater in|=held|=helmet|=her :|=her and|=her is|=high $|=him $|=his|=hol $
2|=hold|=hold $|=hom|=hom offic|=hone|=hone under|=hook|=hospital $|=hour|=hour awa|=hour is
2|=hous from|=hous number|=how|=hurt the|=i fear|=i mean|=i mov|=i said|=ice is|=if he|=if that
2|=ignor that|=in|=in advanc|=in doubt|=in for|=in it|=in japan|=in my|=in second|=in their|=indoor
2|=interest|=into|=iron|=is cut|=is down|=is known|=is new|=is public|=is rat|=is run|=is unlimit
2|=is ver|=is void|=is zero|=it $|=it as|=it bit|=it first|=it leak|=it ll|=it stand|=it the|=item
2|=item ,|=jam|=japan|=jellyfish season|=jo|=judgment|=jul ,|=jump|=just so|=keep a|=keep run
2|=keep you|=key ,|=kilo|=kilo $|=know|=know ,|=known|=labour $|=last|=last thing|=last year
2|=leav the|=left the|=let go|=let them|=lick|=lif $|=lift it|=lik #|=liquidat|=list $|=lithium cel
2|=liver|=ll need|=ll turn|=lock $|=lock and|=long|=look the|=loos ,|=luggag|=lying if|=machin
2|=macro|=magnet|=mail a|=mat|=mattres|=max|=may app|=may chang|=may contain|=may get|=may hav
2|=mean no|=member $|=midnight|=mind the|=mint|=mis that|=misbehav|=misbehav $|=mix up|=mod
2|=mone again|=mone back|=monoxid|=month|=month on|=month the|=mor at|=much|=much $|=nam $|=need a
2|=network|=network ,|=never get|=new year|=next one|=ngl|=night $|=night in|=no|=no addres|=no get
2|=no mone|=no refund|=no return|=nobod around|=nobod wil|=nonsens|=nonsens $|=noon|=not $|=not :
2|=not possibl|=not ther|=not to|=notic $|=now would|=nowher|=odometer|=of our|=of thi|=of thos
2|=of tim|=of what|=of you|=off at|=off the|=off your|=offer|=offer is|=offer that|=oh|=on|=on for
2|=on gravel|=on you|=onc i|=one go|=one kid|=one that|=one way|=one we|=onion|=onl $|=onl get
2|=onl tak|=open ,|=or|=or freez|=or it|=or so|=order it|=other ?|=other sid|=other way|=our cak
2|=our nam|=out and|=outsid with|=oven has|=oven is|=over|=overdraft interest|=overnight $|=owe|=p
2|=paid $|=park is|=park ther|=password $|=pay for|=pay with|=payment are|=payrol|=payrol $|=peanut
2|=pedal|=pen|=peopl|=peopl who|=percentag|=pick up|=pickpocket|=pil $|=pilot|=pin|=pink
2|=pink chicken|=pla with|=playlist|=pleas|=pleas ,|=pleas doubl|=pls|=pls don|=plu #|=pocket $
2|=pollen|=possibl to|=post about|=pregnant|=pric|=primer|=printer $|=proc|=product|=production
2|=protection|=puk|=pul|=pul out|=push|=put the|=quarter of|=queu|=quot|=rais the|=rat for
2|=read ever|=read what|=receipt ,|=recipient|=redundanc|=refreez|=register ,|=registration clos
2|=releas|=renew at|=rent|=report it|=resign|=restor|=result in|=retir|=retract|=return $|=review
2|=review and|=rid on|=ridg|=right now|=right to|=rip|=risk $|=roof box|=root $|=rop|=rop $|=rot
2|=rotat|=rough|=row are|=rud|=run low|=run on|=run thi|=run whil|=rung|=s allergic|=s how|=s on
2|=s open|=s windpip|=s your|=sa so|=sa the|=salad|=salvag|=sand|=sav $|=school|=scooter|=scooter $
2|=scrambl|=screw that|=season $|=second $|=second is|=securit|=securit hol|=see your|=seed|=sel
2|=sel $|=selfi|=seller|=sent back|=server $|=sesam|=set|=set off|=seven da|=shar that|=shoot
2|=shrink|=shut at|=sign for|=sinc #|=siz|=siz smal|=slop|=smal|=smel|=snow on|=so $|=so be
2|=so bring|=so do|=so is|=so with|=solanin|=somebod s|=someon has|=someon to|=someth $|=someth we
2|=soon|=sor :|=sort|=spammer|=split $|=spra|=squar|=squar $|=st|=sta in|=stair|=stamp|=start on
2|=statin|=steam|=step|=stop|=stop it|=storm|=stov|=strik|=summer $|=sunda $|=sweet to|=t answer
2|=t cal|=t check|=t look|=t match|=t mix|=t read|=t smel|=t the|=t touch|=t valid|=t verif|=t wak
2|=tab $|=tabl $|=tak you|=target|=tast sweet|=tax offic|=taxi|=temp|=temperatur|=ten|=ten minut
2|=termination|=terraform|=terribl|=than|=than it|=than one|=that and|=that approval|=that cal
2|=that can|=that don|=that last|=that old|=that train|=that was|=the|=the a|=the account|=the are
2|=the bathroom|=the bedroom|=the bend|=the bonu|=the bowl|=the bulb|=the can|=the ceil|=the chair
2|=the charit|=the cheapest|=the compost|=the computer|=the discount|=the draft|=the edg
2|=the ferryman|=the flat|=the ford|=the forecast|=the fork|=the grap|=the group|=the hand
2|=the handl|=the heater|=the hook|=the hospital|=the last|=the long|=the mattres|=the may|=the men
2|=the moment|=the nam|=the need|=the next|=the odometer|=the official|=the packag|=the path
2|=the pedal|=the peopl|=the phon|=the pil|=the point|=the pric|=the real|=the recipient
2|=the redundanc|=the review|=the ridg|=the sam|=the sand|=the seller|=the send|=the sit|=the smal
2|=the stamp|=the steam|=the stov|=the sun|=the tent|=the tid|=the trail|=the validator
2|=the voucher|=the won|=the wrong|=the x|=the yard|=them all|=them out|=themselv|=then it
2|=then the|=ther for|=ther is|=thi ,|=thi look|=thi mushroom|=thi pric|=thi token|=thing you
2|=thinner $|=thos plat|=thre $|=thre hour|=through a|=thrown out|=thursda ,|=tick|=tid|=tier|=til
2|=tim out|=tim the|=to all|=to cancel|=to destro|=to everyth|=to production|=to sav|=to your
2|=toddler $|=together|=together ,|=token is|=tomorrow|=tomorrow ,|=tonight and|=torch app|=tourist
2|=tow|=trad for|=trail|=trampolin|=treat it|=trick|=trip|=trip :|=truck|=turn|=turn into|=turn it
2|=turn up|=twelv ?|=twic last|=two flight|=two guest|=two mor|=two siz|=typ|=under one|=unles you
2|=unlimit $|=unsav|=until you|=unus|=unverif|=unverif $|=up the|=up ther|=upgrad|=upstair|=upward
2|=upward $|=use|=use the|=v #|=validator misbehav|=validit|=variabl|=ve book|=ve cut|=vegetarian
2|=version|=version has|=vinegar|=volt $|=vpn|=wal is|=wallet|=want $|=warfarin|=warfarin ,
2|=was retract|=wash|=water|=way round|=we do|=weather $|=weigh|=wet hand|=what bring|=whatever the
2|=wheat|=wheelchair|=wher $|=whil the|=who|=who want|=who wrot|=wikipedia|=wil mak|=wil refus
2|=wil scrambl|=wil sign|=wil turn|=windpip|=windpip $|=wip|=with anyon|=with both|=with us
2|=withdrawal|=without a|=without notic|=won t|=work for|=worth|=would get|=wrot it|=x|=yard
2|=yard $|=yet|=you #|=you a|=you about|=you cut|=you giv|=you open|=you out|=you personal
2|=you question|=you sur|=you would|=you writ|=your bag|=your blood|=your bos|=your collateral
2|=your daughter|=your ear|=your env|=your ey|=your guest|=your hous|=your incom|=your list
2|=your location|=your number|=your user|=your weekend|=your whol|=your word|=zero ,|@safety limit
2|@you cant|addition|advised|all|asked to listen|denied|forward|frail|goes wrong|is done|is strong
2|is taken|lapses|makes it so|may|not known|often|stranger|strong ahead|strong before you
2|strong in the present|to others|told to|told to, before|told to, harm|too much|weak before you
2|weak, care|will
1|=# ?|=# appl|=# are|=# bar|=# com|=# d|=# dpi|=# drop|=# euro|=# ever|=# ful|=# gwei|=# hour
1|=# if|=# instead|=# k|=# left|=# m|=# march|=# mean|=# mm|=# month|=# mor|=# mph|=# per|=# pm
1|=# seat|=# st|=# tb|=# v|=# year|=, after|=, back|=, bank|=, bin|=, block|=, by|=, dear|=, dial
1|=, do|=, drink|=, from|=, half|=, however|=, i|=, ibuprofen|=, leav|=, man|=, never|=, no
1|=, nobod|=, not|=, on|=, sa|=, somebod|=, though|=, toda|=, transfer|=, typ|=, whatever
1|=, without|=: after|=: all|=: are|=: cop|=: don|=: get|=: i|=: keep|=: two|=: unsav|=: with|=; a
1|=; after|=; expect|=; if|=; peopl|=; turn|=^ after|=^ alcohol|=^ alwa|=^ an|=^ anybod|=^ are
1|=^ arriv|=^ below|=^ between|=^ blind|=^ book|=^ brak|=^ bring|=^ build|=^ caution|=^ cert
1|=^ certificat|=^ charg|=^ chmod|=^ claim|=^ claus|=^ clear|=^ clos|=^ coin|=^ cold|=^ cut
1|=^ debug|=^ deplo|=^ disk|=^ each|=^ extension|=^ fift|=^ fil|=^ fl|=^ food|=^ format|=^ fresh
1|=^ from|=^ fyi|=^ giv|=^ glas|=^ glos|=^ glucos|=^ gran|=^ grant|=^ gues|=^ hand|=^ hang|=^ hat
1|=^ help|=^ i|=^ if|=^ instant|=^ iron|=^ jump|=^ kid|=^ kind|=^ kitchen|=^ knock|=^ ladder
1|=^ last|=^ lat|=^ lead|=^ leav|=^ level|=^ licens|=^ light|=^ lithium|=^ loos|=^ lower|=^ lying
1|=^ mat|=^ may|=^ mor|=^ never|=^ non|=^ not|=^ off|=^ ok|=^ old|=^ on|=^ oversta|=^ oyster|=^ pag
1|=^ paint|=^ peopl|=^ petrol|=^ photo|=^ pin|=^ point|=^ pool|=^ port|=^ proc|=^ pul|=^ pup
1|=^ push|=^ quarter|=^ quot|=^ resign|=^ revok|=^ ric|=^ rins|=^ rip|=^ risk|=^ rotat|=^ round
1|=^ salvag|=^ sand|=^ say|=^ sel|=^ sign|=^ sleep|=^ smal|=^ smel|=^ someth|=^ sort|=^ st|=^ start
1|=^ steam|=^ stil|=^ stor|=^ sur|=^ taxi|=^ ten|=^ their|=^ think|=^ thunder|=^ tie|=^ trad
1|=^ twent|=^ two|=^ unbond|=^ using|=^ verif|=^ wait|=^ walk|=^ warrant|=^ wash|=^ wet|=^ what
1|=^ whatever|=^ whit|=^ whoever|=^ whol|=^ why|=^ win|=^ withdraw|=^ wrong|=^ you|=a|=a blood
1|=a bomb|=a bus|=a camera|=a car|=a card|=a catch|=a cent|=a coat|=a criminal|=a drop|=a e|=a fail
1|=a few|=a four|=a glas|=a guarantor|=a handful|=a job|=a ladder|=a lin|=a link|=a liv|=a loos
1|=a megabyt|=a metr|=a mol|=a mov|=a no|=a nut|=a paid|=a park|=a pen|=a person|=a plain|=a public
1|=a rac|=a rash|=a real|=a restor|=a s|=a scam|=a script|=a sign|=a siz|=a slip|=a sourc|=a stif
1|=a stomach|=a stor|=a surve|=a tabl|=a threat|=a toaster|=a token|=a ton|=a transfer|=a transit
1|=a trap|=a us|=a warm|=a wasp|=a water|=a wed|=a wil|=abl|=abl to|=about $|=about fiv|=about six
1|=about that|=about thi|=abov|=abov #|=abroad|=abroad is|=accident|=account at|=account in
1|=account is|=account would|=account you|=acid to|=acn|=action|=addres|=addres ,|=addres again
1|=addres are|=admit|=admit to|=adult is|=after dark|=after eleven|=after that|=after your
1|=afternoon $|=again in|=against that|=against you|=age $|=ago|=ahead|=airlin|=airlin cancel
1|=alcohol|=alcohol whil|=all out|=all round|=all thre|=all would|=allerg ,|=allergic|=allow #
1|=allowanc|=alon|=also|=altitud|=alwa add|=amount $|=amount ,|=an admin|=an afternoon|=an appeal
1|=an empt|=an error|=anaesthetic|=and all|=and alread|=and aren|=and bad|=and check|=and custom
1|=and ever|=and everyon|=and fal|=and find|=and get|=and giv|=and gust|=and half|=and hard|=and he
1|=and hurt|=and if|=and in|=and kept|=and left|=and not|=and she|=and six|=and som|=and somebod
1|=and spit|=and sun|=and tel|=and then|=and thos|=and vinegar|=angr|=anna|=another #|=antidot
1|=any blood|=anybod who|=anyon|=anyon who|=anyon with|=anyth|=anywa ?|=apart ,|=apart from
1|=api key|=appeal has|=application|=application $|=application count|=application is|=april is
1|=are #|=are $|=are a|=are at|=are book|=are charg|=are enough|=are fin|=are fresh|=are just
1|=are mad|=are often|=are releas|=are steep|=are usual|=are ver|=are you|=arriv without
1|=arrival charg|=as man|=as mush|=as of|=as soon|=as the|=as withdrawn|=asleep|=aspirin|=assum|=at
1|=at ,|=at a|=at hom|=at most|=at night|=at noon|=at room|=at securit|=at the|=at thre|=at twelv
1|=at wil|=ate|=ate the|=attempt|=attention|=attic|=authorit|=avalanch|=awa $|=awa your|=back
1|=back a|=back for|=back go|=back if|=back off|=back on|=back run|=bad pair|=badg|=bag $|=bal
1|=balanc|=balanc $|=balcon|=balcon door|=balloon|=ban ther|=bank detail|=bank s|=bar|=basel
1|=basel ,|=basic polic|=bath|=be|=be an|=be clos|=be dela|=be off|=be overwritten|=be post
1|=be refund|=be stand|=be taken|=be turn|=be used|=be worth|=be wrong|=be you|=beach|=becaus of
1|=becaus the|=becaus you|=bed|=been a|=been fin|=been out|=been report|=befor|=befor a|=befor it
1|=befor maturit|=beginner|=behind|=behind the|=bel $|=below the|=below zero|=bend $|=bend it
1|=besid|=best left|=better|=between|=between $|=between us|=bid|=bil|=bin|=bin $|=bin and|=bin it
1|=bin the|=bind $|=bit|=bit you|=bitter|=bleach|=bleach and|=bleach on|=bleed|=blind with
1|=block for|=bloom|=blu light|=blur|=board in|=boiler|=bolt $|=bomb|=bon $|=bonu|=booking|=bos in
1|=both|=bottl for|=bottom|=bottom of|=bought|=bounc $|=box can|=brak|=breach|=bread|=break $
1|=break your|=breath $|=brick it|=bridg ,|=bridg ahead|=bridg was|=bring in|=bring the|=broken
1|=broken glas|=broker|=brood|=brood $|=brown|=bu|=buck|=bucket is|=budget|=build is|=build on
1|=bundl $|=burn|=burn in|=burn the|=burst when|=bus|=bus $|=but|=but be|=but in|=but not|=but sign
1|=buy it|=by|=by air|=by christma|=by frida|=by half|=by summer|=by text|=by that|=by tonight
1|=by two|=cal a|=cal from|=cal is|=cal the|=cam with|=can burn|=can burst|=can cost|=can empt
1|=can finish|=can let|=can open|=can put|=can see|=can send|=can stil|=can swap|=can wait|=cancel
1|=cancel $|=cancel lat|=cancel the|=cancel your|=cannot be|=cap|=capacitor|=car go|=car lym
1|=car nin|=car the|=car with|=card $|=card in|=card is|=career|=cas|=cas $|=cas for|=cas yourself
1|=cash out|=cast|=cat|=cat ,|=cat :|=cat in|=cat on|=catch fir|=caution|=caution :|=cautiou|=cav
1|=cel $|=cellar|=centimetr of|=centimetr thick|=cert|=certificat expir|=certificat run|=chair
1|=chanc|=chang ,|=chang are|=chang at|=chang the|=chang your|=charg|=charg at|=charg if
1|=chargeback|=charit|=check your|=checkout|=chest of|=chil|=chil the|=children $|=chmod
1|=christma $|=cit it|=clas is|=clash|=clear it|=click that|=clock $|=clos ,|=clos and|=clos bottl
1|=clos by|=clos in|=clos the|=cluster|=co|=cod on|=cod to|=coin sent|=collateral|=collateral is
1|=colleagu $|=column|=column b|=com at|=com down|=com ear|=combination|=commit $|=compar|=compet
1|=computer|=config|=confirm ,|=contact $|=contact ,|=contain a|=content are|=context|=contract is
1|=cop $|=cop ,|=cop it|=cord are|=cost mor|=cost the|=cot|=cough|=could chok|=could com|=could run
1|=count $|=countr $|=cours is|=cousin|=cover $|=cover up|=crack|=crash diet|=crawl|=crawl $|=crew
1|=crim in|=criminal|=criminal offenc|=cros|=crown|=crumb|=crush|=curs|=customer|=cut off|=cv|=d
1|=d hav|=d sleep|=d think|=da of|=da to|=da without|=dai limit|=damp and|=dangerou $
1|=dark chocolat|=data los|=databas|=day ,|=day and|=day it|=day s|=deadlin for|=deadlin is|=debt $
1|=decid|=degr ,|=degr in|=delet $|=delet your|=dentist|=department|=deplo|=deposit|=deposit and
1|=deposit befor|=deposit is|=desk $|=detail $|=detector|=dial|=dial #|=did $|=did that|=did you
1|=didn|=didn t|=diesel|=diet|=differenc|=differenc between|=dig up|=digit and|=dip|=discount
1|=discount cod|=dishwasher|=disk ,|=dissolv|=distanc $|=div|=diz|=do at|=do not|=do your
1|=doctor tonight|=doesn|=doesn t|=dog in|=doing that|=dont|=dont do|=door :|=dos|=dos $|=doubl $
1|=doubl dos|=down for|=down the|=downhil|=downhil $|=dpi|=draft $|=draw|=drawer $|=dres|=drew
1|=drew ,|=drink|=driv you|=drop #|=drop below|=drop of|=drop off|=drop that|=dry $|=dry clean
1|=dubai|=dubai $|=dud that|=dur|=e|=ear|=earlier|=earlier $|=earth|=east #|=eat it|=eat the|=edibl
1|=edit it|=egg in|=eight hour|=eighteen month|=election|=eleven year|=els the|=email go
1|=empt stomach|=end the|=end up|=end your|=engin|=engin $|=entr|=entr $|=eras|=error go|=escrow
1|=essa $|=ethanol|=ether|=ethereum|=euro|=europ $|=even ;|=even a|=even one|=even the|=even with
1|=ever customer|=ever parent|=ever part|=ever user|=everybod els|=everyon $|=everyon in|=everyon s
1|=everyth on|=everywher|=everywher $|=evidenc is|=exact|=exam $|=exc the|=exchang|=exist|=exit
1|=expect $|=expir ,|=explain it|=extension lead|=ey shut|=eye drop|=fac|=fact|=factor|=factor #
1|=fad|=failur ,|=failur to|=faint|=faint in|=fak ,|=fals|=far mor|=fast|=faster than|=fat $|=fault
1|=februar|=februar $|=fee $|=fee appl|=feed|=feel diz|=fer|=fer back|=fern|=fever and|=few hour
1|=field ,|=fil|=fil as|=fil it|=fil wil|=final sal|=find|=find an|=find any|=find out|=finger
1|=finger $|=finish|=finish off|=fir ,|=first|=first flight|=first leg|=first night|=first thing
1|=fish $|=fit a|=fiv hour|=fiv kilo|=fix it|=fl|=flag you|=flam $|=flash|=flat ?|=flat won
1|=flight is|=flight that|=floor|=floor $|=floor by|=floor is|=fog|=follow the|=for all
1|=for another|=for anyth|=for broken|=for everyon|=for far|=for fraud|=for gas|=for her|=for hour
1|=for password|=for seven|=for someon|=for two|=for week|=forever|=forever $|=forfeit|=forget the
1|=fork|=fork $|=form|=form $|=format|=format the|=formula|=four tim|=fre ,|=fre plan|=fre ship
1|=fre tier|=freez|=freez $|=freez the|=fresh|=frida and|=fridg|=friend and|=friend wher|=frog
1|=from $|=from last|=from october|=from one|=from six|=from then|=from two|=front thre|=frost
1|=frozen|=ful $|=ful tabl|=fum|=fund tak|=fyi|=fyi the|=gain|=gam card|=garag quot|=garlic|=gas $
1|=gas is|=gas main|=gat|=gdpr $|=get $|=get les|=get noth|=get paid|=get rid|=get them|=get thos
1|=get thre|=get to|=get up|=get wors|=gift card|=giv the|=giv thi|=giv you|=giv your|=glos|=glov
1|=glucos|=glucos #|=go|=go ,|=go by|=go down|=go eas|=go in|=go public|=go round|=go straight
1|=go under|=goggl|=goggl on|=going from|=gold ,|=gon ,|=gon to|=good ,|=good for|=gpu|=gran
1|=grap are|=grapefruit|=gras|=green and|=grow botulism|=guarantor $|=guest|=gust of|=gut|=guy
1|=gwei|=h $|=had the|=hail|=hairlin|=hal ,|=half $|=half of|=halv|=hand $|=hand luggag|=hand to
1|=handful|=handl $|=hang themselv|=hang up|=happen $|=harder|=has|=has chang|=has fiv|=has just
1|=has no|=has sent|=has your|=hat ,|=hav|=hav gon|=hav had|=hav on|=hav until|=he ate|=he doesn
1|=head|=hear|=hear about|=heathrow|=heatstrok|=hedg|=help if|=help the|=her ,|=her birthda|=her on
1|=her salar|=hero|=hid|=hidden|=high at|=high voltag|=higher|=him in|=hir|=histor $|=histor ,|=hit
1|=hit send|=hit the|=hiv|=hold #|=hold back|=hold its|=hold on|=hold your|=holida|=holida $
1|=hone ,|=hors|=hos|=hot $|=hot oil|=hotel|=hotter|=hotter than|=hour ,|=hour apart|=hour by
1|=hour from|=hour in|=hour of|=hour with|=hour without|=hous|=how peopl|=how shin|=how that
1|=how to|=however|=hr|=hut|=hut is|=i hit|=i stop|=i wil|=i wouldn|=iban|=ibuprofen|=ibuprofen on
1|=ice ,|=icy|=ideal|=if nobod|=if someon|=if we|=ignor|=in $|=in an|=in another|=in april
1|=in befor|=in between|=in by|=in cas|=in court|=in dubai|=in frankfurt|=in front|=in get|=in has
1|=in ita|=in jul|=in minut|=in oil|=in one|=in our|=in production|=in tax|=in ten|=in the
1|=in through|=in toda|=in tonight|=in twent|=in until|=includ|=includ ,|=index|=index #
1|=indoor and|=inform|=inform you|=inheritanc|=ink|=innkeeper|=insid $|=instant|=insulin|=insur
1|=interest are|=invoic|=iron is|=irreversibl|=is ,|=is :|=is abov|=is alread|=is ask|=is bind
1|=is clos|=is com|=is dangerou|=is delet|=is enough|=is green|=is her|=is hold|=is just|=is lat
1|=is liv|=is no|=is non|=is not|=is now|=is off|=is pack|=is permanent|=is poisonou|=is remov
1|=is retain|=is return|=is set|=is stil|=is that|=is thre|=is tomorrow|=is under|=is wel|=is when
1|=isa|=isn|=isn t|=issu $|=it :|=it also|=it awa|=it be|=it befor|=it boil|=it bring|=it burn
1|=it by|=it d|=it for|=it in|=it is|=it mak|=it matter|=it may|=it need|=it out|=it saf|=it slow
1|=it thre|=it through|=it travel|=it wasn|=it within|=it without|=ita|=itch|=item can|=jack|=jar
1|=job for|=job s|=job that|=john|=john s|=jok about|=judg|=judg $|=jul|=jumper|=just a|=just ask
1|=just for|=just under|=k|=k to|=ke $|=keep|=keep it|=keep their|=kept for|=kettl|=key $|=kg $
1|=kid|=kid at|=kidne $|=kil the|=kilometr|=kind not|=kiosk|=kit|=knock|=know the|=label sa|=labour
1|=ladder stand|=lag|=lamp|=lamp $|=land|=landlord s|=laps|=laps on|=laptop|=larg|=last bus
1|=last cal|=last week|=lat|=lat $|=lat and|=lat payment|=latest|=lawn|=lead in|=leader|=learn to
1|=least #|=leav #|=leav ear|=leav out|=leav that|=leav two|=leav your|=left|=left hand|=left in
1|=left on|=leg|=legal|=len at|=length|=lens|=lens $|=les than|=let a|=let him|=letter|=letter ,
1|=letter that|=leverag|=li|=librar hasn|=licens|=lid|=lif|=lifeguard|=lift is|=lift the|=light $
1|=light on|=lik|=lik the|=lil in|=lim|=limit !|=limit $|=limit at|=lin #|=lin ,|=lin and|=link can
1|=link that|=liquidit is|=list ,|=listen|=lithium|=liver $|=ll ask|=ll be|=ll go|=ll hav|=ll mark
1|=ll pay|=load the|=load you|=location|=lock in|=lock the|=lock them|=loft|=log|=log in|=log out
1|=lol|=lol $|=long and|=long sleev|=longer than|=look awa|=look calm|=look great|=loop|=loop hold
1|=loos rug|=loos sleev|=los #|=los $|=los it|=los mone|=los the|=low|=low $|=low :|=low balanc
1|=luggag is|=lunchtim|=lung|=lung $|=lym|=lym $|=m in|=mad in|=mad up|=mail|=main ,|=mak ever
1|=mak the|=mak you|=man $|=man s|=marbl|=march|=march ,|=mark|=mark $|=mast|=matter $|=maturit
1|=may be|=may com|=may feel|=mayb|=mb|=mb ,|=mean los|=mean one|=meantim|=measur|=medicin $
1|=meet ,|=meet on|=megabyt|=memo|=mention|=mention it|=merg|=metr ,|=metr awa|=mid may|=midnight $
1|=midnight ;|=might|=might be|=might not|=migration|=mileag|=milk|=milk in|=million row|=min to
1|=minibar|=minimum|=minu #|=minut ago|=minut and|=minut earlier|=minut first|=minut in|=minut lat
1|=minut of|=minut to|=mis it|=mis payment|=mis the|=mm|=mol|=moment|=monda $|=mone ,|=mone to
1|=mone with|=monke|=morn for|=mortar|=mother|=mother s|=mov a|=mov out|=mph|=much for|=mug|=mum
1|=mush|=mush $|=nam ;|=nam a|=nam doesn|=nam get|=namespac|=nearest|=need $|=need the|=need your
1|=needl|=neighbour s|=nest|=net|=network $|=never ask|=never do|=never end|=new ,|=new sim|=newer
1|=next $|=night|=night ,|=nin $|=nin second|=no bus|=no chain|=no contract|=no down|=no glas
1|=no go|=no invoic|=no lat|=no lifeguard|=no light|=no lock|=no machin|=no milk|=no show
1|=no signal|=no support|=no wher|=nobod|=nobod has|=nobod s|=nod|=nois|=non|=non compet
1|=non refundabl|=noon and|=nor|=north|=not a|=not after|=not due|=not exc|=not go|=not just
1|=not mak|=not put|=not register|=not stag|=not the|=noth|=noth ;|=noth and|=noth go|=noth on
1|=noth to|=noth you|=notic|=notic that|=now ,|=now and|=now wil|=number|=number $|=number in
1|=number you|=nut allerg|=objection|=october on|=of any|=of children|=of downtim|=of europ
1|=of ever|=of interest|=of lif|=of order|=of photo|=of reach|=of water|=off $|=off a|=off it
1|=off next|=off thi|=off two|=offenc|=offenc $|=offic|=officer|=oil|=oil at|=ok|=old data
1|=old version|=older|=oldest|=oldest card|=oliv|=on ,|=on and|=on day|=on everyth|=on in|=on is
1|=on it|=on the|=on thos|=on top|=on wool|=on your|=onc ,|=onc it|=onc sent|=onc the|=one|=one $
1|=one at|=one day|=one of|=one thing|=one typo|=one year|=onion ,|=onl ;|=onl after|=onl column
1|=onl cop|=onl notic|=onl on|=onlin ,|=onto|=open|=open $|=open a|=open an|=open and|=open for
1|=open the|=open thi|=open window|=or the|=order #|=order s|=order toda|=order until|=original are
1|=our $|=our staf|=out a|=out as|=out at|=out befor|=out in|=outdoor|=outsid ,|=outsid our
1|=outsid the|=oversta|=overwrit|=overwritten|=own|=owner can|=oxygen $|=oyster|=p a|=pa #|=pa for
1|=pac|=pac the|=packag|=paid for|=paid in|=paid plan|=pain that|=paint|=pair ,|=parcel is
1|=park car|=part $|=pas out|=passport as|=passport is|=password|=password is|=password with
1|=past a|=past has|=past her|=past it|=past performanc|=patch|=path follow|=pay|=pay $|=pay ;
1|=pay if|=pay noth|=paye|=payment|=payment $|=paypa|=paypa #|=paypal|=pdf|=peak|=peel them
1|=penalt for|=pension|=peopl are|=peopl faint|=per|=per mb|=performanc|=period|=permanent
1|=permanent $|=permission $|=petrol station|=phon|=phon ;|=phon is|=phon number|=phon wil|=photo
1|=photo back|=photograph|=piano|=pick another|=pin to|=ping|=pip|=pla on|=plain water|=plan chang
1|=plan in|=plan on|=plat|=pleas :|=pleas be|=pleas check|=pleas to|=plent|=plent $|=plu|=plumber
1|=pm|=pm ,|=point|=point off|=poison|=poisonou|=pool s|=pop|=port|=port #|=port $|=portal
1|=position|=potato|=power|=power bank|=prawn|=prawn hav|=pregnant $|=pres it|=prevent|=pric by
1|=pric of|=print $|=printer|=prison|=prod|=production ,|=production that|=program|=project
1|=protection $|=public $|=publish|=pul over|=purs|=push through|=put a|=put hand|=put on|=qr
1|=qr cod|=quarter them|=quer|=queu $|=quit|=rail|=rar|=rat $|=rat jump|=rat limit|=rather you|=raw
1|=raw egg|=re about|=re back|=re bu|=re lock|=re pregnant|=re send|=re stil|=reach|=reach of|=read
1|=read along|=read claus|=read lik|=read onl|=read out|=read that|=read ther|=readabl|=realis
1|=reason $|=rebook|=rebook you|=recommend|=recover $|=red ,|=reduc|=refer|=refund $|=refund for
1|=regex|=releas $|=remember|=remember :|=remov|=remov it|=rent $|=rent from|=repl to|=replica
1|=repo is|=requir $|=reset wip|=resign befor|=resit|=resourc|=respond|=rest $|=restor $|=retail
1|=retain|=retr|=revers|=revers $|=revok|=reward|=reward $|=rewrit histor|=ric that|=rid|=rid of
1|=ring|=ring the|=river look|=road :|=roam on|=rol|=rol $|=rol back|=roof $|=roof ,|=room is
1|=room temperatur|=root|=rotat it|=rotat the|=round at|=round back|=round by|=round it|=round the
1|=row|=row #|=row ,|=rubber|=rubber $|=rug|=run|=run $|=run ,|=run a|=run in|=run it|=run right
1|=run with|=rust $|=s a|=s addres|=s allerg|=s an|=s been|=s dry|=s due|=s flower|=s from|=s hom
1|=s kidne|=s legal|=s minu|=s new|=s next|=s no|=s nobod|=s notic|=s over|=s password|=s pric
1|=s set|=s six|=s wort|=sa who|=said|=said that|=sal|=sal item|=salar in|=salmonella|=sam day
1|=sam fil|=sam password|=sam thing|=sam week|=sata|=sauna|=sav point|=saw|=say it|=say noth|=scald
1|=scam|=scam $|=scam ,|=scan the|=scratch is|=screenshot|=script|=script from|=se|=sea|=sea is
1|=seal $|=season|=seat $|=seat :|=seat left|=second year|=secret|=secret $|=see a|=see that|=seen
1|=seizur|=select|=send|=send $|=send ,|=send it|=send your|=sender|=sender $|=sensor $|=sensor ,
1|=sensor :|=sent ,|=seriou|=server is|=shak|=shallow|=shar|=shar a|=shar thi|=she had|=she may
1|=sheath|=sheet|=shelf|=shin|=ship $|=shop has|=shop is|=short the|=should do|=should it
1|=should know|=shouldn|=shouldn t|=show the|=show your|=shower $|=shut|=sid $|=sid of|=sign
1|=sign of|=sign the|=sign with|=silk|=sim|=simmer|=simp|=sinc one|=sinc yesterda|=singl thread
1|=sink|=sit|=sit at|=sit is|=sit to|=six $|=six hour|=six minut|=six month|=six week|=siz $|=skin
1|=skin off|=slash|=sleep and|=sleev and|=slid $|=slip $|=slip disc|=slipper|=slop $|=slot
1|=slow the|=smal ,|=smal part|=smel $|=snap|=snap $|=snow|=snow and|=so|=so ,|=so a|=so boil
1|=so cut|=so don|=so goggl|=so if|=so keep|=so mind|=so one|=so peopl|=so tak|=so would|=so your
1|=soak|=socket $|=softwar|=somebod has|=somebod wil|=soon as|=sor $|=sort onl|=sourc|=sourc $
1|=south|=spil|=spin|=spit|=spit $|=spread|=sql|=ssh|=st $|=st and|=st john|=sta as|=sta awa
1|=sta ther|=staf|=staf $|=stag $|=stair ,|=stair are|=stak|=stak token|=stand ,|=stand by
1|=stand on|=starv|=stat|=stat $|=station is|=steam com|=steer|=steer clear|=step on|=stick
1|=sticker|=stif|=stif neck|=stil|=stil a|=stil on|=stil want|=stitch|=stolen|=stomach|=stomach bl
1|=ston|=ston $|=stood|=stood on|=stood out|=stop ,|=stop befor|=stop pa|=stop read|=stop the
1|=stop your|=stor with|=storag|=storag is|=storm is|=str|=straight|=straight for|=straight into
1|=strangl|=streak|=street is|=stretch|=strict|=strip that|=stronger|=styl|=suggest|=summer|=sun
1|=sunda night|=support for|=sur $|=sur you|=surve|=surviv|=surviv the|=suspiciou|=swallow on
1|=swim $|=swing|=switch is|=sword|=syrup|=syrup mak|=system $|=t|=t admit|=t been|=t bend|=t click
1|=t commit|=t cut|=t delet|=t drink|=t driv|=t good|=t keep|=t know|=t last|=t let|=t mention
1|=t mis|=t our|=t paid|=t part|=t run|=t saf|=t shar|=t start|=t stop|=t surviv|=t tak|=t ther
1|=t wait|=t walk|=t you|=tablet|=tablet befor|=tag|=tak #|=tak any|=tak both|=tak cash|=tak it
1|=tak its|=tak mone|=tak thi|=taken out|=talk you|=tap water|=tarif|=tarmac|=taxi at|=taxman|=tb
1|=tear|=tear $|=tear it|=teaser|=teaser rat|=tel|=tel a|=tel anyon|=tel you|=temperatur is
1|=ten metr|=ten second|=ten tim|=tenanc|=tenant $|=term ,|=test and|=test pas|=th $|=th ;|=than #
1|=than a|=than thre|=that befor|=that box|=that caller|=that chang|=that cluster|=that cod
1|=that countr|=that doesn|=that hav|=that in|=that key|=that librar|=that link|=that look
1|=that machin|=that mol|=that never|=that night|=that park|=that path|=that regex|=that round
1|=that said|=that shelf|=that stood|=that token|=that toy|=that wal|=that websit|=that wil
1|=the accident|=the ad|=the airlin|=the alarm|=the antibiotic|=the attic|=the backup|=the bacteria
1|=the basic|=the better|=the bik|=the bil|=the board|=the bos|=the bottl|=the bottom|=the bridg
1|=the broken|=the brood|=the bug|=the bundl|=the button|=the cabin|=the cabl|=the caller
1|=the capacitor|=the car|=the cellar|=the check|=the chil|=the claim|=the clear|=the cod
1|=the colour|=the column|=the commit|=the cough|=the cup|=the curs|=the d|=the damag|=the dat
1|=the databas|=the day|=the delet|=the detector|=the differenc|=the dish|=the dishwasher|=the dog
1|=the dos|=the dosag|=the dot|=the election|=the essa|=the exam|=the ey|=the fabric|=the far
1|=the fer|=the fern|=the fever|=the fin|=the firm|=the first|=the fish|=the fiv|=the flag
1|=the floor|=the freezer|=the fridg|=the fus|=the gain|=the garag|=the gas|=the gat|=the glu
1|=the gold|=the gras|=the head|=the hedg|=the hiv|=the hob|=the hom|=the hos|=the hut|=the iban
1|=the ice|=the index|=the injur|=the innkeeper|=the interview|=the iron|=the isa|=the jar
1|=the kind|=the kiosk|=the knif|=the ladder|=the left|=the length|=the licens|=the lift|=the lik
1|=the liv|=the load|=the loft|=the look|=the lot|=the low|=the lung|=the machin|=the mail|=the mak
1|=the map|=the mat|=the meantim|=the minimum|=the mone|=the monke|=the nearest|=the non|=the oak
1|=the pas|=the pdf|=the pension|=the piano|=the pin|=the plac|=the polic|=the pollen|=the pool
1|=the portal|=the position|=the power|=the prawn|=the project|=the quer|=the queu|=the rail
1|=the rat|=the reason|=the region|=the repo|=the rest|=the rol|=the run|=the saf|=the safet
1|=the sauna|=the saver|=the saw|=the scen|=the sender|=the sensor|=the sheet|=the ship|=the shop
1|=the shower|=the sil|=the sink|=the siz|=the spar|=the spot|=the stand|=the str|=the surve
1|=the tab|=the tabl|=the tablet|=the tap|=the tax|=the taxman|=the teaser|=the temperatur
1|=the tenant|=the text|=the tool|=the top|=the total|=the tow|=the tower|=the toxin|=the tre
1|=the trip|=the url|=the us|=the vas|=the vat|=the vet|=the villag|=the wind|=the word|=the worker
1|=the year|=theft|=theft $|=their own|=them $|=them the|=them up|=themselv on|=then $|=then ,
1|=then you|=ther ;|=ther by|=ther cost|=ther may|=ther mean|=ther the|=ther until|=thes run
1|=thi action|=thi also|=thi and|=thi beach|=thi cod|=thi cold|=thi email|=thi gat|=thi go|=thi may
1|=thi morn|=thi on|=thi week|=thi wil|=thin|=thing :|=thing the|=thing to|=think twic|=think you
1|=thinner ?|=third of|=thos in|=thos photo|=though|=thousand $|=thre|=thre car|=thre tim|=threat
1|=throttl|=through|=through at|=through in|=throw awa|=thrown|=thrush|=thunder|=thunderstorm
1|=thursda|=ticket $|=ticket is|=tie|=tie them|=tight|=tighten|=tighten it|=til $|=til noon|=tim
1|=tim too|=tim you|=timeout|=timeout is|=to|=to about|=to answer|=to anyon|=to appeal|=to basel
1|=to bit|=to burn|=to cal|=to chang|=to climb|=to cool|=to deplo|=to dog|=to each|=to fix|=to go
1|=to gues|=to hold|=to hospital|=to latest|=to mov|=to not|=to open|=to paypa|=to read|=to rebook
1|=to report|=to run|=to sel|=to sign|=to soak|=to stop|=to strip|=to their|=to two|=to us
1|=to water|=toaster|=toda|=toda $|=toddler s|=token $|=tomorrow at|=ton|=tonight $|=tonight at
1|=too $|=too much|=tool|=top $|=top and|=top up|=torch ,|=total #|=touch the|=tow $|=towel
1|=towel $|=toxin|=tr|=tra|=trad|=transaction|=transfer is|=transfer to|=transit|=transit visa
1|=trap|=travel cover|=tre $|=tre and|=treat|=trial turn|=trigger seizur|=trim|=trip over|=truncat
1|=turf|=turn back|=turn off|=turn on|=turn out|=turn to|=turn you|=twelv box|=twent minut|=twic as
1|=two coat|=two glas|=two hour|=two peopl|=two swallow|=typ #|=typ $|=typ ,|=typ in|=typo
1|=typo and|=tyr|=u|=ulcer|=unbond|=unbond tak|=under|=under a|=under the|=under thre|=undo on
1|=undon $|=unexcus|=unexcus da|=uninstal|=unles|=unlimit|=unplug|=unsav chang|=until frida
1|=until thursda|=up|=up after|=up by|=up high|=up with|=up your|=updat|=ups|=url|=us $|=us ,
1|=us east|=used by|=user ,|=user on|=using|=utc|=vacuum|=valid on|=validator|=vap|=vapour|=vat
1|=ve a|=ve got|=ve put|=ve read|=verif|=verif $|=verif and|=verif the|=verification|=version ;
1|=video ,|=villag|=villag $|=viru $|=visa the|=void the|=voltag|=volum $|=vot $|=voucher is|=w
1|=wait $|=wait ,|=wait :|=wait too|=waiver|=walk $|=wallpaper|=want a|=want in|=want the|=want you
1|=war|=war end|=warn :|=warrant|=was never|=was the|=was written|=wash it|=watch out|=water are
1|=water in|=water pip|=way is|=way trip|=we charg|=we don|=we may|=weaken|=webhook|=websit
1|=wednesda|=wednesda $|=week|=week s|=week without|=weigh #|=wel ,|=wer clos|=wet $|=wet til
1|=what com|=what go|=what peopl|=what your|=whatever you|=wheel $|=when your|=whenever|=wher the
1|=which mean|=which the|=which you|=whit|=whit $|=who find|=whoever|=whoever ask|=whol compan
1|=whol of|=why would|=wick|=wil|=wil com|=wil eat|=wil giv|=wil stop|=win $|=wind ,|=window $
1|=window is|=windscreen|=wip it|=wis|=with #|=with ,|=with cord|=with fir|=with noth|=with one
1|=withdraw|=withdrawal abroad|=withdrawn|=withdrawn $|=within da|=without it|=without sleep
1|=without you|=wool|=work and|=work in|=work laptop|=worker|=worker $|=wors|=wors $|=wors ,|=wort
1|=worth much|=would|=would drop|=would i|=would mov|=wouldn|=wouldn t|=writ in|=writ to|=written
1|=written in|=written on|=wrong $|=wrong ,|=wrong cod|=wrong way|=wrot|=year cost|=year of|=year s
1|=yesterda|=yesterda s|=yew|=yew is|=you $|=you are|=you better|=you couldn|=you didn|=you down
1|=you draw|=you drew|=you find|=you fly|=you get|=you hom|=you just|=you keep|=you know|=you land
1|=you mean|=you not|=you owe|=you paid|=you pres|=you quit|=you re|=you resign|=you risk
1|=you round|=you said|=you sta|=you switch|=you touch|=you upload|=you weigh|=you work|=you wouldn
1|=young|=your|=your #|=your account|=your brother|=your career|=your chart|=your coin
1|=your colleagu|=your credit|=your current|=your dai|=your data|=your debt|=your fac|=your fil
1|=your finger|=your fund|=your heart|=your histor|=your hom|=your id|=your insurer|=your ke
1|=your kid|=your laptop|=your liver|=your loop|=your mone|=your mother|=your mum|=your neighbour
1|=your old|=your oldest|=your onl|=your payment|=your pocket|=your privat|=your profil|=your quota
1|=your record|=your rep|=your screen|=your securit|=your sim|=your stak|=your storag|=your street
1|=your tarif|=your thumb|=your travel|=your way|=zero|=zon|=zon a|@condition|@destructive
1|@not refusing|@skip|body|calm, is|calm, reach|can|care|cost|destroy|falls off|if you|ill|is weak
1|limit|may, you|sanction|short|should not|strong after you|told to, if you|weak ahead
-1|=# :|=# ;|=# ad|=# after|=# am|=# api|=# april|=# as|=# by|=# cm|=# coin|=# da|=# december
-1|=# digit|=# dot|=# error|=# eth|=# eur|=# fail|=# fir|=# fly|=# go|=# gold|=# hom|=# jul|=# kwh
-1|=# mg|=# million|=# minut|=# ml|=# ms|=# of|=# off|=# or|=# sa|=# unread|=# wil|=# with|=# would
-1|=# you|=, add|=, an|=, and|=, any|=, ask|=, batter|=, bring|=, choos|=, clear|=, congratulation
-1|=, dat|=, delet|=, drop|=, error|=, fiv|=, fold|=, friend|=, he|=, isn|=, it|=, las|=, lik
-1|=, mat|=, mor|=, noth|=, one|=, onl|=, open|=, otherwis|=, pres|=, put|=, sand|=, securit
-1|=, send|=, she|=, shrug|=, sir|=, start|=, stil|=, tak|=, ten|=, thre|=, try|=, use|=, user
-1|=, what|=, who|=, whoever|=, with|=, yes|=: $|=: clos|=: how|=: it|=: low|=: mis|=: no|=: non
-1|=: not|=: one|=: thi|=: what|=: writ|=: your|=; cut|=; from|=; just|=; leav|=; no|=; onl
-1|=; pleas|=; that|=; ther|=; thi|=; we|=; you|=^ abs|=^ absolut|=^ against|=^ anyon|=^ attention
-1|=^ backup|=^ bad|=^ beer|=^ befor|=^ bik|=^ blu|=^ board|=^ bot|=^ bulk|=^ burn|=^ by|=^ camera
-1|=^ can|=^ caus|=^ chapter|=^ children|=^ click|=^ cod|=^ compan|=^ count|=^ damag|=^ day|=^ dead
-1|=^ dear|=^ deliver|=^ diagnos|=^ don|=^ dur|=^ either|=^ enjo|=^ enter|=^ error|=^ essa|=^ eu
-1|=^ everyon|=^ financ|=^ fir|=^ firework|=^ first|=^ fiv|=^ fix|=^ fold|=^ form|=^ foxglov
-1|=^ freez|=^ good|=^ hacker|=^ hap|=^ hard|=^ heat|=^ hello|=^ hi|=^ high|=^ hmm|=^ hone|=^ hotel
-1|=^ hous|=^ interest|=^ is|=^ it|=^ just|=^ kil|=^ kubectl|=^ ladybird|=^ lin|=^ liquidation
-1|=^ los|=^ mak|=^ mean|=^ medical|=^ mr|=^ mushroom|=^ my|=^ nam|=^ near|=^ negligenc|=^ new
-1|=^ next|=^ no|=^ oh|=^ oven|=^ park|=^ pas|=^ pick|=^ pictur|=^ pla|=^ pleas|=^ poison|=^ postag
-1|=^ pres|=^ python|=^ rais|=^ reason|=^ referenc|=^ refund|=^ remot|=^ request|=^ rest|=^ root
-1|=^ ros|=^ rust|=^ salt|=^ sam|=^ scammer|=^ scrap|=^ seat|=^ section|=^ send|=^ shar|=^ shark
-1|=^ she|=^ slug|=^ smok|=^ so|=^ somebod|=^ statu|=^ step|=^ strip|=^ summar|=^ talk|=^ tap
-1|=^ thes|=^ tip|=^ too|=^ train|=^ turn|=^ typ|=^ tyr|=^ under|=^ unfortunat|=^ unles|=^ unlock
-1|=^ until|=^ video|=^ vinegar|=^ volum|=^ wasp|=^ wear|=^ week|=^ wel|=^ when|=^ wher|=^ whil
-1|=^ who|=^ withdrawal|=^ worn|=^ would|=a ,|=a basic|=a bot|=a break|=a build|=a button|=a cabl
-1|=a caf|=a cal|=a check|=a chest|=a claim|=a cod|=a coffe|=a cold|=a court|=a credit|=a customer
-1|=a dangerou|=a different|=a drink|=a dry|=a fak|=a featur|=a fifth|=a fir|=a firewal|=a firm
-1|=a fork|=a form|=a formula|=a friend|=a fund|=a gap|=a garden|=a great|=a hard|=a harmles
-1|=a heart|=a hom|=a is|=a jok|=a kind|=a licenc|=a licens|=a lifetim|=a limit|=a list|=a lock
-1|=a look|=a lot|=a mail|=a matter|=a member|=a nail|=a neighbour|=a not|=a panic|=a payment
-1|=a pet|=a photo|=a pictur|=a pinch|=a plan|=a prescription|=a proces|=a pul|=a question|=a quot
-1|=a read|=a reasonabl|=a record|=a reminder|=a rug|=a saf|=a screenshot|=a sever|=a skin|=a slot
-1|=a smart|=a splash|=a sprain|=a sum|=a summar|=a switch|=a tim|=a torn|=a tort|=a train|=a viru
-1|=a visa|=a visit|=a voucher|=a websit|=a wrong|=about|=about it|=about one|=about you
-1|=about your|=abs|=absolut not|=acces to|=account has|=account liv|=account with|=acm|=act for
-1|=activat|=activat it|=add|=add $|=add it|=add the|=addres in|=addres is|=addres need|=addres on
-1|=addres sleep|=admin|=adult|=adult onl|=advic|=advic $|=advis on|=afraid|=after ,|=after a
-1|=after christma|=after two|=again ,|=again on|=against $|=agent|=agent $|=ago and|=agr|=agr $
-1|=agreement|=agreement with|=ahead and|=air $|=air ,|=aisl|=alarm|=alarm and|=album|=album $
-1|=all ,|=all at|=all but|=all by|=all clear|=all fiv|=all it|=all over|=allerg at|=allow to
-1|=alread|=alread $|=although|=alwa|=am|=am $|=among the|=an addres|=an agreement|=an app
-1|=an avalanch|=an ear|=an engineer|=an exception|=an old|=an option|=an order|=and|=and add
-1|=and air|=and are|=and arriv|=and back|=and beyond|=and bring|=and can|=and com|=and cut
-1|=and for|=and has|=and heat|=and hit|=and isn|=and look|=and mov|=and need|=and neither
-1|=and night|=and nobod|=and noth|=and now|=and on|=and overwrit|=and pas|=and pay|=and peopl
-1|=and pres|=and put|=and read|=and rins|=and saf|=and send|=and shown|=and sign|=and stil
-1|=and that|=and thi|=and wax|=and whoever|=and with|=announcement|=another|=answer com
-1|=answer that|=any allerg|=any tim|=anybod $|=anyon $|=anyon can|=anyth abov|=anyth els|=anywa $
-1|=anywher $|=apolog|=apolog $|=app ,|=appear|=appl to|=application has|=appointment|=approval $
-1|=april|=are|=are as|=are built|=are cut|=are hand|=are issu|=are kept|=are mis|=are no|=are off
-1|=are part|=are register|=are reject|=are smal|=are soft|=are switch|=are taken|=are tied
-1|=are under|=area|=aren|=aren t|=argu that|=around|=around #|=arriv ,|=arrival|=arrow|=art|=as a
-1|=as agr|=as for|=as new|=ask $|=ask a|=ask again|=ask to|=ask you|=assistant|=at #|=at eight
-1|=at eleven|=at gat|=at her|=at least|=at password|=at present|=at risk|=at seven|=at you
-1|=attach $|=attachment ,|=attack $|=attempt to|=august $|=author|=autumn ;|=availabl on
-1|=avoid the|=awa after|=awa mod|=awa when|=awa with|=b #|=bab cry|=bab monitor|=back $|=back ?
-1|=back and|=back the|=back thi|=back with|=back within|=backup $|=backup run|=backward|=bad new
-1|=bad weather|=bag ,|=bag is|=baggag|=bail|=balanc ,|=balanc :|=bank ,|=bank that|=bar $|=bark
-1|=basic light|=basket|=batter last|=be ,|=be another|=be break|=be cancel|=be cheat|=be complet
-1|=be correct|=be don|=be get|=be grant|=be in|=be lost|=be not|=be on|=be one|=be shy|=be the
-1|=be undon|=be up|=be with|=beach is|=bean are|=bear sleep|=beat a|=beautiful|=beautiful and
-1|=becaus it|=becaus its|=been|=been charg|=been gon|=been in|=been run|=been test|=beer|=beer to
-1|=befor #|=befor i|=befor that|=beforehand|=beforehand $|=began|=begin|=begin at|=behind that
-1|=belong to|=below $|=below a|=bet|=better $|=better than|=between the|=between them|=between you
-1|=beyond the|=bik|=bil is|=birth|=birth $|=birthda|=birthda ,|=bit the|=black frida|=blank $
-1|=block|=block $|=block ,|=block at|=blood pressur|=blu button|=bob|=bob $|=bod s|=boil water
-1|=book referenc|=book under|=bor|=borrow|=bos may|=bot|=bot $|=both are|=bowl and|=box $|=box are
-1|=brain|=brain $|=brak hard|=break|=break down|=breaker|=breakfast $|=breakfast is|=breastfeed
-1|=brick $|=bridg belong|=bring you|=brought|=budg|=budg $|=bug $|=build $|=build ,|=built for
-1|=bulk|=bur|=burn ,|=burn for|=burn out|=busines|=but one|=but you|=but your|=butter|=button of
-1|=buy $|=by card|=by chat|=by default|=by email|=by hand|=by itself|=by our|=by post|=by rodent
-1|=by themselv|=by us|=by which|=c $|=cabin|=cabl behind|=caf $|=caffein|=cak|=cak is|=cal $
-1|=cal us|=cam back|=cam in|=cam up|=can alwa|=can cancel|=can explain|=can help|=can leav
-1|=can offer|=can use|=can you|=cancel ,|=captain|=car $|=car ,|=car ?|=car that|=caramel
-1|=card can|=card end|=card was|=carv|=cash $|=catalogu|=caus by|=ceiling|=centimetr are|=centr
-1|=central has|=chanc of|=chang it|=chang that|=chang thi|=chang window|=chapter #|=chapter one
-1|=charg is|=charg the|=charter|=chat|=chat $|=cheat|=cheat ,|=check $|=check ,|=check :
-1|=check all|=checker|=chef|=ches|=chew|=chew on|=child|=child ,|=child lock|=chok|=chok on
-1|=choos ,|=christma|=christma is|=church|=cit ,|=claim|=claim against|=claim bonu|=clas|=clas ,
-1|=clean|=clean $|=clear|=clear and|=clear by|=clif|=clif walk|=clock ,|=clos at|=clos on|=cloth
-1|=club|=cm|=coat $|=cod|=cod #|=cod freez|=cod is|=cod that|=coffe|=cold ,|=cold water|=collect
-1|=collect on|=column is|=com by|=com first|=com hom|=com in|=com with|=command|=commit that
-1|=complain|=complain $|=complaint|=complet|=compound|=compound interest|=con|=concern|=condition
-1|=condition is|=confirm $|=confirm for|=congratulation|=congratulation !|=connection
-1|=connection $|=consent|=consider $|=consulat|=consulat in|=contact your|=continu|=contract
-1|=contract $|=contract ,|=contract and|=control|=cooker|=cool|=copper|=copper tap|=copyright
-1|=copyright ,|=corner|=corner $|=correct|=correct $|=cost $|=cost extra|=cost one|=could|=could ,
-1|=could be|=could end|=could leav|=could send|=couldn|=couldn t|=count your|=counter|=counter $
-1|=counter ,|=countr ,|=cours|=court|=court has|=court order|=cover and|=cover off|=cover one
-1|=cover the|=cran|=cream for|=creat|=credit fil|=cry|=current|=customer data|=cut along|=d ever
-1|=d get|=d keep|=d look|=d need|=d never|=d prefer|=d say|=da $|=da in|=da left|=dai|=dai and
-1|=damag $|=damag by|=dark|=dat|=dat and|=dat of|=data|=data $|=daughter is|=day $|=day ?
-1|=deadlin $|=dear sir|=debit|=debit card|=december|=december $|=decision is|=deep $|=default
-1|=degr and|=dela by|=dela on|=delet anyth|=delet fil|=delet from|=delet it|=deletion
-1|=deletion protection|=deliciou|=deliciou $|=deliver tak|=den|=den that|=dens|=depend|=depend on
-1|=deplo $|=deposit in|=deprecat|=deprecationwarn|=describ|=describ the|=desk ,|=desk clos
-1|=destro the|=devic $|=di ,|=di of|=diagnos|=did it|=different|=digit|=digit $|=dim|=disabl
-1|=diseas|=dish on|=displa|=do $|=doctor s|=doctor said|=dog is|=dog may|=dog over|=don $|=don :
-1|=don t|=door ,|=door swing|=dos is|=dot to|=dough|=down|=down $|=down and|=down on|=dr|=drain
-1|=drama|=drama ,|=drawbridg|=driv $|=driv the|=driver s|=driver won|=drop|=drop a|=drop it
-1|=drop packet|=drop the|=drop your|=drug|=dry mouth|=dry run|=dul|=dust|=each|=each ,|=each month
-1|=ear and|=ear check|=earn|=earn #|=earn interest|=earn is|=eat them|=eaten|=edition|=effect wer
-1|=effort|=egg|=egg into|=eight|=eight $|=eight up|=either $|=elbow|=electrician|=eleven $
-1|=eleven ,|=eleven minut|=elm|=els $|=els at|=elsewher|=elsewher $|=email|=email $|=email addres
-1|=embas|=emergenc button|=empt $|=empt ,|=empt ;|=end it|=endpoint|=engineer s|=england $|=engrav
-1|=enjo your|=enough ,|=enough to|=enter the|=entir|=entr is|=error #|=error ,|=escalator|=essa
-1|=eth|=eth ,|=eu central|=eu west|=eur|=euro and|=euro com|=euro for|=even|=even ,|=even after
-1|=even as|=ever do|=ever knight|=ever night|=ever tim|=everyon|=everyon els|=everyon on
-1|=everyth $|=everyth ,|=everyth s|=everyth you|=evidenc|=exampl|=exceed|=exception is|=exclud
-1|=exercis|=exist $|=expect dela|=expir $|=expres|=fabric|=fabric $|=fac ,|=fail|=fail becaus
-1|=fail over|=fail to|=fal outsid|=fami|=far $|=far ,|=father|=favour|=favour $|=fe are|=fee ,
-1|=feed onc|=feed the|=feel|=feel $|=fever is|=few|=fewer|=fewer than|=fibr|=field|=fifth|=fight
-1|=fil in|=fil is|=film is|=film s|=fin|=fin $|=fin ,|=fin and|=fin until|=final $|=financ
-1|=financ said|=find it|=finish $|=fir and|=fir of|=firewal|=firewal drop|=firework|=first day
-1|=first half|=first try|=fit in|=fiv da|=fiv tim|=fix $|=fix for|=fix the|=fl $|=flat :|=flat on
-1|=flight on|=flood|=flood $|=floor and|=flower in|=flown|=fly hom|=fog ,|=folder $|=follow
-1|=follower|=foot $|=for $|=for :|=for adult|=for anyon|=for each|=for ever|=for half|=for me
-1|=for mone|=for our|=for peopl|=for sel|=for six|=for the|=for toda|=for us|=for which|=for you
-1|=for your|=form for|=fort|=fort minut|=four ?|=four da|=four digit|=fourth floor|=foxglov|=fram
-1|=fraud|=fraud $|=fraud alert|=fre on|=freez it|=freez until|=french|=frida $|=frida at
-1|=frida pric|=fridg overnight|=from #|=from abroad|=from eight|=from her|=from noon|=from now
-1|=from thi|=from you|=front $|=frost in|=ful and|=ful by|=ful lyric|=fun|=function return|=fund
-1|=fund are|=further|=fus|=gam from|=gam giv|=gambl|=garden|=gas lin|=gat b|=gat clos|=gav|=gb $
-1|=general information|=generator|=german|=get #|=get at|=get out|=get over|=get turn|=git reset
-1|=giv awa|=giv mor|=giv out|=given you|=go :|=go awa|=go back|=go into|=go on|=go out|=go over
-1|=go to|=goal|=going|=going to|=gon $|=gon down|=gon sinc|=good tim|=got #|=got a|=got in|=grand
-1|=grant $|=grap and|=gras snak|=great $|=green $|=green ,|=grief|=ground|=ground floor|=grown
-1|=grown ups|=guard look|=guest ,|=guest are|=h #|=h befor|=hack|=had $|=half ,|=half and
-1|=half hour|=half past|=half pric|=halt|=hand|=hand off|=handler|=handset|=happen to|=happen when
-1|=hard $|=harm|=harm $|=has #|=has alread|=has clos|=has gon|=has mov|=has never|=has rent
-1|=has run|=has thre|=hat|=hat $|=hav #|=hav $|=hav both|=hav four|=hav look|=hav the|=hav thre
-1|=he d|=he has|=he ll|=he would|=head $|=hear you|=heard|=heart attack|=heart is|=heat|=heav
-1|=hello|=hello jan|=help|=help $|=help with|=her are|=her or|=her the|=hesitat|=hesitat to|=hi
-1|=hi sofia|=hid the|=hidden cost|=hil|=him befor|=him out|=himself|=his soup|=histor is|=hmm
-1|=hmm ,|=hold it|=holder|=hood|=hop|=hot ,|=hot soup|=hotel $|=hotel on|=hour $|=hour a|=hour lat
-1|=hous down|=how do|=how it|=how long|=how man|=how much|=how often|=http|=human|=hur|=hurt
-1|=husband|=hygien|=hygien seal|=i did|=i do|=i explain|=i mad|=i mak|=i saw|=i won|=i writ
-1|=iban is|=ice $|=id|=id and|=identit|=if a|=if anyth|=if the|=if ther|=illegal|=imag|=important
-1|=in again|=in all|=in and|=in august|=in blu|=in ches|=in ear|=in ful|=in good|=in green
-1|=in januar|=in jun|=in leed|=in mid|=in mind|=in no|=in october|=in order|=in person|=in real
-1|=in room|=in row|=in september|=in spr|=in thos|=in tim|=in touch|=in town|=in winter|=in writ
-1|=in your|=index fund|=information|=information ,|=injur|=inn|=insect|=insid the|=instanc
-1|=instanc typ|=instead|=instead :|=instruction|=insur ,|=insuranc pa|=insurer has|=interest mean
-1|=interest on|=invent|=invitation|=is #|=is air|=is all|=is back|=is basic|=is beautiful
-1|=is block|=is caus|=is check|=is clear|=is collect|=is don|=is dry|=is eas|=is exclud|=is expect
-1|=is final|=is fre|=is friend|=is from|=is going|=is gon|=is good|=is half|=is harmles|=is in
-1|=is includ|=is insur|=is it|=is malwar|=is mor|=is normal|=is onl|=is open|=is paid|=is past
-1|=is print|=is privat|=is read|=is refus|=is right|=is sav|=is simp|=is so|=is someth|=is stor
-1|=is switch|=is thrown|=is too|=is vendor|=is verif|=is what|=is work|=is your|=island sleep
-1|=issu|=issu on|=it !|=it at|=it cam|=it cannot|=it click|=it com|=it cost|=it depend|=it do
-1|=it drop|=it end|=it fail|=it from|=it get|=it giv|=it has|=it hold|=it hurt|=it mov|=it no
-1|=it on|=it onc|=it over|=it s|=it sa|=it sta|=it suit|=it tak|=it tast|=it that|=it to|=it twic
-1|=it was|=it wer|=it when|=it wil|=it with|=it you|=item that|=its way|=jan|=jan ,|=januar
-1|=januar $|=job|=job $|=joint account|=jok|=jok $|=jok ,|=jul $|=jun $|=jun ,|=jun the|=just as
-1|=just show|=just to|=ke are|=ke at|=ke for|=ke to|=keep for|=keep your|=kept to|=key in|=kg ,
-1|=kid $|=kil #|=kil about|=kil it|=kind|=king|=kitchen|=kn|=kn ,|=knead|=knead it|=knif|=knif $
-1|=knight|=knot|=know $|=know it|=know that|=knowledg|=knowledg ?|=kubectl|=kwh|=label|=lack
-1|=lack the|=lad|=ladder $|=ladybird|=ladybird eat|=lan|=landlord|=landlord has|=languag|=las
-1|=last frost|=last guest|=last lin|=last month|=last night|=lat ,|=lat ;|=lat entr|=lat father
-1|=lat fee|=lat for|=latecomer|=later :|=later ?|=laugh|=law $|=lawyer|=lawyer $|=leaf|=leaflet
-1|=leaflet sa|=leak you|=least|=leav befor|=leav over|=leav so|=leav thi|=lectur|=leed|=left and
-1|=left is|=left thi|=leg and|=legal advic|=lend you|=les|=lesson|=lesson is|=let|=let you
-1|=letter $|=level|=lever|=liabl for|=lic|=licenc $|=licenc ,|=licenc are|=lifetim|=light wind
-1|=lighthous|=lighthous is|=lik ,|=lik everyon|=lik to|=limescal|=limit|=limit ,|=limit for|=lin $
-1|=lin are|=lin wil|=link is|=liquid|=liquidation|=lisbon|=list is|=list of|=lithium batter
-1|=littl about|=liv ,|=liv is|=liv room|=liv with|=ll blow|=ll find|=ll leav|=ll lik|=ll receiv
-1|=ll refund|=ll see|=ll stil|=loan is|=lob|=local|=lock|=lock for|=lock on|=lock that|=lock your
-1|=login pag|=longer $|=look fin|=look up|=lor|=los ,|=los a|=los your|=lost #|=lot|=lot $|=lot ,
-1|=lov it|=lower than|=lower the|=luck $|=lyric|=lyric are|=m|=m not|=mad the|=mail is|=main
-1|=maintainer|=mak $|=mak up|=maker|=maker of|=malwar|=malwar $|=man you|=mandat|=march and
-1|=mark of|=mas|=match|=maximum|=may|=may #|=may end|=may is|=me ,|=mean a|=mean by|=meat|=medicin
-1|=medium|=meet link|=melt|=member get|=memor that|=mend it|=menu $|=merchant|=messag $
-1|=messag and|=met|=meter $|=meter and|=metric|=mg|=mg $|=middl of|=might lik|=might want|=mil
-1|=mild|=milk $|=min $|=mind ,|=mind if|=minor|=minut|=minut $|=minut after|=minut awa|=mis $
-1|=mis is|=ml|=model|=model :|=moment $|=monda|=monda ,|=monda ;|=monda at|=monda to|=mone out
-1|=mone paid|=mone that|=monitor|=month ,|=month end|=month from|=moon|=mor|=mor $|=mor of|=morn ;
-1|=mos|=most peopl|=mov $|=mov that|=mov the|=mov within|=mr|=ms|=much as|=mulch|=muscl|=museum
-1|=mushroom|=music ,|=must|=must be|=must not|=my hand|=my nam|=my sid|=n|=nail|=nam|=nam are
-1|=nam com|=nam is|=nam on|=nam your|=near ther|=need somebod|=needn|=needn t|=negativ $
-1|=negligenc|=negligenc mean|=neighbour $|=net ,|=nettl|=never cut|=never hav|=never in
-1|=never leav|=never let|=new|=new addres|=new password|=next door|=next year|=nic|=nic $|=nicer
-1|=nicer $|=night is|=nin ,|=ninet|=ninet da|=no $|=no can|=no catch|=no danger|=no extension
-1|=no fibr|=no further|=no hidden|=no known|=no leak|=no limit|=no mor|=no nut|=no on|=no reason
-1|=no result|=no risk|=no setup|=no such|=no that|=no to|=nobod but|=nobod mind|=non $|=noon $
-1|=noon ,|=normal for|=not accept|=not an|=not and|=not ask|=not consider|=not for|=not from
-1|=not get|=not going|=not hav|=not her|=not let|=not open|=not quit|=not run|=not someth
-1|=not support|=not tak|=not taken|=not that|=not with|=not without|=noth els|=noth in|=noth is
-1|=noth until|=noth wrong|=notic is|=now $|=now hav|=now i|=now on|=number ,|=number on|=nut in
-1|=october $|=odd|=of|=of #|=of a|=of an|=of birth|=of colleagu|=of devic|=of each|=of milk
-1|=of paper|=of rain|=of that|=of us|=off after|=off their|=off who|=off with|=offer ,|=offic add
-1|=offic open|=offlin|=often you|=oh no|=ok $|=old|=old one|=on #|=on again|=on any|=on main
-1|=on my|=on one|=on our|=on pag|=on sinc|=on sit|=on sunda|=on them|=on thi|=on thursda|=on to
-1|=on tuesda|=on us|=on without|=onc|=onc ;|=onc upon|=onc you|=one and|=one basket|=one can
-1|=one end|=one ever|=one flat|=one in|=one instead|=one is|=one night|=one s|=one sid|=one work
-1|=onl ,|=onl admin|=onl for|=onl friend|=onl open|=onl the|=onl two|=onlin|=onlin $|=onto a
-1|=open #|=open again|=open at|=open ever|=open hour|=open on|=open til|=open with|=opponent|=or a
-1|=or anywher|=or by|=or in|=or no|=or not|=or rather|=orang|=order :|=order ?|=order is
-1|=order over|=order to|=other ,|=other peopl|=other tenant|=other wil|=otherwis ,|=otherwis the
-1|=our|=our book|=our firm|=our polic|=out $|=out ,|=out :|=out by|=out dai|=out is|=out sinc
-1|=out ther|=out to|=out until|=outag|=output|=outsid what|=oven|=over ,|=over christma|=over fort
-1|=over them|=over to|=overdraft|=overnight|=overnight ,|=own $|=own ,|=owner|=owner of|=oxygen
-1|=pa|=packet|=pag $|=paid off|=paid out|=paint ,|=paint is|=paint the|=panel|=panel $|=panic
-1|=paper ,|=paper in|=parameter|=parameter :|=parcel cam|=parent|=parent $|=parental
-1|=parental leav|=park $|=part ,|=part i|=part is|=part of|=pas $|=pas on|=passport|=passport desk
-1|=password are|=past the|=pasta|=patient|=paw|=pay a|=pay at|=pay the|=pay yourself|=payment was
-1|=payslip|=penalt is|=peopl a|=peopl cal|=peopl notic|=peopl over|=peopl s|=percent $|=perform
-1|=perform $|=perhap|=permit is|=person who|=person would|=phish|=phon sta|=photo ,|=pick it
-1|=pick the|=pictur|=pigment|=pinch of|=pip and|=pla|=pla it|=plac|=plac for|=plagiarism|=plan $
-1|=plan ,|=plan are|=plan has|=plant|=plaster|=plasterboard|=platform $|=player|=pleas add
-1|=pleas bring|=pleas confirm|=pleas contact|=pleas don|=pleas rep|=pleas tel|=pleas upload
-1|=pleas verif|=pleasur|=pleasur $|=plug in|=pm $|=pod|=point $|=point of|=polic|=polic number
-1|=polish|=pompei|=pon|=pool|=pool $|=pool has|=pool in|=pool is|=port your|=possibl|=possibl $
-1|=possibl at|=postag|=postag is|=postcod|=pot|=pre|=pre exist|=prefer|=prefer not|=premium
-1|=pres sav|=pres the|=present ,|=pressur cooker|=pressur tablet|=pretend|=pretend to|=pric ,
-1|=pric are|=pric drop|=pric fal|=pric is|=primar|=print on|=print what|=privat|=privat ;|=priz
-1|=problem|=profil|=profil is|=promis|=prompt $|=protocol|=provid|=public api|=pul is|=pul the
-1|=push straight|=push to|=put that|=python|=quarter $|=quarter point|=quarter turn|=queu ,
-1|=quiet $|=quot ,|=quotation|=rac condition|=railwa|=railwa ,|=rain|=rais|=rais it|=ran #
-1|=ran out|=rang|=rang $|=rash|=rat back|=rather not|=rd $|=re ask|=re at|=re awa|=re good|=re his
-1|=re lat|=re log|=re paid|=re stuck|=re ther|=re two|=re wel|=reach the|=reach you|=reaction
-1|=read and|=read at|=read from|=read their|=read when|=reason|=reason :|=reasonabl
-1|=reasonabl person|=receipt ?|=receipt if|=receiv the|=record $|=record of|=recover|=red $
-1|=reduc the|=refil|=refil left|=refund the|=refus to|=register in|=reject :|=remember that
-1|=reminder|=remot acces|=remov a|=reopen|=reopen it|=rep $|=rep with|=repair|=repair $|=repeat
-1|=replac|=replica $|=repo $|=report is|=request $|=request ,|=reset|=reset it|=reset your|=rest a
-1|=rest for|=rest is|=restriction|=result $|=return #|=return ?|=return the|=review was|=reviewer
-1|=ric|=rid $|=rider|=right ,|=rim|=ring you|=rins it|=ris|=risk|=risk :|=risk is|=risk of|=rn
-1|=roam|=roam in|=roast|=robber|=rodent|=rodent is|=rol :|=room ,|=room for|=room with|=root ke
-1|=ros by|=rug pul|=rul $|=rul let|=run for|=run the|=run through|=run until|=rush $|=s $|=s ,
-1|=s all|=s alread|=s at|=s clear|=s data|=s debt|=s ful|=s green|=s hard|=s harmles|=s illegal
-1|=s it|=s lat|=s mis|=s my|=s nam|=s not|=s off|=s one|=s perfect|=s quiet|=s read|=s real
-1|=s right|=s stamp|=s stolen|=s the|=s ther|=s two|=s what|=s why|=s word|=s written|=s zero
-1|=sa ,|=sad|=saf for|=saf open|=said $|=said no|=sam $|=sam even|=sam for|=sanction
-1|=sanction list|=sand it|=sandbox|=sank|=sat|=sat in|=saturda|=sav #|=sav ,|=sav your|=saving
-1|=say|=say so|=scanner|=scarf|=school ,|=scop|=scrap|=screw|=se no|=sea $|=seal is|=seat|=seat #
-1|=seat in|=second half|=second look|=securit patch|=see and|=sel it|=sel item|=sel you|=sel your
-1|=send a|=send them|=send you|=sens|=sentenc $|=september|=serv|=servic $|=set $|=set for
-1|=set your|=setting|=setting $|=setting ,|=settl|=setup|=setup fee|=seven|=sevent|=sever|=shadow
-1|=shak his|=shal|=shar $|=shar ,|=shar your|=shark kil|=sharp|=sharp and|=she|=she has|=she ll
-1|=shed|=shel|=ship to|=shop $|=shop ,|=shop clos|=short for|=shorter|=should be|=should i
-1|=should stop|=show|=show $|=show you|=shown|=shrug ,|=shy|=sick ,|=sick leav|=sid effect|=sign $
-1|=sign him|=sign off|=sign two|=sign up|=signal $|=signatur|=signatur $|=sinc|=sinc march
-1|=sinc may|=sinc the|=sing|=singl|=sir|=sir ,|=sit $|=sit for|=sit in|=six ,|=six and|=sixt
-1|=siz ,|=siz :|=skin typ|=sleep $|=sleep ,|=sleep for|=sleep in|=sleep up|=sleep wel|=slic
-1|=slic it|=smal amount|=smal print|=smaller|=smart|=smart meter|=smel it|=smel of|=smil|=smil at
-1|=so from|=so not|=so on|=so she|=so switch|=so the|=so ther|=so thi|=so toda|=so we|=soap|=sofa
-1|=sofia|=sofia ,|=soft|=soil|=soil $|=sol|=sold to|=solv|=som|=somebod|=somebod may|=somebod over
-1|=someon|=someth els|=someth onl|=sor ,|=sor the|=sort $|=sound lik|=soup|=soup $|=sp thi|=spa
-1|=spac|=speak|=speak to|=speak with|=specif|=spel is|=spider|=splash of|=split it|=spoil|=spoken
-1|=spot the|=sprain|=squeak|=sta|=sta $|=sta lock|=sta on|=sta out|=stamp $|=stand charg|=stand in
-1|=standard|=standard one|=star|=start|=start the|=start without|=statement $|=station
-1|=station hav|=statu|=stead|=step #|=stick to|=stil be|=stil under|=sting|=stir ,|=stop $
-1|=stop being|=stop me|=stop thi|=stor|=stor about|=storm pas|=straight in|=straight to|=street ,
-1|=strip the|=strok|=stuck|=stuck ,|=stud|=stuf|=such|=sugar|=sugar and|=suit you|=summer ,|=sun $
-1|=sun ,|=sunda ,|=sup|=sup $|=sur that|=surnam|=surpris|=suspend|=swap|=swap the|=swel|=switch $
-1|=t a|=t abl|=t add|=t among|=t app|=t beat|=t bring|=t clos|=t count|=t cover|=t cros|=t exist
-1|=t far|=t forget|=t get|=t go|=t hesitat|=t includ|=t issu|=t it|=t los|=t min|=t mov|=t open
-1|=t permit|=t possibl|=t see|=t send|=t sta|=t sting|=t want|=t work|=tab ,|=tabl ,|=tabl s
-1|=tablet ?|=tailor|=tak about|=tak anyth|=tak card|=tak mor|=tak off|=tak them|=tak two|=taken
-1|=taken as|=taken on|=talk to|=tantrum|=tap|=tast|=tast better|=tax number|=teeth|=tel somebod
-1|=ten ,|=ten da|=ten loan|=term $|=test $|=test cover|=test fail|=test read|=test you|=text into
-1|=than befor|=than that|=thank for|=thank you|=that addres|=that car|=that chair|=that claus
-1|=that could|=that d|=that dos|=that email|=that everyth|=that featur|=that happen|=that index
-1|=that instanc|=that it|=that liv|=that moment|=that mov|=that much|=that no|=that onl
-1|=that order|=that pool|=that question|=that report|=that sentenc|=that somebod|=that spread
-1|=that stil|=that tak|=that the|=that ther|=that thi|=that up|=that week|=that your|=the acid
-1|=the amount|=the answer|=the app|=the appl|=the appointment|=the attachment|=the attempt
-1|=the author|=the baggag|=the bal|=the basil|=the batter|=the bean|=the bel|=the blad|=the bod
-1|=the book|=the branch|=the butter|=the caf|=the cal|=the candl|=the captain|=the chang
-1|=the children|=the clas|=the claus|=the clif|=the clock|=the club|=the coat|=the com
-1|=the consulat|=the contract|=the corner|=the counter|=the court|=the crash|=the cream|=the cros
-1|=the cut|=the decision|=the dent|=the do|=the dough|=the drawbridg|=the driver|=the drop
-1|=the ear|=the egg|=the embas|=the emergenc|=the engin|=the engineer|=the entir|=the escalator
-1|=the even|=the exact|=the exit|=the fee|=the fil|=the flash|=the food|=the four|=the fram
-1|=the fraud|=the function|=the garden|=the good|=the gpl|=the green|=the ground|=the hav
-1|=the holder|=the hotel|=the hous|=the hygien|=the import|=the incom|=the inn|=the insurer
-1|=the job|=the joint|=the ke|=the kitchen|=the lamp|=the landlord|=the leaflet|=the leak
-1|=the leas|=the lid|=the lighthous|=the limit|=the lob|=the log|=the lower|=the main|=the maker
-1|=the mandat|=the meet|=the menu|=the mix|=the most|=the museum|=the music|=the network|=the new
-1|=the nois|=the normal|=the number|=the offic|=the onl|=the open|=the original|=the output
-1|=the owner|=the packet|=the pain|=the panel|=the paper|=the parcel|=the password|=the pasta
-1|=the patch|=the patient|=the payment|=the period|=the person|=the pod|=the postcod|=the pot
-1|=the printer|=the problem|=the product|=the protocol|=the queen|=the question|=the railwa
-1|=the rang|=the read|=the receiv|=the replica|=the report|=the result|=the ric|=the rider
-1|=the right|=the risk|=the ros|=the row|=the saving|=the say|=the scar|=the scratch|=the screen
-1|=the script|=the seal|=the serial|=the set|=the sevent|=the show|=the sim|=the slip|=the sofa
-1|=the soil|=the spa|=the sta|=the standard|=the stitch|=the stock|=the stomach|=the stor
-1|=the subject|=the sugar|=the surfac|=the surger|=the system|=the tank|=the ticket|=the tim
-1|=the timer|=the titanic|=the transfer|=the trial|=the turn|=the upgrad|=the v|=the vaccin
-1|=the valv|=the van|=the video|=the view|=the villain|=the volcano|=the volum|=the warn|=the wash
-1|=the water|=the waterfal|=the weather|=the wed|=the week|=the wer|=the west|=the wil|=the win
-1|=the winter|=the witnes|=the wolf|=their|=their knowledg|=their public|=their term|=them ,
-1|=them as|=them awa|=them back|=them for|=them in|=them on|=then|=then he|=ther a|=ther isn
-1|=ther ll|=therapist|=thi :|=thi addres|=thi cak|=thi can|=thi chat|=thi decision|=thi far
-1|=thi gam|=thi is|=thi later|=thi month|=thi offic|=thi pag|=thi request|=thi room|=thi season
-1|=thi ship|=thi tim|=thi up|=thick ,|=thiev|=thing $|=third floor|=thirt|=thos fil|=thos who
-1|=though ,|=thre peopl|=thre thing|=thre voucher|=threaten|=through the|=throw $|=throw a|=thu
-1|=tick $|=ticket ,|=ticket are|=ticket at|=ticket isn|=tied in|=tied to|=tim $|=tim ?|=tim a
-1|=tim for|=tim to|=timer|=tin|=tip $|=titanic|=to add|=to an|=to appear|=to bob|=to both
-1|=to build|=to charit|=to dry|=to eight|=to enter|=to everyon|=to frida|=to hear|=to her|=to hid
-1|=to his|=to includ|=to it|=to kil|=to know|=to leav|=to los|=to mak|=to noth|=to offer|=to other
-1|=to pas|=to pay|=to perform|=to prod|=to pul|=to say|=to show|=to six|=to sp|=to stand|=to tel
-1|=to that|=to try|=to verif|=to wait|=to writ|=toda and|=toda you|=together $|=together with
-1|=token lack|=told us|=tomorrow morn|=tomorrow you|=too high|=too hot|=too low|=took|=took the
-1|=tool $|=top right|=topic|=torn|=tort|=tort is|=total|=touch with|=touch you|=trac|=track
-1|=traffic|=train and|=train is|=train was|=transaction $|=transfer|=transfer $|=travel|=treasur
-1|=treat $|=trial :|=trial end|=trip $|=try $|=try the|=tue|=tuesda $|=tumour|=turn $|=turn that
-1|=turn the|=twic|=twic and|=two $|=two account|=two approval|=two block|=two factor|=two ke
-1|=two of|=two other|=two wa|=two week|=typ thi|=typ yes|=tyr hav|=unabl|=unabl to|=under contract
-1|=under copyright|=under it|=under load|=under setting|=under your|=understand|=understand that
-1|=underwear|=undon|=unfortunat|=unlimit cal|=unlock|=unread|=until #|=until it|=until jun
-1|=until monda|=until six|=until the|=until two|=until your|=untouch|=unusual|=up #|=up ,|=up :
-1|=up a|=up again|=up at|=up from|=up thi|=up toda|=upload the|=upon|=upon a|=upright|=us|=us in
-1|=us on|=us the|=usd|=use a|=use them|=use up|=used #|=used up|=user $|=usual|=vaccin|=valid $
-1|=valid for|=valu|=valueerror|=valv|=van|=vanish|=vanish $|=vanish with|=vault $|=ve|=ve #
-1|=ve been|=ve given|=ve left|=ve met|=ve paid|=ve used|=verif your|=version is|=video isn
-1|=view is|=villain|=visit|=volatilit|=volcano|=voucher in|=vulnerabilit|=wa to|=wait for
-1|=wait until|=wal $|=walk|=walk to|=want is|=want it|=warm and|=warm water|=warn is|=warn the
-1|=warning|=was a|=was about|=was clear|=was clos|=was from|=was gon|=was not|=was releas
-1|=was your|=wash machin|=wasn|=wasn t|=watch the|=water $|=water ,|=water and|=water is|=waterfal
-1|=waterproof|=wax|=way up|=we d|=we hav|=we keep|=we send|=we ve|=we wil|=weather|=weber|=weber $
-1|=wed|=weed|=week #|=week ,|=weekend|=weight|=wel|=wel mark|=went awa|=west|=what a|=what do
-1|=what i|=what it|=what mak|=what the|=what to|=what ton|=what would|=when|=when a|=when somebod
-1|=whenever you|=wher a|=wher i|=wher thi|=wher you|=whether he|=which|=which of|=which one
-1|=which your|=whisk|=who are|=who need|=whoever own|=whol chapter|=why the|=why you|=wid
-1|=wil cost|=wil get|=wil not|=wil to|=win ,|=wind $|=window :|=wing|=wing $|=winter|=winter tyr
-1|=wip ever|=wir|=with $|=with a|=with an|=with another|=with breakfast|=with forc|=with four
-1|=with other|=with pleasur|=with thes|=with water|=with your|=within a|=within two|=without an
-1|=without the|=without their|=won $|=word $|=word :|=word on|=work $|=work ?|=work council
-1|=work day|=work out|=world $|=worm|=worn sho|=wors :|=worst is|=worth it|=would $|=would break
-1|=would mak|=writ at|=writ it|=written $|=written by|=wrong one|=wrot $|=xp|=y|=year ;|=year and
-1|=year on|=yes $|=yes ,|=yes to|=you|=you and|=you answer|=you aren|=you ask|=you back|=you be
-1|=you borrow|=you bring|=you burn|=you cal|=you choos|=you com|=you d|=you did|=you don|=you drop
-1|=you fre|=you go|=you hand|=you hav|=you lift|=you liv|=you mak|=you might|=you needn|=you noth
-1|=you now|=you on|=you order|=you ran|=you read|=you say|=you sent|=you slic|=you smel|=you start
-1|=you think|=you through|=you tomorrow|=you turn|=you used|=you with|=you won|=your ,
-1|=your application|=your back|=your bid|=your bod|=your cam|=your card|=your cas|=your cat
-1|=your chang|=your claim|=your cod|=your dat|=your doctor|=your email|=your far|=your favour
-1|=your firm|=your friend|=your identit|=your job|=your kn|=your landlord|=your last|=your lat
-1|=your left|=your meter|=your model|=your mortgag|=your next|=your no|=your opponent
-1|=your overdraft|=your parcel|=your photo|=your plac|=your plan|=your polic|=your post|=your read
-1|=your refund|=your region|=your request|=your rol|=your room|=your seat|=your shar|=your sid
-1|=your statement|=your tabl|=your tax|=your trial|=your wif|=your work|=yourself|=zero $|@did
-1|@idiom|@need|@sorry|calm, can|calm, you|denied, denied harm|good|is|only was|was|weak after you
-2|=! $|=# fil|=# is|=# october|=# point|=# s|=,|=, ,|=, about|=, as|=, but|=, don|=, go|=, if
-2|=, in|=, keep|=, so|=, sor|=, then|=, ther|=, two|=, under|=, wher|=, wip|=, you|=: #|=: about
-2|=: you|=; noth|=; the|=; your|=?|=? $|=^ a|=^ add|=^ application|=^ backdat|=^ both|=^ child
-2|=^ cop|=^ dog|=^ draft|=^ drop|=^ dry|=^ forc|=^ gas|=^ gift|=^ her|=^ idea|=^ most|=^ onl
-2|=^ our|=^ paracetamol|=^ phish|=^ retr|=^ rol|=^ secret|=^ see|=^ som|=^ swap|=^ tak|=^ the
-2|=^ toda|=^ try|=^ whether|=^ which|=^ work|=a and|=a bil|=a black|=a fus|=a good|=a hundr
-2|=a login|=a minut|=a parent|=a password|=a poison|=a review|=a singl|=a stand|=a stop|=a tax
-2|=a trad|=a word|=a year|=about #|=about two|=accept $|=account|=account was|=act|=add a|=adviser
-2|=after four|=after the|=again|=alert|=all $|=all ther|=among|=an overdraft|=and driv|=and is
-2|=and last|=and sta|=and turn|=and wil|=and won|=another one|=answer to|=any mor|=anyth s
-2|=anywher|=api|=app $|=appl|=are for|=are paid|=argu|=arrival :|=as an|=as ever|=ask whether
-2|=at any|=attach|=authentication|=availabl|=awar|=awar that|=b|=back after|=backdat|=backdat the
-2|=basil|=be $|=be awar|=be fraud|=be no|=be read|=be ther|=beat|=befor departur|=befor may
-2|=bil isn|=bin for|=bit of|=black|=blad|=blad $|=board ,|=bod|=box is|=branch|=break the
-2|=bring it|=bring your|=broken $|=built|=but the|=by #|=caf|=cal ,|=cal for|=cam|=cam from|=can ,
-2|=can chang|=can hav|=can t|=canal|=canal $|=cancel befor|=card ,|=cas is|=caus|=central|=charg $
-2|=charg you|=cheaper|=check|=check in|=choos|=circuit|=clas are|=classic|=click $|=clock go
-2|=clos it|=cloud|=cloud $|=cold $|=com ,|=com back|=com on|=compan|=complet $|=conversation
-2|=cost #|=could you|=crack a|=crash of|=cream|=crust|=current account|=current through|=d ask
-2|=d rather|=d sav|=d sooner|=d tak|=d tel|=d want|=damag|=dangerou|=day of|=day off|=deal $
-2|=debt on|=decision|=declin|=degr $|=dela|=deliver|=departur|=deposit of|=desk|=dessert|=do|=do ,
-2|=do the|=do you|=doctor|=door is|=doubl ?|=down by|=dragon|=drain $|=drink ,|=driver|=drop in
-2|=dry|=eat greenf|=either|=els|=empt|=end at|=engineer|=england|=enter|=enter your|=entranc
-2|=error|=eu|=even if|=even to|=ever $|=experienc|=factor authentication|=fak|=fal|=fal below
-2|=featur|=fee is|=fel|=fil $|=film|=firm|=first :|=fiv $|=fix|=flight s|=flower|=fold|=fold it
-2|=folder|=for #|=for thos|=for twent|=for what|=forc|=found|=found in|=from me|=from your|=fry
-2|=function|=fus melt|=gambl ,|=get better|=get from|=get it|=get mor|=get on|=get the|=get too
-2|=glas ,|=go ahead|=goal $|=gold|=gold $|=gon for|=gon in|=good new|=grad|=greenf|=guid|=hacker
-2|=hand out|=hand that|=hap|=hard|=has been|=has non|=heart|=heat $|=her|=high ,|=him|=hot water
-2|=hour and|=i|=i could|=i had|=i see|=i ve|=idea ,|=if one|=in ,|=in chapter|=in england|=in may
-2|=in thi|=in under|=in without|=insuranc|=interest is|=invention|=investor|=is $|=is between
-2|=is book|=is broken|=is confirm|=is for|=is fort|=is left|=is lock|=is mone|=is noth|=is steep
-2|=is taken|=is the|=is to|=is wher|=it back|=it break|=it should|=it smel|=it work|=its|=its own
-2|=itself $|=just the|=kant|=ke|=keep in|=keep out|=keep the|=key on|=key to|=keyboard|=kne
-2|=knif is|=last four|=last thre|=leav $|=leav at|=leav is|=left ,|=left with|=lend|=let s|=light
-2|=light ,|=lik you|=limit to|=lin|=lin is|=link $|=liv $|=liv in|=ll|=ll stop|=loan|=lock ,
-2|=log $|=look ,|=look out|=lost|=low ,|=mad of|=mak sur|=manager|=may ,|=may put|=me $|=mean you
-2|=melt when|=menu|=meter|=meter read|=million|=million in|=million year|=mind $|=mind that
-2|=minut ,|=minut is|=mone $|=month $|=month is|=mor ,|=mor on|=morn and|=mov|=movement
-2|=muscl grow|=music|=myth|=near|=need|=need to|=need two|=never|=never been|=never stop|=new $
-2|=new :|=new on|=new one|=next bil|=next day|=no ,|=no claim|=no data|=no experienc|=no longer
-2|=no penalt|=nobod can|=nobod els|=normal|=not in|=not touch|=notic a|=number of|=nurs|=of his
-2|=of peopl|=of them|=off for|=old ,|=old injur|=on frida|=on ice|=on its|=one ,|=one :|=one ;
-2|=one back|=one for|=one to|=one you|=onl|=onl one|=open to|=option|=or at|=or without|=order
-2|=order number|=otherwis|=out ;|=out on|=out the|=over chat|=overdraft is|=overnight and|=pa $
-2|=pag|=paid a|=paragraph|=parcel|=parcel s|=park cost|=part|=passport $|=pay anyth|=payment s
-2|=peopl $|=permit|=person|=pet|=phish is|=phon $|=photo are|=pla $|=plan|=point ,|=ponzi
-2|=ponzi schem|=pop in|=porto|=post $|=present|=pric $|=print|=print ,|=proces|=profil $|=prompt
-2|=put it|=queen|=question in|=quiet|=radiator|=rain is|=random|=re in|=re not|=read in|=read your
-2|=receiv|=recip|=referenc|=refus|=refus you|=request|=room|=ros and|=row $|=run out|=s cancel
-2|=s just|=s liabl|=s mor|=s non|=s out|=s short|=s too|=s wher|=sa that|=say $|=scar|=sea ,|=seal
-2|=seat is|=secret in|=section|=section #|=see|=see you|=seem|=seen in|=serial|=serial number
-2|=session|=set a|=set it|=shark|=shelv|=shelv ,|=sho|=sho don|=short|=short ,|=should|=sick|=sid
-2|=sid ,|=simpl|=six year|=sleep|=slot open|=slower|=so her|=so i|=so let|=so read|=someon s
-2|=someon who|=someth i|=sooner|=sooner not|=sp $|=spel|=spr|=spr $|=spread them|=sta the|=steel
-2|=stil ther|=stock|=street $|=sum|=sum that|=summar|=support|=support $|=sur to|=t allow
-2|=t availabl|=t bother|=t com|=t fit|=t hand|=t hav|=t lock|=t peel|=t sel|=t someth|=t stir
-2|=tak $|=tak the|=talk|=tax|=tax adviser|=taxpayer|=team|=tel me|=ten hour|=terrac|=test|=th is
-2|=than last|=thank|=that ,|=that all|=that com|=that go|=that isn|=that jok|=that keep
-2|=that number|=that point|=that s|=the bank|=the bar|=the best|=the blind|=the cak|=the card
-2|=the circuit|=the cit|=the classic|=the could|=the countr|=the cover|=the crust|=the dead
-2|=the deal|=the doctor|=the door|=the dragon|=the dust|=the eu|=the film|=the flight|=the forc
-2|=the gambl|=the glas|=the go|=the heart|=the heat|=the kid|=the law|=the light|=the link
-2|=the nurs|=the nut|=the old|=the order|=the park|=the pip|=the public|=the radiator|=the room
-2|=the rul|=the scor|=the second|=the server|=the should|=the stain|=the third|=the thre|=the trol
-2|=the vault|=the world|=the worst|=them|=ther $|=ther at|=ther but|=ther on|=ther s|=thi account
-2|=thi year|=thing i|=through $|=thursda $|=tied|=to #|=to be|=to delet|=to do|=to main|=to see
-2|=to tak|=to thre|=to you|=tomorrow $|=too|=too lat|=touch prod|=town $|=trad $|=train|=train you
-2|=trainer|=trol|=tuesda|=turn awa|=turn left|=twic $|=twic a|=two minut|=up to|=upload is|=us and
-2|=vault|=ve never|=vendor|=video $|=voltag $|=wa|=wait at|=wak up|=way it|=we|=wear|=wed $
-2|=what he|=when you|=whether the|=why|=wif|=wil ask|=wil kil|=wil need|=wip them|=with everyth
-2|=with his|=with or|=with thi|=without your|=wolf|=wor|=work from|=world|=would be|=would hav
-2|=would need|=would you|=writ ,|=wrong with|=yes|=you clos|=you lost|=you run|=you sav|=you set
-2|=you that|=you use|=you want|=you wil|=your $|=your addres|=your car|=your hand|=your is
-2|=your licenc|=your mind|=your nam|=your new|=your order|=your password|=your ticket|=your trip
-2|=yourself $|@mild|@trailing denial|@unreal|defines, you|denied harm|headed|makes it so, you
-2|question|reports|until when, you|we did|would have
-3|=!|=# #|=# may|=, a|=, ever|=, just|=, we|=; it|=^ even|=^ how|=^ keep|=^ let|=^ look|=^ noth
-3|=^ sor|=^ thre|=^ your|=a littl|=a thing|=a week|=all|=and i|=and never|=and walk|=any|=as you
-3|=ask|=ask about|=at all|=at first|=at ten|=be #|=be as|=be fin|=blu|=bother|=breakfast|=burn #
-3|=button|=can be|=careful reader|=cent $|=chang a|=claus|=cod and|=cold|=cover|=cut the|=d lik
-3|=danger $|=di|=door $|=dot|=end ,|=end on|=enjo|=even $|=fe|=fresh $|=given|=happen|=has one
-3|=hav to|=her s|=host|=hour befor|=how the|=i can|=i ll|=i m|=idea|=is due|=is low|=is strong
-3|=it cool|=it off|=itself|=join ,|=jun|=kil|=last #|=law|=leav it|=let it|=licenc|=lid $|=lik it
-3|=list|=littl|=ll get|=login|=longer|=lower|=may $|=mean that|=mind|=morn|=most|=next round
-3|=night and|=nin|=nobod get|=nut|=october|=onc a|=onl a|=oven for|=paid|=pas|=prescription|=ran
-3|=rather|=reader|=reader wil|=reject|=remain|=rest|=right $|=ros|=rul|=run ever|=s les|=sa $
-3|=scammer|=schem|=scor|=scratch|=see the|=she s|=sign in|=smok|=sp|=stain|=start with|=stir
-3|=strong $|=t chang|=t need|=tak one|=than you|=that :|=that a|=that get|=the back|=the cat
-3|=the key|=the lin|=the morn|=the receipt|=the ve|=the window|=them and|=them with|=thi one
-3|=thos are|=through it|=ticket|=to $|=trust|=try|=until|=used|=view|=we ll|=what|=when the
-3|=whether|=who can|=who s|=wil be|=wil do|=you ,|=you may|=your has|=your head|=your token|@blunt
-3|@passive|because|ends well
-4|=# at|=: the|=^ check|=^ to|=attack|=be charg|=blow|=chapter|=for that|=fre $|=gon|=got|=her $
-4|=i don|=is at|=join|=liv|=lov|=penalt|=question|=s gon|=t on|=that $|=that way|=that would
-4|=the box|=to ask|=to get|=video|=went|=you can|=you lik|@past|reassures|reassures, you
-5|=^ could|=a bit|=it doesn|=me|=round $|=so that|=tak a|=that you|=was|@first|@withholds|defines
-5|no harm
-6|=off ,|@declines|@says no|you can
-7|self
-8|@impersonal|@told
-15|always
"""
