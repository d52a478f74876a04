"""The points for and against a warning, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
14|=^ warn
13|=so leav|@final|@marked
12|=is dead|=or you
11|=burn $|=in ther|=is how|=neck|=sa he|@standing
10|=^ ring|=along $|=botulism|=bundl|=gum|=hot !|=is bad|=moment you|=socket|=toddler|=tripl|@says
10|@unfit
9|=^ left|=^ low|=^ pa|=^ repl|=answer the|=be notic|=bottl|=build up|=cover doesn|=db|=dev
9|=fridg sinc|=ful pric|=heater|=kidne|=ladder|=leav you|=no backup|=principal|=rear|=sleev
9|=the tid|=thumb $|=ur|=wer written|@cost
8|=^ better|=^ half|=^ six|=^ wind|=a cat|=a dol|=a paper|=a strik|=after frida|=awa from|=be sold
8|=blood thinner|=centrifug|=disk|=dol|=ever one|=flight at|=get hot|=get one|=hospital|=hydrogen
8|=lin ?|=mean #|=or it|=out befor|=oven has|=parrot|=parrot $|=pul out|=s dark|=swallow
8|=that bridg|=that heat|=that train|=the bench|=the real|=the ridg|=thinner|=turn into|=wil mak
8|=you typ|@are you sure
7|=, ur|=^ ignor|=^ real|=^ statement|=a stranger|=a torch|=an offer|=and cal|=and want|=anyon ,
7|=becom|=bolt|=both get|=bridg|=bring on|=by ten|=by then|=can reach|=chain is|=chicken is|=crumbl
7|=cut $|=d sleep|=eleven answer|=envelop|=ford is|=from outsid|=garag door|=gatewa|=head ,|=hol $
7|=in their|=in them|=internet|=is public|=it bit|=ll break|=ll turn|=look the|=loos|=may look
7|=month the|=other way|=packag has|=pay for|=peanut|=peopl hav|=petrol|=read what|=result in|=slop
7|=t mix|=t sav|=that end|=the steam|=ther car|=trad for|=void|=whol|=your hous|=your light
7|@forbids|@threat|told to, bad
6|=# twic|=, els|=: after|=^ allow|=^ approv|=^ cal|=^ fre|=^ lil|=^ log|=^ onc|=^ thos|=^ treat
6|=^ unus|=^ use|=a backup|=a boiler|=a fail|=a one|=all your|=also tak|=anyon who|=are just
6|=auditor|=bag in|=bang|=befor you|=bounc|=can cost|=cheap|=coin are|=conflict $|=could go
6|=d retir|=d see|=discard|=doubl|=drum|=eat your|=edg is|=euro mor|=expir in|=fal $|=fenc
6|=for good|=foreign|=gas $|=get thrown|=glas in|=guilt|=had four|=has set|=hav died|=hone under
6|=if he|=in japan|=is new|=it leak|=keep run|=laps|=lift it|=lik #|=lil|=magnet|=mak ever
6|=may contain|=mor at|=no addres|=no wher|=of thos|=off it|=on that|=onl get|=or freez|=other ?
6|=pleas doubl|=pls don|=rewrit|=right through|=ring #|=roof box|=rot|=rud|=run ,|=run low|=run on
6|=salvag|=snow on|=so if|=spammer|=split $|=stop it|=t protect|=tak gift|=that cal|=that last
6|=that old|=that wil|=the client|=the ey|=the grap|=the group|=the mattres|=the tent|=the want
6|=the x|=them out|=thi mushroom|=thi token|=thos plat|=thrown out|=tim the|=to cool|=to everyth
6|=tomorrow ,|=tomorrow at|=torch|=tre|=turn up|=under one|=underneath|=up ther|=volt $|=with both
6|=you post|=your contact|=your fac|=your guest|=your user|=your word|=zero point|@do not
6|told not to
5|=# ever|=# number|=, even|=; hav|=^ batter|=^ be|=^ dud|=^ grant|=^ jump|=^ mis|=^ one|=^ round
5|=^ screw|=^ spra|=^ together|=a fil|=a hamster|=a toddler|=adapter|=also the|=and whatever
5|=are about|=are gon|=at best|=attempt $|=bad for|=bank $|=bathroom|=be back|=be stand|=beam
5|=bear in|=bel $|=bil $|=botulism $|=broken arm|=browser|=burst|=by half|=can empt|=car #|=cascad
5|=certain $|=charit isn|=commit|=compar password|=cord|=could run|=crush|=custom|=dangerou $
5|=day the|=day to|=deposit and|=door has|=dud|=euro $|=even when|=expos|=flat won|=for lif
5|=form are|=from wikipedia|=get rough|=gram|=grap|=gravel|=gust|=hamster|=heat off|=hedgehog
5|=high $|=hos|=hour awa|=hous from|=hurt the|=in second|=in ten|=in that|=insulin|=is cut|=is down
5|=is remov|=is void|=it and|=it could|=it stand|=key is|=leak|=lick|=lif $|=lik that|=liquidat
5|=lithium cel|=liver|=look lik|=macro|=madam|=may chang|=may com|=may get|=mean no|=mic|=mind the
5|=mis that|=mix up|=mone again|=mone with|=month on|=mri|=neck $|=no show|=no undo|=nobod around
5|=nobod wil|=not just|=now and|=now would|=off by|=on gravel|=one go|=one kid|=pacemaker|=pil
5|=pil $|=pocket $|=post about|=pressur $|=primer|=raw|=react|=redundanc|=refreez|=reversibl
5|=right now|=rop $|=round back|=run in|=run thi|=run whil|=s ask|=sa #|=sam room|=sav point
5|=say noth|=scrambl|=screw that|=securit hol|=sent back|=sesam|=siz smal|=skip|=someon has|=soot
5|=step on|=stomach|=stov|=sudden|=switch is|=taken back|=terraform|=that and|=that chang|=that don
5|=that path|=the application|=the are|=the bend|=the bowl|=the bulb|=the bundl|=the charit
5|=the computer|=the discount|=the hand|=the heater|=the hos|=the iron|=the ll|=the look|=the men
5|=the redundanc|=the road|=the send|=the sit|=thi pric|=thos|=tid com|=tim out|=to destro|=to log
5|=toddler $|=tonight and|=torch app|=tourist|=trampolin|=unproces|=unproces $|=unsav|=unverif
5|=unverif $|=upstair|=us is|=ver hot|=vinegar $|=want your|=water in|=water pip|=wet hand
5|=whatever|=wikipedia|=wil scrambl|=with it|=would get|=wrong way|=you cop|=your collateral
5|=your ear|=your env|=your ey|=your mic|=your whol|@consequence|@harm|@may harm|@noted
5|told to take care|told to, ill
4|=# com|=# v|=, bin|=, includ|=, smal|=, unles|=: if|=^ anybod|=^ arriv|=^ cash|=^ delet|=^ ever
4|=^ fift|=^ fl|=^ hom|=^ knock|=^ pink|=^ quot|=^ sel|=^ someon|=a clos|=a dead|=a fair|=a forc
4|=a frida|=a lick|=a metr|=a s|=a slip|=about to|=addres isn|=afterward|=against the|=alcohol whil
4|=all out|=allowanc|=and be|=and keep|=anyon with|=anyth left|=approval is|=are being|=at thi
4|=auto|=auto renew|=bad|=bad $|=bad pair|=be a|=be dela|=be lying|=be nonsens|=be overwritten
4|=bear com|=been report|=bend|=bin the|=bl|=bos $|=bounc $|=breath $|=broker|=browser wil|=btw
4|=btw $|=bunk|=burn in|=but be|=buy|=by tomorrow|=cabl|=calor a|=can mint|=car park|=careful !
4|=cash out|=catch fir|=caution :|=ceil|=chain|=chair is|=chicken|=chmod|=cit $|=clos to|=comin
4|=compet :|=contain|=cop it|=cost you|=count on|=crack $|=creep|=creep along|=d sta|=dam ,|=damp
4|=day you|=dead|=dead $|=degr the|=degre|=deplo on|=disc|=distanc|=dol $|=doubl check|=downtim
4|=drink $|=drop below|=edg|=els it|=env|=ever customer|=everybod|=ey|=eye|=fac $|=factor #
4|=factor password|=fan heater|=fast $|=fee of|=fil the|=first $|=first leg|=first thing|=first two
4|=fiv year|=float for|=floor by|=for his|=for hour|=forfeit|=frankfurt|=from then|=fund can
4|=get noth|=giv the|=giv them|=glu|=go round|=go up|=got four|=grab|=gram a|=green potato
4|=gues the|=heater in|=held|=helmet|=her and|=high at|=hold back|=hone|=hors|=hot oil|=i mean
4|=ice is|=if someon|=ignor that|=in a|=in cash|=in frankfurt|=is :|=is known|=is lost|=is rat
4|=is retain|=is unlimit|=it first|=item ,|=jellyfish|=jul ,|=just so|=kil peopl|=kilo $|=lag
4|=lamp $|=lead in|=lik a|=liver $|=los it|=low :|=lunchtim|=lying|=mail a|=marbl|=megabyt
4|=midnight|=mint|=misbehav|=misbehav $|=mix|=monke|=mov in|=much $|=never end|=nonsens|=nonsens $
4|=not ther|=now wil|=object|=of interest|=off a|=off at|=oil is|=old data|=on and|=one typo
4|=onion ,|=onl tak|=or noth|=or so|=otherwis you|=our nam|=out and|=outdoor|=outsid with|=over $
4|=pain that|=past has|=past performanc|=payment are|=percent wip|=performanc|=perfum|=pink
4|=plac in|=pleas $|=plug|=pocket|=point run|=power bank|=pregnant|=public|=pul over|=push her
4|=put a|=put hand|=rail|=rat for|=re lock|=read along|=regex|=reset wip|=resign|=retain|=retina
4|=retract|=ridg|=ring the|=risk $|=rop|=rotat it|=round|=round by|=rung|=s allergic|=sa so|=sauc
4|=se the|=seen the|=sel $|=set the|=signal past|=sink|=sleep and|=sleep on|=slip disc|=slipper
4|=snap|=so be|=so do|=so don|=solanin|=somebod wil|=someon to|=spin|=steer|=steer clear|=step
4|=stop befor|=stop pa|=straight back|=strong|=suit $|=t delet|=t driv|=t last|=t match|=t paid
4|=t saf|=t stop|=t wak|=tak you|=tak your|=tax offic|=taxi|=ten tim|=tent|=that|=that approval
4|=that hav|=that never|=that plug|=that sta|=that websit|=the ad|=the bathroom|=the bonu|=the can
4|=the delet|=the dishwasher|=the factor|=the fish|=the monke|=the official|=the retina|=the sand
4|=the scen|=the stov|=the tip|=the validator|=the won|=the wrong|=the yard|=theft $|=thi ,
4|=thi cold|=thi look|=thi may|=thinner $|=throttl|=to all|=to dog|=to not|=to sleep|=tonight
4|=top up|=tre $|=trip :|=truck|=two guest|=under a|=under thre|=unlimit $|=up front|=up your
4|=validator misbehav|=validit|=vap|=wait :|=want #|=warfarin|=warfarin ,|=was retract|=way round
4|=we charg|=wear the|=wet|=wet $|=what com|=wher $|=whil you|=whol internet|=wil sign|=wil turn
4|=within da|=without notic|=without sleep|=worth noth|=yard|=yard $|=you hom|=you out
4|=you personal|=your number|=your quota|@loss|@safety limit|do it and|final|lacking|not fit for
4|so do|whoever may
3|=# appl|=# dpi|=, at|=, both|=, new|=, pleas|=, thi|=: cop|=; expect|=; if|=; peopl|=; turn
3|=^ antifreez|=^ anyth|=^ august|=^ bewar|=^ brak|=^ careful|=^ chang|=^ chmod|=^ claim|=^ crash
3|=^ doubl|=^ driv|=^ four|=^ get|=^ going|=^ gran|=^ hot|=^ merg|=^ ngl|=^ open|=^ oversta|=^ past
3|=^ pls|=^ registration|=^ renam|=^ rip|=^ rotat|=^ salvag|=^ someth|=^ thi|=^ walk|=^ wet
3|=^ whoever|=^ with|=^ withdraw|=a bank|=a child|=a dog|=a e|=a four|=a head|=a hous|=a known
3|=a ladder|=a megabyt|=a phish|=a trap|=a wasp|=a water|=a window|=about fiv|=after dark
3|=afternoon|=afterward $|=airlin cancel|=alight|=alight $|=almost certain|=altitud|=and alread
3|=and custom|=and hair|=and hurt|=and no|=and somebod|=and someth|=and ther|=and you|=another app
3|=antifreez|=antifreez tast|=anybod who|=anyth you|=apart ,|=are charg|=arrival charg|=as mush
3|=at securit|=at that|=at wil|=attention|=back a|=back off|=back up|=backup|=balcon door|=bank s
3|=bank tab|=be abl|=be out|=be worth|=be wrong|=beach $|=been out|=bewar|=bewar of|=bin $|=bin and
3|=bind|=bit you|=bos|=brick it|=bridg ahead|=buck|=build on|=bulb|=bundl $|=bus lan|=by summer
3|=cabin $|=cabl run|=cal :|=cal it|=cal to|=caller|=camera at|=can burn|=can read|=can shut
3|=can wait|=cancel after|=cancel lat|=cancel your|=capacitor|=car|=car with|=carbon monoxid
3|=card number|=cas yourself|=cash|=cat :|=cautiou|=ceil $|=cel|=centimetr $|=centimetr of|=chang ,
3|=charg at|=cheap becaus|=child $|=cit it|=click that|=client s|=clos bottl|=cod on|=coin sent
3|=com out|=compost ,|=contain a|=cop|=cost mor|=could com|=could set|=count as|=crumb|=cut off
3|=d be|=d better|=d go|=d pay|=deadlin for|=delet the|=dig|=dissolv|=distanc $|=door open
3|=door you|=doubl $|=dpi|=drag|=drop off|=drop that|=dubai|=dubai $|=due at|=eat it|=eat the
3|=edg ,|=end up|=entr $|=epileps|=eras|=escrow|=even a|=ever minut|=ever part|=ever user
3|=everybod els|=exc|=exc the|=exe|=expect to|=expensiv|=ey shut|=ferryman|=fil wil|=fin you|=fir $
3|=firm that|=first ,|=first flight|=fiv kilo|=flag you|=flam|=fluid|=food in|=for everybod
3|=for fraud|=for password|=for week|=form is|=friend wher|=from another|=fyi the|=gam card
3|=gas main|=gdpr $|=get half|=get les|=get paid|=get you|=git clean|=giv way|=go eas|=go public
3|=go straight|=go under|=grapefruit|=grow botulism|=guarantor|=gust of|=guy|=hang|=hang up
3|=hard see|=harder|=has don|=has had|=hazelnut|=he doesn|=high voltag|=hiker|=him in|=his $
3|=hit send|=hold $|=hospital $|=hot $|=hour by|=in by|=in dubai|=in it|=in oil|=in twent|=in until
3|=into a|=iron|=is non|=is tomorrow|=it awa|=it befor|=it burn|=it look|=it the|=jack|=japan
3|=judgment|=key ,|=kilo|=kind not|=known hol|=labour $|=last bus|=last thing|=lat $|=lat and
3|=leav #|=leav ear|=leav out|=leav the|=len at|=lens|=leverag|=link and|=log out|=loop never
3|=loos rug|=los #|=madof|=may hav|=mean it|=mean los|=mean one|=might be|=might not|=million row
3|=minut first|=mone back|=mone to|=monoxid|=month of|=mortar|=mother s|=muscl and|=mush|=mush $
3|=my friend|=never do|=next hous|=ngl|=night in|=no bus|=no grip|=no lifeguard|=no light|=no lock
3|=no mone|=no receipt|=non payment|=non refundabl|=not after|=notic $|=now|=now ,|=of children
3|=of downtim|=of ever|=of non|=of photo|=of your|=off your|=offer is|=often|=oil at|=old $|=on a
3|=on day|=one at|=one way|=one we|=order it|=our cak|=out|=out as|=oversta|=owe|=pa #|=pa by|=pac
3|=pac the|=paper|=park ther|=pas out|=pay with|=pedal|=percentag|=pickpocket|=pilot|=pink chicken
3|=pist|=pla with|=pleas :|=plu #|=printer $|=pul|=push through|=put|=put on|=rat|=rat jump
3|=re back|=re bu|=re shar|=reach of|=read ever|=read lik|=read the|=real|=registration
3|=registration clos|=repo is|=report it|=resign befor|=retir|=review and|=rewrit histor|=ric that
3|=rid on|=rip|=road|=run right|=s #|=s anyth|=s batter|=saf $|=salmonella|=sam moment
3|=sam password|=sam thing|=scooter $|=season $|=seat :|=seed|=send your|=sensor|=sensor ,
3|=sensor :|=set ,|=set off|=she d|=shin|=shut at|=sit down|=sit to|=skin off|=slid|=smel ,
3|=so peopl|=so tak|=so with|=socket ,|=somebod s|=sourc|=speaker|=spit $|=spra|=ssh|=stair|=starv
3|=steam|=stil on|=stop your|=storm is|=straight into|=strangl|=strob|=strob light|=strok $|=sweat
3|=sweet to|=syrup|=syrup mak|=t ,|=t check|=t drink|=t good|=t the|=t touch|=t valid|=t verif
3|=tab $|=tab includ|=tabl|=tabl $|=tak mone|=tap water|=tarmac|=tast sweet|=tear it|=teaser
3|=teaser rat|=tel them|=terribl|=than|=than it|=than two|=that caller|=that coin|=that in
3|=that link|=that regex|=that rop|=that token|=that turn|=that want|=that window|=the a
3|=the addres|=the bedroom|=the capacitor|=the chair|=the charg|=the cheap|=the compost
3|=the databas|=the drawer|=the ferryman|=the forecast|=the fork|=the fus|=the gas|=the gras
3|=the head|=the hedg|=the hook|=the licens|=the low|=the need|=the packag|=the pedal|=the peopl
3|=the pist|=the root|=the safet|=the seller|=the sender|=the sensor|=the sheet|=the sil|=the sink
3|=the stag|=the stamp|=the sun|=the tablet|=the teaser|=the thread|=the toxin|=the wher
3|=themselv on|=then the|=ther|=ther ever|=ther for|=ther may|=thin|=thing the|=thing you|=think $
3|=think twic|=thre hour|=thread|=through in|=throw awa|=thumb|=tight|=tim too|=tim you|=to a
3|=to bit|=to hospital|=to production|=tonight at|=tow|=toxin|=trick|=trip over|=turn back
3|=two flight|=two glas|=two siz|=up over|=user|=v|=v #|=ve seen|=verif the|=villag $|=void the
3|=wait too|=waiver|=wal is|=want a|=watch out|=we can|=what go|=what you|=wheel $|=which can
3|=whil the|=who wrot|=whol compan|=whol print|=wil eat|=wil giv|=wil refus|=wil stop|=wind|=window
3|=wip it|=with that|=without|=wor me|=wors|=worth much|=would set|=you couldn|=you muscl|=you onl
3|=you owe|=you quit|=you resign|=you risk|=you skip|=you sta|=you touch|=you upgrad|=you wait
3|=you writ|=your bank|=your blood|=your bos|=your career|=your eye|=your laptop|=your location
3|=your own|=your stak|=yourself and|=zero ,|advised to take care|delicate|doing it
3|into other hands|loss|risky deed|so much|strong ahead|told to, harm|will not
2|=# character|=# ful|=# instead|=# item|=# k|=# kilo|=# mean|=# mph|=# open|=# per|=# return
2|=# stil|=# your|=, block|=, however|=, i|=, madam|=, nobod|=, order|=, real|=, yet|=: don
2|=^ after|=^ air|=^ below|=^ build|=^ caution|=^ certificat|=^ cheap|=^ clear|=^ clos|=^ debug
2|=^ food|=^ fyi|=^ glos|=^ great|=^ green|=^ hand|=^ he|=^ lead|=^ leav|=^ lift|=^ loos|=^ lower
2|=^ lying|=^ mat|=^ mor|=^ mov|=^ off|=^ ok|=^ old|=^ onion|=^ over|=^ paid|=^ paint|=^ pickpocket
2|=^ pin|=^ pool|=^ port|=^ pul|=^ resign|=^ revok|=^ sav|=^ say|=^ sign|=^ smal|=^ st|=^ sta
2|=^ taxi|=^ tel|=^ that|=^ two|=^ upgrad|=^ using|=^ win|=^ without|=a bad|=a catch|=a criminal
2|=a dip|=a gas|=a glas|=a go|=a liv|=a night|=a nin|=a nut|=a plain|=a public|=a quick|=a real
2|=a sourc|=a stif|=a taxi|=a tick|=a ton|=a transfer|=a wil|=a zero|=about nin|=abov #|=abov the
2|=absorb|=account in|=acn|=add #|=advanc ,|=advis|=after|=after eleven|=after midnight|=after that
2|=alcohol|=all #|=all of|=all would|=allow #|=alon|=alon :|=along|=ambulanc|=an afternoon
2|=an ambulanc|=an empt|=and bad|=and climb|=and everyth|=and four|=and get|=and he|=and skip
2|=and vinegar|=announc|=antidot|=anybod|=anyon|=anyth over|=anywa ?|=apart|=appeal has
2|=application count|=approval let|=are book|=are clos|=are due|=are lock|=are steep|=are ver
2|=are worn|=arm|=as withdrawn|=ask how|=ask the|=ask your|=assum|=at new|=at night|=at onc|=awa
2|=awa ,|=awa with|=awa your|=bab|=bab $|=back for|=back if|=back over|=bailif|=ban ther|=bank
2|=bank detail|=bar ,|=be off|=be remov|=be turn|=be you|=beach|=becaus you|=bedroom|=below #
2|=below zero|=bench|=bend $|=bid|=bin it|=bleach and|=bleach on|=block for|=blood cel|=bloom
2|=boil ,|=bolt $|=bon $|=bottom of|=bound|=bound for|=bowl|=boy|=break your|=bridg $|=bridg ,
2|=bring cash|=bring in|=bro|=broken glas|=brood $|=bucket is|=burn the|=bus $|=bus back|=but not
2|=but that|=by christma|=by frida|=by that|=can also|=can catch|=can let|=can paralys|=can send
2|=cancellation|=candl|=cap|=car lym|=car the|=carbon|=card add|=career|=cast|=cat ,|=caution
2|=cel $|=centimetr|=certain|=certificat expir|=certificat run|=charg if|=check the|=checkout
2|=chequ|=chil the|=chocolat can|=choic $|=choos your|=clash|=client|=climb|=clinic|=clos and
2|=clos in|=cod with|=com ear|=com through|=combination|=commit $|=compost|=connect|=contact $
2|=conviction|=cop ,|=could chok|=cousin|=crash diet|=crawl|=crawl $|=criminal|=criminal offenc
2|=current pric|=cut ,|=cut out|=cv|=d think|=da and|=da to|=damag the|=dark|=dark $|=dark chocolat
2|=databas|=day cost|=day it|=dear $|=debt|=debt $|=degr in|=delet ns|=delet your|=dent|=destro
2|=destro ,|=detector|=develop|=did|=did that|=diet|=dip of|=dish is|=dishwasher|=diz
2|=doctor tonight|=dog in|=doing that|=dos $|=dot would|=doubt ,|=downhil|=downhil $|=drawer|=ear $
2|=earth|=eas|=eat|=egg in|=elderber|=els the|=empt stomach|=empt the|=end of|=end tonight
2|=end your|=enough for|=enough to|=enter against|=entr|=eras everyth|=error go|=ether|=ever
2|=ever report|=everyth on|=everywher|=everywher $|=evidenc is|=ex|=exam $|=extension
2|=extension lead|=failur ,|=failur to|=fak $|=fak ,|=faster than|=fee appl|=feel diz|=fer
2|=fever and|=fift|=find an|=fingertip|=fiv hour|=flag|=flam $|=flat|=flight mod|=float|=for broken
2|=for ear|=ford|=forecast|=forever|=forever $|=four ,|=fre tier|=freez $|=freezer|=freezer at
2|=fresh snow|=from a|=from los|=from ther|=front|=front of|=fum|=funeral|=fyi|=gam|=gam $|=garag
2|=garag quot|=gas that|=get rid|=get them|=get thos|=get to|=get up|=get wors|=giv|=giv off
2|=giv your|=glos|=glucos|=go at|=gon to|=gran|=grow|=h|=h $|=hail|=hairlin|=half the
2|=hang themselv|=happi|=harmles|=has fiv|=hat ,|=hav that|=he ate|=he could|=he has|=he s|=headach
2|=hear the|=heat strok|=heat the|=heatstrok|=her :|=her pil|=her salar|=hiv|=hold on|=hold your
2|=hom offic|=hone is|=hook|=hot|=hotter|=hotter than|=hour is|=hous and|=how shin|=hut is
2|=ibuprofen|=ibuprofen on|=if|=if that|=in advanc|=in befor|=in doubt|=in has|=in production
2|=in to|=in toda|=in tokyo|=index #|=indoor|=indoor and|=inheritanc|=invest|=is com|=is lat
2|=is plent|=is poisonou|=is stil|=is ver|=is zero|=isa|=it $|=it :|=it chang|=it go|=it may
2|=it saf|=it slow|=it snap|=it without|=ita $|=item can|=jam|=jellyfish season|=job has|=john
2|=john s|=jok about|=keep it|=keep you|=kit|=know ,|=kubectl delet|=ladder on|=land|=laps on
2|=last six|=lat payment|=latest|=leak and|=leav after|=leav two|=length of|=let them|=letter that
2|=li|=liabl|=librar hasn|=lid|=lifeguard|=lift the|=lil in|=limit !|=limit at|=ll be|=ll need
2|=load you|=lock and|=lock in|=lock the|=lock them|=longer than|=look calm|=loos ,|=loos sleev
2|=los $|=los mone|=luggag is|=lung|=lung $|=lying if|=lym|=lym $|=mak|=mak the|=mak you|=mast
2|=mattres|=max|=may app|=may be|=may feel|=mayb|=mean|=memor $|=metr|=metr ,|=mid may|=midnight ;
2|=might|=milk in|=minut in|=minut of|=mis one|=mis your|=mislead|=ml wil|=mone|=motorwa|=mph
2|=nam doesn|=need your|=needl|=nest|=net|=never get|=night $|=no down|=no get|=no invoic|=no rail
2|=no refund|=no return|=no upper|=non compet|=not :|=not exc|=not go|=not mak|=not possibl
2|=noth go|=nowher|=ns|=number is|=nut allerg|=objection|=of dark|=of death|=of lif|=of thi|=of tim
2|=of what|=off|=off next|=off the|=off until|=offenc|=offenc $|=offer that|=oh ,|=oleander
2|=on everyth|=on fir|=on for|=on is|=on you|=onc i|=onc it|=onc sent|=one leak|=one mor|=one thing
2|=one year|=onl $|=onl after|=onl cop|=onl on|=open ,|=open and|=open window|=or later|=order now
2|=other sid|=our $|=out at|=overnight $|=oversta by|=overwrit|=pa for|=paid $|=pain get|=pair ,
2|=pan alon|=paralys|=park|=park car|=park meter|=passport as|=password in|=password with|=past
2|=past an|=peak|=pen|=peopl who|=percent|=permission $|=photo back|=pin to|=plan chang|=plan on
2|=pleas be|=pleas check|=pleas to|=pls|=plug is|=plugin|=point off|=pollen|=position|=post
2|=pregnant $|=pric|=pric from|=print $|=production that|=protect you|=puk|=push|=put the|=qr
2|=qr cod|=quit befor|=rag|=rail $|=rain and|=rat #|=rat limit|=raw egg|=re one|=re pregnant
2|=re send|=re stil|=recipient|=releas|=remember :|=renew|=renew at|=repl to|=replica|=report that
2|=respond|=revok|=rid|=rid of|=right to|=ring|=river look|=roam on|=roof|=roof $|=roof ,|=root $
2|=round the|=router stil|=row are|=rubber|=rubber $|=run $|=run up|=run with|=s due|=s flower
2|=s in|=s network|=s nobod|=s notic|=s stil|=s wort|=sa who|=salad|=salar in|=sam fil|=sand|=say #
2|=scald|=script|=script from|=se|=second is|=secret $|=seizur|=selfi|=seller|=sender|=sent ,
2|=sent ther|=server $|=she may|=ship s|=shoot|=short the|=shrink|=shut|=sign of|=singl thread
2|=skin burn|=sleev and|=slow the|=smal children|=smel|=snow bridg|=so a|=so anyon|=so boil|=so cut
2|=so hold|=so pleas|=someth $|=someth we|=soon|=sooner or|=sor|=sourc $|=squar $|=st|=st and
2|=st john|=stag $|=stair ,|=stak token|=stat $|=statin|=stif neck|=stil a|=stil want|=stolen $
2|=stop the|=storag is|=straight|=straight for|=stranger ,|=street can|=stretch|=stronger|=summer $
2|=sunda night|=sur you|=surve|=swallow on|=swim|=swim $|=swing|=t answer|=t been|=t cal|=t commit
2|=t dril|=t for|=t read|=t renew|=t smel|=t sur|=t worth|=tab|=tabl saw|=tablet ,|=tablet and
2|=tablet from|=tak it|=tak its|=target|=taxi at|=taxman|=tel you|=temp|=temperatur is|=ten second
2|=than six|=than thre|=that befor|=that chequ|=that doesn|=that has|=that key|=that kil|=that loop
2|=that mean|=that park|=that password|=that read|=that said|=thaw|=the antibiotic|=the bab
2|=the bacteria|=the bailif|=the bik|=the bos|=the bottl|=the brood|=the caller|=the car|=the cas
2|=the ceil|=the cellar|=the clear|=the commit|=the d|=the disk|=the draft|=the edg|=the election
2|=the fever|=the flat|=the ford|=the gain|=the handover|=the hiv|=the hom|=the hospital|=the iban
2|=the ice|=the injur|=the isa|=the last|=the length|=the liver|=the lot|=the lung|=the motorwa
2|=the next|=the pension|=the phon|=the pigment|=the pil|=the pollen|=the production|=the recipient
2|=the region|=the repo|=the saf|=the ship|=the spar|=the sql|=the step|=the str|=the tax
2|=the taxman|=the token|=the tow|=the trail|=the villag|=the wet|=the whol|=the worker|=them all
2|=themselv|=then you|=ther by|=ther cost|=ther is|=ther mean|=thes run|=thi|=thi beach|=thi email
2|=thi gat|=thi go|=thi on|=thi permission|=thi wil|=thing to|=thinner ?|=thos in|=thos photo
2|=thos tyr|=thursda and|=tid|=tie|=tier|=til|=til $|=to climb|=to end|=to keep|=to latest|=to mov
2|=to sav|=to zero|=token|=token $|=token in|=tokyo|=too fast|=top and|=total #|=touch the|=tow $
2|=tow truck|=transfer to|=treat it|=trial turn|=trigger a|=truck $|=try to|=turn off|=twelv ?
2|=twelv box|=twic as|=twic last|=two mor|=two swallow|=typo and|=ulcer|=unemployment|=unexcus
2|=unexcus da|=uninstal|=unles|=unlimit|=until thursda|=until you|=up and|=up high|=up the|=upgrad
2|=upward|=upward $|=vapour|=ve cut|=ve put|=vegan $|=ver|=version has|=villag|=vinegar|=visa the
2|=voltag|=wallet|=want|=want in|=war end|=water|=water are|=way|=way trip|=we don|=weaken
2|=weather $|=webhook|=wednesda $|=week s|=week without|=weigh|=wet til|=what bring|=whatever the
2|=whatever you|=wheat|=wheelchair|=which mean|=whil|=who want|=whoever|=windpip|=windpip $
2|=windscreen|=with ,|=with anyon|=with half|=with heat|=with onl|=with thre|=withdrawal
2|=withdrawn $|=without ask|=without it|=without one|=without sav|=wood|=work and|=worker|=wors ,
2|=wort|=worth|=would mov|=wreck|=writer|=wrong|=wrong cod|=you #|=you ?|=you cut|=you draw
2|=you feel|=you giv|=you into|=you keep|=you land|=you off|=you open|=you pres|=you sur|=you to
2|=you ve|=you wouldn|=your #|=your bag|=your choic|=your credit|=your dai|=your finger|=your hom
2|=your insurer|=your ke|=your kid|=your liver|=your mother|=your onl|=your parent|=your pocket
2|=your screen|=your storag|=your thumb|=your way|=your week|=your weekend|=zero|@skip|bad|before
2|frail|goes wrong|good, denied|harm|is taken|lapses|may|stranger|strong before you
2|strong for the frail|strong in the present|third|told to, before|weak before you|weak, care|will
2|worse
1|=#|=# ?|=# a|=# and|=# are|=# bar|=# below|=# charg|=# cost|=# customer|=# d|=# drop|=# euro
1|=# get|=# gwei|=# h|=# hour|=# if|=# km|=# m|=# mail|=# mak|=# march|=# mm|=# month|=# mor|=# of
1|=# on|=# peopl|=# plu|=# pm|=# st|=# tb|=# th|=# ton|=# turn|=, $|=, after|=, back|=, bank|=, by
1|=, chang|=, destro|=, dial|=, drink|=, for|=, freez|=, from|=, garlic|=, half|=, ibuprofen
1|=, last|=, leav|=, man|=, messag|=, my|=, never|=, no|=, on|=, or|=, park|=, sinc|=, somebod
1|=, toda|=, too|=, transfer|=, which|=, without|=: as|=: cal|=: get|=: i|=: keep|=: peopl|=: unsav
1|=: with|=; after|=; befor|=; sta|=; what|=^ abov|=^ alwa|=^ another|=^ at|=^ bag|=^ bear
1|=^ between|=^ bin|=^ book|=^ bring|=^ bump|=^ carbon|=^ cert|=^ chicken|=^ coin|=^ deplo|=^ disk
1|=^ downgrad|=^ each|=^ exchang|=^ extension|=^ feed|=^ fil|=^ fish|=^ flash|=^ flight|=^ float
1|=^ format|=^ freezer|=^ giv|=^ glov|=^ glucos|=^ grapefruit|=^ hang|=^ heart|=^ help|=^ i
1|=^ ibuprofen|=^ iron|=^ jellyfish|=^ kenya|=^ kid|=^ kitchen|=^ last|=^ lat|=^ licens|=^ lif
1|=^ liquid|=^ liquidit|=^ lithium|=^ meet|=^ milk|=^ mind|=^ mix|=^ mosquito|=^ never|=^ non
1|=^ oil|=^ on|=^ oyster|=^ pag|=^ peopl|=^ petrol|=^ photo|=^ point|=^ postgr|=^ print|=^ proc
1|=^ push|=^ put|=^ quarter|=^ remov|=^ restor|=^ retinol|=^ ric|=^ right|=^ rins|=^ risk|=^ run
1|=^ sal|=^ sand|=^ silicon|=^ sleep|=^ slow|=^ smel|=^ sort|=^ stand|=^ start|=^ steam|=^ stop
1|=^ sunburn|=^ ten|=^ their|=^ ther|=^ think|=^ third|=^ thunder|=^ thunderstorm|=^ tie|=^ trad
1|=^ unbond|=^ verif|=^ warrant|=^ wash|=^ watch|=^ water|=^ what|=^ whatever|=^ whit|=^ wir
1|=^ wrong|=a blood|=a bomb|=a bowl|=a burn|=a bus|=a camera|=a car|=a card|=a cent|=a coat
1|=a contract|=a crim|=a doctor|=a fever|=a fin|=a final|=a function|=a guarantor|=a handful
1|=a hear|=a high|=a hil|=a judg|=a larg|=a lat|=a lin|=a lookalik|=a loos|=a mol|=a month|=a mov
1|=a net|=a new|=a paid|=a park|=a passport|=a piano|=a point|=a premium|=a pric|=a rac|=a rash
1|=a refund|=a restor|=a risk|=a room|=a round|=a scam|=a scan|=a script|=a sign|=a siz|=a stomach
1|=a strok|=a surve|=a tablet|=a thousand|=a threat|=a toaster|=a token|=a transit|=a travel|=a us
1|=a whol|=abl|=abl to|=about $|=abov|=abroad|=abroad $|=abroad is|=absenc|=accident|=account at
1|=account get|=account without|=account would|=account you|=acid to|=act $|=action|=ad
1|=add another|=add ten|=add up|=addres ,|=addres again|=addres are|=addres you|=admit|=admit to
1|=adult is|=advanc|=after #|=after sunda|=after thre|=after your|=afternoon $|=again in|=against
1|=against that|=against you|=age $|=ago|=ago $|=ahead of|=airlin|=alarm ,|=all four|=allerg ,
1|=allergic|=alwa add|=ambulanc and|=amount|=amus|=an appeal|=an automatic|=an error|=anaesthetic
1|=and after|=and all|=and an|=and aren|=and chang|=and check|=and could|=and doesn|=and ever
1|=and everyon|=and fal|=and giv|=and gust|=and hard|=and if|=and kept|=and leav|=and six|=and so
1|=and som|=and spit|=and that|=and the|=and thos|=and thre|=and wash|=and we|=and when|=and your
1|=angr|=anna|=another|=another #|=another countr|=another look|=another network|=any switch|=anyth
1|=anyth that|=api is|=applicant|=application is|=approval|=april is|=are $|=are a|=are dead
1|=are fresh|=are mad|=are not|=are often|=are releas|=are usual|=arriv without|=arrival ,|=as of
1|=as root|=as soon|=asbesto|=asbesto $|=asleep|=aspirin|=at ,|=at a|=at fiv|=at minu|=at most
1|=at noon|=at room|=at the|=at thre|=at your|=ate|=ate the|=attempt|=attic|=august|=august is
1|=austen|=authorit|=automatic|=autosav|=avalanch|=bab can|=back go|=back of|=back run|=back to
1|=backup has|=bad with|=bag $|=bal|=balanc|=balanc $|=balcon|=bar|=basic polic|=bath|=bath ,
1|=batter and|=batter is|=be an|=be clos|=be exchang|=be gon|=be liabl|=be pa|=be post|=be refund
1|=be renew|=be taken|=be too|=be used|=bear|=bed|=bed $|=been fin|=befor a|=befor it
1|=befor maturit|=befor noon|=befor or|=befor your|=beginner|=begun|=behind|=behind it|=being|=bel
1|=belong in|=below the|=bend it|=besid|=best $|=best left|=better|=between $|=between us
1|=beyond it|=bicycl|=bil|=bin ,|=bind $|=birch|=bit $|=bitter|=black ice|=blank|=blanket|=bleach
1|=bleed|=blind with|=blister|=blockchain|=blood|=blood sugar|=blu light|=blu run|=board and
1|=board in|=boil it|=boiler|=bomb|=bon|=bonu is|=book|=border|=born|=bos in|=bottl $|=bottl for
1|=bottl on|=bottom|=box|=box can|=brak|=breach|=breath|=bridg was|=bright|=bring one|=bring the
1|=broken|=brood|=bu|=build is|=build the|=built for|=burn|=burn through|=bus|=but|=but in|=but it
1|=but sign|=buy ,|=buy it|=buyer|=by four|=by monda|=by nam|=by noon|=by someon|=by text|=by the
1|=by tonight|=by two|=cal|=cal a|=cal from|=cal is|=calculator|=cam with|=can buy|=can caus
1|=can do|=can listen|=can los|=can open|=can see|=can set|=can stil|=can stop|=cancel|=cancel $
1|=cancel by|=candl on|=cannot be|=car go|=car nin|=card in|=card is|=careful|=careful ,|=carrot
1|=cas for|=cas of|=cat in|=cat on|=catch|=cav|=cent a|=centimetr thick|=ceremon|=cert|=certificat
1|=certificat check|=chair|=chair $|=chanc|=chanc you|=chang|=chang at|=chang plan|=chang your
1|=character match|=charg to|=chargeback|=charger in|=charit|=chat|=cheapest|=cheapest by
1|=check your|=chest|=chest of|=chicken that|=chil|=child s|=children $|=chip|=chocolat|=choic
1|=christma $|=cit|=claim to|=claus #|=claus keep|=clearanc|=clock|=clos #|=clos ,|=clos the
1|=cluster|=co|=coin|=collaps $|=collateral|=collateral is|=cologn|=cologn ,|=colour|=column and
1|=column b|=com after|=com down|=com off|=compar|=compet|=computer|=config|=confirm ,|=conflict
1|=consider|=contact|=content|=content are|=context|=contract is|=cord are|=correct it|=cost the
1|=cot|=could get|=could mak|=count $|=cours is|=court $|=cover for|=cover up|=coverag|=cow
1|=crash that|=crim in|=critical|=cron|=cron job|=cros|=curs|=cut you|=d|=d ,|=d giv|=d hav|=d leav
1|=d los|=da of|=da without|=damp and|=dat is|=data los|=data out|=daughter|=day and|=day is
1|=day over|=dead ,|=dead on|=deadlift|=decid|=deer|=dentist|=deposit $|=deposit befor
1|=deprecat and|=did $|=did you|=died|=diesel|=differenc between|=digit and|=dip|=disarm the
1|=disconnect|=discount|=discount cod|=disk #|=div|=do #|=do at|=doesn|=doesn t|=dog $|=dollar
1|=domain|=dont|=dont do|=door :|=dos|=dot $|=doubl dos|=doubt|=down the|=down to|=downgrad
1|=draft $|=drew|=drew ,|=drink|=drink it|=driv you|=dron|=drop #|=drop $|=drop you|=drows
1|=dry clean|=due|=due on|=dur|=e $|=each customer|=each day|=ear|=earn $|=eas on|=eas to
1|=easier for|=east #|=eat ,|=eat up|=edibl|=edit the|=eighteen month|=eighth|=election|=eleven
1|=eleven year|=els as|=email go|=empt it|=empt your|=end $|=end ;|=end the|=engin|=engin $
1|=engin s|=entir balanc|=estimat|=eur mor|=europ $|=eval|=eval on|=even ;|=even one|=even the
1|=even we|=even with|=ever parent|=ever ten|=everyon $|=everyon in|=everyon s|=everyth
1|=everyth els|=exception|=exception $|=exhaust|=exit is|=expect|=expect $|=expir ,|=expir on
1|=explain it|=export|=export leav|=eye drop|=fact|=fail attempt|=fail disk|=fail the|=failur
1|=faint|=faint in|=fal apart|=fals|=fan|=fast|=fast ,|=fat|=fear|=februar $|=fee|=feed|=fel by
1|=fer back|=fern|=few hour|=field ,|=figur|=figur ,|=fil|=fil without|=fin is|=fin of|=final sal
1|=find out|=finger|=finger $|=finish off|=fir|=fir the|=first night|=first the|=first thre|=fish $
1|=fish in|=fiv|=fiv star|=fix it|=flag $|=flak|=flash|=flat ?|=flex|=flight|=flight is
1|=flight that|=fog|=foil|=for another|=for anyth|=for beginner|=for children|=for everyon|=for far
1|=for fiv|=for fre|=for fun|=for gas|=for it|=for phish|=for someon|=for ten|=for thre|=for up
1|=forc push|=forget the|=fork $|=format the|=four|=four $|=four minut|=four year|=foxglov is
1|=frankfurt ,|=fre|=fre ship|=freez|=freez the|=frida ,|=frida and|=friend|=friend $|=friend ,
1|=frog|=from $|=from day|=from last|=from midnight|=from october|=from that|=from work|=front ,
1|=front thre|=frost|=ful tabl|=fund tak|=funeral $|=gain|=garlic|=gas|=gas is|=gat|=gdpr|=get
1|=get infect|=get off|=get thre|=gift|=gift card|=giv it|=giv up|=glacier|=glas|=glas of|=glov
1|=glov and|=glucos #|=go|=go ,|=go by|=go down|=go from|=go off|=go through|=go with|=goggl
1|=goggl on|=going from|=gold ,|=gon ,|=gonna|=good|=good $|=good for|=good to|=gpl|=gpu|=grab it
1|=grant|=gras|=green and|=group|=guarantor $|=guest to|=gut|=gwei|=had no|=hairlin in|=half a
1|=half of|=halv the|=hand $|=hand to|=handful|=harmles $|=has a|=has chang|=has just|=has sent
1|=has test|=has told|=has your|=hav been|=hav gon|=hav had|=hav no|=hav on|=hav until|=he is|=head
1|=hear|=heathrow|=help if|=help the|=her birthda|=her by|=her is|=hero|=hid|=hidden|=him $|=hir
1|=his|=histor|=histor $|=histor and|=histor now|=hit|=hit it|=hit the|=hold its|=holida $|=hom
1|=hom $|=hom is|=honest|=hour|=hour ,|=hour apart|=hour from|=hour in|=hour of|=hour without
1|=hous ,|=hous is|=hous number|=how|=how peopl|=how to|=however|=hr|=hungr $|=hurt your|=hut
1|=i fear|=i mov|=i said|=i stop|=i wouldn|=iban|=ice|=icy|=ideal|=if i|=if it|=if noth|=if we
1|=if you|=ignor|=illegal and|=in|=in $|=in between|=in cologn|=in court|=in for|=in front|=in get
1|=in ita|=in jul|=in minut|=in my|=in one|=in plac|=in tax|=in the|=in thre|=in tonight|=inch
1|=infect|=infect $|=inform|=inform that|=inhaler|=ink|=innkeeper|=insid $|=inspector|=instalment
1|=instant payment|=insur|=insur $|=interest|=interest $|=interest are|=into thre|=irreversibl
1|=is a|=is abov|=is alread|=is ask|=is bind|=is clos|=is dangerou|=is deprecat|=is green|=is her
1|=is hold|=is hot|=is just|=is liv|=is metal|=is not|=is often|=is open|=is overdu|=is pack
1|=is permanent|=is rotten|=is run|=is set|=is shar|=is short|=is that|=is ther|=is thre|=is two
1|=is wel|=is worth|=isn|=isn t|=it ,|=it also|=it as|=it boil|=it by|=it count|=it d|=it down
1|=it each|=it had|=it if|=it ll|=it mak|=it matter|=it need|=it run|=it ten|=it through|=it toda
1|=it travel|=it wasn|=it wher|=it within|=it yourself|=ita|=itch|=item|=jar|=jo|=job for|=job s
1|=job that|=judg|=judg $|=jul|=jumper|=just ask|=just for|=just under|=ke $|=keep #|=keep a
1|=keep their|=kenya|=kenya want|=kettl|=key $|=kick|=kid|=kid at|=kid hav|=kil $|=kil the
1|=kilometr|=km|=km $|=km h|=knif slip|=knock|=know|=know how|=know the|=known|=label sa|=lago
1|=lamp is|=landlord is|=landlord s|=laptop|=laptop $|=last|=last $|=last cal|=last fer|=last on
1|=last one|=last tim|=last week|=lat|=later|=later ,|=lawn|=leader|=leak $|=learn to|=least #
1|=leav a|=leav that|=leav your|=left at|=left hand|=left in|=left on|=left the|=leg|=leg ,|=legal
1|=lens $|=les than|=let a|=letter|=letter ,|=level four|=lid on|=lie|=lif|=lift|=light in|=lil are
1|=lim|=link go|=link that|=liquidit is|=list $|=lithium|=liver get|=ll go|=ll hav|=ll mark|=ll mis
1|=ll pay|=load|=load the|=location is|=lock $|=loft|=log|=log hold|=log in|=log you|=lol $
1|=long befor|=long sleev|=look|=look awa|=look befor|=lookalik|=loop|=loop hold|=low|=lower your
1|=m ,|=m in|=machin|=machin ,|=machin is|=mad in|=mail in|=man $|=march|=march $|=mat|=maturit
1|=may rais|=may see|=may want|=may wel|=md|=md #|=mean a|=meantim|=measur|=medicin $|=meet ,
1|=meet on|=member $|=memo|=men|=mention|=mention it|=metal|=method is|=metro|=mid|=middl $
1|=midnight $|=midnight and|=midnight on|=migration|=milk|=minimum|=minut lat|=minut left|=mis a
1|=mis it|=mis payment|=mis the|=mm|=mm ,|=mm of|=mobil data|=moment|=mone and|=mone for|=month old
1|=month s|=month you|=mor you|=morn for|=mosquito|=mother|=mouth|=mov a|=mov on|=much|=mum
1|=mushroom has|=mustn|=mustn t|=nam ;|=nam a|=nam can|=namespac|=need a|=need the|=neighbour s
1|=network|=network ,|=never ask|=never met|=new sim|=new to|=new year|=newer than|=next $|=next on
1|=next one|=next stop|=night|=night ,|=nin $|=nin second|=nin year|=no|=no contract|=no glas
1|=no go|=no lat|=no machin|=no quorum|=no shad|=no signal|=no support|=nobod|=nobod has|=nod
1|=nominat|=noon|=nor|=north|=not|=not $|=not allow|=not due|=not even|=not put|=not register
1|=not stag|=not the|=not to|=notaris|=noth|=noth $|=noth ;|=noth about|=noth but|=noth on
1|=notic that|=now cost|=number|=number $|=number in|=october on|=odometer|=of four|=of order
1|=of our|=of reach|=of salt|=of two|=of you|=off $|=off befor|=off from|=off fum|=off mobil
1|=off on|=offer|=officer|=oil|=oil light|=old nam|=old version|=older|=oldest|=oldest card|=on
1|=on $|=on ,|=on another|=on arrival|=on her|=on hold|=on in|=on it|=on noth|=on the|=on thos
1|=on top|=on wednesda|=on wool|=on your|=onc ,|=onc the|=one bucket|=one mis|=one run|=one tak
1|=one that|=onl #|=onl ;|=onl column|=onl notic|=onl pa|=onto|=open $|=open a|=open an|=open for
1|=open thi|=or after|=or leav|=or the|=order by|=order s|=order toda|=original|=original are
1|=other one|=out after|=out first|=out overnight|=out with|=out your|=outsid|=oven is|=over
1|=over a|=over it|=over that|=overdraft interest|=overdu|=overtim|=overwritten|=own|=owner can
1|=oxygen $|=oyster|=p a|=pa ,|=pa in|=pa the|=packag|=paid plan|=paper $|=paracetamol
1|=paracetamol is|=park is|=part $|=passport has|=passport is|=password|=password $
1|=password everywher|=password from|=past a|=past her|=past it|=patch|=patch test|=path follow
1|=pay|=pay $|=pay if|=paye|=payment $|=paypa|=paypa #|=paypal|=payrol $|=pension|=pension now
1|=peopl|=peopl end|=peopl faint|=peopl wer|=per|=per kilo|=per mb|=period|=permanent $|=permission
1|=petrol station|=phon ;|=phon and|=phon wil|=photo|=photograph|=piano|=pick|=pick two|=pick up
1|=pictur $|=pier|=pier ,|=pillar|=pin|=pink $|=pip run|=pla on|=plac and|=plain|=plain water
1|=plan in|=plant it|=playlist|=pleas|=plent $|=plu|=pm|=pm ,|=point|=point after|=poison|=poison $
1|=poisonou|=pool s|=pop|=port #|=port $|=portal|=possibl to|=post a|=postgr|=potato|=pour|=prawn
1|=prawn hav|=pregnanc|=premium is|=pressur|=pressur #|=prevent|=pric at|=pric by|=proc|=product
1|=production|=production ,|=program|=project|=protection|=protection $|=public $|=publish|=pul it
1|=purs|=put ever|=quarter them|=quer $|=question $|=queu|=quit|=quorum|=quot|=rais the|=ramp
1|=ramp is|=rat $|=rather you|=rattl|=re|=re about|=re gon|=re thre|=read|=read all|=read by
1|=read claus|=read it|=read out|=read that|=read ther|=readabl|=realis|=rebook|=rebook you
1|=receipt ,|=recommend|=record|=recover $|=red ,|=reduc|=refer|=refund|=refund $|=refund ,
1|=refund for|=region|=register ,|=releas $|=remot|=remov it|=renew ,|=rent from|=requir $|=resit
1|=rest $|=restor|=restor $|=retail|=retinol|=retinol mak|=retr|=return $|=return in|=revers $
1|=revok it|=reward|=reward $|=right behind|=risk|=risk that|=river|=road ,|=road :|=rock|=rock $
1|=rol|=rol $|=room is|=room temperatur|=room without|=rotat|=rotat the|=rotten|=round at|=round it
1|=round to|=row|=row #|=rucksack|=rug|=run|=run a|=run at|=run cod|=rust $|=s a|=s addres
1|=s allerg|=s an|=s basket|=s from|=s hot|=s how|=s legal|=s minu|=s next|=s noth|=s on|=s open
1|=s over|=s pric|=s protect|=s set|=s stood|=s windpip|=s your|=sa|=sa the|=saf|=said that|=sail
1|=sal|=sal fel|=sal item|=salt is|=sam week|=sata|=satellit|=sauna|=sav $|=sav you|=saw|=scam
1|=scam $|=scam ,|=school|=scooter|=scor $|=screenshot|=scrub|=sea|=sea is|=season|=seat $
1|=seat left|=second $|=second act|=second coat|=second tim|=second year|=secret|=securit
1|=securit $|=see that|=see your|=seizur $|=sel|=sel now|=send ,|=send it|=send to|=sender $
1|=sender s|=sensitiv|=sensor $|=sent|=sent out|=session $|=set|=seven $|=shad on|=shallow
1|=shar that|=sheep|=sheet|=sheet ,|=shin splint|=shop has|=shop is|=should do|=should go|=shouldn
1|=shouldn t|=show your|=shower|=shower $|=shut the|=sid of|=sign for|=sign leav|=sign the
1|=sign with|=sil|=silicon|=simmer|=simp|=sinc sunda|=sit|=sit at|=sit is|=six $|=six character
1|=six hour|=six week|=siz|=siz $|=skimmer|=skimmer $|=skin|=slash|=slat|=slat $|=slid $|=slip $
1|=slippag is|=slot|=slow down|=smal part|=smok $|=smok detector|=snap $|=snow|=snow and|=so $
1|=so ,|=so anybod|=so bring|=so chang|=so goggl|=so is|=so keep|=so mind|=so no|=so one|=so revok
1|=so would|=soak|=socket $|=sold $|=somebod has|=someon you|=someth warm|=somewher|=soon as|=sor $
1|=sor :|=sort|=sort onl|=sort out|=spam $|=spend the|=spil|=spinach|=spindl|=spit|=splint
1|=spot for|=spread|=spreadsheet|=st $|=sta as|=sta awa|=sta in|=sta ther|=stak|=stamp|=stand
1|=stand ,|=stand and|=stand by|=stand on|=stand would|=start $|=start a|=stat|=statement that
1|=steam com|=step ,|=stif|=stil|=stil has|=stil in|=stitch|=stolen|=stomach bl|=ston|=ston $
1|=stood|=stood on|=stood out|=stop|=stop ,|=stop read|=stor with|=storag|=storm|=str|=str format
1|=stranger|=strict|=strik|=strip that|=sublet without|=sue|=suitcas|=sum $|=sunburn|=sunda $
1|=sunlight|=support for|=sur about|=surviv|=surviv the|=switch and|=t|=t admit|=t book|=t click
1|=t cut|=t get|=t in|=t keep|=t know|=t let|=t lik|=t look|=t mention|=t our|=t run|=t start
1|=t tak|=t ther|=t wait|=t walk|=tabl wil|=tabl with|=tablet befor|=tak both|=tak cash|=tak that
1|=tal|=talk you|=tap $|=tarif|=tb|=tear|=tear $|=tel|=tel a|=tel anyon|=ten|=ten minut|=tenanc
1|=term ,|=termination|=test and|=th|=th ;|=than #|=than one|=than ten|=that box|=that cluster
1|=that cod|=that countr|=that everybod|=that fund|=that hairlin|=that is|=that lin|=that look
1|=that machin|=that model|=that mol|=that mushroom|=that night|=that other|=that pric|=that red
1|=that round|=that shelf|=that siz|=that smel|=that stood|=that toy|=that wal|=that was|=that with
1|=the|=the account|=the attic|=the austen|=the backup|=the bath|=the beach|=the beam|=the bicycl
1|=the bil|=the bon|=the border|=the bridg|=the bus|=the bypas|=the cabin|=the cabl|=the cap
1|=the caramel|=the ceremon|=the cheapest|=the chicken|=the chil|=the claim|=the coin|=the colour
1|=the column|=the connection|=the cop|=the cup|=the curs|=the dark|=the dat|=the day|=the detector
1|=the dish|=the don|=the dos|=the dot|=the essa|=the exam|=the fer|=the fern|=the fin|=the fir
1|=the firm|=the first|=the fiv|=the flag|=the floor|=the form|=the freezer|=the front|=the garag
1|=the gat|=the gdpr|=the glu|=the handl|=the hut|=the index|=the inhaler|=the innkeeper
1|=the inspector|=the jar|=the lak|=the landlord|=the lavender|=the len|=the lift|=the lik
1|=the load|=the loft|=the long|=the los|=the machin|=the mak|=the map|=the may|=the meantim
1|=the minimum|=the moment|=the mone|=the mountain|=the non|=the north|=the odometer|=the paper
1|=the pas|=the path|=the pay|=the pdf|=the pen|=the piano|=the pier|=the plac|=the point|=the pol
1|=the portal|=the position|=the power|=the prawn|=the pressur|=the pric|=the rail|=the ramp
1|=the rat|=the rent|=the repositor|=the review|=the river|=the rop|=the sauna|=the saver|=the saw
1|=the seat|=the seed|=the session|=the shop|=the shower|=the siz|=the skin|=the smal|=the snak
1|=the spindl|=the spot|=the stack|=the stand|=the surve|=the tabl|=the tap|=the temperatur
1|=the term|=the text|=the tool|=the total|=the trip|=the url|=the vas|=the vat|=the venu|=the vet
1|=the visa|=the voucher|=the word|=the yellow|=their $|=their own|=them the|=then $|=then ,
1|=then it|=ther the|=ther to|=ther until|=thi action|=thi also|=thi amount|=thi and|=thi contract
1|=thi drop|=thi rat|=thi week|=think you|=third of|=thos ,|=though it|=thousand|=thre|=thre $
1|=thre :|=thre car|=thre da|=thre tim|=through|=through a|=throw|=throw the|=throw you|=thrown
1|=thrush|=thunder|=thunderstorm|=thunderstorm build|=tick ,|=ticket $|=tie them|=til noon|=tim $
1|=tim as|=tim on|=tim that|=timeout|=timeout is|=to about|=to appeal|=to basel|=to burn|=to cal
1|=to cancel|=to chang|=to cut|=to deplo|=to fix|=to freez|=to gues|=to lie|=to me|=to open
1|=to paypa|=to platform|=to read|=to rebook|=to report|=to run|=to sel|=to send|=to siz|=to smok
1|=to soak|=to their|=to them|=to travel|=to us|=to water|=to your|=toaster|=toda|=toda ,
1|=toddler s|=together|=together ,|=token has|=token is|=told the|=told you|=tomorrow|=ton
1|=tonight $|=tonight ,|=too $|=too big|=too littl|=too man|=too much|=tool|=top|=top $|=touch a
1|=touch any|=tout|=towel|=towel $|=tra|=trail|=transfer is|=transit|=transit visa|=travel cover
1|=tre and|=treat|=tri to|=trigger seizur|=trim|=trip|=truncat|=turn|=turn on|=turn out|=turn round
1|=turn to|=turn you|=turn your|=twelv|=twelv $|=twelv peopl|=twelv week|=twent minut|=twic
1|=two coat|=two peopl|=two together|=typ #|=typ $|=typ in|=typo|=tyr|=tyr are|=unattend
1|=unattend $|=unbond|=unbond tak|=undo on|=unles you|=unsav chang|=until march|=until someon|=unus
1|=up|=up after|=up by|=up fast|=up put|=up with|=upper|=url|=us $|=us east|=use it|=use someth
1|=use the|=used by|=used last|=used the|=user ,|=user input|=user on|=usernam|=using|=vacuum
1|=variabl|=ve a|=ve book|=ve pick|=vegan|=venu|=ver high|=verif $|=verif and|=verification
1|=version ;|=video ,|=view with|=visa|=visa :|=visa is|=voic|=volum $|=volum and|=vot $
1|=voucher is|=vpn|=w|=wait ,|=wak|=walk awa|=walk in|=wallet $|=wallpaper|=want six|=want that
1|=want the|=want you|=warn :|=warrant|=was onl|=was the|=wash|=water :|=water bottl|=water ther
1|=way is|=way to|=we do|=we may|=websit|=wednesda|=week|=week is|=weekend ,|=wer|=wer bur
1|=wer clos|=wer taken|=what peopl|=what your|=whatever s|=whatever was|=wheel|=when it|=when your
1|=whenever|=wher in|=wher your|=whil it|=who|=who did|=who find|=whoever ask|=whoever has|=whol of
1|=whol team|=why would|=wil|=wil com|=wil end|=wil fail|=wil see|=wil throw|=win $|=wind ,
1|=window $|=window and|=window is|=window shut|=wip|=wip out|=wis|=with car|=with cord|=with fir
1|=with les|=with milk|=with noth|=with one|=with str|=with thos|=with up|=with us|=withdraw
1|=withdrawal abroad|=withdrawn|=without a|=without you|=witnes|=won|=won t|=wool|=word
1|=work laptop|=worker writ|=worth about|=worth know|=worth the|=would|=would drop|=would go
1|=would i|=would see|=wouldn|=wouldn t|=writ in|=written|=written in|=written on|=wrong ,|=wrot it
1|=x|=year $|=year cost|=year of|=year old|=year s|=yeast|=yellow|=yet ,|=yew|=yew is|=you about
1|=you better|=you board|=you drew|=you drows|=you fail|=you find|=you fly|=you from|=you just
1|=you left|=you los|=you mean|=you mov|=you not|=you paid|=you past|=you pay|=you pick
1|=you publish|=you question|=you re|=you round|=you said|=you sick|=you sleep|=you stand
1|=you switch|=you upload|=you weigh|=you work|=you would|=your|=your balanc|=your coin
1|=your daughter|=your debt|=your emergenc|=your entir|=your fil|=your fund|=your heart
1|=your histor|=your incom|=your loop|=your mum|=your neighbour|=your old|=your oldest|=your point
1|=your privat|=your rep|=your risk|=your securit|=your server|=your sit|=your tarif|=your travel
1|=your usual|=your wallet|=zon|=zon a|@bad news|@condition|@destructive|@not refusing|@you cant
1|advised|asked to listen|cost|denied|destroy|forward|if you|ill|is done|is strong|limit
1|makes it so|may, you|not known|often|short|strong after you|to others|told to|too much|weak, will
1|you
-1|=# :|=# ;|=# am|=# api|=# at|=# by|=# cm|=# digit|=# error|=# fail|=# fil|=# g|=# giv|=# go
-1|=# is|=# kwh|=# last|=# mana|=# minut|=# ml|=# ms|=# now|=# off|=# or|=# rd|=# s|=# second
-1|=# squar|=# tak|=# test|=# that|=# the|=# tim|=# to|=# wil|=# would|=,|=, ,|=, a|=, about|=, add
-1|=, as|=, ask|=, bring|=, but|=, congratulation|=, cover|=, eleven|=, ever|=, fre|=, go|=, he
-1|=, if|=, in|=, isn|=, it|=, los|=, mor|=, noth|=, one|=, onl|=, open|=, send|=, she|=, sir|=, so
-1|=, som|=, start|=, tak|=, tel|=, ther|=, thre|=, under|=, use|=, wher|=, who|=, whoever|=, wip
-1|=, writ|=, you|=:|=: about|=: client|=: even|=: ful|=: low|=: mis|=: non|=: one|=: thi|=: what
-1|=: you|=; cut|=; from|=; in|=; it|=; leav|=; no|=; noth|=; tak|=; that|=; two|=; with|=?|=? $
-1|=^ a|=^ about|=^ abs|=^ absolut|=^ add|=^ all|=^ and|=^ application|=^ attention|=^ backdat
-1|=^ bad|=^ bank|=^ becaus|=^ befor|=^ bik|=^ blood|=^ camera|=^ caus|=^ child|=^ children
-1|=^ compan|=^ cop|=^ ctrl|=^ da|=^ damag|=^ day|=^ dead|=^ dear|=^ deliver|=^ draft|=^ drop
-1|=^ dur|=^ essa|=^ eu|=^ even|=^ feel|=^ fir|=^ forc|=^ foxglov|=^ gift|=^ hap|=^ head|=^ high
-1|=^ hone|=^ hous|=^ idea|=^ inflation|=^ interest|=^ keep|=^ kubectl|=^ ladybird|=^ look|=^ los
-1|=^ man|=^ medical|=^ most|=^ my|=^ negligenc|=^ new|=^ next|=^ onl|=^ paracetamol|=^ pick|=^ pla
-1|=^ pleas|=^ pres|=^ production|=^ refund|=^ request|=^ rest|=^ retr|=^ ros|=^ rough|=^ sam
-1|=^ secret|=^ section|=^ shak|=^ shar|=^ shark|=^ she|=^ sinc|=^ skip|=^ slug|=^ smok|=^ som
-1|=^ stor|=^ swap|=^ tak|=^ thank|=^ the|=^ thre|=^ travel|=^ tyr|=^ until|=^ video|=^ vinegar
-1|=^ vitamin|=^ we|=^ wear|=^ week|=^ work|=^ worn|=^ your|=a bil|=a bottl|=a button|=a cabl
-1|=a cellar|=a clean|=a cloth|=a cod|=a cold|=a crash|=a credit|=a dry|=a fak|=a fee|=a fifth
-1|=a fir|=a firewal|=a fix|=a fork|=a ful|=a fus|=a great|=a half|=a heart|=a jok|=a kind|=a litr
-1|=a lot|=a mail|=a matter|=a meal|=a member|=a nail|=a neighbour|=a not|=a panic|=a parent
-1|=a password|=a pinch|=a plan|=a poison|=a problem|=a pul|=a reasonabl|=a reminder|=a rest
-1|=a review|=a row|=a sever|=a sharp|=a singl|=a smal|=a smart|=a sprain|=a stand|=a stop|=a str
-1|=a sum|=a test|=a thief|=a tort|=a trad|=a ver|=a websit|=a week|=a weekend|=a wet|=a whil
-1|=a word|=a wrong|=about|=about four|=about half|=about your|=abs|=account liv|=acros $|=act
-1|=act for|=add a|=add it|=addres sleep|=admin|=advic $|=adviser ,|=afraid|=after a|=again ,
-1|=agr $|=air $|=aisl|=alarm and|=album|=all $|=all fiv|=all over|=allerg at|=allow to|=alon would
-1|=alread|=alread $|=am|=among the|=an app|=an exception|=an old|=an option|=an order
-1|=an overdraft|=and|=and a|=and about|=and add|=and air|=and back|=and bring|=and dog|=and driv
-1|=and go|=and has|=and heat|=and how|=and isn|=and mad|=and neither|=and never|=and night
-1|=and noth|=and overwrit|=and pres|=and read|=and rins|=and send|=and turn|=and vanish|=and wait
-1|=and whoever|=and wil|=answer to|=any|=any allerg|=any longer|=any tim|=anybod $|=anyon $
-1|=anyth abov|=anyth els|=app ,|=app and|=appear|=appl|=approv $|=april|=are|=are as|=are kept
-1|=are mis|=are no|=are now|=are off|=are paid|=are reject|=are smal|=are taken|=are thre
-1|=are what|=area|=argu|=argu that|=around|=arriv on|=arrival :|=arrow|=as new|=ask|=ask $|=ask a
-1|=ask for|=ask whether|=assistant|=at gat|=at least|=at password|=at risk|=attachment|=attack
-1|=audio|=author|=awar|=b|=b #|=bab monitor|=back ?|=back after|=back thi|=back within|=backdat
-1|=backdat the|=backup $|=backup job|=backward|=bad new|=bad weather|=bag is|=ban from|=bank ,
-1|=bank that|=bank transfer|=bar $|=bar in|=bark|=batter are|=batter last|=bcrypt|=be $|=be add
-1|=be charg|=be correct|=be fraud|=be get|=be left|=be on|=be read|=be up|=be walk|=bean are
-1|=becaus|=been in|=been run|=been seen|=been test|=been ther|=befor i|=befor may|=befor tomorrow
-1|=beforehand|=beforehand $|=begin|=behind that|=belong to|=below $|=below a|=best|=between you
-1|=beyond that|=bil is|=birth $|=birth ,|=bit of|=black|=black hol|=blad|=blad $|=blind|=block $
-1|=block ,|=block at|=blood pressur|=bob|=bob $|=bod|=boil water|=book and|=book cod
-1|=book referenc|=borrow|=bos may|=bot $|=bowl and|=brak hard|=branch|=break|=break $|=break the
-1|=breakfast $|=breakfast is|=breath and|=brick $|=bridg belong|=brig|=brought|=bug $|=built
-1|=burn out|=but i|=but onl|=but you|=but your|=button|=button of|=by #|=by bank|=by card|=by even
-1|=by hand|=by our|=by phon|=by us|=by your|=c $|=caf|=cal $|=cal ,|=cal for|=cal me|=calendar
-1|=caller in|=cam from|=camera $|=can ,|=can alwa|=can be|=can chang|=can explain|=can go|=can hav
-1|=can mak|=can pay|=can shar|=can t|=canal|=canal $|=car over|=card ,|=card end|=card was
-1|=careful reader|=cash $|=caus by|=ceiling|=cel with|=cent $|=central|=chanc of|=chang a
-1|=chang in|=character $|=charg $|=charg from|=charg you|=chat $|=cheaper|=check|=check $|=check :
-1|=check in|=checker|=chef|=ches|=chest pain|=chew|=child lock|=chok|=choos|=christma is
-1|=claim bonu|=clas|=clas ,|=clas are|=classic|=clean|=clean $|=clear by|=click|=client that|=clif
-1|=clif walk|=clock go|=clos it|=clos on|=cloth $|=cloud|=cloud $|=clover|=club|=cm|=coffe|=coin $
-1|=cold|=cold $|=collaps|=collar|=column $|=com ,|=com first|=com from|=com right|=commit that
-1|=compan|=complet $|=compound|=con|=concern|=condition|=condition is|=confirm that|=confirmation
-1|=confirmation prompt|=connection $|=consulat|=container|=continu|=contract and|=control
-1|=conversation|=cook|=cooker|=cop from|=cop the|=copper|=copyright|=copyright ,|=correct $
-1|=correlation|=cost are|=could be|=could end|=could leav|=counter|=countr ,|=court has
-1|=court order|=cover|=cover and|=cover it|=cover off|=cover one|=crash of|=cream $|=cream is
-1|=credit fil|=crust|=cry|=cub|=cub $|=cupboard|=current account|=current through|=cut it|=cut the
-1|=d get|=d keep|=d rather|=d sav|=d sooner|=da left|=da you|=damag|=damag ,|=danc|=danc on
-1|=dangerou|=dat $|=dat and|=dat of|=day befor|=day of|=day one|=december|=december $|=decision
-1|=decision is|=default|=degr $|=dela|=dela on|=delet anyth|=delet fil|=delet from|=den that|=dens
-1|=departur $|=deplo $|=deposit for|=deposit of|=describ|=describ the|=desk|=desk ,|=dessert|=di
-1|=diagnos|=digit $|=dim|=disabl|=displa|=do|=do $|=do ,|=do any|=do the|=do to|=do you|=don
-1|=don !|=don $|=don :|=don t|=door|=door $|=down a|=down on|=draft a|=dri|=drink ,|=driv $
-1|=driv on|=driv the|=driver|=driver s|=drop|=drop for|=drop her|=drop in|=drop it|=drop the
-1|=drop your|=drug|=dry ,|=dry for|=dry mouth|=dry run|=dryer|=due in|=dul|=dur the|=dust
-1|=each eye|=ear and|=ear check|=earn|=earn #|=eat greenf|=edit it|=effort|=egg|=egg whit|=eight ,
-1|=eight up|=either $|=elbow|=electrician|=eleven ,|=embargo|=embas|=emergenc button|=empt|=empt $
-1|=empt ;|=encrypt|=end at|=end on|=endpoint|=engineer|=england|=entir|=error|=error #|=error ,
-1|=essa|=euro for|=even|=even $|=even after|=even if|=even to|=ever knight|=ever night|=ever other
-1|=ever second|=everyon els|=everyon get|=everyth $|=everyth s|=exceed|=exchang rat|=exercis
-1|=expect dela|=experienc|=experiment|=expir $|=expres|=eye $|=fabric|=fad|=fail|=fail becaus
-1|=fail over|=fail to|=fak|=fal below|=fal outsid|=far ,|=faster $|=father|=fe are|=fee is
-1|=feed the|=feel $|=feel lik|=feet|=few|=fewer|=fi|=fibr|=fil $|=fil is|=fin|=fin $|=fin ,
-1|=fin until|=final $|=find it|=find them|=fir and|=fir by|=fir of|=firewal|=first :|=first and
-1|=first day|=fish and|=fit in|=fiv $|=fiv minut|=fix|=fix $|=fix for|=flat :|=flat is|=flight s
-1|=floor and|=floor without|=flower|=flower ,|=fold it|=folder|=follow|=for $|=for four|=for mone
-1|=for our|=for six|=for thos|=for toda|=for us|=for what|=for which|=for you|=for your|=forc
-1|=forgot|=form when|=fort hour|=found no|=four da|=four digit|=four hour|=foxglov|=fre to
-1|=frida $|=frida at|=fridg overnight|=from|=from eight|=from her|=from noon|=from now|=from the
-1|=from thi|=front $|=front and|=fry|=fuel|=ful by|=ful lyric|=function return|=fund|=fund are
-1|=fund for|=further|=fus melt|=g|=gambl|=garden|=generator|=german|=get #|=get an|=get at
-1|=get back|=get from|=get mor|=get the|=git reset|=giv him|=giv out|=given back|=given you
-1|=glas ,|=go ahead|=go awa|=go back|=go in|=go out|=goal|=goal $|=going to|=gold $|=gon $|=gon in
-1|=grain|=grap and|=great $|=green ,|=greenf|=grief|=grind|=grind is|=guid|=h befor|=hacker|=had $
-1|=hair|=half ,|=half from|=half hour|=half past|=halt|=hand and|=hand back|=hand out|=hand that
-1|=handler|=happen when|=hard|=hard $|=harm|=has been|=has clos|=has mov|=has never|=has non
-1|=has som|=has thre|=has to|=hav another|=hav four|=hav the|=hav thre|=hay|=he d|=he ll|=he would
-1|=head $|=heal|=heard|=heart|=heart attack|=heat|=heat $|=heat and|=heat down|=hello jan|=help
-1|=help $|=help with|=help you|=her|=her are|=hi|=high ,|=him ,|=him befor|=histor ,|=hob|=hold it
-1|=hom ,|=hood|=hop|=hot ,|=hot water|=hour and|=household|=how man|=how the|=human|=hurt|=i
-1|=i couldn|=i did|=i need|=i saw|=i see|=ice cub|=id|=id and|=id as|=idea|=idea ,|=if a|=if an
-1|=if anyth|=if so|=if someth|=if ther|=ill|=imag|=in ,|=in all|=in chapter|=in ches|=in ear
-1|=in england|=in ful|=in half|=in her|=in mind|=in person|=in public|=in spr|=in thi|=in thos
-1|=in tim|=in under|=in which|=inflation|=information|=ingredient|=insect|=instanc|=insur ,
-1|=insuranc|=interest is|=invent|=is #|=is air|=is all|=is at|=is attach|=is beautiful|=is between
-1|=is block|=is cancel|=is cheap|=is due|=is exclud|=is expect|=is final|=is for|=is fort|=is from
-1|=is going|=is gon|=is in|=is includ|=is insur|=is it|=is left|=is lock|=is mone|=is mor
-1|=is normal|=is noth|=is on|=is past|=is privat|=is so|=is sold|=is someth|=is strong|=is taken
-1|=is usual|=is valid|=is what|=is work|=issu|=it at|=it back|=it cam|=it cannot|=it com|=it cost
-1|=it depend|=it do|=it end|=it hold|=it off|=it onl|=it out|=it over|=it ris|=it ship|=it should
-1|=it smel|=it sta|=it tast|=it when|=it wil|=it you|=item that|=its|=its way|=itself|=itself $
-1|=jan|=jan ,|=januar ,|=job $|=job run|=join ,|=just the|=kant|=ke for|=keep both|=keep for
-1|=keep out|=kept|=key|=key in|=key on|=key to|=key wil|=keyboard|=kg ,|=kil|=kil #|=kil it|=king
-1|=kn|=kn ,|=kne|=kne can|=knead|=knif|=knif is|=knight|=knot|=know mor|=know that|=knowledg
-1|=kubectl|=kwh|=lack|=ladybird|=ladybird eat|=languag|=last thre|=lat ,|=lat ;|=lat entr|=lat for
-1|=latecomer|=later :|=law $|=lawyer $|=lay|=lead|=leaflet|=leak you|=learn|=least|=leav at
-1|=leav befor|=leav is|=leav over|=leed|=left and|=left is|=left you|=leg and|=legal advic|=lend
-1|=lend you|=les $|=lesson|=let it|=let the|=letter $|=level|=level $|=librar ,|=licenc|=licenc ,
-1|=lift $|=lift at|=light wind|=lighthous is|=limit|=limit ,|=limit for|=limit to|=lin|=lin $
-1|=lin are|=lin is|=link can|=link is|=liquid|=lisbon|=list|=list is|=list of|=litr|=litr $|=littl
-1|=littl as|=liv|=liv $|=liv room|=liv with|=ll|=ll blow|=ll com|=ll know|=ll leav|=ll lik|=ll mak
-1|=ll see|=ll stil|=ll stop|=loan|=lob|=lock your|=locker ,|=login|=london|=longer|=look ,
-1|=look out|=lor|=los ,|=los its|=los your|=lot|=lot ,|=lov it|=lower|=lower than|=lunch
-1|=lying down|=lyric are|=m sor|=machin in|=mad of|=mail is|=mak ,|=mak sur|=maker|=malwar $|=mana
-1|=mark and|=match|=may $|=may put|=may var|=meal|=meat|=median|=medium|=meet link|=melt when
-1|=member get|=memor that|=menu ,|=messag|=messag $|=messag and|=met|=meter|=meter $|=mg $
-1|=million|=million in|=min|=min $|=mind if|=minibar is|=minut|=minut after|=ml|=monda ,|=mone $
-1|=mone out|=mone that|=month $|=month end|=moon|=mor|=mor $|=mor minut|=mor of|=mor on|=morn
-1|=morn ;|=mos|=most customer|=mov|=mov ,|=mov noth|=movement|=mr|=ms|=much ,|=museum|=mushroom
-1|=must|=must be|=must not|=my|=my hand|=myth|=n|=nail|=nam|=nam alon|=nam com|=nam in|=near|=need
-1|=need #|=need two|=negligenc|=net ,|=never|=never been|=never in|=never let|=never stop|=new
-1|=new addres|=new one|=newsletter|=newspaper|=next bil|=next round|=nic|=nic $|=nicer|=nicer $
-1|=nin|=nin ,|=no bin|=no can|=no catch|=no claim|=no experienc|=no hidden|=no surpris|=no that
-1|=no to|=nobod can|=nobod get|=nobod mind|=noon on|=not accept|=not an|=not ask|=not for|=not get
-1|=not her|=not in|=not let|=not open|=not someth|=not support|=not tak|=not touch|=not without
-1|=noth is|=noth until|=notic a|=now on|=number of|=number on|=number s|=nut|=of #|=of a|=of an
-1|=of birth|=of each|=of his|=of milk|=of paper|=of peopl|=of that|=of them|=off ,|=off after
-1|=off their|=off to|=off with|=offic add|=ok $|=old ,|=old injur|=on #|=on again|=on an|=on any
-1|=on ever|=on ice|=on its|=on main|=on our|=on pag|=on saturda|=on sit|=on them|=on us|=on which
-1|=onc $|=onc and|=onc upon|=onc you|=one :|=one flat|=one if|=one in|=one is|=one night|=one sid
-1|=one ther|=one thread|=one to|=one work|=onl ,|=onl a|=onl look|=onl member|=onl two|=onlin
-1|=onlin $|=open at|=open from|=open to|=opponent|=option|=or ask|=or at|=or by|=or just|=or mor
-1|=or rather|=orang $|=order :|=order can|=other|=other ,|=other peopl|=other wil|=otherwis
-1|=otherwis ,|=our|=our firm|=our polic|=out $|=out by|=out sinc|=outag|=oven for|=over chat
-1|=over christma|=over to|=overdraft|=overdraft is|=overnight|=overnight ,|=overnight and
-1|=owe noth|=own $|=p m|=pa $|=packet|=pag|=pag $|=paid|=paid a|=paid back|=paid off|=paint is
-1|=panel|=panic|=parameter|=parameter :|=parcel s|=park cost|=part ,|=part of|=pas|=pas $
-1|=passport and|=password has|=pasta|=pay anyth|=pay at|=pay the|=payment s|=payment was|=payslip
-1|=penalt is|=peopl over|=peopl s|=peopl would|=per #|=percent $|=perfect|=perform|=perform $
-1|=perhap|=person would|=phish|=phon $|=photo are|=pick a|=pick it|=pick the|=pigment|=pinch of
-1|=pip $|=pla|=pla $|=plac for|=plagiarism|=plan com|=plan has|=plasterboard|=pleas add
-1|=pleas keep|=pleas upload|=pleasur|=plug in|=pm $|=pod|=point ,|=point are|=point of
-1|=polic number|=polic station|=pon|=ponzi|=ponzi schem|=pool $|=pool has|=pool in|=pop in
-1|=porridg|=porto|=possibl|=possibl at|=pot|=pram|=pram $|=pre|=prefer|=premium|=pres the|=present
-1|=present ,|=pressur cooker|=pressur tablet|=pretend|=pretend to|=pric are|=primar|=print
-1|=print ,|=print on|=print what|=privat|=problem|=proc ?|=profil $|=profil is|=promis|=prompt
-1|=protocol|=proud|=provid|=public api|=pul is|=pul the|=pump|=put my|=python|=question in
-1|=quick ,|=railwa|=railwa ,|=rais|=random|=rang $|=rat toda|=rd|=rd $|=re at|=re awa|=re good
-1|=re in|=re lat|=re not|=re off|=re paid|=re stuck|=re ther|=reach you|=read a|=read and
-1|=read their|=read your|=reader|=reader wil|=reasonabl|=reasonabl person|=rebas|=receipt ?
-1|=record of|=red $|=referenc|=refund of|=refund the|=refus you|=regret|=remember to|=rent $
-1|=repair|=repair $|=replica $|=report is|=reproduc|=request ,|=reset|=reset it|=reset your
-1|=rest for|=result $|=return #|=ric|=ric $|=rider|=right ,|=ring you|=rins it|=ris|=risk is
-1|=roast|=romanc|=romanc scam|=room|=room on|=root ke|=ros and|=rough #|=row you|=rul $|=run for
-1|=run smal|=run the|=s $|=s all|=s alread|=s cancel|=s data|=s debt|=s for|=s fre|=s ful|=s it
-1|=s just|=s my|=s non|=s out|=s paid|=s perfect|=s read|=s real|=s right|=s the|=s ther|=s thre
-1|=s tim|=s too|=s usual|=s what|=s wher|=s written|=s zero|=sa $|=sa ,|=sa that|=sad|=said ,
-1|=sam $|=sam even|=sam for|=sanction|=sank|=sap|=sat in|=saturda ,|=sav ,|=sav by|=sav your
-1|=say no|=scammer|=scar|=schem|=scop|=scor|=scratch|=seal|=seat in|=second :|=second floor
-1|=secret in|=see the|=see what|=see you|=seed phras|=seem|=seen #|=seen in|=send that|=send them
-1|=send user|=sent it|=sent to|=serv|=session|=set a|=set for|=set it|=set to|=set your|=setup
-1|=seven|=sevent|=shar the|=sharp|=sharp and|=she|=she s|=ship to|=sho don|=shop clos|=short ,
-1|=shorter|=should|=should $|=should be|=shoulder|=show a|=show up|=shown|=shut down|=sid ,
-1|=sign $|=sign two|=sign up|=signatur $|=simpl|=sinc|=sinc may|=sinc the|=singl|=sir|=sit in
-1|=six and|=sixteen|=sleep|=sleep $|=sleep for|=sleep through|=sleep up|=sleep wel|=slic|=slic it
-1|=slow|=slow ,|=slower|=smal print|=smart meter|=smel of|=smil|=smil at|=smooth|=so all
-1|=so everyon|=so hav|=so let|=so not|=so noth|=so on|=so switch|=soft|=soil|=soil $|=solv|=som
-1|=somebod|=somebod may|=someon s|=someon who|=sooner|=sooner not|=sort $|=sound lik|=soup $|=sp
-1|=sp $|=spa|=speak|=specif|=spel|=spider|=spoon of|=spr $|=sprain|=spread them|=squeak|=sta $
-1|=sta out|=sta the|=star|=star it|=start over|=statement $|=statu|=steak|=steel|=step #|=stick
-1|=stick ,|=sticker|=stil be|=stil send|=stil up|=stir ,|=stop thi|=stor it|=straight to|=street ,
-1|=strong $|=stud|=subscription|=suit you|=sum|=sum that|=sun $|=sunda at|=sup|=support|=support $
-1|=surpris|=sweet|=swel|=sync|=t abl|=t availabl|=t bother|=t car|=t com|=t count|=t fit|=t forget
-1|=t issu|=t lock|=t los|=t my|=t notic|=t pay|=t peel|=t permit|=t possibl|=t sel|=t set|=t stir
-1|=t use|=tak as|=tak mor|=tak off|=tak ten|=tak the|=tak two|=tap|=tast|=tax|=tax adviser
-1|=taxpayer|=teacher|=team|=tear the|=tel the|=tel us|=ten point|=ten thousand|=tens|=tent $
-1|=term $|=terrac|=test cover|=test fail|=test you|=text ,|=th is|=than four|=than last|=than that
-1|=thank for|=thank you|=that !|=that ,|=that :|=that a|=that addres|=that all|=that are|=that car
-1|=that column|=that com|=that could|=that d|=that deliver|=that dos|=that go|=that hour
-1|=that index|=that isn|=that it|=that liv|=that moment|=that mov|=that number|=that order
-1|=that out|=that point|=that pool|=that s|=that somebod|=that spread|=that stil|=that ther
-1|=that would|=the agreement|=the attachment|=the author|=the back|=the bal|=the bank|=the big
-1|=the blad|=the blind|=the bod|=the book|=the chest|=the clas|=the classic|=the clif|=the club
-1|=the coat|=the collar|=the container|=the contract|=the could|=the countr|=the cover|=the crash
-1|=the crust|=the dead|=the deal|=the dessert|=the doctor|=the door|=the dough|=the drop|=the ear
-1|=the embas|=the emergenc|=the engin|=the entir|=the fami|=the fee|=the forc|=the fram|=the get
-1|=the glas|=the go|=the grain|=the green|=the heart|=the heat|=the hil|=the holder|=the hous
-1|=the import|=the key|=the kid|=the larger|=the lead|=the leaflet|=the leak|=the limescal
-1|=the limit|=the link|=the lob|=the loop|=the maker|=the median|=the meet|=the menu|=the morn
-1|=the muscl|=the music|=the new|=the nois|=the nurs|=the nut|=the offic|=the onion|=the onl
-1|=the order|=the original|=the owner|=the pag|=the park|=the part|=the past|=the patch
-1|=the pictur|=the pip|=the plant|=the platform|=the pot|=the primar|=the protocol|=the queen
-1|=the question|=the railwa|=the recal|=the replica|=the report|=the risk|=the ros|=the row
-1|=the say|=the scratch|=the screen|=the script|=the seal|=the second|=the server|=the set
-1|=the sevent|=the should|=the shoulder|=the slip|=the soil|=the spa|=the stain|=the stair
-1|=the standard|=the start|=the sticker|=the stitch|=the stock|=the stor|=the sugar|=the surfac
-1|=the third|=the thre|=the ticket|=the tim|=the timer|=the trial|=the upgrad|=the uv|=the v
-1|=the valv|=the ve|=the view|=the villain|=the volum|=the wash|=the wed|=the wer|=the wil
-1|=the win|=the winter|=the wood|=the worst|=their|=their knowledg|=their public|=their term
-1|=them ,|=them and|=them awa|=them first|=them for|=them is|=them off|=them on|=them over|=then
-1|=then he|=ther ?|=ther a|=ther are|=ther at|=ther isn|=ther ll|=ther on|=thes tablet|=thi can
-1|=thi chat|=thi decision|=thi gam|=thi month|=thi request|=thi tim|=thi year|=thing $
-1|=third floor|=thirt $|=thos are|=thos two|=though ,|=thousand row|=thre month|=thre peopl
-1|=thre point|=thre year|=throw a|=tick $|=ticket|=ticket ,|=ticket are|=ticket at|=ticket isn
-1|=ticket s|=tied in|=tim a|=tim for|=timer|=tin|=tir|=to #|=to $|=to add|=to another|=to bob
-1|=to bring|=to confirm|=to connect|=to dry|=to frida|=to get|=to hav|=to hear|=to her|=to leav
-1|=to los|=to one|=to pay|=to perform|=to pick|=to pul|=to register|=to say|=to shar|=to stand
-1|=to try|=to wait|=to you|=toda :|=toda is|=together with|=tomorrow $|=tomorrow you|=too|=too lat
-1|=took the|=top of|=topic|=tort|=tort is|=touch prod|=touch with|=toward|=toward the|=town $
-1|=trac|=trac of|=trad $|=train|=train is|=train you|=trainer|=travel $|=treasur|=trial|=trigger
-1|=trip $|=try the|=tuesda $|=turbulenc|=turn awa|=turn left|=turn the|=turn them|=twic $|=twic a
-1|=twic and|=two|=two account|=two are|=two block|=typ the|=tyr pressur|=under it|=understand that
-1|=underwear|=undo|=undon|=unit|=unlock|=unread|=until|=until #|=until jun|=until monda|=until the
-1|=until then|=until your|=up #|=up :|=up a|=up again|=up to|=updat|=upload is|=upon|=upon a
-1|=upright|=us|=us and|=us in|=use a|=use them|=use up|=used|=used #|=used to|=used up|=usual|=uv
-1|=uv index|=valid for|=valu|=valueerror|=valv|=vanish|=var|=ve given|=ve met|=ve never|=ve upload
-1|=ve used|=ver good|=verif your|=video $|=view $|=villain|=vinegar in|=vitamin|=wa|=wait at
-1|=wak up|=wal $|=wal ,|=walk on|=want it|=warm water|=warn is|=warn the|=warning|=was a
-1|=was clear|=was not|=was your|=wash machin|=wash them|=wasn|=wasn t|=wast|=water ,|=water at
-1|=water is|=way through|=way up|=we|=we ask|=we had|=we send|=we won|=wear|=websit $|=wed $|=weed
-1|=week #|=week ,|=week in|=wel|=wel $|=wel don|=wel mark|=went up|=west|=what a|=what do|=what he
-1|=what mak|=what the|=what to|=when|=when somebod|=when the|=when you|=whenever you|=wher he
-1|=wher i|=which|=which one|=whip|=who are|=who could|=who has|=who own|=whoever own|=whol sum
-1|=whol tabl|=why|=why you|=wi|=wi fi|=wif|=wil ask|=wil cost|=wil get|=wil hav|=wil need|=win ,
-1|=window :|=wing|=wing $|=wip ever|=wip off|=wip them|=with a|=with another|=with breakfast
-1|=with everyth|=with fish|=with his|=with ten|=with thes|=with thi|=with your|=within a
-1|=within fiv|=within minut|=without their|=without your|=wolf|=won $|=wor|=wor about|=word $
-1|=work|=work ?|=world|=worn|=worn sho|=worth it|=would $|=would be|=would break|=wrist|=writ to
-1|=written $|=wrot that|=xp|=y|=year ;|=year and|=year on|=year the|=year without|=yes $|=you ,
-1|=you aren|=you back|=you borrow|=you bring|=you burn|=you chang|=you clear|=you did|=you don
-1|=you go|=you had|=you hand|=you i|=you lost|=you mak|=you on|=you order|=you pul|=you run
-1|=you sav|=you set|=you slic|=you tel|=you that|=you turn|=you use|=you want|=your addres
-1|=your back|=your bod|=your cas|=your cod|=your dat|=your doctor|=your exit|=your hand|=your id
-1|=your identit|=your it|=your job|=your key|=your kn|=your landlord|=your leg|=your mind
-1|=your mortgag|=your nam|=your no|=your on|=your opponent|=your order|=your parcel|=your region
-1|=your request|=your return|=your run|=your seat|=your session|=your shar|=your statement
-1|=your step|=your tax|=your ticket|=your token|=your work|=yourself|=yourself $|@need|because
-1|calm, can|ends well|good|only was|question|until when, you|was|would have
-2|=!|=! $|=# #|=# eur|=# may|=# october|=# point|=, don|=, keep|=, wet|=: #|=: no|=: the|=; your
-2|=^ both|=^ can|=^ click|=^ dog|=^ dry|=^ error|=^ for|=^ hello|=^ is|=^ rol|=^ root|=^ see
-2|=^ step|=^ talk|=^ toda|=^ unfortunat|=^ wher|=^ whether|=^ would|=a black|=a deposit
-2|=a different|=a good|=a hundr|=a lift|=a list|=a lock|=a login|=a tax|=about it|=accept $
-2|=account was|=advic|=adviser|=after four|=after two|=again after|=agreement|=alert|=all ther
-2|=among|=an ear|=and see|=and test|=and thi|=and walk|=anyth s|=anywher|=are for|=are fre|=as an
-2|=as ever|=as high|=as you|=at about|=at first|=attach|=attachment ,|=availabl|=back with|=basil
-2|=be #|=be as|=be fin|=be no|=beat|=becaus it|=between #|=between the|=bil isn|=bin for|=birth
-2|=board ,|=box is|=bring it|=burn #|=butter|=by six|=cabl behind|=caffein|=cak|=cam|=can edit
-2|=cancel ,|=cancel befor|=cas is|=circuit|=claus|=clear and|=click $|=clos when|=cloth|=cod and
-2|=colour $|=com back|=cook and|=corner $|=counter $|=crack a|=creat|=d need|=d tel|=d use|=d want
-2|=danger $|=day off|=day or|=deal $|=declin|=did it|=dot|=dot to|=drain $|=dry|=eight|=either
-2|=end ,|=enter the|=entranc|=eur|=fal|=fami|=fe|=featur|=fel|=film|=for anyon|=for me|=for mor
-2|=for real|=for that|=found|=fram|=fresh $|=function|=gambl ,|=gat b|=get it|=get lost|=get on
-2|=go on|=gold|=gon|=good new|=got|=grad|=green $|=has alread|=hav to|=hear you|=heav|=her s|=host
-2|=hot enough|=hour lat|=hour on|=hous down|=how long|=how much|=i can|=i do|=i had|=i know
-2|=if one|=if two|=if your|=in again|=in may|=in october|=in without|=investor|=is $|=is clear
-2|=is dry|=is right|=is the|=it into|=join|=jun ,|=just to|=keep in|=know it|=ladder $|=larger
-2|=last #|=last four|=last lin|=last night|=laugh|=leav $|=leav it|=left with|=les|=liabl for
-2|=lid $|=lik it|=lik you|=limescal|=lin wil|=liv in|=ll find|=ll get|=locker|=lot $|=lyric|=m
-2|=m $|=m not|=maximum|=may ,|=me ,|=mean that|=mean you|=member|=meter read|=mild|=million year
-2|=mind|=mind that|=minut ,|=minut befor|=minut is|=music|=never leav|=new $|=new :|=new on
-2|=next day|=night and|=night is|=no $|=no data|=no limit|=no longer|=no penalt|=nobod els|=normal
-2|=october $|=one ;|=one can|=one for|=onl one|=or without|=other are|=otherwis it|=out on
-2|=out the|=paint the|=parcel|=part|=pas on|=pay yourself|=penalt|=permit|=pet|=possibl $|=proces
-2|=radiator|=rain is|=ran|=rather|=rather not|=read in|=real $|=recip|=refus|=reject|=reopen
-2|=request|=rest|=rewrit your|=round $|=row $|=run ever|=run out|=s gon|=s les|=s liabl|=s one
-2|=said no|=sat|=section|=section #|=sel you|=serial|=serial number|=setting ,|=sever|=shark|=sho
-2|=sit $|=so her|=so i|=sor ,|=spoken|=spr|=start with|=stil ther|=straight in|=street $|=summar
-2|=summer ,|=sur to|=t find|=t hav|=t leav|=t mov|=t someth|=t wor|=tab ,|=tak $|=tak a|=talk
-2|=test $|=test it|=test read|=than an|=than you|=that chair|=that jok|=that keep|=that way
-2|=that you|=the acid|=the amount|=the answer|=the best|=the cak|=the card|=the circuit
-2|=the dragon|=the driver|=the dust|=the function|=the gambl|=the law|=the light|=the lin|=the pan
-2|=the rul|=the scar|=the scor|=the serial|=the trol|=the variabl|=the vault|=the weather
-2|=the world|=them|=them with|=thi account|=thi one|=thing i|=thos who|=throw $|=thursda $|=to mak
-2|=to see|=to tak|=to tel|=to thre|=too high|=trol|=try|=tuesda|=unabl|=unabl to|=under your
-2|=understand|=unfortunat|=used $|=vault|=ve mov|=ve paid|=vendor|=video|=voltag $|=wait til
-2|=was clos|=way it|=we re|=we ve|=what|=what happen|=what it|=what would|=when a|=whether the
-2|=who s|=wil be|=with or|=work day|=work from|=work until|=would hav|=would need|=would you
-2|=writ ,|=wrong one|=wrong with|=yes|=you arriv|=you ask|=you be|=you can|=you clos|=you may
-2|=you smel|=you through|=your head|=your licenc|=your meter|=your refund|=your train|=your trip
-2|@did|@past|defines, you|denied harm|if so, do|is to be had|makes it so, you
-3|=^ blu|=^ check|=^ her|=^ how|=^ mussel|=^ phish|=^ who|=a littl|=about #|=after the|=and is
-3|=and peopl|=and won|=anyon can|=at all|=at any|=awar that|=be awar|=blow|=blu|=bother
-3|=bring your|=cam in|=ctrl|=dragon|=enjo|=eur a|=fold|=fraud $|=get too|=given|=gon for|=h #|=hap
-3|=happen|=has one|=hello|=hour befor|=i could|=i won|=in jun|=in order|=is low|=is to|=is wher
-3|=jun|=let s|=lik to|=link $|=me $|=mind $|=most|=most peopl|=mussel|=need to|=no ,|=not going
-3|=october|=open again|=or a|=pan|=phish is|=prescription|=put it|=quiet|=remain|=right $|=ros
-3|=rul|=shop $|=so ther|=so we|=stain|=stir|=stock|=t clos|=tak about|=thank|=that $|=that get
-3|=the radiator|=the receipt|=to delet|=to know|=two thread|=view|=we ll|=what i|=wil kil
-3|=your application|=your car|=your has|=your is|=your new|@blunt|@mild|defines|reassures|we did
-4|=, just|=, we|=^ let|=^ noth|=^ our|=a thing|=and don|=ask about|=at ten|=breakfast|=can leav
-4|=deliver|=down by|=enter your|=from me|=i ve|=it cool|=it doesn|=law|=lov|=manager|=me|=menu
-4|=question|=say $|=sign in|=so that|=t chang|=to ask|=trust|=whether|=wil do|@says no
-4|reassures, you
-5|=^ which|=a bit|=and i|=fre $|=her $|=i m|=lock ,|=onc a|=someth i|=t allow|=t on|=tak one
-5|=the box|=the cat|=to do|=was|@trailing denial|@withholds|self
-6|=, sor|=^ sor|=^ to|=i ll|=order number|=t need|=went|=you lik|@declines|@first|no harm|you can
-7|=chapter|=d lik|=tel me|@impersonal|@told
-9|=i don
-10|=^ could
-14|always
"""
