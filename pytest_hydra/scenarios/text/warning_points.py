"""The points for and against a warning, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
13|@marked|@standing
11|@unfit
10|@cost|@says
9|@final
8|=bridg|=thos|@noted
7|=^ onc|=^ warn|=thread|=whol|@forbids|@threat|told not to
6|=bottl|=car|=grow|=is how|=ladder|=mix|=that|=wet|=you ve|@consequence|@harm|do it and
6|into other hands|lacking|so do
5|=^ thi|=a cat|=all your|=along|=awa from|=backup|=becom|=cabl|=custom|=dev|=doubl|=edg|=harmles
5|=heater|=hot !|=in them|=is bad|=leak|=lin ?|=mean|=mean #|=of your|=paper|=parrot|=parrot $|=rat
5|=real|=s anyth|=sa|=set ,|=ther|=toddler|=twelv|=underneath|=whatever|@are you sure|@loss|final
5|good, denied|not fit for|told to take care|told to, ill|whoever may
4|=# a|=, els|=, or|=, thi|=^ better|=^ half|=^ one|=^ tel|=^ thos|=^ with|=a dol|=a paper|=a torch
4|=about to|=adapter|=add #|=after|=afternoon|=against|=and ther|=and you|=answer the|=bad|=be a
4|=befor you|=bench|=bit $|=blood thinner|=botulism|=bridg $|=burn $|=chain|=cheap|=cit|=client s
4|=com out|=commit|=contain|=cover doesn|=daughter|=db|=dead|=dead $|=disk|=dog $|=dol|=end of|=eye
4|=fiv year|=for good|=four|=front of|=get one|=go with|=got four|=gum|=half the|=hedgehog|=helmet
4|=honest|=hot|=hydrogen|=in a|=in it|=in that|=in ther|=is dead|=it and|=it could|=it go
4|=jellyfish|=lik that|=look|=loos|=luggag|=lying|=madof|=mak|=may look|=mic|=moment you|=month of
4|=my friend|=neck|=now|=number is|=off by|=or you|=out|=over|=over $|=packag has|=park|=past
4|=peopl hav|=pocket|=registration|=reversibl|=round|=sa #|=sa he|=saf|=secret $|=sensor|=sent
4|=sleev|=smal|=smel|=so leav|=socket|=swallow|=t ,|=tak your|=temp|=the application|=the bench
4|=the client|=the other|=the steam|=the want|=ther car|=thi|=thinner|=thousand|=to a|=token
4|=tonight|=top|=torch|=typ|=until you|=ur|=ve seen|=ver|=want|=we can|=wear the|=what you|=when it
4|=whil|=whil you|=wind|=with that|=without|=wood|=you ?|=you onl|=you post|=you to|=you typ
4|=you wait|=your contact|=your daughter|=your list|=your mic|@do not|@may harm
4|advised to take care|delicate|doing it|loss|worse
3|=# item|=# on|=# p|=, both|=, for|=, messag|=, new|=, no|=, pleas|=, smal|=, which|=^ ask
3|=^ batter|=^ be|=^ cal|=^ delet|=^ doubl|=^ fre|=^ ignor|=^ left|=^ lil|=^ low|=^ mis|=^ over
3|=^ pickpocket|=^ pink|=^ pls|=^ statement|=^ that|=^ treat|=^ use|=^ water|=a child|=a doctor
3|=a frida|=a letter|=a lick|=a night|=a one|=a toddler|=a window|=abov|=abov the|=addres isn
3|=advanc|=advis|=after #|=afterward|=against the|=all #|=alon|=an offer|=and so|=and thre|=anyon ,
3|=are a|=are about|=are being|=are clos|=are lock|=as|=ask your|=at best|=at onc|=at that
3|=attempt $|=awa|=bag in|=bang|=bank|=bank $|=bathroom|=be abl|=be nonsens|=be notic|=be sold
3|=beach $|=bean|=bear in|=bend|=bl|=bos|=bos $|=botulism $|=bowl|=bro|=broken arm|=bundl|=but
3|=but it|=buy|=buyer|=by then|=card number|=centimetr|=chain is|=chair|=chanc|=check the|=chicken
3|=chicken is|=choic $|=cit $|=client|=clos to|=coin|=colour|=config|=content|=conviction|=cop
3|=cord|=crumbl|=d retir|=death|=degre|=delet the|=deplo on|=did|=drop $|=due on|=edg is
3|=eleven answer|=els it|=end $|=env|=envelop|=everybod|=expir in|=fac $|=fat|=fee|=fee of|=fiv
3|=flat|=for fiv|=for it|=ford is|=forecast|=form $|=fresh snow|=friend|=from a|=from outsid
3|=from that|=from wikipedia|=funeral|=gam $|=garag|=gift|=giv|=glas|=glas in|=glu|=go|=go at
3|=green potato|=had no|=happi|=harmles $|=has set|=he is|=he sa|=headach|=him $|=histor|=hol $
3|=hold|=hold #|=hom|=hone|=hone under|=hospital|=hour|=hurt the|=if|=if he|=if i|=in advanc
3|=in japan|=in their|=internet|=into a|=is a|=is ver|=is void|=it $|=it bit|=it ll|=it look|=jump
3|=keep run|=key is|=kidne|=labour $|=last|=leav the|=leav you|=lick|=lid|=lift|=lik a|=lil
3|=ll break|=ll turn|=look lik|=look the|=madam|=mail a|=max|=mean no|=member $|=metr|=midnight
3|=mind the|=mis that|=mix up|=mod|=mone|=mor at|=mother|=much|=no backup|=no undo|=nobod around
3|=nobod wil|=nonsens|=nonsens $|=not $|=not :|=not ther|=not to|=off|=off the|=offer|=offer is
3|=offer that|=often|=oh|=on a|=on the|=one kid|=onl $|=other sid|=outsid|=own|=p|=path|=pay with
3|=pen|=peopl|=percentag|=permission|=petrol|=pick up|=pickpocket|=pil|=pil $|=pink|=pink chicken
3|=pla with|=playlist|=pleas $|=pls|=pls don|=plug|=point|=possibl to|=post|=pressur $|=primer
3|=printer $|=proc|=product|=production|=public|=push|=put|=queu|=react|=read the|=receipt ,
3|=recipient|=refreez|=releas|=renew|=retir|=review|=rewrit|=ridg|=roof|=root|=root $|=rop $
3|=run whil|=s in|=s open|=saf $|=salvag|=sauc|=say #|=scooter|=season $|=second $|=secret
3|=seen the|=sel|=server $|=sesam|=shut|=shut at|=skip|=slid|=slop|=slot|=solanin|=someth $
3|=someth we|=soot|=spammer|=spra|=spread|=start $|=steam|=step|=stov|=strong|=swim|=swing|=t look
3|=t sav|=t touch|=t verif|=t wak|=tab|=tabl|=tak gift|=taken back|=ten tim|=tent|=that bridg
3|=that end|=that has|=that heat|=that train|=that was|=the addres|=the are|=the bathroom|=the can
3|=the cas|=the chair|=the charg|=the discount|=the forecast|=the group|=the hand|=the last
3|=the liv|=the need|=the packag|=the pil|=the recipient|=the ridg|=the root|=the smal|=the tent
3|=the token|=the voucher|=the whol|=the won|=the x|=them out|=then it|=ther for|=thi ,|=thi morn
3|=thre hour|=ticket $|=til|=to all|=to me|=to sav|=to send|=to sleep|=together|=torch app
3|=trampolin|=tre|=trip :|=tripl|=turn into|=two flight|=under one|=unproces|=unproces $|=unsav
3|=unverif|=unverif $|=up ther|=upgrad|=user|=ve book|=version|=vinegar|=void|=volt $|=wallet|=way
3|=weigh|=wher $|=who|=who wrot|=wikipedia|=window|=with it|=withdrawal|=without a|=won t|=wrong
3|=wrot it|=you out|=your bank|=your blood|=your env|=your mother|=your word|@you cant|bad|before
3|forward|frail|harm|is taken|may|risky deed|strong ahead|strong for the frail
3|strong in the present|third|told to, bad|told to, before|told to, harm|too much|will not|you
2|=#|=# ?|=# and|=# are|=# degr|=# drop|=# hour|=# km|=# left|=# min|=# number|=# twic|=, after
2|=, at|=, bank|=, block|=, by|=, even|=, includ|=, leav|=, my|=, not|=, real|=, sinc|=, somebod
2|=, unles|=, yet|=: i|=: if|=; hav|=^ after|=^ allow|=^ an|=^ antifreez|=^ approv|=^ at|=^ bewar
2|=^ brak|=^ careful|=^ cash|=^ cheap|=^ clos|=^ cut|=^ debug|=^ did|=^ food|=^ for|=^ four
2|=^ fresh|=^ get|=^ glas|=^ glos|=^ going|=^ grant|=^ green|=^ he|=^ help|=^ hom|=^ hot
2|=^ jellyfish|=^ licens|=^ lithium|=^ log|=^ loos|=^ mat|=^ merg|=^ milk|=^ mind|=^ mov|=^ ngl
2|=^ on|=^ pa|=^ paid|=^ past|=^ quarter|=^ real|=^ registration|=^ remember|=^ repl|=^ ring
2|=^ round|=^ salvag|=^ sand|=^ screw|=^ six|=^ smal|=^ someon|=^ spra|=^ st|=^ taxi|=^ ten|=^ unus
2|=^ upgrad|=^ without|=a backup|=a bank|=a boiler|=a catch|=a cent|=a clos|=a dead|=a dog|=a fail
2|=a fil|=a hamster|=a hous|=a link|=a mol|=a refund|=a room|=a second|=a siz|=a slip|=a stor
2|=a stranger|=a token|=a transfer|=a water|=a wil|=abroad|=ad|=admit|=advanc ,|=after frida
2|=afterward $|=against that|=against you|=ago $|=alcohol|=alight|=alight $|=allow #|=along $
2|=along the|=and #|=and alread|=and an|=and be|=and custom|=and doesn|=and everyth|=and keep
2|=and left|=and no|=and somebod|=and sun|=and the|=and when|=and your|=anna|=answer|=antidot
2|=antifreez|=antifreez tast|=anyon|=anyon $|=apart|=appl $|=approval|=approval is|=are charg
2|=are gon|=are just|=are not|=arm|=as much|=as the|=ask the|=at|=at new|=at noon|=at thi|=at thre
2|=at wil|=awa ,|=back for|=back on|=back up|=bad for|=bank detail|=be|=be back|=be dela|=be lying
2|=be out|=be overwritten|=beam|=bear|=becaus of|=bedroom|=been a|=befor it|=bel $|=best $|=bewar
2|=bewar of|=bil $|=bin $|=bind|=bit you|=blood|=bloom|=boiler|=bolt|=bomb|=book for|=bottl $
2|=bottom|=bottom of|=bounc|=bounc $|=bound|=bound for|=boy|=brak|=bread|=break $|=brown|=browser
2|=browser wil|=build on|=build up|=bulb|=bunk|=burst|=but not|=but that|=by christma|=by ten
2|=by that|=by the|=cabl run|=cal|=cal it|=caller|=calor a|=can cost|=can mint|=can reach|=can read
2|=cancel after|=car the|=carbon|=carbon monoxid|=card add|=careful|=careful !|=carrot|=cascad
2|=cat ,|=cat :|=catch|=ceil|=ceil $|=cel|=centimetr $|=certain|=certain $|=chang|=charit isn
2|=chest|=child $|=choic|=clearanc|=click that|=clos|=cluster|=co|=collateral|=collateral is|=com
2|=com to|=comin|=compet :|=compost|=compost ,|=contact|=contact $|=cop ,|=cost mor|=cost you
2|=could go|=could set|=count as|=cousin|=crash diet|=crawl|=creep|=creep along|=crumb|=crush
2|=current pric|=customer|=cv|=d be|=d go|=d pay|=d see|=d sleep|=d sta|=da to|=damp|=dangerou $
2|=dat is|=databas|=day you|=deadlin for|=debt|=debt $|=degr|=deplo|=deposit and|=did $|=died|=diet
2|=dig|=disc|=discard|=discount|=dish is|=distanc|=distanc $|=do not|=doctor s|=dol $|=dollar
2|=door you|=doubl check|=doubt|=doubt ,|=downtim|=drag|=draw|=drawer|=drink|=drink $|=dron|=drum
2|=dur|=ear|=ear $|=eas|=eat|=eat your|=election|=eleven|=end up|=engin $|=enough|=enough for
2|=enter against|=euro $|=even the|=even when|=ever|=everyon $|=everyth on|=ex|=exc|=exception $
2|=expensiv|=expos|=ey|=factor|=failur ,|=failur to|=fan|=far|=fast $|=fear|=fenc|=fil wil|=find an
2|=fir $|=first $|=first ,|=fish|=fish $|=flag|=flam|=float|=floor|=fluid|=for an|=for ear
2|=for everybod|=for far|=for his|=for lif|=forc push|=ford|=form|=form are|=form is|=four $
2|=four minut|=freezer|=friend ,|=from then|=from ther|=front|=frozen|=ful pric|=garag quot|=get
2|=get hot|=get noth|=get rough|=get thrown|=gift card|=git clean|=glos|=go down|=go straight
2|=go up|=good|=grab|=gram|=gram a|=grant|=grap|=group|=guarantor|=guilt|=gust|=had four|=had the
2|=half|=half of|=hamster|=hand luggag|=hang|=has|=hav been|=hear the|=held|=her ,|=her :|=her and
2|=her is|=high $|=his|=hit send|=hold $|=holida $|=hook|=hos|=hour awa|=hous from|=hous number
2|=how that|=i fear|=i mean|=i mov|=i said|=ibuprofen|=ice is|=ideal|=if that|=ignor that|=in
2|=in by|=in cas|=in doubt|=in for|=in front|=in my|=in one|=in second|=in the|=includ $|=index
2|=indoor|=indoor and|=inform|=ink|=innkeeper|=insid|=insid $|=insulin|=into|=iron|=is cut
2|=is enough|=is known|=is new|=is no|=is public|=is rat|=is run|=is stil|=is that|=is two
2|=is unlimit|=is zero|=isn|=isn t|=it ,|=it ?|=it as|=it first|=it is|=it leak|=it might|=it need
2|=it sound|=it stand|=item|=item ,|=item can|=jam|=japan|=jo|=john|=john s|=judgment|=jul|=jumper
2|=just so|=keep|=keep a|=keep their|=kettl|=key ,|=kilo|=kilo $|=km|=know ,|=known|=labour|=lamp $
2|=landlord s|=laps|=larg|=last bus|=last thing|=last year|=lat $|=leav #|=left the|=leg|=let a
2|=let them|=letter|=li|=liabl|=lif $|=lift it|=lift the|=lik|=lik #|=lik the|=limit !|=limit $
2|=liquidat|=list $|=lithium cel|=ll be|=lock $|=lock in|=lock the|=loos sleev|=low :|=lunchtim
2|=lying if|=machin|=macro|=magnet|=mail|=mat|=mattres|=may app|=may chang|=may contain|=may hav
2|=measur|=mid may|=midnight $|=might|=might be|=min|=mint|=misbehav|=misbehav $|=mone back
2|=monoxid|=month the|=much $|=nam ;|=need a|=need about|=need your|=network|=network ,|=never do
2|=never get|=new year|=ngl|=night $|=night ,|=night in|=no|=no addres|=no bus|=no get|=no go
2|=no mone|=no refund|=no return|=nobod|=nois|=non compet|=noon|=noon ,|=not possibl|=not put
2|=not the|=notic|=notic $|=now and|=now would|=number $|=number in|=objection|=odometer|=of thi
2|=of what|=off $|=off at|=off thi|=off your|=offenc|=offic|=oil|=old $|=old data|=on|=on that
2|=on you|=on your|=onc ,|=onc i|=one go|=one typo|=one way|=one we|=onion|=onl get|=onl tak
2|=onlin ,|=onto|=open $|=open and|=or it|=order it|=other way|=our $|=our nam|=out and|=outdoor
2|=outsid with|=oven has|=oven is|=overnight $|=overwrit|=owe|=owner can|=p a|=pa for|=paid $
2|=park is|=password $|=past performanc|=patch|=pay for|=payment are|=peanut|=pedal|=peel
2|=peopl with|=per|=performanc|=period|=photo|=pilot|=pin|=plat|=pleas ,|=pleas check|=pleas doubl
2|=plent $|=plu #|=pocket $|=poison|=pol|=pollen|=position|=post in|=pregnant|=pric|=print $|=puk
2|=pul|=pul out|=pul over|=put hand|=put the|=quarter of|=quarter them|=queu $|=rat for|=re lock
2|=reach|=read lik|=read what|=recommend|=record|=recover $|=redundanc|=register ,
2|=registration clos|=replica|=reset wip|=resign|=respond|=result in|=return $|=review and|=rid on
2|=right now|=right to|=ring the|=risk $|=road|=roof box|=rop|=rot|=rotat|=rough|=row #|=row are
2|=rubber|=rud|=run $|=run low|=run thi|=s #|=s a|=s allergic|=s due|=s how|=s on|=s password
2|=s windpip|=s wort|=s your|=sa so|=sal|=salad|=sand|=sav $|=sav point|=school|=scooter $|=scrambl
2|=screen|=screw that|=season|=seat :|=securit hol|=see your|=seen|=sel $|=selfi|=seller|=sensor ,
2|=sent back|=set off|=set the|=seven $|=shar that|=she d|=shoot|=show your|=shrink|=sign a
2|=sign for|=sign of|=singl thread|=six month|=siz|=siz smal|=sleep and|=sleep on|=sleev and
2|=slid $|=slip disc|=slipper|=slow the|=snow|=snow on|=so be|=so bring|=so do|=so is|=so tak
2|=so with|=somebod has|=somebod s|=someon|=sor :|=sort|=south|=split $|=spot|=squar|=squar $|=st
2|=st john|=sta ther|=stair|=start a|=start on|=starv|=steer|=steer clear|=stil|=ston|=stop it
2|=storm|=straight for|=street|=strict|=strik|=stronger|=styl|=suggest|=summer $|=sun|=sunda night
2|=sweet to|=switch is|=sword|=t answer|=t cal|=t driv|=t in|=t know|=t match|=t mix|=t paid
2|=t read|=t smel|=t the|=t valid|=tabl $|=tast sweet|=tax offic|=taxi|=tel|=temperatur|=ten
2|=ten minut|=termination|=terribl|=th $|=than|=than it|=than one|=that approval|=that cal
2|=that chang|=that fund|=that hav|=that in|=that key|=that last|=that old|=that websit|=that wil
2|=the|=the a|=the account|=the backup|=the bend|=the board|=the bonu|=the bottom|=the bowl
2|=the bridg|=the bulb|=the ceil|=the charit|=the claim|=the colour|=the compost|=the databas
2|=the day|=the draft|=the edg|=the election|=the ey|=the far|=the fish|=the flat|=the floor
2|=the ford|=the freezer|=the garag|=the glu|=the head|=the heater|=the hedg|=the hook|=the hos
2|=the ice|=the innkeeper|=the iron|=the ll|=the mail|=the map|=the mattres|=the may|=the moment
2|=the next|=the odometer|=the official|=the path|=the pedal|=the peopl|=the phon|=the point
2|=the pollen|=the position|=the pric|=the real|=the redundanc|=the review|=the road|=the saf
2|=the sam|=the sand|=the seller|=the send|=the sheet|=the sit|=the sun|=the tax|=the test
2|=the text|=the tid|=the top|=the total|=the trail|=the two|=the validator|=the wrong|=the year
2|=their own|=them all|=themselv|=then the|=ther is|=ther the|=thes run|=thi beach|=thi gat
2|=thi look|=thi mushroom|=thi pric|=thin|=thing you|=thos $|=through a|=thrown|=thrown out|=thumb
2|=thumb $|=tid|=tier|=tim you|=to bit|=to cancel|=to chang|=to cool|=to dog|=to everyth
2|=to hospital|=to keep|=to not|=to production|=to read|=to two|=to us|=toda|=toda $|=toddler $
2|=toddler s|=together ,|=token $|=token is|=tomorrow ,|=too $|=tourist|=towel|=towel $|=trail
2|=transfer to|=tre $|=treat it|=trick|=trim|=turn|=turn back|=turn it|=turn out|=turn up|=twelv ?
2|=twic last|=two mor|=two siz|=typ #|=under|=unlimit|=unlimit $|=until thursda|=unus|=up|=up in
2|=up the|=updat|=ups|=upstair|=use|=use the|=v|=v #|=validator misbehav|=validit|=variabl|=ve cut
2|=vegetarian|=verif and|=version has|=voucher|=vpn|=wait ,|=wal|=wal is|=want $|=want a|=warfarin
2|=warfarin ,|=watch out|=water|=water pip|=way round|=we charg|=we do|=weather $|=wet $|=wet hand
2|=whatever the|=whit|=wil mak|=wil refus|=wil scrambl|=wil sign|=wil turn|=windpip|=windpip $|=wip
2|=with anyon|=within da|=without notic|=without sleep|=wort|=worth|=would|=would get|=written on
2|=wrong ,|=wrot|=x|=yesterda s|=yet|=you a|=you about|=you cut|=you find|=you keep|=you know
2|=you owe|=you personal|=you quit|=you said|=you sur|=you switch|=you would|=you writ|=your bag
2|=your bos|=your collateral|=your ear|=your ey|=your guest|=your hous|=your location|=your number
2|=your own|=your quota|=your record|=your stak|=your street|=your user|=your whol|@not refusing
2|@safety limit|advised|all|denied|goes wrong|is done|is strong|lapses|limit|not known|often|short
2|so much|stranger|strong after you|strong before you|to others|weak ahead|weak before you
2|weak, care
1|=# appl|=# bar|=# com|=# d|=# dpi|=# ever|=# for|=# from|=# ful|=# gwei|=# h|=# if|=# k|=# kilo
1|=# m|=# march|=# mean|=# mm|=# month|=# mor|=# mph|=# of|=# out|=# per|=# pm|=# rd|=# seat|=# st
1|=# that|=# turn|=# volt|=, back|=, bin|=, dear|=, do|=, drink|=, from|=, garlic|=, half
1|=, however|=, ibuprofen|=, in|=, is|=, man|=, nobod|=, the|=, though|=, transfer|=, typ
1|=, whatever|=, without|=: after|=: are|=: cop|=: don|=: get|=: keep|=: mor|=: two|=: unsav
1|=: with|=;|=; after|=; expect|=; peopl|=; turn|=^ alcohol|=^ alwa|=^ anybod|=^ anyth|=^ arriv
1|=^ bab|=^ between|=^ blind|=^ book|=^ build|=^ caution|=^ cert|=^ certificat|=^ chang|=^ charg
1|=^ chmod|=^ claim|=^ clear|=^ cold|=^ deplo|=^ disk|=^ each|=^ ever|=^ everyth|=^ extension
1|=^ feed|=^ fil|=^ fl|=^ format|=^ fyi|=^ git|=^ glov|=^ glucos|=^ gran|=^ grap|=^ grapefruit
1|=^ gues|=^ hand|=^ hang|=^ hat|=^ hav|=^ i|=^ ibuprofen|=^ instant|=^ jump|=^ kid|=^ kind
1|=^ kitchen|=^ knock|=^ lat|=^ lead|=^ level|=^ light|=^ lying|=^ may|=^ meet|=^ mor|=^ not
1|=^ number|=^ off|=^ ok|=^ old|=^ open|=^ order|=^ pag|=^ paint|=^ peopl|=^ petrol|=^ pin|=^ point
1|=^ pool|=^ port|=^ post|=^ postgr|=^ proc|=^ pul|=^ push|=^ quot|=^ revok|=^ ric|=^ rins|=^ rip
1|=^ risk|=^ rotat|=^ run|=^ sav|=^ say|=^ sleep|=^ smel|=^ someth|=^ sort|=^ start|=^ stor
1|=^ think|=^ thunder|=^ twent|=^ two|=^ unbond|=^ using|=^ walk|=^ wash|=^ what|=^ whatever
1|=^ whit|=^ why|=^ win|=^ withdraw|=^ wrong|=a|=a bad|=a bomb|=a bowl|=a bus|=a camera|=a car
1|=a card|=a crim|=a criminal|=a e|=a fee|=a few|=a four|=a guarantor|=a handful|=a job|=a joint
1|=a lin|=a liv|=a lookalik|=a loos|=a m|=a no|=a nut|=a paid|=a park|=a pen|=a person|=a phish
1|=a plac|=a plain|=a pressur|=a question|=a rac|=a real|=a restor|=a s|=a scam|=a script|=a sign
1|=a signatur|=a sourc|=a stomach|=a strict|=a surve|=a tent|=a thousand|=a threat|=a ton
1|=a transit|=a trap|=a us|=a visitor|=a wasp|=abl|=abl to|=about $|=about six|=about thi|=abov #
1|=abroad $|=absolut|=absorb|=account would|=account you|=acid to|=acros the|=action|=add another
1|=addres|=addres ,|=addres again|=addres are|=admit to|=after dark|=after eleven|=after two
1|=after your|=afternoon $|=again in|=age $|=ago|=agre|=air|=airlin|=airlin cancel|=alarm ,
1|=alcohol whil|=all round|=all thre|=all would|=allergic|=allergic to|=allowanc|=also tak|=altitud
1|=alwa add|=amount $|=amount ,|=an|=an admin|=an afternoon|=an empt|=an error|=an offenc|=and a
1|=and anyth|=and aren|=and back|=and bad|=and cal|=and check|=and cost|=and don|=and fal|=and find
1|=and get|=and giv|=and gust|=and half|=and hard|=and he|=and hurt|=and in|=and it|=and kept
1|=and leav|=and not|=and run|=and she|=and som|=and spit|=and tel|=and what|=angr|=another
1|=another #|=antibiotic|=anyon who|=anyon with|=anyth that|=anyth you|=anywa ?|=apart ,|=api is
1|=api key|=appeal has|=applicant|=application|=application $|=application count|=application is
1|=approv|=approval let|=april $|=april is|=are $|=are at|=are book|=are mad|=are often|=are open
1|=are releas|=are steep|=are usual|=are ver|=are worn|=are you|=arriv|=arriv without
1|=arrival charg|=as mush|=as of|=as wel|=as withdrawn|=ask for|=aspirin|=at a|=at fiv|=at hom
1|=at most|=at one|=at room|=at twelv|=at your|=attempt|=attention|=attention to|=attic|=avalanch
1|=awa your|=bab|=back a|=back go|=back if|=back off|=back to|=bad pair|=badg|=bag|=bag $|=bal
1|=balanc $|=balcon|=balloon|=ballot|=ban ther|=bank s|=bar|=barrier|=basic|=bath|=batter and
1|=be an|=be off|=be on|=be post|=be refund|=be sent|=be stand|=be turn|=be used|=be worth
1|=be wrong|=be you|=beach|=becaus the|=becaus you|=bed|=been fin|=been on|=been report|=befor i
1|=befor maturit|=behind|=behind that|=being|=below the|=bend $|=bend it|=besid|=best left|=better
1|=between|=between $|=beyond|=bicycl|=bid|=bin|=bin and|=bin it|=bin the|=bind $|=bit|=bit and
1|=blank|=bleach on|=bleed|=blind with|=blockchain|=blu light|=board in|=bolt $|=bon|=bon $
1|=bonu is|=book|=bos in|=bottl for|=bought|=box ,|=box can|=breach|=break your|=breath $|=brick it
1|=bridg ,|=bridg ahead|=bridg was|=bring cash|=bring one|=bring the|=broken|=broken glas|=broker
1|=brood|=brood $|=brother|=bu|=buck|=bucket is|=build is|=bundl $|=burn|=burn in|=burn the
1|=burst when|=bus $|=bus back|=but be|=but in|=but sign|=buy it|=by|=by air|=by frida|=by nam
1|=by noon|=by summer|=by text|=by tomorrow|=by tonight|=by two|=cal is|=cal the|=calculator
1|=calm ,|=camera|=can|=can burn|=can burst|=can do|=can empt|=can finish|=can let|=can open
1|=can see|=can send|=can shut|=can stil|=can swap|=can wait|=cancel|=cancel $|=cancel lat
1|=cancel the|=cancel your|=cancellation|=candl|=cannot be|=capacitor|=car lym|=car park|=car with
1|=card in|=career|=cas|=cas for|=cas yourself|=cash|=cash out|=cat|=catch $|=catch fir|=caution
1|=caution :|=cav|=cellar|=centimetr of|=cert|=certificat|=certificat expir|=chanc of|=chang $
1|=chang ,|=chang are|=chang at|=chang your|=charg|=charg at|=charg if|=charg in|=chargeback
1|=charit|=cheap becaus|=check your|=checkout|=chest of|=chil|=chil the|=children $|=chmod
1|=christma|=christma $|=clash|=clean fdx|=clear $|=clear it|=click|=climb|=clock $|=clos $|=clos ,
1|=clos and|=clos bottl|=clos for|=clos in|=clos the|=cod on|=cod to|=coin sent|=column|=column b
1|=com at|=com down|=com ear|=combination|=compan s|=compet|=computer|=confirm ,|=conflict
1|=contract is|=cop $|=cop it|=cord are|=cost|=cost the|=cot|=cough|=could com|=could mak
1|=could run|=counter|=countr $|=cours is|=court $|=cover $|=cover up|=crawl $|=crew|=criminal
1|=criminal offenc|=cut|=cut it|=cut off|=d|=d think|=da without|=dai limit|=dam|=damp and|=dat
1|=data los|=day and|=day it|=day to|=deadlin is|=decid|=degr in|=delet $|=delet your|=dentist
1|=department|=deposit|=deposit is|=desk $|=destro|=destro ,|=detail|=detector|=dial|=dial #
1|=did that|=did you|=diesel|=differ|=differenc|=differenc between|=dig up|=dip|=director
1|=disarm the|=discount cod|=dish|=dishwasher|=disk ,|=dissolv|=div|=diz|=do at|=doesn|=doesn t
1|=dog|=doing that|=don it|=dont|=dont do|=dos $|=doubl $|=doubl dos|=down ,|=down for|=down the
1|=down to|=down with|=dpi|=draft $|=drawer $|=driv you|=drop #|=drop below|=drop off|=drop that
1|=drop you|=dry clean|=dut|=each $|=earlier $|=earth|=eas to|=eat it|=edibl|=edit it|=effect
1|=egg in|=eighteen month|=eleven year|=els s|=els that|=email go|=empt stomach|=end|=end the
1|=enough $|=entr|=entr $|=error go|=escrow|=ethanol|=ether|=euro|=europ $|=even ;|=even a
1|=even one|=ever customer|=ever parent|=ever part|=ever user|=everybod els|=everyth|=everywher
1|=everywher $|=evidenc is|=exact|=exam $|=exc the|=exchang|=exist|=expect $|=expel|=expir|=expir ,
1|=explain|=explain it|=extension lead|=ey shut|=eye drop|=fact|=factor #|=fad|=failur|=fak ,
1|=far is|=fast|=faster|=faster than|=fat $|=fault|=fdx|=februar|=fee $|=fee appl|=feed|=feel diz
1|=fer|=fever|=few hour|=fift|=fil|=fil as|=fil it|=final sal|=find any|=find out|=finger|=finger $
1|=finish|=fir ,|=first|=first flight|=first night|=fit a|=fiv hour|=fiv kilo|=fix it|=flag you
1|=flam $|=flat $|=flat ?|=flat won|=flight|=flight that|=floor $|=fly|=fog|=follow $|=follow the
1|=for|=for about|=for all|=for another|=for anyth|=for broken|=for everyon|=for four|=for fraud
1|=for gas|=for half|=for her|=for hour|=for mone|=for someon|=for ten|=for thre|=for two|=for week
1|=forever|=forever $|=fork $|=format|=format the|=formula|=four ,|=four tim|=frankfurt|=fre
1|=fre plan|=fre ship|=fre tier|=freez|=freez $|=freez it|=freez the|=frida and|=friend $
1|=friend and|=friend wher|=frog|=from $|=from an|=from six|=frost|=ful $|=fum|=fund|=fund tak|=fyi
1|=gain|=gam|=garlic|=gas|=gas $|=gas main|=gdpr $|=get les|=get paid|=get rid|=get them|=get thos
1|=get to|=get up|=get wors|=get you|=giv the|=giv thi|=giv up|=glov|=glov and|=glucos|=glucos #
1|=go by|=go eas|=go into|=go round|=go through|=go under|=goggl|=goggl on|=going from|=gon $
1|=gon ,|=gon to|=good $|=good ,|=good for|=gran|=grap are|=grapefruit|=green and|=grow botulism
1|=guarantor $|=guard|=gust of|=gut|=gwei|=h|=h $|=hal ,|=half $|=hand $|=handful|=handover
1|=hang themselv|=hang up|=happen $|=hard to|=harder|=has chang|=has just|=has no|=has not|=hat ,
1|=hav|=hav gon|=hav had|=hav no|=hav som|=hav until|=he doesn|=he may|=he s|=head up|=hear
1|=hear about|=heat off|=heathrow|=heatstrok|=height|=height $|=help if|=help the|=her birthda
1|=her on|=hero|=hid|=hidden|=high|=high at|=high voltag|=higher|=him in|=hir|=histor $|=histor ,
1|=histor and|=hit|=hit the|=hiv|=hold back|=hold its|=holida|=hom $|=hom offic|=hone ,|=honour
1|=hors|=hot $|=hot oil|=hotel|=hotter|=hotter than|=hour by|=hour is|=hour of|=hous|=how|=how shin
1|=however|=hut|=hut is|=i stop|=i wil|=i wouldn|=iban|=ice ,|=if nobod|=if someon|=if we|=if you
1|=in $|=in an|=in another|=in april|=in befor|=in between|=in court|=in four|=in frankfurt|=in get
1|=in jul|=in march|=in minut|=in oil|=in on|=in our|=in production|=in short|=in tax|=in ten
1|=in toda|=in twent|=includ the|=index #|=inform you|=instal|=instant|=insur|=interest are
1|=into the|=invoic|=irreversibl|=is :|=is abov|=is alread|=is ask|=is bind|=is clos|=is com
1|=is dangerou|=is down|=is green|=is her|=is just|=is lat|=is liv|=is lost|=is non|=is not|=is now
1|=is off|=is one|=is onl|=is pack|=is permanent|=is poisonou|=is return|=is set|=is thre
1|=is tomorrow|=is under|=is wel|=isa|=island|=issu a|=it :|=it awa|=it be|=it befor|=it boil
1|=it bring|=it burn|=it by|=it can|=it d|=it ever|=it for|=it keep|=it mak|=it matter|=it may
1|=it out|=it saf|=it slow|=it the|=it thre|=it through|=it toda|=it turn|=it without|=itch|=jack
1|=job for|=job s|=job that|=jok about|=judg|=jul $|=just a|=just ask|=just for|=just under|=k
1|=k to|=ke $|=keep you|=kept for|=key $|=kg $|=kid|=kidne $|=kil the|=kind not|=kit|=km $|=knock
1|=know|=know the|=known for|=lag|=lamp|=land|=laps on|=laptop|=last cal|=last week|=lat payment
1|=latest|=lawn|=lead in|=leader|=leak and|=learn to|=leav|=leav ear|=leav out|=leav that|=leav two
1|=leav your|=left|=left at|=left hand|=left in|=legal|=len at|=lens|=lens $|=les than|=let him
1|=letter ,|=letter by|=leverag|=liabl for|=librar|=librar hasn|=lifeguard|=lift is|=light $
1|=lil in|=lim|=limit at|=lin ,|=link and|=link can|=link that|=liquidit is|=list ,|=littl on
1|=liver|=liver $|=ll ask|=ll go|=ll los|=ll mak|=ll mark|=ll need|=location is|=lock them|=loft
1|=log|=log out|=long|=long and|=long sleev|=longer than|=look awa|=look calm|=look great|=lookalik
1|=loos ,|=loos rug|=los|=los #|=los $|=los all|=los it|=los mone|=los the|=lost $|=lot ,|=low
1|=low $|=low balanc|=luggag is|=lym|=lym $|=m in|=mad|=mad in|=mad up|=mailbox|=main ,|=mak ever
1|=mak it|=mak the|=mak you|=man $|=map|=marbl|=march ,|=mark $|=matter|=matter $|=maturit
1|=may feel|=may get|=mayb|=mb|=mean los|=mean one|=mean you|=meant|=medical|=medicin $|=meet ,
1|=meet on|=memo|=mention|=mention it|=messag|=mid|=middl|=midnight ;|=might not|=mileag|=milk
1|=million row|=min to|=minibar|=minu #|=minut ago|=minut and|=minut earlier|=minut first
1|=minut lat|=minut to|=mis payment|=mis the|=mixer|=mm|=mol|=moment|=mone ,|=mone to|=mone with
1|=month|=mor than|=morn for|=mortar|=mother s|=mould|=mount|=mouth|=mov a|=mph|=much for|=mug
1|=muscl|=mush|=mush $|=mushroom has|=must inform|=nam a|=nam doesn|=nam get|=need $|=need the
1|=needl|=nest|=never ask|=never end|=never met|=new ,|=new sim|=newer|=next $|=next one|=next year
1|=night|=nin second|=no chain|=no contract|=no down|=no lifeguard|=no light|=no lock|=no machin
1|=no one|=no part|=no rail|=no show|=no signal|=no wher|=nobod has|=nod|=non|=non payment
1|=non refundabl|=noon and|=nor|=north|=not|=not a|=not delet|=not exc|=not giv|=not go|=not just
1|=not mak|=not register|=not stag|=noth|=noth ;|=noth and|=noth on|=noth to|=noth you|=notic that
1|=now ,|=nowher|=number you|=nut allerg|=o|=o clock|=of any|=of children|=of downtim|=of interest
1|=of lif|=of non|=of order|=of photo|=of rain|=of reach|=of thos|=of two|=of you|=off a|=off befor
1|=off next|=off two|=offenc $|=official|=oil at|=ok|=old version|=older|=oldest|=oldest card|=oliv
1|=on $|=on and|=on any|=on day|=on everyth|=on fil|=on for|=on in|=on is|=on it|=on monda|=on them
1|=on thos|=on top|=on wool|=onc it|=onc sent|=onc the|=one at|=one leak|=one or|=one tak
1|=one thing|=one who|=one year|=onion ,|=onl #|=onl ;|=onl after|=onl column|=onl cop|=onl notic
1|=onto the|=open|=open a|=open in|=open the|=open thi|=open window|=operation|=or|=or the|=order $
1|=order s|=order toda|=original are|=other|=other ?|=our staf|=out a|=out as|=out at|=out befor
1|=out in|=outsid ,|=outsid our|=outsid the|=over it|=over the|=over when|=overwritten|=oxygen $
1|=pa #|=packag|=paid for|=paid in|=paid plan|=pain get|=pain that|=pair|=pair ,|=parcel $
1|=parcel is|=park car|=park ther|=part $|=pas out|=passport is|=password|=password in|=password is
1|=password with|=past has|=past her|=past it|=path follow|=pay $|=pay ;|=pay if|=paye|=payment
1|=paypa|=paypa #|=paypal|=pdf|=peak|=penalt for|=pension|=peopl who|=per mb|=percent|=permanent
1|=permanent $|=permission $|=person ,|=petrol station|=phon ;|=phon is|=phon number|=phon wil
1|=photo $|=photo back|=photograph|=piano|=pick|=pick another|=piec|=pin $|=pin to|=pla on
1|=plac and|=plac to|=plan chang|=plan on|=pleas|=pleas :|=pleas be|=pleas to|=plent|=plu|=plumber
1|=pm|=point off|=poisonou|=polic $|=polic cover|=pool s|=port|=port #|=port $|=portal|=post about
1|=postgr|=power bank|=pres it|=prevent|=pric of|=printer|=prison|=production ,|=production that
1|=program|=protection|=protection $|=public $|=publish|=purs|=push through|=put a|=put on|=qr
1|=qr cod|=quarter|=quer|=question $|=quit|=quot|=rail|=rais the|=rar|=rat $|=rat jump|=rather you
1|=raw|=raw egg|=rd|=re about|=re back|=re bu|=re clos|=re send|=re stil|=reach of|=read|=read by
1|=read claus|=read ever|=read it|=read onl|=read that|=readabl|=realis|=rear|=rebas|=rebook
1|=rebook you|=rebuilt|=red ,|=reduc|=refund $|=refund for|=refundabl|=regex|=registrar|=remember
1|=remember :|=renew at|=rent|=repl|=repo is|=requir $|=resit|=rest of|=restor|=restor $|=retail
1|=retain|=retr|=return to|=revers|=revers $|=revok|=reward|=reward $|=rewrit histor|=ric that|=rid
1|=rid of|=right awa|=ring|=rip|=river look|=road ,|=rol|=rol $|=rol back|=roof $|=room #|=room is
1|=room temperatur|=rotat it|=rotat the|=round at|=round by|=round it|=round the|=row|=rubber $
1|=rug|=run|=run ,|=run in|=run it|=run right|=run with|=rust|=rust $|=s addres|=s allerg|=s been
1|=s dead|=s dry|=s flower|=s from|=s half|=s hom|=s legal|=s minu|=s next|=s no|=s notic|=s over
1|=s pric|=s set|=s six|=s stil|=s stood|=s wait|=said|=said that|=sal item|=sam day|=sam fil
1|=sam password|=sam thing|=saver|=saw|=say in|=say it|=say noth|=scald|=scam ,|=scan the
1|=screenshot|=script from|=se|=sea|=sea is|=seat $|=seat left|=second year|=securit|=see a|=seed
1|=seizur|=select|=send|=send #|=send $|=send ,|=send it|=send your|=sender|=sender $|=sensitiv
1|=sensor $|=sensor :|=sent ,|=sentenc|=seriou|=server is|=session $|=set|=shak|=shallow|=she had
1|=she may|=sheath|=sheet|=shin|=ship $|=shop has|=short the|=shorten|=should do|=should it
1|=should know|=shouldn|=shouldn t|=show the|=sid $|=sign the|=sign with|=sim|=simmer|=sinc #
1|=sinc yesterda|=sink|=sit is|=sit to|=six hour|=six minut|=skin off|=slash|=slip|=slip $|=slug
1|=smal ,|=smel $|=snap|=snap $|=snow and|=so|=so $|=so ,|=so a|=so boil|=so don|=so goggl|=so if
1|=so keep|=so one|=so peopl|=so would|=soak|=socket $|=softwar|=sold|=somebod wil|=someon has
1|=someon to|=somewher|=soon|=sor|=sor $|=sort onl|=sound|=sourc|=sourc $|=spam $|=spil|=spit $
1|=split|=sql|=squat|=ssh|=st $|=sta as|=sta behind|=sta in|=staf|=staf $|=stag $|=stair ,
1|=stair are|=stak|=stak token|=stamp|=stand ,|=stand by|=stand for|=stand order|=start|=stat
1|=stat $|=statin|=station is|=step #|=step on|=stick|=sticker|=stil a|=stil on|=stitch|=ston $
1|=stood|=stood on|=stood out|=stop|=stop at|=stop pa|=stop your|=storag|=storag is|=storm is|=str
1|=straight|=straight into|=strangl|=streak|=stretch|=strict no|=sue|=sunda|=sunda $|=sur you
1|=surger|=surve|=surviv|=suspiciou|=swallow on|=swim $|=switch off|=syrup|=syrup mak|=system $|=t
1|=t $|=t admit|=t ask|=t been|=t check|=t click|=t commit|=t cut|=t delet|=t do|=t drink|=t good
1|=t keep|=t last|=t mention|=t mis|=t our|=t part|=t run|=t saf|=t shar|=t sign|=t start|=t stop
1|=t switch|=t tak|=t ther|=t walk|=t you|=tabl ?|=tabl and|=tabl for|=tablet ,|=tablet and
1|=tablet from|=tag|=tak #|=tak any|=tak car|=tak cash|=tak it|=tak thi|=taken out|=talk you|=tank
1|=tap water|=tast $|=taxman|=tea|=tear|=tear $|=tear it|=teaser|=teaser rat|=tel anyon|=tel you
1|=ten metr|=ten second|=tenanc|=tenant $|=term ,|=terminal|=test and|=test pas|=text|=than #
1|=than a|=than thre|=that and|=that befor|=that box|=that can|=that cluster|=that cod|=that countr
1|=that doesn|=that don|=that i|=that index|=that is|=that librar|=that link|=that never
1|=that night|=that other|=that park|=that path|=that regex|=that said|=that stood|=that token
1|=that toy|=that wal|=the ad|=the airlin|=the antibiotic|=the attic|=the bacteria|=the ballot
1|=the barrier|=the basic|=the better|=the bik|=the bil|=the black|=the bos|=the bottl|=the broken
1|=the brood|=the bucket|=the bug|=the bundl|=the cabl|=the caller|=the capacitor|=the car
1|=the chanc|=the check|=the chil|=the column|=the commit|=the computer|=the cough|=the counter
1|=the cours|=the cup|=the customer|=the d|=the dam|=the damag|=the data|=the delet|=the detector
1|=the differenc|=the dish|=the dishwasher|=the div|=the dog|=the don|=the dos|=the dosag|=the drug
1|=the end|=the error|=the essa|=the fabric|=the fer|=the fever|=the flag|=the fork|=the form
1|=the ful|=the gain|=the gam|=the gat|=the gras|=the guard|=the hal|=the handl|=the hiv|=the hob
1|=the hom|=the host|=the hut|=the iban|=the index|=the interview|=the isa|=the island|=the kind
1|=the knif|=the licens|=the lid|=the littl|=the loft|=the long|=the look|=the lot|=the machin
1|=the middl|=the model|=the mone|=the neighbour|=the non|=the oak|=the passport|=the pdf
1|=the pension|=the portal|=the power|=the project|=the quer|=the rail|=the rat|=the refund
1|=the registrar|=the releas|=the repo|=the rest|=the rol|=the run|=the safet|=the saver|=the saw
1|=the scen|=the seat|=the sender|=the sensor|=the setting|=the sil|=the sink|=the siz|=the sql
1|=the stamp|=the stand|=the step|=the str|=the surve|=the tab|=the tabl|=the tablet|=the tap
1|=the taxman|=the teaser|=the tool|=the tower|=the tre|=the trip|=the us|=the vas|=the vat
1|=the vet|=the villag|=the weekend|=the word|=the work|=the worker|=them $|=them the|=them up
1|=themselv on|=then $|=then ,|=then you|=ther ,|=ther and|=ther by|=ther may|=ther until|=thi $
1|=thi action|=thi also|=thi and|=thi cod|=thi cold|=thi drop|=thi email|=thi is|=thi may|=thi on
1|=thi token|=thi tool|=thi week|=thick|=thing|=thing :|=thing to|=think of|=think twic|=think you
1|=thinner ?|=third of|=third part|=thos in|=thos photo|=though|=thousand $|=thre|=thre $
1|=thre year|=threat|=throttl|=through|=through at|=through in|=through the|=throw awa|=throw you
1|=thrush|=thunder|=thunderstorm|=tick ,|=ticket is|=tie|=tie them|=tight|=til noon|=tim|=tim out
1|=tim too|=timeout|=timeout is|=to|=to about|=to answer|=to anyon|=to appeal|=to burn|=to cal
1|=to climb|=to deplo|=to find|=to fix|=to go|=to gues|=to hold|=to latest|=to mov|=to open
1|=to paypa|=to rebook|=to report|=to sel|=to sign|=to soak|=to their|=to think|=to water|=to your
1|=toda ,|=tomorrow|=tomorrow at|=ton|=tonight $|=tonight at|=too much|=tool|=top $|=top up|=touch
1|=touch the|=tow|=tow $|=tower|=toxin|=toy|=tr|=trad|=transit|=transit visa|=tre and|=treat|=tri
1|=trial turn|=trip|=trip over|=truncat|=turf|=turn on|=turn to|=turn you|=twent minut|=twic as
1|=two|=two coat|=two da|=two glas|=two hour|=two peopl|=two swallow|=typo|=typo and|=u|=ulcer
1|=unbond|=unbond tak|=undon $|=uninstal|=unles|=unles you|=unplug|=unsav chang|=until frida|=up ,
1|=up after|=up at|=up by|=up high|=up with|=up your|=us $|=us ,|=use $|=used the|=user ,|=user on
1|=using|=utc|=valid|=valid on|=validator|=valu are|=vap|=vapour|=vas|=vat|=ve a|=ve got|=ve left
1|=ve put|=ve read|=verif|=verif $|=verif the|=verification|=version ;|=villag|=villag $|=viru $
1|=visa the|=visitor|=void the|=volt|=voltag|=volum $|=vot|=vot $|=voucher is|=w|=wait|=wait :
1|=wait too|=walk|=walk $|=wallet $|=wallpaper|=want thi|=war|=war end|=warn :|=was never
1|=was written|=wash|=wash it|=water are|=way back|=way trip|=we may|=we must|=week|=week is
1|=week s|=week without|=weigh #|=wel $|=wel ,|=wer|=wet til|=what com|=what your|=wheat|=wheel
1|=wheel $|=wheelchair|=when your|=whenever|=wher|=wher your|=which is|=which mean|=which the
1|=which you|=whil the|=whit $|=who want|=whoever ask|=whol compan|=whol team|=why would|=wick
1|=wil $|=wil com|=wil giv|=wil see|=win $|=wind ,|=window $|=windscreen|=winter ,|=wip it|=wis
1|=with #|=with ,|=with cord|=with fir|=with noth|=with one|=with your|=withdraw|=withdrawn
1|=withdrawn $|=within ten|=without you|=wool|=work ,|=work for|=work in|=work laptop|=worker
1|=worker $|=wors ,|=worth much|=would i|=wouldn|=wouldn t|=written|=wrong $|=wrong cod|=wrong way
1|=year|=year cost|=year of|=year old|=year s|=yesterda|=yet $|=yew|=yew is|=you better|=you by
1|=you couldn|=you didn|=you down|=you draw|=you feel|=you get|=you giv|=you hom|=you in|=you into
1|=you just|=you land|=you left|=you mak|=you mean|=you not|=you open|=you past|=you pres|=you quot
1|=you real|=you resign|=you risk|=you round|=you should|=you sick|=you sta|=you stand|=you the
1|=you told|=you touch|=you weigh|=you wouldn|=young|=your|=your #|=your account|=your balanc
1|=your career|=your chart|=your colleagu|=your credit|=your dai|=your debt|=your fac|=your fil
1|=your finger|=your fund|=your heart|=your histor|=your hom|=your insurer|=your ke|=your kid
1|=your laptop|=your liver|=your mone|=your mum|=your neighbour|=your old|=your oldest|=your onl
1|=your payment|=your pocket|=your point|=your privat|=your profil|=your rep|=your screen
1|=your securit|=your sim|=your storag|=your travel|=your wallet|=your way|=—|@against|@condition
1|@destructive|@skip|addition|asked to listen|body|calm, is|calm, reach|calm, third|cost|destroy
1|falls off|if you|ill|makes it so|sanction|told to|told to, if you|weak, will|will
-1|=# ;|=# ad|=# after|=# am|=# api|=# april|=# by|=# customer|=# da|=# december|=# digit|=# fly
-1|=# go|=# gold|=# has|=# is|=# kg|=# lik|=# mg|=# now|=# or|=# over|=# second|=# test|=# unread
-1|=# wil|=# work|=# would|=# year|=# you|=, ,|=, add|=, befor|=, bring|=, choos|=, clear|=, coffe
-1|=, congratulation|=, delet|=, eleven|=, everyth|=, fre|=, friend|=, handover|=, i|=, if|=, isn
-1|=, lik|=, mor|=, mv|=, noth|=, one|=, otherwis|=, pres|=, right|=, run|=, sa|=, securit|=, sir
-1|=, stil|=, ten|=, then|=, thre|=, too|=, traveller|=, try|=, turn|=, who|=, whoever|=, with|=:
-1|=: #|=: about|=: clos|=: contract|=: how|=: it|=: low|=: mis|=: not|=: smal|=: that|=: thi
-1|=: what|=: writ|=; just|=; leav|=; nobod|=; noth|=; onl|=; pleas|=; she|=; that|=; we|=; with
-1|=^ ,|=^ a|=^ abs|=^ absolut|=^ acces|=^ against|=^ alarm|=^ and|=^ answer|=^ attention|=^ bad
-1|=^ blood|=^ break|=^ but|=^ by|=^ cancel|=^ caus|=^ chapter|=^ children|=^ click|=^ cod|=^ com
-1|=^ compan|=^ cook|=^ day|=^ dear|=^ don|=^ dry|=^ dur|=^ either|=^ enjo|=^ error|=^ financ
-1|=^ fir|=^ firework|=^ first|=^ fish|=^ fix|=^ fold|=^ form|=^ foxglov|=^ gas|=^ gift|=^ good
-1|=^ hacker|=^ hard|=^ hmm|=^ hone|=^ hous|=^ important|=^ in|=^ interest|=^ it|=^ jo|=^ kil
-1|=^ los|=^ mak|=^ mean|=^ mushroom|=^ my|=^ near|=^ next|=^ no|=^ nobod|=^ now|=^ npm|=^ our
-1|=^ pas|=^ pick|=^ pictur|=^ pleas|=^ pop|=^ pres|=^ prun|=^ python|=^ rais|=^ reason|=^ referenc
-1|=^ refund|=^ request|=^ reset|=^ rest|=^ sad|=^ scrap|=^ seat|=^ shar|=^ shark|=^ show|=^ shut
-1|=^ sinc|=^ slash|=^ slug|=^ somebod|=^ stak|=^ statu|=^ strip|=^ summar|=^ tak|=^ talk|=^ tap
-1|=^ theft|=^ ther|=^ thes|=^ thre|=^ toda|=^ too|=^ total|=^ turbulenc|=^ typ|=^ tyr
-1|=^ unfortunat|=^ unles|=^ unlock|=^ until|=^ vitamin|=^ volum|=^ wasp|=^ wear|=^ week|=^ when
-1|=^ wher|=^ whether|=^ work|=^ would|=^ writ|=a basic|=a bil|=a bot|=a break|=a button|=a caf
-1|=a cal|=a chest|=a claim|=a coffe|=a cold|=a colleagu|=a conversation|=a cop|=a court|=a day
-1|=a featur|=a fifth|=a fir|=a firm|=a flood|=a fork|=a form|=a formula|=a friend|=a fund|=a gam
-1|=a gap|=a garden|=a great|=a hard|=a harmles|=a heart|=a hot|=a human|=a hundr|=a is|=a jok
-1|=a laptop|=a licens|=a lifetim|=a limit|=a load|=a look|=a mail|=a member|=a mild|=a nail|=a nam
-1|=a neighbour|=a payment|=a pet|=a photo|=a pinch|=a proces|=a pul|=a read|=a record|=a review
-1|=a rug|=a screenshot|=a sever|=a smart|=a splash|=a spoon|=a spoonful|=a sprain|=a summar
-1|=a summon|=a switch|=a tabl|=a ten|=a test|=a ticket|=a tim|=a tort|=a vet|=a viru|=a visa
-1|=a visit|=a warrant|=a websit|=a wrong|=about|=about an|=about it|=about your|=abs|=absolut not
-1|=accept|=accept pet|=acces to|=account|=account $|=account ?|=account has|=account should
-1|=account was|=acid|=acros|=activat|=activat it|=add|=add $|=add it|=add the|=addres in
-1|=addres on|=admin|=adult onl|=advic $|=advic ,|=advic on|=advis on|=after christma|=after four
-1|=after six|=after that|=after thre|=again|=again ,|=again and|=against $|=agr|=agreement
-1|=ahead $|=air ,|=aisl|=aisl seat|=album|=album $|=alcohol is|=all $|=all ,|=all at|=all clear
-1|=all over|=allow to|=alread|=alwa|=alwa $|=am|=am $|=an addres|=an app|=an avalanch|=an engineer
-1|=an exception|=an option|=and|=and add|=and all|=and bring|=and can|=and fre|=and go|=and has
-1|=and hit|=and isn|=and last|=and look|=and mov|=and neither|=and nobod|=and noth|=and on
-1|=and one|=and overwrit|=and pay|=and pres|=and put|=and read|=and rins|=and saf|=and sign
-1|=and ten|=and their|=and then|=and thi|=and to|=and turn|=and two|=and went|=and who|=and with
-1|=another ,|=answer to|=any hour|=any longer|=any of|=anybod $|=anyon s|=anyth $|=anyth abov
-1|=anyth els|=anywa|=anywa $|=anywa ,|=anywher|=app ,|=appl to|=application has|=appointment
-1|=approv it|=approval $|=april|=are ,|=are cover|=are for|=are fre|=are kept|=are mis|=are off
-1|=are onl|=are reject|=are several|=are switch|=are taken|=are two|=area|=argu|=argu that
-1|=arriv $|=arriv ,|=as a|=as agr|=as alwa|=as good|=as it|=as long|=as on|=asid|=ask $|=ask a
-1|=ask to|=assistant|=at four|=at her|=at password|=at seven|=at six|=at you|=ate|=attach :
-1|=attachment ,|=attempt to|=audienc|=audit|=august $|=authentication|=author|=authorit|=autumn ;
-1|=availabl on|=avoid|=awa $|=awa mod|=awa when|=b #|=bab cry|=bab that|=back ?|=back and|=back at
-1|=back by|=back into|=back the|=back within|=bacteria|=bad new|=bad weather|=ban|=bank that|=bark
-1|=bas|=batter|=batter $|=batter are|=be break|=be cancel|=be cheat|=be den|=be gon|=be grant
-1|=be in|=be lost|=be one|=be shy|=be undon|=beach is|=beach toda|=beat a|=becaus its|=been
-1|=been charg|=been in|=befor $|=befor departur|=befor we|=beforehand|=beforehand $|=begin
-1|=begin $|=behind it|=behind the|=belong to|=below $|=below a|=belt|=belt $|=bet|=better than
-1|=bil is|=birth|=birth $|=birthda|=birthda $|=bit the|=blad|=blank $|=blind|=block $|=block ,
-1|=blu button|=board start|=boat|=bob|=bob $|=bod|=boil water|=book $|=book and|=book is|=bos may
-1|=bot|=bowl and|=box are|=break down|=breaker|=breakfast $|=breakfast is|=breastfeed|=brick $
-1|=bring a|=bring it|=brok|=broken $|=budg|=budg $|=bug|=bug $|=build $|=built for|=burn ,
-1|=burn out|=bus leav|=but i|=but the|=but ther|=buttermilk|=button ,|=buy $|=by a|=by default
-1|=by email|=by itself|=by themselv|=by which|=c|=c $|=caf $|=cak is|=cal $|=cal ,|=cal i|=cal us
-1|=cam in|=can add|=can cancel|=can get|=can help|=can leav|=can look|=can mak|=can offer|=can tel
-1|=can you|=cancel ,|=cannot|=captain|=car $|=car ?|=car com|=car out|=car that|=caramel|=card ?
-1|=card can|=card is|=card on|=card was|=carv|=cas in|=castl|=ceiling|=cent|=chang it|=chang thi
-1|=chapter #|=charg #|=charg is|=charg the|=chat $|=cheat|=cheat ,|=check|=check $|=check in|=chef
-1|=ches|=chew|=chew on|=child lock|=children|=choos ,|=church|=claim against|=claim bonu|=claim is
-1|=claim that|=clas ,|=clean|=clear|=clear by|=client ,|=clos after|=coat|=coat $|=cod|=cod freez
-1|=collaps|=collect|=collection|=colour $|=column is|=com after|=com back|=com by|=com first
-1|=com from|=com tomorrow|=command|=command is|=common|=complaint|=complet|=compound interest
-1|=condition|=condition is|=confirm for|=congratulation|=congratulation !|=connection $|=consent
-1|=consider $|=consulat|=consulat in|=contact your|=continu $|=contract $|=contract ,
-1|=conversation|=conversation for|=cook $|=cool|=cop the|=corner|=corner $|=cost $|=cost extra
-1|=could|=could ,|=could leav|=could work|=couldn|=couldn t|=count $|=courier|=cours|=court
-1|=court order|=courtes|=courtes car|=cousin lent|=cover and|=cover by|=cover letter|=cover off
-1|=cream for|=creat|=credit|=crop|=cros|=cry|=cur|=customer data|=d advis|=d ask|=d need|=d never
-1|=d prefer|=d tel|=d win|=da $|=da ,|=da in|=da left|=dai and|=damag|=damag $|=danger|=dat $
-1|=dat of|=dat you|=data|=data $|=day ;|=day or|=deadlin $|=dear sir|=debt is|=december
-1|=december $|=decision|=declin|=deep $|=dela by|=dela on|=delet anyth|=delet fil|=delet from
-1|=deliciou|=deliciou $|=deliver tak|=demand|=den|=den that|=departur|=depend|=depend on
-1|=deposit in|=deprecat|=deprecationwarn|=desk ,|=destro the|=devic $|=diagnos|=digit|=digit of
-1|=disabl|=disappoint|=dismis|=do|=do it|=do that|=do to|=doctor ,|=dog is|=doing it|=dollar $
-1|=don|=don $|=don :|=don t|=door|=dos is|=dosag|=down|=down $|=down a|=dril|=drink plent|=driv
-1|=driv $|=driv without|=driver s|=drop|=drop a|=drop for|=drop it|=drown|=drug|=due to|=duplicat
-1|=duplicat ,|=dur the|=dust|=each|=each ,|=earn #|=earn interest|=earn is|=earn it|=easi
-1|=eat them|=eaten|=edition|=effort|=egg into|=eight|=eight $|=eight up|=elbow|=eleven $|=elm
-1|=els at|=els can|=elsewher $|=email|=email $|=embas|=empt $|=empt ,|=encrypt|=end ,|=end it
-1|=end with|=engineer ,|=england $|=enjo your|=enough to|=entr is|=entranc|=error #|=error $
-1|=error ,|=escalator|=essa argu|=eu|=eu $|=even|=even as|=ever do|=ever night|=ever row
-1|=everyon on|=everyth $|=everyth in|=everyth s|=everyth you|=evidenc|=exampl|=except
-1|=exception is|=exclud|=exist $|=exothermic|=expect dela|=extension wil|=extra|=fabric|=fabric $
-1|=fac ,|=factor authentication|=fail ,|=fail becaus|=fair|=fal in|=fal outsid|=fami|=fami $|=faq
-1|=far $|=fe are|=fee ,|=fee is|=feed the|=feel|=feel $|=feet|=feet up|=fewer|=fewer than|=fibr
-1|=fifth|=fil $|=fil by|=fil in|=fil with|=film is|=film s|=filter|=fin|=fin $|=fin and|=fin until
-1|=financ|=financ said|=financial|=financial advic|=find the|=fir and|=fir by|=firewal
-1|=firewal drop|=firework|=firm $|=first try|=fit|=fix $|=fl $|=flag on|=flat on|=flight on|=flood
-1|=flood $|=flower in|=fly hom|=fog ,|=folder $|=follow|=follower|=food ,|=foot|=foot $|=for $
-1|=for ?|=for adult|=for jun|=for me|=for member|=for over|=for six|=for sta|=for toda|=for twelv
-1|=for you|=for your|=forbidden|=forget|=form for|=found no|=four ?|=four hour|=foxglov|=fram
-1|=fraud $|=fraud alert|=fre for|=fre from|=fre to|=freez until|=french|=frida $|=frida at
-1|=from me|=from noon|=from now|=from one|=from oslo|=from the|=from us|=front $|=front ,
-1|=front desk|=ful and|=function return|=fund are|=gam from|=gap|=gat $|=gat clos|=gb $|=general
-1|=general information|=get back|=get in|=get out|=get that|=get the|=get turn|=git reset|=giv mor
-1|=given you|=glas ,|=go :|=go against|=go awa|=go back|=go for|=go off|=go to|=going|=going to
-1|=gon down|=good tim|=gorgeou|=got #|=got the|=gpl|=grain|=grant $|=grap and|=gras snak|=green ,
-1|=ground|=ground floor|=grow in|=gues|=guest ,|=guidelin|=h befor|=hack|=had|=had to|=had your
-1|=hal $|=half and|=halt|=halv|=hand back|=hand in|=hand it|=hand the|=hand them|=handl
-1|=handover protocol|=handset|=happen|=happen when|=harbour|=hard $|=harm $|=has #|=has alread
-1|=has clos|=has gon|=has look|=has never|=has rent|=has run|=has the|=hat|=hav #|=hav both
-1|=hav four|=hav the|=hav thre|=he has|=heal|=heal wel|=hear you|=heart attack|=heart is
-1|=heart rat|=heat|=heat $|=heat up|=heav|=help|=help $|=help with|=her|=her are|=her i|=hi
-1|=hid the|=hidden cost|=hil|=hil $|=him befor|=him out|=his car|=his head|=hit a|=hmm|=hmm ,
-1|=hold a|=hold the|=holder|=holida !|=hood|=hop|=hop you|=hot ,|=hot soup|=hot water|=hotel $
-1|=hour and|=hour lat|=hous down|=how it|=how man|=how often|=human|=hurt|=hurt a|=i|=i couldn
-1|=i did|=i hop|=i mad|=i mak|=i onl|=i work|=i would|=ice $|=ice in|=id|=if a|=if anyth|=if she
-1|=if the|=if ther|=if your|=ill|=ill $|=illegal|=illnes|=important|=important :|=in #|=in ?
-1|=in again|=in and|=in any|=in august|=in blu|=in ches|=in fiv|=in ful|=in good|=in green|=in her
-1|=in hot|=in jun|=in leed|=in mind|=in no|=in october|=in order|=in other|=in person|=in public
-1|=in real|=in room|=in september|=in town|=in two|=in under|=in without|=inch|=includ|=incom
-1|=information|=information ,|=inn|=insect|=insolvenc|=instead :|=instead of|=instruction|=insur ,
-1|=insuranc|=insuranc pa|=insurer has|=interest $|=interest mean|=international|=interview $
-1|=invitation|=is $|=is air|=is an|=is attach|=is back|=is charg|=is clear|=is deep|=is don
-1|=is dry|=is eas|=is exclud|=is fre|=is friend|=is going|=is gon|=is good|=is gorgeou|=is harmles
-1|=is includ|=is insur|=is it|=is limit|=is malwar|=is need|=is normal|=is older|=is open|=is paid
-1|=is read|=is refus|=is sav|=is simp|=is smal|=is sold|=is someth|=is switch|=is taken|=is theft
-1|=is thrown|=is used|=is usual|=is wet|=is wher|=is why|=is work|=is your|=it !|=it a|=it cannot
-1|=it click|=it depend|=it do|=it drop|=it expir|=it fail|=it has|=it into|=it no|=it now|=it off
-1|=it onc|=it sa|=it should|=it sit|=it suit|=it tak|=it tast|=it ther|=it too|=it took|=it twic
-1|=it until|=it was|=it wer|=it when|=it with|=it won|=it work|=it you|=itself ,|=januar|=januar $
-1|=jo $|=job $|=joint account|=jok|=jok $|=just as|=just show|=just typ|=ke|=keep for|=keep the
-1|=keep to|=keep your|=kept to|=key|=key wil|=kg|=kick|=kil #|=kil about|=kind of|=king|=kne
-1|=knead|=knead it|=knif $|=knif and|=knot|=know $|=know you|=knowledg|=knowledg ?|=label and
-1|=lack the|=lad|=ladder $|=lan|=landlord|=landlord has|=languag|=last month|=last payment
-1|=last ten|=last winter|=lat ,|=lat ;|=lat entr|=later :|=later ?|=laugh|=laugh $|=lavender
-1|=law $|=lead|=leak has|=leak you|=leav at|=leav befor|=leav for|=lectur|=left ,|=left and
-1|=left is|=left thi|=left to|=legal advic|=legal to|=lemon|=lemon juic|=len|=lend you|=lent
-1|=lent his|=les|=let me|=let us|=letter $|=letter to|=level|=level #|=licenc cover|=licens to
-1|=lid com|=lifetim|=light ,|=lik $|=lik ,|=lik to|=limit is|=lin|=lin for|=link is|=lisbon
-1|=list is|=list of|=lithium batter|=litr|=ll find|=ll leav|=ll look|=ll refund|=ll see|=ll tak
-1|=lock ,|=lock at|=lock for|=lock s|=lock that|=long as|=longer $|=look fin|=look for|=look that
-1|=loop|=los ,|=los a|=los any|=los your|=lost #|=lot|=lot $|=lov it|=lower than|=lower the
-1|=luck $|=m|=m not|=m sor|=mad the|=mail is|=maker|=maker of|=malwar|=malwar $|=mammal|=man
-1|=march and|=mark|=mark of|=mas|=mat $|=match|=may|=may #|=may ,|=may end|=may is|=me $|=me ,
-1|=me the|=me to|=me your|=mean a|=mean by|=mean the|=median|=medium|=meet link|=member|=member ,
-1|=mend it|=menu $|=merg|=messag without|=metal $|=metric|=mg|=mg $|=middl of|=might lik
-1|=might you|=milk $|=milk with|=minor|=minut !|=minut after|=minut walk|=mis $|=mis is|=model isn
-1|=moment $|=moment ,|=monda|=monda ;|=mone out|=mone paid|=month ?|=month end|=month from|=mor $
-1|=mor ,|=mor room|=morn $|=mov $|=mov ,|=mov them|=movement|=mr|=mulch|=museum|=mushroom|=music ,
-1|=must|=must be|=must not|=mv|=mv mov|=my cousin|=nam ,|=nam are|=nam is|=near ther|=need
-1|=need it|=needn|=needn t|=negativ|=negativ $|=negligenc mean|=neighbour $|=neither|=net ,|=nettl
-1|=never been|=never cut|=never hav|=never in|=never leav|=never let|=new is|=nic $|=nin ,
-1|=ninet da|=no ,|=no bin|=no catch|=no extension|=no further|=no hidden|=no known|=no lat
-1|=no leak|=no limit|=no longer|=no need|=no new|=no on|=no reason|=no risk|=no rush|=no setup
-1|=no smok|=no such|=no way|=nobod but|=nobod is|=normal|=normal for|=not ,|=not and|=not ask
-1|=not consider|=not doing|=not her|=not let|=not licens|=not on|=not quit|=not support|=not tak
-1|=not taken|=not that|=not toda|=not with|=noth $|=noth els|=noth in|=noth until|=noth wrong
-1|=novel|=november|=now $|=now it|=now on|=npm|=number ,|=number on|=october $|=odd|=of|=of #
-1|=of birth|=of each|=of lemon|=of me|=of milk|=of our|=of snow|=of win|=off heat|=off is
-1|=off their|=off who|=offer ,|=offer stand|=offic $|=offic open|=offlin|=oil and|=old|=old and
-1|=old one|=on ?|=on an|=on ever|=on his|=on ice|=on its|=on pag|=on saturda|=on sit|=on sunda
-1|=on their|=on thi|=on to|=on tuesda|=on what|=on without|=onc|=one can|=one day|=one has|=one in
-1|=one instead|=one is|=one s|=one work|=one you|=onl ,|=onl friend|=onl two|=onlin|=onto a
-1|=open again|=open at|=open by|=open ever|=open it|=open on|=open setting|=open til|=open until
-1|=or #|=or a|=or at|=or in|=or no|=or right|=orang|=order|=order ?|=order is|=order to|=oslo
-1|=other tenant|=otherwis ,|=otherwis the|=our book|=our polic|=out $|=out ,|=out :|=out by
-1|=out dai|=out for|=out on|=out sinc|=out until|=outag|=outsid what|=over ,|=over a|=over your
-1|=overnight|=own fil|=own nam|=owner|=owner of|=pa|=pack of|=packet|=pag|=pag $|=paid the|=pain
-1|=paint is|=paint the|=painter|=pan|=paper ,|=park $|=parser|=part|=pas $|=passport|=password a
-1|=password are|=past ,|=pasta|=paus|=pay a|=pay anyth|=pay it|=pay the|=pay yourself|=payment was
-1|=peopl a|=peopl cal|=permit is|=personal|=pet ,|=phon sta|=photo ,|=phras ,|=pick it|=pick the
-1|=pictur|=pinch of|=pip and|=pla $|=plac for|=plan ,|=plan are|=plan has|=plant|=plasterboard
-1|=pleas bring|=pleas confirm|=pleas contact|=pleas don|=pleas rep|=pleas tel|=pleas upload
-1|=pleas verif|=plug in|=pm $|=point $|=point ,|=point of|=polic|=polic is|=polic number|=polish
-1|=pompei|=pon|=pond|=pool $|=pool is|=poor|=popular|=port your|=possibl|=post is|=postag|=postcod
-1|=postcod and|=pot ,|=pound|=pre|=pre exist|=prefer|=prefer not|=pres|=pres sav|=pres the
-1|=prescription $|=prescription onl|=present|=pressur tablet|=pretend|=pretend to|=pric ,
-1|=pric are|=pric at|=pric drop|=pric fal|=print on|=priz|=problem|=proces ;|=prod $|=prompt $
-1|=protocol ,|=prun|=prun it|=public api|=pul is|=pump|=pump $|=push straight|=push to|=put her
-1|=put your|=quarter point|=quarter turn|=queen|=quota|=rac condition|=raid|=rain $|=rain it|=rais
-1|=ran|=ran out|=rang|=rash|=rash and|=rather not|=rather than|=re a|=re at|=re book|=re good
-1|=re on|=re stuck|=re unabl|=re under|=re wel|=reach you|=read at|=read from|=read someon
-1|=read their|=read when|=read your|=reason :|=rebuilt in|=recal|=receipt $|=receipt if|=receiv
-1|=record $|=red|=reduc the|=referenc book|=refil|=refil left|=refund you|=refus to|=refusal
-1|=reject :|=remember that|=remov a|=rep $|=rep with|=repair|=repair $|=replac|=repo|=repo $
-1|=report|=reproduc|=reproduc the|=request $|=requir|=reset it|=resident of|=rest a|=restriction
-1|=result $|=return #|=return ?|=return the|=rid $|=right|=right ,|=ring you|=rins|=rins it|=ris
-1|=risk|=rn|=roam|=rogu|=room ,|=room for|=room with|=rout|=rug pul|=rul $|=rul ,|=rul of
-1|=run from|=run on|=run until|=rush $|=rush ,|=s|=s $|=s ,|=s all|=s at|=s clear|=s debt|=s ful
-1|=s green|=s had|=s hard|=s harmles|=s messag|=s mis|=s my|=s nam|=s noth|=s off|=s onl
-1|=s perfect|=s read|=s right|=s stolen|=sa the|=sad|=saf for|=salar $|=sam $|=sam even|=sanction
-1|=sanction list|=sand it|=sandbox|=sap|=sav #|=sav your|=saving|=say|=say no|=say so|=say your
-1|=scarf|=school ,|=scop|=scop $|=scor went|=scratch $|=se no|=sea $|=seal|=seal is|=seat|=seat #
-1|=seat ,|=seat on|=second floor|=securit patch|=see|=seem|=sel it|=sel you|=sel your|=send a
-1|=send them|=send you|=sent it|=september|=serv|=servic $|=set for|=set of|=set up|=setting
-1|=setting $|=setting ,|=settl|=setup|=setup fee|=sever|=shar $|=shar ,|=shar a|=shar your
-1|=shark kil|=she|=she has|=shed|=shel|=ship to|=shock|=short for|=should|=should anyth|=should i
-1|=should the|=show a|=shut down|=shy|=sick ,|=sick leav|=sign him|=sign it|=sign off|=sign that
-1|=signal $|=signatur $|=sinc januar|=sinc may|=sinc the|=sing|=sir|=sir ,|=sister|=sister s
-1|=six $|=six ,|=six and|=sixteen|=siz :|=skat|=skin typ|=sleep|=sleep through|=sleep up
-1|=sleep wel|=slic|=slic it|=smal $|=smaller|=smart|=smart meter|=smel it|=smok ,|=snak|=snapshot
-1|=so from|=so no|=so nobod|=so she|=so switch|=so we|=sofa|=sol|=solid|=som|=somebod may
-1|=someon els|=someon s|=someth onl|=song|=song $|=sort $|=spac|=specif|=spend|=spider|=splash of
-1|=spoil|=spoon of|=spoonful|=spot the|=sprain|=sta $|=sta under|=sta with|=stand charg|=stand in
-1|=standard|=standard one|=star|=start the|=start without|=statement $|=statu|=stick to
-1|=stil under|=stil up|=sting|=stop $|=stop me|=stop thi|=stor|=stor about|=storm pas|=str $
-1|=straight to|=strain|=string|=strip|=strip the|=strok|=stuck|=stud|=subject|=such|=sued
-1|=suit you|=sum|=summer ,|=sun $|=sun ,|=sunda ,|=sup|=sup $|=support|=sur that|=surnam|=suspend
-1|=swap|=swap the|=swel|=switch $|=system|=t a|=t add|=t app|=t beat|=t break|=t clos|=t count
-1|=t cover|=t cros|=t dangerou|=t exist|=t far|=t forget|=t get|=t giv|=t go|=t going|=t hurt
-1|=t includ|=t issu|=t it|=t leav|=t mad|=t min|=t one|=t open|=t permit|=t see|=t send|=t sta
-1|=t sting|=t wor|=tabl ,|=tabl s|=tablet ?|=tailor|=tak $|=tak about|=tak anyth|=tak card
-1|=tak mor|=tak off|=tak one|=tak ten|=tak the|=tak two|=tak what|=taken from|=taken on|=talk $
-1|=talk to|=tantrum|=tap|=tap ,|=tast|=tax $|=teeth|=tel somebod|=tel us|=terrac is|=test cover
-1|=test fail|=test it|=than half|=than that|=thank for|=thank you|=that !|=that age|=that at
-1|=that colour|=that email|=that featur|=that go|=that help|=that it|=that mak|=that mov
-1|=that much|=that nobod|=that onl|=that pag|=that password|=that report|=that s|=that spread
-1|=that the|=that thi|=that up|=that week|=the acid|=the aisl|=the amount|=the app
-1|=the appointment|=the arm|=the attack|=the audit|=the author|=the bal|=the bar|=the beach
-1|=the bod|=the book|=the budget|=the bus|=the butter|=the caf|=the candl|=the captain|=the castl
-1|=the chang|=the children|=the chocolat|=the clas|=the clock|=the coat|=the consulat|=the corner
-1|=the courier|=the crash|=the cream|=the cros|=the decision|=the dela|=the dent|=the desk
-1|=the devic|=the driver|=the ear|=the egg|=the embas|=the engineer|=the escalator|=the exact
-1|=the exit|=the fee|=the flash|=the fog|=the four|=the fram|=the fraud|=the garden|=the get
-1|=the good|=the grain|=the ground|=the hav|=the heat|=the histor|=the holder|=the hour
-1|=the import|=the incom|=the inn|=the insurer|=the joint|=the kid|=the king|=the lamp
-1|=the landlord|=the leak|=the leav|=the letter|=the lock|=the log|=the maker|=the mean
-1|=the median|=the meet|=the meter|=the most|=the museum|=the network|=the new|=the night
-1|=the normal|=the officer|=the on|=the open|=the owner|=the packet|=the pain|=the paint
-1|=the painter|=the pan|=the paper|=the parcel|=the parser|=the part|=the password|=the pasta
-1|=the patient|=the paw|=the payment|=the poison|=the pond|=the port|=the post|=the postcod
-1|=the pot|=the printer|=the problem|=the proces|=the protocol|=the pump|=the queen|=the question
-1|=the rang|=the recal|=the record|=the registration|=the report|=the result|=the right|=the risk
-1|=the room|=the say|=the school|=the script|=the sea|=the seal|=the serial|=the shop|=the sim
-1|=the skimmer|=the skin|=the sofa|=the soil|=the sta|=the stair|=the standard|=the station
-1|=the stitch|=the stock|=the street|=the sugar|=the system|=the talk|=the terrac|=the transfer
-1|=the trial|=the v|=the vaccin|=the valv|=the video|=the view|=the volcano|=the warn|=the wer
-1|=the whit|=the wil|=the win|=the witnes|=the wolf|=the writ|=theft is|=their knowledg
-1|=their public|=them awa|=them back|=them for|=them in|=them to|=then|=ther !|=ther a|=ther are
-1|=ther isn|=ther ll|=ther on|=ther was|=thi :|=thi chat|=thi door|=thi gam|=thi happen|=thi isn
-1|=thi later|=thi project|=thi ship|=thi tim|=thing i|=third floor|=thos sho|=thos two|=thos who
-1|=thre of|=thre peopl|=thre statement|=thre thing|=throw|=thursda $|=ticket at|=ticket s|=tied in
-1|=tied to|=tim ,|=tim ?|=tim a|=tim to|=tip $|=to $|=to ?|=to agre|=to appear|=to bob|=to both
-1|=to build|=to buy|=to charit|=to cut|=to dry|=to enter|=to hand|=to happen|=to hear|=to her
-1|=to hid|=to includ|=to know|=to leav|=to mak|=to noth|=to offer|=to pas|=to pay|=to prod|=to say
-1|=to show|=to six|=to siz|=to stand|=to tel|=to that|=to the|=to them|=to thi|=to transfer
-1|=to try|=to vot|=to writ|=toda and|=token lack|=tom|=tomorrow $|=tomorrow you|=too ear|=too high
-1|=too low|=took the|=tool $|=tort|=tort is|=tos|=total|=total :|=tough|=toward|=toward you|=town
-1|=town hal|=trac|=traffic|=train|=train and|=train is|=train was|=transaction $|=transfer
-1|=transfer $|=transfer can|=travel fre|=traveller|=traveller $|=trial|=trial end|=trigger|=tripod
-1|=tru|=try $|=try the|=tulip|=turbulenc|=turbulenc is|=turn the|=turn your|=twelv minut|=twic
-1|=twic and|=two minut|=two night|=two week|=two year|=typ yes|=tyr hav|=umbrella|=under #
-1|=under $|=under contract|=under fiv|=under section|=under sixteen|=under that|=understand
-1|=understand that|=undon|=unfortunat|=unit|=unlimit cal|=until it|=until monda|=until two
-1|=until your|=unusual|=up #|=up :|=up a|=up again|=up for|=up under|=us in|=us on|=us the|=use a
-1|=use them|=use up|=used #|=used to|=used up|=user $|=usual|=vaccin|=valid $|=valu|=valueerror
-1|=vanish|=vanish $|=vanish with|=vault $|=ve|=ve #|=ve earn|=ve given|=ve just|=ve met|=ve never
-1|=version $|=view is|=viru|=visa|=visit|=vitamin|=vitamin c|=volatilit|=volcano|=vulnerabilit
-1|=wa to|=wal isn|=walk from|=want it|=want the|=want to|=warm|=warm and|=warm water|=warn of
-1|=warn the|=was a|=was about|=was clear|=was clos|=was not|=was rebuilt|=was releas|=was your
-1|=watch the|=water ,|=water and|=water in|=waterproof|=wax|=way $|=way up|=we ask|=we d|=we had
-1|=we keep|=we re|=we send|=we ve|=we wil|=wed|=week #|=week ,|=week :|=wel mark|=went awa
-1|=went up|=what a|=what belong|=what do|=what it|=what the|=what to|=what ton|=when a|=wher a
-1|=which a|=which of|=whisk|=who could|=who need|=who s|=who should|=whol chapter|=why the
-1|=wil cost|=wil do|=wil get|=wil hav|=wil not|=wil to|=win|=window :|=wing|=wing $|=winter
-1|=winter and|=winter tyr|=wip ever|=with $|=with an|=with another|=with breakfast|=with everyth
-1|=with food|=with our|=with ten|=with thos|=within a|=without an|=without their|=word|=word $
-1|=word on|=work !|=work ?|=work da|=work day|=work out|=world $|=worm|=wors :|=worth it|=would $
-1|=would break|=would mak|=would tak|=would you|=writ at|=writ to|=xp|=y|=year $|=year and|=yes $
-1|=yes to|=you|=you and|=you aren|=you back|=you burn|=you chang|=you choos|=you clear|=you com
-1|=you could|=you d|=you don|=you drop|=you earn|=you further|=you go|=you hav|=you leav|=you lift
-1|=you liv|=you might|=you need|=you needn|=you noth|=you pul|=you say|=you sent|=you slic
-1|=you start|=you ther|=you think|=you through|=you tomorrow|=you used|=you wer|=you with|=you won
-1|=your appointment|=your back|=your bid|=your bonu|=your cam|=your card|=your cas|=your claim
-1|=your cod|=your dat|=your devic|=your email|=your essa|=your feet|=your firm|=your holida
-1|=your insuranc|=your job|=your key|=your kn|=your landlord|=your last|=your left|=your mail
-1|=your manager|=your model|=your mortgag|=your no|=your overdraft|=your phon|=your photo
-1|=your plac|=your plan|=your polic|=your post|=your read|=your refund|=your return|=your rol
-1|=your room|=your seat|=your session|=your shar|=your shel|=your sid|=your sister|=your step
-1|=your tabl|=your tax|=your team|=your trial|=your work|=yourself|=zero $|=zon|@did|@idiom|@sorry
-1|calm, can|calm, you|is|only was|weak after you|weak for the frail|weak, forward
-2|=# :|=# dot|=# error|=# fil|=# in|=# ms|=# off|=# point|=# s|=# sa|=# to|=,|=, about|=, as
-2|=, but|=, don|=, fold|=, go|=, keep|=, las|=, mat|=, open|=, put|=, send|=, so|=, tak|=, use
-2|=, what|=, wher|=, yes|=, you|=: $|=: no|=: non|=: one|=: you|=; cut|=; you|=?|=? $|=^ backdat
-2|=^ backup|=^ befor|=^ blu|=^ board|=^ burn|=^ can|=^ cop|=^ dead|=^ deliver|=^ dog|=^ draft
-2|=^ drop|=^ enter|=^ forc|=^ head|=^ high|=^ is|=^ just|=^ ladybird|=^ negligenc|=^ onl|=^ phish
-2|=^ pla|=^ poison|=^ rol|=^ sam|=^ see|=^ send|=^ she|=^ smok|=^ swap|=^ the|=^ try|=^ turn
-2|=^ under|=^ which|=^ who|=^ worn|=a and|=a cod|=a credit|=a different|=a fak|=a fus|=a list
-2|=a lock|=a lot|=a not|=a parent|=a poison|=a quot|=a reasonabl|=a saf|=a stand|=a stop|=a week
-2|=a word|=about #|=accept $|=adult|=after a|=ahead and|=alarm|=alert|=allerg at|=alread $|=among
-2|=an old|=an order|=an overdraft|=and cut|=and is|=and now|=and send|=and sta|=and stil|=and wax
-2|=and wil|=answer com|=answer that|=any allerg|=any mor|=any tim|=anyon can|=api|=app $|=appear
-2|=appl|=are no|=are soft|=aren|=aren t|=around #|=arrival|=at #|=at any|=at risk|=attach $
-2|=availabl|=avoid the|=awar|=awar that|=back thi|=backdat|=backdat the|=backup run|=bail
-2|=balanc :|=bank ,|=bar $|=basil|=batter last|=be $|=be ,|=be as|=be awar|=be complet|=be correct
-2|=be fraud|=be get|=be read|=bear sleep|=beat|=becaus it|=below|=better $|=beyond the|=bil isn
-2|=bin for|=bit of|=black|=block|=block at|=blood pressur|=board $|=borrow|=bot $|=branch|=break
-2|=breath|=bring|=bring your|=build ,|=built|=bur|=busines|=but you|=but your|=butter|=by card
-2|=cabin|=caf|=caffein|=cam from|=can ,|=can alwa|=can explain|=can hav|=can use|=cancel befor
-2|=cas is|=cash $|=caus|=centr|=chang a|=charg you|=chat|=cheaper|=check :|=chok|=chok on|=circuit
-2|=claim|=clas|=clas are|=classic|=claus|=click $|=clos on|=cloth|=cod and|=cod is|=cod that
-2|=coffe|=cold $|=cold ,|=cold water|=com in|=com on|=com with|=commit that|=complet $|=compound
-2|=concern|=confirm $|=connection|=continu|=contract|=contract and|=control|=copper|=copper tap
-2|=correct|=cost one|=could be|=could you|=counter ,|=countr ,|=crack|=crack a|=crash of|=cream
-2|=credit fil|=crust|=current|=current account|=current through|=cut along|=d ever|=d get|=d keep
-2|=d look|=d sav|=d sooner|=d tak|=dangerou|=day of|=deal $|=debt on|=default|=dela|=dens
-2|=deposit of|=desk|=dessert|=di of|=did it|=different|=dim|=do $|=do you|=doctor|=door is|=dot
-2|=dot to|=doubl ?|=down and|=down by|=down on|=drain|=driver|=drop in|=drop the|=dry|=dry run
-2|=ear and|=eat greenf|=either $|=els|=els $|=elsewher|=empt|=empt ;|=endpoint|=engineer|=england
-2|=enter the|=even to|=everyon els|=everyth ,|=exceed|=experienc|=expir $|=fak|=fal below|=featur
-2|=feed onc|=fel|=few|=field|=fil for|=fil is|=film|=find it|=finish $|=firm|=first :|=first day
-2|=first half|=fit $|=fit in|=fiv $|=fix|=flight s|=floor and|=fold it|=for a|=for our|=for the
-2|=for twent|=for which|=forc|=found|=found in|=four digit|=fraud|=from abroad|=from eight
-2|=frost in|=fry|=ful by|=further|=fus|=fus melt|=gambl|=gambl ,|=garden|=gat b|=get #|=get at
-2|=get better|=get mor|=get on|=get over|=get too|=giv out|=go ahead|=go on|=go out|=goal|=goal $
-2|=gold|=gold $|=grad|=gre|=great|=green $|=greenf|=guid|=hacker|=had $|=half ,|=half hour
-2|=half pric|=hap|=harm|=has thre|=he ll|=he would|=heard|=heart|=her s|=him|=host|=hour $|=hour a
-2|=hour befor|=hous $|=how long|=how much|=how the|=i ve|=i won|=identit|=if one|=imag|=in england
-2|=in spr|=in tim|=injur|=instead|=interest is|=is #|=is all|=is between|=is block|=is broken
-2|=is confirm|=is expect|=is half|=is left|=is mor|=is noth|=is on|=is print|=is privat|=is so
-2|=is steep|=is to|=is what|=issu|=issu on|=it break|=it cost|=it hold|=it isn|=it over|=it that
-2|=it to|=it wil|=its own|=jun ,|=just the|=just to|=ke to|=keep out|=key to|=kil it|=kn|=knif
-2|=knif is|=know it|=lack|=ladybird|=ladybird eat|=las|=last night|=last thre|=lat for|=leav is
-2|=leav so|=leed|=left with|=len $|=lend|=lesson|=lesson is|=let|=let s|=licenc|=licenc ,
-2|=lik everyon|=lik you|=limit|=limit ,|=limit for|=limit to|=lin $|=link $|=list|=liv|=liv in|=ll
-2|=ll stop|=loan|=lock your|=log $|=look at|=lor|=low ,|=mad of|=mak sur|=mak up|=manager|=maximum
-2|=meet|=melt|=memor that|=meter|=meter $|=meter read|=mil|=mild|=million|=mind if|=minut $
-2|=minut ,|=minut awa|=model|=mone $|=mone that|=month $|=month is|=moon|=mor on|=morn and
-2|=most peopl|=mov|=mov the|=ms|=music|=myth|=nail|=near|=negligenc|=never|=never stop|=new $
-2|=new :|=new on|=new password|=next door|=nic|=nicer|=nicer $|=night and|=night is|=ninet|=no $
-2|=no claim|=no data|=no experienc|=no nut|=no penalt|=no that|=no to|=nobod els|=nobod mind
-2|=noon $|=not accept|=not an|=not get|=not open|=not run|=not without|=number of|=nurs|=nut in
-2|=of devic|=of his|=of paper|=of them|=off after|=off for|=off with|=ok $|=on #|=on again
-2|=on main|=on thursda|=on us|=onc ;|=onc upon|=onc you|=one :|=one ;|=one for|=one night|=one of
-2|=one sid|=one to|=onl|=onl a|=onl for|=onl one|=onl the|=onlin $|=open to|=or rather|=or without
-2|=other peopl|=other wil|=otherwis|=our|=out ther|=out to|=over them|=overdraft|=overdraft is
-2|=own $|=oxygen|=pa $|=paid a|=paid off|=parcel s|=parent|=pas on|=passport $|=patient|=payslip
-2|=peopl $|=peopl s|=permit|=person who|=person would|=pet|=phish is|=phon $|=pigment|=pla it
-2|=plac|=plaster|=player|=pleas add|=ponzi|=ponzi schem|=pool in|=pop in|=porto|=possibl $
-2|=possibl at|=pot|=prescription|=print what|=privat|=proces|=prod|=profil|=profil $|=profil is
-2|=protocol|=pul the|=put it|=python|=quiet|=quot ,|=rain is|=rather|=re ask|=re his|=re in
-2|=re not|=re two|=reach the|=reaction|=read and|=read in|=reason|=reasonabl|=reasonabl person
-2|=receipt ?|=red $|=referenc|=remain|=reopen|=reopen it|=repeat|=report is|=request|=reset
-2|=reset your|=risk :|=risk is|=room|=ros|=run for|=run the|=s alread|=s cancel|=s data|=s mor
-2|=s one|=s real|=s short|=s too|=s what|=s wher|=sa ,|=said no|=sam for|=sank|=sav ,|=scar|=screw
-2|=sea ,|=seat in|=seat is|=section|=section #|=see you|=serial|=serial number|=session|=set $
-2|=set a|=set it|=shadow|=shak his|=sharp|=sharp and|=sho don|=shop|=shop $|=short|=short ,
-2|=shorter|=should be|=show|=show $|=shown|=sid|=sign two|=sign up|=signatur|=simpl|=singl|=sit in
-2|=six year|=sleep $|=slower|=smal amount|=smel of|=smil|=smil at|=smok|=so let|=so not|=so ther
-2|=so thi|=so toda|=soap|=soft|=soil|=soil $|=sold to|=solv|=someth i|=sooner|=sooner not|=sor ,
-2|=sound lik|=spa|=spel|=spr|=spr $|=sta|=sta out|=sta the|=stead|=stop being|=straight in
-2|=street ,|=summar|=sur to|=surpris|=t abl|=t among|=t availabl|=t bother|=t bring|=t com|=t fit
-2|=t hand|=t hav|=t lock|=t los|=t possibl|=t sel|=tak them|=taken|=taxpayer|=team|=tel me|=terrac
-2|=thank|=that ,|=that all|=that com|=that could|=that d|=that dos|=that everyth|=that isn
-2|=that liv|=that question|=that tak|=that ther|=the answer|=the attachment|=the basil|=the batter
-2|=the bel|=the branch|=the cak|=the cal|=the circuit|=the cit|=the classic|=the com|=the could
-2|=the countr|=the cover|=the crust|=the cut|=the dead|=the deal|=the do|=the door|=the dragon
-2|=the drop|=the dust|=the engin|=the eu|=the fil|=the film|=the flight|=the forc|=the function
-2|=the gambl|=the glas|=the green|=the heart|=the hotel|=the hous|=the ke|=the key|=the light
-2|=the limit|=the link|=the menu|=the mix|=the music|=the nurs|=the old|=the onl|=the order
-2|=the original|=the patch|=the public|=the row|=the rul|=the scor|=the scratch|=the screen
-2|=the show|=the spa|=the stor|=the subject|=the surfac|=the third|=the ticket|=the tim|=the timer
-2|=the titanic|=the trol|=the vault|=the villain|=the waterfal|=the winter|=their|=their term
-2|=them|=then he|=ther at|=ther but|=thi addres|=thi can|=thi far|=thi month|=thi request|=thiev
-2|=through it|=throw $|=ticket are|=ticket isn|=tied|=timer|=tin|=titanic|=to add|=to an|=to delet
-2|=to do|=to it|=to main|=to other|=to pul|=to see|=to tak|=to thre|=to wait|=together $|=too
-2|=too lat|=town $|=treasur|=treat $|=trip $|=trol|=tuesda|=tumour|=turn $|=turn awa|=two $
-2|=two account|=two block|=two factor|=unabl|=unabl to|=unlock|=unread|=until #|=until six|=up to
-2|=up toda|=upload the|=upon|=upon a|=valv|=vault|=ve paid|=ve used|=vendor|=verif your|=video isn
-2|=villain|=wa|=wait at|=wait for|=wait until|=warning|=water $|=waterfal|=way it|=we|=wear|=weed
-2|=weight|=what would|=when|=when somebod|=wher i|=whether the|=which|=which one|=who are|=who can
-2|=why|=wif|=wil ask|=wil be|=wil go|=wil need|=win ,|=wip them|=wir|=with no|=with or|=with water
-2|=within|=within the|=without the|=without your|=won $|=work $|=world|=worn sho|=would hav
-2|=written $|=wrong one|=wrong with|=you be|=you borrow|=you clos|=you lost|=you run|=you sav
-2|=you see|=you turn|=you use|=you want|=your $|=your addres|=your application|=your chang
-2|=your doctor|=your friend|=your has|=your head|=your identit|=your is|=your meter|=your mind
-2|=your new|=your order|=your parcel|=your password|=your statement|=your ticket|=yourself $|@mild
-2|good|makes it so, you|question|reports|was
-3|=!|=! $|=# #|=# october|=, a|=, he|=, just|=, sor|=, ther|=, we|=, wip|=: the|=; the|=; your
-3|=^ add|=^ anyon|=^ application|=^ her|=^ how|=^ keep|=^ let|=^ most|=^ paracetamol|=^ retr
-3|=^ som|=^ sor|=^ your|=a good|=a littl|=a minut|=a password|=a singl|=a thing|=a year|=about two
-3|=add a|=addres is|=advic|=all ther|=and driv|=and i|=and never|=and walk|=and won|=another one
-3|=any|=anyth s|=are smal|=around|=arrival :|=attach|=attack|=b|=back after|=be fin|=be no
-3|=be ther|=blu|=bother|=box is|=breakfast|=burn #|=by #|=by our|=cak|=cal for|=cam|=can be
-3|=can chang|=can t|=card ,|=careful reader|=cent $|=charg $|=clock go|=clos it|=cloud|=cost #
-3|=cover|=degr $|=deliver|=di|=do the|=door $|=dragon|=drain $|=earn|=either|=end at|=enjo|=enter
-3|=enter your|=error|=even $|=even if|=flower|=fold|=folder|=fre $|=from your|=function|=get it
-3|=gon|=gon for|=good new|=hard|=has been|=hav to|=high ,|=i can|=i had|=i ll|=in ,|=in chapter
-3|=in thi|=investor|=is at|=is due|=is for|=is mone|=is strong|=is the|=it back|=it cool|=it smel
-3|=its|=itself|=itself $|=jun|=keep in|=kil|=last #|=last four|=law|=leav $|=let it|=light|=lin is
-3|=littl|=liv $|=ll get|=login|=longer|=look out|=lost|=menu|=million year|=mind|=mind $
-3|=mind that|=morn|=need two|=new one|=nobod can|=nobod get|=not in|=not touch|=of peopl|=on frida
-3|=onc a|=one and|=option|=order number|=out the|=over chat|=overnight and|=paid|=paragraph
-3|=parcel|=penalt|=person|=photo are|=plan|=post $|=pric $|=print|=question in|=reader wil|=refus
-3|=refus you|=reject|=right $|=row $|=rul|=run out|=s gon|=s just|=s non|=say $|=scammer|=scrap
-3|=shark|=she s|=sho|=sick|=so i|=sp $|=start with|=stir|=stock|=strong $|=sum that|=support $
-3|=t allow|=t chang|=t need|=t on|=t peel|=t someth|=th is|=that a|=that jok|=that number
-3|=the bank|=the best|=the blind|=the doctor|=the law|=the lin|=the pip|=the receipt|=the second
-3|=the server|=the stain|=the wed|=the window|=the world|=the worst|=them and|=them with|=ther s
-3|=thing $|=thos are|=ticket|=to ask|=to be|=to you|=touch prod|=trainer|=trust|=turn left|=twic $
-3|=video|=view|=voltag $|=wak up|=we ll|=wed $|=what|=when you|=whether|=wil kil|=with thi|=wolf
-3|=would be|=would need|=yes|=you ,|=you ask|=you that|=you wil|=your car|=your hand|=your licenc
-3|=your token|=your trip|@blunt|@need|@past|@trailing denial|@unreal|because|defines, you
-3|denied harm|ends well|headed|until when, you|would have
-4|=# at|=# may|=; it|=^ even|=^ look|=^ noth|=^ to|=all|=as you|=ask|=ask about|=at all|=at ten
-4|=be #|=be charg|=blow|=break the|=button|=cold|=cut the|=d lik|=end on|=fal|=fe|=fresh $|=given
-4|=i don|=i m|=in may|=is lock|=is low|=it doesn|=leav it|=lik it|=lov|=lower|=mean that|=most
-4|=need to|=nin|=nut|=october|=oven for|=pas|=question|=reader|=rest|=round $|=s les|=sa that
-4|=schem|=scor|=see the|=sign in|=sp|=stain|=than you|=that :|=that get|=the back|=the card
-4|=the go|=the morn|=the ve|=thi one|=thi year|=through $|=to #|=to get|=try|=until|=used|=went
-4|=when the|=you set|@passive|reassures, you
-5|=^ check|=a bit|=chapter|=danger $|=for that|=got|=join|=join ,|=may $|=me|=so that|=that $
-5|=that way|=that would|=the box|=the cat|=you can|no harm|reassures|we did
-6|=her $|=off ,|=tak a|=that you|=was|=you lik|@first|@says no
-7|=^ could|@withholds|defines|self|you can
-8|@declines
-9|@impersonal
-10|@told
-17|always
"""
