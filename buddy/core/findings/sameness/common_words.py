"""How common words are in technical English: counted, not written. See bench/train/rarity.py."""

TWENTIETHS = {
    1: ("the to"),
    2: ("and for of ~create"),
    3: ("by com from in is not return this ~argument ~document ~function ~lack ~request ~return ~update ~use"),
    4: (
        "an are as fix github http if it merg on or request that upd with ~all ~array ~call ~check ~fetch ~import "
        "~map ~nothing ~setting ~should ~spelling ~string ~type ~user ~variable ~wrong"
    ),
    5: (
        "all author bump call can class co commit default depend doc error exampl fil funct import list nam non norep "
        "object option paramet pull releas set str test typ use user valu when which will ~authorize ~code ~encode "
        "~file ~identity ~last ~leak ~only ~original ~raise ~remove ~style ~test ~transaction"
    ),
    6: (
        "action also any arg argu arrai at bas build but chang check cod compar contain crazi cre data dep gener get "
        "given has hav into its key lik max method new no nod numb off one onli param path provid python rais remov "
        "run see should sign so support sympi tru used using vers we ~allow ~block ~compatible ~database ~first "
        "~intend ~interface ~log ~loop ~number ~send ~wait"
    ),
    7: (
        "after allow api attribut befor bot cas changelog chor ci cli clos command comput cont context convert cur "
        "defin dependabot dict direct dock doe don each elem except express fals field first form format gmail handl "
        "head implement includ input inst instead int issu iter json lin mak map match matrix may messag model modul "
        "mor must need order org other output pars pass plugin point read refer requir respons result sam serv som "
        "specifi start stat text than then ther tim tool tupl two valid vari was wher wheth without work you ~case "
        "~flaky ~hardcode ~identifier ~locale ~race ~same ~slow ~stale ~swallow ~validate ~wide"
    ),
    8: (
        "about accept addition ai alreadi alwai app avail avoid becaus been being between block bodi bool both branch "
        "byt cach charact compat complet config configur connect construct cor correct deprec detail dictionari "
        "differ directori distribut do document doesn eith empti en enabl encod end entri event everi execut exist "
        "explan extra fail find flag follow found func git graph group help her id ignor improv index indic inform "
        "integ item just length level limit link load log long manag mast maven miss mod mov multipl next now open "
        "oper origin otherw out over overrid packag part patch perform posit pr pre print process product properti py "
        "pydantic re readm real renov replac repres represent resolv schema second self send sequ sess shap sinc "
        "singl siz sourc specific stream such symbol system tak thei their them thes token transl tre up url usag "
        "warn what would wrap writ ~await ~bounds ~duplicate ~empty ~hidden ~increment ~inject ~invert ~name ~time "
        "~unused"
    ),
    9: (
        "access activ actu adapt against agent algorithm annot anoth applic assign assum async attempt auth automatic "
        "back basic behavi binari bound bug calcul cannot caus coeffici collect common compil complex compon condit "
        "control convers copi correspond could count current custom decor definit delet descript detect determin dev "
        "develop disabl docu domain draft drop dur edg ensur environ equal evalu even expect explicit extens fast "
        "feat featur filenam filt float fre full giv glob go googl guid histori hook host how html hub identifi imag "
        "impl info initial insid install integr interfac intern introduc invalid itself keep keyword last latest left "
        "librari licens loc local logic look loop main mark math mean metadata meth modifi most ndarrai network never "
        "norm normal npm null numpi old onc optim os own pag pair pallet par pattern per plac poli polynomi poss "
        "prefix prepar pres previous produc project prompt public queri random rang rath record redis ref refact rel "
        "repo report resourc rest right root rout rtyp rul runtim sampl script search sect select separ serial setup "
        "shar similar simpl simplifi skip socket sort spac spec speci standard status step still stop stor structur "
        "styl subclass sum syntax tag target templ termin thos thread through timeout toolkit transform try turn typo "
        "under unit until useful util vect via wait want way wer whil whos window within workflow yarn yield zero "
        "~credential ~retry"
    ),
    10: (
        "abstract accord across address alia along anthropic apach appear append appli appropri arbitrari around "
        "artifact ask assert associ attach attr auto aws axis backend below bet beta bind bit black blob boolean "
        "break bsd buf built callback capabil carri checkout child clarifi clean cleanup clear click clust color "
        "column combin consider consist const consum continu cooki coordin copyright credenti dat debug declar decod "
        "degre dens describ dif dimens dir dispatch displai dist docstr dot download due duplic dynamic easi edit "
        "effect els emit endpoint env equ equival escap exact exc exclud exit expand expr extend extern extract fact "
        "factori failur fallback final foo forc frac fram futur generic gradl gson happen hash high highlight hold "
        "howev incorrect infer init initi insert instruct interv invers invok io isn jasonsaayman java jay join kind "
        "known kwarg label languag larg later lead least leav less let lexer linear lint liter liv lower mad major "
        "mani matric maximum me memb memori might minim minimum minor multi my namespac nativ necessari negat nest "
        "net noth np num numeric obj occur omit openai organ our owner parti particular physic pi pip platform polici "
        "port post power preserv prev priv prob problem profil protocol proxi publish push put pygm qq quot raw reach "
        "reason rec redirect reduc regex regist register regular reject relat renam rend render rep respect retri "
        "retriev revert review rfc ring ripgrep row rst saf sav scalar scop sdk secur semv sent seri servic shell "
        "short show sid signatur sinatra small solut solv span split squar stack static strategi strict strip sub "
        "suit suppli sur switch sym sync sys tabl task team term th thing too top track trail underli unicod union "
        "uniqu unless upgrad upload upper var various verifi versionad view web well width word written xml yet your "
        "zz"
    ),
    11: (
        "abl abov absolut account act addit adjust advanc again alias alloc alpha analysis android answ anyth "
        "appleboi approxim arch ascii asset ast audio authentic autoupd await axio background backward bar bash basis "
        "batch becom begin belong best bo boundari broken brows bucket builtin bundl cancel cancell captur cargo "
        "certain chain channel char chat children choic christi chunk claud cloud cls cmd cobra codec codeql "
        "combinatoric comparison concur consid consol constraint continuous contribut conveni cover coverag crash "
        "crat cross curs cycl datetim decid decim defer deleg delta deriv derivat deserial design desir did didn "
        "differenti digit dimension discret discuss doing doubl down draw dtyp dump engin enter entir enum err eval "
        "everyth exp expans expir export expos fall feedback fetch few fill filter finish finit flask flow fold fork "
        "forward framework ful functional german gh gin grammar great had hand hint httpx ident ids immedi immut "
        "implicit increas independ indirect inherit inject inlin inspect instanti intend interact interpret javadoc "
        "job js junit know lambda lazi legaci len lib ll lock lookup low mac magic maintain man manu markdown mask "
        "measur meet ment meta middlewar migr min mock much multipart multiplic mypi newlin nx observ offset ok op "
        "outsid pagin payload pep permiss permut pin plain pool possib potenti preced precis pretti prim prior "
        "program progress prop propag protect psf purpos queu rack ram ration realtim receiv recommend recurs "
        "recursiv red redund refactor reflect region registri regress reli remain remot repositori res reset resolut "
        "restor restrict retain reus revers rewrit rez rolldown rot round routin rs rubi rust sapphi satisfi say scal "
        "scan schem scipi sebasti secret seem segm semantic serializ sever sharkdp simp sin slic someth spars "
        "spotless sqrt squareup src ssl stabl stdout struct submodul subset success successful suggest summari "
        "symmetric tab taken temporari think though thre throw tiangolo titl tls togeth tom tomchristi toolset total "
        "trac traceback transf transport travers travis treat trig trim trust tw tweak txt typic ui undefin unix "
        "unknown unlik unnecessari unus uri us usual utf veri visit vit weight whitespac whol why widget workspac "
        "wrong wu www yi"
    ),
    12: (
        "adjac affect align alternat ansi apis approach asynchronous axe behaviour benchmark big bracket canonic cast "
        "catch cell charset chines choos cobalt codecov comma compact compress concret condition conflict contract "
        "convent coroutin cos css cut databas dataclass deploi depth destin di diagon digest distutil divid divis "
        "driv dummi durabl effici embed encrypt enforc enhanc enough entiti eof eq estim exclus exec fit flatten frag "
        "frequ furth gen general geometri gitignor goe good half hello hostnam hypothesis identic incom incomplet "
        "increment ind indent individu infinit inner interpol invoc ip jdk jell jsoup kennethreitz lat linux listen "
        "login lot machin mcp meant microsoft minut na obtain often opt overflow overridden pad parallel partit "
        "password past pend perf persist php plan pleas plot plus popul position predic prefer preview primari primit "
        "probab proper pur pypa pypi pytest ql quadratic quest quit rank readi refus relev replai replica repr rm rol "
        "schedul screen seed seen sens sentinel slot slow spe sphinx st stai statistic stder storag subsequ substitut "
        "suffix suppress symbolic tcl tell tens therefor third thus timestamp transit trio trunc unchang undirect "
        "unifi urllib ve vend versionchang vertic visibl walk win wir won yaml"
    ),
}
"""Weight, in twentieths of the rarest, to stems; `~name` is a concept."""
