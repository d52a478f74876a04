"""The points for and against a refusal, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
11|@declines
9|@impersonal|@says no|@withholds
4|=her $|=sta
3|=els|=me $|=no|=not|=shut|=writ|=you ,|@deflects|@passive|self
2|=, so|=, sor|=^ not|=^ onl|=^ referenc|=^ under|=admin|=admin $|=after|=after the|=and wil
2|=be the|=bot|=command|=complaint|=d|=d hav|=earn is|=eighteen|=els $|=entr|=from me|=gon|=hav to
2|=insufficient|=is ful|=jok|=let s|=licenc|=ll hav|=longer|=lov|=mad|=my|=no longer|=non|=not in
2|=on thi|=read|=refus|=religion|=request|=room|=s|=s gon|=said no|=seat|=so|=so the|=so thi|=sor $
2|=stand $|=t|=t go|=taken $|=thi|=turn your|=ve left|=week|=your rol|@first|@sorry|denied|is taken
1|=# ,|=# :|=# ;|=# da|=# day|=# h|=# kg|=# s|=, and|=, even|=, if|=, it|=, lov|=, mat|=, not
1|=, request|=, sa|=, though|=:|=: insufficient|=: not|=: order|=: the|=: thi|=: two|=: your|=;
1|=; it|=; noth|=; ther|=^ #|=^ ,|=^ absolut|=^ after|=^ answer|=^ at|=^ backdat|=^ board|=^ cheat
1|=^ com|=^ doing|=^ door|=^ dur|=^ error|=^ ever|=^ exchang|=^ financ|=^ for|=^ insufficient
1|=^ kitchen|=^ lat|=^ let|=^ much|=^ need|=^ next|=^ nobod|=^ non|=^ nop|=^ on|=^ our|=^ read
1|=^ regrettab|=^ request|=^ result|=^ rol|=^ shar|=^ so|=^ sry|=^ statu|=^ two|=^ until|=^ vot
1|=^ wher|=^ whether|=^ work|=^ worn|=a basic|=a bot|=a different|=a good|=a guest|=a licenc
1|=a mail|=a parent|=a password|=a plan|=a protect|=a refund|=a second|=a singl|=a smart|=a summar
1|=a tabl|=a third|=a threat|=a warrant|=about an|=about someth|=about that|=absolut|=absolut not
1|=acces|=acces to|=account|=account for|=advic|=advis|=advis on|=afraid $|=after #|=after four
1|=against|=age|=agenc|=all you|=an|=an admin|=an exception|=an extension|=an open|=and look
1|=and noth|=and so|=and thos|=and your|=another|=answer com|=answer that|=any longer|=anyth $
1|=app ,|=application for|=are clos|=are off|=are reject|=area|=area $|=aren|=aren t|=as a|=as i
1|=asid|=asid and|=ask|=ask a|=ask the|=at #|=at most|=at new|=at nin|=at ten|=at your|=author
1|=availabl|=avoid|=bab can|=back into|=back the|=backdat|=backdat the|=balanc|=basket|=basket $
1|=be|=be $|=be cancel|=be fraud|=be get|=be grant|=be sav|=be ship|=befor departur|=befor that
1|=befor then|=behalf|=behind the|=being|=below|=between|=board|=bod|=book|=bot $|=branch
1|=branch is|=bread|=bring your|=broken $|=budg|=budg $|=budget|=budget ,|=bus $|=but ever|=but not
1|=buy|=buyer|=by post|=cal i|=can do|=cancel the|=cant|=captain|=carrier|=carrier $|=cas|=cas is
1|=cash $|=chapter|=charit|=chart|=chat|=chat $|=cheat|=claim $|=clos|=clos $|=clos ,|=clos and
1|=clos last|=cod|=cod freez|=colleagu|=colleagu earn|=com after|=com back|=com down|=comfortabl
1|=command is|=compan|=condition|=confidential|=confidential $|=continu $|=control|=cop of
1|=copyright|=copyright ,|=council|=countr ,|=cours|=creat|=credit scor|=customer|=customer $
1|=customer data|=cut|=cut a|=d be|=d lik|=d tak|=d want|=deadlin was|=debt|=debt on|=debug
1|=decision|=declin|=delet $|=deliver|=deliver $|=departur|=diagnos|=different|=discount|=do $
1|=do that|=doctor|=doctor $|=dog|=door are|=dos|=dos is|=dot ,|=down|=down $|=down on|=dres|=driv
1|=driv $|=driver|=drug|=due to|=dur|=dur the|=earn|=eight|=els ,|=elsewher $|=embas|=end $
1|=english|=error|=error #|=error :|=even|=even if|=even to|=exam|=exam ,|=exceed|=except
1|=exception|=exchang|=execut $|=exist $|=exit|=explain|=explain the|=extension|=fac|=fac is|=fail
1|=fail ,|=faith|=fal outsid|=far $|=few|=fibr|=final $|=financ|=financ said|=fit $|=flash|=for
1|=for a|=for it|=for me|=for new|=for our|=for that|=for thi|=for toda|=for twelv|=forc push
1|=four ?|=fraud $|=freez|=freez until|=from a|=ful|=ful $|=ful lyric|=further|=further $|=get
1|=get back|=get on|=giv|=go|=go on|=go to|=gon for|=good|=good ,|=grad|=grant|=grant $|=guest
1|=guest $|=h|=had to|=halt|=hand|=hand in|=hand the|=happen|=hard|=has pas|=has said|=hasn|=hasn t
1|=hatch|=hav $|=hav permission|=hav you|=hear them|=help with|=help you|=her nam|=hid|=hid the
1|=him|=his head|=hold $|=hotel|=hotel $|=hous|=hous is|=household|=how it|=how to|=i ask|=i cannot
1|=i could|=i couldn|=i d|=i did|=i had|=i keep|=i look|=i m|=i mad|=i onl|=in a|=in good|=in her
1|=in that|=in the|=in won|=incom|=instanc|=instead|=instead $|=instead ?|=insufficient balanc
1|=insurer|=insurer has|=international|=is all|=is beyond|=is broken|=is final|=is for|=is limit
1|=is mor|=is protect|=is right|=is shut|=is someth|=is up|=is wher|=is your|=isn|=isn t|=it :
1|=it a|=it can|=it down|=it end|=it for|=it if|=it out|=it sta|=it stop|=it through|=it would|=job
1|=job $|=jok about|=keep|=keep out|=key|=key ,|=key to|=kg|=kid|=kid profil|=kind of|=king
1|=kitchen|=kitchen s|=know ,|=label|=lack|=lack the|=landlord|=last week|=lat entr|=laugh|=laugh $
1|=law|=law $|=least|=leav it|=left with|=left your|=lend|=lend you|=les|=les than|=let|=level #
1|=licenc ,|=licens|=lik to|=limit|=limit for|=limit to|=list|=list ,|=ll|=ll get|=ll leav|=ll mark
1|=ll writ|=loan|=local|=lock until|=longer $|=look at|=look into|=lov $|=lov to|=lower|=lyric|=m
1|=m afraid|=mad in|=main|=mainnet|=manager|=mark it|=mat|=mat $|=match|=may be|=may see|=me
1|=medical|=member|=menu|=menu $|=merchant|=merg|=meter|=meter $|=mil|=monda|=monda ;|=mone for
1|=mor than|=mor viewing|=most|=most $|=mount|=mouth|=much as|=mustn|=mustn t|=my power|=nam is
1|=nam on|=need :|=negativ|=negativ $|=new customer|=new year|=nin $|=no $|=no deplo|=no further
1|=no mor|=no smok|=no that|=nobod|=nobod els|=nobod know|=nop|=nop $|=not $|=not accept|=not allow
1|=not comfortabl|=not even|=not for|=not get|=not let|=not licens|=not on|=not open|=not run
1|=not tel|=not toda|=noth els|=noth happen|=noth on|=number ?|=o|=oath|=october $|=of their|=off
1|=off for|=older than|=on $|=on it|=on sal|=on the|=onc the|=one ,|=one per|=one to|=one together
1|=onl $|=onl ,|=onl a|=onl the|=open exam|=open that|=open to|=order|=order $|=order ,|=order ?
1|=other guest|=our|=our rul|=out|=out $|=out ,|=out by|=out of|=out the|=outsid my|=outsid what
1|=over chat|=over the|=pain|=parent|=pas $|=pas ,|=patient|=pension|=peopl|=peopl from|=per
1|=permission|=permission $|=permission to|=permit|=photo|=pleas don|=pleas see|=poem|=politic
1|=politic $|=pon|=pool|=pool $|=pool s|=portal|=possibl $|=prescrib|=prescription|=prescription ,
1|=present|=present $|=pretend|=pretend to|=pric $|=pric on|=privat|=product|=profil|=protect
1|=protect $|=public $|=push|=push to|=question about|=quiet $|=quota|=quota exceed|=rac|=rang
1|=rather not|=re #|=re at|=read it|=read onl|=reason|=reason :|=record $|=referenc|=referenc book
1|=refund|=refund for|=refus $|=refus the|=refus to|=register|=regrettab|=regrettab ,|=reject
1|=releas|=rent $|=request $|=resident|=resident $|=resident of|=respectful|=respectful declin
1|=restriction|=result|=result $|=rol|=room $|=round $|=rout|=row $|=rul|=run $|=s an|=s for
1|=s illegal|=s non|=s off|=s out|=s too|=sa the|=sav ,|=say no|=scan is|=scop|=seal|=seal is
1|=seat in|=secret|=see|=see a|=seen|=sel you|=send it|=shak|=shar $|=shar customer|=ship|=ship to
1|=sho|=sho don|=short|=shut $|=sign|=sign in|=sign that|=signal $|=sinc #|=singl|=sir $|=sit in
1|=sixteen|=skip|=slippag|=smart|=smart meter|=smith|=so a|=so is|=so not|=so your|=sold|=sold to
1|=somebod els|=someon|=someon els|=someth|=someth els|=someth i|=somewher|=sooner|=sor|=sor about
1|=spanish|=spel|=sry|=sta at|=sta lock|=sta shut|=sta with|=statu|=steroid|=steroid ?|=stop $
1|=street ,|=styl|=summar|=sunda ,|=support|=swap|=swap $|=switch|=switch off|=t a|=t availabl
1|=t be|=t bring|=t cancel|=t cut|=t deliver|=t diagnos|=t fit|=t hear|=t hold|=t in|=t leav|=t mak
1|=t on|=t our|=t possibl|=t sel|=t send|=t sit|=t sta|=t stak|=t tel|=tabl|=tabl for|=tabl s
1|=tak it|=tak you|=taken|=talk about|=tarif|=tast|=tel|=tel you|=term|=than|=than #|=than a
1|=than our|=that $|=that dos|=that fil|=that isn|=that key|=that kind|=that on|=that up|=the acid
1|=the author|=the backup|=the bank|=the bug|=the captain|=the cod|=the council|=the credit
1|=the desk|=the driver|=the embas|=the exit|=the flash|=the fre|=the ful|=the hatch|=the hous
1|=the insurer|=the key|=the king|=the knif|=the label|=the landlord|=the last|=the law|=the lik
1|=the limit|=the list|=the manager|=the menu|=the merchant|=the meter|=the month|=the most
1|=the nam|=the order|=the pain|=the patient|=the pool|=the portal|=the pric|=the rac|=the register
1|=the releas|=the rent|=the right|=the seal|=the swap|=the team|=the ticket|=the train
1|=the transfer|=the ve|=the voucher|=the wer|=the wrong|=their fac|=them back|=them from|=ther ,
1|=ther ll|=thi :|=thi bot|=thi far|=thi one|=thi ship|=thi year|=thing i|=third|=though|=threat
1|=ticket|=ticket is|=ticket isn|=to|=to ask|=to declin|=to giv|=to hav|=to leav|=to main|=to mak
1|=to open|=to tak|=to try|=to work|=to you|=too lat|=touch|=touch prod|=transfer ,|=transfer was
1|=treasur|=treat|=tri $|=trial|=try a|=turn|=turn awa|=twelv|=unabl|=unabl to|=under #
1|=under sixteen|=unlock the|=unread|=until|=until it|=until monda|=up with|=upgrad|=upgrad $|=ve
1|=ve been|=ve never|=ve no|=ve seen|=vegan|=vendor|=video|=video isn|=viewer|=viewing|=viewing ,
1|=visa $|=visit|=vot $|=voucher|=warrant|=warrant $|=was drop|=was not|=was stop|=wasn|=wasn t
1|=wav|=we|=we are|=we d|=we get|=we won|=weapon|=week $|=week ,|=week s|=weekend|=weekend $
1|=weight|=what your|=when you|=wher|=wher a|=wher i|=wher the|=whether|=which mean|=whil
1|=whol chapter|=wil not|=wil sta|=with it|=with the|=withdraw|=within|=within fiv|=within my
1|=without the|=word|=word $|=work|=work $|=worn sho|=would be|=would hav|=would need|=writ $
1|=writ it|=wrong one|=ye|=you and|=you be|=you can|=you lack|=you off|=you over|=you re
1|=you through|=you ve|=you would|=your application|=your basket|=your behalf|=your colleagu
1|=your doctor|=your id|=your licenc|=your messag|=your own|=your plan|=your request|=your tarif
1|=zero|@blunt|@destructive|@you cant|advised|calm, third|doing it|falls off|is done|short
1|should not|strong ahead|told to, ill|too much|until when, you|would have
-1|=# #|=# $|=# a|=# for|=# off|=# th|=,|=, as|=, let|=, she|=, thi|=: it|=: no|=; after|=?|=? $
-1|=^ a|=^ an|=^ bab|=^ bring|=^ can|=^ careful|=^ could|=^ deplo|=^ don|=^ enter|=^ he
-1|=^ impossibl|=^ it|=^ last|=^ leav|=^ most|=^ onc|=^ pleas|=^ run|=^ say|=^ shal|=^ tak|=^ ther
-1|=^ thos|=^ to|=^ we|=^ which|=^ why|=^ without|=a crash|=a messag|=a minut|=a nam|=a new|=a pric
-1|=a smal|=abl|=abl to|=accept|=addres|=addres to|=advic ,|=affect|=after that|=again|=again $
-1|=agre|=ahead|=allow in|=am|=am $|=amount|=an old|=and|=and a|=and it|=and not|=and send
-1|=answer is|=any|=anybod|=anybod $|=anyon|=anyon ,|=application|=application was|=approv
-1|=approval|=approval $|=are|=are $|=arm|=ask for|=at all|=at noon|=at onc|=at seven|=awa|=back
-1|=back $|=back on|=balanc is|=bar|=be gon|=be happier|=be on|=be sta|=be undon|=been|=befor the
-1|=believ|=believ it|=blu|=blu one|=bos|=bos $|=both|=bother|=bound|=brak|=bring|=bring in|=burn
-1|=but her|=but it|=by the|=cal it|=cam|=cam in|=can be|=can i|=candidat|=card|=careful|=cel
-1|=chang|=choos|=choos a|=claim|=click|=client|=clos on|=clos to|=colleagu $|=com from|=confirm
-1|=cop $|=cost|=count|=count $|=count as|=cover|=crash|=d sta|=da ,|=dangerou|=dat|=dat $|=day
-1|=deadlin is|=dela|=dela $|=desk|=desk ,|=did it|=digit|=distanc|=do it|=do you|=doctor s|=dot $
-1|=down for|=draft|=draft the|=drink|=egg|=email|=end for|=enough|=enough $|=enter|=even $|=even a
-1|=everyth|=exact|=expect|=far from|=fe|=fin|=financial|=financial advic|=find|=first $|=fish|=fix
-1|=flight|=flight s|=floor|=food|=for the|=for your|=forget|=forward|=forward $|=found $|=four
-1|=four digit|=four on|=friend|=from #|=from our|=fund|=fund are|=giv me|=go !|=go ahead|=gran
-1|=great|=great $|=green|=grow|=gues|=gum|=half|=half the|=hand $|=hang|=happier|=has|=has a|=hav
-1|=hav any|=hav been|=hav no|=height|=hello|=her ,|=her are|=her s|=hom $|=hone|=hone ,|=hop|=hour
-1|=how long|=i can|=i check|=i didn|=i stop|=i ve|=i was|=idea|=if|=if you|=impossibl|=in|=in $
-1|=in them|=in ther|=in two|=includ|=index|=insur|=into the|=is #|=is $|=is a|=is lock|=is no
-1|=is sold|=issu|=it|=it ,|=it go|=it now|=it was|=it with|=it won|=item ,|=itself|=just|=know
-1|=know the|=land|=laptop|=lat fe|=later|=later $|=leak|=left $|=let me|=letter|=level four|=lid
-1|=lift|=light|=lik $|=lik that|=lin|=lin ,|=link|=liquidit|=liquidit is|=ll bring|=ll never
-1|=ll stop|=ll try|=ll turn|=lock|=lock $|=log|=long|=look for|=loos|=los|=los $|=lost|=m not
-1|=machin|=mak|=mark $|=may hav|=may not|=me check|=me the|=mean|=meant|=meet|=mention|=messag $
-1|=midnight|=midnight ;|=milk|=min|=min ,|=minut|=minut $|=moment|=mone back|=month s|=mor|=morn
-1|=museum|=must|=must be|=must not|=nam ;|=nam a|=near|=need a|=need the|=never get|=never sel
-1|=new one|=next|=night|=no ,|=no :|=no claim|=no limit|=noon|=north|=not a|=not min|=not onl
-1|=not possibl|=not sur|=notic|=notic that|=now|=now $|=number $|=of|=off $|=off ,|=often|=old|=on
-1|=on ,|=on board|=on frida|=on that|=on to|=on tuesda|=onc|=onc ,|=onc i|=onl can|=or
-1|=order number|=order the|=order toda|=overnight|=overnight $|=pag|=park|=part $|=past|=past the
-1|=pick|=pla|=pla $|=plac|=plat|=pleas $|=pleas be|=point|=poison|=popular|=possibl to|=previou
-1|=print $|=production|=pul|=purs|=put|=put you|=rain|=rat|=re clos|=reach|=recal|=recommend
-1|=refund $|=registration|=report|=respond|=restart|=return|=return $|=rid $|=ridg|=risk|=roam
-1|=rug|=run|=rush|=s #|=s been|=s ful|=s how|=s on|=sa he|=said $|=said yes|=sal|=salar|=salar $
-1|=sam $|=saturda|=sav|=sav $|=scooter|=scooter $|=sea|=second pag|=sel your|=send|=send us|=sent
-1|=serial|=serial number|=seven|=seven $|=shal|=shal i|=shar that|=she said|=should|=should i
-1|=shouldn|=shouldn t|=sit to|=siz|=siz #|=slop|=slop $|=slow|=smal|=so don|=so leav|=so no
-1|=so noth|=so you|=sold out|=someth we|=song|=sor for|=south|=spac|=specif|=spot|=spot for|=squar
-1|=sta on|=staf|=stag|=stand|=stand order|=start with|=statin|=step|=stil|=stop and|=stop the
-1|=strong|=summer|=sunda|=sunda $|=sur|=sur ,|=surger|=swim|=swim $|=swing|=t affect|=t allow
-1|=t believ|=t charg|=t clos|=t cover|=t decid|=t do|=t even|=t exist|=t far|=t find|=t for
-1|=t help|=t includ|=t know|=t let|=t look|=t need|=t reach|=t see|=t stand|=t want|=tak #
-1|=tak both|=tak the|=talk to|=tap|=team|=team s|=test|=text|=th|=that cod|=that has|=that song
-1|=that the|=that view|=that we|=the #|=the amount|=the blu|=the cas|=the claim|=the client
-1|=the drain|=the end|=the fil|=the flight|=the garag|=the ll|=the mail|=the museum|=the next
-1|=the re|=the recal|=the ridg|=the second|=the serial|=the server|=the shop|=the sit|=the stand
-1|=the way|=the won|=them|=them ,|=ther|=ther $|=ther is|=thi $|=thi ,|=thi can|=thi is|=thi month
-1|=thi morn|=thi up|=thre|=thre $|=thread|=through the|=thursda|=thursda $|=tim $|=tir|=to #
-1|=to accept|=to book|=to cal|=to hear|=to it|=to pas|=to restart|=to wor|=token|=token $|=told
-1|=told me|=tomorrow|=tomorrow ,|=touch the|=tr|=trad on|=transfer $|=tuesda $|=turn out|=twent
-1|=two mor|=two year|=under one|=undon|=until i|=until you|=up|=upload|=us|=us $|=use|=used
-1|=used to|=user|=usual|=ve order|=ve put|=view|=view $|=viru|=visa for|=w|=wait|=walk|=want
-1|=want me|=was a|=was mov|=was reject|=wash|=water|=water $|=way|=we don|=we onl|=websit|=went
-1|=what|=what s|=what you|=whatever|=when|=when the|=whether the|=which|=wil be|=wind|=with anyon
-1|=without your|=wor $|=work on|=would i|=writ in|=written|=yet|=you|=you !|=you are|=you aren
-1|=you ask|=you confirm|=you didn|=you for|=you hav|=you may|=you never|=you turn|=young|=your $
-1|=your balanc|=your bank|=your card|=your data|=your los|=your password|=your travel|@consequence
-1|@cost|@do not|@forbids|@harm|@marked|@need|@noted|@threat|@trailing denial|all|bad|body
-1|calm, can|calm, is|calm, you|condition|defines|delicate|denied harm|destroy|goes wrong
-1|good, denied|headed|ill|lacking|lapses|loss|makes it so|may, you|no harm|not known|question
-1|so do|strong before you|strong in the present|third|told to take care|was|weak for the frail
-1|weak in the present|weak, care|worse
-2|=#|=, the|=: #|=^ do|=^ i|=^ in|=^ thi|=at|=at that|=by|=charg|=found|=he|=i left|=it s|=need
-2|=never|=number|=plant|=s not|=smil|=t hav|=two|=who|=wil|=you down|@against|@final|@standing
-2|@told|@unfit|asked to listen|cost|denied, denied harm|good|harm|often|strong after you
-2|told not to|weak ahead|weak before you
-3|=!|=! $|=^ if|@did|@idiom|care|not fit for|reassures|told to|we did
-4|always
-6|@not refusing
"""
