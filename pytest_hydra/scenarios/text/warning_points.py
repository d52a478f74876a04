"""The points for and against a warning, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
7|@marked|@says
6|@cost|@standing
5|@threat|@unfit
4|=that|=whol|@consequence|@final|@loss|@noted|so do|told not to|told to take care
3|=^ with|=after|=bridg|=car|=doubl|=high|=in a|=into|=it and|=of your|=rat|=real|=round|=ther|=thi
3|=thos|=token|=wet|=who|=you ve|@do not|@forbids|@harm|advised to take care|do it and|doing it
3|forward|into other hands|lacking|not fit for|will not
2|=# degr|=, no|=, or|=, pleas|=, which|=^ fre|=^ half|=^ he|=^ onc|=^ one|=^ that|=^ thi|=^ thos
2|=^ use|=^ warn|=a dol|=a wil|=about to|=against|=all your|=along|=and so|=and ther|=backup|=bad
2|=bar|=becom|=befor you|=bench|=bend|=better|=bit $|=blood thinner|=bos|=bottl|=botulism|=bundl
2|=burn $|=buy|=cabl|=can read|=chain is|=cheap|=client|=coin|=commit|=contain|=cop $|=daughter
2|=dead|=dead $|=degr|=degre|=dev|=disk|=dol|=envelop|=exist|=first $|=fiv|=flag|=for good|=get
2|=go with|=good $|=gum|=half|=half the|=has|=hold|=hold #|=hot|=hot !|=hydrogen|=in an|=in it
2|=in ther|=indoor|=into the|=is bad|=is dead|=it ?|=it ll|=keep|=kidne|=ladder|=last|=leav you
2|=lid|=lik a|=lik that|=lin ?|=loos|=mak|=midnight|=mix|=mone|=night|=now|=number is|=off|=offer
2|=on the|=or you|=out|=over|=over $|=own|=parrot|=parrot $|=past|=peel|=peopl|=permission|=pleas $
2|=possibl to|=put|=releas|=s on|=sa he|=sel|=sensor|=sent|=set ,|=slid|=smal|=smel|=so do|=so leav
2|=spra|=stair|=stil|=strong|=tab|=tabl $|=tak your|=temp|=tent|=that has|=the application
2|=the bench|=the bridg|=the can|=the client|=the discount|=the ll|=the moment|=the whol|=ther is
2|=thinner|=thread|=to a|=toddler|=tonight|=top|=typ|=ur|=ver|=version|=water|=way|=we can
2|=what you|=whatever|=whil|=window|=without|=without a|=won t|=would|=you onl|=you typ
2|=your daughter|@are you sure|@may harm|@you cant|addition|asked to listen|before|delicate|final
2|frail|good, denied|lapses|loss|may|risky deed|stranger|strong after you|strong before you
2|strong for the frail|third|told to|told to, bad|told to, before|told to, ill|too much
2|weak before you|whoever may|worse
1|=#|=# a|=# and|=# bar|=# dpi|=# ful|=# item|=# k|=# km|=# min|=# p|=# per|=# pm|=# turn|=, #
1|=, after|=, at|=, bin|=, block|=, by|=, els|=, even|=, however|=, ibuprofen|=, in|=, includ
1|=, not|=, sinc|=, the|=, thi|=, unles|=, your|=: if|=; hav|=^ after|=^ alcohol|=^ allow|=^ an
1|=^ anyth|=^ arriv|=^ at|=^ batter|=^ bewar|=^ brak|=^ bring|=^ build|=^ careful|=^ claim|=^ clear
1|=^ danger|=^ debug|=^ delet|=^ disk|=^ do|=^ doubl|=^ fl|=^ food|=^ four|=^ fresh|=^ fyi|=^ get
1|=^ glas|=^ glos|=^ glucos|=^ going|=^ gran|=^ grant|=^ hav|=^ help|=^ high|=^ hom|=^ hot|=^ i
1|=^ ignor|=^ jump|=^ last|=^ lead|=^ licens|=^ lil|=^ loos|=^ lying|=^ mat|=^ merg|=^ milk|=^ mind
1|=^ mis|=^ mor|=^ never|=^ off|=^ open|=^ over|=^ pickpocket|=^ pin|=^ pink|=^ point|=^ proc
1|=^ pul|=^ quarter|=^ real|=^ registration|=^ remember|=^ repl|=^ ring|=^ round|=^ salvag|=^ sand
1|=^ shal|=^ skip|=^ someon|=^ spra|=^ start|=^ statement|=^ stor|=^ tel|=^ treat|=^ unbond|=^ unus
1|=^ upgrad|=^ vot|=^ wait|=^ water|=^ wear|=^ whatever|=^ without|=^ wrong|=a|=a #|=a backup
1|=a cat|=a clos|=a crash|=a criminal|=a doctor|=a dog|=a fail|=a fee|=a fil|=a four|=a frida
1|=a handful|=a job|=a joint|=a letter|=a lin|=a loos|=a m|=a man|=a mol|=a night|=a one|=a paid
1|=a paper|=a plain|=a pressur|=a real|=a refund|=a script|=a sign|=a smal|=a stranger|=a toddler
1|=a token|=a transfer|=a trap|=a water|=a window|=abov|=abov #|=abroad|=absolut|=account you
1|=acros|=action|=adapter|=addres isn|=admit|=advis|=after the|=afterward|=afterward $|=against the
1|=alcohol|=alcohol whil|=alight|=alight $|=all #|=all $|=all of|=allow #|=almost|=alon|=along $
1|=also|=also tak|=amount|=amount $|=and #|=and a|=and alread|=and cal|=and cost|=and doesn
1|=and keep|=and not|=and run|=and som|=and sun|=and the|=and thos|=and when|=and you|=and your
1|=answer|=answer $|=anyon|=anyon $|=anyon ,|=anyth you|=apart|=appl $|=appl it|=application is
1|=approval|=approval is|=april is|=are a|=are about|=are charg|=are clos|=are gon|=are in
1|=are just|=are lock|=are not|=are usual|=are ver|=arm|=around|=arriv|=arrival charg|=as|=as much
1|=as mush|=as the|=ask for|=ask your|=at|=at most|=at new|=at night|=at noon|=at onc|=at one
1|=at thi|=at thre|=attachment|=attempt $|=attic|=avalanch|=awa|=awa from|=awa your|=back|=back a
1|=back on|=back to|=back up|=bad for|=bag in|=balanc $|=bank|=bank detail|=bank s|=basic|=bathroom
1|=be|=be a|=be abl|=be back|=be dela|=be nonsens|=be on|=be overwritten|=be sent|=be stand
1|=be taken|=be used|=beach|=bean|=bear in|=bed|=bedroom|=been on|=befor it|=befor maturit|=besid
1|=bet|=bewar|=bewar of|=bil $|=bin|=bind|=birthda|=bl|=bleach on|=bleed|=blood|=bolt|=bos $
1|=bottom|=bottom of|=botulism $|=bounc|=bounc $|=bound|=bound for|=bowl|=breach|=break $
1|=bridg ahead|=bring the|=brown|=browser|=browser wil|=bucket|=build up|=bundl $|=bunk|=burst
1|=but be|=but it|=but not|=by summer|=by ten|=by that|=by the|=by then|=by tomorrow|=by two|=cal
1|=cal it|=cal the|=caller|=calor a|=cam back|=camera|=can cost|=can finish|=can let|=can send
1|=cancel $|=candl|=cannot be|=carbon|=carbon monoxid|=card in|=card number|=careful|=careful !
1|=carrot|=cas|=cascad|=cat|=cat ,|=catch|=caution :|=ceil|=ceil $|=centimetr|=certain|=certain $
1|=chain|=chair|=chanc|=chang|=charg|=charg at|=charg if|=cheap becaus|=check the|=checkout|=chest
1|=chicken|=choic|=choic $|=clearanc|=client s|=clos|=clos the|=clos to|=cluster|=co|=collateral is
1|=colour|=column|=com|=com out|=combination|=compost|=compost ,|=config|=contact|=contract is|=cop
1|=cord|=cost|=cost the|=cost you|=cough|=could go|=could run|=could set|=count|=count as
1|=count her|=counter|=court $|=crash|=crawl|=crawl $|=criminal|=criminal offenc|=crumb|=crumbl
1|=crush|=custom|=customer|=customer $|=cut|=cut off|=cv|=d|=d be|=d go|=d pay|=d rather|=d sta
1|=da to|=da without|=dai limit|=damp|=dark|=databas|=day it|=day one|=deadlin for|=deep|=degr in
1|=delet $|=delet the|=department|=deplo|=deposit|=deposit and|=desk $|=destro|=did|=did that|=dig
1|=dig up|=discard|=discount|=dish|=dish is|=doctor s|=doesn|=doesn t|=dog $|=door you|=dos $
1|=doubl check|=downtim|=dpi|=drag|=drawer|=drink $|=dron|=drows|=dry clean|=ear|=ear $|=eas|=edg
1|=edg is|=election|=eleven|=eleven answer|=els it|=empt $|=end of|=engin|=engin $|=enough
1|=enough for|=entr|=env|=ethanol|=ether|=euro|=even ;|=even a|=even the|=ever|=ever part|=everybod
1|=everyon|=everyon $|=everywher|=ex|=exact|=exc|=exc the|=exchang|=expensiv|=expir|=expir in
1|=expos|=ey|=ey shut|=eye|=fac $|=factor|=failur|=failur ,|=fan|=far|=fast|=fast $|=fear|=fee
1|=fee of|=fil it|=fil wil|=final sal|=find an|=find out|=finger|=fir|=fish|=fish $|=fiv hour
1|=fiv year|=fix it|=flam|=flam $|=flat|=flat ?|=floor|=floor $|=fluid|=for|=for all|=for an
1|=for fiv|=for fraud|=for his|=for hour|=for it|=for lif|=for someon|=for two|=forc push|=forecast
1|=form|=form $|=form are|=form is|=four|=four ,|=freezer|=fresh snow|=friend ,|=frog|=from outsid
1|=from then|=from ther|=front|=frozen|=ful pric|=funeral|=fyi|=gam|=gam $|=garag|=garlic|=get hot
1|=get out|=get thrown|=get to|=get you|=get your|=gift|=gift card|=giv|=glas|=glos|=glu|=glucos
1|=glucos #|=go|=go at|=go down|=go for|=go straight|=go through|=go under|=go up|=going from
1|=gon $|=good|=grab|=gran|=grant|=grap|=grapefruit|=gras|=green|=group|=grow|=had no|=hair
1|=half of|=hand and|=handful|=hang|=happen $|=happi|=harbour|=has no|=hav|=hav been|=hav not
1|=haven|=haven t|=he is|=hear the|=heater|=helmet|=her :|=her and|=her is|=hero|=high voltag
1|=higher|=him $|=his|=histor|=histor $|=hit|=hol|=hol $|=hold its|=hold your|=hom|=hone|=hook
1|=hors|=hos|=hospital|=hot enough|=hour|=hour ,|=hous $|=hous number|=however|=hurt the|=i ?
1|=i fear|=i mov|=i stop|=ibuprofen|=ice is|=ideal|=if|=if he|=if i|=if nobod|=if that|=ignor that
1|=in|=in $|=in april|=in cas|=in court|=in for|=in front|=in our|=in second|=in ten|=in that
1|=in the|=in their|=in them|=includ $|=index|=index #|=indoor and|=inform|=inform you|=insid
1|=insid $|=instead $|=insur|=interest are|=internet|=into a|=invoic|=iron|=is :|=is ?|=is abov
1|=is almost|=is cut|=is down|=is her|=is how|=is known|=is no|=is off|=is one|=is onl|=is run
1|=is stil|=is unlimit|=is ver|=isn|=isn t|=it|=it $|=it ,|=it as|=it could|=it get|=it go|=it into
1|=it is|=it leak|=it look|=it may|=it might|=it stand|=it the|=item|=item ,|=item can|=jam|=japan
1|=job for|=judgment|=jul|=jul $|=jump|=just ask|=k|=k to|=keep a|=kept|=key is|=kid hav|=kidne $
1|=kilo|=km|=km $|=knif slip|=known|=lamp $|=laps|=larg|=last bus|=last week|=lat|=lat $|=latest
1|=lead|=leak|=leas|=leav out|=leav the|=left at|=left in|=left the|=len|=len at|=les than|=lif $
1|=lift|=lift it|=lift the|=lik me|=lil|=limit !|=lin|=liquidat|=ll ask|=ll be|=ll need|=ll turn
1|=load|=lock in|=lock them|=log|=log in|=log out|=look|=look lik|=look the|=los $|=lost $|=low :
1|=low balanc|=luggag|=luggag is|=lying|=m in|=machin|=macro|=mad|=main ,|=mak ever|=mak the
1|=mak you|=mat|=match the|=maturit|=max|=may be|=may contain|=may hav|=may not|=me to|=mean one
1|=medicin|=medicin $|=member $|=memo|=mention it|=metr|=middl|=midnight $|=might|=might be|=min
1|=min to|=mind the|=minut ,|=minut and|=minut first|=minut lat|=mis that|=mis the|=mod|=mol
1|=moment|=monda $|=mone back|=monoxid|=month the|=mor|=mor at|=mor than|=mother|=mov a|=much
1|=much $|=mug|=muscl|=mush|=mush $|=my friend|=nam ;|=nam doesn|=nam on|=neck|=need $|=need your
1|=neighbour|=network|=network ,|=never do|=never get|=new sim|=new year|=next|=next $|=night $
1|=night ,|=night in|=no|=no backup|=no bus|=no mone|=no refund|=no show|=no signal|=no undo|=nobod
1|=nobod around|=nod|=nois|=non $|=nonsens|=nonsens $|=noon|=noon and|=nor|=north|=not|=not :
1|=not exc|=not just|=not possibl|=not put|=not register|=not stag|=not to|=noth|=noth and|=noth to
1|=notic|=notic $|=notic that|=now and|=now would|=number in|=of interest|=of the|=of thi|=of what
1|=of you|=off $|=off ?|=off a|=off at|=off it|=off the|=off two|=off your|=offenc|=offenc $
1|=offer is|=offer that|=official|=often|=oil|=old $|=on|=on $|=on a|=on fil|=on for|=on that
1|=on them|=on your|=onc i|=one $|=one thing|=one typo|=one way|=one we|=onl #|=onl ;|=onl get
1|=onl notic|=onl tak|=onlin|=onlin ,|=onto|=open|=open a|=open and|=open the|=open window|=or
1|=other|=other ?|=other sid|=other way|=our nam|=out ,|=out and|=out as|=out for|=out in|=outdoor
1|=outsid|=outsid the|=outsid with|=oven|=oven has|=oven is|=over #|=over when|=overnight $|=owe|=p
1|=pack|=paid $|=paid plan|=paper|=park|=passport is|=password $|=past has|=patch|=path|=pay|=pay $
1|=pay the|=payment|=pdf|=peanut|=peopl hav|=peopl who|=per|=percentag|=period|=permission $
1|=person ,|=petrol|=phon|=piano|=pickpocket|=piec|=pil|=pin to|=pink|=pip|=pla with|=plan on|=plat
1|=playlist|=pleas be|=pleas check|=pleas doubl|=pleas to|=pm|=point|=point off|=poison|=pollen
1|=portal|=position|=post|=post in|=potato|=pregnant|=pric|=pric fal|=print $|=proc|=production
1|=production ,|=public|=puk|=pul|=pul out|=pul over|=push|=put hand|=put the|=quarter|=quarter of
1|=quarter them|=quer|=queu|=quit|=quota $|=rain|=rais the|=rat $|=rat jump|=raw|=re about|=re lock
1|=react|=read $|=read onl|=read the|=read what|=readabl|=rear|=receipt ,|=recipient|=recommend
1|=recover $|=red ,|=refund for|=registration|=registration clos|=remember :|=renew|=rent|=rent $
1|=replica|=respond|=result in|=reversibl|=review|=rewrit|=rid|=rid $|=rid on|=ridg|=right now
1|=ring the|=rip|=risk $|=river|=road|=rol|=rol $|=rol back|=root|=root $|=rot|=rotat|=rough|=row
1|=row are|=rubber|=rud|=run|=run $|=run low|=run thi|=run with|=rust|=s #|=s allergic|=s been
1|=s hom|=s how|=s in|=s kidne|=s open|=s over|=s windpip|=s your|=sa|=safet|=sal|=salmonella
1|=salmonella $|=salvag|=sam $|=sand|=sauc|=sav $|=say it|=scam $|=scam ,|=scooter|=scooter $
1|=scrambl|=screen|=screenshot|=script from|=sea|=seat :|=seat are|=second $|=secret|=secret $
1|=see $|=see a|=seen the|=sel $|=selfi|=seller|=send ,|=send it|=sender|=sender $|=sensor ,
1|=sensor :|=sent back|=seriou|=server $|=sesam|=session $|=set|=set off|=set the|=shal|=shal i
1|=shar that|=sheath|=shin|=ship $|=shouldn|=shouldn t|=show the|=shrink|=shut|=shut at|=sid of
1|=sign a|=sign of|=sim|=sinc #|=sink|=sit|=sit to|=six week|=siz|=skin|=skip|=sleev|=slid $|=slop
1|=slot|=slow the|=snow|=so|=so a|=so be|=so bring|=so cut|=so don|=so if|=so keep|=so no|=so tak
1|=socket|=somebod s|=someon|=someon has|=someon to|=someth we|=soon|=soot|=sort|=sourc|=spammer
1|=splash|=split|=split $|=spread|=squar|=squar $|=ssh|=sta ther|=stag $|=stak token|=stand
1|=stand order|=start a|=statement|=statin|=steam|=steer|=steer clear|=step|=step on|=stil a
1|=stomach|=stop your|=storm|=straight|=straight for|=strangl|=street|=stretch|=strict|=strik
1|=stronger|=suggest|=summer|=summer $|=sun|=sur you|=surve|=swallow|=sweet|=sweet to|=swim|=swing
1|=switch is|=sword|=t|=t $|=t ,|=t answer|=t been|=t cal|=t check|=t click|=t count|=t cover
1|=t cut|=t delet|=t do|=t for|=t keep|=t let|=t look|=t match|=t mention|=t mix|=t paid|=t part
1|=t read|=t saf|=t sav|=t the|=t touch|=t valid|=t you|=tab $|=tabl|=tabl saw|=tablet|=tak any
1|=tak it|=taken back|=tap water|=tax offic|=teaser|=teaser rat|=tel|=temperatur|=ten minut
1|=ten second|=term ,|=termination|=terribl|=test|=text|=than|=than it|=that and|=that approval
1|=that can|=that chang|=that countr|=that in|=that link|=that one|=that wil|=the|=the a
1|=the account|=the addres|=the are|=the attic|=the bacteria|=the basic|=the bathroom|=the bend
1|=the better|=the bik|=the bil|=the board|=the bonu|=the bottl|=the bottom|=the bowl|=the broken
1|=the bucket|=the bundl|=the caller|=the ceil|=the chair|=the charg|=the colour|=the column
1|=the compost|=the cough|=the counter|=the customer|=the databas|=the deposit|=the dish|=the disk
1|=the dog|=the draft|=the election|=the firm|=the fish|=the flag|=the flat|=the floor|=the freezer
1|=the gain|=the gam|=the gat|=the gras|=the group|=the head|=the hook|=the hos|=the iban|=the ice
1|=the knif|=the lid|=the long|=the lot|=the map|=the mattres|=the middl|=the mone|=the nam
1|=the neighbour|=the next|=the official|=the one|=the other|=the oven|=the packag|=the path
1|=the pdf|=the phon|=the pil|=the pollen|=the portal|=the position|=the quer|=the queu|=the re
1|=the recipient|=the ridg|=the river|=the road|=the rol|=the root|=the run|=the saf|=the safet
1|=the sam|=the seat|=the seller|=the send|=the sender|=the sensor|=the sink|=the sit|=the smal
1|=the stair|=the stand|=the steam|=the tap|=the tax|=the teaser|=the test|=the text|=the top
1|=the total|=the vat|=the vet|=the villag|=the wal|=the weekend|=the won|=the word|=the worker
1|=the wrong|=their own|=them ,|=them out|=themselv|=then|=then it|=then the|=then you|=ther ,
1|=thi $|=thi ,|=thi action|=thi and|=thi email|=thi morn|=thi pric|=thi token|=thi wil|=thief
1|=thinner ?|=thousand|=thousand $|=thre year|=through|=through a|=through at|=throw awa|=thrown
1|=thrown out|=thunderstorm|=thursda|=thursda $|=tick|=tid|=tier|=til|=tim|=tim ,|=tim ?|=tim you
1|=tip|=to anyon|=to appeal|=to cal|=to cancel|=to chang|=to cool|=to deplo|=to fix|=to go|=to keep
1|=to latest|=to not|=to production|=to read|=to run|=to sav|=to send|=to sleep|=to that|=to the
1|=to watch|=toda|=toda $|=toddler $|=toddler s|=together|=token $|=tomorrow|=tomorrow ,|=ton
1|=tonight $|=too $|=tool|=torch|=torch app|=touch the|=tourist|=towel|=towel $|=tra|=transfer to
1|=treat|=trial turn|=trick|=tripl|=turf|=turn|=turn back|=turn into|=turn it|=turn out|=turn up
1|=twelv|=twic as|=twic last|=two siz|=typo|=typo and|=tyr|=unbond|=unbond tak|=under one
1|=under the|=unles|=unles you|=unlimit|=unlimit $|=unproces|=unproces $|=unsav|=until frida
1|=until thursda|=until you|=unus|=unverif|=unverif $|=up|=up $|=up ,|=up in|=up the|=updat|=upgrad
1|=us ,|=use|=use the|=user|=user ,|=v|=v #|=vap|=vapour|=variabl|=vat|=ve a|=ve got|=ve put
1|=villag|=villag $|=vinegar|=visitor|=voltag|=vot|=vot $|=voucher|=vpn|=w|=wait ,|=walk|=wallet
1|=want|=want in|=want thi|=warfarin|=warfarin ,|=warn :|=wash|=wasn|=wasn t|=watch|=water and
1|=water pip|=way round|=we do|=we may|=wear the|=weather|=weather $|=week|=week and|=weigh
1|=weigh #|=wel $|=wet til|=what com|=wheel $|=wher it|=which mean|=which the|=which you|=whil you
1|=whit|=whol compan|=wil mak|=wil refus|=wil scrambl|=wil sign|=wil turn|=wind|=windpip|=windpip $
1|=wip|=wip it|=with anyon|=with one|=with that|=with the|=with them|=with two|=withdraw
1|=withdrawal|=wood|=work in|=worker|=wors ,|=worth|=would drop|=would i|=wrong|=wrot|=year cost
1|=year old|=yet|=you $|=you ?|=you by|=you couldn|=you drows|=you find|=you for|=you get|=you know
1|=you land|=you left|=you open|=you out|=you owe|=you past|=you post|=you pres|=you quit|=you real
1|=you risk|=you said|=you sur|=you tak|=you to|=you weigh|=young|=your|=your #|=your bank
1|=your blood|=your bos|=your dai|=your debt|=your ear|=your env|=your ey|=your fac|=your guest
1|=your hous|=your mother|=your number|=your own|=your payment|=your profil|=your quota
1|=your record|=your sim|=your stak|=your street|=your tim|=your travel|=your way|=your whol
1|=your word|@against|@condition|@safety limit|all|bad|calm, third|falls off|goes wrong|harm|if you
1|is done|is strong|is taken|is weak|limit|makes it so|not known|often|short|strong ahead
1|strong in the present|to others|weak ahead|weak in the present|weak, care|will|you
-1|=# #|=# $|=# after|=# am|=# at|=# began|=# digit|=# dot|=# fil|=# fir|=# may|=# minut|=# ms
-1|=# off|=# over|=# s|=# to|=# unread|=# with|=,|=, $|=, ,|=, a|=, about|=, all|=, as|=, ask
-1|=, befor|=, congratulation|=, don|=, fold|=, he|=, just|=, keep|=, mv|=, noth|=, one|=, open
-1|=, pres|=, put|=, run|=, sa|=, send|=, sir|=, so|=, sor|=, tak|=, that|=, then|=, ther|=, try
-1|=, we|=, whoever|=, with|=, yes|=: #|=: no|=: not|=: one|=: smal|=: the|=: thi|=: two|=: your
-1|=; i|=; nobod|=; noth|=; the|=^ ,|=^ add|=^ and|=^ answer|=^ anyon|=^ application|=^ backdat
-1|=^ bear|=^ befor|=^ board|=^ burn|=^ can|=^ chapter|=^ check|=^ com|=^ cop|=^ dog|=^ draft
-1|=^ drop|=^ dry|=^ enter|=^ error|=^ even|=^ financ|=^ fish|=^ fold|=^ forc|=^ gas|=^ got|=^ how
-1|=^ if|=^ just|=^ liquidation|=^ los|=^ my|=^ negligenc|=^ no|=^ non|=^ paracetamol|=^ phish
-1|=^ pick|=^ pla|=^ rais|=^ rest|=^ rol|=^ scrap|=^ seat|=^ see|=^ send|=^ shar|=^ she|=^ slash
-1|=^ slug|=^ smok|=^ statu|=^ swap|=^ tap|=^ ther|=^ try|=^ turn|=^ two|=^ under|=^ unfortunat
-1|=^ we|=^ when|=^ whether|=^ worn|=^ you|=a bot|=a cal|=a credit|=a different|=a firm|=a good
-1|=a great|=a heart|=a human|=a is|=a licens|=a limit|=a look|=a lot|=a mail|=a member|=a nam
-1|=a parent|=a photo|=a pinch|=a pul|=a reasonabl|=a rug|=a sever|=a singl|=a smart|=a ticket
-1|=a tim|=a week|=a year|=about|=about a|=about an|=about it|=about two|=accept $|=account has
-1|=account should|=acid|=activat|=activat it|=add a|=addres is|=advic|=advis on|=after that
-1|=after thre|=again|=again ,|=alarm|=alert|=all|=all ,|=all over|=all set|=all ther|=alread $
-1|=alwa|=am|=am $|=an account|=an exception|=an option|=an overdraft|=and cut|=and driv|=and i
-1|=and is|=and let|=and mov|=and never|=and pres|=and send|=and sta|=and tak|=and then|=and thi
-1|=and to|=and wax|=and went|=and who|=and wil|=and won|=another one|=answer com|=any longer
-1|=any mor|=anyon can|=anyth|=anyth $|=app $|=app ,|=application has|=appointment|=approv|=april
-1|=are mis|=are no|=are off|=are paid|=are reject|=aren|=aren t|=as a|=as it|=ask $|=ask a
-1|=ask about|=assistant|=at #|=at four|=at her|=at least|=at risk|=at ten|=ate|=attach|=attach $
-1|=authentication|=author|=availabl on|=awa when|=awar|=awar that|=b|=bab|=back $|=back and
-1|=back from|=backdat|=backdat the|=balanc :|=bar $|=be #|=be $|=be awar|=be cancel|=be charg
-1|=be cheat|=be complet|=be fraud|=be in|=be read|=be ther|=bear sleep|=beat|=becaus|=becaus it
-1|=becaus its|=befor departur|=befor then|=began|=belong to|=between|=between $|=beyond the
-1|=bin for|=bit of|=bit the|=blank $|=block|=block $|=block at|=blood pressur|=blow|=blu|=board $
-1|=bod|=bot|=bother|=bowl and|=branch|=breaker|=breakfast|=breakfast $|=breakfast is|=breath
-1|=bring it|=bring your|=broken $|=budg|=budg $|=budget|=bug $|=bur|=burn #|=burn out|=by #|=by a
-1|=by card|=by itself|=caf|=caffein|=cak|=cak is|=calendar|=can alwa|=can cancel|=can chang
-1|=can hav|=can t|=can tak|=can you|=cancel at|=cancel befor|=captain|=car that|=careful reader
-1|=carv|=cas is|=cash $|=castl|=caus|=caus by|=cent|=chang thi|=chapter|=chapter #|=charg the
-1|=cheat|=cheat ,|=check $|=check out|=chok|=chok on|=claim|=claim bonu|=clean|=clear by|=click
-1|=click $|=clos on|=coat|=cod freez|=cod is|=coffe|=cold|=collect|=com $|=com after|=com back
-1|=com with|=commit that|=common|=complet|=complet $|=compound|=condition|=confidential
-1|=confirm for|=congratulation|=congratulation !|=continu|=contract|=contract $|=contract ,
-1|=contract and|=control|=cool|=copper|=copper tap|=correct|=cost #|=cost one|=could be|=could you
-1|=counter ,|=countr ,|=courier|=cover|=crack|=crack a|=crash of|=cream|=creat|=credit|=credit fil
-1|=current|=cut along|=cut the|=d ask|=d ever|=d never|=d sav|=d tak|=da $|=damag|=dangerou|=day $
-1|=day ,|=day of|=day or|=deal|=deal $|=debt on|=declin|=dela on|=delet|=delet anyth|=delet fil
-1|=delet from|=deliver|=deliver tak|=den|=den that|=departur|=deposit of|=desk|=desk ,|=dessert
-1|=di|=different|=digit|=digit of|=do|=do that|=doctor $|=don|=don t|=door|=door $|=door is
-1|=dos is|=dot|=dot to|=down $|=down and|=down by|=dragon|=dril|=driv|=driv $|=driver|=drop
-1|=drop in|=drop it|=dry|=dry run|=dust|=each|=eat greenf|=effort|=egg into|=eight up|=eleven $
-1|=els $|=elsewher|=empt ,|=empt ;|=end for|=end on|=engineer|=enjo|=enter|=enter your|=error #
-1|=error ,|=even for|=even if|=even to|=everyth s|=everyth you|=evidenc|=exampl|=exceed|=except
-1|=exception|=exception is|=fabric $|=fac ,|=factor authentication|=fail ,|=fak|=fal|=fal outsid
-1|=far $|=fe are|=fee ,|=fel|=fibr|=field|=field $|=fifth|=fil for|=fil in|=fil with|=film|=film s
-1|=fin|=fin $|=financ|=financ said|=find a|=finish $|=firewal|=firewal drop|=firm|=firm $
-1|=first day|=fit $|=fiv $|=flood|=flower|=fold it|=folder|=follow|=follower|=food $|=foot|=foot $
-1|=for #|=for ?|=for a|=for may|=for our|=for that|=for the|=for thre|=for toda|=for twelv
-1|=for you|=forbidden|=forc|=forget|=found|=four digit|=fr|=fraud|=freez until|=french|=frida at
-1|=from eight|=from the|=from your|=frost|=fry|=ful|=ful and|=ful by|=fun|=fun $|=function|=garden
-1|=gas|=gat $|=gat b|=gb $|=get #|=get at|=get in|=get it|=get mor|=get over|=given|=go ahead
-1|=go awa|=go back|=go on|=go out|=goal|=going to|=gold|=gon down|=good new|=got|=got #|=got it
-1|=gpl|=grad|=gras snak|=great $|=green $|=greenf|=gues|=guid|=hacker|=halfwa|=halt|=hand|=hand ,
-1|=hand the|=handset|=hap|=happen|=happen when|=hard|=harm|=harmles|=has #|=has gon|=has thre
-1|=hav $|=he s|=hear you|=heard|=heart|=heart attack|=heart is|=heart rat|=heat|=heat $|=heat ,
-1|=help|=her $|=her it|=her s|=him out|=host|=hot ,|=hotel|=hour $|=hour a|=hous down|=how|=how do
-1|=how the|=human|=i can|=i couldn|=i don|=i had|=i mak|=i ve|=ice ,|=id|=identit|=if anyth
-1|=if your|=illegal|=in ,|=in again|=in at|=in hot|=in januar|=in jun|=in leed|=in march|=in may
-1|=in mind|=in october|=in order|=in public|=in under|=in your|=incom|=indicat|=injur|=insuranc
-1|=interest $|=interest is|=investor|=investor mone|=invitation|=is $|=is all|=is an|=is at
-1|=is block|=is broken|=is caus|=is clear|=is confirm|=is due|=is eas|=is empt|=is fin|=is half
-1|=is includ|=is left|=is mor|=is on|=is out|=is privat|=is read|=is saf|=is taken|=is to|=is too
-1|=is usual|=is valid|=issu|=issu on|=it !|=it a|=it break|=it cost|=it doesn|=it off|=it onc
-1|=it out|=it sta|=it tak|=it to|=it twic|=it up|=it wil|=it work|=itself|=januar|=job $|=jok
-1|=jun ,|=just show|=just the|=keep in|=keep the|=key|=key to|=kil|=kil #|=king|=knif|=knif and
-1|=landlord|=landlord has|=last #|=last four|=laugh|=law|=law $|=least|=lectur|=leed|=left with
-1|=lend|=lend you|=les|=let me|=let s|=letter $|=licenc|=licenc ,|=light|=lik it|=lik to|=lik you
-1|=limit for|=limit to|=lin $|=link $|=liquidation|=lisbon|=liv|=liv in|=ll|=ll get|=ll leav
-1|=ll refund|=ll see|=loan|=lock|=lock for|=lock your|=longer $|=look $|=los your|=lost|=lot
-1|=lot $|=lov|=low ,|=lower than|=lower the|=m not|=mad of|=mak sur|=mak up|=maker|=manager|=may #
-1|=may $|=may and|=me the|=mean you|=melt the|=menu $|=merg|=met|=meter $|=meter read|=metric|=mid
-1|=might you|=mild|=mind|=mind $|=mind that|=minor|=monda|=monda ;|=mone $|=mone out|=month $
-1|=month ?|=mor on|=morn|=morn $|=mov|=mov the|=mov them|=ms|=museum|=mushroom|=music|=music ,
-1|=must not|=mustn|=mustn t|=mv|=mv mov|=nail|=nam ,|=nam are|=nam of|=need|=negligenc|=nettl
-1|=never|=never leav|=new one|=new password|=nic|=nicer|=nin|=ninet|=ninet da|=no ,|=no claim
-1|=no data|=no leak|=no limit|=no nut|=no penalt|=nobod can|=nobod els|=noon $|=normal|=not $
-1|=not accept|=not an|=not even|=not get|=not in|=not let|=not open|=not run|=not support|=not tak
-1|=not touch|=not with|=now ,|=number on|=nut in|=october|=october $|=of #|=of his|=of paper
-1|=of peopl|=off after|=off for|=off with|=offic open|=ok|=ok $|=old one|=on again|=on frida
-1|=on his|=on main|=on pag|=on to|=on tuesda|=on us|=onc ;|=onc a|=one :|=one ;|=one and|=one for
-1|=one night|=one of|=one to|=one you|=onl|=onl a|=onl one|=onl the|=open again|=open an|=open at
-1|=open to|=option|=orang|=order|=order to|=other wil|=our|=out on|=out sinc|=out the|=out ther
-1|=out until|=out with|=outsid what|=over chat|=over them|=overdraft|=overdraft is|=overnight|=pa
-1|=packet|=pag|=paid|=pain|=paint is|=paper ,|=paracetamol|=parcel s|=parent|=pas|=pas $
-1|=passenger|=password ,|=patient|=payslip|=permit|=person|=person would|=personal|=pet|=phish is
-1|=phon $|=photo ,|=photograph|=pinch of|=pla|=pla $|=pla it|=plan|=plaster|=player|=pleas add
-1|=pleas bring|=pleas rep|=pleas upload|=plent|=point $|=polic|=polish|=polish out|=pon|=pool is
-1|=possibl $|=post $|=postcod|=prefer|=pres|=pres the|=pretend|=pretend to|=pric $|=print what
-1|=privat|=priz|=problem|=prod|=prod $|=profil $|=profil is|=protocol|=public $|=pul is|=pul the
-1|=push to|=put your|=question|=question $|=question in|=rang|=rather than|=re all|=re not
-1|=re under|=reaction|=read in|=read your|=reader wil|=reason|=reasonabl|=reasonabl person
-1|=record $|=recover|=red $|=referenc|=refus to|=reject|=religion|=remov|=rep $|=rep with|=replac
-1|=requir|=reset|=reset your|=resident of|=rest a|=restart the|=result $|=return #|=return the
-1|=right|=right $|=risk|=risk is|=risk of|=ros|=round $|=row $|=rug pul|=rul|=s alread|=s an|=s at
-1|=s cancel|=s ful|=s gon|=s hard|=s iban|=s just|=s mor|=s nam|=s non|=s not|=s one|=s out
-1|=s stolen|=s too|=s what|=sa ,|=said|=said no|=sand it|=sank|=sav|=say $|=say the|=scam|=scammer
-1|=schem|=scor|=scrap|=scratch|=screw|=seal|=seal is|=seat #|=seat in|=second|=see|=see you
-1|=sel you|=send the|=send you|=sentenc|=september|=serial|=serial number|=serv|=session|=set a
-1|=set for|=set it|=setting|=setting $|=setting ,|=seven|=sever|=shadow|=shak his|=shar|=shar a
-1|=shark|=sharp|=sharp and|=she s|=sho|=sho don|=shock|=short|=short ,|=should|=should the|=show a
-1|=shown|=sick|=sid|=sid effect|=sign|=sign him|=sign two|=signatur|=signatur $|=simpl|=sinc may
-1|=sing|=sit in|=six|=six year|=sleep $|=sleep through|=slic|=slic it|=smart|=smart meter|=smok
-1|=so her|=so not|=so switch|=so ther|=so thi|=so we|=solv|=somebod els|=someth i|=sor|=sp|=spa
-1|=specif|=spel|=spend|=spot the|=sprint|=sta|=stain|=star|=start|=start with|=stat|=station
-1|=statu|=stead|=stil under|=sting|=stock|=stolen|=stop $|=street ,|=such|=sugar|=suit|=sum
-1|=sum that|=summar|=sun $|=sunda $|=sup|=support|=support $|=sur to|=surger|=swap|=swel|=system
-1|=t abl|=t allow|=t bring|=t clos|=t far|=t forget|=t los|=t possibl|=t see|=t sel|=t send
-1|=t someth|=t sting|=tak $|=tak about|=tantrum|=tap|=team|=tel me|=term $|=terrac|=test fail
-1|=th $|=th is|=than the|=that ?|=that d|=that dos|=that he|=that isn|=that it|=that jok
-1|=that nobod|=that number|=that onl|=that s|=the acid|=the amount|=the answer|=the app
-1|=the author|=the bal|=the bank|=the bar|=the blind|=the blu|=the bod|=the branch|=the breaker
-1|=the caf|=the cal|=the captain|=the card|=the castl|=the cat|=the children|=the chocolat
-1|=the clas|=the coat|=the countr|=the courier|=the court|=the cover|=the crash|=the cream
-1|=the cros|=the cut|=the dead|=the deal|=the doctor|=the dragon|=the dust|=the eu|=the evidenc
-1|=the exit|=the fil|=the film|=the first|=the flash|=the function|=the get|=the go|=the heart
-1|=the hous|=the incom|=the investor|=the job|=the lamp|=the landlord|=the law|=the leak|=the leav
-1|=the letter|=the lift|=the light|=the limit|=the lin|=the link|=the maker|=the menu|=the meter
-1|=the migration|=the museum|=the music|=the order|=the pain|=the paper|=the parcel|=the patient
-1|=the poison|=the pool|=the postcod|=the problem|=the protocol|=the question|=the register
-1|=the ric|=the row|=the rul|=the scor|=the scratch|=the seal|=the second|=the serial|=the server
-1|=the sim|=the station|=the stock|=the stor|=the str|=the sugar|=the surfac|=the team|=the third
-1|=the ticket|=the transaction|=the transfer|=the ve|=the video|=the view|=the villain|=the water
-1|=the waterfal|=the wed|=the window|=the witnes|=the world|=the worst|=them|=them and|=them back
-1|=them for|=ther by|=ther s|=thi can|=thi gam|=thi later|=thi one|=thi ship|=thiev|=thing
-1|=thing $|=thing i|=third|=thos are|=thos two|=through $|=ticket|=ticket isn|=tied|=tied in
-1|=tied to|=tim $|=to add|=to an|=to ask|=to build|=to delet|=to hid|=to main|=to mak|=to noth
-1|=to other|=to pul|=to see|=to somebod|=to tak|=to thi|=to try|=to vot|=to you|=too|=too lat
-1|=too low|=total|=traffic|=train|=train $|=train and|=transaction $|=travel fre|=treasur|=trial
-1|=trial end|=trigger|=trust|=try a|=try the|=tuesda|=tumour|=turn off|=twic and|=two block
-1|=two factor|=unabl|=unabl to|=under #|=under contract|=unfortunat|=unlimit cal|=unlock|=unread
-1|=until #|=until monda|=until six|=until two|=unusual|=up :|=up to|=upload the|=used|=user $
-1|=valid $|=valu|=valueerror|=valv|=vanish|=vanish $|=vendor|=verif your|=video isn|=view|=view is
-1|=villain|=volcano|=vulnerabilit|=wa|=wa to|=wak up|=walk awa|=want the|=warm water|=warn
-1|=warn the|=warning|=was clear|=wasp|=water $|=waterfal|=we d|=we re|=wed|=wed $|=week $|=week ,
-1|=wel mark|=wer|=what a|=what the|=what to|=what would|=when a|=when the|=when you|=wher a
-1|=whether the|=whether you|=which of|=whisk|=who can|=why|=wil|=wil cost|=wil go|=wil kil
-1|=wil need|=wind $|=winter and|=wir|=with breakfast|=with everyth|=with no|=with you|=within
-1|=within a|=within minut|=without the|=without your|=wolf|=won $|=work $|=work ?|=worn sho|=worst
-1|=would be|=would break|=would hav|=would tak|=writ at|=written $|=wrong with|=xp|=y|=yes|=you ,
-1|=you ask|=you back|=you be|=you check|=you don|=you hav|=you lik|=you liv|=you look|=you need
-1|=you on|=you run|=you set|=you slic|=you start|=you through|=you turn|=you want|=you wer
-1|=you wil|=your addres|=your application|=your back|=your bid|=your calendar|=your car|=your card
-1|=your doctor|=your email|=your firm|=your friend|=your hand|=your has|=your id|=your identit
-1|=your kn|=your landlord|=your leav|=your left|=your licenc|=your meter|=your mind|=your mortgag
-1|=your new|=your no|=your order|=your parcel|=your passport|=your password|=your pin|=your room
-1|=your tax|=your trial|=your trip|=yourself $|=zero|@idiom|@need|because|calm, can|calm, you
-1|defines, you|good|ill|only was|reports|sanction|should not|told to, if you|until when, you
-1|we did|weak after you|weak for the frail|weak, forward
-2|=!|=! $|=# :|=, you|=; your|=?|=? $|=^ her|=^ is|=^ keep|=^ let|=^ most|=^ noth|=^ onl|=^ pleas
-2|=^ som|=^ the|=^ to|=^ which|=^ who|=^ your|=a bit|=a littl|=a password|=a thing|=add|=and on
-2|=any|=anyth s|=as you|=ask|=at all|=attack|=availabl|=break|=break the|=button|=cam|=cam in
-2|=charg $|=claus|=d lik|=do $|=error|=fe|=fold|=fre $|=gon|=great|=has been|=hav to|=hold the|=i
-2|=i ll|=i m|=i won|=is #|=is lock|=is low|=is the|=is what|=it back|=it cool|=its|=join|=jun
-2|=keep your|=kn|=leav $|=leav it|=let|=let it|=littl|=liv $|=longer|=lower|=mean that|=menu
-2|=meter|=minut $|=most|=need to|=order number|=overnight and|=parcel|=penalt|=print|=proces
-2|=reader|=rest|=room|=run out|=say|=see the|=sign in|=singl|=sleep|=so i|=so that|=stir
-2|=t availabl|=t need|=t on|=that $|=that a|=that would|=that you|=the back|=the best|=the door
-2|=the morn|=the receipt|=thi year|=to #|=to be|=to get|=try|=twic|=twic $|=until|=video|=was|=we
-2|=we ll|=went|=what|=when|=whether|=wil ask|=wil be|=with thi|@blunt|@passive|@past
-2|@trailing denial|denied harm|ends well|headed|question|reassures, you|was
-3|=; it|=^ could|=me|=off ,|=tak a|=you can|@first|@sorry|defines|no harm|reassures
-4|@says no|you can
-5|@declines|@withholds|self
-6|@impersonal
-7|@told
-8|always
"""
