"""The points for and against a warning, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
11|@marked
10|@standing
9|@cost|@says
8|@final|@unfit
7|@threat
6|=^ onc|=bottl|=bridg|=ladder|=that|=thos|=whol|@consequence|@forbids|@harm|lacking|told not to
5|=^ warn|=awa from|=car|=disk|=euro $|=in ther|=is how|=mix|=rat|=thread|=toddler|=ur|=wet
5|=what you|=wind|=you typ|@loss|@noted|advised to take care|into other hands|not fit for|so do
5|told to take care
4|=# a|=, pleas|=^ better|=^ half|=^ one|=^ with|=a cat|=a paper|=about to|=all your|=and you
4|=backup|=bad|=bank|=becom|=befor you|=blood thinner|=burn $|=chain|=cheap|=commit|=db|=dead
4|=doubl|=edg|=fiv|=for good|=grow|=heater|=hospital|=hot|=hot !|=in a|=in them|=is bad|=is dead
4|=it and|=it go|=leak|=loos|=metr|=my friend|=now|=on that|=or you|=out|=parrot|=parrot $
4|=read the|=real|=reversibl|=round|=sa he|=sleev|=so leav|=socket|=swallow|=tabl|=tak your
4|=the bench|=ther|=thinner|=token|=tonight|=torch|=underneath|=ver|=want|=whatever|=whil
4|=with that|=without|=you post|=you ve|@are you sure|@do not|@may harm|delicate|do it and|final
4|good, denied|loss|whoever may
3|=# h|=# km|=# on|=# p|=, at|=, both|=, els|=, even|=, includ|=, ur|=^ cal|=^ dud|=^ ever|=^ fre
3|=^ he|=^ left|=^ lil|=^ low|=^ merg|=^ repl|=^ someon|=^ tel|=^ thi|=^ thos|=^ use|=^ water
3|=^ wind|=a child|=a dol|=a night|=a one|=a toddler|=a torch|=adapter|=after|=afternoon|=afterward
3|=against|=against the|=all of|=along|=also tak|=and no|=and so|=and ther|=answer the|=are clos
3|=ask your|=at thi|=awa|=bang|=be a|=be abl|=bench|=bend|=bit $|=bos|=bos $|=botulism|=bowl
3|=bridg $|=build up|=bundl|=but it|=buy|=by then|=cabl|=can read|=cel|=chain is|=chair is
3|=check the|=chicken|=client s|=clos to|=coin|=com out|=contact|=contain|=cop|=count as
3|=cover doesn|=crumbl|=custom|=dead $|=delet the|=deplo on|=dev|=dol|=dud|=els it|=end $|=end of
3|=envelop|=ever one|=everybod|=eye|=first ,|=fiv year|=for fiv|=for thre|=ford is|=four|=friend
3|=from outsid|=front of|=garag|=get one|=gift|=giv|=glas in|=go at|=go up|=got four|=grap|=gum
3|=harmles|=head ,|=hedgehog|=histor|=honest|=hydrogen|=if|=if i|=in that|=internet|=into a
3|=it could|=it look|=jellyfish|=key is|=kidne|=km|=km $|=last|=leav you|=lift|=lik a|=lik that
3|=lil|=lin ?|=ll break|=ll turn|=look|=look lik|=luggag|=lying|=madam|=madof|=mak|=may look|=mean
3|=mean #|=mic|=midnight|=moment you|=mone|=month of|=mov in|=neck|=neck $|=no backup|=no undo
3|=not $|=number is|=of your|=off|=off by|=often|=oh ,|=old $|=on $|=on a|=outsid|=over $
3|=packag has|=paper|=park|=past|=path|=peanut|=peopl hav|=permission|=petrol|=pil|=pleas $|=plug
3|=pocket|=post|=pressur $|=principal|=public|=push|=put|=react|=rear|=registration|=renew|=rewrit
3|=road|=roof|=s #|=s anyth|=s in|=sa|=sa #|=saf|=saf $|=sauc|=say #|=seen the|=sensor|=sent|=set ,
3|=she d|=skip|=sleep on|=slid|=soot|=start $|=strong|=swim|=t ,|=t sav|=tab|=taken back|=tent
3|=that bridg|=that end|=that heat|=that sta|=the addres|=the application|=the cas|=the charg
3|=the client|=the last|=the ll|=the other|=the road|=the root|=the token|=the want|=the whol
3|=ther car|=thi|=thousand|=thumb|=thumb $|=to a|=to keep|=to me|=to send|=to sleep|=top|=tre
3|=tripl|=unproces|=unproces $|=user|=ve seen|=void|=water|=way|=we can|=wear the|=weigh
3|=wer written|=when it|=whil you|=window|=with it|=wood|=wrong|=you ?|=you onl|=you to|=you wait
3|=your bank|=your contact|=your mic|=your own|bad|before|doing it|harm|risky deed|so much
3|strong ahead|strong for the frail|third|told to, bad|told to, ill|will not|worse|you
2|=#|=# degr|=# item|=# min|=# open|=# pm|=# twic|=, after|=, for|=, madam|=, messag|=, my|=, new
2|=, or|=, real|=, sinc|=, smal|=, unles|=, which|=, yet|=: if|=^ allow|=^ antifreez|=^ approv
2|=^ ask|=^ at|=^ august|=^ batter|=^ be|=^ bewar|=^ careful|=^ cash|=^ chang|=^ cheap|=^ delet
2|=^ did|=^ doubl|=^ fift|=^ float|=^ four|=^ get|=^ great|=^ green|=^ hand|=^ hom|=^ hot|=^ ignor
2|=^ jellyfish|=^ log|=^ milk|=^ mind|=^ mis|=^ mov|=^ ngl|=^ order|=^ over|=^ pa|=^ paid|=^ past
2|=^ pickpocket|=^ pink|=^ pls|=^ real|=^ registration|=^ ring|=^ screw|=^ six|=^ smal|=^ spra
2|=^ statement|=^ that|=^ third|=^ treat|=^ unus|=^ upgrad|=^ without|=a backup|=a bank|=a boiler
2|=a clos|=a dead|=a doctor|=a dog|=a fil|=a frida|=a hamster|=a hous|=a letter|=a lick|=a m
2|=a phish|=a refund|=a room|=a stranger|=a tick|=a wil|=a window|=abov the|=abroad|=ad|=add #
2|=addres isn|=advanc|=advanc ,|=advis|=after #|=after frida|=afterward $|=ago $|=alight|=alight $
2|=all #|=along $|=also the|=an offer|=and #|=and an|=and be|=and cal|=and everyth|=and keep
2|=and someth|=and the|=and thre|=and want|=and whatever|=and when|=antifreez|=antifreez tast
2|=anybod|=anyon ,|=anyth you|=apart|=appl $|=approval|=approval is|=are about|=are being|=are gon
2|=are lock|=are not|=arm|=as|=as much|=ask how|=ask the|=at best|=at new|=at onc|=at that|=at your
2|=attempt $|=auditor|=august|=august is|=auto|=auto renew|=back up|=bad for|=bag in|=bank $|=bar ,
2|=bathroom|=be back|=be lying|=be nonsens|=be notic|=be out|=be sold|=beach $|=beam|=bear|=bear in
2|=becaus the|=bedroom|=been out|=being|=best $|=bewar|=bewar of|=bil $|=bind|=bit you|=bl|=blood
2|=bolt|=bottl $|=botulism $|=bounc|=bound|=bound for|=boy|=bring on|=bro|=broken arm|=browser
2|=browser wil|=btw|=btw $|=bulb|=bunk|=burst|=but that|=buyer|=by noon|=by ten|=by tomorrow
2|=cabl run|=cal|=cal :|=cal it|=caller|=calor a|=can do|=can mint|=can reach|=cancel after|=candl
2|=car #|=car park|=carbon|=carbon monoxid|=card add|=card number|=careful|=careful !|=carrot
2|=cascad|=cash|=catch|=ceil|=ceil $|=centimetr|=centimetr $|=certain|=certain $|=chanc|=chang
2|=charit isn|=cheap becaus|=cheapest|=cheapest by|=chest|=chicken is|=child $|=choic|=choic $|=cit
2|=cit $|=clearanc|=client|=climb|=colour|=comin|=compet :|=compost|=compost ,|=conflict
2|=conflict $|=content|=conviction|=cord|=cost you|=could go|=court $|=crack $|=crash diet|=creep
2|=creep along|=crumb|=current pric|=cut $|=cut ,|=d be|=d go|=d pay|=d retir|=d see|=d sta|=da and
2|=damp|=daughter|=day to|=day you|=debt|=degr|=degre|=destro|=destro ,|=develop|=did|=died|=diet
2|=dig|=disc|=discard|=dish is|=distanc|=dog $|=dol $|=dollar|=door you|=doubl check|=doubt
2|=doubt ,|=down to|=downtim|=drag|=drawer|=drink $|=drop $|=drum|=due on|=dur|=ear $|=eas|=eat
2|=eat your|=edg is|=eleven|=eleven answer|=enough|=enough for|=enter against|=env|=estimat
2|=even when|=ever|=ex|=exc|=exception $|=expensiv|=expir in|=expos|=extension|=ey|=fac $|=fal $
2|=fan|=fan heater|=far|=fast $|=fat|=fear|=fee|=fee of|=fenc|=ferryman|=fift|=fir $|=first $
2|=first two|=fish|=flag|=flam|=flat|=flight|=float|=float for|=floor by|=fluid|=for beginner
2|=for ear|=for everybod|=for his|=for it|=for lif|=for ten|=forecast|=form are|=form is|=four ,
2|=freezer|=fresh snow|=friend $|=friend ,|=from a|=from that|=from then|=from ther|=from wikipedia
2|=front|=ful pric|=funeral|=gam|=gam $|=garag door|=gatewa|=get|=get hot|=get rough|=get thrown
2|=get you|=gift card|=git clean|=glas|=glu|=go through|=go with|=good|=grab|=gram|=gram a|=grant
2|=gravel|=green potato|=group|=guarantor|=gues the|=guest to|=guilt|=gust|=h|=had four|=had no
2|=half the|=hamster|=hang|=happi|=harmles $|=has don|=has had|=has set|=hav been|=hav no|=hazelnut
2|=he is|=he s|=headach|=hear the|=heat the|=heater in|=held|=helmet|=her :|=her is|=high $|=him $
2|=his|=hol $|=hold|=hold $|=hom|=hom offic|=hone|=hone under|=hook|=hospital $|=hour|=hour is
2|=hous from|=how|=how to|=hurt the|=i fear|=i mean|=i mov|=i said|=ice is|=if he|=if that
2|=ignor that|=in|=in advanc|=in by|=in doubt|=in for|=in it|=in japan|=in my|=in second|=in their
2|=indoor|=interest|=into|=iron|=is cut|=is down|=is known|=is new|=is public|=is rat|=is run
2|=is unlimit|=is ver|=is void|=is zero|=it $|=it as|=it bit|=it first|=it leak|=it ll|=it stand
2|=item|=item ,|=jam|=japan|=jellyfish season|=jo|=judgment|=jul ,|=jump|=just so|=keep a|=keep run
2|=key ,|=kilo|=kilo $|=know|=know ,|=known|=labour $|=last thing|=last week|=last year|=leav the
2|=length|=let go|=let them|=lick|=lif $|=lift it|=lik #|=list $|=lithium cel|=liver|=ll be|=lock $
2|=lock and|=long|=look the|=loos ,|=lying if|=machin|=macro|=magnet|=mail a|=mat|=max|=may chang
2|=may contain|=may get|=may hav|=mean no|=member $|=mind the|=mint|=mis that|=misbehav|=misbehav $
2|=mix up|=mone again|=mone back|=monoxid|=month|=month on|=month the|=mor at|=much|=much $|=nam $
2|=need a|=network ,|=never do|=never get|=new year|=next one|=ngl|=night in|=no addres|=no get
2|=no mone|=no refund|=no return|=nobod around|=nobod wil|=nonsens|=nonsens $|=not :|=not ther
2|=not to|=notic|=notic $|=now ,|=now would|=nowher|=odometer|=of thi|=of thos|=of tim|=of what
2|=of you|=off at|=off the|=off your|=offer|=offer is|=offer that|=oh|=on|=on for|=on gravel
2|=on you|=onc i|=one go|=one kid|=one that|=one way|=one we|=onion|=onl $|=onl get|=onl tak
2|=open ,|=or freez|=or it|=or so|=order it|=other sid|=other way|=our cak|=our nam|=out and
2|=outsid with|=oven has|=oven is|=over|=overdraft interest|=overnight $|=owe|=p|=paid $|=park is
2|=park ther|=password $|=pay for|=pay with|=payment are|=payrol|=payrol $|=pedal|=pen|=peopl
2|=peopl who|=percentag|=period|=pick up|=pickpocket|=pil $|=pilot|=pin|=pink|=pink chicken
2|=pla with|=plat|=playlist|=pleas|=pleas ,|=pleas doubl|=pls|=pls don|=plu #|=pm|=pocket $|=pollen
2|=possibl to|=post about|=pregnant|=pric|=primer|=printer $|=proc|=product|=production|=protection
2|=puk|=pul|=pul out|=put the|=quot|=rat for|=read ever|=read what|=receipt ,|=recipient|=redundanc
2|=refreez|=register ,|=registration clos|=releas|=renew at|=rent|=report it|=resign|=restor
2|=result in|=retir|=retract|=return $|=review|=review and|=rid on|=ridg|=right now|=right to|=rip
2|=risk $|=roof box|=room is|=root $|=rop|=rop $|=rot|=rotat|=rough|=row are|=rud|=run|=run low
2|=run on|=run thi|=run whil|=rung|=s allergic|=s how|=s on|=s open|=s windpip|=s your|=sa so
2|=sa the|=salvag|=sand|=school|=scooter|=scooter $|=scrambl|=screw that|=season $|=second $
2|=second is|=securit hol|=see your|=seed|=sel|=sel $|=seller|=sent back|=server $|=sesam|=set
2|=set off|=set the|=seven da|=shar that|=shoot|=shrink|=shut at|=sinc #|=siz|=siz smal|=slop|=smal
2|=smel|=snow on|=so $|=so be|=so bring|=so do|=so is|=so with|=solanin|=somebod s|=someon has
2|=someon to|=someth $|=someth we|=soon|=sor :|=sort|=spammer|=split $|=spra|=squar|=squar $|=st
2|=sta in|=stair|=start on|=statin|=steam|=step|=stop it|=storm|=stov|=strik|=summer $|=sunda $
2|=sweet to|=t answer|=t cal|=t check|=t look|=t match|=t mix|=t read|=t smel|=t the|=t touch
2|=t valid|=t verif|=t wak|=tab $|=tabl $|=tak gift|=tak you|=target|=tast sweet|=tax offic|=taxi
2|=temp|=ten|=termination|=terraform|=terribl|=th $|=than|=than it|=than one|=that and
2|=that approval|=that cal|=that can|=that don|=that has|=that last|=that old|=that train|=that was
2|=the|=the a|=the account|=the are|=the bathroom|=the bedroom|=the bend|=the bonu|=the bowl
2|=the bulb|=the can|=the ceil|=the chair|=the charit|=the cheapest|=the clear|=the compost
2|=the discount|=the draft|=the edg|=the ferryman|=the flat|=the forecast|=the fork|=the garag
2|=the grap|=the group|=the hand|=the handl|=the heater|=the hook|=the hospital|=the liv|=the look
2|=the mattres|=the may|=the men|=the moment|=the nam|=the need|=the next|=the odometer
2|=the official|=the packag|=the path|=the pedal|=the peopl|=the phon|=the pil|=the pric|=the real
2|=the recipient|=the redundanc|=the rest|=the review|=the ridg|=the sam|=the sand|=the seller
2|=the send|=the sit|=the smal|=the stamp|=the steam|=the stov|=the sun|=the tent|=the tid
2|=the trail|=the validator|=the voucher|=the won|=the wrong|=the x|=the yard|=them all|=them out
2|=themselv|=then it|=then the|=ther for|=ther is|=thi ,|=thi look|=thi mushroom|=thi pric
2|=thi token|=thing you|=thinner $|=thos plat|=thre|=through a|=thrown out|=thursda ,|=tick|=tid
2|=tier|=til|=tim the|=tim you|=to all|=to bit|=to cancel|=to destro|=to everyth|=to production
2|=to sav|=to your|=toddler $|=together|=together ,|=token is|=tomorrow ,|=tonight and|=tool
2|=torch app|=tourist|=tow|=trad for|=trail|=trampolin|=treat it|=trick|=trip|=trip :|=truck
2|=turn into|=turn it|=turn up|=twelv|=twic last|=two flight|=two guest|=two hour|=two mor|=two siz
2|=typ|=under one|=unles you|=unlimit $|=unsav|=until you|=unus|=unverif|=unverif $|=up the
2|=up ther|=upgrad|=upstair|=use|=use the|=v|=v #|=validator misbehav|=validit|=variabl|=ve book
2|=ve cut|=vegetarian|=version|=version has|=vinegar|=volt $|=vpn|=wal is|=wallet|=want $|=warfarin
2|=warfarin ,|=was retract|=wash|=way round|=we do|=weather $|=weigh #|=wet hand|=what bring
2|=whatever the|=wheat|=wheelchair|=wher $|=whil the|=who|=who want|=who wrot|=wikipedia|=wil mak
2|=wil refus|=wil scrambl|=wil turn|=windpip|=windpip $|=wip|=with anyon|=with both|=with us
2|=withdrawal|=without a|=without notic|=won t|=work for|=worth|=would get|=written|=wrot it|=x
2|=yard|=yard $|=yet|=you #|=you about|=you cut|=you giv|=you open|=you out|=you personal
2|=you question|=you would|=you writ|=your bag|=your blood|=your bos|=your collateral
2|=your daughter|=your ear|=your env|=your ey|=your guest|=your hous|=your incom|=your list
2|=your location|=your number|=your user|=your weekend|=your whol|=your word|=zero ,|@safety limit
2|@you cant|addition|advised|all|asked to listen|denied|forward|frail|goes wrong|is done|is strong
2|is taken|lapses|limit|makes it so|may|not known|often|stranger|strong before you
2|strong in the present|to others|told to|told to, before|told to, harm|too much|weak before you
2|weak, care|will
1|=# ?|=# appl|=# are|=# bar|=# com|=# d|=# dpi|=# drop|=# euro|=# ever|=# from|=# ful|=# gwei
1|=# hour|=# instead|=# k|=# kilo|=# left|=# m|=# march|=# mean|=# month|=# mor|=# mph|=# number
1|=# per|=# seat|=# st|=# tb|=# th|=# v|=# year|=, back|=, bank|=, bin|=, block|=, by|=, dial|=, do
1|=, drink|=, from|=, half|=, however|=, i|=, ibuprofen|=, leav|=, man|=, never|=, no|=, nobod
1|=, not|=, on|=, sa|=, somebod|=, thi|=, though|=, toda|=, transfer|=, typ|=, whatever|=, without
1|=: after|=: all|=: are|=: cop|=: don|=: get|=: i|=: keep|=: unsav|=: with|=; after|=; expect
1|=; hav|=; peopl|=; turn|=^ after|=^ alcohol|=^ alwa|=^ an|=^ anybod|=^ anyth|=^ arriv|=^ below
1|=^ between|=^ bin|=^ blind|=^ book|=^ brak|=^ bring|=^ build|=^ caution|=^ cert|=^ certificat
1|=^ charg|=^ chmod|=^ claim|=^ clear|=^ clos|=^ coin|=^ cold|=^ cut|=^ debug|=^ deplo|=^ disk
1|=^ do|=^ each|=^ extension|=^ fil|=^ fl|=^ food|=^ format|=^ fresh|=^ from|=^ fyi|=^ git|=^ giv
1|=^ glas|=^ glos|=^ glucos|=^ going|=^ gran|=^ grant|=^ gues|=^ hang|=^ hat|=^ help|=^ i
1|=^ ibuprofen|=^ if|=^ instant|=^ iron|=^ jump|=^ kid|=^ kind|=^ kitchen|=^ knock|=^ ladder|=^ lat
1|=^ lead|=^ leav|=^ level|=^ licens|=^ light|=^ lithium|=^ loos|=^ lower|=^ lying|=^ mat|=^ may
1|=^ meet|=^ mor|=^ never|=^ non|=^ not|=^ off|=^ ok|=^ old|=^ on|=^ open|=^ oversta|=^ oyster
1|=^ paint|=^ peopl|=^ petrol|=^ photo|=^ pin|=^ point|=^ pool|=^ port|=^ proc|=^ pul|=^ pup
1|=^ push|=^ quarter|=^ quot|=^ remember|=^ resign|=^ revok|=^ ric|=^ rins|=^ rip|=^ risk|=^ rotat
1|=^ round|=^ salvag|=^ sand|=^ say|=^ sel|=^ sign|=^ sleep|=^ smel|=^ someth|=^ sort|=^ st
1|=^ start|=^ steam|=^ stil|=^ stor|=^ sur|=^ taxi|=^ ten|=^ think|=^ thunder|=^ tie|=^ trad|=^ two
1|=^ unbond|=^ using|=^ verif|=^ wait|=^ walk|=^ warrant|=^ wash|=^ wet|=^ what|=^ whatever|=^ whit
1|=^ whoever|=^ whol|=^ why|=^ win|=^ withdraw|=^ wrong|=^ you|=a|=a blood|=a bomb|=a bus|=a camera
1|=a car|=a card|=a catch|=a cent|=a coat|=a criminal|=a dat|=a drop|=a e|=a fail|=a few|=a four
1|=a glas|=a guarantor|=a handful|=a job|=a ladder|=a lin|=a link|=a liv|=a loos|=a megabyt|=a metr
1|=a mol|=a mov|=a no|=a nut|=a paid|=a park|=a pen|=a person|=a plain|=a public|=a rac|=a rash
1|=a real|=a restor|=a s|=a scam|=a script|=a sign|=a siz|=a slip|=a sourc|=a stif|=a stomach
1|=a stor|=a surve|=a tabl|=a threat|=a token|=a ton|=a transfer|=a transit|=a trap|=a us|=a warm
1|=a wasp|=a water|=abl|=abl to|=about $|=about fiv|=about six|=about thi|=abov|=abov #|=abroad is
1|=absolut|=accident|=account at|=account in|=account is|=account would|=account you|=acid to|=acn
1|=action|=addres|=addres ,|=addres again|=addres are|=admit|=admit to|=adult is|=after dark
1|=after eleven|=after that|=after you|=after your|=afternoon $|=again in|=against that
1|=against you|=age $|=ago|=airlin|=airlin cancel|=alcohol|=alcohol whil|=all out|=all round
1|=all thre|=all would|=allerg ,|=allergic|=allow #|=allowanc|=alon|=also|=altitud|=alwa add
1|=amount $|=an admin|=an afternoon|=an appeal|=an empt|=an error|=an invoic|=anaesthetic|=and a
1|=and all|=and alread|=and aren|=and bad|=and check|=and cost|=and custom|=and doesn|=and fal
1|=and find|=and get|=and giv|=and gust|=and half|=and hard|=and he|=and hurt|=and if|=and in
1|=and kept|=and left|=and run|=and she|=and six|=and som|=and somebod|=and spit|=and sun|=and tel
1|=and then|=and thos|=and vinegar|=and your|=angr|=anna|=another #|=antidot|=any blood|=anybod who
1|=anyon|=anyon who|=anyon with|=anyth|=anywa ?|=apart ,|=apart from|=api key|=appeal has
1|=application|=application $|=application count|=application is|=april $|=april is|=are $|=are a
1|=are at|=are book|=are charg|=are enough|=are fin|=are fresh|=are just|=are mad|=are often
1|=are releas|=are steep|=are usual|=are ver|=are worn|=are you|=arrang|=arriv without
1|=arrival charg|=as man|=as mush|=as of|=as the|=as withdrawn|=aspirin|=assum|=at|=at ,|=at a
1|=at hom|=at most|=at night|=at noon|=at room|=at securit|=at the|=at thre|=at twelv|=at two
1|=at wil|=ate|=ate the|=attempt|=attention|=attic|=authorit|=avalanch|=awa $|=awa your|=back a
1|=back for|=back go|=back if|=back off|=back on|=back run|=bad pair|=badg|=bal|=balanc $|=balcon
1|=balcon door|=balloon|=ban ther|=bank detail|=bank s|=bar|=basel|=basel ,|=bath|=be|=be an
1|=be clos|=be dela|=be off|=be overwritten|=be post|=be refund|=be stand|=be taken|=be used
1|=be worth|=be wrong|=be you|=beach|=bean|=becaus you|=bed|=been a|=been fin|=been report|=befor
1|=befor it|=befor maturit|=beginner|=behind|=behind the|=bel $|=below the|=below zero|=bend $
1|=bend it|=best left|=better|=between|=between $|=between us|=bid|=bin|=bin $|=bin and|=bin it
1|=bin the|=bind $|=bit|=bitter|=bleach|=bleach and|=bleach on|=bleed|=blind with|=block for
1|=block the|=bloom|=blu light|=blur|=board in|=boiler|=bolt $|=bomb|=bon $|=book|=booking|=bos in
1|=both|=bottl for|=bottom|=bottom of|=bought|=bounc $|=box can|=brak|=breach|=bread|=break $
1|=break your|=breath $|=brick it|=bridg ,|=bridg ahead|=bridg was|=bring one|=bring the|=broken
1|=broken glas|=broker|=brood|=brood $|=brown|=bu|=buck|=bucket is|=budget|=build is|=build on
1|=bundl $|=burn|=burn in|=burn the|=burst when|=bus|=but|=but be|=but in|=but not|=but sign
1|=buy it|=by|=by air|=by christma|=by frida|=by half|=by lin|=by summer|=by text|=by that|=by the
1|=by tonight|=by two|=cal a|=cal from|=cal is|=cal the|=calculator|=cam with|=can burn|=can burst
1|=can cost|=can empt|=can finish|=can let|=can open|=can put|=can see|=can send|=can stil
1|=can swap|=can wait|=cancel|=cancel $|=cancel lat|=cancel the|=cancel your|=cancellation
1|=cannot be|=cap|=capacitor|=car go|=car lym|=car nin|=car the|=car with|=card in|=card is|=career
1|=cas|=cas $|=cas for|=cas yourself|=cash out|=cast|=cat|=cat ,|=cat :|=cat in|=cat on|=catch fir
1|=caution|=caution :|=cautiou|=cav|=cel $|=cellar|=centimetr of|=centimetr thick|=cert
1|=certificat expir|=certificat run|=chair|=chanc of|=chang ,|=chang are|=chang at|=chang the
1|=chang your|=charg|=charg at|=charg if|=chargeback|=charit|=check your|=checkout|=chest of|=chil
1|=chil the|=children $|=chmod|=christma $|=cit it|=clas is|=clash|=clear it|=click that|=clock $
1|=clos|=clos #|=clos ,|=clos and|=clos bottl|=clos by|=clos in|=clos the|=cluster|=co|=cod on
1|=cod to|=coin sent|=collateral|=collateral is|=colleagu $|=column|=column b|=com at|=com down
1|=com ear|=combination|=commit $|=compar|=compar all|=compet|=computer|=config|=confirm ,
1|=contact $|=contact ,|=contain a|=context|=contract is|=cop $|=cop ,|=cop it|=cord are|=cost
1|=cost mor|=cost the|=cot|=cough|=could chok|=could com|=could run|=could set|=count $|=countr $
1|=cours is|=cousin|=cover $|=cover up|=crack|=crash|=crawl|=crawl $|=crew|=crim in|=criminal
1|=criminal offenc|=crown|=crush|=cur has|=curs|=customer|=cut off|=cv|=d|=d hav|=d sleep|=d think
1|=da of|=da to|=da without|=dai limit|=damp and|=dangerou $|=dark chocolat|=data los|=databas
1|=day ,|=day and|=day it|=day s|=deadlin for|=deadlin is|=death|=debt $|=decid|=degr in|=delet $
1|=delet your|=dentist|=department|=deplo|=deposit|=deposit and|=deposit is|=detail $|=detector
1|=dial|=dial #|=did $|=did that|=did you|=didn|=didn t|=diesel|=differenc|=differenc between
1|=dig up|=digit and|=dip|=discount|=discount cod|=dishwasher|=disk ,|=dissolv|=distanc $|=div|=diz
1|=do at|=do not|=do your|=doctor tonight|=doesn|=doesn t|=dog in|=doing that|=dont|=dont do
1|=door :|=door has|=dos|=dos $|=dot would|=doubl $|=doubl dos|=down for|=down the|=downhil
1|=downhil $|=dpi|=draft $|=draw|=drawer $|=dres|=drew|=drew ,|=drink|=driv you|=dron|=drop #
1|=drop below|=drop of|=drop off|=drop that|=dry clean|=dubai|=dubai $|=e|=each $|=ear|=earlier
1|=earlier $|=earth|=east #|=eat it|=eat the|=edibl|=edit it|=egg in|=eighteen month|=election
1|=eleven year|=els the|=email go|=empt stomach|=end the|=end up|=end your|=engin $|=entr|=entr $
1|=eras|=error go|=escrow|=essa $|=ethanol|=ether|=ethereum|=euro|=europ $|=even ;|=even a
1|=even one|=even the|=even with|=ever customer|=ever parent|=ever part|=ever user|=everybod els
1|=everyon $|=everyon in|=everyth on|=everywher|=everywher $|=evidenc is|=exact|=exam $|=exc the
1|=exchang|=exist|=exit|=expect $|=expir ,|=explain it|=extension lead|=ey shut|=eye drop|=fac
1|=fact|=factor|=factor #|=fad|=failur ,|=failur to|=faint|=faint in|=fak ,|=fals|=fast
1|=faster than|=fat $|=fault|=februar|=februar $|=fee $|=fee appl|=feel diz|=fer|=fer back
1|=fever and|=few hour|=field ,|=fil as|=fil it|=fil wil|=final sal|=find|=find an|=find any
1|=find out|=finger|=finger $|=finish off|=fir ,|=first|=first flight|=first leg|=first night
1|=first thing|=fish $|=fit a|=fiv hour|=fiv kilo|=fix it|=fl|=flag you|=flam $|=flash|=flat ?
1|=flat won|=flight that|=floor|=floor $|=floor is|=fly|=fog|=follow the|=for all|=for another
1|=for anyth|=for broken|=for everyon|=for far|=for fraud|=for gas|=for her|=for hour|=for password
1|=for seven|=for someon|=for two|=for week|=forc push|=ford|=forever|=forever $|=forfeit
1|=forget the|=fork $|=form|=form $|=format|=format the|=formula|=four $|=four minut|=four tim
1|=frankfurt|=fre plan|=fre ship|=fre tier|=freez|=freez $|=freez the|=fresh|=frida and|=fridg
1|=friend and|=friend wher|=frog|=from $|=from last|=from one|=from six|=from two|=front thre
1|=frost|=frozen|=ful $|=ful of|=ful tabl|=fum|=fund tak|=fyi|=fyi the|=gain|=gam card|=garag quot
1|=garlic|=gas $|=gas is|=gas main|=gat|=gdpr $|=get $|=get les|=get noth|=get paid|=get rid
1|=get them|=get thos|=get thre|=get to|=get up|=get wors|=giv the|=giv thi|=giv you|=giv your
1|=glos|=glov|=glucos|=glucos #|=go|=go ,|=go by|=go down|=go eas|=go in|=go public|=go round
1|=go straight|=go under|=goggl|=goggl on|=going from|=gold ,|=gon ,|=gon to|=good $|=good ,
1|=good for|=gpu|=gran|=grap are|=grapefruit|=gras|=green and|=grow botulism|=guarantor $|=gust of
1|=gut|=guy|=gwei|=h $|=had the|=hail|=hairlin|=hal ,|=half|=half $|=half of|=halv|=hand $
1|=hand luggag|=hand to|=handful|=handl $|=hang it|=hang themselv|=hang up|=happen $|=harder|=has
1|=has chang|=has fiv|=has just|=has no|=has sent|=has your|=hat ,|=hav|=hav gon|=hav had|=hav on
1|=hav until|=he ate|=he doesn|=head|=hear|=hear about|=heat off|=heathrow|=heatstrok|=hedg
1|=help if|=help the|=her ,|=her and|=her birthda|=her on|=her salar|=hero|=hid|=hidden|=high at
1|=high voltag|=higher|=him in|=hir|=histor $|=histor ,|=hit|=hit send|=hit the|=hiv|=hold #
1|=hold back|=hold its|=hold on|=hold your|=holida|=holida $|=hone ,|=hors|=hos|=hot $|=hot oil
1|=hotel|=hotter|=hotter than|=hour apart|=hour awa|=hour by|=hour from|=hour in|=hour with
1|=hour without|=hous|=hous number|=how peopl|=how shin|=how that|=however|=hr|=hut|=hut is|=i hit
1|=i stop|=i wil|=i wouldn|=iban|=ibuprofen|=ibuprofen on|=ice ,|=icy|=ideal|=if nobod|=if someon
1|=if we|=ignor|=in $|=in another|=in april|=in befor|=in between|=in cas|=in court|=in dubai
1|=in frankfurt|=in front|=in get|=in has|=in jul|=in minut|=in oil|=in one|=in our|=in production
1|=in tax|=in the|=in toda|=in tonight|=in twent|=in until|=includ|=includ ,|=incom|=index|=index #
1|=indoor and|=inform|=inform you|=inheritanc|=ink|=innkeeper|=insid $|=instant|=insulin|=insur
1|=interest are|=invoic|=iron is|=irreversibl|=is ,|=is :|=is a|=is abov|=is alread|=is ask
1|=is bind|=is clos|=is com|=is dangerou|=is delet|=is enough|=is green|=is her|=is hold|=is just
1|=is lat|=is liv|=is no|=is non|=is not|=is now|=is pack|=is permanent|=is poisonou|=is remov
1|=is retain|=is return|=is set|=is stil|=is that|=is thre|=is tomorrow|=is two|=is under|=is wel
1|=is when|=isa|=isn|=isn t|=issu $|=it :|=it also|=it awa|=it be|=it befor|=it boil|=it bring
1|=it burn|=it by|=it d|=it for|=it in|=it is|=it keep|=it mak|=it matter|=it may|=it need|=it out
1|=it saf|=it slow|=it the|=it thre|=it through|=it travel|=it wasn|=it within|=it without|=itch
1|=item can|=jack|=jar|=job for|=job s|=job that|=john|=john s|=jok about|=judg|=judg $|=jul
1|=jumper|=just a|=just ask|=just for|=just under|=k|=k to|=ke $|=keep|=keep it|=keep their
1|=keep you|=kept for|=kettl|=key $|=kg $|=kid|=kidne $|=kil peopl|=kil the|=kilometr|=kind not
1|=kiosk|=kit|=knock|=know the|=label sa|=labour|=ladder stand|=lag|=lamp|=lamp $|=land|=landlord s
1|=laps|=laps on|=laptop|=larg|=last bus|=last cal|=lat|=lat $|=lat and|=lat payment|=latest|=lawn
1|=lead in|=leader|=learn to|=least #|=leav #|=leav ear|=leav out|=leav that|=leav two|=leav your
1|=left|=left hand|=left in|=left on|=left the|=leg|=legal|=len at|=lens|=lens $|=les than|=let a
1|=let him|=letter|=letter ,|=letter by|=letter that|=leverag|=li|=librar hasn|=licens|=lid|=lif
1|=lifeguard|=lift is|=lift the|=light $|=light on|=lik|=lik the|=lil in|=lim|=limit !|=limit $
1|=limit at|=lin #|=lin ,|=lin and|=lin by|=link can|=link that|=liquidat|=liquidit is|=list ,
1|=lithium|=liver $|=liver get|=ll ask|=ll go|=ll hav|=ll mark|=ll need|=ll pay|=load the|=load you
1|=location|=lock in|=lock the|=lock them|=loft|=log in|=log out|=lol|=lol $|=long and|=long sleev
1|=longer than|=look awa|=look calm|=look great|=loop|=loop hold|=loos rug|=loos sleev|=los #
1|=los $|=los it|=los mone|=los the|=low|=low $|=low :|=low balanc|=luggag is|=lunchtim|=lung
1|=lung $|=lym|=lym $|=m in|=mad in|=mad up|=mail|=main ,|=mak ever|=mak the|=mak you|=man s|=marbl
1|=march|=march ,|=mark|=mark $|=mast|=match the|=matter $|=mattres|=maturit|=may app|=may be
1|=may com|=may feel|=mayb|=mb|=mean los|=mean one|=meantim|=measur|=medicin $|=meet ,|=meet on
1|=megabyt|=memo|=mention|=mention it|=metal|=metr ,|=metr awa|=mid|=mid may|=midnight $
1|=midnight ;|=might|=might be|=might not|=migration|=mileag|=milk|=milk in|=million row|=min to
1|=minibar|=minimum|=minu #|=minut and|=minut befor|=minut earlier|=minut first|=minut in
1|=minut lat|=minut of|=minut to|=mis it|=mis payment|=mis the|=mod|=mol|=moment|=monda $|=mone ,
1|=mone ?|=mone to|=mone with|=monke|=morn for|=mortar|=mother|=mother s|=mov a|=mph|=much for|=mug
1|=mum|=mush|=mush $|=nam ;|=nam a|=nam doesn|=nam get|=namespac|=nearest|=need $|=need about
1|=need the|=need your|=needl|=neighbour s|=nest|=net|=network|=network $|=never ask|=never end
1|=new ,|=new sim|=newer|=next $|=night|=night $|=night ,|=nin $|=nin second|=no|=no bus|=no chain
1|=no contract|=no down|=no go|=no invoic|=no lat|=no lifeguard|=no light|=no lock|=no machin
1|=no milk|=no one|=no show|=no signal|=no support|=no wher|=nobod|=nobod has|=nobod s|=nod|=nois
1|=nominat|=non|=non compet|=non refundabl|=noon|=noon and|=nor|=north|=not a|=not after|=not due
1|=not exc|=not go|=not just|=not mak|=not possibl|=not put|=not register|=not stag|=not the|=noth
1|=noth ;|=noth and|=noth go|=noth on|=noth to|=noth you|=notic that|=now and|=now wil|=number
1|=number $|=number in|=number you|=nut allerg|=objection|=of any|=of children|=of downtim
1|=of europ|=of ever|=of interest|=of lif|=of order|=of our|=of photo|=of rain|=of reach|=of water
1|=off $|=off a|=off it|=off next|=off thi|=off two|=offenc|=offenc $|=offic|=officer|=official
1|=oil|=oil at|=ok|=old data|=old version|=older|=oldest|=oldest card|=oliv|=on ,|=on and|=on day
1|=on everyth|=on in|=on is|=on it|=on the|=on thos|=on top|=on wool|=on your|=onc ,|=onc it
1|=onc sent|=onc the|=one|=one $|=one at|=one day|=one of|=one thing|=one typo|=one year|=onion ,
1|=onl ;|=onl after|=onl column|=onl cop|=onl notic|=onl on|=onlin ,|=onto|=onto the|=open|=open $
1|=open a|=open an|=open and|=open for|=open thi|=open window|=operation|=or|=or the|=order s
1|=order toda|=order until|=original are|=other ?|=our $|=our staf|=out a|=out as|=out at
1|=out befor|=out in|=outdoor|=outsid ,|=outsid our|=outsid the|=oversta|=overwrit|=overwritten
1|=own|=owner can|=oxygen $|=oyster|=p a|=pa #|=pa for|=pac|=pac the|=packag|=paid for|=paid in
1|=paid plan|=pain that|=paint|=pair ,|=parcel is|=park car|=part $|=pas out|=passport as
1|=passport is|=password|=password is|=password with|=past a|=past has|=past her|=past it
1|=past performanc|=patch|=path follow|=pay|=pay $|=pay ;|=pay if|=pay noth|=paye|=payment
1|=payment $|=paypa|=paypa #|=paypal|=pdf|=peak|=peel them|=penalt for|=pension|=peopl are
1|=peopl faint|=per|=per mb|=performanc|=permanent|=permanent $|=permission $|=petrol station|=phon
1|=phon ;|=phon is|=phon number|=phon wil|=photo|=photo back|=photograph|=piano|=pick another
1|=pin to|=ping|=pip|=pla on|=plan chang|=plan in|=plan on|=pleas :|=pleas be|=pleas check
1|=pleas to|=plent|=plent $|=plu|=plumber|=pm ,|=point|=point off|=poison|=poisonou|=pool s|=pop
1|=port|=port #|=port $|=portal|=position|=potato|=power bank|=prawn|=prawn hav|=pregnant $
1|=pres it|=prevent|=pric by|=pric of|=print $|=printer|=prison|=prod|=production ,
1|=production that|=program|=project|=protection $|=public $|=publish|=pul over|=purs|=push through
1|=put a|=put hand|=put on|=qr|=qr cod|=quarter|=quarter of|=quarter them|=quer|=queu|=queu $|=quit
1|=quot lin|=rail|=rais the|=rar|=rat $|=rat jump|=rather you|=raw|=raw egg|=re about|=re back
1|=re bu|=re lock|=re pregnant|=re send|=re stil|=reach|=reach of|=read|=read along|=read claus
1|=read lik|=read onl|=read out|=read that|=read ther|=readabl|=realis|=reason $|=rebook
1|=rebook you|=recommend|=recover $|=red ,|=reduc|=refer|=refund $|=refund for|=regex|=remember :
1|=remov it|=rent $|=rent from|=repl to|=replica|=repo is|=reset wip|=resign befor|=resit|=resourc
1|=respond|=rest $|=restor $|=retail|=retain|=retr|=revers|=revers $|=revok|=reward|=reward $
1|=rewrit histor|=ric that|=rid|=rid of|=ring|=ring the|=river look|=road :|=roam on|=rol|=rol $
1|=rol back|=roof $|=roof ,|=room temperatur|=root|=rotat it|=rotat the|=round at|=round back
1|=round by|=round it|=round the|=row|=row #|=row ,|=rubber|=rubber $|=rug|=run $|=run ,|=run a
1|=run in|=run it|=run right|=run with|=rust $|=s a|=s addres|=s allerg|=s an|=s been|=s dry|=s due
1|=s flower|=s from|=s hom|=s kidne|=s legal|=s minu|=s new|=s next|=s no|=s nobod|=s notic
1|=s password|=s pric|=s set|=s six|=s wort|=sa who|=said|=said that|=sal|=sal item|=salar
1|=salar in|=salmonella|=sam day|=sam fil|=sam password|=sam thing|=sam week|=sata|=sauna|=sav $
1|=sav point|=saw|=say in|=say it|=say noth|=scald|=scam|=scam ,|=scan the|=screenshot|=script
1|=script from|=se|=sea|=sea is|=seal $|=season|=seat $|=seat :|=second year|=secret|=secret $
1|=securit|=see a|=see that|=seen|=seizur|=select|=selfi|=send|=send $|=send ,|=send it|=send your
1|=sender|=sender $|=sensor $|=sensor ,|=sensor :|=sent ,|=sent out|=seriou|=server is|=session $
1|=shak|=shallow|=shar|=shar a|=shar thi|=she had|=she may|=sheath|=sheet|=shelf|=shin|=ship
1|=ship $|=shop has|=shop is|=short the|=should do|=should it|=should know|=shouldn|=shouldn t
1|=show the|=show your|=shower $|=shut|=sid $|=sid of|=sign|=sign for|=sign of|=sign the|=sign with
1|=silk|=sim|=simmer|=simp|=sinc one|=sinc yesterda|=singl thread|=sink|=sit|=sit at|=sit is
1|=sit to|=six $|=six minut|=six month|=six week|=siz $|=skin|=skin off|=slash|=sleep and
1|=sleev and|=slid $|=slip $|=slip disc|=slipper|=slop $|=slot|=slow the|=smal ,|=smal part|=smel $
1|=snap|=snap $|=snow|=snow and|=so|=so ,|=so a|=so boil|=so cut|=so don|=so goggl|=so if|=so keep
1|=so one|=so peopl|=so tak|=so would|=so your|=soak|=socket $|=softwar|=somebod has|=somebod wil
1|=sor $|=sort onl|=soup is|=sourc|=sourc $|=south|=spil|=spin|=spit|=spit $|=spread|=sql|=ssh
1|=st $|=st and|=st john|=sta as|=sta awa|=sta ther|=sta wher|=staf|=staf $|=stag $|=stair ,
1|=stair are|=stak|=stak token|=stamp|=stand ,|=stand on|=starv|=stat|=stat $|=steam com|=steer
1|=steer clear|=step on|=stick|=sticker|=stif|=stif neck|=stil|=stil a|=stil on|=stil want|=stitch
1|=stolen|=stomach|=stomach bl|=ston|=ston $|=stood|=stood on|=stood out|=stop|=stop ,|=stop befor
1|=stop pa|=stop read|=stop the|=stop your|=storag|=storag is|=storm is|=str|=straight
1|=straight for|=straight into|=strangl|=streak|=street|=stretch|=strict|=strip that|=stronger
1|=styl|=suggest|=summer|=sun|=sunda|=sunda night|=support for|=sur $|=sur you|=surve|=surviv
1|=surviv the|=suspiciou|=swallow on|=swim $|=swing|=switch is|=sword|=syrup|=syrup mak|=system $
1|=t|=t admit|=t been|=t bend|=t click|=t commit|=t cut|=t delet|=t drink|=t driv|=t good|=t keep
1|=t know|=t last|=t let|=t mention|=t mis|=t our|=t paid|=t part|=t run|=t saf|=t shar|=t start
1|=t stop|=t surviv|=t tak|=t ther|=t wait|=t walk|=t you|=tabl ?|=tabl for|=tablet|=tablet befor
1|=tag|=tak #|=tak any|=tak both|=tak cash|=tak it|=tak its|=tak mone|=tak thi|=talk you|=tap water
1|=tarif|=taxi at|=taxman|=tb|=tear|=tear $|=tear it|=teaser|=teaser rat|=tel|=tel a|=tel anyon
1|=tel you|=temperatur|=temperatur is|=ten minut|=ten second|=ten tim|=tenanc|=tenant $|=term ,
1|=test and|=test pas|=th|=th ;|=than #|=than a|=than thre|=that befor|=that box|=that caller
1|=that chang|=that cod|=that countr|=that doesn|=that fund|=that hav|=that in|=that is|=that key
1|=that librar|=that link|=that look|=that machin|=that mol|=that never|=that night|=that park
1|=that path|=that regex|=that round|=that said|=that shelf|=that stood|=that token|=that toy
1|=that wal|=that websit|=that wil|=thaw|=the accident|=the ad|=the airlin|=the alarm
1|=the antibiotic|=the attic|=the backup|=the bacteria|=the basic|=the better|=the bik|=the bil
1|=the board|=the bos|=the bottl|=the bottom|=the bridg|=the broken|=the brood|=the bug|=the bundl
1|=the button|=the cabl|=the caller|=the capacitor|=the car|=the check|=the chicken|=the chil
1|=the claim|=the cod|=the colour|=the column|=the commit|=the computer|=the cough|=the cours
1|=the cup|=the curs|=the customer|=the dat|=the databas|=the day|=the delet|=the detector
1|=the differenc|=the dish|=the dishwasher|=the dog|=the dos|=the drug|=the election|=the essa
1|=the exam|=the ey|=the far|=the fer|=the fever|=the fin|=the firm|=the first|=the fish|=the fiv
1|=the flag|=the floor|=the ford|=the freezer|=the fridg|=the fus|=the gain|=the gas|=the glu
1|=the gold|=the gras|=the hal|=the head|=the hedg|=the hiv|=the hob|=the hom|=the hos|=the hut
1|=the iban|=the ice|=the index|=the innkeeper|=the iron|=the isa|=the kind|=the kiosk|=the knif
1|=the label|=the ladder|=the left|=the licens|=the lift|=the lik|=the load|=the loft|=the long
1|=the lot|=the low|=the lung|=the machin|=the mail|=the mak|=the map|=the mat|=the meantim
1|=the minimum|=the mone|=the monke|=the month|=the nearest|=the non|=the oak|=the pas|=the pdf
1|=the pension|=the piano|=the pin|=the point|=the polic|=the pollen|=the pool|=the portal
1|=the position|=the power|=the prawn|=the project|=the quer|=the queu|=the rail|=the rat
1|=the reason|=the region|=the repo|=the rol|=the run|=the saf|=the safet|=the sauna|=the saver
1|=the saw|=the scen|=the sender|=the sensor|=the session|=the sheet|=the ship|=the shower|=the sil
1|=the sink|=the siz|=the spar|=the spot|=the stand|=the step|=the str|=the surve|=the tab
1|=the tabl|=the tablet|=the tap|=the tax|=the taxman|=the teaser|=the temperatur|=the tenant
1|=the text|=the tool|=the top|=the total|=the tow|=the tower|=the toxin|=the tre|=the trip|=the us
1|=the vas|=the vat|=the vet|=the villag|=the wind|=the word|=the worker|=the year|=theft|=theft $
1|=their own|=them $|=them the|=them up|=themselv on|=then $|=then ,|=then you|=ther ;|=ther by
1|=ther cost|=ther may|=ther mean|=ther the|=ther until|=thes run|=thi $|=thi action|=thi also
1|=thi and|=thi beach|=thi cold|=thi email|=thi gat|=thi go|=thi may|=thi morn|=thi on|=thi tool
1|=thi week|=thi wil|=thin|=thing :|=thing the|=thing to|=think twic|=think you|=thinner ?
1|=third of|=thos ,|=thos in|=thos photo|=though|=thousand $|=thre $|=thre car|=thre hour
1|=thre quot|=thre tim|=thre year|=threat|=throttl|=through|=through at|=through in|=throw awa
1|=thrown|=thrush|=thunder|=thunderstorm|=thursda|=ticket $|=ticket is|=tie|=tie them|=tight
1|=tighten|=tighten it|=til $|=til noon|=tim|=tim out|=tim too|=timeout|=timeout is|=to|=to about
1|=to answer|=to anyon|=to appeal|=to basel|=to burn|=to cal|=to chang|=to climb|=to cool|=to deplo
1|=to dog|=to each|=to fix|=to go|=to gues|=to hospital|=to latest|=to mov|=to not|=to open
1|=to paypa|=to read|=to rebook|=to report|=to run|=to sel|=to sign|=to soak|=to stop|=to strip
1|=to their|=to two|=to us|=to water|=toda|=toda $|=toda ,|=toddler s|=token $|=tomorrow
1|=tomorrow at|=ton|=tonight $|=tonight at|=too $|=too much|=top $|=top and|=top up|=torch ,
1|=total #|=touch the|=tout|=tow $|=towel|=towel $|=toxin|=tr|=tra|=trad|=transaction|=transfer is
1|=transfer to|=transit|=transit visa|=trap|=travel cover|=tre $|=tre and|=treat|=trial turn
1|=trigger seizur|=trim|=trip over|=truncat|=turf|=turn|=turn back|=turn off|=turn on|=turn out
1|=turn to|=turn you|=twelv $|=twelv box|=twent minut|=twic as|=two coat|=two glas|=two peopl
1|=two swallow|=typ #|=typ $|=typ ,|=typ in|=typo|=typo and|=tyr|=u|=ulcer|=unbond|=unbond tak
1|=under|=under a|=under thre|=undo on|=undon $|=unexcus|=unexcus da|=uninstal|=unles|=unlimit
1|=unopen|=unopen $|=unplug|=unsav chang|=until frida|=until thursda|=up|=up after|=up by|=up high
1|=up with|=up your|=updat|=ups|=us $|=us ,|=us east|=used by|=user ,|=user on|=using|=utc|=vacuum
1|=valid|=valid on|=validator|=vap|=vapour|=vat|=ve a|=ve compar|=ve got|=ve put|=ve read|=verif
1|=verif $|=verif and|=verif the|=verification|=version ;|=video ,|=villag|=villag $|=viru $
1|=visa the|=visitor|=void the|=voltag|=volum $|=vot $|=voucher is|=w|=wait $|=wait ,|=wait :
1|=wait too|=waiver|=walk $|=wallpaper|=want a|=want in|=want the|=war|=war end|=warn :|=warrant
1|=was never|=was the|=was written|=wash it|=watch out|=water are|=water in|=water pip|=way is
1|=way trip|=we charg|=we don|=we may|=weaken|=webhook|=websit|=wednesda|=wednesda $|=week and
1|=week s|=week without|=wer clos|=wet $|=wet til|=what com|=what go|=what peopl|=what your
1|=whatever you|=wheel $|=when your|=whenever|=wher the|=which mean|=which the|=which you|=whit
1|=whit $|=who find|=whoever|=whoever ask|=whol compan|=whol of|=why would|=wick|=wil|=wil com
1|=wil eat|=wil giv|=wil see|=wil sign|=wil stop|=win $|=wind ,|=window $|=window is|=windscreen
1|=wip it|=wis|=with #|=with ,|=with cord|=with fir|=with noth|=with one|=withdraw|=withdrawn
1|=withdrawn $|=within da|=without it|=without sleep|=without you|=wool|=work and|=work in
1|=work laptop|=worker|=worker $|=wors|=wors $|=wors ,|=wort|=worth much|=would|=would drop
1|=would i|=would mov|=wouldn|=wouldn t|=writ in|=writ to|=written in|=written on|=wrong $|=wrong ,
1|=wrong cod|=wrong way|=wrot|=year $|=year cost|=year of|=year s|=yesterda|=yesterda s|=yet ,|=yew
1|=yew is|=you $|=you a|=you are|=you better|=you couldn|=you didn|=you down|=you draw|=you drew
1|=you find|=you get|=you hom|=you into|=you just|=you keep|=you know|=you land|=you mean|=you not
1|=you owe|=you paid|=you pres|=you quit|=you re|=you resign|=you risk|=you round|=you said
1|=you sta|=you sur|=you switch|=you touch|=you upload|=you weigh|=you work|=you wouldn|=young
1|=your|=your #|=your account|=your brother|=your career|=your chart|=your coin|=your colleagu
1|=your credit|=your current|=your dai|=your data|=your debt|=your fac|=your fil|=your finger
1|=your fund|=your heart|=your histor|=your hom|=your id|=your insurer|=your ke|=your kid
1|=your laptop|=your liver|=your loop|=your mone|=your mother|=your mum|=your neighbour|=your old
1|=your oldest|=your onl|=your payment|=your pocket|=your point|=your privat|=your profil
1|=your quota|=your record|=your rep|=your screen|=your securit|=your sim|=your stak|=your storag
1|=your street|=your tarif|=your thumb|=your travel|=your way|=zero|=zon|=zon a|@condition
1|@destructive|@not refusing|@skip|body|calm, is|calm, reach|can|care|cost|destroy|falls off|if you
1|ill|is weak|may, you|short|should not|strong after you|until when|weak ahead|weak in the present
-1|=# :|=# ;|=# ad|=# after|=# am|=# api|=# april|=# as|=# by|=# december|=# digit|=# dot|=# error
-1|=# fail|=# fir|=# fly|=# go|=# gold|=# hom|=# jul|=# mg|=# million|=# ml|=# ms|=# off|=# or
-1|=# unread|=# when|=# wil|=# with|=# work|=# would|=# you|=, add|=, an|=, and|=, ask|=, batter
-1|=, befor|=, bring|=, choos|=, clear|=, congratulation|=, dat|=, delet|=, drop|=, error|=, fiv
-1|=, fold|=, friend|=, handover|=, he|=, isn|=, it|=, las|=, lik|=, mat|=, mor|=, mv|=, noth
-1|=, one|=, onl|=, open|=, otherwis|=, pres|=, put|=, sand|=, securit|=, send|=, she|=, shrug
-1|=, sir|=, start|=, stil|=, tak|=, ten|=, thre|=, try|=, use|=, what|=, who|=, whoever|=, with
-1|=, yes|=:|=: #|=: $|=: clos|=: contract|=: even|=: how|=: it|=: low|=: mis|=: no|=: non|=: not
-1|=: one|=: thi|=: what|=: your|=; cut|=; from|=; just|=; leav|=; no|=; noth|=; onl|=; pleas
-1|=; she|=; that|=; ther|=; thi|=; two|=; we|=; you|=^ ,|=^ abs|=^ absolut|=^ against|=^ anyon
-1|=^ attention|=^ backup|=^ bad|=^ beer|=^ bik|=^ blu|=^ board|=^ bot|=^ burn|=^ by|=^ camera
-1|=^ can|=^ caus|=^ chapter|=^ children|=^ click|=^ cod|=^ compan|=^ count|=^ damag|=^ day|=^ dead
-1|=^ dear|=^ deliver|=^ diagnos|=^ don|=^ dur|=^ either|=^ enjo|=^ enter|=^ error|=^ eu|=^ everyon
-1|=^ financ|=^ fir|=^ firework|=^ first|=^ fiv|=^ fix|=^ fold|=^ form|=^ foxglov|=^ freez|=^ gift
-1|=^ good|=^ hacker|=^ hap|=^ hard|=^ hello|=^ hi|=^ high|=^ hmm|=^ hone|=^ hotel|=^ hous
-1|=^ interest|=^ is|=^ it|=^ just|=^ kil|=^ kubectl|=^ ladybird|=^ lin|=^ liquidation|=^ los
-1|=^ mak|=^ mean|=^ medical|=^ mr|=^ mushroom|=^ my|=^ nam|=^ near|=^ negligenc|=^ new|=^ next
-1|=^ no|=^ oh|=^ oven|=^ pas|=^ pick|=^ pictur|=^ pleas|=^ poison|=^ postag|=^ premium|=^ pres
-1|=^ python|=^ rais|=^ read|=^ reason|=^ referenc|=^ refund|=^ remot|=^ request|=^ rest|=^ root
-1|=^ ros|=^ rust|=^ salt|=^ scammer|=^ scrap|=^ seat|=^ section|=^ send|=^ shar|=^ shark|=^ she
-1|=^ slug|=^ smok|=^ so|=^ somebod|=^ stak|=^ statu|=^ step|=^ strip|=^ summar|=^ talk|=^ tap
-1|=^ thes|=^ tip|=^ too|=^ train|=^ turn|=^ typ|=^ tyr|=^ under|=^ unfortunat|=^ unles|=^ unlock
-1|=^ until|=^ video|=^ vinegar|=^ volum|=^ wasp|=^ wear|=^ week|=^ when|=^ wher|=^ whil|=^ who
-1|=^ withdrawal|=^ worn|=^ would|=a basic|=a bot|=a break|=a build|=a button|=a cabl|=a caf|=a cal
-1|=a chest|=a claim|=a cod|=a coffe|=a cold|=a court|=a credit|=a customer|=a dangerou
-1|=a different|=a fak|=a featur|=a fifth|=a fir|=a firewal|=a firm|=a fork|=a form|=a formula
-1|=a friend|=a fund|=a gap|=a garden|=a great|=a hard|=a harmles|=a heart|=a hom|=a is|=a jok
-1|=a laptop|=a licenc|=a licens|=a lifetim|=a limit|=a lock|=a look|=a lot|=a mail|=a matter
-1|=a member|=a nail|=a neighbour|=a not|=a panic|=a parent|=a payment|=a pet|=a photo|=a pictur
-1|=a pinch|=a plan|=a prescription|=a proces|=a pul|=a question|=a quot|=a read|=a reasonabl
-1|=a record|=a reminder|=a rug|=a saf|=a screenshot|=a sever|=a skin|=a slot|=a smart|=a splash
-1|=a sprain|=a sum|=a summar|=a switch|=a tax|=a tim|=a torn|=a tort|=a train|=a viru|=a visa
-1|=a visit|=a voucher|=a websit|=a wrong|=about|=about #|=about a|=about it|=about one|=about you
-1|=about your|=abs|=absolut not|=account liv|=account with|=acm|=act for|=activat|=activat it|=add
-1|=add $|=add it|=add the|=addres in|=addres is|=addres need|=addres on|=addres sleep|=adult
-1|=adult onl|=advic|=advic $|=advis on|=afraid|=after ,|=after a|=after christma|=after four
-1|=after six|=after the|=after two|=again ,|=again on|=against $|=agent|=agent $|=ago and|=agr
-1|=agr $|=agreement|=agreement with|=ahead and|=air $|=air ,|=aisl|=alarm|=alarm and|=album
-1|=album $|=alcohol is|=all ,|=all at|=all but|=all by|=all clear|=all fiv|=all it|=all over
-1|=allerg at|=allow to|=alread|=alread $|=alread ,|=although|=alwa|=am|=am $|=among the|=an addres
-1|=an agreement|=an app|=an avalanch|=an ear|=an engineer|=an exception|=an old|=an option
-1|=an order|=and|=and add|=and air|=and back|=and beyond|=and bring|=and can|=and com|=and cut
-1|=and for|=and heat|=and hit|=and isn|=and look|=and mov|=and neither|=and night|=and nobod
-1|=and overwrit|=and pas|=and pay|=and peopl|=and pres|=and read|=and rins|=and saf|=and send
-1|=and shown|=and sign|=and stil|=and that|=and their|=and thi|=and wax|=and whoever|=and with
-1|=announcement|=answer com|=answer that|=any allerg|=any tim|=anybod $|=anyon $|=anyon can
-1|=anyth abov|=anyth els|=anywa $|=anywher $|=apolog|=apolog $|=app ,|=appear|=appl to
-1|=application has|=appointment|=approval $|=april|=are|=are as|=are built|=are cut|=are issu
-1|=are kept|=are mis|=are no|=are off|=are paid|=are part|=are register|=are reject|=are smal
-1|=are soft|=are switch|=are taken|=are tied|=are under|=area|=aren|=aren t|=argu that|=around
-1|=around #|=arriv ,|=arrival|=arrow|=art|=as a|=as agr|=as for|=as it|=as new|=ask $|=ask a
-1|=ask again|=ask to|=ask you|=assistant|=at #|=at eight|=at eleven|=at her|=at least|=at password
-1|=at present|=at risk|=at seven|=at you|=attach $|=attach :|=attachment ,|=attack $|=attempt to
-1|=august $|=author|=autumn ;|=availabl on|=avoid the|=awa after|=awa mod|=awa when|=awa with|=b #
-1|=bab cry|=bab monitor|=back $|=back ?|=back and|=back by|=back the|=back thi|=back within
-1|=backup run|=backward|=bad new|=bad weather|=bag is|=baggag|=bail|=balanc ,|=balanc :|=band
-1|=bank ,|=bank that|=bark|=basic light|=basket|=be ,|=be another|=be break|=be cancel|=be cheat
-1|=be complet|=be correct|=be don|=be get|=be grant|=be in|=be lost|=be not|=be on|=be one|=be shy
-1|=be the|=be undon|=be up|=be with|=beach is|=bean are|=bear sleep|=beat a|=beautiful
-1|=beautiful and|=becaus it|=becaus its|=been|=been charg|=been gon|=been in|=been run|=been test
-1|=beer|=beer to|=befor departur|=befor i|=befor that|=beforehand|=beforehand $|=began|=begin
-1|=begin at|=behind that|=belong to|=below $|=below a|=bet|=better $|=better than|=between the
-1|=between them|=between you|=beyond the|=bil is|=birth|=birth $|=birthda|=birthda $|=birthda ,
-1|=bit the|=black frida|=blank $|=block|=block $|=block ,|=block at|=blood pressur|=blu button
-1|=bob|=bob $|=bod s|=boil water|=book referenc|=bor|=borrow|=bos may|=bot|=bot $|=both are
-1|=bowl and|=box $|=box are|=brak hard|=break|=break down|=breaker|=breakfast $|=breakfast is
-1|=breastfeed|=brick $|=bridg belong|=bring|=bring you|=brought|=bucket ,|=budg|=budg $|=bug
-1|=bug $|=build $|=build ,|=built for|=bur|=burn ,|=burn for|=burn out|=busines|=but he|=but one
-1|=but you|=but your|=butter|=button of|=buy $|=by card|=by chat|=by default|=by email|=by itself
-1|=by our|=by rodent|=by themselv|=by us|=by which|=c $|=cabin|=cabl behind|=caf $|=caffein|=cak
-1|=cak is|=cal $|=cal us|=cam back|=cam in|=cam up|=can add|=can alwa|=can cancel|=can explain
-1|=can help|=can leav|=can offer|=can reproduc|=can use|=can you|=cancel ,|=captain|=car $|=car ,
-1|=car ?|=car that|=caramel|=card ?|=card can|=card end|=card was|=carv|=cash $|=catalogu|=caus by
-1|=ceiling|=centimetr are|=centr|=central has|=chang it|=chang that|=chang thi|=chang window
-1|=chapter #|=chapter one|=charg is|=charg the|=charter|=chat|=chat $|=cheaper|=cheat|=cheat ,
-1|=check $|=check ,|=check :|=check all|=check in|=check out|=checker|=chef|=ches|=chew|=chew on
-1|=child lock|=chok|=chok on|=choos ,|=christma|=christma is|=church|=cit ,|=claim|=claim against
-1|=claim bonu|=claim that|=clas|=clas ,|=clean|=clean $|=clear|=clear and|=clear by|=click $|=clif
-1|=clock ,|=clos on|=cloth|=club|=coat $|=cod|=cod #|=cod freez|=cod is|=cod that|=coffe|=cold ,
-1|=cold water|=column is|=com by|=com first|=com hom|=com with|=command|=command is|=commit that
-1|=complain|=complain $|=complaint|=complet|=compound|=compound interest|=con|=concern|=condition
-1|=condition is|=confirm $|=confirm for|=congratulation|=congratulation !|=connection
-1|=connection $|=consent|=consider $|=consulat|=consulat in|=contact your|=continu|=contract
-1|=contract $|=contract ,|=contract and|=cook $|=cooker|=cool|=copper|=copper tap|=copyright
-1|=copyright ,|=corner|=corner $|=correct|=correct $|=cost $|=cost extra|=cost one|=could|=could ,
-1|=could be|=could end|=could leav|=could send|=could you|=couldn|=couldn t|=count your|=counter
-1|=counter $|=counter ,|=countr ,|=courier|=cours|=court|=court has|=court order|=cover and
-1|=cover off|=cover one|=cover the|=crack a|=cran|=crash on|=cream|=cream for|=creat|=credit fil
-1|=cry|=current|=customer data|=cut along|=d ever|=d get|=d keep|=d look|=d need|=d never
-1|=d prefer|=d say|=da in|=da left|=dai|=dai and|=damag|=damag $|=damag by|=dark|=dat|=dat of
-1|=data|=data $|=daughter is|=day $|=day or|=deadlin $|=dear sir|=debit|=debit card|=december
-1|=december $|=decision is|=deep $|=default|=dela by|=dela on|=delet anyth|=delet fil|=delet from
-1|=delet it|=deletion|=deletion protection|=deliciou|=deliciou $|=deliver tak|=den|=den that|=dens
-1|=departur|=depend|=depend on|=deposit in|=deprecat|=deprecationwarn|=describ|=describ the
-1|=desk ,|=desk clos|=destro the|=devic $|=di ,|=di of|=diagnos|=did it|=different|=digit|=digit $
-1|=dim|=disabl|=diseas|=dish on|=displa|=do $|=do you|=doctor s|=doctor said|=dog is|=dog may
-1|=dog over|=don|=don $|=don :|=don t|=door ,|=door swing|=dos is|=dot to|=dough|=down|=down $
-1|=down and|=down on|=dr|=drain|=drama|=drama ,|=drawbridg|=drink ,|=drink plent|=driv $|=driv the
-1|=driver s|=driver won|=drop|=drop a|=drop it|=drop packet|=drop the|=drop your|=dry run|=due in
-1|=dul|=dust|=each ,|=each month|=ear and|=ear check|=earn #|=earn interest|=earn is|=eat them
-1|=eaten|=edition|=effort|=egg|=egg into|=eight|=eight $|=eight up|=either $|=elbow|=electrician
-1|=eleven $|=eleven ,|=elm|=els $|=els at|=elsewher|=elsewher $|=email|=email $|=email addres
-1|=embas|=emergenc button|=empt $|=empt ,|=empt ;|=end it|=endpoint|=engineer|=engineer s
-1|=england $|=engrav|=enjo your|=enough ,|=enough to|=enter the|=entir|=entr is|=entranc|=error #
-1|=error ,|=escalator|=essa|=eu central|=eu west|=euro for|=even|=even ,|=even after|=even as
-1|=ever do|=ever knight|=ever night|=ever tim|=everyon|=everyon els|=everyon on|=everyth $
-1|=everyth ,|=everyth s|=everyth you|=evidenc|=exampl|=exceed|=exception is|=exclud|=exercis
-1|=exist $|=expect dela|=expir $|=fabric|=fabric $|=fac ,|=fail|=fail ,|=fail becaus|=fail over
-1|=fail to|=fal outsid|=fami|=far $|=father|=favour|=favour $|=fe are|=fee ,|=feed the|=feel
-1|=feel $|=fever is|=few|=fewer|=fewer than|=fibr|=field|=fifth|=fil in|=fil is|=film is|=film s
-1|=filter|=fin|=fin $|=fin ,|=fin and|=fin until|=final $|=financ|=financ said|=find it|=finish $
-1|=fir and|=fir of|=firewal|=firewal drop|=firework|=first day|=first half|=first try|=fit in
-1|=fiv da|=fiv tim|=fix for|=fix the|=fl $|=flat :|=flat on|=flight on|=flood|=flood $|=floor and
-1|=flower in|=flown|=fly hom|=fog ,|=folder $|=follow|=follower|=for $|=for :|=for a|=for adult
-1|=for anyon|=for each|=for ever|=for half|=for jun|=for me|=for member|=for our|=for peopl
-1|=for sel|=for six|=for the|=for toda|=for twent|=for us|=for which|=for you|=for your|=form for
-1|=fort|=fort minut|=four ?|=four da|=four digit|=fourth floor|=foxglov|=fram|=fraud|=fraud $
-1|=fraud alert|=fre for|=freez it|=freez until|=french|=frida $|=frida at|=frida pric|=from #
-1|=from abroad|=from eight|=from her|=from noon|=from now|=from thi|=from you|=front $|=front ,
-1|=frost in|=ful and|=ful by|=ful lyric|=function return|=fund|=fund are|=further|=fus|=gam from
-1|=gam giv|=gambl|=gas lin|=gat b|=gat clos|=gav|=gb $|=general information|=generator|=get at
-1|=get over|=get turn|=git reset|=giv awa|=giv mor|=giv out|=given you|=go back|=go into|=go out
-1|=go over|=go to|=goal|=going|=going to|=gon $|=gon down|=gon sinc|=good tim|=got #|=got a
-1|=got in|=grand|=grant $|=grap and|=gras snak|=great $|=green $|=green ,|=green tick|=ground
-1|=ground floor|=grown|=grown ups|=guard look|=guest ,|=guest are|=h befor|=hack|=had $|=half ,
-1|=half and|=half past|=half pric|=halt|=hand|=hand off|=handler|=handset|=happen to|=happen when
-1|=hard $|=harm|=harm $|=has #|=has alread|=has clos|=has gon|=has mov|=has never|=has rent
-1|=has run|=has thre|=hat|=hat $|=hav $|=hav a|=hav both|=hav four|=hav look|=hav the|=hav thre
-1|=he d|=he has|=he ll|=he refus|=he would|=head $|=hear you|=heard|=heart attack|=heart is|=heat
-1|=heav|=hello|=hello jan|=help|=help $|=help with|=her are|=her or|=her the|=hesitat|=hesitat to
-1|=hi|=hi sofia|=hid the|=hidden cost|=hil|=him befor|=him out|=himself|=his soup|=histor is|=hmm
-1|=hmm ,|=hold it|=hold the|=holder|=hood|=hop|=hot ,|=hot soup|=hot water|=hotel $|=hotel on
-1|=hour $|=hour a|=hour lat|=hous down|=household|=how do|=how it|=how long|=how man|=how much
-1|=how often|=http|=human|=hur|=hurt|=husband|=hygien|=hygien seal|=i did|=i do|=i explain|=i mad
-1|=i mak|=i saw|=i see|=i won|=i writ|=iban is|=ice $|=id|=id and|=if a|=if anyth|=if the|=if ther
-1|=illegal|=imag|=important|=in after|=in again|=in all|=in and|=in august|=in blu|=in ches
-1|=in ear|=in ful|=in good|=in green|=in januar|=in jun|=in leed|=in mind|=in no|=in october
-1|=in person|=in real|=in room|=in row|=in september|=in spr|=in thos|=in tim|=in touch|=in town
-1|=in winter|=in without|=in writ|=in your|=index fund|=information|=information ,|=injur|=inn
-1|=insect|=insid the|=instanc|=instanc typ|=instead|=instead :|=instruction|=insur ,|=insuranc pa
-1|=insurer has|=interest mean|=invent|=invitation|=is #|=is air|=is all|=is attach|=is basic
-1|=is block|=is book|=is caus|=is charg|=is check|=is don|=is dry|=is eas|=is exclud|=is expect
-1|=is final|=is friend|=is from|=is gon|=is good|=is half|=is harmles|=is includ|=is insur|=is it
-1|=is limit|=is malwar|=is mor|=is normal|=is onl|=is open|=is paid|=is past|=is print|=is privat
-1|=is read|=is refus|=is right|=is sav|=is simp|=is so|=is sold|=is someth|=is switch|=is taken
-1|=is thrown|=is vendor|=is verif|=is what|=is work|=is your|=island sleep|=issu|=issu on|=it !
-1|=it at|=it cam|=it cannot|=it click|=it com|=it cost|=it depend|=it do|=it drop|=it end|=it fail
-1|=it from|=it get|=it giv|=it hold|=it hurt|=it mov|=it no|=it on|=it onc|=it over|=it s|=it sa
-1|=it sta|=it suit|=it tak|=it tast|=it that|=it to|=it twic|=it was|=it wer|=it when|=it wil
-1|=it with|=it you|=item that|=its way|=jan|=jan ,|=januar|=januar $|=joint account|=jok|=jok $
-1|=jok ,|=jul $|=jun $|=jun ,|=jun the|=just as|=just show|=just to|=ke are|=ke at|=ke for|=ke to
-1|=keep for|=keep out|=keep the|=keep your|=kept to|=key in|=key to|=kid $|=kil #|=kil about
-1|=kil it|=kind|=king|=kitchen|=kn|=kn ,|=knead|=knead it|=knif|=knif $|=knight|=knot|=know $
-1|=know it|=know that|=knowledg|=knowledg ?|=kubectl|=label|=lack|=lack the|=lad|=ladder $
-1|=ladybird|=ladybird eat|=lan|=landlord|=landlord has|=languag|=las|=last guest|=last lin
-1|=last month|=last night|=last payment|=last ten|=lat ,|=lat ;|=lat entr|=lat father|=lat fee
-1|=lat for|=latecomer|=later :|=later ?|=laugh|=law $|=lawyer|=lawyer $|=leaf|=leaflet|=leaflet sa
-1|=leak you|=least|=leav befor|=leav is|=leav over|=leav so|=leav thi|=lectur|=leed|=left ,
-1|=left and|=left is|=left thi|=leg and|=legal advic|=lend|=lend you|=les|=lesson|=lesson is|=let
-1|=let you|=letter $|=level|=lever|=liabl for|=librar ,|=lic|=licenc $|=licenc ,|=licenc are
-1|=lifetim|=light wind|=lighthous|=lik ,|=lik everyon|=lik to|=limescal|=limit|=limit ,|=limit for
-1|=lin $|=lin are|=lin wil|=link is|=liquid|=liquidation|=lisbon|=list is|=list of|=lithium batter
-1|=litr|=littl about|=liv is|=liv with|=ll blow|=ll find|=ll leav|=ll lik|=ll receiv|=ll refund
-1|=ll see|=ll stil|=loan is|=lob|=local|=lock|=lock for|=lock on|=lock that|=lock your|=login pag
-1|=longer $|=look fin|=look up|=lor|=los ,|=los a|=los your|=lost #|=lot|=lot $|=lot ,|=lower than
-1|=lower the|=luck $|=lyric|=lyric are|=m|=m not|=mad the|=mail $|=mail is|=mailbox|=maintainer
-1|=mak $|=mak up|=maker|=maker of|=malwar|=malwar $|=man you|=mandat|=mark of|=mas|=match|=maximum
-1|=may|=may #|=may ,|=may ;|=may end|=may is|=me ,|=me the|=mean a|=mean by|=meat|=medicin|=medium
-1|=meet link|=melt|=member and|=memor that|=mend it|=menu $|=merchant|=messag $|=messag and|=met
-1|=meter $|=meter and|=metric|=mg|=mg $|=middl of|=might lik|=might want|=mild|=milk $|=min $
-1|=mind ,|=mind if|=minor|=minut|=minut $|=minut after|=minut awa|=mis $|=mis and|=mis is|=ml
-1|=model|=model :|=monda|=monda ,|=monda ;|=monda at|=mone out|=mone paid|=mone that|=monitor
-1|=month ,|=month end|=month from|=moon|=mor|=mor $|=mor ,|=mor of|=morn ;|=mos|=most peopl|=mov $
-1|=mov that|=mov the|=mov them|=mov within|=mr|=ms|=much as|=mulch|=museum|=mushroom|=music ,
-1|=must|=must be|=must not|=mv|=mv mov|=my hand|=my nam|=n|=nail|=nam|=nam are|=nam is|=nam on
-1|=nam your|=near ther|=need somebod|=needn|=needn t|=negativ $|=negligenc|=negligenc mean
-1|=neighbour $|=neighbour ,|=net ,|=nettl|=never cut|=never hav|=never in|=never leav|=never let
-1|=new|=new addres|=new password|=next day|=next door|=next year|=nic|=nic $|=nicer|=nicer $
-1|=night is|=nin ,|=ninet|=ninet da|=no $|=no can|=no catch|=no danger|=no extension|=no fibr
-1|=no for|=no further|=no hidden|=no known|=no limit|=no mor|=no nut|=no on|=no reason|=no result
-1|=no risk|=no setup|=no such|=no that|=no to|=nobod but|=nobod mind|=non $|=noon ,|=normal for
-1|=not accept|=not an|=not and|=not ask|=not consider|=not for|=not from|=not get|=not going
-1|=not hav|=not her|=not let|=not open|=not quit|=not someth|=not support|=not tak|=not taken
-1|=not that|=not with|=not without|=noth els|=noth in|=noth is|=noth until|=noth wrong|=now $
-1|=now hav|=now i|=now it|=now on|=number ,|=number on|=nut in|=october $|=odd|=of|=of #|=of a
-1|=of an|=of birth|=of colleagu|=of devic|=of each|=of milk|=of paper|=of peopl|=of that|=of us
-1|=off after|=off their|=off who|=off with|=offer ,|=offic add|=offic open|=offlin|=often you
-1|=oh no|=ok $|=old|=old one|=on again|=on any|=on main|=on one|=on our|=on pag|=on sinc|=on sit
-1|=on sunda|=on them|=on thi|=on thursda|=on to|=on tuesda|=on us|=on without|=onc|=onc ;
-1|=onc upon|=onc you|=one and|=one basket|=one can|=one end|=one flat|=one in|=one instead|=one is
-1|=one night|=one on|=one s|=one sid|=one work|=onl ,|=onl for|=onl friend|=onl open|=onl the
-1|=onl two|=onlin|=onlin $|=open again|=open at|=open ever|=open hour|=open on|=open til
-1|=open with|=opponent|=or a|=or anywher|=or by|=or in|=or no|=or not|=or rather|=orang|=order :
-1|=order ?|=order is|=order to|=other ,|=other peopl|=other tenant|=other wil|=otherwis
-1|=otherwis ,|=otherwis the|=our|=our book|=our firm|=our polic|=out $|=out :|=out by|=out dai
-1|=out is|=out sinc|=out ther|=out to|=out until|=outag|=output|=outsid what|=oven|=over ,
-1|=over christma|=over fort|=over them|=over to|=overdraft|=overnight|=overnight ,|=own $|=own ,
-1|=own fil|=owner|=owner of|=oxygen|=pa|=packet|=pag $|=paid off|=paid the|=paint ,|=paint is
-1|=paint the|=panel|=panel $|=panic|=paper ,|=paper in|=parameter|=parameter :|=parcel cam|=parent
-1|=parent $|=park $|=part ,|=part i|=part is|=part of|=pas $|=pas on|=passport|=passport $
-1|=passport desk|=password a|=password are|=past the|=pasta|=patient|=paw|=pay a|=pay at|=pay the
-1|=pay yourself|=payment was|=payslip|=penalt is|=peopl a|=peopl cal|=peopl over|=peopl s|=perform
-1|=perform $|=perhap|=permit is|=person who|=person would|=phish|=phon sta|=photo ,|=pick it
-1|=pick the|=pictur|=pigment|=pinch of|=pip and|=pla|=pla it|=plac|=plac for|=plagiarism|=plan $
-1|=plan ,|=plan are|=plan has|=plant|=plaster|=plasterboard|=player|=pleas add|=pleas bring
-1|=pleas confirm|=pleas contact|=pleas don|=pleas rep|=pleas tel|=pleas upload|=pleas verif
-1|=pleasur|=pleasur $|=plug in|=pm $|=pod|=point of|=polic|=polic number|=polish|=pompei|=pon
-1|=pool|=pool $|=pool has|=pool in|=pool is|=port your|=possibl|=possibl $|=possibl at|=postag
-1|=postag is|=postcod|=postcod and|=pot|=pre|=pre exist|=prefer|=prefer not|=premium|=pres sav
-1|=pres the|=present ,|=pressur|=pressur cooker|=pressur tablet|=pretend|=pretend to|=pric ,
-1|=pric are|=pric drop|=pric fal|=pric is|=pric on|=print on|=print what|=privat|=privat ;|=priz
-1|=problem|=profil|=profil is|=promis|=prompt $|=protocol ,|=provid|=public api|=pul is|=pul the
-1|=push straight|=push to|=put that|=python|=quarter point|=quarter turn|=queen|=queu ,|=quot ,
-1|=quotation|=rac condition|=railwa|=railwa ,|=rain $|=rais|=rais it|=ran out|=rang|=rang $|=rash
-1|=rat back|=rather not|=rd $|=re ask|=re at|=re awa|=re book|=re good|=re his|=re in|=re lat
-1|=re paid|=re stuck|=re ther|=re two|=re wel|=reach the|=reach you|=reaction|=read and|=read at
-1|=read from|=read room|=read their|=read when|=reason|=reason :|=reasonabl|=reasonabl person
-1|=receipt ?|=receipt if|=receiv the|=record $|=record of|=recover|=red $|=reduc the|=refil
-1|=refil left|=refund the|=refus to|=register in|=reject :|=remember that|=reminder|=remot acces
-1|=remov a|=reopen|=reopen it|=rep|=rep $|=rep with|=repair|=repair $|=repeat|=replac|=replica $
-1|=repo $|=report is|=reproduc|=reproduc the|=request $|=request ,|=reset it|=reset your|=rest a
-1|=restriction|=result $|=return #|=return ?|=return the|=review was|=reviewer|=ric|=rid $|=rider
-1|=right ,|=rim|=ring you|=rins it|=ris|=risk|=risk :|=risk is|=risk of|=rn|=roam|=roam in|=roast
-1|=robber|=rodent|=rodent is|=room ,|=room for|=room with|=root ke|=ros by|=rug pul|=rul $
-1|=rul let|=run the|=run through|=run until|=rush $|=s $|=s ,|=s all|=s alread|=s at|=s clear
-1|=s data|=s debt|=s ful|=s green|=s hard|=s harmles|=s illegal|=s it|=s lat|=s mis|=s my|=s nam
-1|=s not|=s noth|=s off|=s perfect|=s quiet|=s read|=s real|=s right|=s stamp|=s stolen|=s the
-1|=s ther|=s two|=s what|=s why|=s word|=s written|=s zero|=sa ,|=sad|=saf for|=saf open|=said $
-1|=said no|=salar $|=sam $|=sam even|=sam for|=sanction|=sanction list|=sand it|=sandbox|=sank
-1|=sat|=sat in|=saturda|=sav #|=sav ,|=sav your|=saving|=say|=say so|=scanner|=scarf|=school ,
-1|=scop|=screw|=se no|=sea $|=seal is|=seat|=seat #|=seat hav|=seat in|=seat is|=second half
-1|=second look|=secret in|=securit patch|=see|=see and|=seem|=sel it|=sel item|=sel you|=sel your
-1|=send a|=send them|=send you|=sens|=sentenc $|=september|=serv|=servic $|=set $|=set for
-1|=set your|=setting|=setting $|=setting ,|=settl|=setup|=setup fee|=sevent|=sever|=shadow
-1|=shak his|=shal|=shar $|=shar ,|=shar your|=shark kil|=sharp|=sharp and|=she|=she has|=she ll
-1|=shed|=shel|=ship to|=shock|=shop $|=shop ,|=shop clos|=short for|=shorter|=should be
-1|=should stop|=show|=show $|=show you|=shown|=shrug ,|=shy|=sick leav|=sid effect|=sign $
-1|=sign him|=sign off|=sign two|=sign up|=signal $|=signatur|=sinc|=sinc march|=sinc may|=sinc the
-1|=sing|=singl|=sir|=sir ,|=sit $|=sit for|=sit in|=six ,|=six and|=siz ,|=siz :|=skin typ
-1|=sleep $|=sleep ,|=sleep for|=sleep in|=sleep up|=sleep wel|=slic|=slic it|=smal amount
-1|=smal print|=smaller|=smart|=smart meter|=smel it|=smel of|=smil|=smil at|=so from|=so her
-1|=so not|=so read|=so she|=so switch|=so the|=so ther|=so thi|=so toda|=so we|=soap|=sofa|=sofia
-1|=sofia ,|=soft|=soil|=soil $|=sol|=sold to|=solv|=som|=somebod|=somebod may|=somebod over
-1|=someon|=someth els|=someth onl|=sor ,|=sort $|=sound lik|=soup|=soup $|=sp thi|=spa|=speak
-1|=speak to|=speak with|=specif|=spel is|=spider|=splash of|=spoil|=spoken|=spot the|=sprain
-1|=squeak|=sta|=sta $|=sta on|=sta out|=stamp $|=stand at|=stand charg|=stand in|=standard
-1|=standard one|=star|=start|=start the|=start without|=statement $|=station hav|=statu|=stead
-1|=step #|=stick to|=stil be|=stil under|=sting|=stir ,|=stop $|=stop being|=stop me|=stop thi
-1|=stop work|=stor about|=storm pas|=straight in|=straight to|=street ,|=strip the|=strok|=stuck
-1|=stuck ,|=stud|=stuf|=such|=sued|=sugar|=suit you|=summer ,|=sun $|=sun ,|=sunda ,|=sup|=sup $
-1|=sur that|=surnam|=surpris|=suspend|=swap|=swap the|=swel|=switch $|=t a|=t abl|=t add|=t among
-1|=t app|=t beat|=t bring|=t clos|=t count|=t cover|=t cros|=t far|=t forget|=t get|=t go
-1|=t hesitat|=t includ|=t it|=t lock|=t los|=t min|=t mov|=t open|=t permit|=t possibl|=t see
-1|=t send|=t sta|=t sting|=t want|=t work|=tab ,|=tabl ,|=tabl s|=tablet ?|=tailor|=tak about
-1|=tak anyth|=tak card|=tak mor|=tak off|=tak ten|=tak them|=tak two|=taken|=taken on|=talk to
-1|=tantrum|=tap|=tast better|=tax number|=teeth|=tel somebod|=ten ,|=ten da|=ten loan|=term $
-1|=test $|=test cover|=test fail|=test read|=test you|=text into|=than befor|=than last|=than that
-1|=thank for|=thank you|=that !|=that addres|=that car|=that chair|=that claus|=that could|=that d
-1|=that dos|=that email|=that everyth|=that featur|=that happen|=that index|=that instanc|=that it
-1|=that liv|=that moment|=that mov|=that much|=that no|=that onl|=that order|=that pool
-1|=that question|=that report|=that sentenc|=that somebod|=that spread|=that stil|=that tak
-1|=that the|=that ther|=that thi|=that up|=that week|=that your|=the acid|=the amount|=the answer
-1|=the app|=the appl|=the appointment|=the arrow|=the attachment|=the attempt|=the author
-1|=the baggag|=the bal|=the basil|=the batter|=the bean|=the bel|=the blad|=the bod|=the book
-1|=the branch|=the butter|=the caf|=the cal|=the candl|=the captain|=the chang|=the children
-1|=the clas|=the claus|=the clock|=the club|=the coat|=the com|=the consulat|=the contract
-1|=the corner|=the counter|=the court|=the crash|=the cream|=the cros|=the cut|=the decision
-1|=the dent|=the do|=the drawbridg|=the drop|=the ear|=the egg|=the embas|=the emergenc|=the engin
-1|=the engineer|=the entir|=the escalator|=the even|=the exact|=the exit|=the fee|=the fil
-1|=the flash|=the flight|=the food|=the four|=the fram|=the fraud|=the function|=the garden
-1|=the good|=the gpl|=the green|=the ground|=the hav|=the holder|=the hotel|=the hous|=the hygien
-1|=the import|=the incom|=the inn|=the insurer|=the job|=the joint|=the ke|=the kitchen|=the lamp
-1|=the landlord|=the leaflet|=the leak|=the leas|=the lid|=the limit|=the lob|=the log|=the lower
-1|=the maker|=the mandat|=the meet|=the menu|=the mix|=the most|=the museum|=the music
-1|=the network|=the new|=the nois|=the normal|=the number|=the offic|=the on|=the onl|=the open
-1|=the original|=the output|=the owner|=the packet|=the pain|=the paint|=the panel|=the paper
-1|=the parcel|=the password|=the pasta|=the patch|=the patient|=the payment|=the person|=the pod
-1|=the postcod|=the pot|=the printer|=the problem|=the proces|=the product|=the protocol
-1|=the queen|=the question|=the railwa|=the rang|=the receiv|=the replica|=the report|=the result
-1|=the ric|=the rider|=the right|=the risk|=the ros|=the say|=the scar|=the scratch|=the script
-1|=the seal|=the serial|=the set|=the sevent|=the show|=the sim|=the slip|=the sofa|=the soil
-1|=the spa|=the sta|=the stair|=the standard|=the stitch|=the stock|=the stomach|=the stor
-1|=the subject|=the sugar|=the surfac|=the surger|=the system|=the tank|=the ticket|=the tim
-1|=the timer|=the titanic|=the transaction|=the trial|=the turn|=the upgrad|=the v|=the vaccin
-1|=the valv|=the van|=the video|=the view|=the villain|=the volcano|=the volum|=the warn
-1|=the water|=the waterfal|=the weather|=the wed|=the week|=the wer|=the west|=the wil|=the win
-1|=the winter|=the witnes|=the wolf|=their|=their knowledg|=their public|=their term|=them ,
-1|=them as|=them awa|=them back|=them for|=them in|=them on|=then|=then he|=ther are|=ther but
-1|=ther isn|=ther ll|=therapist|=thi :|=thi addres|=thi cak|=thi can|=thi chat|=thi decision
-1|=thi far|=thi gam|=thi is|=thi later|=thi offic|=thi pag|=thi request|=thi room|=thi season
-1|=thi ship|=thi tim|=thi up|=thick ,|=thiev|=thing $|=third floor|=thos fil|=thos two|=thos who
-1|=though ,|=thre da|=thre peopl|=thre statement|=thre thing|=thre voucher|=threaten|=through the
-1|=throw|=throw $|=throw a|=thu|=tick $|=ticket ,|=ticket are|=ticket isn|=tied in|=tied to|=tim $
-1|=tim ?|=tim a|=tim for|=tim to|=timer|=tin|=tip|=tip $|=titanic|=to add|=to an|=to appear
-1|=to bob|=to both|=to build|=to charit|=to dry|=to enter|=to everyon|=to frida|=to her|=to hid
-1|=to his|=to includ|=to it|=to kil|=to know|=to leav|=to los|=to mak|=to noth|=to offer|=to other
-1|=to pas|=to pay|=to perform|=to prod|=to pul|=to say|=to show|=to six|=to sp|=to stand|=to tel
-1|=to that|=to try|=to verif|=to wait|=to work|=to writ|=toda and|=together with|=token are
-1|=token lack|=told us|=tomorrow morn|=tomorrow you|=too high|=too low|=took the|=tool $
-1|=top right|=topic|=torn|=tort|=tort is|=total|=touch with|=touch you|=trac|=traffic|=train and
-1|=train is|=train was|=transaction $|=transfer|=transfer $|=travel fre|=treasur|=treat $
-1|=trial end|=trip $|=try $|=try the|=tue|=tuesda $|=tumour|=turn $|=turn that|=twic|=twic and
-1|=two account|=two approval|=two block|=two factor|=two ke|=two machin|=two night|=two of
-1|=two other|=two wa|=two week|=typ thi|=typ yes|=tyr hav|=unabl|=unabl to|=under contract
-1|=under copyright|=under it|=under load|=under your|=understand|=understand that|=underwear
-1|=undon|=unfortunat|=unit|=unlimit cal|=unlock|=unread|=until it|=until jun|=until monda
-1|=until six|=until the|=until two|=until your|=untouch|=unusual|=up #|=up ,|=up :|=up a|=up again
-1|=up at|=up from|=up to|=up toda|=upload the|=upon|=upon a|=upright|=us|=us in|=us on|=us the
-1|=use a|=use them|=use up|=used #|=used up|=user $|=vaccin|=valid $|=valu|=valueerror|=valv|=van
-1|=vanish|=vanish $|=vanish with|=vault $|=ve|=ve #|=ve been|=ve given|=ve left|=ve met|=ve paid
-1|=verif your|=version is|=video isn|=view is|=villain|=vinegar in|=visit|=volatilit|=volcano
-1|=voucher in|=vulnerabilit|=wa to|=wait for|=wait until|=wal $|=want is|=want it|=warm and
-1|=warm water|=warn is|=warn the|=warning|=was a|=was about|=was clear|=was clos|=was from
-1|=was gon|=was not|=was your|=wasn|=wasn t|=watch the|=water ,|=water and|=water is|=waterfal
-1|=waterproof|=wax|=way up|=we|=we d|=we hav|=we keep|=we re|=we send|=we ve|=we wil|=weather|=wed
-1|=weed|=week #|=week ,|=weekend|=weight|=wel|=wel mark|=went awa|=west|=west $|=what a|=what do
-1|=what i|=what it|=what mak|=what the|=what to|=what ton|=what would|=when|=when a|=when somebod
-1|=whenever you|=wher a|=wher i|=wher thi|=wher you|=whether he|=which|=which of|=which one
-1|=which your|=whisk|=who are|=who need|=whoever own|=whol chapter|=why the|=why you|=wid
-1|=wil cost|=wil get|=wil not|=wil to|=win ,|=wind $|=window :|=wing|=wing $|=winter|=winter tyr
-1|=wip ever|=wir|=with $|=with a|=with an|=with another|=with breakfast|=with forc|=with four
-1|=with other|=with pleasur|=with ten|=with thes|=with water|=with your|=within a|=within two
-1|=without an|=without the|=without their|=won $|=wor|=word $|=word on|=work $|=work ?
-1|=work council|=work day|=work out|=world $|=worm|=worn sho|=wors :|=worst is|=worth it|=would $
-1|=would break|=would mak|=writ at|=writ it|=written $|=wrong one|=wrot $|=xp|=y|=year and|=yes $
-1|=yes ,|=yes to|=you|=you and|=you answer|=you aren|=you ask|=you back|=you be|=you borrow
-1|=you bring|=you burn|=you cal|=you choos|=you com|=you d|=you did|=you don|=you drop|=you earn
-1|=you fre|=you go|=you hand|=you hav|=you lift|=you liv|=you mak|=you might|=you needn|=you noth
-1|=you now|=you on|=you read|=you say|=you sent|=you slic|=you smel|=you start|=you think
-1|=you through|=you turn|=you use|=you used|=you wer|=you with|=you won|=your ,|=your application
-1|=your appointment|=your back|=your bid|=your bod|=your bonu|=your cam|=your card|=your cas
-1|=your cat|=your chang|=your claim|=your cod|=your dat|=your doctor|=your email|=your far
-1|=your favour|=your firm|=your friend|=your job|=your kn|=your landlord|=your last|=your lat
-1|=your leav|=your left|=your manager|=your meter|=your model|=your mortgag|=your next|=your no
-1|=your opponent|=your overdraft|=your parcel|=your photo|=your plac|=your plan|=your polic
-1|=your post|=your read|=your refund|=your region|=your request|=your rol|=your room|=your seat
-1|=your shar|=your sid|=your statement|=your tabl|=your tax|=your trial|=your wif|=your work
-1|=yourself|=zero $|@did|@idiom|@need|@sorry|calm, can|calm, you|denied, denied harm|good|is
-1|only was|was|weak after you|weak, forward
-2|=! $|=# #|=# fil|=# is|=# october|=# point|=# s|=# sa|=,|=, ,|=, a|=, about|=, as|=, but|=, don
-2|=, go|=, if|=, keep|=, so|=, sor|=, then|=, ther|=, two|=, under|=, wher|=, wip|=, you|=: about
-2|=: you|=; the|=; your|=?|=? $|=^ a|=^ add|=^ application|=^ backdat|=^ befor|=^ both|=^ child
-2|=^ cop|=^ dog|=^ draft|=^ drop|=^ dry|=^ forc|=^ gas|=^ her|=^ idea|=^ most|=^ onl|=^ our
-2|=^ paracetamol|=^ phish|=^ pla|=^ retr|=^ rol|=^ sam|=^ secret|=^ see|=^ som|=^ swap|=^ tak
-2|=^ the|=^ toda|=^ try|=^ whether|=^ which|=^ work|=a and|=a bil|=a black|=a fus|=a good|=a hundr
-2|=a kind|=a list|=a login|=a minut|=a password|=a poison|=a review|=a singl|=a stand|=a stop
-2|=a trad|=a week|=a year|=about two|=accept $|=account|=account was|=act|=add a|=adviser|=again
-2|=alert|=all $|=all ther|=among|=an overdraft|=and driv|=and is|=and last|=and on|=and sta
-2|=and turn|=and wil|=and won|=answer to|=any mor|=anyth s|=anywher|=api|=app $|=appl|=are for
-2|=argu|=arrival :|=as an|=as ever|=ask whether|=at any|=at first|=attach|=authentication
-2|=availabl|=awar|=awar that|=b|=back after|=backdat|=backdat the|=bar $|=basil|=batter last|=be $
-2|=be awar|=be fraud|=be no|=be read|=be ther|=beat|=befor may|=bil isn|=bin for|=bit of|=black
-2|=blad|=blad $|=board ,|=bod|=branch|=break the|=bring it|=bring your|=broken $|=built|=but the
-2|=by #|=caf|=cal ,|=cal for|=cam|=cam from|=can ,|=can chang|=can hav|=can t|=canal|=canal $
-2|=cancel befor|=card ,|=cas is|=caus|=central|=charg $|=charg you|=check|=choos|=circuit
-2|=clas are|=classic|=clock go|=clos it|=cloud|=cloud $|=com ,|=com back|=com on|=compan
-2|=complet $|=control|=conversation|=cost #|=crash of|=crust|=current account|=current through
-2|=d ask|=d rather|=d sav|=d sooner|=d tak|=d tel|=d want|=da $|=dangerou|=day of|=day off|=deal $
-2|=debt on|=decision|=declin|=degr $|=dela|=deliver|=deplo $|=deposit of|=desk|=dessert|=di|=do
-2|=do ,|=do the|=doctor|=door is|=doubl ?|=down by|=dragon|=drain $|=driver|=drop in|=earn
-2|=eat greenf|=either|=els|=empt|=end at|=england|=enter|=enter your|=error|=eu|=even if|=even to
-2|=ever $|=experienc|=factor authentication|=fak|=fal below|=featur|=fee is|=feed onc|=fel|=fil $
-2|=film|=firm|=first :|=fiv $|=fix|=flight s|=flower|=fold|=fold it|=folder|=for #|=for thos
-2|=for what|=forc|=found|=found in|=from me|=from your|=fry|=function|=fus melt|=gambl ,|=garden
-2|=get #|=get better|=get from|=get it|=get mor|=get on|=get the|=get too|=glas ,|=go ahead
-2|=go awa|=go on|=goal $|=gold|=gold $|=gon for|=gon in|=good new|=grad|=greenf|=grief|=guid
-2|=hacker|=half hour|=hand out|=hand that|=hap|=hard|=has been|=has non|=heart|=heat $|=her
-2|=high ,|=him|=hour and|=i|=i could|=i had|=i ve|=idea ,|=identit|=if one|=in ,|=in chapter
-2|=in england|=in order|=in thi|=in under|=insuranc|=interest is|=invention|=investor|=is $
-2|=is between|=is broken|=is clear|=is confirm|=is for|=is fort|=is fre|=is left|=is lock|=is mone
-2|=is noth|=is steep|=is the|=is to|=is wher|=it back|=it break|=it should|=it smel|=it work|=its
-2|=its own|=itself $|=job $|=just the|=ke|=keep in|=key on|=keyboard|=kne|=knif is|=last #
-2|=last four|=last thre|=leav $|=leav at|=left with|=let s|=light|=light ,|=lik you|=limit to|=lin
-2|=lin is|=link $|=list|=liv $|=liv in|=ll|=ll stop|=loan|=lock ,|=log $|=look ,|=look out|=lost
-2|=lov it|=low ,|=mad of|=mak sur|=manager|=may put|=me $|=mean you|=melt when|=menu|=meter
-2|=meter read|=mil|=million|=million in|=million year|=mind $|=mind that|=minut ,|=minut is
-2|=mone $|=month $|=month is|=mor on|=morn and|=mov|=movement|=muscl grow|=music|=myth|=nam com
-2|=near|=need|=need two|=never|=never been|=never stop|=new $|=new :|=new on|=new one|=next bil
-2|=night and|=no ,|=no claim|=no data|=no experienc|=no longer|=no penalt|=nobod can|=nobod els
-2|=noon $|=normal|=not in|=not run|=not touch|=notic a|=number of|=nurs|=of his|=of them|=off for
-2|=old ,|=old injur|=on #|=on frida|=on ice|=on its|=one ,|=one :|=one ;|=one back|=one for
-2|=one to|=one you|=onl|=onl a|=onl one|=open to|=option|=or at|=or without|=order|=order number
-2|=out ;|=out on|=out the|=over chat|=overdraft is|=overnight and|=pa $|=pag|=paid|=paid a
-2|=paragraph|=parcel|=parcel s|=part|=pay anyth|=payment s|=peopl $|=permit|=person|=pet|=phish is
-2|=phon $|=photo are|=pla $|=plan|=point ,|=ponzi|=ponzi schem|=pop in|=porto|=post $|=present
-2|=pric $|=print|=print ,|=proces|=profil $|=prompt|=protocol|=put it|=question in|=quiet
-2|=radiator|=rain is|=ran|=random|=re not|=read in|=read your|=receiv|=recip|=referenc|=refus
-2|=refus you|=request|=reset|=room|=ros and|=row $|=run for|=run out|=s cancel|=s just|=s liabl
-2|=s mor|=s non|=s one|=s out|=s short|=s too|=s wher|=sa that|=say $|=scar|=scrap|=sea ,|=seal
-2|=section|=section #|=see you|=seen in|=serial|=serial number|=session|=set a|=set it|=shelv
-2|=shelv ,|=sho|=sho don|=short|=short ,|=should|=sid|=sid ,|=simpl|=six year|=sixt|=sleep
-2|=slot open|=slower|=so i|=so let|=someon s|=someon who|=someth i|=sooner|=sooner not|=sp $|=spel
-2|=spr|=spr $|=spread them|=sta the|=steel|=stil ther|=stock|=sum|=sum that|=summar|=support
-2|=support $|=sur to|=t allow|=t availabl|=t bother|=t com|=t fit|=t hand|=t hav|=t peel|=t sel
-2|=t someth|=t stir|=tak $|=tak one|=tak the|=talk|=tast|=tax|=tax adviser|=taxpayer|=team|=tel me
-2|=terrac|=test|=th is|=thank|=that ,|=that all|=that com|=that go|=that isn|=that jok|=that keep
-2|=that number|=that point|=that s|=the bank|=the bar|=the best|=the blind|=the cak|=the card
-2|=the circuit|=the cit|=the classic|=the could|=the countr|=the cover|=the crust|=the dead
-2|=the deal|=the doctor|=the door|=the dragon|=the driver|=the dust|=the eu|=the film|=the forc
-2|=the gambl|=the glas|=the go|=the heart|=the heat|=the key|=the kid|=the law|=the light|=the lin
-2|=the link|=the nurs|=the nut|=the old|=the order|=the park|=the pip|=the public|=the radiator
-2|=the room|=the row|=the rul|=the scor|=the screen|=the second|=the server|=the should|=the stain
-2|=the third|=the thre|=the transfer|=the trol|=the vault|=the window|=the world|=the worst|=them
-2|=ther $|=ther at|=ther on|=ther s|=thi account|=thi month|=thi year|=thing i|=through $
-2|=thursda $|=tied|=to #|=to be|=to delet|=to do|=to main|=to see|=to tak|=to thre|=to you
-2|=together $|=tomorrow $|=too|=too lat|=touch prod|=town $|=trad $|=train|=train you|=trainer
-2|=trol|=tuesda|=turn awa|=turn left|=turn the|=twic $|=twic a|=two $|=two minut|=until #
-2|=upload is|=us and|=vault|=ve never|=ve used|=vendor|=video $|=voltag $|=wa|=wait at|=wak up
-2|=water $|=way it|=wear|=wed $|=what he|=when you|=whether the|=why|=wif|=wil ask|=wil be
-2|=wil kil|=wil need|=wip them|=with everyth|=with his|=with or|=with thi|=without your|=wolf
-2|=work from|=world|=would be|=would hav|=would need|=would you|=writ ,|=wrong with|=yes|=you clos
-2|=you lost|=you run|=you sav|=you set|=you that|=you want|=you wil|=your $|=your addres|=your car
-2|=your hand|=your identit|=your is|=your licenc|=your mind|=your nam|=your new|=your order
-2|=your password|=your ticket|=your trip|=yourself $|@mild|@unreal|defines, you|denied harm|headed
-2|makes it so, you|question|reports|until when, you|we did|would have
-3|=!|=# may|=, ever|=, in|=, just|=, we|=; it|=^ even|=^ how|=^ keep|=^ let|=^ look|=^ noth|=^ sor
-3|=^ thre|=^ your|=a littl|=a thing|=a word|=all|=and i|=and never|=and walk|=another one|=any
-3|=as you|=ask|=ask about|=at all|=at ten|=attack|=be #|=be as|=be fin|=blu|=bother|=box is
-3|=breakfast|=burn #|=button|=can be|=careful reader|=cent $|=chang a|=claus|=cod and|=cold
-3|=cold $|=cover|=cut the|=d lik|=danger $|=door $|=dot|=dry|=end ,|=end on|=enjo|=even $|=fal|=fe
-3|=fresh $|=given|=happen|=has one|=hav to|=her s|=host|=hour befor|=how the|=i can|=i ll|=i m
-3|=idea|=in may|=is at|=is due|=is low|=is strong|=it cool|=it off|=itself|=jun|=kil|=law|=leav it
-3|=let it|=licenc|=lid $|=lik it|=littl|=liv|=ll get|=login|=longer|=lower|=may $|=mean that|=mind
-3|=morn|=most|=need to|=next round|=nin|=nobod get|=nut|=october|=onc a|=oven for|=pas
-3|=prescription|=rather|=reader|=reader wil|=reject|=remain|=rest|=right $|=ros|=rul|=s les|=sa $
-3|=scammer|=schem|=scor|=scratch|=see the|=shark|=she s|=sick|=sign in|=smok|=sp|=stain
-3|=start with|=stir|=strong $|=t chang|=t need|=than you|=that :|=that a|=that get|=the back
-3|=the cat|=the morn|=the receipt|=the ve|=them with|=thi one|=thos are|=through it|=ticket|=to $
-3|=trust|=try|=until|=used|=view|=we ll|=what|=when the|=whether|=who can|=who s|=wil do|=you ,
-3|=you may|=your has|=your head|=your token|@blunt|@passive|@trailing denial|because|ends well
-4|=# at|=: the|=^ check|=^ to|=be charg|=blow|=chapter|=for that|=fre $|=gon|=got|=her $|=i don
-4|=it doesn|=join|=join ,|=lov|=penalt|=question|=s gon|=t on|=that $|=that way|=that would
-4|=the box|=them and|=to ask|=to get|=video|=went|=you can|=you lik|@past|reassures|reassures, you
-5|=^ could|=a bit|=me|=round $|=so that|=tak a|=that you|=was|@first|@withholds|defines|no harm
-6|=off ,|@declines|@says no|you can
-7|self
-8|@impersonal|@told
-15|always
"""
