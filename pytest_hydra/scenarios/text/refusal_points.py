"""The points for and against a refusal, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
15|@declines|@says no
14|@impersonal|@withholds
8|=sta
6|=els|=her $|=you ,|self
5|=for that|=hav to|=licenc|=not|=not in|=request|=seal|=shut|@passive
4|=, and|=, sor|=after the|=ago|=and your|=are for|=be no|=d hav|=decision|=discount|=eighteen
4|=gon for|=has to|=i m|=is for|=let s|=ll hav|=me $|=no|=pas $|=permit|=room|=thi|=writ|=your rol
4|@deflects
3|=# ,|=, even|=, if|=, lov|=, sa|=, so|=; noth|=^ anyth|=^ ask|=^ error|=^ haha|=^ whether
3|=a warrant|=about that|=account|=admin|=admin $|=afraid $|=after|=ago ,|=and thos|=and wil
3|=another|=any mor|=anywher|=be the|=block|=broken $|=cas is|=cheat|=command|=council|=crew|=dream
3|=dream $|=earn is|=eight|=els $|=embas|=english|=entr|=even for|=extension|=faith|=featur
3|=from me|=from now|=ful|=gon|=haha|=has stop|=his head|=i keep|=in good|=instead|=insufficient
3|=is between|=is someth|=job|=lack|=lat entr|=laugh $|=let|=longer|=lov|=lov $|=m|=menu|=mil
3|=monda ;|=never let|=no $|=non|=not run|=now on|=of your|=off :|=offer|=offic|=on it|=on thi
3|=one who|=order|=out $|=over chat|=patient|=person who|=possibl|=profil|=protect|=quota|=refund
3|=refus|=refus $|=s|=s privat|=seat|=secret ,|=sel you|=short|=simp not|=sir|=smith|=smok room
3|=so from|=someon els|=sor $|=sp|=stop being|=t fit|=t go|=t mad|=taken|=that featur|=the bar
3|=the chef|=the council|=the embas|=the nam|=the vault|=the ve|=them $|=ther ll|=thi year
3|=to offer|=to you|=tonight|=turn your|=unread|=upgrad|=upheld|=upheld $|=vault|=ve left|=video
3|=visit|=voucher|=was drop|=was not|=we get|=weapon|=went awa|=with the|=you is|=you off
3|=your complaint|=your is|calm, third|denied|is taken
2|=# ;|=# s|=, las|=, mat|=, never|=, thre|=, try|=: insufficient|=: order|=: two|=^ #|=^ ,
2|=^ answer|=^ at|=^ blu|=^ but|=^ cheat|=^ com|=^ compan|=^ dai|=^ deliver|=^ dur|=^ exchang
2|=^ firework|=^ flash|=^ gift|=^ head|=^ insufficient|=^ my|=^ next|=^ non|=^ nop|=^ onl|=^ part
2|=^ pick|=^ question|=^ referenc|=^ refund|=^ result|=^ talk|=^ two|=^ under|=^ until|=^ vot
2|=a bab|=a bomb|=a cod|=a jok|=a mail|=a parcel|=a parent|=a protect|=a second|=a short|=a threat
2|=absolut not|=adult onl|=advis|=advis on|=after four|=age|=ago and|=all i|=alread|=alread $
2|=among|=an exception|=and i|=and look|=and neither|=and so|=answer|=answer com|=answer that
2|=appl $|=application and|=are a|=are off|=are unabl|=area|=aren|=aren t|=as the|=ask|=ask a|=at a
2|=at it|=at most|=at nin|=availabl|=bab can|=bar|=be get|=be grant|=begin|=being|=board|=boat
2|=bomb is|=bot|=bring your|=budg|=budg $|=build|=build $|=busines|=but not|=buyer|=by post
2|=can offer|=card $|=card can|=cas|=chang it|=chat|=check|=check with|=chef|=clos ,|=clos last
2|=cod freez|=colleagu earn|=com with|=comment $|=complaint|=confidential $|=consulat|=consulat in
2|=contract|=cop of|=copyright|=copyright ,|=creat|=criminal|=customer|=cut|=cut a|=cut off|=d
2|=d lik|=d need|=d sooner|=dai|=dai limit|=dat and|=deadlin was|=debt on|=decision $|=declin
2|=deliver|=doctor $|=dog|=dos|=dos is|=dosag|=down $|=down on|=driver s|=drug|=dut|=earn|=els ,
2|=elsewher $|=end|=end with|=english and|=entir|=error|=error #|=error :|=even as|=everyon $
2|=everyth in|=exceed|=exchang|=exclud|=exit|=expir|=export|=fac|=fal outsid|=fami|=fami $|=far $
2|=fel|=fift|=fil $|=firework|=firm|=flash|=for|=for a|=for everyon|=for good|=for member|=for thi
2|=for toda|=for twelv|=four ?|=freez|=freez until|=from return|=from us|=gat clos|=get on|=go on
2|=go to|=grad|=grant|=grant $|=green ,|=gues $|=hand them|=happen|=hasn|=hasn t|=hatch|=head
2|=head $|=head offic|=help you|=hid|=hid the|=his|=hot|=hous|=household|=how it|=how to|=i could
2|=i couldn|=i had|=illnes|=in that|=incom|=inn|=instead $|=instruction|=is built|=is confidential
2|=is exclud|=is fre|=is from|=is ful|=is going|=is gon|=is mor|=is older|=is pack|=is refus
2|=is the|=is under|=is wher|=it break|=it down|=it isn|=it sta|=itinerar|=its decision|=join
2|=jok $|=keep|=keep to|=key ,|=kid|=kind of|=king|=kitchen|=know ,|=label|=label is|=lack the|=lad
2|=las|=last week|=least|=leav|=leav for|=leav it|=left with|=lesson|=lesson is|=licenc ,|=limit ,
2|=liv|=ll get|=ll leav|=ll mark|=look at|=lov to|=lower|=m allow|=mad|=mail is|=manager|=mark it
2|=mat|=mat $|=may $|=may see|=me you|=meter|=minut ago|=moment $|=mone for|=much as|=nam on
2|=need :|=neither|=next week|=no deplo|=no extension|=no further|=no longer|=no room|=no that
2|=nobod els|=nobod know|=nop|=nop $|=not for|=not get|=not taken|=not toda|=not without
2|=noth happen|=noth we|=novel|=novel $|=number ?|=nurs|=october $|=of all|=of me|=off|=off for
2|=offer ,|=on $|=on the|=on without|=onc a|=onc the|=one per|=one to|=onl ,|=onl a|=onl after
2|=open to|=order ?|=order go|=our|=our book|=out by|=out the|=over|=owner|=pack|=parent|=part
2|=part for|=pay the|=peopl|=permission|=phon sta|=photograph|=plac $|=pleas see|=pool|=pre exist
2|=prescrib|=pretend|=pretend to|=pric $|=privat|=pro|=project|=project $|=publish|=quot $
2|=quota exceed|=read onl|=realis|=reason :|=recip|=refere|=refere s|=referenc|=refund for
2|=refus to|=registrar|=reject|=religion|=rent $|=reopen it|=report is|=request $|=resident
2|=resident $|=respectful|=respectful declin|=restriction|=rol|=room $|=room are|=round $|=row $
2|=rul|=rul $|=rul are|=run $|=s for|=s gon|=s green|=s number|=s out|=sa #|=sa the|=said no
2|=say no|=schedul|=scop|=seat in|=secret|=section|=section #|=see a|=sel|=send it|=serv $|=set it
2|=ship to|=sho|=shop $|=short quot|=show|=sign that|=simp|=sir $|=sit in|=skip|=so|=so a|=so not
2|=so the|=so thi|=sol|=someon|=someth|=someth i|=sooner|=sooner not|=sp $|=spr|=spr $|=sta shut
2|=sta with|=stand $|=stop|=stop at|=support|=support $|=swap|=swimwear|=swimwear is|=system|=t
2|=t a|=t among|=t bring|=t chang|=t com|=t count|=t cut|=t issu|=t leav|=t on|=t one|=t open
2|=t possibl|=t sel|=t send|=t sit|=t tel|=t work|=tak a|=taken $|=talk about|=tel you|=than
2|=than #|=than our|=that $|=that account|=that dos|=that fil|=that on|=that report|=that would
2|=the acid|=the age|=the board|=the card|=the cit|=the court|=the entir|=the exit|=the fre
2|=the ful|=the hatch|=the hous|=the inn|=the kitchen|=the label|=the lik|=the normal|=the nurs
2|=the patient|=the pro|=the public|=the refere|=the registrar|=the rent|=the repair|=the say
2|=the seal|=the system|=therefor|=thi :|=thi far|=thi one|=thi tim|=thirt|=thre of|=threat
2|=thursda ,|=tier|=tip|=to|=to ask|=to giv|=to hav|=to tak|=to turn|=to wait|=too lat|=tos
2|=touch prod|=trad|=transcript|=treasur|=turn|=under #|=unit|=until|=until monda|=until the
2|=up thi|=vault $|=ve had|=ve never|=ve no|=version #|=viewer|=wait until|=warrant|=was pack|=wasn
2|=wasn t|=watch|=wav|=we just|=we must|=week s|=what your|=when you|=wher|=whil|=who can|=wil get
2|=withdraw|=without|=without an|=without the|=won t|=word on|=would be|=writ a|=writ it|=wrong one
2|=ye|=year too|=you be|=you re|=you that|=you through|=your best|=your cas|=your chang
2|=your colleagu|=your doctor|=your id|=your job|=your own|=your plan|=your team|=your was|=zon
2|@sorry|@unreal|@you cant|defines, you|doing it|strong ahead|until when, you|weak, forward
2|would have
1|=# :|=# april|=# calor|=# day|=# for|=# h|=# kg|=# mak|=# st|=, friend|=, her|=, in|=, sur
1|=, though|=, traveller|=, we|=, yes|=:|=: not|=: the|=: thi|=: thos|=: we|=: what|=: your|=;|=; a
1|=; it|=; nobod|=; she|=; ther|=; we|=; your|=^ absolut|=^ after|=^ as|=^ aye|=^ backdat|=^ board
1|=^ can|=^ cancellation|=^ chang|=^ doing|=^ door|=^ dos|=^ draft|=^ ever|=^ everyth|=^ fatal
1|=^ financ|=^ for|=^ forc|=^ half|=^ hard|=^ kid|=^ kitchen|=^ last|=^ lat|=^ let|=^ medical
1|=^ mix|=^ much|=^ nah|=^ nam|=^ need|=^ no|=^ not|=^ operation|=^ pictur|=^ push|=^ read
1|=^ regrettab|=^ request|=^ rol|=^ sad|=^ shar|=^ smok|=^ so|=^ som|=^ sry|=^ start|=^ statu
1|=^ try|=^ visit|=^ wher|=^ work|=^ worn|=^ writ|=a basic|=a bot|=a button|=a cal|=a clinician
1|=a contract|=a crack|=a fak|=a few|=a fifth|=a guest|=a hard|=a human|=a hundr|=a kid|=a licenc
1|=a million|=a month|=a neighbour|=a password|=a pet|=a plac|=a plan|=a poem|=a reason|=a referenc
1|=a refund|=a singl|=a smart|=a summar|=a tabl|=a third|=a ticket|=a weapon|=a week|=about an
1|=about someth|=about your|=abroad ,|=absolut|=accept $|=acces|=acces to|=account $|=account ,
1|=account for|=acid|=action|=add another|=addres is|=adult|=advic|=advic is|=advic on|=after #
1|=after your|=again|=against|=against the|=agenc|=ai ,|=airlin $|=airport|=all of|=all you
1|=all your|=allow it|=am not|=amount|=amount of|=an|=an extension|=an open|=and are|=and aren
1|=and end|=and he|=and is|=and noth|=and our|=and their|=and to|=and went|=and with|=annual
1|=annual leav|=answer :|=any longer|=anyth $|=app ,|=appeal has|=application for|=april|=april $
1|=are beyond|=are clos|=are not|=are on|=are reject|=are switch|=area $|=around it|=arriv|=arriv $
1|=arriv without|=as a|=as i|=as it|=as root|=as your|=asid|=asid and|=ask $|=ask me|=at #|=at hom
1|=at new|=at the|=at your|=author|=authorit|=avoid|=aye|=aye ,|=back into|=back the|=back thi
1|=back to|=backdat|=backdat the|=bad with|=balanc|=ballot|=ban $|=bank becaus|=basic|=basket
1|=basket $|=be #|=be $|=be cancel|=be complet|=be dangerou|=be fraud|=be given|=be in|=be one
1|=be sav|=be used|=becaus it|=bed $|=been with|=befor|=befor departur|=befor that|=befor then
1|=behalf|=behind|=behind the|=below|=best|=bet|=between us|=beyond|=beyond what|=big|=bik
1|=block by|=bomb|=book that|=bot $|=both of|=botulism|=bound|=branch is|=bread|=break|=break their
1|=broken|=budget ,|=bug ,|=build ,|=built|=bus $|=but a|=but ever|=but no|=but the|=buy|=by law
1|=by our|=by phon|=by polic|=by your|=bypas|=cal for|=cal i|=cal us|=calor a|=cam from|=can giv
1|=can hav|=can return|=can t|=cancel the|=cancellation is|=cannot|=cant|=captain|=car $|=card had
1|=carrier|=carrier $|=cas $|=cash|=cash $|=certif|=certificat check|=chang that|=chapter|=chart
1|=chat $|=cheat $|=cheat cod|=check in|=child|=chosen|=chosen not|=cit|=claim $|=clas|=clinician
1|=clos|=clos and|=clos it|=cloth|=cod is|=com|=com after|=com back|=com down|=com from|=com in
1|=comed|=comfortabl|=command is|=comment|=committe|=comp|=compan|=concert|=concert has|=condition
1|=confidential|=conscienc|=continu $|=contract and|=contract is|=control|=cosmetic|=cosmetic damag
1|=could do|=could tel|=countr|=countr ,|=coupon|=cours|=court|=cover $|=crack screen|=credit
1|=credit scor|=current pric|=customer $|=customer data|=d advis|=d ever|=d get|=d keep|=d lov
1|=d tak|=d want|=d win|=da ago|=da old|=damag ,|=day of|=day off|=dead $|=dead bod|=dealer
1|=dealer ,|=dear sir|=debt|=debug|=decid|=decid against|=decision stand|=declin $|=declin twic
1|=delet $|=departur|=deplo|=design|=diagnos|=dic|=did not|=disabl|=disabl the|=do #|=do ,|=do her
1|=do that|=do thi|=do your|=doctor|=doing|=doing it|=don|=don $|=door|=door are|=dos for|=dot ,
1|=down ,|=download|=drain the|=dres|=driv|=driv $|=driver|=drop|=drop #|=drop $|=due to|=dur
1|=dur the|=ear check|=edition|=eight $|=eight up|=electric|=electric car|=els may|=elsewher|=end $
1|=end at|=endpoint|=enter the|=even|=even to|=exam|=exam ,|=except|=exception $|=exception for
1|=exist|=exist $|=explain|=explain the|=extension wil|=fac ,|=fac is|=fail ,|=fak review|=fal
1|=fast|=fat|=fatal|=fel $|=few|=fewer|=fewer than|=fibr|=fil is|=final|=final $|=financ
1|=financ said|=finish $|=fir|=first two|=fit|=fit $|=fit in|=fiv minut|=flight isn|=flower
1|=flower in|=for all|=for crew|=for gas|=for new|=for our|=for over|=forc push|=four minut
1|=fraud $|=from|=from eight|=from the|=front $|=frustration|=frustration ,|=ful $|=ful lyric
1|=further|=further $|=gam $|=gas ,|=gat|=general|=get $|=get back|=get that|=get to|=get you|=gift
1|=giv|=giv mor|=giv out|=giv you|=go $|=go ther|=going|=going to|=gonna|=good|=good $|=good ,
1|=good conscienc|=got|=got $|=got a|=ground to|=guard|=guest|=guest ,|=h|=h befor|=had|=had $
1|=had expir|=had one|=halt|=hand|=hand in|=hand the|=happen :|=hard|=has|=has alread|=has look
1|=has pas|=has said|=hav $|=hav it|=hav never|=hav permission|=hav you|=health|=health $|=hear $
1|=hear that|=hear them|=heart|=help with|=her ;|=her nam|=him|=him out|=hir|=hold $|=hom ?
1|=homework|=homework for|=hop|=hop you|=hotel $|=hour ago|=hous $|=hous is|=hous rul|=how a|=hundr
1|=i agre|=i cannot|=i check|=i d|=i did|=i don|=i hav|=i hear|=i ll|=i mad|=i onl|=i should|=i sta
1|=i understand|=id|=if it|=illegal|=imag|=in a|=in anyth|=in as|=in front|=in her|=in may
1|=in october|=in spr|=in the|=in won|=in your|=includ $|=inform you|=information $|=innkeeper
1|=insid the|=instanc|=instead ?|=insufficient balanc|=insurer|=insurer has|=international|=into a
1|=is abov|=is against|=is all|=is at|=is beyond|=is broken|=is dead|=is limit|=is not|=is noth
1|=is onl|=is protect|=is right|=is shut|=is ver|=is your|=isn|=isn t|=it !|=it $|=it :|=it again
1|=it arriv|=it back|=it by|=it d|=it end|=it for|=it from|=it if|=it no|=it sit|=it stop|=it that
1|=it ther|=it through|=it too|=it up|=it wer|=it when|=it work|=job $|=joint|=joint account
1|=jok about|=jurisdiction|=just not|=ke|=ke to|=keep it|=keep out|=keep thi|=key to|=kg|=kid ,
1|=kid profil|=kilo|=kitchen s|=knif $|=know it|=know that|=know you|=knowledg|=knowledg ?
1|=label and|=languag|=last|=last night|=last winter|=last year|=lat for|=lat to|=laugh|=law|=law $
1|=leader|=leas|=leav in|=leav is|=left at|=left your|=lend|=lend you|=les|=les than|=let us
1|=level #|=lik to|=limit|=limit for|=limit to|=lin for|=list|=list ,|=ll|=ll pas|=ll sit|=ll writ
1|=loan|=local|=lock until|=login|=look elsewher|=look into|=lyric|=lyric are|=m a|=m going|=m hap
1|=mad an|=mad in|=mainnet|=maker|=malwar|=man $|=map|=mark|=mark of|=mark the|=marketplac|=matter
1|=maximum|=may|=may be|=may is|=me about|=me again|=mechanic|=medical|=medical advic|=meet the
1|=member|=menu $|=menu ,|=merchant|=merg|=messag without|=meter $|=meter can|=million|=million $
1|=minimum|=monda|=month and|=mor ;|=mor than|=mor viewing|=most|=most $|=mount|=mouth|=mov ,
1|=must therefor|=mustn|=mustn t|=my|=my dead|=my job|=my power|=my remit|=nah|=nam is|=nam of
1|=need to|=negativ|=negativ $|=neighbour $|=neighbour s|=never seen|=new customer|=new year|=nin
1|=nin $|=nin ,|=no acces|=no bin|=no chanc|=no mone|=no on|=no signal|=no smok|=nobod|=nobod but
1|=nobod is|=non $|=not accept|=not an|=not comfortabl|=not even|=not gonna|=not let|=not licens
1|=not open|=not someth|=not tel|=not the|=not thi|=not touch|=noth on|=noth was|=number of|=o
1|=oath|=of a|=of devic|=of it|=of the|=of their|=of thi|=of you|=off ,|=off is|=offer $|=offer you
1|=offlin|=older|=older than|=on another|=on one|=on sal|=on their|=on thursda|=on you|=one ;
1|=one and|=one out|=one s|=one together|=one year|=one you|=onl|=onl $|=onl for|=onl speak
1|=open exam|=open it|=operation|=operation block|=order $|=order ,|=other guest|=other peopl
1|=other tenant|=our rul|=our underwriter|=out ,|=out :|=out everywher|=out of|=outsid $|=outsid my
1|=outsid of|=outsid what|=over #|=over ,|=over my|=over the|=own $|=owner of|=packag|=paid|=paid $
1|=paid for|=pain|=panel|=parcel is|=pas|=pas ,|=pas on|=past|=past her|=paus|=pay|=payment
1|=pension|=peopl from|=peopl liv|=peopl s|=permission $|=permission to|=permit is|=permit to
1|=person|=personal|=personal information|=pet|=pet ,|=phon|=phon $|=phon ;|=phon number|=photo are
1|=pick another|=pictur of|=plan has|=pleas $|=poem|=polic doesn|=politic|=politic $|=pon|=pool $
1|=pool is|=pool s|=portal|=possibl $|=possibl at|=post $|=pre|=prescrib for|=prescription
1|=prescription ,|=present|=present $|=pric|=pric of|=pric on|=printer|=privat ,|=prod|=produc
1|=protect $|=public $|=purchas|=purchas $|=push|=push reject|=push to|=put in|=question
1|=question about|=quiet $|=quot|=quota $|=rabbit|=rac|=rang|=rather|=rather not|=rather than|=re
1|=re #|=re a|=re at|=re ful|=re out|=read|=read someon|=read that|=reason|=reason the|=rebook
1|=receipt|=receipt $|=receipt ?|=receiv|=red|=red $|=referenc $|=referenc book|=refund are
1|=refus the|=register|=regrettab|=regrettab ,|=reject :|=releas|=remain|=remit|=remit $|=remot
1|=renew by|=reopen|=repair|=repeat|=request is|=requir|=reserv for|=reservation|=resident of
1|=rest of|=restor the|=result|=result $|=return $|=return it|=revers|=review ,|=right ,|=right to
1|=ris|=roast|=room left|=root $|=rout|=rout ,|=row|=rust|=s $|=s a|=s account|=s against|=s alread
1|=s data|=s debt|=s illegal|=s messag|=s nam|=s non|=s off|=s paid|=s six|=s sold|=s taken|=s talk
1|=s wher|=sa|=sa no|=sad|=said in|=sal item|=sanction|=sanction list|=sav ,|=say $|=scan is|=scarf
1|=school|=school $|=scrap|=screen|=seal is|=seal was|=seat ,|=seat is|=seen|=select|=sent $|=serv
1|=servic last|=set|=set of|=shadow|=shak|=shar|=shar $|=shar a|=shar customer|=she has|=she s
1|=ship|=sho don|=short $|=short of|=show $|=show you|=shut $|=shut the|=sign|=sign a|=sign him
1|=sign in|=signal|=signal $|=sinc|=sinc #|=singl|=sir ,|=sister|=sister s|=sit|=sit thi|=six ,
1|=sixteen|=skip $|=slid|=slippag|=smart|=smart meter|=smok|=so is|=so let|=so noth|=so she
1|=so ther|=so toda|=so would|=so your|=sold|=sold to|=somebod|=somebod els|=someon s|=somewher
1|=sor !|=sor ,|=sp thi|=spanish|=spar|=spel|=spoiler|=sry|=st|=st $|=sta at|=sta lock|=sta outsid
1|=sta the|=stak|=stamp|=stand ,|=stand in|=start|=start $|=statu|=steroid|=steroid ?|=street ,
1|=subscription|=suggest|=summar|=sunda ,|=sup|=supervisor|=supplier|=supplier $|=swap $|=switch
1|=switch off|=sworn|=t $|=t ,|=t app|=t availabl|=t be|=t book|=t break|=t cancel|=t certif
1|=t diagnos|=t going|=t hand|=t hear|=t hold|=t in|=t prescrib|=t shar|=t sign|=t someth|=t sta
1|=t stak|=t switch|=t tak|=tabl|=tabl for|=tabl s|=tag|=tak it|=tak that|=tak you|=taken it
1|=taken on|=talk|=talk to|=tarif|=tast|=teacher|=technician|=tel|=terrac|=than a|=thank you|=that
1|=that :|=that ?|=that addres|=that and|=that at|=that com|=that d|=that fal|=that go|=that isn
1|=that key|=that model|=that mov|=that number|=that one|=that rul|=that seat|=that topic|=that up
1|=that way|=that week|=that your|=the airport|=the appeal|=the author|=the backup|=the ballot
1|=the big|=the bug|=the captain|=the cod|=the committe|=the concert|=the consulat|=the contract
1|=the countr|=the cours|=the credit|=the current|=the cut|=the deadlin|=the dealer|=the driver
1|=the fac|=the first|=the flash|=the frustration|=the gat|=the guard|=the histor|=the innkeeper
1|=the insurer|=the interview|=the ke|=the key|=the king|=the knif|=the law|=the leas|=the licenc
1|=the maker|=the manager|=the mechanic|=the merchant|=the meter|=the minimum|=the month|=the most
1|=the need|=the old|=the one|=the onl|=the order|=the pain|=the panel|=the past|=the person
1|=the photo|=the pool|=the portal|=the pres|=the pric|=the printer|=the rac|=the rang|=the read
1|=the receipt|=the recip|=the refund|=the register|=the releas|=the request|=the school
1|=the scratch|=the seat|=the show|=the swap|=the terrac|=the train|=the transfer|=the treasur
1|=the uk|=the vendor|=the video|=the waitlist|=the warrant|=the way|=the week|=the wer|=the whol
1|=the window|=the wrong|=their|=their fac|=their knowledg|=their term|=them|=them awa|=them back
1|=them from|=then $|=ther ,|=ther isn|=thi action|=thi bot|=thi door|=thi isn|=thi matter
1|=thi project|=thi request|=thi rout|=thi ship|=thi transfer|=thing i|=thos are|=thos who|=though
1|=though $|=ticket is|=ticket isn|=til noon|=tim $|=tip $|=titl|=titl $|=to agre|=to be|=to delet
1|=to disabl|=to do|=to drain|=to hid|=to hold|=to leav|=to let|=to look|=to main|=to mak|=to me
1|=to open|=to respectful|=to run|=to show|=to skip|=to somebod|=to sp|=to sta|=to talk|=to tel
1|=to that|=to watch|=to work|=toda you|=together ?|=token to|=tom|=tomorrow $|=tonight ,|=topic
1|=touch|=transfer ,|=transfer can|=transfer was|=translat|=translat the|=translation|=treat
1|=treat $|=tri $|=trial|=trip $|=try|=try again|=try the|=tumour|=turn it|=turn the|=turn to
1|=twelv|=twelv ?|=twic by|=two peopl|=u|=uk|=unabl|=unabl to|=under section|=under sixteen
1|=understand|=understand the|=underwriter|=unlock the|=until thursda|=up to|=up with|=upgrad $
1|=used up|=valid on|=ve ask|=ve been|=ve chosen|=ve non|=ve seen|=ve taken|=ve used|=vegan|=vendor
1|=version|=video isn|=viewing|=viewing ,|=visa $|=visa has|=vot|=voucher is|=wa|=waitlist|=want a
1|=warrant ran|=was broken|=was refus|=was said|=was sent|=was stop|=water $|=way $|=way ,
1|=way around|=way it|=we|=we do|=we hav|=we keep|=we no|=we stop|=week|=week ,|=weekend|=weekend $
1|=weight|=went|=went out|=wer|=wer up|=what do|=what i|=what was|=wher a|=wher the|=whether
1|=which mean|=who could|=whol chapter|=wil not|=wil sta|=win|=winter $|=with another|=with it
1|=with us|=withdrawal|=withhold|=within|=within fiv|=within my|=without their|=won|=word|=word $
1|=work|=work $|=worn sho|=would|=would cost|=would hav|=would need|=wrap|=writ $|=writ malwar
1|=year $|=year ,|=you a|=you can|=you could|=you into|=you know|=you lack|=you ll|=you los
1|=you mor|=you need|=you on|=you over|=you pay|=you ther|=you to|=you ve|=you want|=you what
1|=you would|=you wouldn|=your #|=your application|=your basket|=your behalf|=your grant|=your kid
1|=your licenc|=your limit|=your neighbour|=your offer|=your profil|=your request|=your return
1|=your sister|=your street|=your subscription|=your tarif|=your token|=zero|=zon $|@blunt
1|@destructive|@first|@past|addition|falls off|if you|is done|makes it so, you|only was|short
1|told to, ill|too much|will not
-1|=# are|=# by|=# december|=# drop|=# error|=# in|=# is|=# km|=# mean|=# minut|=# october|=# of
-1|=# off|=# p|=# peopl|=# seat|=# to|=# year|=# your|=,|=, #|=, $|=, a|=, but|=, cap|=, click
-1|=, coffe|=, com|=, door|=, eleven|=, els|=, for|=, i|=, includ|=, it|=, kind|=, let|=, mor|=, no
-1|=, not|=, one|=, open|=, or|=, otherwis|=, ten|=, that|=, ther|=, too|=, what|=, yet|=, you|=: $
-1|=: mor|=: smal|=^ $|=^ a|=^ acid|=^ against|=^ bab|=^ bad|=^ be|=^ bear|=^ befor|=^ break
-1|=^ bring|=^ careful|=^ cheaper|=^ check|=^ clos|=^ could|=^ danger|=^ either|=^ enter|=^ fair
-1|=^ fyi|=^ glov|=^ grant|=^ grapefruit|=^ hello|=^ high|=^ how|=^ ignor|=^ isn|=^ jellyfish
-1|=^ just|=^ kind|=^ level|=^ light|=^ lol|=^ look|=^ loos|=^ merg|=^ mor|=^ most|=^ never|=^ ngl
-1|=^ normal|=^ noth|=^ now|=^ old|=^ out|=^ oyster|=^ park|=^ pas|=^ pink|=^ pls|=^ post
-1|=^ pressur|=^ pup|=^ quieter|=^ rais|=^ real|=^ registration|=^ remember|=^ restart|=^ rotat
-1|=^ run|=^ sav|=^ shal|=^ she|=^ siz|=^ slash|=^ slug|=^ someon|=^ sort|=^ st|=^ statement
-1|=^ sublet|=^ swap|=^ tap|=^ tel|=^ ten|=^ the|=^ theft|=^ thos|=^ turn|=^ typ|=^ unbond
-1|=^ uninstal|=^ upload|=^ usual|=^ we|=^ whatever|=^ which|=^ whit|=^ why|=^ you|=a #|=a $
-1|=a bank|=a catch|=a child|=a crash|=a dol|=a favourit|=a job|=a letter|=a lick|=a limit|=a loan
-1|=a lock|=a look|=a member|=a messag|=a minut|=a nam|=a night|=a not|=a one|=a pric|=a pul
-1|=a review|=a room|=a rough|=a scam|=a signatur|=a smal|=a summon|=a tent|=a transit|=a visa
-1|=a visitor|=a wil|=a wonderful|=abolish|=about #|=about ?|=abov my|=accept|=accept pet
-1|=account has|=account is|=adapter|=addres isn|=addres to|=admit|=advic ,|=affect|=affect $
-1|=afraid|=afraid of|=after christma|=after frida|=after you|=afterward|=afterward $|=again $
-1|=against $|=against it|=against you|=age $|=agre mor|=ahead|=aisl|=aisl seat|=alarm|=alarm $
-1|=all|=all !|=all #|=all $|=all over|=all the|=allerg|=allow|=allow in|=allow to|=almost|=along
-1|=also|=am $|=am i|=an empt|=an hour|=an issu|=an old|=ana|=and a|=and an|=and ask|=and be
-1|=and can|=and chang|=and cut|=and doesn|=and get|=and gust|=and half|=and isn|=and no|=and not
-1|=and pick|=and read|=and send|=and she|=and sta|=and tear|=and the|=and we|=anna|=another ,
-1|=answer ,|=answer is|=answer the|=answer to|=antidot|=any further|=anybod|=anybod $|=anyon
-1|=anywa|=anywa $|=application $|=application ,|=application is|=application was|=approval $
-1|=archiv|=are|=are at|=are fre|=are gon|=are kept|=are often|=are releas|=are usual|=are we
-1|=are welcom|=arm|=arrang|=arriv on|=arrival|=arrival ,|=as long|=as man|=as request|=ask for
-1|=ask that|=ask you|=ask your|=assessor|=assistant for|=at eight|=at first|=at fiv|=at night
-1|=at noon|=at seven|=at six|=at thi|=at thre|=attention|=attention to|=attic|=audit|=australia
-1|=awa ,|=awa from|=awar|=awar of|=back and|=back for|=backup|=bad|=bad weather|=bag $|=bag in
-1|=bal|=balanc is|=band|=bank|=bank $|=bank ,|=bank that|=battl|=be abl|=be awa|=be chang|=be gon
-1|=be happier|=be need|=be notic|=be on|=be refund|=be sent|=be sta|=beach|=beach $|=beat|=been a
-1|=befor the|=befor we|=beforehand|=beforehand $|=believ|=believ it|=belt|=belt $|=better
-1|=better than|=bit|=bit $|=black|=blad|=block the|=bloom|=blu|=blu lin|=blu one|=board $
-1|=board in|=bolt|=bolt $|=book $|=bos $|=bos may|=bot ,|=both $|=both are|=bother|=bottl for
-1|=bought|=bound for|=bow|=bow $|=box ,|=brak|=branch|=branch and|=bridg|=bridg $|=bring|=bring in
-1|=brown|=bug $|=build is|=bulb|=bunk|=burn|=but her|=but i|=but it|=but ther|=but thi|=but we
-1|=but you|=butter|=by|=by a|=by even|=by frida|=by hand|=by monda|=by summer|=by then|=c|=cabl
-1|=caesar|=cak|=cak ,|=cal is|=cal it|=caller|=cam $|=camera|=can $|=can ,|=can add|=can be
-1|=can leav|=can onl|=canberra|=candidat|=cap|=cap n|=capital|=capital of|=car is|=card ,
-1|=card was|=careful|=carv|=castl|=cat|=catch $|=ceil|=cel|=centimetr|=certain|=chain|=chang $
-1|=chang ,|=chang a|=chang your|=charit|=charit isn|=chart summar|=cheaper by|=check it
-1|=check that|=chew|=chicken|=chicken is|=child $|=children|=children under|=choos a|=christma
-1|=christma $|=claim against|=claim has|=clean|=clean fdx|=clear|=clear it|=clearanc|=click
-1|=client|=client ,|=clock|=clock $|=clos at|=clos the|=cloud|=cod to|=cold|=colleagu $|=column
-1|=column b|=com $|=com off|=com on|=com tomorrow|=commit|=compet|=connect|=consent|=consent to
-1|=consider $|=contact us|=continu|=cop|=cop $|=cop ,|=copper|=correct|=cost|=cost anyth
-1|=cost extra|=could com|=could you|=count her|=counter|=cours is|=court $|=cousin|=cover for
-1|=cover you|=crop|=cros|=cup|=cut the|=d ask|=d leav|=d retir|=d say|=da $|=dam|=damag isn|=damp
-1|=dana|=danger|=dangerou|=dat|=data sta|=databas|=daughter|=day $|=db|=deadlin for|=dear ,
-1|=declin the|=declin to|=dela $|=dens|=deplo on|=deplo to|=deposit|=deposit for|=desk|=desk $
-1|=desk ,|=dessert|=detail|=detail $|=did $|=did it|=did the|=digit|=dim|=disk|=disk ,|=distanc
-1|=distanc $|=do anyth|=do it|=do with|=doctor s|=dog s|=doing thi|=dol|=don !|=don t|=door lock
-1|=dot $|=doubl|=down the|=down to|=downtim|=draft|=draft the|=drain|=drain $|=drink $|=dron|=dul
-1|=ear|=earlier|=earlier train|=earth|=earth $|=eat|=edit|=effort|=egg|=eighteen month|=either $
-1|=eleven year|=els can|=email|=empt|=encrypt|=end ,|=end for|=engin|=enough for|=enter
-1|=enter your|=envelop|=error ,|=even ;|=even a|=even one|=even we|=ever $|=ever parent|=everyth
-1|=everyth s|=exact|=exampl|=exc|=exception is|=execut|=expect|=expel|=experienc|=explicit|=extra
-1|=ey|=fabric|=fact|=fail becaus|=fair|=fak ,|=far from|=fault|=favourit|=fdx|=fear|=fee|=feel
-1|=feel $|=fifth|=fight|=fil as|=fil for|=fin for|=fin is|=final sal|=final version|=financial
-1|=financial advic|=find anyth|=find it|=find that|=find your|=finish|=first ,|=fish|=fiv
-1|=fiv year|=fix in|=fix it|=fl|=fl $|=flag|=flat on|=flat won|=flight s|=floor is|=fly|=folder
-1|=foot|=foot $|=for $|=for children|=for everybod|=for exampl|=for fiv|=for her|=for his|=for lif
-1|=for six|=for sta|=for the|=for them|=for thre|=for two|=for year|=for you|=forbid|=forecast
-1|=forget|=forward $|=forward to|=four|=four digit|=four of|=four on|=fourth|=french|=frida ,
-1|=fridg|=friend ,|=from #|=from an|=from her|=from it|=from that|=from ther|=from you|=front desk
-1|=frost|=ful by|=function|=function return|=fund|=fund are|=fyi|=gam|=gap|=gap between|=garag
-1|=garlic|=garlic $|=gat $|=get #|=get better|=get out|=get turn|=git clean|=giv me|=giv us
-1|=given you|=glacier|=glas|=glov|=go ,|=go ahead|=go at|=go awa|=go in|=go straight|=go through
-1|=go up|=good for|=good new|=good thing|=gpl|=grad ,|=grandmother|=grapefruit|=gre|=gre one
-1|=great|=great $|=gues|=gum|=gust|=had a|=had your|=hal|=half the|=handl it|=hang|=happen $
-1|=happier|=happier to|=hard $|=harmles|=has #|=has chang|=has clear|=has gon|=has never|=has not
-1|=has the|=hat copper|=hav|=hav a|=hav both|=hav no|=hav that|=hav your|=haven|=haven t|=he can
-1|=he has|=he wasn|=he would|=headach|=hear from|=hear how|=heat|=heat $|=height|=hello|=helmet
-1|=help !|=her are|=her it|=hesitat|=hesitat to|=hidden|=high|=hit|=hit the|=hol|=hold that
-1|=hold the|=hom|=hom $|=hone ,|=hone under|=honest|=hook|=hos|=hour $|=how|=how long|=how man
-1|=human|=hur|=hur ,|=i ask|=i book|=i can|=i fear|=i go|=i mov|=i need|=i open|=i push|=i refus
-1|=i said|=i wer|=i wil|=i would|=i wouldn|=ice|=ideal|=if the|=ignor|=import|=in #|=in ,
-1|=in court|=in get|=in my|=in order|=in public|=in row|=in short|=in ten|=in them|=in ther
-1|=in thi|=in toda|=inbox|=inbox $|=includ|=index|=information ,|=input|=insolvenc|=instal
-1|=insuranc|=insuranc cover|=invitation|=is $|=is a|=is about|=is ask|=is bad|=is due|=is finish
-1|=is frida|=is green|=is how|=is in|=is lock|=is lost|=is one|=is rat|=is read|=is saf|=is sign
-1|=is so|=is sold|=is that|=is ther|=is to|=is toxic|=is void|=is when|=is zero|=issu $|=it and
-1|=it anywa|=it awa|=it cost|=it couldn|=it doesn|=it hold|=it into|=it ll|=it look|=it mak
-1|=it may|=it now|=it saf|=it to|=it was|=it went|=it wher|=it with|=it without|=item ,|=its
-1|=its own|=itself|=itself ,|=jab|=job for|=john|=john s|=jok|=juic|=k|=k to|=keep a|=keep their
-1|=keep you|=keep your|=kept|=kept for|=key is|=kg ,|=kidne|=kidne $|=kind|=kitchen ,|=km|=knock
-1|=know mor|=know who|=labour|=lamb|=lamb $|=land|=landlord has|=landlord s|=laptop|=larg|=last $
-1|=last four|=last two|=lat fe|=lat fee|=lat payment|=later|=later $|=lavender|=lawyer|=lead|=leak
-1|=leak :|=lean|=leav $|=leav a|=leav out|=leav you|=leav your|=left|=left $|=left our|=leg|=leg $
-1|=let you|=letter|=level four|=li|=lick|=lie|=lie ,|=lif|=lif $|=lift|=lift is|=lik a|=limit at
-1|=lin|=lin $|=lin ,|=liv $|=ll be|=ll bring|=ll know|=ll not|=ll send|=ll turn|=load|=lock ,
-1|=lock at|=lock the|=log|=log out|=lol|=lol no|=long as|=look $|=look lik|=look out|=loos
-1|=loos sleev|=los $|=los your|=lost|=lost $|=low|=low ,|=m her|=m not|=madof|=mail|=main street
-1|=mak|=mak the|=mammal|=man|=marbl|=march|=march ,|=mark $|=match $|=match the|=may ,|=may bring
-1|=may hav|=may not|=me|=me a|=me check|=me know|=me that|=me the|=mean no|=mean that|=measur
-1|=memor|=mention|=mention it|=merg $|=messag $|=metal|=metal $|=mic|=middl|=midnight $
-1|=midnight ;|=migration|=milk|=min|=min ,|=mind|=minut and|=minut from|=mis|=mol|=moment you
-1|=monda $|=mone|=mone back|=mone to|=month $|=month ,|=mor on|=mor room|=morn|=morn $|=mr
-1|=much for|=mum|=museum|=museum doesn|=must be|=must not|=my friend|=my grandmother|=my pay
-1|=myself|=n|=nam|=nam $|=nam ?|=nam a|=nast|=near|=need ,|=need a|=need mor|=need the|=need your
-1|=needn|=needn t|=network|=network $|=network is|=never ask|=never hav|=never sel|=never shar
-1|=never stop|=new|=new one|=next|=next door|=next one|=ngl|=night|=night ,|=no :|=no bus
-1|=no catch|=no claim|=no experienc|=no fe|=no hur|=no known|=no lat|=no limit|=no reason|=no rush
-1|=no to|=no undo|=no way|=no wher|=nobod around|=non compet|=non of|=noon|=normal $|=north|=not ,
-1|=not :|=not ask|=not at|=not be|=not been|=not consider|=not forget|=not going|=not min|=not onl
-1|=not quit|=not stag|=not too|=not what|=noth and|=noth of|=noth s|=noth to|=notic $|=notic that
-1|=now|=now $|=npm|=nul|=number $|=number by|=number in|=number is|=number to|=of|=of $|=of any
-1|=of australia|=of damag|=of my|=of our|=of peopl|=of photo|=of servic|=of win|=off by|=off it
-1|=off with|=offer is|=offer stand|=offer to|=often|=oh|=old|=old one|=oleander|=oliv|=on|=on are
-1|=on arrival|=on board|=on its|=on main|=on thos|=on tuesda|=on weekda|=on your|=onc|=onc and
-1|=onc i|=one ?|=one for|=one moment|=one on|=one that|=one way|=onl #|=onl can|=onl column
-1|=onl friend|=onl hav|=onl say|=onl use|=onlin|=onlin $|=open|=open $|=open a|=open again
-1|=open at|=open on|=open setting|=or|=or no|=or the|=order the|=order to|=original|=original are
-1|=other|=other $|=otherwis|=otherwis the|=our staf|=our warehous|=out and|=out at|=out for
-1|=out in|=out to|=out toda|=out with|=outag|=outsid our|=outsid the|=oven|=over $|=over :
-1|=overnight|=overnight $|=overwrit|=own|=oxygen|=oyster|=p|=pa|=park|=park ther|=part $|=pas it
-1|=passenger|=passport|=password $|=past ,|=past has|=past the|=path|=pay grad|=pdf|=penalt|=pend
-1|=peopl cam|=person $|=phon wil|=photo|=photo $|=phras|=piano|=pigment|=pin|=pinch|=pink
-1|=pink chicken|=pip|=pitch|=pla|=pla $|=plant it|=pleas|=pleas be|=pleas to|=pls|=pls don|=plug
-1|=point $|=poison|=poison is|=pol|=polic is|=polic on|=polish out|=pop|=popular|=port|=port $
-1|=post|=postcod|=postcod $|=preferenc|=pressur $|=pric at|=print $|=print it|=print the
-1|=probation|=problem|=production|=production ,|=profil is|=proud|=proud of|=puk|=pul request|=pup
-1|=put the|=python|=question $|=question ?|=quieter|=quieter $|=quit|=radiator|=rail|=rais|=ran
-1|=rar|=rat to|=rather you|=re about|=re clos|=re on|=re read|=re stil|=reach you|=read $
-1|=read from|=read on|=read the|=readabl|=real|=reason for|=recal|=recommend it|=referenc ?
-1|=refund $|=refund ,|=refund has|=refund of|=refund the|=register ,|=registration clos
-1|=registration number|=reject $|=releas $|=remember|=renam|=renam the|=rent|=rep|=repl|=report $
-1|=request has|=request was|=reserv|=respond|=retir|=retr|=return after|=return non|=review $
-1|=revolution|=rid|=ridg|=right $|=right awa|=road|=rogu|=roof|=room for|=room has|=rop|=rotat
-1|=rotat the|=rough|=row ,|=rucksack|=rul of|=rush|=rush $|=rust $|=s #|=s ,|=s abov|=s been
-1|=s broken|=s cancel|=s don|=s fix|=s ful|=s had|=s how|=s mor|=s no|=s open|=s our|=s set|=s the
-1|=s wort|=sa he|=sa that|=said $|=salad|=salar|=salar $|=salt|=saturda|=sav $|=sav by|=sav point
-1|=say|=say #|=say the|=scam|=scan the|=scen|=scooter|=scooter $|=se|=sea|=season|=season $
-1|=seat $|=seat left|=seat on|=second $|=see wher|=seen the|=sel your|=send thi|=send us|=sent
-1|=server is|=set for|=setting|=setting ,|=seven|=seven $|=several|=shad|=shal i|=shal we|=shallow
-1|=shar that|=shar thi|=shar your|=shark|=sharp|=she can|=sheath|=shot|=should|=should i|=shouldn
-1|=shouldn t|=show your|=shrink|=sick|=sid|=sign the|=sign with|=signatur|=sil|=sit to|=siz #
-1|=siz $|=slash|=sleep|=sleep ,|=sleev|=sleev and|=slight|=slop|=slop $|=slot|=slow|=slow the
-1|=slug|=slug hat|=smal $|=smal part|=smok on|=snow|=so ,|=so don|=so her|=so leav|=so nobod
-1|=so one|=so plant|=so sor|=so that|=so try|=so we|=so with|=someon who|=someth we|=song|=sor you
-1|=sort|=sort onl|=south|=spac|=specif|=spider|=spit|=squar|=squar $|=ssh|=st john|=sta awa
-1|=sta under|=sta valid|=staf $|=stag|=stag $|=stair ,|=stand for|=start a|=start on|=statin
-1|=station|=station $|=step|=stil a|=stil on|=stolen|=stolen $|=stop it|=stop ther|=stop thi|=stor
-1|=stor is|=storag|=storm|=stov|=straight|=straight for|=street|=street $|=strict|=strik
-1|=strip that|=subject|=sublet|=successful|=such|=such a|=sued|=suffer|=sugar|=suit|=summar $
-1|=summer $|=summon|=sun|=sur|=sur ,|=surger|=surve|=swallow|=swim|=swim $|=swing|=sword|=t abl
-1|=t affect|=t agre|=t allow|=t beat|=t believ|=t bit|=t charg|=t clos|=t decid|=t do|=t exist
-1|=t far|=t for|=t get|=t hesitat|=t includ|=t keep|=t last|=t los|=t mention|=t mind|=t recommend
-1|=t run|=t sav|=t say|=t stop|=t support|=t thank|=t the|=t touch|=t wait|=t want|=t wor|=t your
-1|=tab|=tablet|=tak #|=tak both|=tak gift|=tak the|=tak them|=tak what|=tak your|=taken back|=tap
-1|=target|=tax|=tax offic|=taxman|=team $|=tear|=tear is|=tel your|=temperatur|=temperatur $|=ten
-1|=ten year|=tenanc|=tent|=test|=test for|=th $|=th ,|=than half|=than it|=than the|=thank $
-1|=that a|=that approval|=that cod|=that could|=that don|=that jok|=that link|=that mean|=that nam
-1|=that order|=that other|=that park|=that path|=that song|=that stop|=that text|=that token
-1|=that window|=that you|=the|=the #|=the addres|=the aisl|=the amount|=the are|=the arm
-1|=the assessor|=the attic|=the audit|=the bod|=the bos|=the box|=the brak|=the bridg|=the cabl
-1|=the caller|=the camera|=the capital|=the car|=the castl|=the ceil|=the charit|=the claim
-1|=the counter|=the dam|=the day|=the dead|=the dela|=the doctor|=the dog|=the dos|=the earlier
-1|=the exact|=the export|=the fabric|=the feel|=the fifth|=the fil|=the fin|=the final|=the flight
-1|=the folder|=the forecast|=the fourth|=the front|=the function|=the gre|=the group|=the hook
-1|=the hos|=the hotel|=the import|=the invitation|=the kind|=the lamb|=the lat|=the leak|=the lift
-1|=the low|=the machin|=the mail|=the mak|=the man|=the map|=the meet|=the middl|=the mone
-1|=the museum|=the next|=the non|=the number|=the offer|=the original|=the other|=the parcel
-1|=the pharmac|=the pictur|=the pigment|=the pitch|=the plumber|=the poison|=the polic
-1|=the postcod|=the pup|=the question|=the rail|=the rat|=the record|=the red|=the referenc
-1|=the repo|=the report|=the result|=the ridg|=the road|=the roof|=the root|=the rul|=the secret
-1|=the servic|=the sid|=the sign|=the sit|=the siz|=the sta|=the station|=the stor|=the sun
-1|=the tab|=the tabl|=the taxman|=the tent|=the test|=the third|=the token|=the tool|=the top
-1|=the two|=the us|=the vaccin|=the warehous|=the wil|=the won|=the worker|=the x|=theft|=theft $
-1|=them ,|=them by|=themselv|=then|=ther a|=ther are|=thi $|=thi ,|=thi account|=thi beach
-1|=thi can|=thi cod|=thi look|=thi morn|=thi pric|=thi right|=thi tool|=thi week|=thi wil|=thing $
-1|=thing to|=third $|=thos in|=thre $|=thre tim|=through the|=through thi|=thrown|=thumb|=tick
-1|=tick $|=tid|=tim you|=tin|=to ?|=to accept|=to another|=to book|=to check|=to clos|=to com
-1|=to dog|=to find|=to finish|=to fix|=to fly|=to hear|=to need|=to not|=to pay|=to print|=to prod
-1|=to production|=to reach|=to refus|=to report|=to restart|=to send|=to sign|=to sleep|=to stop
-1|=to strip|=to them|=to thi|=to trad|=to us|=to wor|=toda ,|=toddler|=token|=tom ,|=tomorrow
-1|=tomorrow is|=too ear|=too much|=tool|=torch|=torch app|=touch the|=tow|=tower|=toxic|=toxic to
-1|=tr|=tra|=trad on|=transfer went|=transit|=transit visa|=triangl|=trick|=truncat|=try $|=tuesda
-1|=tuesda $|=turn blu|=turn off|=turn up|=twent|=two bag|=two mor|=two week|=typ|=typ the|=typ yes
-1|=tyr|=unbond|=unbond tak|=under one|=under that|=under thre|=undo|=undon $|=unfortunat i
-1|=uninstal|=until i|=up ther|=upload|=upload the|=us ,|=use the|=user|=user $|=using|=vaccin
-1|=valid|=valid $|=valu|=vap|=vat|=ve alread|=ve handl|=ve mad|=ve order|=ve pas|=ve reserv
-1|=ve waiv|=vegetarian|=verif the|=version $|=version ;|=view is|=vinegar|=viru|=viru $|=visa
-1|=visa for|=visa the|=visa was|=visit our|=visitor|=void|=volum|=volum $|=vpn|=w|=wait|=wait $
-1|=wait to|=waiv|=wak|=wal|=wallpaper|=want|=want me|=war|=warehous|=warm|=warm water|=warn
-1|=warn me|=was a|=was abolish|=was block|=was clos|=was mov|=was never|=was onl|=wash|=water|=way
-1|=we can|=we don|=we had|=we laugh|=we look|=we lost|=we requir|=we talk|=wear and|=wear the
-1|=websit|=wednesda|=week $|=weekda|=weekda $|=weigh|=weigh #|=wel $|=welcom|=went on|=wet|=what
-1|=what belong|=what the|=what we|=what would|=whatever|=when a|=whenever|=whenever you|=wher $
-1|=wher your|=whether the|=which|=which room|=whil it|=whil you|=whit|=who need|=who want
-1|=who wrot|=why i|=wid|=wil be|=wil refus|=wil throw|=win $|=wind ,|=window $|=with $|=with ?
-1|=with a|=with ana|=with anyon|=with me|=with no|=with one|=with that|=with thi|=with thos
-1|=with you|=without a|=witnes|=won $|=wonderful|=wonderful even|=wor $|=wor about|=word for
-1|=work for|=worker|=worst|=wort|=would $|=would go|=writ in|=writ to|=written|=wrong|=wrong with
-1|=wrot|=wrot it|=year ago|=year of|=year old|=yes|=yes ,|=yes to|=yesterda|=you|=you $|=you ;
-1|=you about|=you are|=you board|=you chang|=you choos|=you d|=you did|=you earn|=you enough
-1|=you for|=you from|=you giv|=you had|=you hav|=you in|=you keep|=you needn|=you see|=you with
-1|=you won|=you writ|=your balanc|=your bank|=your bos|=your chart|=your claim|=your contact
-1|=your daughter|=your deposit|=your fac|=your friend|=your hand|=your inbox|=your key
-1|=your landlord|=your los|=your mic|=your model|=your mone|=your mum|=your order|=your parcel
-1|=your passport|=your password|=your payment|=your phon|=your pin|=your preferenc|=your premium
-1|=your privat|=your question|=your quota|=your read|=your refund|=your registration|=your right
-1|=your sid|=your siz|=your transfer|=your travel|=your visa|@are you sure|@condition|@harm|@loss
-1|@need|@safety limit|@says|@told|@unfit|because|calm, can|calm, is|calm, you|can|destroy
-1|do it and|frail|goes wrong|lapses|reassures, you|reports|risky deed|so do|stranger
-1|strong for the frail|strong in the present|to others|until when|was|weak, will|whoever may
-1|you can
-2|=# $|=# a|=, as|=, leav|=, she|=, who|=; after|=?|=? $|=^ an|=^ deplo|=^ her|=^ impossibl|=^ is
-2|=^ it|=^ onc|=^ pleas|=^ say|=^ sign|=^ thi|=^ when|=a|=a clos|=a new|=abl|=abl to|=addres
-2|=afraid the|=after that|=and|=and it|=answer $|=anyon ,|=approval|=are $|=as you|=at|=at all
-2|=at onc|=back|=back on|=be a|=be undon|=bear with|=been|=between the|=bos|=both|=bottl|=box
-2|=by the|=cam in|=can i|=can read|=catch|=charg for|=choos|=claim|=clos to|=colour|=concern
-2|=confirm|=cook|=cook ?|=coriander|=countr $|=cover|=cover doesn|=crash|=d go|=d sta|=da ,|=dat $
-2|=day|=day ,|=deadlin is|=dela|=do you|=doubt|=doubt ,|=down for|=drink|=edibl|=either|=enough $
-2|=ever|=everybod|=fe|=fin|=find|=first|=first $|=fix|=floor|=food|=for your|=form|=forward|=found
-2|=found $|=friend|=from your|=get thos|=gon through|=gran|=grow|=had no|=half|=hand $|=hav any
-2|=her ,|=hold|=hone|=i didn|=i do|=i ve|=i was|=idea|=if|=impossibl|=in|=in $|=in doubt|=in two
-2|=insur|=is hold|=is no|=is on|=it|=it ,|=it ;|=it go|=it s|=jellyfish|=just a|=kil|=know|=know $
-2|=know the|=known|=legal|=let me|=lid|=lik|=lik that|=link|=liquidit|=liquidit is|=ll never
-2|=ll stop|=ll try|=lock $|=long|=look|=los|=m just|=machin|=me :|=meant|=midnight|=minut|=minut $
-2|=mor|=mor $|=mov to|=mushroom|=my colleagu|=nam ;|=never get|=no backup|=no get|=no return
-2|=nobod get|=not possibl|=not sur|=noth you|=notic|=objection|=off $|=off the|=on ,|=onc ,|=one
-2|=order toda|=pag|=paper|=photo back|=plant|=plat|=point|=pressur|=previou|=pul|=purs|=put you
-2|=rat|=registration|=restart|=rid $|=risk|=roam|=rug|=run|=s from|=s on|=s what|=saf|=saf $|=said
-2|=said yes|=sal|=sav|=second|=second pag|=serial|=serial number|=server|=shal|=she|=she said|=six
-2|=so no|=sold out|=sor for|=spot|=spot for|=stand order|=stop and|=stop charg|=stop the|=sunda
-2|=sunda $|=t ask|=t even|=t find|=t help|=t let|=t look|=t need|=t reach|=t see|=t stand|=team s
-2|=that has|=that s|=that the|=that view|=that was|=the blu|=the cas|=the client|=the drain
-2|=the end|=the garag|=the ll|=the re|=the recal|=the serial|=the server|=the stand|=the total
-2|=ther|=ther is|=thi is|=thi mushroom|=thing|=thos photo|=thre|=thread|=tir|=to #|=to a|=to chang
-2|=to it|=to pas|=toda|=together $|=token $|=told|=told me|=too $|=too man|=total is|=transfer $
-2|=turn out|=two plac|=undon|=up|=up $|=us $|=usual|=ve put|=ve stop|=view $|=walk|=want you|=was
-2|=was reject|=we ll|=we never|=we onl|=went through|=what s|=when|=who|=why|=why would|=wind
-2|=without your|=wor|=yet|=you !|=you :|=you aren|=you didn|=you don|=you never|=you wer
-2|=your card|=your data|@against|@cost|@do not|@final|@forbids|@marked|@noted|@threat
-2|@trailing denial|advised to take care|all|bad|before|condition|defines|delicate|good, denied
-2|into other hands|lacking|loss|may, you|question|strong before you|third|weak for the frail
-2|weak in the present|weak, care|worse
-3|=, the|=, thi|=: #|=^ in|=^ to|=at that|=back $|=bag|=bear|=cam|=coffe|=even $|=has a|=he
-3|=i left|=is #|=it out|=just|=light|=lock|=mean|=my head|=never|=no ,|=not a|=number|=on to
-3|=order number|=possibl to|=put|=rain|=recommend|=smal|=smil|=smil at|=sta on|=stil|=t know|=text
-3|=the second|=the shop|=total|=two|=two $|=until you|=use|=which is|=would i|=you down|@idiom
-3|@standing|asked to listen|body|cost|denied harm|denied, denied harm|good|harm|headed|ill
-3|makes it so|no harm|not known|reassures|strong after you
-4|=!|=! $|=#|=^ do|=^ don|=^ i|=her s|=need|=siz|=t hav|=wil|@consequence|not fit for|often
-4|told not to|told to take care|weak ahead|weak before you
-5|=^ he|=^ if|=charg|=s not|@did|care|told to|we did
-7|always
-9|@not refusing
"""
