"""The points for and against a refusal, as ``benchmarks/fit_points.py`` fitted them.

A line is a number of points, and marks (``evidence``) that have it.
"""

TABLE = """\
13|@declines
12|@says no|@withholds
11|@impersonal
7|=sta
5|=her $|=not|=you ,
4|%for good>when|%is>thing|%job|%must>order|%must>to|%not|%rule|%stays>ends|%to>whose job|%we>stays
4|%whose job>they|%you>good|=and i|=for that|=is for|=room|=seal|=thi|=wher|@passive
3|%^body|%deed>does|%deed>is|%deed>not open|%does>we|%ends|%except|%good>you|%instead>not
3|%is>for whom|%is>rule|%later>when|%limit>we|%must>not open|%none|%num>except|%order>deed
3|%rule>rule|%says no|%stays>it|%stays>not open|%thing>order|%to>we|%too>too|%too>we|%we|%we>can
3|%what is asked for|%what is asked for>was|%when>when|%whose job|%will>deed|%will>it|%will>must
3|%you>job|=, in|=, sor|=account|=ago|=are for|=be no|=be the|=bot|=com|=compan|=d lik|=els|=featur
3|=for|=from me|=gon|=is between|=let s|=licenc|=me $|=no|=no $|=not in|=on the|=onl|=onl ,|=pas $
3|=permit|=possibl|=request|=s|=seat|=shut|=to you|=underwear|=ve left|=video|=viewer|=visit
3|=weapon|@deflects|self|until when, you
2|%^except|%^instead|%^money|%^only|%^what is asked for|%all>they|%all>you|%body>it|%body>to
2|%body>whose job|%body>you|%can>ends|%data>not|%data>not open|%deed>deed|%deed>for whom|%deed>good
2|%deed>harm|%deed>it|%deed>others|%deed>risk|%ends>for good|%ends>too|%except>must|%except>num
2|%for good>for good|%for whom|%for whom>except|%for whom>for whom|%for whom>if|%for whom>num
2|%for whom>you|%good>money|%if>is|%instead>can|%instead>stays|%is>does|%is>if|%is>job|%is>not open
2|%is>says no|%it>ends|%it>for good|%it>for whom|%it>it|%it>job|%it>num|%it>only|%later>for whom
2|%later>is|%later>not|%limit|%must>num|%must>thing|%none>deed|%none>sorry|%none>too|%not open
2|%not open>not|%not open>order|%not open>when|%not>data|%not>deed|%not>does|%not>done
2|%not>for good|%not>rule|%not>thing|%num>ends|%num>is|%num>none|%num>order|%num>thing
2|%num>what is asked for|%only>can|%only>whose job|%order>ends|%order>thing|%order>whose job
2|%order>will|%risk>not|%rule>deed|%sorry>it|%stays|%to>for whom|%to>it|%to>order|%to>risk|%to>they
2|%too>limit|%too>when|%was>when|%we>deed|%we>does|%we>job|%we>none|%we>thing|%we>to|%we>when
2|%what is asked for>not|%what is asked for>we|%what is asked for>when|%what is asked for>whose job
2|%when>too|%whose job>ends|%whose job>job|%whose job>not open|%will>ends|%will>none|%will>risk
2|%will>thing|%will>to|%you>done|=# :|=# and|=# rd|=, ,|=, and|=, even|=, if|=, lov|=, sa|=, with
2|=^ #|=^ ,|=^ after|=^ anyth|=^ ask|=^ bik|=^ camera|=^ count|=^ door|=^ error|=^ gift|=^ haha
2|=^ nop|=^ onl|=^ referenc|=^ that|=^ until|=^ video|=^ vot|=^ whether|=a neighbour|=a paid
2|=a plac|=a second|=a tax|=a warrant|=a weapon|=about that|=after four|=after the|=ago ,|=alread
2|=among|=and com|=and wil|=and with|=answer com|=any mor|=anywher|=app|=are a|=ask|=at it|=at nin
2|=awa with|=basket|=be grant|=begin at|=between|=between you|=birthda|=block|=bring your|=broken $
2|=but not|=chat|=cheat|=child|=clif|=cod and|=command|=comment $|=complaint|=confidential $
2|=council|=count|=count your|=crew|=d hav|=day is|=decision|=dic|=discount|=doctor $|=dream
2|=dream $|=earn|=earn is|=eighteen|=eighteen $|=els ,|=end|=english|=english and|=enough ,|=entr
2|=error|=error #|=exam|=extension|=fac|=fac ,|=faith|=featur and|=februar $|=for good|=for thi
2|=for twelv|=from now|=go $|=go on|=going|=gon $|=gon for|=got|=haha|=happen|=has alread|=has stop
2|=has to|=hasn|=hasn t|=hav $|=hav to|=head $|=her is|=hop|=i could|=i leav|=i m|=i realis
2|=in good|=in may|=in spr|=in that|=incom|=instead|=instruction|=insufficient|=into
2|=is confidential|=is from|=is someth|=is spent|=is wher|=it at|=it isn|=januar $|=ke|=king
2|=kitchen|=kitchen has|=lack|=lack the|=lat entr|=laugh $|=limit for|=liv|=ll get|=ll hav|=ll leav
2|=longer|=lov|=lov $|=lyric|=mad|=maker|=may $|=may see|=menu|=meter|=minut ago|=most $|=nam on
2|=neither|=no extension|=no longer|=no room|=no that|=nop|=nop $|=not for|=now on|=o|=october
2|=october $|=of #|=of your|=off :|=off for|=offer|=on it|=on thi|=one $|=one to|=one who|=open to
2|=opponent|=order|=pack|=paid featur|=panel|=peopl|=ping|=possibl $|=pre|=pre exist|=prescrib
2|=prescription|=pric $|=print ,|=prod|=profil|=quiet|=rd|=rd $|=realis|=recip|=record|=referenc
2|=refus $|=refus to|=reject|=religion|=remain|=result|=rol viewer|=round|=round $|=run $|=s out
2|=sa the|=said no|=scar|=scor|=secret ,|=sel|=sel you|=send it|=ship to|=sign in|=simp not|=sir
2|=sir $|=smith|=smok room|=so from|=so the|=so thi|=sol|=someon els|=sor $|=sp|=spent $|=spr
2|=spr $|=sry|=sta clos|=stand $|=start at|=steroid|=stop being|=system|=t|=t a|=t be|=t bring
2|=t count|=t fit|=t go|=t in|=t issu|=t on|=t tel|=t work|=talk|=talk about|=than|=that $
2|=that featur|=that go|=that would|=the bar|=the council|=the court|=the dic|=the kitchen
2|=the maker|=the panel|=the patient|=the pric|=the public|=the system|=the vault|=the ve|=them $
2|=ther ll|=thi one|=thi year|=til|=to $|=token are|=tonight|=too lat|=trad|=turn your|=twelv
2|=twelv box|=unread|=upgrad|=upheld|=upheld $|=vault|=ve never|=ve no|=ve seen|=vest|=viewer $
2|=voucher|=want is|=warrant|=was drop|=was not|=wav|=wed|=week|=week $|=went|=went awa|=went in
2|=went out|=wher the|=whether|=whil|=with pleasur|=with the|=without an|=word on|=writ|=wrong one
2|=you is|=you lack|=you off|=you that|=you through|=your complaint|=your is|=your limit
2|=your opponent|=your own|=your rol|=your token|=your was|@blunt|@sorry|doing it|is taken
1|%^harm|%^job|%^later|%^num|%^order|%^says no|%^sorry|%^to|%^when|%all>deed|%all>except|%all>order
1|%all>we|%all>will|%better>is|%body|%body>deed|%body>for whom|%body>none|%body>not|%body>not open
1|%body>risk|%body>rule|%body>stays|%body>they|%body>too|%can>deed|%can>done|%can>for whom
1|%can>good|%can>not open|%can>they|%data>all|%data>deed|%data>for whom|%data>if|%data>is|%data>it
1|%data>must|%data>they|%data>was|%data>we|%deed>body|%deed>data|%deed>ends|%deed>later|%deed>none
1|%deed>num|%deed>says no|%deed>stays|%deed>was|%deed>what is asked for|%deed>whose job|%defines>to
1|%does>deed|%does>does|%does>done|%does>good|%does>harm|%does>num|%does>order|%does>others
1|%does>too|%does>what is asked for|%done>done|%done>if|%done>limit|%done>must|%done>thing
1|%ends>can|%ends>data|%ends>done|%ends>good|%ends>is|%ends>num|%ends>was|%ends>whose job
1|%except>does|%except>done|%except>job|%except>money|%except>order|%except>risk|%except>they
1|%except>we|%for good>deed|%for good>good|%for good>if|%for good>is|%for good>it|%for good>num
1|%for good>what is asked for|%for good>you|%for whom>defines|%for whom>does|%for whom>harm
1|%for whom>instead|%for whom>is|%for whom>must|%for whom>none|%for whom>only|%for whom>risk
1|%for whom>stays|%for whom>they|%for whom>thing|%for whom>too|%good>deed|%good>to|%harm>except
1|%harm>good|%harm>it|%harm>rule|%harm>to|%if>all|%if>for whom|%if>only|%if>risk|%if>was
1|%instead>body|%instead>none|%instead>rule|%instead>when|%is|%is>can|%is>done|%is>ends|%is>except
1|%is>it|%is>limit|%is>none|%is>num|%is>others|%is>they|%is>to|%is>was|%is>we|%is>what is asked for
1|%is>when|%is>whose job|%it>none|%it>not|%it>not open|%it>sorry|%it>thing|%it>when|%it>will
1|%job>better|%job>can|%job>deed|%job>defines|%job>ends|%job>for good|%job>not|%job>stays|%job>too
1|%job>we|%job>when|%job>you|%later>data|%later>except|%later>if|%later>none|%later>to
1|%later>what is asked for|%later>you|%limit>all|%limit>ends|%limit>for good|%limit>is|%limit>later
1|%limit>order|%limit>you|%money>for whom|%money>instead|%money>not|%money>num|%money>stays
1|%money>thing|%money>we|%money>what is asked for|%money>you|%must>body|%must>data|%must>ends
1|%must>except|%must>later|%must>must|%must>says no|%must>stays|%must>what is asked for|%must>will
1|%none>all|%none>if|%none>risk|%none>they|%none>we|%none>when|%not open>data|%not open>is
1|%not open>limit|%not open>not open|%not open>num|%not open>stays|%not open>to|%not open>was
1|%not open>whose job|%not>except|%not>for whom|%not>harm|%not>not|%not>not open|%not>others
1|%not>says no|%not>too|%not>we|%not>when|%num>can|%num>data|%num>done|%num>it|%num>limit|%num>must
1|%num>not|%num>others|%num>risk|%num>says no|%num>sorry|%num>we|%num>you|%only>deed|%only>if
1|%only>it|%only>not|%only>they|%order>body|%order>defines|%order>except|%order>for good
1|%order>for whom|%order>if|%order>later|%order>must|%order>order|%order>others|%order>stays
1|%order>to|%order>we|%order>when|%others>data|%others>except|%others>if|%others>is|%others>it
1|%others>must|%others>not open|%others>num|%others>rule|%risk>data|%risk>deed|%risk>does
1|%risk>good|%risk>it|%risk>money|%risk>too|%risk>when|%rule>does|%rule>except|%rule>for good
1|%rule>if|%rule>is|%rule>it|%rule>num|%rule>risk|%rule>when|%says no>limit|%sorry|%sorry>none
1|%sorry>stays|%stays>deed|%stays>order|%stays>they|%stays>was|%stays>we|%stays>whose job
1|%they>body|%they>done|%they>for whom|%they>instead|%they>must|%they>risk|%they>when|%they>will
1|%thing>deed|%thing>does|%thing>ends|%thing>is|%thing>it|%thing>limit|%thing>not open
1|%thing>others|%thing>sorry|%thing>thing|%to>better|%to>deed|%to>done|%to>if|%to>instead|%to>must
1|%to>rule|%to>says no|%to>you|%too>except|%too>is|%too>not open|%too>sorry|%too>they|%was
1|%was>deed|%was>does|%was>done|%was>good|%was>not|%was>order|%we>better|%we>body|%we>ends
1|%we>except|%we>harm|%we>is|%we>not open|%we>num|%we>order|%we>risk|%we>rule|%we>says no|%we>they
1|%we>we|%what is asked for>can|%what is asked for>data|%what is asked for>does
1|%what is asked for>ends|%what is asked for>for whom|%what is asked for>if|%what is asked for>it
1|%what is asked for>limit|%what is asked for>money|%what is asked for>not open
1|%what is asked for>num|%what is asked for>order|%what is asked for>too|%what is asked for>will
1|%when>all|%when>can|%when>data|%when>deed|%when>ends|%when>for good|%when>for whom|%when>good
1|%when>instead|%when>limit|%when>must|%when>sorry|%whose job>can|%whose job>deed
1|%whose job>defines|%whose job>for good|%whose job>if|%whose job>it|%whose job>must
1|%whose job>none|%whose job>not|%whose job>thing|%whose job>to|%whose job>too|%whose job>whose job
1|%whose job>will|%will>body|%will>instead|%will>is|%will>not|%will>num|%will>order|%will>rule
1|%will>too|%will>we|%you|%you>better|%you>defines|%you>does|%you>for whom|%you>is|%you>it
1|%you>limit|%you>must|%you>not|%you>num|%you>others|%you>was|%you>will|%you>you|=# #|=# ;|=# april
1|=# g|=# h|=# hour|=# it|=# mak|=# ml|=# of|=# s|=# th|=# we|=, becaus|=, by|=, dat|=, dial
1|=, ever|=, for|=, friend|=, however|=, las|=, mat|=, never|=, pleas|=, so|=, though|=, traveller
1|=, try|=, under|=, yes|=: insufficient|=: it|=: not|=: operation|=: order|=: thi|=: two|=: we
1|=; it|=; noth|=; she|=; the|=; ther|=; thi|=^ abov|=^ absolut|=^ answer|=^ as|=^ at|=^ backdat
1|=^ black|=^ blu|=^ build|=^ but|=^ chang|=^ cheat|=^ child|=^ ci|=^ compan|=^ curtain|=^ dai
1|=^ damag|=^ diagnos|=^ dog|=^ doing|=^ dos|=^ draft|=^ dur|=^ exchang|=^ export|=^ financ
1|=^ firework|=^ for|=^ freez|=^ front|=^ hard|=^ hotel|=^ insufficient|=^ it|=^ kitchen|=^ lat
1|=^ let|=^ liv|=^ lock|=^ medical|=^ much|=^ nah|=^ need|=^ next|=^ non|=^ not|=^ number
1|=^ operation|=^ outsid|=^ overdraft|=^ part|=^ photo|=^ pick|=^ pictur|=^ predict|=^ push
1|=^ question|=^ quota|=^ read|=^ receipt|=^ refund|=^ result|=^ sad|=^ salar|=^ saver|=^ scor
1|=^ secret|=^ shar|=^ sold|=^ statu|=^ steroid|=^ stock|=^ sword|=^ talk|=^ thre|=^ ticket|=^ tip
1|=^ trad|=^ two|=^ under|=^ visit|=^ we|=^ wed|=^ work|=^ worn|=^ writ|=a bab|=a bomb|=a bot
1|=a branch|=a chat|=a client|=a clinician|=a cod|=a contract|=a crack|=a day|=a different|=a dish
1|=a fak|=a fifth|=a gap|=a gold|=a guest|=a hundr|=a jok|=a judg|=a kid|=a lat|=a licenc|=a lot
1|=a mail|=a matter|=a month|=a mov|=a nic|=a no|=a parcel|=a parent|=a pet|=a prescription
1|=a pressur|=a promis|=a protect|=a read|=a reason|=a short|=a skin|=a smart|=a subject|=a summar
1|=a tabl|=a third|=a threat|=a torn|=a trial|=a wel|=about|=about an|=about someth|=about your
1|=abov|=absolut|=absolut not|=accept $|=account $|=account ,|=acid|=acros|=acros the|=action
1|=activ $|=activat|=add|=add another|=addres is|=admin|=admin $|=adult onl|=advis|=advis on
1|=afraid $|=after|=after #|=again|=again on|=against the|=ago and|=ai ,|=airlin $|=airport|=all i
1|=all of|=all you|=all your|=alread ,|=among the|=amount of|=an|=an account|=an app|=an appeal
1|=an ear|=an extension|=an open|=and are|=and aren|=and beyond|=and cam|=and last|=and look
1|=and neither|=and nobod|=and noth|=and our|=and peopl|=and read|=and so|=and thos|=and your
1|=another|=answer|=answer :|=answer that|=answer you|=antibiotic|=anyon $|=anyth $|=anyth to
1|=anywher $|=apart|=apart from|=app $|=app ,|=appeal|=appeal was|=appl $|=application and|=april $
1|=apron|=are clos|=are issu|=are need|=are off|=are on|=are reject|=are the|=are unabl
1|=are written|=area $|=aren|=aren t|=arriv $|=arriv without|=art begin|=as for|=as i|=as it
1|=as much|=as root|=as the|=asid and|=ask $|=ask a|=ask again|=ask you|=assessor s|=at #|=at a
1|=at eighteen|=at eleven|=at level|=at most|=at new|=at your|=august|=august is|=availabl|=awa $
1|=bab can|=bab monitor|=back into|=back is|=back with|=backdat|=backdat the|=balanc|=ban $|=bar
1|=bark|=be #|=be $|=be another|=be dangerou|=be fraud|=be fre|=be get|=be mov|=be not|=be sav
1|=be turn|=becam|=becaus it|=bed|=bed $|=been test|=befor departur|=befor that|=befor you|=begin
1|=begun|=behalf|=behind|=behind the|=being|=belong|=belong to|=best|=bet|=between them|=beyond thi
1|=bik|=birthda $|=black frida|=block by|=block it|=blu $|=boat|=bomb is|=book that|=bot $|=both of
1|=botulism|=bound|=box are|=bread|=bu|=budg|=budg $|=budget|=budget ,|=budget for|=build|=build $
1|=built|=but no|=button|=buyer|=buyer $|=by chat|=by me|=by polic|=by post|=by rodent|=by us
1|=bypas|=cabin|=cak need|=cam back|=camera|=can hav|=can look|=can offer|=can return|=can send
1|=can t|=cancel|=cancel the|=cannot|=cant|=car|=car $|=car ,|=card|=card $|=card can|=card start
1|=cas|=cas $|=cas is|=cash|=cash $|=certif|=certificat|=certificat check|=chang it|=chang window
1|=chapter|=chapter two|=cheat $|=check|=check with|=checker|=chef|=cher|=child lock|=chosen
1|=chosen not|=ci want|=cit|=cit ,|=claim $|=clas|=clas is|=clean $|=client of|=clinician|=clos $
1|=clos ,|=clos and|=clos last|=cloth|=cod $|=cod freez|=cold $|=colleagu are|=colleagu earn
1|=colour is|=com ,|=com after|=com back|=com from|=com hom|=com out|=com to|=comed|=comfortabl
1|=command is|=comment|=committe|=comp|=compan ,|=compan s|=condition|=condition is|=confidential
1|=conscienc|=contract|=contract sign|=control|=conversation|=cooker|=cop of|=copyright
1|=copyright ,|=cosmetic|=cosmetic damag|=could|=counter|=counter $|=countr ,|=cours|=cours went
1|=court|=court ,|=court has|=cover one|=crack screen|=creat|=credit scor|=criminal|=current pric
1|=curtain|=curtain up|=customer|=customer $|=customer data|=cut a|=cut off|=d|=d ask|=d get
1|=d need|=d sooner|=d want|=d win|=da|=da $|=da at|=da old|=dai|=dai limit|=damag|=damag ,
1|=damag by|=dat and|=dat for|=daughter|=daughter is|=day off|=dead $|=dead bod|=deadlin was
1|=dear sir|=debt|=debt on|=debug|=decid|=decid against|=decision $|=decision is|=declin $
1|=deletion|=deletion protection|=departur|=deplo|=deplo $|=describ|=describ the|=design|=diagnos
1|=dial|=dial #|=did not|=different one|=dinner|=disabl|=disabl the|=dish on|=displa|=district
1|=district $|=do #|=do i|=do not|=do your|=doctor|=dog|=dog $|=dog ?|=dog licenc|=doing|=doing it
1|=don|=don by|=don her|=door|=door ,|=door are|=dos|=dos for|=dos is|=dosag|=dot ,|=down|=down $
1|=down on|=download|=download $|=draft $|=drain the|=driv|=driv $|=driver s|=drop|=drop #|=drug
1|=due to|=dur|=dur the|=dut|=each|=each compan|=each other|=ear check|=earliest|=edition|=eight
1|=eight thi|=eight up|=electric|=electric car|=elm|=els $|=els s|=elsewher|=elsewher $|=embas
1|=emil|=end $|=end ,|=end at|=end with|=engrav|=entir|=error :|=essa|=even|=even as|=even for
1|=even to|=ever night|=everyon $|=everyth in|=exam ,|=examiner|=exceed|=excel|=except|=exclud
1|=exercis|=exist|=exist condition|=exit|=explain|=export|=extension wil|=fac is|=fad|=fail ,
1|=fal outsid|=fals|=fami|=fami $|=far $|=fast|=fat|=februar|=fel|=fel $|=ferryman|=fibr|=fift|=fil
1|=fil is|=final|=final $|=financ|=financ said|=fir|=fir of|=firework|=firm|=first ;|=first two
1|=fit|=fit $|=flash|=flight|=flight isn|=flower|=flower in|=flown|=follower|=for a|=for all
1|=for anyon|=for clos|=for cours|=for crew|=for deliver|=for everyon|=for member|=for mone
1|=for over|=for peopl|=for thos|=for toda|=for tonight|=for what|=forc push|=form $|=found #
1|=four ?|=fourth floor|=fraud $|=fre $|=fre from|=freez|=freez until|=frida pric|=from|=from #
1|=from befor|=from eight|=from return|=from the|=from us|=front door|=frozen|=ful|=ful $
1|=ful lyric|=fund|=further|=further $|=g|=g stop|=gas lin|=gat clos|=general|=get $|=get an
1|=get from|=get on|=get that|=get to|=gift|=go|=go in|=go ther|=going to|=gold card|=gold thing
1|=gon sinc|=gonna|=good|=good $|=good conscienc|=got a|=grad|=grand|=grant|=grant $|=grant onc
1|=green ,|=green tick|=grief|=ground to|=grown|=grown ups|=gues $|=guest|=guest are|=h befor
1|=had to|=hail|=hail was|=hal|=hal $|=half|=half of|=half past|=halt|=hand|=hand off|=hand that
1|=hand them|=happen ,|=happen :|=hard|=has|=has had|=has left|=has mov|=hatch|=hav a|=hav it
1|=hav look|=hav never|=hav permission|=hav you|=he d|=he sa|=head offic|=health|=health $|=hear
1|=hear $|=hear that|=hear them|=hear you|=hedg|=help with|=help you|=her or|=hid|=hid the|=him out
1|=himself|=his head|=histor|=histor of|=hold no|=homework|=homework for|=hop you|=hot|=hotel
1|=hotel $|=hotel on|=hour ago|=hour are|=hour without|=hous is|=hous rul|=household|=how a|=how it
1|=how to|=however|=http|=hundr|=hung|=hung up|=husband|=hygien|=hygien seal|=i agre|=i cannot
1|=i couldn|=i d|=i did|=i don|=i explain|=i had|=i hear|=i keep|=i ll|=i mad|=i must|=i onl
1|=i read|=i see|=i walk|=i won|=i writ|=idea !|=if it|=illnes|=in as|=in chapter|=in februar
1|=in januar|=in nin|=in november|=in october|=in one|=in person|=in the|=in under|=in winter
1|=in won|=in your|=includ $|=infant|=inform you|=information $|=ink|=inn|=innkeeper|=instanc
1|=instead $|=insufficient balanc|=insufficient fund|=international|=is abov|=is all|=is at
1|=is broken|=is built|=is dead|=is exclud|=is fre|=is ful|=is going|=is gon|=is grant|=is in
1|=is limit|=is mor|=is noth|=is older|=is onl|=is open|=is pack|=is refus|=is stil|=is the
1|=is theft|=is two|=is under|=is up|=is what|=is you|=island|=island sleep|=it arriv|=it as
1|=it break|=it by|=it d|=it doesn|=it down|=it end|=it for|=it giv|=it has|=it might|=it no
1|=it possibl|=it sa|=it sta|=it stop|=it toda|=it wer|=it when|=itinerar|=its apron|=its decision
1|=januar|=job|=join|=joint|=joint account|=jok $|=jok about|=judg|=just not|=ke at|=keep to|=key ,
1|=key to|=kid|=kid $|=kid ,|=kind of|=kitchen s|=kne|=know ,|=know that|=label and|=label is|=lad
1|=lan|=lan $|=languag|=las|=last|=last rye|=last week|=last year|=lat|=lat check|=lat for|=lat to
1|=latecomer|=laugh|=law $|=law in|=leader|=least|=leav|=leav for|=leav it|=leav thi|=left it
1|=left with|=left your|=lend you|=lesson|=lesson is|=let|=level #|=level twelv|=li in|=liabl for
1|=licenc ,|=licenc are|=lik ,|=lik in|=lik the|=lik to|=limit ,|=limit to|=lin for|=liquid|=list
1|=list ,|=list of|=lit|=ll|=ll mark|=ll pas|=ll read|=ll sit|=loan is|=local|=lock and|=lock on
1|=look at|=look for|=look up|=lot|=lot ,|=lov it|=lower|=lyric are|=lyric you|=m|=m a|=m allow
1|=m going|=mad for|=mad in|=mad of|=mail is|=mainnet|=mak $|=mak it|=maker has|=malwar|=man you
1|=manager|=mandat|=mar|=mark|=mark it|=mark of|=marketplac|=mat|=mat $|=match|=may be|=may is
1|=me about|=me you|=mechanic|=medical|=meet the|=member|=men|=menu $|=merchant|=merg thi|=meter $
1|=meter can|=might|=mil|=min|=min $|=mixer|=ml|=mol are|=moment $|=monda ;|=mone ?|=mone for
1|=monitor|=month|=month and|=month is|=mor ;|=mor than|=mor viewing|=morn ,|=mov $|=mov ,|=mov on
1|=much as|=must therefor|=mustn|=mustn t|=my dead|=my hand|=my instruction|=my job|=my lan
1|=my manager|=my power|=my watch|=nah|=nam com|=nam in|=need :|=need six|=need two|=negativ
1|=negativ $|=neighbour|=neighbour $|=neighbour ,|=never been|=never let|=never met|=never seen
1|=new year|=next week|=next year|=nic|=nin|=nin da|=no acces|=no antibiotic|=no deplo|=no fibr
1|=no for|=no further|=no mone|=no on|=no pet|=no signal|=no smok|=nobod but|=nobod els|=nobod go
1|=nobod her|=nobod is|=nobod know|=non|=nop ,|=not $|=not are|=not comfortabl|=not execut|=not get
1|=not gonna|=not open|=not run|=not support|=not taken|=not the|=not toda|=not without|=notaris
1|=noth happen|=noth was|=nought|=novel|=novel $|=november|=november $|=number ?|=number of
1|=number port|=number to|=nurs|=o clock|=oath|=of a|=of all|=of colleagu|=of devic|=of it|=of me
1|=of nut|=of that|=of their|=of us|=off ?|=offer $|=offer ,|=offer you|=offic|=offic is|=offlin
1|=older than|=on befor|=on my|=on offer|=on one|=on our|=on paper|=on sal|=on without|=on you
1|=onc $|=onc a|=onc for|=one ,|=one basket|=one i|=one out|=one per|=one thing|=one together
1|=one was|=one you|=onl #|=onl $|=onl for|=onl print|=open $|=open exam|=open for|=open it
1|=open that|=open when|=operat|=operation|=operation block|=operation not|=or anywher|=or by
1|=or no|=order $|=order ,|=order ?|=order go|=order of|=other sid|=our book|=our firm
1|=our underwriter|=out $|=out :|=out by|=out of|=out on|=out the|=outsid my|=oven|=oven s|=over #
1|=over chat|=over my|=overdraft start|=own|=owner|=owner $|=packag|=paid ,|=pain|=pair|=panel $
1|=paper in|=part|=part for|=pas on|=past|=patient|=paus|=pay the|=payrol|=payrol $|=pen $
1|=peopl from|=peopl with|=period for|=permission|=permission $|=permission to|=permit to
1|=person who|=personal information|=pet|=pet ,|=phon|=phon $|=phon ;|=phon sta|=photo of
1|=pick another|=pictur of|=plagiarism|=plan has|=plan you|=pleas $|=pleasur|=pleasur $|=point ,
1|=poison|=pol|=polic doesn|=pool|=pool $|=pool is|=pool s|=port want|=possibl at|=practic|=predict
1|=prescrib for|=present|=present $|=pressur cooker|=pretend|=pretend to|=pric|=pric in|=pric of
1|=pric on|=printer|=proces|=produc|=professional|=profil $|=program|=project|=project $|=promis we
1|=protection|=public|=public $|=purchas|=purchas $|=push|=push reject|=push to|=put in
1|=question about|=quiet $|=quot $|=quota|=quota exceed|=rabbit|=rac|=rather|=rather not|=re a
1|=re don|=re ful|=re on|=reach ,|=read|=read by|=read onl|=read room|=read that|=reason|=reason $
1|=reason :|=reason the|=receipt|=receipt ?|=receiv|=recip for|=record from|=record of|=red|=red $
1|=refere|=refere s|=referenc book|=refund are|=refund for|=refus|=refus the|=register|=registrar
1|=reject :|=renew by|=rent $|=reopen|=reopen it|=repair|=repeat|=repeat prescription|=report is
1|=request $|=request not|=requir|=resident|=resident $|=respectful|=respectful declin|=restor the
1|=restriction|=result $|=return it|=revers|=review your|=rider|=rita|=river|=roast|=rodent
1|=rodent is|=rol|=rol :|=room $|=room are|=room cop|=room left|=root|=root $|=rout|=rout ,|=row $
1|=rul are|=rul say|=run as|=rye|=rye at|=s $|=s against|=s cold|=s debt|=s finish|=s for|=s green
1|=s half|=s in|=s last|=s liabl|=s nam|=s nobod|=s number|=s one|=s privat|=s quiet|=s talk|=s too
1|=s wed|=s wher|=s word|=sa|=sa #|=sa $|=saf|=saf open|=sal item|=salar of|=sam for|=sanction
1|=sanction list|=sauna is|=sav ,|=saver|=saver ticket|=say $|=say no|=scan is|=schedul|=school
1|=scop|=scor #|=scrap|=screen|=seal is|=seal was|=seat in|=seat is|=section|=section #|=see a
1|=seen|=send|=sent|=sent $|=sent is|=serv|=serv $|=servic|=servic last|=set it|=settl|=seven
1|=shar $|=shar ,|=shar customer|=she has|=she s|=shelv|=shelv ,|=sho|=sho don|=shop|=shop $
1|=shop ,|=short|=short quot|=show|=show $|=show you|=shut at|=shut the|=sick not|=sid of|=sign
1|=sign him|=sign on|=sign that|=signal $|=silver|=simp|=sinc #|=sit in|=sit thi|=six week|=skin
1|=skip $|=sleep|=sleep in|=slip|=smal print|=smart|=smart meter|=so a|=so is|=so let|=so not
1|=so noth|=so she|=so ther|=so toda|=so would|=sold|=sold the|=sold to|=someon s|=someth
1|=someth els|=someth i|=sooner|=sooner not|=sor ,|=sp $|=sp thi|=spanish|=spar|=spar part|=speak
1|=speak to|=spel|=spel is|=spent|=spoiler|=sta behind|=sta hom|=sta in|=sta shut|=sta the
1|=sta unwritten|=sta with|=stak|=stamp $|=stand ,|=stand as|=start|=start $|=statu|=steroid ?
1|=stick|=stick to|=stil ther|=stop at|=stop short|=stop two|=street|=street ,|=street from
1|=student|=subject|=subscription|=suggest|=sum|=sunda ,|=sup|=supplier|=supplier $|=support
1|=support $|=support for|=swap|=swap $|=swimwear|=swimwear is|=switch|=sword art|=t $|=t among
1|=t availabl|=t been|=t book|=t break|=t cancel|=t certif|=t com|=t cut|=t get|=t going|=t got
1|=t hand|=t happen|=t leav|=t mad|=t mov|=t open|=t possibl|=t prescrib|=t sel|=t send|=t sign
1|=t sit|=t someth|=t sta|=t stak|=t switch|=t tak|=tabl for|=tag|=tak $|=tak one|=tak you|=taken
1|=taken $|=taken off|=talk to|=tarif|=tast|=tax|=teacher|=tel you|=term|=test $|=th|=th $|=than #
1|=than i|=than our|=than the|=that :|=that ?|=that account|=that addres|=that discount|=that dos
1|=that fil|=that flight|=that i|=that isn|=that key|=that mak|=that number|=that on|=that point
1|=that report|=that seat|=that stil|=that way|=that week|=that your|=the acid|=the age
1|=the airport|=the backup|=the balcon|=the band|=the big|=the black|=the budget|=the bug
1|=the button|=the buyer|=the card|=the chef|=the cit|=the committe|=the counter|=the countr
1|=the cours|=the credit|=the crew|=the current|=the cut|=the d|=the don|=the driver|=the earliest
1|=the embas|=the entir|=the exit|=the fac|=the far|=the ferryman|=the fir|=the flash|=the fre
1|=the ful|=the gold|=the gpl|=the guest|=the hail|=the hal|=the hatch|=the heat|=the histor
1|=the hous|=the hygien|=the inn|=the innkeeper|=the island|=the king|=the kne|=the label|=the last
1|=the leas|=the licenc|=the lik|=the list|=the lyric|=the mandat|=the mechanic|=the merchant
1|=the meter|=the most|=the nam|=the neighbour|=the normal|=the nurs|=the one|=the order|=the oven
1|=the paper|=the past|=the period|=the person|=the photo|=the pool|=the practic|=the printer
1|=the product|=the rac|=the read|=the receiv|=the recip|=the refere|=the register|=the registrar
1|=the releas|=the rent|=the repair|=the rider|=the right|=the river|=the run|=the saf|=the sam
1|=the say|=the school|=the seal|=the seat|=the set|=the show|=the slip|=the smal|=the spel
1|=the swap|=the tax|=the thre|=the til|=the train|=the treasur|=the upgrad|=the video|=the warrant
1|=the way|=the weather|=the wer|=the west|=the whol|=the wrong|=their|=their fac|=their term
1|=their train|=them and|=them awa|=them back|=them from|=then ,|=ther ,|=ther isn|=ther won
1|=therefor|=thi :|=thi action|=thi bot|=thi door|=thi far|=thi isn|=thi offic|=thi pag
1|=thi project|=thi request|=thi rout|=thi tim|=thi transfer|=thing i|=third|=third part|=thirt
1|=thos|=thos $|=thos are|=thos fil|=thos who|=though|=though $|=though ,|=thre of|=thre voucher
1|=threat|=thursda ,|=tick $|=ticket stick|=tied|=tim that|=tim ther|=tip|=to|=to agre|=to ask
1|=to be|=to delet|=to disabl|=to drain|=to giv|=to hav|=to leav|=to let|=to look|=to main|=to mak
1|=to mov|=to offer|=to open|=to pick|=to respectful|=to run|=to show|=to sp|=to start|=to talk
1|=to their|=to turn|=to wait|=to watch|=toda $|=toda and|=together|=together ?|=together with|=tom
1|=tomorrow morn|=tonight $|=tonight ,|=top|=torn|=tos|=touch prod|=tower is|=train|=train ,
1|=train you|=transcript|=transfer ,|=transfer was|=travel|=treasur|=treat|=treat $|=trial
1|=trial is|=try|=try the|=turn|=turn back|=turn it|=turn round|=twelv ,|=twelv ?|=two green
1|=two ke|=two other|=two peopl|=two street|=two year|=unabl|=unabl to|=under your|=understand
1|=understand that|=underwriter|=unit|=until monda|=until the|=unwritten|=up ,|=up its|=up to
1|=upright|=ups|=us and|=us hav|=us on|=vault $|=ve chosen|=ve had|=vegan|=vendor|=version #
1|=video isn|=viewing|=viewing ,|=voic|=vot down|=voucher in|=voucher is|=wa|=wal $|=wallet|=want
1|=want the|=want two|=warrant ran|=was $|=was broken|=was for|=was on|=was pack|=was sent
1|=was stop|=wasn|=wasn t|=watch|=watch $|=way ,|=way back|=way it|=way to|=we do|=we get|=we just
1|=we keep|=we mak|=we must|=we no|=we offer|=weapon $|=weather|=wed $|=wed cak|=week ?|=week s
1|=weekend|=weekend $|=wel ?|=went to|=wer up|=west $|=what do|=what he|=what your|=when the
1|=wher a|=wher my|=wher our|=wher thi|=whether he|=whether to|=which your|=who|=who can|=who has
1|=who s|=whol|=whol chapter|=wil get|=wil not|=wil say|=wil sta|=win|=window is|=winter|=winter $
1|=winter ,|=with|=with another|=with his|=with it|=with us|=with you|=with your|=withdraw
1|=within fiv|=within my|=without|=without the|=won t|=word|=work|=work from|=worn sho|=would be
1|=wrap|=writ a|=writ malwar|=ye|=year|=year $|=year ?|=year too|=yes|=yesterda|=yesterda s
1|=you and|=you be|=you cal|=you can|=you first|=you hav|=you into|=you know|=you mean|=you on
1|=you over|=you pay|=you question|=you sent|=you should|=you sign|=you the|=you toda|=you try
1|=you ve|=you want|=you wouldn|=young one|=your #|=your behalf|=your best|=your cas|=your chang
1|=your colleagu|=your daughter|=your doctor|=your head|=your id|=your job|=your licenc
1|=your messag|=your nam|=your plan|=your request|=your return|=your street|=your subscription
1|=your tarif|=your team|=zero|=zon|=zon $|=zon a|=—|@destructive|@first|@unreal|@you cant|advised
1|calm, third|denied|is done|makes it so, you|short|strong ahead|strong for the frail|too much
1|would have|you
-1|%^all|%^ends|%^for good|%^is|%^it|%^not|%^we|%all|%all>ends|%all>for good|%all>for whom
-1|%all>good|%all>if|%all>must|%all>not open|%all>num|%all>thing|%all>to|%all>too|%all>when
-1|%all>whose job|%better>instead|%better>it|%better>order|%better>they|%better>thing|%better>was
-1|%body>data|%body>done|%body>except|%body>is|%body>must|%body>num|%body>thing|%can>body|%can>data
-1|%can>does|%can>except|%can>instead|%can>is|%can>num|%can>only|%can>stays|%can>thing|%can>to
-1|%can>too|%can>you|%data>data|%data>for good|%data>harm|%data>order|%data>stays|%data>when|%deed
-1|%deed>all|%deed>better|%deed>can|%deed>defines|%deed>money|%deed>only|%deed>order|%deed>to
-1|%deed>too|%deed>we|%deed>will|%deed>you|%defines|%defines>deed|%defines>for whom|%defines>it
-1|%defines>none|%defines>order|%defines>you|%does>can|%does>except|%does>money|%does>must
-1|%does>thing|%does>when|%done>deed|%done>for whom|%done>it|%done>num|%done>order|%done>rule
-1|%done>we|%done>when|%done>you|%ends>harm|%ends>must|%ends>not|%ends>rule|%ends>stays|%ends>will
-1|%except>can|%except>deed|%except>ends|%except>harm|%except>instead|%except>is|%except>it
-1|%except>none|%for good>ends|%for good>except|%for good>must|%for good>order|%for good>too
-1|%for good>was|%for good>will|%for whom>body|%for whom>can|%for whom>done|%for whom>for good
-1|%for whom>good|%for whom>later|%for whom>not|%for whom>to|%for whom>was
-1|%for whom>what is asked for|%good>done|%good>except|%good>harm|%good>is|%good>it|%good>order
-1|%good>they|%good>thing|%good>we|%good>whose job|%good>will|%harm|%harm>deed|%harm>for good
-1|%harm>for whom|%harm>is|%harm>not|%harm>not open|%harm>too|%harm>will|%harm>you|%if>data
-1|%if>done|%if>harm|%if>if|%if>instead|%if>must|%if>not|%if>order|%if>says no|%if>stays|%if>they
-1|%if>to|%if>too|%if>what is asked for|%if>whose job|%instead>done|%instead>if|%instead>it
-1|%instead>later|%instead>must|%instead>num|%instead>thing|%instead>was|%instead>we|%instead>will
-1|%instead>you|%is>better|%is>body|%is>good|%is>instead|%is>is|%is>later|%is>sorry|%is>too|%is>you
-1|%it|%it>all|%it>body|%it>deed|%it>good|%it>harm|%it>if|%it>is|%it>later|%it>limit|%it>money
-1|%it>must|%it>order|%it>risk|%it>rule|%it>stays|%it>to|%it>was|%job>body|%job>except|%job>good
-1|%job>harm|%job>it|%job>later|%job>num|%job>they|%job>was|%job>whose job|%later|%later>deed
-1|%later>ends|%later>money|%later>order|%later>stays|%later>thing|%later>we|%later>will
-1|%limit>body|%limit>does|%limit>to|%limit>whose job|%money|%money>body|%money>data|%money>deed
-1|%money>done|%money>ends|%money>later|%money>limit|%money>money|%money>must|%money>order
-1|%money>to|%money>too|%money>was|%money>will|%must>for good|%must>it|%must>none|%must>not
-1|%must>they|%must>too|%must>when|%must>you|%none>body|%none>does|%none>good|%none>harm
-1|%none>instead|%none>it|%none>later|%none>none|%none>not|%none>num|%none>order|%none>rule
-1|%none>thing|%none>will|%not open>body|%not open>defines|%not open>ends|%not open>except
-1|%not open>for good|%not open>good|%not open>it|%not open>money|%not open>must|%not open>they
-1|%not open>too|%not open>we|%not>all|%not>better|%not>can|%not>is|%not>none|%not>sorry
-1|%not>what is asked for|%not>you|%num>all|%num>does|%num>good|%num>later|%num>not open|%num>num
-1|%num>rule|%num>stays|%num>whose job|%only>does|%only>for good|%only>is|%only>money
-1|%only>not open|%only>stays|%only>thing|%only>we|%only>you|%order>data|%order>limit|%order>money
-1|%order>none|%order>too|%others>not|%others>order|%others>they|%others>we|%risk|%risk>ends
-1|%risk>is|%risk>must|%risk>risk|%risk>whose job|%rule>can|%rule>data|%rule>not|%rule>not open
-1|%rule>others|%rule>stays|%rule>they|%rule>what is asked for|%rule>you|%says no>body
-1|%says no>for good|%says no>if|%says no>instead|%says no>later|%says no>none|%says no>num
-1|%sorry>is|%stays>does|%stays>for good|%stays>if|%stays>instead|%stays>must|%stays>not|%stays>num
-1|%stays>thing|%they>can|%they>data|%they>does|%they>ends|%they>if|%they>job|%they>not open
-1|%they>order|%they>they|%they>thing|%they>was|%thing|%thing>done|%thing>good|%thing>harm
-1|%thing>job|%thing>money|%thing>must|%thing>not|%thing>they|%thing>to|%thing>too|%thing>when
-1|%thing>you|%to|%to>all|%to>data|%to>ends|%to>limit|%to>not|%to>to|%to>too|%to>was
-1|%to>what is asked for|%too>data|%too>if|%too>thing|%too>what is asked for|%was>body|%was>ends
-1|%was>it|%was>says no|%was>sorry|%was>they|%was>thing|%was>too|%was>we|%was>whose job|%was>you
-1|%we>data|%we>for whom|%we>it|%we>later|%we>limit|%we>not|%we>only|%we>others|%we>sorry|%we>too
-1|%we>was|%we>what is asked for|%we>will|%we>you|%what is asked for>all|%what is asked for>deed
-1|%what is asked for>for good|%what is asked for>good|%what is asked for>instead
-1|%what is asked for>is|%what is asked for>rule|%what is asked for>says no
-1|%what is asked for>thing|%what is asked for>to|%when>if|%when>not|%when>stays|%when>thing
-1|%when>to|%when>what is asked for|%when>whose job|%when>you|%whose job>done|%whose job>good
-1|%whose job>harm|%whose job>later|%whose job>order|%whose job>says no|%whose job>stays
-1|%whose job>we|%whose job>what is asked for|%will|%will>does|%will>if|%will>later|%will>was
-1|%will>what is asked for|%will>when|%you>all|%you>body|%you>can|%you>data|%you>except|%you>later
-1|%you>none|%you>we|%you>what is asked for|%you>when|=#|=# a|=# are|=# by|=# error|=# euro|=# in
-1|=# is|=# km|=# million|=# peopl|=# per|=# pm|=, a|=, after|=, all|=, but|=, coffe|=, com|=, door
-1|=, gat|=, has|=, includ|=, kind|=, leav|=, let|=, no|=, now|=, or|=, said|=, sam|=, sinc|=, that
-1|=, too|=, travel|=, what|=, which|=, yet|=, you|=:|=: i|=: is|=: kitchen|=: smal|=; after
-1|=; nobod|=^ $|=^ a|=^ against|=^ an|=^ and|=^ bad|=^ be|=^ bear|=^ befor|=^ beyond|=^ budget
-1|=^ careful|=^ cheaper|=^ do|=^ dr|=^ enter|=^ fiv|=^ fix|=^ form|=^ grant|=^ grapefruit|=^ hang
-1|=^ his|=^ i|=^ ignor|=^ impossibl|=^ interest|=^ is|=^ jellyfish|=^ just|=^ left|=^ level|=^ lin
-1|=^ log|=^ loos|=^ man|=^ mor|=^ most|=^ never|=^ ngl|=^ nobod|=^ normal|=^ now|=^ npm|=^ onc
-1|=^ one|=^ open|=^ other|=^ oversta|=^ oyster|=^ park|=^ past|=^ pink|=^ pleas|=^ pop|=^ post
-1|=^ print|=^ pup|=^ quieter|=^ real|=^ refus|=^ remember|=^ sav|=^ say|=^ see|=^ shal|=^ should
-1|=^ show|=^ siz|=^ slow|=^ slug|=^ so|=^ someon|=^ sor|=^ sort|=^ st|=^ tak|=^ tap|=^ tel|=^ the
-1|=^ theft|=^ thos|=^ toda|=^ train|=^ tuesda|=^ turn|=^ upgrad|=^ upload|=^ what|=^ when|=^ which
-1|=^ whit|=^ why|=^ wind|=^ without|=a #|=a bank|=a breach|=a catch|=a child|=a colleagu|=a crash
-1|=a doctor|=a dol|=a favourit|=a fever|=a four|=a glas|=a letter|=a licens|=a limit|=a loan
-1|=a lov|=a member|=a messag|=a minut|=a nam|=a new|=a night|=a one|=a person|=a pinch|=a pric
-1|=a rash|=a room|=a rough|=a scam|=a signatur|=a siz|=a summon|=a tent|=a veto|=a visa|=a week
-1|=abl|=abl to|=abolish|=about #|=about ?|=accept|=acces is|=account has|=account is|=adapter
-1|=addres|=addres isn|=addres to|=admit|=advic ,|=affect|=afraid of|=afraid the|=after christma
-1|=after frida|=again $|=against $|=against it|=agre mor|=agreement|=ahead|=alarm|=all !|=all good
-1|=all over|=all right|=all thre|=allerg|=allow|=allow in|=along|=also|=also the|=alwa|=am|=am $
-1|=an issu|=an old|=ana|=and|=and a|=and an|=and as|=and ask|=and be|=and chang|=and custom
-1|=and doesn|=and gust|=and half|=and has|=and it|=and not|=and one|=and open|=and pick|=and serv
-1|=and she|=and that|=and want|=and we|=and you|=announcement|=answer the|=any|=anybod|=anybod $
-1|=anyon ,|=anyth you|=anywa|=application was|=approv $|=approval|=approval is|=are $|=are at
-1|=are lock|=are no|=are often|=are two|=are we|=arm|=arrival|=as|=as man|=as request|=as you
-1|=ask about|=ask for|=at ,|=at all|=at first|=at fiv|=at night|=at noon|=at onc|=at ten|=at thi
-1|=at thre|=attach $|=attention|=attention to|=attic|=auditor|=australia|=australia $|=awa ,
-1|=awa from|=awar|=awar of|=b|=b #|=back|=back $|=back and|=back for|=back on|=backup|=backward
-1|=bad weather|=bag in|=bal|=bank $|=bank ,|=bank that|=bank transfer|=batch|=battl|=be abov
-1|=be awa|=be chang|=be den|=be hap|=be happier|=be need|=be notic|=be on|=be sta|=beach
-1|=bear with|=beat|=been|=been a|=befor it|=befor noon|=befor we|=begin $|=believ|=believ it
-1|=below #|=better|=bicycl|=bil|=bin|=bishop|=bit $|=blad|=block the|=blood|=blow|=blu|=blu lin
-1|=blu one|=board start|=bolt|=bolt $|=bonu|=book|=book $|=book for|=bos $|=bot ,|=both|=both are
-1|=bottl|=bottl for|=bought|=bound for|=bow $|=box $|=box ,|=brak|=branch and|=breach|=breakfast
-1|=bridg|=bring|=bring in|=brown|=built $|=bunk|=burn|=but|=but i|=but ther|=but you|=butter
-1|=butter and|=by|=by even|=by frida|=by someon|=cabl|=cak ,|=cal :|=cal it|=caller|=cam in
-1|=cam up|=can add|=can do|=can i|=can read|=canberra|=candidat|=candl|=cap|=capital|=capital of
-1|=car is|=card ,|=careful|=carv|=castl|=cat|=catch|=caus|=ceil|=cel|=cent|=certain|=chain
-1|=chang $|=chang ,|=chang a|=chang your|=charg for|=charit|=charit isn|=chart summar|=cheaper by
-1|=check that|=chicken|=chicken is|=child $|=children|=children under|=christma $|=claim has
-1|=clear it|=clearanc|=click|=clos the|=clos to|=colleagu $|=colour|=column|=column b|=com $
-1|=com off|=com tomorrow|=commit|=compatibl|=compet|=complet|=compost|=compost ,|=concern|=confirm
-1|=consent|=consider $|=continu|=contract is|=cook|=cook ?|=cop|=copper|=coriander|=could not
-1|=count her|=countr $|=cours is|=court $|=cover|=cover doesn|=crash|=crim|=crim in|=crop|=cros
-1|=cut the|=d be|=d go|=d gues|=d leav|=d see|=d sta|=da and|=dam|=damag isn|=damp|=dana|=day $
-1|=day ,|=day and|=deadlin for|=deadlin is|=deal|=declin the|=dela|=deliver|=deliver is|=den
-1|=deposit|=desk ,|=did the|=digit|=digit of|=direction|=disk|=distanc|=distanc $|=do|=do $|=do is
-1|=do it|=do with|=do you|=doctor tonight|=dol|=don ,|=don t|=door lock|=doubl|=doubt|=doubt ,
-1|=down for|=down to|=down with|=downhil|=downhil $|=dr|=draft the|=draw|=drink $|=dul|=earlier
-1|=earlier train|=earth|=earth $|=edibl|=editor|=effort|=eight ,|=either $|=eleven $|=email|=empt
-1|=end for|=end in|=enough $|=enough for|=envelop|=eu west|=euro|=euro com|=even ;|=ever|=ever ask
-1|=everybod|=everyth|=everyth s|=exact|=exampl|=exception|=exception is|=experienc|=ey|=eye|=fac $
-1|=fact|=factor|=fail becaus|=fak ,|=fan|=far from|=favourit|=fear|=februar ,|=feel $|=fifth
-1|=fil with|=film|=fin|=financial|=financial advic|=find|=find that|=finish|=firewal|=firm $
-1|=first|=first ,|=first thing|=fish|=fiv|=fix|=fl $|=flag|=flat won|=floor|=floor $|=fly|=folder
-1|=follow|=for $|=for children|=for everybod|=for exampl|=for fiv|=for her|=for it|=for lif
-1|=for nin|=for them|=for year|=for your|=forget|=forward|=forward to|=found|=found $|=found no
-1|=four|=four of|=four on|=frida ,|=friend ,|=from it|=from last|=from our|=from outsid|=from that
-1|=from ther|=from your|=front desk|=frost|=ful ,|=function return|=fund are|=futur|=gam|=garag
-1|=garag quot|=gat|=gat $|=generator|=get in|=get thos|=get turn|=giv it|=giv us|=given you
-1|=glacier|=glas on|=glov|=glov and|=go ahead|=go at|=go awa|=go down|=go up|=go wrong
-1|=gon through|=good for|=good thing|=gpl|=grab|=gran|=grapefruit|=gre one|=great $|=green $
-1|=ground|=ground floor|=group|=gues|=gum|=gust|=had no|=had your|=half the|=hand $|=hand ,
-1|=hang up|=hap|=happier|=happier to|=has #|=has been|=has chang|=has clear|=has never|=has non
-1|=has not|=has seen|=has your|=hat copper|=hav|=hav any|=hav been|=hav no|=hav that|=hav the
-1|=hazelnut|=he|=he wasn|=head up|=headach|=heart is|=helmet|=her ,|=her are|=her it|=her on
-1|=hidden|=him in|=hip|=hit|=hold that|=hold the|=hom offic|=hone under|=honest|=hook|=hos
-1|=hospital|=hospital $|=hour and|=how|=how long|=human|=hur|=hur ,|=i|=i am|=i didn|=i fear|=i go
-1|=i hav|=i know|=i left|=i mov|=i need|=i open|=i push|=i said|=i was|=i would|=i wouldn|=iban
-1|=idea|=idea ,|=if|=if i|=if the|=ignor the|=import|=in|=in $|=in a|=in another|=in at|=in court
-1|=in doubt|=in for|=in ful|=in get|=in jun|=in order|=in row|=in ten|=in them|=in ther|=in toda
-1|=in without|=inbox|=inbox $|=includ|=index|=index fund|=information ,|=ingredient|=insur
-1|=interest|=interest is|=invitation|=invitation $|=is $|=is a|=is activ|=is approv|=is clos
-1|=is due|=is finish|=is frida|=is hold|=is how|=is just|=is lock|=is new|=is no|=is on|=is one
-1|=is over|=is rat|=is read|=is saf|=is sign|=is sold|=is that|=is ther|=is through|=is thrown
-1|=is unlimit|=is void|=is when|=is why|=is with|=issu $|=it $|=it ;|=it ?|=it in|=it into|=it is
-1|=it mak|=it now|=it off|=it to|=it went|=it with|=item|=item ,|=its|=its own|=itself ,|=jab
-1|=jellyfish|=jellyfish season|=job for|=john|=john s|=juic|=just the|=k|=k to|=keep you|=kept
-1|=key is|=kg ,|=kil|=kitchen $|=km|=knif|=knock|=know $|=know what|=known|=label for|=labour
-1|=labour $|=ladder|=land|=land $|=laptop|=last tim|=lat fe|=later|=lavender|=law until|=lead
-1|=leak|=leav out|=leav the|=leav you|=leav your|=left $|=left ,|=left hand|=left our|=left to
-1|=lena|=let in|=let me|=let you|=letter that|=level|=level four|=level in|=lif|=lif $|=lift is
-1|=light|=lik a|=lin|=lin #|=lin $|=lin ,|=link|=liquidit|=liquidit is|=liv in|=ll be|=ll bring
-1|=ll do|=ll never|=ll not|=ll stop|=ll tak|=ll try|=ll turn|=load|=lock ,|=log|=lol|=long
-1|=look lik|=look out|=loos|=loos sleev|=los|=los $|=los your|=low|=m just|=m proud|=machin
-1|=mail $|=main street|=mak|=mak the|=mak you|=mammal|=man|=man peopl|=map|=marbl|=march|=march $
-1|=mark $|=match the|=may hav|=me :|=me check|=me that|=me the|=me to|=mean that|=meant|=meet
-1|=melt|=member get|=memor|=mention|=mention it|=merg $|=messag|=messag $|=midnight $|=midnight ;
-1|=migration|=million|=min ,|=minut|=mis|=model|=moment|=moment you|=monda|=monda $|=mone $
-1|=mone that|=month ,|=month s|=mor|=morn|=mother|=mov to|=ms|=ms $|=much for|=mum|=museum
-1|=museum doesn|=museum is|=mushroom|=must be|=must not|=my colleagu|=my friend|=n|=nam $|=nam ;
-1|=nam a|=near|=need a|=need for|=need no|=need the|=need to|=need your|=needn|=needn t|=network
-1|=network $|=never get|=never hav|=never sel|=never stop|=next|=next door|=next stop|=ngl|=night
-1|=night $|=night ,|=no :|=no backup|=no bus|=no experienc|=no get|=no hur|=no known|=no lat
-1|=no limit|=no reason|=no rush|=no to|=no umbrella|=nobod get|=nod|=non of|=noon ,|=normal $
-1|=north|=not :|=not a|=not at|=not be|=not been|=not consider|=not forget|=not min|=not onl
-1|=not possibl|=not quit|=not sur|=not ther|=not too|=not until|=not what|=noth $|=noth ,|=noth of
-1|=noth to|=noth you|=notic that|=now|=now $|=now i|=npm|=number $|=number in|=number is
-1|=objection|=of $|=of any|=of cours|=of damag|=of my|=of our|=of peopl|=of servic|=of them
-1|=of thos|=of win|=off ;|=off it|=off the|=offer is|=offer stand|=often|=oil|=old version|=oliv
-1|=on ,|=on are|=on arrival|=on board|=on its|=on main|=on sunda|=on that|=on thursda|=on to
-1|=on tuesda|=on weekda|=on your|=onc ,|=one asid|=one for|=one from|=one in|=one moment|=one on
-1|=one that|=one we|=one with|=onl can|=onl column|=onl friend|=onl the|=onl use|=open|=open at
-1|=open in|=open on|=open setting|=open the|=open til|=open until|=or you|=order number|=order the
-1|=order toda|=original|=our cak|=our own|=our polic|=our warehous|=out|=out and|=out for|=out in
-1|=out overnight|=out to|=outag|=outsid|=outsid our|=outsid the|=outsid with|=over $|=overnight
-1|=overnight $|=oversta|=oxygen|=oyster|=p|=pa|=pa for|=pag|=pag #|=paid in|=paint|=paper $
-1|=paracetamol|=parent|=park|=park ther|=part of|=pas is|=pas it|=passport|=password|=password $
-1|=past ,|=past performanc|=past the|=patient $|=pay $|=payment s|=pdf|=peopl in|=per|=performanc
-1|=performanc is|=person $|=photo back|=pin|=pinch|=pinch of|=pink|=pink chicken|=pla $|=plan $
-1|=plant|=plat|=pleas|=pleas be|=plent|=plug|=plumber|=pm|=point $|=polic|=polic :|=polic is
-1|=polic on|=polic report|=polish out|=pop|=popular|=port $|=post|=post in|=power|=preferenc
-1|=premium|=pres|=pres the|=prescription $|=pressur|=previou|=pric at|=principal|=print $
-1|=print it|=printer $|=problem|=problem $|=prod $|=proof|=proud|=proud of|=publisher|=pul
-1|=pul request|=pup|=purs|=put one|=put you|=question $|=question ?|=quieter|=quieter $|=quit
-1|=rail|=rail $|=rais|=ran|=ran the|=random|=rash|=rat is|=rat to|=rather you|=re|=re about
-1|=re clos|=re open|=reach|=reach us|=read $|=read at|=real|=recal|=recommend|=refund has|=refus ,
-1|=register ,|=reheat|=reject the|=remember|=renew|=renew your|=rent|=rep|=repl|=report|=report $
-1|=repositor|=request has|=request was|=reserv|=respond|=rest|=rest is|=restart|=retouch|=retr
-1|=return after|=return non|=review $|=revolution|=ric|=ric that|=rid|=ridg|=right|=right $
-1|=right ?|=right awa|=ring|=risk|=room for|=room is|=rough|=row ,|=rul $|=rul of|=run|=run a
-1|=rush|=rush $|=rust $|=s also|=s don|=s from|=s just|=s lift|=s no|=s open|=s our|=s set|=s why
-1|=s wort|=s your|=sa he|=saf $|=safet|=sag|=sag $|=said $|=said the|=said yes|=sal|=salad
-1|=salar $|=salt|=sand|=saturda $|=sav $|=sav point|=saw|=scam|=scooter|=scooter $|=scor $
-1|=scrambl|=se|=se no|=sea|=season|=season $|=seat $|=seat left|=second|=second pag|=secret $
-1|=secur|=see you|=seen a|=sel your|=seller|=send us|=server|=server is|=set for|=setting
-1|=setting ,|=several|=shad|=shal|=shal i|=shar that|=shar your|=sharp|=she|=she can|=should
-1|=should it|=show it|=sign the|=sign with|=signatur|=sil|=sil question|=six $|=six ,|=siz #
-1|=siz smal|=skip the|=slash|=sleep on|=sleev|=sleev and|=slight|=slop|=slop $|=slot|=slow|=slug
-1|=slug hat|=smal|=smal $|=smal ,|=smel|=smok on|=so don|=so her|=so leav|=so much|=so no|=so one
-1|=so we|=so with|=sold out|=som|=somebod|=someth we|=song|=sor you|=sort onl|=south|=spac|=specif
-1|=spider|=spit|=split|=spoil the|=spot for|=squar|=squar $|=st|=st john|=sta awa|=sta on|=staf
-1|=stag|=stair|=stair ,|=stamp|=stand for|=stand order|=standard|=star|=start a|=start on
-1|=start with|=statin|=station|=station $|=step|=stil|=stood|=stood out|=stop ,|=stop and
-1|=stop the|=stop ther|=stop thi|=stor|=storag|=straight|=stranger|=street $|=strik|=strip that
-1|=successful|=such a|=suit|=summar $|=summon|=sun|=sunda|=sur|=sur ,|=surger|=swallow|=swim
-1|=swim $|=t abl|=t accept|=t affect|=t agre|=t ask|=t beat|=t believ|=t bit|=t charg|=t clos
-1|=t decid|=t deliver|=t even|=t far|=t find|=t for|=t hav|=t help|=t keep|=t look|=t mak
-1|=t mention|=t need|=t part|=t reach|=t run|=t sav|=t say|=t see|=t stand|=t start|=t stop
-1|=t thank|=t touch|=t typ|=t wait|=t wor|=tab|=tabl ?|=tablet|=tak gift|=tak the|=tak what
-1|=taken back|=tap|=target|=tax offic|=team|=team s|=tel the|=temperatur|=temperatur $|=ten|=ten ,
-1|=tent|=terminal|=test and|=text into|=than half|=than it|=than you|=thank|=thank for|=that all
-1|=that approval|=that chang|=that cod|=that could|=that don|=that jok|=that keep|=that park
-1|=that song|=that sta|=that stood|=that stop|=that token|=that train|=that view|=that was
-1|=that we|=that you|=the|=the addres|=the alarm|=the amount|=the answer|=the area|=the arm
-1|=the attic|=the audit|=the back|=the battl|=the bicycl|=the bin|=the bishop|=the blu|=the bos
-1|=the box|=the brak|=the branch|=the bridg|=the bus|=the cabl|=the cal|=the caller|=the camera
-1|=the capital|=the cas|=the castl|=the charit|=the check|=the claim|=the client|=the compost
-1|=the dam|=the dat|=the dela|=the desk|=the discount|=the doctor|=the dos|=the drain|=the earlier
-1|=the end|=the engineer|=the exact|=the fifth|=the fil|=the fin|=the firm|=the flight|=the floor
-1|=the folder|=the function|=the garag|=the garden|=the gre|=the ground|=the hook|=the hos
-1|=the hotel|=the hour|=the iban|=the invitation|=the item|=the kind|=the laptop|=the leaflet
-1|=the left|=the letter|=the lift|=the light|=the limit|=the ll|=the low|=the machin|=the mail
-1|=the mak|=the map|=the meet|=the museum|=the new|=the next|=the nut|=the offer|=the payment
-1|=the phon|=the plumber|=the polic|=the post|=the rat|=the recal|=the receipt|=the rest
-1|=the result|=the return|=the ridg|=the room|=the root|=the row|=the secret|=the seller
-1|=the server|=the shop|=the sid|=the sit|=the stand|=the station|=the stor|=the tabl|=the tent
-1|=the test|=the town|=the track|=the two|=the websit|=the wil|=the workspac|=the x|=them ,
-1|=them by|=them for|=themselv|=ther a|=ther are|=ther is|=ther to|=thes run|=thi $|=thi can
-1|=thi contract|=thi look|=thi month|=thi morn|=thi mushroom|=thi pric|=thi token|=thi tool
-1|=thi up|=thi week|=thing the|=thos in|=thos photo|=thos plat|=thre $|=thread|=through
-1|=through the|=thrown|=thumb|=thursda|=thursda $|=ticket are|=til ten|=tim ,|=tin|=tir|=to #
-1|=to ?|=to a|=to accept|=to another|=to book|=to both|=to chang|=to check|=to clos|=to com
-1|=to find|=to get|=to go|=to hear|=to help|=to it|=to know|=to need|=to pas|=to print|=to restart
-1|=to send|=to sign|=to sleep|=to strip|=to them|=to vot|=to wor|=toda|=toda ,|=together $
-1|=token $|=told me|=told us|=tom ,|=too $|=too ear|=tool|=torch|=torch app|=total is|=tow|=tow $
-1|=town|=town $|=tr|=tra|=trad $|=trad on|=transfer went|=triangl|=trip|=tuesda|=tuesda ,
-1|=tuesda :|=turn down|=turn out|=turn up|=twelv $|=twent|=two|=two ,|=two children|=two guest
-1|=two of|=two plac|=typ it|=typ the|=tyr|=umbrella|=under|=under one|=undon $|=unfortunat i
-1|=unlimit|=unlimit $|=unopen|=unopen $|=until #|=until i|=until two|=unverif|=unverif $|=up at
-1|=up for|=up in|=upload the|=us your|=usdc|=usdc $|=used|=used to|=user|=user $|=using|=usual
-1|=valu|=ve alread|=ve given|=ve mad|=ve order|=ve pas|=ve reserv|=vegetarian|=verbal|=version $
-1|=vet|=veto|=view $|=view is|=vinegar|=viru|=viru $|=visa|=visitor|=vot for|=vpn|=w|=wait
-1|=wait to|=waiver|=wak|=walk|=wallpaper|=want me|=want you|=war|=warehous|=warm water|=warn
-1|=was abolish|=was block|=was clos|=was in|=was mov|=was never|=was reject|=wash|=water|=way
-1|=we can|=we don|=we leav|=we ll|=we look|=we never|=we onl|=we pay|=we talk|=wear the|=websit
-1|=wednesda|=weekda|=weekda $|=weigh|=weigh #|=went through|=went up|=wer|=wer two|=what belong
-1|=what s|=what the|=whatever|=when|=when a|=when you|=wher $|=wher you|=whether the|=which branch
-1|=which i|=which is|=whit|=who need|=who want|=why|=why i|=why would|=wil ever|=wil scrambl
-1|=win $|=window|=window $|=wir|=with a|=with anyon|=with me|=with no|=with thes|=with thi
-1|=with thos|=within #|=within da|=without your|=wor|=wor $|=word for|=work ,|=work for|=workspac
-1|=wors|=wors $|=worst|=wort|=worth|=wouldn|=wouldn t|=writ to|=wrong|=wrong with|=wrot|=x|=y
-1|=year ago|=year old|=yellow|=yet|=you|=you !|=you :|=you aren|=you d|=you earn|=you enough
-1|=you for|=you fre|=you go|=you haven|=you how|=you may|=you needn|=you never|=you personal
-1|=you pres|=you see|=you told|=you turn|=you two|=you typ|=you wer|=you won|=your|=your $
-1|=your account|=your bank|=your bos|=your card|=your chart|=your claim|=your coffe|=your consent
-1|=your data|=your deposit|=your friend|=your hous|=your inbox|=your leav|=your loan|=your los
-1|=your model|=your mum|=your new|=your order|=your passport|=your password|=your pin
-1|=your premium|=your prescription|=your privat|=your question|=your sid|=your siz|=your transfer
-1|=your travel|@are you sure|@condition|@cost|@forbids|@harm|@loss|@need|@noted|@past|@says
-1|@trailing denial|all|because|calm, can|calm, is|calm, reach|can|condition|ends well|falls off
-1|frail|good|lapses|limit|may, you|reassures, you|reports|should not|was|weak ahead
-1|weak in the present
-2|%^can|%^defines|%^must|%^others|%^they|%^too|%^was|%can>not|%can>we|%data>good|%deed>not
-2|%does>you|%done>to|%done>whose job|%ends>except|%ends>to|%ends>you|%except>not|%except>when
-2|%for whom>when|%good|%if>can|%if>deed|%if>we|%is>harm|%is>must|%is>risk|%it>does|%job>if
-2|%later>harm|%limit>it|%money>for good|%money>not open|%must>is|%must>we|%none>for good|%none>is
-2|%none>must|%none>was|%none>whose job|%not>ends|%not>instead|%not>job|%not>later|%not>only
-2|%not>they|%not>whose job|%num>for whom|%num>job|%num>when|%only>order|%order>done
-2|%order>not open|%others>deed|%rule>to|%says no>is|%stays>later|%stays>when|%they>num
-2|%thing>for whom|%to>body|%to>for good|%to>others|%to>thing|%to>when|%too>you|%was>can
-2|%was>for good|%was>none|%was>not open|%was>to|%we>for good|%we>money|%we>whose job
-2|%what is asked for>except|%what is asked for>must|%what is asked for>none
-2|%what is asked for>what is asked for|%when>does|%when>it|%when>money|%when>num|%when>we
-2|%whose job>except|%whose job>instead|%whose job>num|%will>for good|%will>not open|%will>says no
-2|%will>stays|%you>deed|%you>for good|%you>money|%you>says no|%you>stays|%you>whose job|=# $|=, #
-2|=, as|=, it|=, not|=, she|=, thi|=, who|=, your|=: #|=?|=? $|=^ he|=^ if|=^ in|=^ sign|=a
-2|=a clos|=a rul|=after that|=amus|=and the|=answer $|=answer is|=approv|=are fre|=at six|=at that
-2|=audit|=bag|=bank|=be a|=be undon|=bear|=bit|=bos|=branch|=by a|=cal|=cam|=claim|=claus|=clos
-2|=clos on|=coffe|=com on|=da ,|=dat $|=day|=deliver ther|=desk $|=drink|=drov|=egg|=either
-2|=even $|=fe|=food|=for you|=friend|=from her|=given|=glas|=go ,|=great|=grow|=hang|=has a|=hold
-2|=hom $|=i ve|=ignor|=impossibl|=in ,|=is #|=it|=it ,|=it out|=jun|=jun $|=just a|=kind|=know the
-2|=left|=legal|=letter|=lid|=lift|=lik that|=lock|=lock $|=m not|=mail|=mean|=midnight|=minut $
-2|=mor $|=morn $|=my head|=need|=never|=new|=no ,|=no return|=noon|=noth|=notic|=number i|=off $
-2|=old|=one way|=over|=possibl to|=product $|=rain|=rat|=registration|=rid $|=roam|=rug|=rul
-2|=s order|=s the|=s what|=said|=saturda|=sav|=serial|=serial number|=she said|=six|=siz|=smil
-2|=smil at|=so it|=sor for|=spot|=stop charg|=sunda $|=t allow|=t do|=t know|=t let|=t the|=text
-2|=th ,|=that the|=the other|=the question|=the serial|=the total|=ther|=ther as|=thre|=told
-2|=too man|=total|=transfer|=transfer $|=two $|=undon|=up|=up ther|=use|=ve put|=ve stop|=void
-2|=warm|=wind|=with that|=would i|=you didn|=you down|@against|@do not|@final|@marked|@threat
-2|@unfit|advised to take care|bad|before|body|calm, you|cost|delicate|denied, denied harm|destroy
-2|good, denied|harm|headed|into other hands|loss|question|stranger|to others|weak before you
-2|weak for the frail|weak, care|worse
-3|%^does|%^if|%^you|%deed>when|%done>is|%if>ends|%is>for good|%it>can|%none>data|%not open>you
-3|%not>must|%not>order|%order>they|%stays>you|%they>deed|%they>not|=, $|=, the|=^ don|=^ to|=chang
-3|=charg|=desk|=her s|=it go|=it s|=just|=know|=number|=s not|=s on|=the second|=thi is|=which
-3|=wil|@consequence|@idiom|@standing|@told|asked to listen|denied harm|ill|lacking|makes it so
-3|no harm|not fit for|not known|often|reassures|strong after you|told to take care
-4|%^done|%none>you|%num|=!|=! $|=put|@did|care|told not to|told to
-6|we did
-7|@not refusing
-9|always
"""
