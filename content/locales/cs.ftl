### Slova Ludora. Překlad je kopie anglického souboru se stejnými názvy před znaky =.

## O tomto překladu

language = Čeština
author = Autoři Ludora
version = 1

## Stránky

home = Domů
new-game = Nová hra
lobby = Herna
table = Stůl
settings = Nastavení
missing = Tady nic není
missing-text = Na této adrese není žádná stránka.
pages = Stránky
skip-to-content = Přejít k obsahu
language-choice = Jazyk
theme = Vzhled
theme-auto = Auto
theme-light = Světlý
theme-dark = Tmavý
theme-contrast = Vysoký kontrast
loading = Načítám…
reconnecting = Spojení se přerušilo. Zkouším to znovu…
unsent-kept = Bez spojení. Váš tah čeká a zahraje se, jakmile se spojení obnoví.
unsent-late = Váš tah přišel pozdě, hra mezitím pokračovala.
unsent-refused = Bez spojení. Zkuste to znovu, až se obnoví.
try-again = Zkusit znovu
all = Vše
number-wanted = Celé číslo od { $least } do { $most }, prosím.
number-wanted-real = Číslo od { $least } do { $most }, prosím.
more = Další volby
more-pages = Další

## Domů

home-title = Posaďte se a hrajte
home-lead = Vyberte si hru a hned začněte: proti počítači, s někým vedle sebe, nebo s přáteli na dálku.
continue = Rozehrané hry
continue-forget = Odebrat ze seznamu: { $game }
continue-forget-tip = Odebere ze seznamu; samotný stůl zůstane
games = Hry
play-game = Hrát { $game }
play-now = Hrát
choose-more = Další volby
how-to-play = Jak se hraje
how-to-play-game = Jak se hraje { $game }
to-lobby = Najít stůl
with-friends = S přáteli
with-friends-about = Otevřete stůl a pošlete odkaz, nebo si přisedněte tam, kde na hráče čekají.
level-in = Obtížnost hry { $game }
level-0 = Lehká
level-1 = Střední
level-2 = Těžká
level-3 = Nejvyšší

## Co je skryté a kdo se dívá

hidden-things = Co je skryté
hidden-stays = Každý vidí jen to, co jeho místo smí vědět
hidden-revealed = Všichni vidí všechno: ke studiu
revealed = Odkryto
revealed-about = Všichni u tohoto stolu vidí, co je skryté.
watched-by =
    { $count ->
        [one] { $count } člověk se dívá
        [few] { $count } lidé se dívají
        [many] { $count } člověka se dívá
       *[other] { $count } lidí se dívá
    }

## Několik lidí u jedné obrazovky

curtain-title = Předejte obrazovku: { $who }
curtain-about = Všechno skryté je zakryté. Odhrňte oponu, až na obrazovku uvidí jen { $who }.
curtain-lift = { $who }: jsem to já
curtain-lift-tip = Ukáže, co smí vědět { $who }, a nic z toho, co mají ostatní
side-group = Čí strana je vidět
side-of = Vidíte, co vidí { $who }.
side-nobody = Vidíte, co smějí vědět všichni.
side-cover = Zakrýt
side-cover-tip = Zakryje, co je skryté, dokud se někdo zde znovu nepodívá
side-show = Ukázat: { $who }
at-this-screen = (u této obrazovky)

## Počítače mezi sebou

watch-all = Všechna místa počítačům
watch-all-tip = Na všech místech budou hrát počítače a vy se budete dívat
watch-about = Hrají jen počítače. Díváte se, jak rychle chcete, a můžete zastavit u kteréhokoli tahu.
watch-start = Začít a dívat se
watch-title = Hrají počítače
watch-running = Hrají počítače
watch-pause = Pozastavit
watch-pause-tip = Zastaví hru po tahu, o kterém se právě přemýšlí
watch-go-on = Pokračovat
watch-go-on-tip = Nechá počítače hrát dál
watch-step = Jeden tah
watch-step-tip = Nechá další počítač táhnout a zastaví
watch-paused = Pozastaveno. Další: { $who }
watch-pace-2000 = pomalu
watch-pace-800 = středně
watch-pace-250 = rychle
watch-pace-0 = hned
watch-review = Projít hru
watch-again = Další hra
watch-again-tip = Stejné počítače si zahrají znovu
watch-host-decides = Jak rychle hrají, určuje { $who }.

## Co dělají tlačítka

tip-agree = Dovolí vrátit tah
tip-refuse = Tah zůstane
tip-as-it-comes = Vrátí všechno na této stránce do původního stavu
tip-choose-more = Varianty, místa, hodiny a další
tip-colonizers-hide-choice = Odloží volbu, aby byl vidět stůl (Escape)
tip-colonizers-show-choice = Vrátí volbu (Escape)
tip-colonizers-do-nothing = Schopnost nepoužije
tip-colonizers-build-nothing = Ukončí tah bez stavby
tip-copy = Zkopíruje odkaz
tip-copied = Odkaz je zkopírován; zkopíruje ho znovu
tip-dicewars-end-turn = Ukončí tah; na vaše území přibudou kostky
tip-editor-download = Uloží hrací desku jako soubor ve vašem počítači
tip-editor-field-ordinary = Udělá z polí zase obyčejná
tip-editor-new = Začne s prázdnou deskou
tip-editor-no-spells = Na této desce nebudou žádná kouzla
tip-editor-place-add = Přidá místo pro dalšího hráče
tip-editor-place-remove = Odebere z desky
tip-editor-player = Ukáže a změní, kde hráč začíná a kam chce dojít
tip-editor-redo = Znovu udělá, co bylo vráceno
tip-editor-undo = Vrátí poslední změnu
tip-editor-remove = Smaže tuto desku ze serveru
tip-editor-replace = Přepíše desku toho jména
tip-editor-replace-not = Ponechá stávající desku
tip-editor-save = Uloží desku na serveru, pro všechny
tip-editor-try = Hned začne hru na této desce
tip-editor-upload = Otevře desku z vašeho souboru
tip-editor-wall-build = Klepnutí na drážku postaví zeď
tip-editor-wall-disable = Klepnutí na drážku tam zdi zakáže
tip-editor-wall-clear = Klepnutí drážku zase uvolní
tip-editor-wish-start = Klepnutí vybere pole, kde hráč začíná
tip-editor-wish-row = Klepnutí udělá z celé řady cíl hráče
tip-editor-wish-column = Klepnutí udělá z celého sloupce cíl hráče
tip-editor-wish-field = Klepnutí udělá z pole cíl hráče
tip-play-move = Zahraje tento tah
tip-enter = Vstoupí ke stolu s tímto heslem
tip-fill-with-agent = Na toto místo se posadí počítač
tip-go-on = Nic se nevzdává
tip-hint = Silný počítač řekne, co by zahrál
tip-home = Na stránku se všemi hrami
tip-i-am-ready = Řekne hostiteli, že můžete začít
tip-not-ready-yet = Řekne hostiteli, ať na vás počká
tip-installed-add-file = Přidá program z jednoho souboru
tip-installed-add-folder = Přidá program se všemi soubory složky
tip-installed-remove = Odebere tento program ze serveru
tip-installed-replace = Dá nový program na místo původního
tip-installed-keep = Nový program nepřidá
tip-join = Posadí se k tomuto stolu
tip-watch = Bude se dívat, aniž by hrál
tip-learn-again = Začne lekci znovu
tip-learn-back = Zpět k předchozímu kroku
tip-learn-next = Dál k dalšímu kroku
tip-learn-skip = Pokračuje bez tohoto kroku
tip-learn-play = Připraví vaši vlastní hru
tip-leave = Uvolní vaše místo u stolu
tip-match-end = Ukončí zápas; co se odehrálo, zůstane
tip-match-start = Nechá tyto počítače hrát proti sobě
tip-more-pages = Ukáže všechny ostatní stránky
tip-new-game = Připraví další hru
tip-open-table = Otevře stůl, ke kterému se mohou posadit ostatní
tip-start = Začne hru
tip-watch-start = Začne hru; hrají počítače a vy se díváte
tip-watch-review = Projde hru tah po tahu, s rozborem
tip-play-now = Hned začne hru
tip-plugin-check = Zahraje hry, aby ověřil, že zásuvný modul dodržuje pravidla
tip-plugin-checking = Kontrola běží
tip-plugin-show-all = Ukáže všechno
tip-plugin-show-field = Ukáže jen druhy polí
tip-plugin-show-spell = Ukáže jen kouzla
tip-rematch = Stejní hráči si zahrají ještě jednou
tip-rematch-asked = Ostatní ještě neodpověděli
tip-replay-choose-file = Otevře hru uloženou jako soubor
tip-replay-open = Otevře hru z pole nahoře
tip-replay-study = Projde hru tah po tahu, s rozborem
tip-resign = Vzdá hru; ještě se zeptá
tip-resign-sure = Teď hru vzdá
tip-leave-sure = Teď opustí stůl
tip-run-by-save = Uloží, čím se takové soubory spouštějí
tip-save-record = Uloží hru jako soubor ve vašem počítači
tip-seat-free = Uvolní místo od toho, kdo na něm sedí
tip-sit-down = Posadí vás na zvolené místo
tip-skip-to-my-turn = Ukáže hned všechny tahy až k vašemu
tip-skip-to-now = Ukáže hru, jak je teď
tip-sound = Krátký zvuk při každém tahu
tip-thoughts = Ukazuje na desce, o čem počítače přemýšlejí
tip-ways = Ukáže nejkratší cestu každého hráče
tip-study-analyse-all = Posoudí každý tah hry; chvíli to potrvá
tip-study-tree = Agent pozici prohledá a ukáže, co všechno si prohlédl
tip-tree-choose-file = Otevře soubor uložený příkazem ludorum analyse --save-tree
tip-tree-follow = Otevře jeden po druhém tahy, které hledání zkoušelo nejčastěji
tip-study-analyse-here = Posoudí tuto pozici
tip-study-another = Zpět k výběru her
tip-study-back = Zpět k tahům hry
tip-study-copy-link = Zkopíruje odkaz, ve kterém je celá hra
tip-study-copy-moves = Zkopíruje všechny tahy jako text
tip-study-copy-position = Zkopíruje tuto pozici jako text
tip-study-pause = Zastaví u tohoto tahu
tip-study-play = Přehraje hru odtud, tah po tahu
tip-study-stop = Zastaví rozbor
tip-study-play-move = Zahraje tento tah, ať je vidět, co z něj vzejde
tip-show-after = Ukáže pozici po tomto tahu
tip-to-lobby = Ukáže stoly, které čekají na hráče
tip-to-now = Ukáže hru, jak je teď
tip-translate-new = Začne váš vlastní překlad
tip-translate-open = Otevře překlad z vašeho souboru
tip-translate-save = Uloží překlad jako soubor ve vašem počítači
tip-translate-save-here = Zapíše překlad do složky locales na tomto serveru
tip-translate-edit = Pokračovat tady v tomto překladu
tip-translate-remove = Odstraní soubor ze serveru
tip-translate-go-on = Zpět k tabulce textů; překlad zůstane zapnutý
tip-translate-end = Stránka bude mluvit jako předtím
tip-description = Každý si jej přečte v herně i tady
tip-description-save = Nový popis uvidí všichni u stolu
tip-description-cancel = Popis zůstane, jak byl
tip-table-rules = Změní, co se u této hry dá zvolit, třeba zdi a kouzla; všichni pak musí znovu potvrdit, že jsou připraveni
tip-table-rules-save = Všichni u stolu uvidí nová pravidla a musí znovu potvrdit, že jsou připraveni
tip-table-rules-cancel = Pravidla zůstanou, jak byla
tip-try-again = Zeptá se serveru znovu
tip-undo = Vrátí váš poslední tah
tip-ask-undo = Zeptá se ostatních, zda smíte vrátit svůj poslední tah
tip-undo-waits = Ostatní ještě neodpověděli
tip-yinsh-pass = Žádný kruh se nemůže pohnout

## Hry

game = Hra
game-quoridor = Quoridor
game-quoridor-about = Dojděte jako první na druhou stranu a ostatním stavte do cesty zdi.
game-tictactoe = Piškvorky 3 × 3
game-tictactoe-about = Tři v řadě. Malá a rychlá hra, která bez chyby končí remízou.
param-quoridor-size = Velikost desky
param-quoridor-walls = Zdí pro každého hráče
param-quoridor-players = Počet hráčů
param-quoridor-notation = Zápis zdí
param-agent-level = Úroveň od 1 do 10
param-agent-time = Čas na tah
param-agent-threads = Vlákna
param-agent-depth = Na kolik tahů dopředu
param-agent-nodes = Pozic na tah
param-agent-iterations = Průchodů hledání na tah
param-agent-memory = Paměť v MiB
param-agent-eval = Jak se hodnotí pozice
param-agent-pruning = Vynechávání větví u náhody
param-agent-samples = Losovaných událostí
param-agent-c = Zvědavost
param-agent-playout = Jak se partie dohrávají
param-agent-epsilon = Podíl náhodných tahů, 0 až 1
param-agent-playout-depth = Tahů dohrávky
param-agent-playouts = Dohrávek na pozici
param-agent-fpu = Hodnota nevyzkoušených tahů, 0 až 1
param-agent-final = Který tah se nakonec zahraje
param-agent-reuse = Pamatuje si, co zjistil
param-agent-bias = Váha toho, co o hře ví
param-agent-widening = Šířka hledání, 0 až 1
param-agent-table = Paměť pozic v MiB
param-agent-quiescence = Tahů navíc, kde není klid
param-agent-add-chance = Pravděpodobnost nového tahu, 0 až 1
param-agent-exploration = Průzkum
param-agent-cast-chance = Pravděpodobnost, že tah přidaný do stromu je kouzlo, 0 až 1
param-agent-wall-chance = Pravděpodobnost, že tah přidaný do stromu je zeď, 0 až 1
param-agent-wall-value = Cena zdi v ruce
param-agent-spell-value = Cena kouzla v ruce
param-agent-score-growth = Jak rychle roste skóre
param-agent-own-weight = Váha vlastního skóre proti nejlepšímu z ostatních, -100 až 100
param-agent-save-tree = Uchová svůj strom k prohlédnutí
param-agent-value = Jak se posuzují nové pozice
time-example = Číslo a jednotka: 500ms, 1.5s, 2m
by-itself = automaticky
word-on = zapnuto
word-off = vypnuto
word-score = podle skóre
word-playout = dohráním
word-ours = náš: e3h
word-compass = světové strany: e3N
word-upper-left = levý horní roh: e3h
word-lower-left = levý dolní roh: e4h
word-thesis = jako v diplomové práci
word-shrewd = vychytralý
word-classic = klasická
word-duel = souboj
word-everything = všechno
word-labyrinth = bludiště
word-rink = kluziště
word-trio = trojice
word-thesis-printed = jako v diplomové práci, jak byla vytištěna
word-thesis-unaware = jako v diplomové práci, výhry nevidí
word-race = kdo je blíž
word-none = vůbec
word-lines = otevřené řady
word-star1 = podle mezí
word-star2 = podle mezí a prvního pohledu
word-first = první v pořadí
word-random = náhodně
word-greedy = hltavě
word-egreedy = hltavě, občas náhodně
word-expectimax = krátkým hledáním
word-semirandom = polonáhodně
word-astar = nejkratší cestou
word-visits = nejčastěji zkoušený
word-value = nejlépe hodnocený

## Nová hra

players = Hráči
your-name = Vaše jméno
you-name = Vy
guest-name = Host
table-plain = Přátelský stůl
fill-with-agent = Posadit sem počítač
agent-at-level = { $name }, úroveň { $level }
agent-name-champion = Šampion
agent-name-random = Náhoda
agent-name-semirandom = Polonáhodný
agent-name-greedy = Hltoun
agent-name-minimax = Minimax
agent-name-alphabeta = Alfa-beta
agent-name-mcts = Monte Carlo
agent-name-maxn = Max-n
agent-name-astar = Běžec
agent-name-expectimax = Expectimax
agent-name-parallel-alphabeta = Alfa-beta, paralelní
agent-name-pvs = Hluboká alfa-beta
agent-about-random = Jakýkoli tah, každý stejně pravděpodobný.
agent-about-greedy = Tah, po kterém pozice vypadá nejlépe.
agent-about-semirandom = Vylosuje jeden z tahů, které nelze vzít zpět (v Quoridoru: kteroukoli zeď), a jednoho dobrého kroku; každý je stejně pravděpodobný.
agent-about-astar = Jde nejkratší cestou a nic nestaví.
agent-about-expectimax = Projde všechny větve na několik tahů dopředu a náhodu váží její pravděpodobností.
agent-about-mcts = V duchu odehraje mnoho partií a zvolí, co dopadlo nejlépe.
agent-about-minimax = Projde všechny větve na několik tahů dopředu.
agent-about-alphabeta = Projde všechny větve, na kterých může záležet, na několik tahů dopředu.
agent-about-parallel-alphabeta = Alfa-beta, která práci rozdělí mezi vlákna.
agent-about-maxn = Dívá se několik tahů dopředu; každý hráč myslí na sebe.
agent-about-pvs = Dívá se tak daleko, jak stihne, pamatuje si, co viděla, a dobré tahy zkouší první.
agent-about-champion = Nejsilnější hráč; úrovně od začátečnické 1 do 10.
name = Jméno
colour = Barva
colour-choose = Zvolte si barvu
colour-of = Barva hráče { $who }
colour-number = { $number }. barva
table-of = Stůl hráče { $name }
table-name = Název stolu
table-description = Co mají ostatní vědět (nepovinné)
table-description-example = Začátečníci jsou vítáni, hrajeme pomalu.
table-description-write = Napsat popis
table-description-change = Změnit popis
table-description-save = Uložit popis
table-description-cancel = Nechat, jak je
table-rules-change = Změnit pravidla
table-rules-save = Změnit
player-number = { $number }. hráč
seat-number = { $number }. místo
seat-me = Já
seat-here = Někdo další tady
seat-elsewhere = Někdo jinde
seat-agent = Počítač
agent-own-name = Jméno, chcete-li
agent-own-name-tip = Dá tomuto počítači jméno; bez něj se jmenuje podle toho, co je zač
seat-open = Volné místo
seat-free = Uvolnit místo
seat-move = Sednout sem
seat-move-tip = Přesednout na toto místo
seat = Místo
agent-params = Všechny parametry
network = Hra po síti
password = Heslo
password-optional = Heslo, má-li nějaké být
listed = Ukázat stůl v herně
allow-spectators = Ostatní se mohou dívat
substitute = Když někdo odejde, hraje za něj počítač
allow-hints = Nápověda je povolena
hints-between-people = Mezi lidmi je nápověda vypnutá, pokud nesouhlasí všichni: kdo usedá ke stolu, vidí, zda je povolena.
hints-agreed = U tohoto stolu je povolena nápověda. Kdo je připraven, s tím souhlasí.
clock-minutes = Minut pro každého hráče, 0 bez hodin
clock-increment = Sekund navíc za každý tah
seed = Semínko náhody
seed-random = náhodné
seed-about = Se stejným semínkem vedou stejné tahy ke stejné partii, včetně náhody a počítačů. Vidí ho každý u stolu.
show-thinking = Je vidět, co si počítače myslí
open-table = Otevřít stůl
start = Začít

## Herna

filter = Výběr
search = Hledat
phase = Stav
phase-open = Čeká na hráče
phase-playing = Hraje se
phase-over = Dohráno
tables-found =
    { $count ->
        [0] Žádný stůl neodpovídá.
        [one] { $count } stůl
        [few] { $count } stoly
        [many] { $count } stolu
       *[other] { $count } stolů
    }
tables-loading = Server právě nastartoval: načteno { $done } z { $total } stolů.
lobby-empty = Otevřete ho a pošlete odkaz příteli, nebo se tu nechte najít.
host-is = hostitel: { $who }
with-password = s heslem
join = Přisednout
watch = Dívat se

## U stolu

table-locked = Tento stůl má heslo
table-locked-text = Zeptejte se na ně toho, kdo vás sem poslal.
enter = Vstoupit
sit-down = Posadit se
bring-somebody = Přidat někoho u této obrazovky
bring-somebody-tip = Další člověk, který hraje tady vedle vás
about-game = Co se hraje
about-walls = Zdi
about-walls-each = { $count } pro každého hráče
about-spells-each = { $count } pro každého hráče, rozložená na začátku
about-clock =
    { $minutes ->
        [one] { $minutes } minuta pro každého hráče a { $increment } s za každý tah
        [few] { $minutes } minuty pro každého hráče a { $increment } s za každý tah
       *[other] { $minutes } minut pro každého hráče a { $increment } s za každý tah
    }
all-seats-taken = Všechna místa jsou obsazená. Díváte se.
that-is-you = (vy)
waiting-for = na někoho se čeká
ready = připraven
not-ready = ještě ne
i-am-ready = Jsem připraven
not-ready-yet = Přece jen ještě ne
start-when-ready = Hostitel spustí hru, až budou všechna místa obsazená a všichni připraveni.
start-when-others-ready = Pošlete odkaz příteli, nebo nechte sednout počítač. Začít můžete, až budou všechna místa obsazená a ostatní připraveni.
leave = Odejít
agent = Počítač
away = odešel
dropped-out = mimo hru
dropped-out-replaced = mimo hru; { $agent } hraje dál za sebe
away-replaced = odešel; hraje za něj { $agent }
not-connected = není připojen
your-turn = Jste na tahu
turn-of = Na tahu: { $who }
thinks = Přemýšlí: { $who }
you-won =
    { $by ->
        [resignation] Vyhráli jste: ostatní se vzdali
        [time] Vyhráli jste na čas
       *[rules] Vyhráli jste!
    }
you-lost =
    { $by ->
        [resignation] Vzdali jste se. Vítěz: { $who }
        [time] Vypršel vám čas. Vítěz: { $who }
       *[rules] Vítěz: { $who }
    }
you-dropped-out = Už nehrajete, jste na { $place }. místě. Můžete se dívat na ostatní.
you-dropped-out-over = Skončili jste na { $place }. místě. Vítěz: { $who }
somebody-won =
    { $by ->
        [resignation] Vítěz: { $who } (ostatní se vzdali)
        [time] Vítěz: { $who } (na čas)
       *[rules] Vítěz: { $who }
    }
draw = Remíza
thought = prošel { $effort } pozic do hloubky { $depth }
thinks-of = zvažuje { $move } · { $effort } pozic do hloubky { $depth }
expects = čeká { $chance }
watching = Díváte se.
undo = Vrátit tah
ask-undo = Požádat o vrácení
undo-asked =
    { $you ->
        [yes] Chcete vrátit tah.
       *[no] { $who } chce vrátit tah.
    }
undo-waits = Čeká se na ostatní
taken-back =
    { $count ->
        [one] Tah byl jednou vrácen
        [few] Tahy byly vráceny { $count }krát
        [many] Tahy byly vráceny { $count }krát
       *[other] Tahy byly vráceny { $count }krát
    }
taken-back-unrated =
    { $count ->
        [one] Tah byl vrácen poté, co byla vidět náhoda nebo karty: partie se nepočítá do úrovně
        [few] Tahy byly vráceny { $count }krát poté, co byla vidět náhoda nebo karty: partie se nepočítá do úrovně
        [many] Tahy byly vráceny { $count }krát poté, co byla vidět náhoda nebo karty: partie se nepočítá do úrovně
       *[other] Tahy byly vráceny { $count }krát poté, co byla vidět náhoda nebo karty: partie se nepočítá do úrovně
    }
agree = Souhlasím
refuse = Nesouhlasím
hint = Napovědět
hint-says =
    { $chance ->
        [none] Možná { $move }
       *[other] Možná { $move }: slibuje { $chance }
    }
resign = Vzdát se
resign-sure = Opravdu tuto partii vzdát?
leave-sure = Opravdu odejít? Převezme-li vaše místo počítač, skončíte poslední z těch, kdo ještě hrají.
go-on = Hrát dál
rematch = Hrát znovu
rematch-asked = Čeká se na ostatní
ways = Cesty
sound = Zvuk
thoughts = Úvahy
moves = Tahy
no-moves = Zatím žádné tahy.
look-back = Ohlédnutí
looks-back = Pozice po { $number }. tahu
to-now = Zpět do hry
step-first = Na začátek
step-back = O tah zpět
step-on = O tah dál
step-last = Na současnou pozici
news = Co se stalo
news-seated = { $who } usedá ke stolu
news-vacated = { $number }. místo je zase volné
news-host = Hostitelem je teď { $who }
news-away =
    { $agent ->
        [none] { $you ->
            [yes] Odcházíte; hra čeká
           *[no] { $who } odchází; hra čeká
        }
       *[other] { $you ->
            [yes] Odcházíte; hraje za vás { $agent }
           *[no] { $who } odchází; hraje za něj { $agent }
        }
    }
news-back =
    { $you ->
        [yes] Jste zpět
       *[no] { $who } je zpět
    }
news-resigned =
    { $you ->
        [yes] Vzdáváte se
       *[no] { $who } se vzdává
    }
news-flagged =
    { $you ->
        [yes] Už nemáte čas
       *[no] { $who } už nemá čas
    }
left-game =
    { $cause ->
        [resigned] { $who }: vzdáno na { $place }. místě
        [time] { $who }: vypršel čas na { $place }. místě
        [failed] { $who }: selhání na { $place }. místě
       *[left] { $who }: odchod na { $place }. místě
    }
news-failed =
    { $agent ->
        [none] { $who } selhal a prohrál. { $reason }
       *[other] { $who } selhal; hraje za něj { $agent }. { $reason }
    }
news-limited-time = { $who }: přemýšlení zastaveno po { $seconds } s, víc na tah tady není; hraje, co do té doby vypadalo nejlépe
news-limited-rebuilding = { $who }: celou hru se nepodařilo včas projít znovu; hraje dál bez toho, co si z ní pamatoval
news-halted = Hra nemůže pokračovat: { $plugin }, { $reason }
game-stopped = Hra byla zastavena: nikdo nevyhrál
news-cancelled = Zrušeno: { $plugin }, { $reason }
news-undo-refused =
    { $you ->
        [yes] Nechcete tah vrátit
       *[no] { $who } nechce tah vrátit
    }
news-undone = Vráceno k { $number }. tahu
news-rematch-asked =
    { $you ->
        [yes] Chcete hrát znovu
       *[no] { $who } chce hrát znovu
    }
save-record = Uložit partii
share = Pozvat
share-text = Kdo má tento odkaz, může přijít ke stolu.
share-local = Tuto adresu otevře jen tento počítač. Pro hru z jiných počítačů server zastavte a spusťte znovu příkazem „make run LAN=1“ (nebo „ludorum serve --lan“); pak otevřete adresu, kterou vypíše.
share-link = Odkaz na stůl
share-code = Odkaz jako QR kód
copy = Kopírovat
copied = Zkopírováno
nothing-to-see = Kdo se jen dívá, z této hry nic nevidí.

## Nastavení

settings-page = Stránka
settings-board = Deska
text-size = Velikost písma: { $percent } %
board-colours = Barvy desky
board-wood = Dřevo
board-slate = Břidlice
board-sand = Písek
board-clear = Zřetelná
board-clear-about = Černobílá, s barvami pro každé barevné vidění a se značkou pro každého hráče.
board-size = Velikost desky: { $percent } %
patterns = Značka pro každého hráče
coordinates = Názvy řad a sloupců
animation = Plynulé pohyby
sound-moves = Tahy je slyšet
thoughts-shown = Deska ukazuje, co počítače zvažují
as-it-comes = Vše jako na začátku
preview = Náhled

## Desky, také pro čtečky obrazovky

board-label = { $game }. Šipky posouvají kurzor, Enter hraje.
quoridor-board-label = Quoridor. Šipky posouvají kurzor po polích a spárách, Enter hraje, h a v otáčejí zeď, Home vede k vaší figurce.
quoridor-tip = Dojděte na stranu své barvy: krokem na tečku, nebo postavte zeď do spáry.
tictactoe-tip = Vyhrávají tři v řadě.
tictactoe-marked =
    { $you ->
        [yes] Vaše značka na { $place }
       *[no] { $who }: značka na { $place }
    }
tictactoe-cell-free = { $place }, volné
tictactoe-cell-taken = { $place }, značka hráče { $who }
quoridor-stepped =
    { $you ->
        [yes] Vaše figurka z { $from } na { $to }
       *[no] { $who }: figurka z { $from } na { $to }
    }
quoridor-walled =
    { $you ->
        [yes] Vaše
       *[no] { $who }:
    } { $direction ->
        [h] vodorovná zeď na { $place }
       *[v] svislá zeď na { $place }
    }
quoridor-passed =
    { $you ->
        [yes] Vynecháváte tah
       *[no] { $who } vynechává tah
    }
pass-label = bez tahu
quoridor-walls-left =
    { $count ->
        [0] Nezbývá žádná zeď
        [one] Zbývá { $count } zeď
        [few] Zbývají { $count } zdi
        [many] Zbývá { $count } zdi
       *[other] Zbývá { $count } zdí
    }
quoridor-cursor-square =
    { $may ->
        [yes] { $place }, sem můžete jít
       *[no] { $place }
    }
quoridor-cursor-pawn = { $place }, figurka hráče { $who }
quoridor-cursor-wall =
    { $direction ->
        [h] Vodorovná zeď { $place }
       *[v] Svislá zeď { $place }
    }{ $may ->
        [yes] {""}
       *[no] , nelze
    }

## Proč tah nejde

why-game-over = Hra už skončila.
why-cell-taken = Pole { $move } je už obsazené.
why-pawn-stays = Figurka tam už stojí.
why-pawn-there = Na { $move } stojí figurka.
why-wall-between = Mezi figurkou a { $move } je zeď.
why-pawn-too-far = Na { $move } se figurka jedním tahem nedostane.
why-no-walls-left = Už nemáte žádné zdi.
why-wall-overlaps = { $move } by ležela na jiné zdi.
why-wall-crosses = { $move } by křížila jinou zeď.
why-wall-closes-path = { $move } by zavřela poslední cestu hráče { $who }.
why-no-pass = Vynechat tah lze, jen když žádný jiný není.

## Co server odmítá

problem-unreachable = Server neodpovídá. Zkontrolujte připojení a zda server běží.
problem-bad-request = Server nerozumí: { $reason }
problem-bad-version = Tato stránka je starší nebo novější než server. Načtěte ji znovu.
problem-too-large = To je na server příliš velké. Zmenšete to.
problem-not-found = Na této adrese nic není. Zkontrolujte odkaz.
problem-unknown-table = Takový stůl není. Zkontrolujte odkaz.
problem-unknown-replay = Taková partie není. Zkontrolujte odkaz.
problem-unknown-seat = Stůl takové místo nemá.
problem-no-session = Server vás ještě nezná. Načtěte stránku znovu.
problem-not-host = To smí jen hostitel.
problem-not-seated = To smí jen ti, kdo sedí u stolu.
problem-out-of-game = Z této hry jste vypadli na { $place }. místě a můžete se jen dívat.
problem-seat-taken = Tam už někdo sedí. Zvolte jiné místo.
problem-name-taken = Toto jméno už u stolu někdo má. Zvolte jiné.
problem-colour-taken = Tuto barvu už u stolu někdo má. Zvolte jinou.
problem-table-full = Všechna místa jsou obsazená.
problem-password-needed = Stůl má heslo.
problem-wrong-password = To není správné heslo. Zkuste to znovu.
problem-too-many-tries = Příliš mnoho špatných hesel. Počkejte minutu.
problem-too-many-requests = Příliš rychle. Počkejte chvilku.
problem-server-full = Server je plný. Zkuste to za chvíli znovu.
problem-plugin-stopped = Rozšíření { $plugin } trvalo příliš dlouho a bylo zastaveno: { $reason }
problem-too-many-tables = Z vaší adresy je otevřeno { $most } stolů a víc jich být nesmí. Jeden opusťte, nebo počkejte, až bude některý archivován.
problem-bad-game = Tuto hru takto hrát nelze: { $reason }
problem-bad-agent = Tento počítačový hráč takto hrát nemůže: { $reason }
problem-agent-taken = Program @{ $name } tu už je.
problem-bad-text =
    { $field ->
        [name] Jméno je příliš dlouhé, prázdné, nebo má znaky, které tam nesmějí být.
        [description] Popis je příliš dlouhý nebo má znaky, které tam nesmějí být.
       *[other] Něco je příliš dlouhé nebo má znaky, které tam nesmějí být: { $field }
    }
problem-wrong-phase =
    { $phase ->
        [open] Hra ještě nezačala.
        [playing] Hra se právě hraje.
       *[over] Hra už skončila.
    }
problem-not-ready = Některá místa jsou volná nebo nepřipravená.
problem-not-your-turn = Nejste na tahu.
problem-illegal-move = { $move } nelze hrát: { $reason }
problem-nothing-to-undo = Není co vrátit.
problem-no-undo-asked = Nikdo o vrácení tahu nežádal.
problem-not-allowed = Hostitel to tady nedovoluje.
problem-origin-refused = Požadavek přišel z jiné stránky. Otevřete tuto stránku na adrese serveru.
problem-host-refused = Server se takto nejmenuje. Spusťte ho s volbou --host.
problem-not-stored = Nepodařilo se to uložit, takže se to nestalo. Zkuste to znovu.
problem-internal = Server selhal. Proč, říká jeho záznam.

## Studying: what the server refuses

problem-local-only = To je na tomto serveru vypnuté.
problem-operator-only = To smí jen ten, kdo server provozuje: otevřete adresu, kterou vypsal při spuštění, nebo pošlete správcův klíč.
problem-bad-translation = Tento překlad nelze použít: { $reason }
why-translation-code = Jméno souboru není kód jazyka, třeba de nebo pt-BR.
why-translation-shipped = { $language } je součástí programu. Dejte svému překladu vlastní kód, třeba { $language }-x-own.
why-translation-long = Má víc než { $most } KiB.
why-translation-header = V hlavičce něco chybí: jazyk, autor i verze musí být vyplněny.
why-translation-label = Jazyk, autor i verze smějí mít nejvýš { $most } znaků, na jednom řádku.
why-translation-unreadable = Soubor nelze přečíst jako text v UTF-8.
why-translation-many = Překladů je na tomto serveru příliš mnoho. Nějaké odstraňte.
problem-match-running = Jeden zápas se už hraje.

## Studium: stránky

learn = Naučit se
replay = Přehrávání
tree = Strom hledání
agents = Agenti
translate = Překlad

## Přehrávání a rozbor

replay-lead = Projděte si kteroukoli hru tah po tahu, zeptejte se agenta, co si o ní myslí, a vyzkoušejte, co se dalo zahrát jinak.
replay-own-file = Vlastní záznam
replay-drop = Přetáhněte záznam (.ludorum) kamkoli na tuto stránku.
replay-drop-here = Sem pusťte záznam
replay-choose-file = Vybrat soubor
replay-paste = Nebo vložte jeho text
replay-text = Text záznamu
replay-open = Otevřít
replay-study = Přehrát a rozebrat
replay-finished = Dohrané hry
replay-none = Zatím tu nikdo nic nedohrál.
replay-bad = Záznam není v pořádku. Řádek { $line }: { $reason }
replay-link-broken = odkaz není celý
study-another = Jiná hra
study-move-of = po { $at }. tahu z { $of }
study-chance-acts = Rozhoduje náhoda
study-chance-event = Náhoda: { $event }
study-moved = { $who } hraje { $move }
study-variation = Varianta.
study-variation-text = Od hry se liší od { $move }. tahu.
study-back = Zpět do hry
study-eyes = Pohled
study-eyes-all = Vše
study-play = Přehrát
study-pause = Pozastavit
study-pace = Tempo
study-seconds = { $seconds } s
study-slider = Tah hry
study-value = Naděje na výhru
study-graph = Naděje v průběhu hry, známé u { $known } z { $of } pozic. Teď: { $now }
study-graph-two = Nad středem je napřed { $above }, pod ním { $below }.
study-analysis = Rozbor
study-agent = Agent
study-time = Na pozici
study-spec = Zápis agenta se všemi parametry
study-stop = Zastavit
study-progress = Rozebrané pozice
study-thinking = Přemýšlí…
study-analyse-here = Rozebrat tuto pozici
study-analyse-all = Rozebrat celou hru
study-tree = Ukázat strom hledání
study-candidates = Zvažované tahy
study-move = Tah
study-chance = Naděje
study-visits = Návštěvy
study-line = Očekává:
study-line-play = Hrát až po { $move }
study-effort =
    { $depth ->
        [0] Prohlédnuté pozice: { $positions }, čas { $seconds } s
       *[other] Prohlédnuté pozice: { $positions }, hloubka { $depth }, čas { $seconds } s
    }
study-apart = Co rozhodlo
study-apart-text = Co změnila náhoda a co rozhodnutí, v bodech ze sta. Posuzuje to agent podle toho, co viděl.
study-apart-no-chance = V této hře není náhoda: naděje měnila jen rozhodnutí. V bodech ze sta, posuzuje agent.
study-luck = Náhoda
study-own = Vlastní tahy
study-others = Tahy ostatních
study-rest = Bez rozboru
study-change = Celkem
study-export = Uložit a sdílet
study-copy-link = Kopírovat odkaz
study-copy-position = Kopírovat pozici
study-copy-moves = Kopírovat tahy
study-copy-by-hand = Zkopírujte odtud:

## Stromy hledání

tree-lead = Co si hledání prohlédlo, tah po tahu: jak často a s jakým výsledkem. Otevřete strom uložený příkazem ludorum analyse --save-tree, nebo si nechte vypěstovat nový: v rozboru hry Sektor 66 zvolte agenta „Strom se skóre“.
tree-choose-file = Vybrat soubor
tree-follow = Projít nejnavštěvovanější tahy
tree-bad = Tento soubor není strom hledání.
tree-root = Začátek hledání
tree-after = Po { $moves }
tree-score = Výsledek
tree-size =
    { $depth ->
        [one] Pozice: { $positions }, hloubka { $depth } tah
        [few] Pozice: { $positions }, hloubka { $depth } tahy
       *[other] Pozice: { $positions }, hloubka { $depth } tahů
    }
tree-cut = Vynechány jsou pozice navštívené méně než { $visits }krát.
tree-row =
    { $who ->
        [root] { $move }
        [chance] Náhoda: { $move }
       *[seat] Hráč { $seat }: { $move }
    }, { $visits ->
        [one] { $visits } návštěva
        [few] { $visits } návštěvy
       *[other] { $visits } návštěv
    }{ $score ->
        [none] { "" }
       *[other] , výsledek { $score }
    }

## Agenti a zápasy

agents-lead = Kdo tu hraje, když nikdo jiný není, a jak si stojí proti sobě.
agents-who = Kdo umí hrát
agents-strongest = nejsilnější
strength = Síla { $elo }
strength-interval = ({ $low } až { $high })
strength-time = { $time } na tah
strength-like = hraje jako { $agent }
strength-levels = Síla úrovní
strength-level = Úroveň { $level }
strength-as-it-comes = S obvyklým nastavením:
strength-unknown = Síla nebyla změřena.
strength-about = Síla je na stupnici Elo: náhodná hra má 0 a kdo má o 200 více, vyhraje asi tři partie ze čtyř. V závorce je, kde leží s jistotou 95 %. Změřeno v { $games } partiích hry { $game }; čas je průměr na stroji, který měřil.
agents-params =
    { $count ->
        [one] { $count } parametr
        [few] { $count } parametry
       *[other] { $count } parametrů
    }
agents-default = obvykle { $value }
range = { $min } až { $max }
range-from = od { $min }
range-time = čas, například 1.5s
match = Zápas
match-lead = Nechte agenty hrát proti sobě. Každý sedí na každém místě stejně často.
match-elsewhere = Zápasy spouští ten, kdo server provozuje.
match-variant = Varianta
match-games = Počet her
match-seed = Semínko náhody
match-openings = Zahájení
match-openings-note = Čím hry začínají, aby agenti nehráli pořád tutéž hru: random:plies=4 zahraje čtyři náhodné tahy, balanced:plies=6,by=champion:level=4,within=0.1 jen takové, které jsou spravedlivé pro oba, quoridor-9x9 je hotový seznam. Každé zahájení se hraje ze všech míst. Necháte-li pole prázdné, hraje se od začátku.
match-agent = Agent { $number }
match-start = Spustit zápas
match-end = Ukončit
match-state =
    { $state ->
        [running] se hraje, odehráno { $played } z { $planned }
        [done] skončil, odehráno { $played }
       *[stopped] byl ukončen, odehráno { $played } z { $planned }
    }
match-table = Výsledky zápasu
match-progress = Odehrané hry
match-won = Výhry
match-drawn = Remízy
match-lost = Prohry
match-rate = Podíl výher, 95 %
match-interval = Interval
match-time = Čas na tah
match-nodes = Pozic na tah
match-distinct = Různých her: { $games } z { $played }.
match-repeated =
    { $games ->
        [one] { $games } různá hra
        [few] { $games } různé hry
       *[other] { $games } různých her
    } z { $played }: { $how ->
        [always] tito agenti hrají ze stejné pozice pokaždé stejnou hru
       *[other] tito agenti hrají ze stejné pozice často stejnou hru
    } a zopakovaná hra nic dalšího nedokazuje. Zahájení jako random:plies=4 je nechají začínat z různých pozic.
match-openings-used = Zahájení: { $openings }
match-note = Průměrně { $moves } tahů na hru. Semínko { $seed }: stejné semínko dá stejné hry.
installed = Programy zvenčí
installed-lead = Programy, které umějí protokol agentů. Hrají pod jménem @NÁZEV.
installed-none = Žádný není nainstalovaný.
installed-all-games = všechny hry
installed-add-file = Přidat soubor
installed-add-folder = Přidat složku
installed-remove = Odebrat
installed-replace = Nahradit @{ $name }
installed-keep = Nechat původní
installed-play-one = Hrát proti { $agent }
installed-remove-one = Odebrat { $agent }
run-by-python = Soubory v Pythonu spouští
run-by-save = Uložit
run-by-saved = Uloženo.

## Nástroj pro překlad

translate-lead = Přeložte Ludorum do svého jazyka: pište do pravého sloupce, vyzkoušejte překlad na celé stránce a uložte jej jako soubor nebo na tomto serveru, kde si ho pak může vybrat každý.
translate-file = Překlad
translate-open = Otevřít soubor
translate-known = Vzít zdejší jazyk
translate-new = Začít znovu
translate-save = Uložit jako soubor
translate-try = Vyzkoušet na celé stránce
translate-trying = Zkoušíte překlad na celé stránce: { $name }.
translate-go-on = Pokračovat v překladu
translate-end = Zpět k mému jazyku
translate-wanted = Vyplňte před uložením.
translate-code-wanted = Kód jazyka, třeba de nebo pt-BR.
translate-at-server = Překlady na tomto serveru
translate-save-here = Uložit na tomto serveru
translate-save-here-about = Jazyk si pak hned může vybrat každý, kdo tento server používá. Co není přeloženo, bude anglicky.
translate-saved-here = Uloženo. Mezi jazyky je teď { $name }.
translate-token = Správcův klíč
translate-token-about = Kdo server provozuje, najde klíč v souboru operator-token ve složce s daty. Tato stránka jej zapomene, jakmile se zavře.
translate-never = Tento server překlady neuchovává. Uložte svůj jako soubor a předejte ho tomu, kdo server provozuje.
translate-by = { $author }, verze { $version },
translate-share = { $messages } z { $wanted } textů
translate-not-offered = Mezi jazyky není:
translate-findings =
    { $count ->
        [one] { $count } text k prohlédnutí
        [few] { $count } texty k prohlédnutí
       *[other] { $count } textů k prohlédnutí
    }
translate-line = Řádek { $line }:
translate-finding-syntax = nelze přečíst, bude anglicky
translate-finding-twice = je tu dvakrát; platí poslední
translate-finding-unknown = na stránce žádný takový text není
translate-finding-plural = chybí tvar, který čísla v tomto jazyce mají
translate-finding-placeholders = má jiné zástupné znaky než angličtina
translate-edit = Upravit
translate-remove = Odstranit
translate-removed = { $name } už tu není.
translate-code = Kód
translate-language = Jazyk
translate-author = Autor
translate-version = Verze
translate-progress = Přeložené texty
translate-done =
    { $doubts ->
        [0] Hotovo { $done } z { $of }
        [one] Hotovo { $done } z { $of }, { $doubts } varování
        [few] Hotovo { $done } z { $of }, { $doubts } varování
       *[other] Hotovo { $done } z { $of }, { $doubts } varování
    }
translate-filter-all = Všechny texty
translate-filter-missing = Chybějící
translate-filter-doubtful = S varováním
translate-key = Název
translate-reference = Porovnávat s
translate-reference-file = Porovnat se souborem
translate-reference-tip = Předlohou může být každý překlad uložený jako soubor
translate-own = Překlad
translate-nothing = Tady nic nevyhovuje.
translate-bad = Tohle nelze přečíst: zkontrolujte složené závorky.
translate-lacks = Předloha tu má { $names }.
translate-foreign = Předloha tu nemá { $names }.

## Naučit se

learn-lead = Dvě minuty na každou hru: udělejte, co je psáno, a uvidíte, co se stane.
learn-start =
    { $count ->
        [one] { $count } krok
        [few] { $count } kroky
       *[other] { $count } kroků
    }
learn-you = Vy
learn-other = soupeř
learn-not-that = { $move } zahrát lze, ale tady jde o něco jiného. Zkuste jiný tah.
learn-progress = Krok { $at } z { $of }
learn-back = Zpět
learn-next = Dále
learn-skip = Přeskočit
learn-again = Ještě jednou
learn-end = To je všechno
learn-end-text = Víte dost, abyste mohli hrát.
learn-play = Hrát
learn-rules = Pravidla
learn-rules-below = Pravidla s obrázky jsou níže.
learn-quoridor-step-title = Na druhou stranu
learn-quoridor-step = Vaše figurka je ta dole a chce dojít do horní řady. Udělejte krok vpřed na c2.
learn-quoridor-step-done = Figurka chodí na kterékoli sousední pole: vpřed, vzad nebo do strany, ne šikmo.
learn-quoridor-wall-title = Postavte zeď
learn-quoridor-wall = Místo kroku můžete do drážky položit zeď dlouhou dvě pole. Položte takovou, která prodlouží cestu soupeřově figurce.
learn-quoridor-wall-done = Zdi zůstávají po celou hru. Každý jich má jen několik.
learn-quoridor-closing-title = Nikdo nesmí být zavřený
learn-quoridor-closing = Soupeřově figurce zbývá jediná mezera, u a4. Zkuste ji zavřít zdí: nepůjde to.
learn-quoridor-closing-done = Každý musí mít vždy cestu k cíli. Zeď, která by zavřela poslední, položit nelze.
learn-quoridor-jump-title = Skok
learn-quoridor-jump = Soupeřova figurka stojí přímo před vaší. Přeskočte ji na c4.
learn-quoridor-jump-done = Sousední figurka se přeskakuje rovně.
learn-quoridor-aside-title = Za roh
learn-quoridor-aside = Za soupeřovou figurkou je zeď, takže rovně skočit nelze. Jděte na pole vedle ní: b3 nebo d3.
learn-quoridor-aside-done = Kde skok zastaví zeď nebo okraj, dopadnete vedle druhé figurky.
learn-quoridor-win-title = Vyhrajte
learn-quoridor-win = K horní řadě zbývá jediný krok. Udělejte ho.
learn-quoridor-win-done = Kdo tam dojde první, vyhrál.
rules-quoridor-goal-title = Cíl
rules-quoridor-goal = Každá figurka začíná uprostřed své strany. Vyhrává, kdo první dojde na kterékoli pole protější strany.
rules-quoridor-move-title = Tah
rules-quoridor-move = Kdo je na tahu, udělá krok na sousední pole, nebo položí zeď.
rules-quoridor-wall-title = Zdi
rules-quoridor-wall = Zeď je dlouhá dvě pole. Zdi se nepřekrývají ani nekříží a každému zůstává cesta k cíli. Na desce 9 × 9 má ve dvou každý deset zdí.
rules-quoridor-jump-title = Skok
rules-quoridor-jump = Figurka na sousedním poli, od níž nás nedělí zeď, se přeskakuje rovně.
rules-quoridor-aside-title = Skok stranou
rules-quoridor-aside = Je-li za ní zeď, okraj nebo další figurka, dopadnete na pole vedle ní.
rules-quoridor-four-title = Čtyři hráči
rules-quoridor-four = Na každé straně je figurka a pět zdí. Tahy jdou kolem stolu.
learn-tictactoe-mark-title = Udělejte značku
learn-tictactoe-mark = Máte křížky a začínáte. Označte kterékoli pole.
learn-tictactoe-mark-done = Teď by byl na tahu soupeř, který má kolečka.
learn-tictactoe-win-title = Tři v řadě
learn-tictactoe-win = V horní řadě máte dva křížky. Doplňte ji.
learn-tictactoe-win-done = Tři v řadě, sloupci nebo úhlopříčce vyhrávají.
learn-tictactoe-block-title = Braňte se
learn-tictactoe-block = Kolečka se chystají doplnit horní řadu. Zabraňte jim.
learn-tictactoe-block-done = Dvě soupeřovy značky v řadě a třetí pole volné: to se musí obsadit.
learn-tictactoe-fork-title = Dvě najednou
learn-tictactoe-fork = Kolečka hrozí znovu. Jedno pole je zastaví a vytvoří dvě vaše hrozby.
learn-tictactoe-fork-done = Dvě hrozby najednou zastavit nelze: to vyhrává.
rules-tictactoe-turns-title = Tahy
rules-tictactoe-turns = Začínají křížky. Střídavě každý označí jedno volné pole.
rules-tictactoe-win-title = Výhra
rules-tictactoe-win = Vyhrává, kdo má tři značky v řadě, sloupci nebo úhlopříčce.
rules-tictactoe-draw-title = Remíza
rules-tictactoe-draw = Jsou-li všechna pole označená a nikdo nemá tři, je to remíza.

## YINSH

game-yinsh = YINSH
game-yinsh-about = Posouvejte kruhy, obracejte kameny, tvořte pětice a vítězte tím, že se kruhů vzdáte.
param-yinsh-rings_to_win = Kolik kruhů odstranit, 1 pro krátkou hru
yinsh-short = krátká hra, vyhrává jeden kruh
param-agent-w1 = Body za první kámen řady
param-agent-w2 = Body za druhý kámen řady
param-agent-w3 = Body za třetí kámen řady
param-agent-w4 = Body za čtvrtý kámen řady
param-agent-w5 = Body za každý kámen od pátého
param-agent-own-five = Body za vlastní pětici: víc je útočnější
param-agent-other-five = Body za pětici soupeře: méně je obrannější
param-agent-placement = Kam se kladou kruhy
param-agent-removal = Který kruh se odstraní
param-agent-ordering = Slibné tahy napřed
param-agent-tt = Pamatuje si navštívené pozice
param-agent-ties = Který ze stejně dobrých tahů se zahraje
word-agent-ties-first = první
word-agent-ties-random = náhodně
param-agent-ponder = Přemýšlí, i když jsou na tahu jiní
word-advanced = řady i s kruhy v nich
word-rows = řady
word-markers = počet kamenů
word-outlook = jak se naučil hraním
word-against-human = vedle soupeřových kruhů
word-edge = u kraje
word-search = hledáním
word-reply = podle nejlepší odpovědi
yinsh-board-label = YINSH. Šipky posouvají kurzor, Home vede na další místo, které lze zvolit, Enter volí, Escape kruh pustí.
yinsh-tip = Za pět svých kamenů v řadě odstraníte jeden svůj kruh. Kdo odstraní tři, vyhrává.
yinsh-placed =
    { $you ->
        [yes] Váš kruh na { $place }
       *[no] { $who }: kruh na { $place }
    }
yinsh-moved =
    { $you ->
        [yes] Váš kruh z { $from } na { $to }
       *[no] { $who }: kruh z { $from } na { $to }
    }
yinsh-row-removed =
    { $you ->
        [yes] Odstraňujete řadu od { $from } do { $to }
       *[no] { $who } odstraňuje řadu od { $from } do { $to }
    }
yinsh-ring-removed =
    { $you ->
        [yes] Odstraňujete kruh z { $place }
       *[no] { $who } odstraňuje kruh z { $place }
    }
yinsh-passed =
    { $you ->
        [yes] Vynecháváte tah
       *[no] { $who } vynechává tah
    }
yinsh-pass = Vynechat tah
yinsh-label-row = řada { $from }–{ $to }
yinsh-label-ring = prsten { $place } pryč
yinsh-rings-won = Odstraněné kruhy: { $count } z { $of }
yinsh-rings-to-place =
    { $count ->
        [one] zbývá položit { $count } kruh
        [few] zbývá položit { $count } kruhy
        [many] zbývá položit { $count } kruhu
       *[other] zbývá položit { $count } kruhů
    }
yinsh-markers-left =
    { $count ->
        [one] zbývá { $count } kámen
        [few] zbývají { $count } kameny
        [many] zbývá { $count } kamene
       *[other] zbývá { $count } kamenů
    }
yinsh-todo-place = Položte kruh
yinsh-todo-move = Zvolte kruh, který potáhne
yinsh-todo-target = Zvolte, kam půjde
yinsh-todo-row = Zvolte řadu k odstranění
yinsh-todo-ring = Zvolte svůj kruh k odstranění
yinsh-todo-over = Hra skončila
yinsh-cursor =
    { $holds ->
        [ring] { $place }, kruh hráče { $who }
        [marker] { $place }, kámen hráče { $who }
       *[none] { $place }
    }{ $may ->
        [yes] , lze zvolit
        [goal]
            { $count ->
                [0] , sem kruh může jít
                [one] , sem kruh může jít a obrátí { $count } kámen
                [few] , sem kruh může jít a obrátí { $count } kameny
                [many] , sem kruh může jít a obrátí { $count } kamene
               *[other] , sem kruh může jít a obrátí { $count } kamenů
            }
       *[no] {""}
    }
yinsh-cursor-row = Řada od { $from } do { $to }, { $number } z { $of }
why-place-ring = Teď se pokládá kruh.
why-move-ring = Teď se táhne kruhem.
why-remove-row = Teď se odstraňuje pět kamenů v řadě.
why-remove-ring = Teď odstraňujete jeden ze svých kruhů.
why-ring-there = Na { $move } už kruh je.
why-not-own-ring = Tam svůj kruh nemáte.
why-ring-off-line = Kruh se pohybuje po čáře.
why-point-taken = Na konci tahu { $move } už něco je.
why-ring-over-ring = Kruh nikdy nepřeskakuje kruh.
why-ring-too-far = Kruh se zastaví na prvním volném bodu za kameny, které přeskočil.
why-no-own-row = To není pět vašich kamenů.
learn-yinsh-place-title = Položte kruh
learn-yinsh-place = Hra začíná pokládáním kruhů, střídavě, každý pět. Položte první na kterýkoli bod.
learn-yinsh-place-done = Kruhy se budou pohybovat. Blíž středu mají více cest.
learn-yinsh-move-title = Táhněte kruhem
learn-yinsh-move = Zvolte svůj kruh na e5 a přesuňte ho po čáře na e8.
learn-yinsh-move-done = Kruh odešel a nechal na svém místě kámen vaší barvy.
learn-yinsh-flip-title = Obraťte kameny
learn-yinsh-flip = Kruh smí přeskočit kameny, které má v cestě, a zastaví se hned za nimi. Skočte z d4 na h8: když na h8 ukážete, uvidíte, co se obrátí.
learn-yinsh-flip-done = Každý přeskočený kámen se obrátí a patří druhé straně, i ten váš.
learn-yinsh-five-title = Pět v řadě
learn-yinsh-five = Čtyři vaše kameny a jeden soupeřův leží v řadě. Obraťte ten, který chybí: táhněte kruhem z f4 na f6.
learn-yinsh-five-done = Pět vaší barvy v řadě: o to tu jde.
learn-yinsh-row-title = Zvolte řadu
learn-yinsh-row = Dvě řady se kříží a odejít může jen jedna. Ukažte na tu, kterou chcete odstranit.
learn-yinsh-row-done = Pět kamenů se vrací mezi nepoužité. Druhá řada je teď porušená.
learn-yinsh-ring-title = Odstraňte kruh
learn-yinsh-ring = Po řadě jde z desky i jeden váš kruh. Dva už jste odstranili: zvolte třetí.
learn-yinsh-ring-done = Tři odstraněné kruhy vyhrávají. Každý vás ale oslabí: s méně kruhy je méně tahů.
rules-yinsh-place-title = Začátek
rules-yinsh-place = Každý položí střídavě pět kruhů na kterékoli volné body.
rules-yinsh-move-title = Tah
rules-yinsh-move = Kruh nechá na svém místě kámen a jde po čáře přes kolik chce volných bodů. Kruh nikdy nepřeskakuje.
rules-yinsh-flip-title = Skok
rules-yinsh-flip = Smí přeskočit jednu nepřerušenou řadu kamenů a zastaví se na prvním bodu za ní. Vše, co přeskočil, se obrátí; kámen, který nechal, ne.
rules-yinsh-row-title = Řady
rules-yinsh-row = Pět kamenů jedné barvy v řadě se odstraní a s nimi kruh téže barvy. Je-li řada delší, majitel zvolí, kterých pět; kříží-li se řady, kterou z nich.
rules-yinsh-both-title = Řady obou
rules-yinsh-both = Vzniknou-li jedním tahem řady obou hráčů, odstraní své nejdřív ten, kdo táhl, pak druhý, který potom táhne.
rules-yinsh-win-title = Výhra
rules-yinsh-win = Vyhrává, kdo odstraní třetí kruh, v krátké hře první. Jsou-li použité všechny kameny (51), vyhrává více odstraněných kruhů a stejný počet je remíza. Kdo nemůže táhnout žádným kruhem, vynechá tah; vynechají-li oba po sobě, hra skončí stejně.

## Dice Wars

game-dicewars = Válka kostek
game-dicewars-about = Dobývejte území hodem kostek a držte je pohromadě, až bude celá země vaše.
param-dicewars-players = Počet hráčů
param-dicewars-areas = Počet území
param-dicewars-cap = Po kolika útocích je remíza
agent-name-naive = Horká hlava
agent-name-sdc = Počítač kostek
agent-name-ste = Opatrný
agent-name-stei = Opatrný hospodář
agent-name-wpm-s = Soudce oblastí
agent-name-wpm-d = Soudce kostek
agent-name-wpm-c = Soudce obojího
agent-about-naive = Útočí, na co může.
agent-about-sdc = Útočí tam, kde má nejvíc kostek navíc (SDC).
agent-about-ste = Útočí tam, kde území nejspíš získá a udrží (STE).
agent-about-stei = Totéž, raději ze své největší oblasti (STEi).
agent-about-wpm-s = Útočí, když to zvýší jeho naději na výhru podle největších oblastí (WPM-S).
agent-about-wpm-d = Útočí, když to zvýší jeho naději na výhru podle kostek (WPM-D).
agent-about-wpm-c = Útočí, když to zvýší jeho naději na výhru podle oblastí i kostek (WPM-C).
param-agent-aggressivity = Útočnost, 0 až 1
param-agent-threshold = Nejmenší naděje, při které útočí, 0 až 1
param-agent-preference = Váha největší oblasti
param-agent-variant = Varianta
param-agent-weights = Naučené váhy
param-agent-width = Útoků zkoumaných v každém kroku
word-text = podle textu
word-published-code = jako zveřejněný program
word-wealth = kostky a oblasti
word-naive = útokem na cokoli
dicewars-board-label = Válka kostek. Šipky chodí po územích, Home vede k vašemu dalšímu území, které může útočit, Enter ho vybere a pak souseda, na kterého se útočí, Escape výběr zruší, e ukončí tah.
dicewars-tip = Vyberte své území s aspoň dvěma kostkami a pak souseda, na kterého zaútočíte. Nové kostky přijdou na konci tahu.
dicewars-end-turn = Ukončit tah
dicewars-from = Útok z { $area }: vyberte souseda
dicewars-choose = Vyberte území, ze kterého zaútočíte
dicewars-odds = { $from } proti { $to }: naděje { $chance }
dicewars-rolling = { $from } útočí na { $to }
dicewars-rolled = { $who }, { $sum }, hozeno { $dice }
dicewars-last-roll = Poslední hod
dicewars-attacks =
    { $you ->
        [yes] Útočíte z { $from } na { $to }
       *[no] { $who } útočí z { $from } na { $to }
    }
dicewars-ends =
    { $you ->
        [yes] Končíte tah
       *[no] { $who } končí tah
    }
dicewars-won = { $from } dobývá { $to }
dicewars-lost = { $to } se proti { $from } ubránilo
dicewars-grows =
    { $count ->
        [0] Žádná nová kostka
        [one] { $count } nová kostka
        [few] { $count } nové kostky
       *[other] { $count } nových kostek
    }
dicewars-label-won = útok vyšel
dicewars-label-lost = útok nevyšel
dicewars-label-end = konec tahu
dicewars-label-grows =
    { $count ->
        [0] žádné kostky
        [one] +{ $count } kostka
        [few] +{ $count } kostky
       *[other] +{ $count } kostek
    }
dicewars-area = Území { $area } hráče { $who }, kostek: { $dice }
dicewars-area-own = Území { $area }, vaše, kostek: { $dice }
dicewars-can-attack = může útočit
dicewars-chosen = vybráno
dicewars-hand = území: { $areas }, kostek: { $dice }, největší oblast: { $region }, odložených kostek: { $reserve }
dicewars-out = mimo hru
pace = Tempo
pace-0 = hned
pace-200 = rychle
pace-600 = volněji
pace-1500 = pomalu
skip-to-my-turn = Přeskočit k mému tahu
skip-to-now = Přeskočit k současnosti
why-chance-first = Nejdřív rozhoduje náhoda: kostky se právě hází nebo rozdělují.
why-not-for-players = O tom rozhoduje náhoda.
why-no-area = Takové území na této mapě není.
why-area-of-other = Tahem { $move } útočit nemůžete: území patří hráči { $who }.
why-area-own = { $move } by útočilo na vaše vlastní území.
why-areas-apart = { $move } nejde: tato území spolu nesousedí.
why-one-die = K útoku potřebuje území aspoň dvě kostky; toto má jen jednu.
learn-dicewars-attack-title = Útok
learn-dicewars-attack = Modrá území jsou vaše. Vyberte území 1 s pěti kostkami a pak sousední území 2.
learn-dicewars-attack-done = Oba hodí všemi kostkami a vyšší součet vyhrává. Při shodě se napadené území ubrání.
learn-dicewars-odds-title = Naděje
learn-dicewars-odds = Vyberte území 1: u sousedů se ukáže, jakou má útok naději. Zaútočte tam, kde je větší.
learn-dicewars-odds-done = Když vyhrajete, přejdou na dobyté území všechny kostky kromě jedné. Když prohrajete, zůstane vám jediná.
learn-dicewars-join-title = Držte pohromadě
learn-dicewars-join = Území 1 a 3 jsou vaše, území 2 leží mezi nimi. Zaútočte na ně a spojte je.
learn-dicewars-join-done = Území, která se dotýkají, tvoří oblast. Počítá se vaše největší oblast.
learn-dicewars-end-title = Nové kostky
learn-dicewars-end = Území s jednou kostkou útočit nemůže a jiné nemáte. Ukončete tah.
learn-dicewars-end-done = Na konci tahu dostanete tolik kostek, kolik území má vaše největší oblast: zde tři. Rozmístí je náhoda.
learn-dicewars-win-title = Vyhrajte
learn-dicewars-win = Soupeři zbývá jediné území. Zaútočte na ně z území 5.
learn-dicewars-win-done = Osm kostek s jednou prohrát nemůže. Kdo má celou zemi, vyhrál.
rules-dicewars-goal-title = Cíl
rules-dicewars-goal = Každé území někomu patří a stojí na něm jedna až osm kostek. Vyhrává, kdo získá všechna.
rules-dicewars-attack-title = Útok
rules-dicewars-attack = Kdo je na tahu, útočí, kolikrát chce: z území s aspoň dvěma kostkami na sousední cizí území. Oba hodí všemi kostkami svého území; vyšší součet vyhrává a při shodě se napadený ubrání.
rules-dicewars-after-title = Po hodu
rules-dicewars-after = Vyhraje-li útočník, přesune na dobyté území všechny kostky kromě jedné. Prohraje-li, zůstane mu jediná a soupeř o žádnou nepřijde.
rules-dicewars-dice-title = Nové kostky
rules-dicewars-dice = Na konci tahu dostanete kostku za každé území své největší oblasti. Náhoda je rozmístí po vašich územích, nejvýš osm na jedno.
rules-dicewars-reserve-title = Odložené kostky
rules-dicewars-reserve = Kostky, které se nevejdou, se schovají na další tahy, nejvýš 64.
rules-dicewars-many-title = Dva až osm hráčů
rules-dicewars-many = Tahy jdou v pořadí seznamu. Kdo nemá území, je mimo hru. Neútočí-li nikdo osm kol, je to remíza těch, kdo zbyli.

## Kolonizátoři

game-colonizers = Kolonizátoři
game-colonizers-about = Tajně si vyberte kolonistu, táhněte moduly a postavte nejcennější kolonii. Vaše karty ostatní nevidí.
param-colonizers-bonus = Body za plnou kolonii
param-colonizers-cap = Po kolika tazích je remíza
why-chance-to-act = Právě se rozdávají karty.
why-not-chance = O tom hráči nerozhodují.
why-not-next-in-deck = To není další karta balíčku.
why-pick-phase = Nejprve si vyberte kolonistu.
why-draw-phase = Nejprve si vezměte omnium, nebo táhněte karty.
why-keep-phase = Nejprve zvolte, kterou ze dvou karet si necháte.
why-power-phase = Nejprve použijte schopnost svého kolonisty, nebo nedělejte nic.
why-build-phase = Teď můžete postavit modul, nebo nestavět.
why-colonist-gone = Tento kolonista není mezi těmi, které si můžete vybrat.
why-hand-full = Máte plnou ruku: šestou kartu táhnout nelze.
why-not-offered = To není žádná ze dvou karet, které jste táhli.
why-not-own-power = Váš kolonista tuto schopnost nemá.
why-own-colonist = To je váš vlastní kolonista. Jmenujte jiného.
why-not-in-hand = Tento modul nemáte v ruce.
why-too-expensive = Na tento modul nemáte dost omnia.
agent-name-heuristic = Heuristika
agent-name-so-ismcts = Monte Carlo potmě
agent-name-so-ismcts-pom = Monte Carlo potmě, obezřetné
agent-name-mo-ismcts = Monte Carlo očima všech
agent-about-heuristic = Řídí se několika osvědčenými pravidly a dál nepřemýšlí.
agent-name-shrewd = Vychytralý
agent-about-shrewd = Jednoduchá pravidla, která počítají, co tah vynese.
agent-about-so-ismcts = Přehraje si mnoho partií ve světech, které by mohly být ten pravý, a volí, co dopadlo nejlépe (SO-ISMCTS).
agent-about-so-ismcts-pom = Totéž, ale tahy ostatních, které vypadají stejně, bere jako náhodu (SO-ISMCTS+POM).
agent-about-mo-ismcts = Totéž, ale každý se rozhoduje podle toho, co sám vidí (MO-ISMCTS).
param-agent-determinizations = Kolik světů hlasuje
param-agent-interest = Čí body rozhodují
word-own = vlastní
word-seat-order = nejdřív body místa 1, jako ve zveřejněném programu
param-agent-rank = Váha konečného pořadí, 0 až 1
param-agent-reward = Jakou cenu mají místa
word-even = rovnoměrně odstupňovanou
param-agent-seed = Vlastní semínko náhody
param-agent-inference = Odhaduje, co si vzali ostatní
word-heuristic = podle osvědčených pravidel
word-published-heuristic = podle osvědčených pravidel, jako zveřejněný program
word-colonizers-bonus-thesis = 4 prvnímu, 2 dalším
word-colonizers-bonus-published-code = 4 každému
colonizers-board-label = Kolonizátoři. Když je co volit, číslice volí, šipky procházejí možnosti, Enter vybere, Escape volbu schová, aby bylo vidět na stůl, nebo ji zase ukáže.
colonizers-tip = Každý si tajně zvolí kolonistu. Pak berte omnium nebo karty a stavte.
colonizers-visionary = Vizionář
colonizers-ecologist = Ekolog
colonizers-miner = Horník
colonizers-general = Generál
colonizers-opportunist = Oportunista
colonizers-spy = Špion
colonizers-visionary-can = Lízne si kartu, má-li v ruce místo.
colonizers-ecologist-can = Získá 1 omnium za každý zelený modul.
colonizers-miner-can = Získá 1 omnium za každý modrý modul.
colonizers-general-can = Získá 1 omnium za každý červený modul.
colonizers-opportunist-can = Ukradne kolonistovi až 2 omnia.
colonizers-spy-can = Vymění si ruku s kolonistou.
colonizers-oxygen-generator = Kyslíkový generátor
colonizers-water-reservoir = Vodní nádrž
colonizers-hydroponics-facility = Hydroponie
colonizers-eco-dome = Ekologická kupole
colonizers-marketplace = Tržiště
colonizers-warehouse = Sklad
colonizers-quarry = Lom
colonizers-purification-plant = Čistírna omnia
colonizers-garrison = Posádka
colonizers-barracks = Kasárna
colonizers-military-academy = Vojenská akademie
colonizers-defense-system = Planetární obrana
colonizers-housing-unit = Obytná jednotka
colonizers-spaceport = Kosmodrom
colonizers-research-lab = Výzkumná laboratoř
colonizers-mass-relay = Hmotný vysílač
colonizers-colour-green = zelený
colonizers-colour-blue = modrý
colonizers-colour-red = červený
colonizers-colour-plain = bez barvy
colonizers-module = { $name }, modul { $colour }, stojí { $cost }, má hodnotu { $value }
colonizers-unknown-card = Neznámá karta
colonizers-omnium = Omnium
colonizers-points = Body
colonizers-none-yet = Zatím bez kolonisty
colonizers-is = Kolonista: { $colonist }
colonizers-is-hidden = Kolonista: { $colonist }, ne všichni to vědí
colonizers-must-be = Může to být jen: { $colonist }
colonizers-may-be = Může to být: { $colonists }
colonizers-area = { $who }: body { $points }, omnium { $omnium }, moduly { $built } z { $of }, karty { $cards }
colonizers-has = omnium: { $omnium }, body: { $points }, moduly: { $built } z { $of }, karty: { $cards }
colonizers-colony = Kolonie: { $built } z { $of }
colonizers-hand = Ruka: { $cards } z { $of }
colonizers-deck =
    { $count ->
        [one] { $count } karta v balíčku
        [few] { $count } karty v balíčku
       *[other] { $count } karet v balíčku
    }
colonizers-bottom = Vespod balíčku, nejbližší první:
colonizers-gone = Mimo hru:
colonizers-out-now = Mimo:
colonizers-removed = V tomto kole byl odstraněn někdo z těchto: { $colonists }
colonizers-phase-remove = Začíná nové kolo
colonizers-phase-pick = Volba kolonisty: { $who }
colonizers-phase-draw = Omnium, nebo karty: { $who }
colonizers-phase-deal = Rozdává se karta: { $who }
colonizers-phase-keep = Jedna karta ze dvou: { $who }
colonizers-phase-power = Schopnost kolonisty: { $who }
colonizers-phase-build = Stavění: { $who }
colonizers-phase-full = Konec hry
colonizers-phase-empty = Balíček došel: remíza
colonizers-choose-pick = Zvolte si kolonistu pro toto kolo
colonizers-choose-draw = Vezměte omnium, nebo si lízněte karty
colonizers-choose-keep = Vyberte kartu, kterou si necháte. Druhá jde pod balíček.
colonizers-choose-power = { $power } Komu?
colonizers-choose-build = Postavte modul s kladivem
colonizers-choose-no-build = Na žádný modul nemáte dost omnia
colonizers-hide-choice = Podívat se na stůl
colonizers-show-choice = Ukázat volbu
colonizers-pick-it = { $colonist }. { $ability }
colonizers-target = { $colonist }: { $who }
colonizers-surely = je to { $who }
colonizers-perhaps = možná { $who }
colonizers-nobody = nikdo
colonizers-keep-it = Nechat si: { $module }
colonizers-build-it = Postavit: { $module }
colonizers-take-omnium = 2 omnia
colonizers-take-omnium-about = na stavění
colonizers-take-cards = 2 karty
colonizers-take-cards-about = a jednu si necháte
colonizers-hand-full = Máte plnou ruku
colonizers-do-nothing = Nedělat nic
colonizers-build-nothing = Nestavět
colonizers-final = Konečné pořadí
colonizers-place = Místo
colonizers-player = Hráč
colonizers-modules = Moduly
colonizers-worth = Hodnota
colonizers-bonus = Bonus
colonizers-change-revealed = je to { $colonist }
colonizers-change-omnium = omnium { $count }
colonizers-change-cards = karty { $count }
colonizers-change-built = nová stavba: { $module }
colonizers-label-remove = mimo: { $what }
colonizers-label-deal = karta: { $what }
colonizers-label-pick = zvolit: { $what }
colonizers-label-omnium = 2 omnia
colonizers-label-cards = 2 karty
colonizers-label-keep = nechat si: { $what }
colonizers-label-steal = krást: { $what }
colonizers-label-swap = vyměnit ruku: { $what }
colonizers-label-build = postavit: { $what }
colonizers-label-pass = nedělat nic
colonizers-says-remove =
    { $what ->
        [none] Jeden kolonista je pro toto kolo odstraněn
       *[other] Pro toto kolo odstraněn: { $what }
    }
colonizers-says-deal =
    { $what ->
        [none] Rozdává se karta
       *[other] Rozdává se karta: { $what }
    }
colonizers-says-pick =
    { $you ->
        [yes] Volíte kolonistu: { $what }
       *[no]
            { $what ->
                [none] { $who } volí kolonistu
               *[other] { $who } volí kolonistu: { $what }
            }
    }
colonizers-says-omnium =
    { $you ->
        [yes] Berete 2 omnia
       *[no] { $who } bere 2 omnia
    }
colonizers-says-cards =
    { $you ->
        [yes] Lízáte 2 karty
       *[no] { $who } lízá 2 karty
    }
colonizers-says-keep =
    { $you ->
        [yes] Necháváte si: { $what }
       *[no]
            { $what ->
                [none] { $who } si nechává jednu kartu
               *[other] { $who } si nechává: { $what }
            }
    }
colonizers-says-steal =
    { $you ->
        [yes] Kradete, cíl: { $what }
       *[no] { $who } krade, cíl: { $what }
    }
colonizers-says-swap =
    { $you ->
        [yes] Měníte si ruku, cíl: { $what }
       *[no] { $who } si mění ruku, cíl: { $what }
    }
colonizers-says-build =
    { $you ->
        [yes] Stavíte: { $what }
       *[no] { $who } staví: { $what }
    }
colonizers-says-pass =
    { $you ->
        [yes] Neděláte nic
       *[no] { $who } nedělá nic
    }
learn-colonizers-pick-title = Zvolte kolonistu
learn-colonizers-pick = V každém kole si každý tajně zvolí kolonistu. V kolonii máte tři zelené moduly: zvolte Ekologa, který z nich získává omnium.
learn-colonizers-pick-done = Ostatní vidí jen otazník. Jeden kolonista je v každém kole potají odstraněn, takže jich nikdy není všech šest.
learn-colonizers-omnium-title = Vezměte omnium
learn-colonizers-omnium = Omniem se platí za moduly. Jste Horník: vezměte si 2 omnia.
learn-colonizers-omnium-done = Váš kolonista se odhalí a získává první: 1 za každý váš modrý modul a pak ještě dvě, která jste vzali.
learn-colonizers-keep-title = Lízněte karty
learn-colonizers-keep = Místo toho si můžete líznout dvě karty a jednu si nechat. Horní číslo je cena, dolní jsou body. Nechte si tu, která má víc bodů.
learn-colonizers-keep-done = Druhá karta šla pod balíček a ostatní ji neviděli. Do ruky se vejde pět karet.
learn-colonizers-power-title = Hádejte a kraďte
learn-colonizers-power = Jste Oportunista. Pod každým kolonistou vidíte, kdo ho může mít. Druhý hráč má šest omnií a staví modře: zvolte Horníka.
learn-colonizers-power-done = Uhodli jste: dvě omnia jsou vaše a kolonistu teď znají všichni. Kdyby Horníkem nebyl nikdo, nestalo by se nic.
learn-colonizers-build-title = Stavte
learn-colonizers-build = Moduly, na které máte, mají kladivo. Postavte Kosmodrom.
learn-colonizers-build-done = Stojí 4 omnia a má hodnotu 5 bodů. V jednom tahu můžete postavit jeden modul.
learn-colonizers-eight-title = Osm modulů
learn-colonizers-eight = Máte sedm modulů. Postavte osmý.
learn-colonizers-eight-done = První plná kolonie dostane 4 body navíc. Ostatní dohrají toto kolo a pak vyhrává nejvíc bodů.
rules-colonizers-goal-title = Cíl
rules-colonizers-goal = Čtyři hráči stavějí moduly ve svých koloniích, každá má osm míst. Když má někdo osm modulů, hra tím kolem končí a vyhrává nejvíc bodů. Při shodě ten, kdo sedí dřív.
rules-colonizers-pick-title = Volba kolonisty
rules-colonizers-pick = Na začátku kola se jeden ze šesti kolonistů potají odstraní. Pak si každý po řadě tajně zvolí jednoho ze zbylých. Kdo volí první, ví, co mohou mít ostatní.
rules-colonizers-draw-title = Omnium, nebo karty
rules-colonizers-draw = Pak má každý svůj tah. Začíná dvěma omnii nebo dvěma kartami; s pěti kartami v ruce jen omniem. Tím se kolonista odhalí.
rules-colonizers-keep-title = Jedna zůstává
rules-colonizers-keep = Ze dvou líznutých karet si jednu necháte, druhá jde pod balíček. Zaplní-li se ruka Vizionáře, nechaná karta jde ze hry.
rules-colonizers-earn-title = Kolonisté, kteří získávají
rules-colonizers-earn = Dřív, než si něco vezmete, lízne Vizionář kartu a Ekolog, Horník a Generál získají 1 omnium za každý zelený, modrý nebo červený modul své kolonie. Zelená má okraj plný, modrá čárkovaný, červená tečkovaný a bez barvy dvojitý.
rules-colonizers-power-title = Kolonisté se schopností
rules-colonizers-power = Oportunista jmenuje kolonistu a vezme tomu, kdo ho má, až dvě omnia. Špion si s tím, kdo má jmenovaného, vymění ruku. Nemá-li ho nikdo, nestane se nic.
rules-colonizers-build-title = Stavění
rules-colonizers-build = Na konci tahu můžete postavit jeden modul z ruky, máte-li na jeho cenu, to je horní číslo. Jeho body jsou dolní číslo.
rules-colonizers-modules-title = Moduly
rules-colonizers-modules = V balíčku je { $count } karet.
rules-colonizers-module = Modul
rules-colonizers-colour = Barva
rules-colonizers-cost = Cena
rules-colonizers-value = Body
rules-colonizers-copies = Karet
rules-colonizers-end-title = Konec
rules-colonizers-end = Kdo první zaplní kolonii, dostane 4 body navíc, kdo další v témže kole, 2. Kdo lízá z příliš malého balíčku, hru ukončí: remíza bez bodů.
## Sector 66

game-sector66 = Sektor 66
game-sector66-about = Quoridor s kouzly, zvláštními poli a vlastními deskami.
param-sector66-template = Deska
param-sector66-players = Hráči
param-sector66-walls = Zdi pro každého hráče
param-sector66-walls1 = Zdi hráče 1
param-sector66-walls2 = Zdi hráče 2
param-sector66-walls3 = Zdi hráče 3
param-sector66-walls4 = Zdi hráče 4
param-sector66-spells = Kouzla pro každého hráče
agent-name-sector66-mcts = Strom se skóre
agent-about-sector66-mcts = Nechává růst strom tahů a pozice soudí podle tahů k cíli, zdí a kouzel (Sector66-MCTS).
why-not-legal = { $move } tady nelze.
why-must-pass = V tomto tahu lze jen vynechat.
why-no-target = Tam kouzlo seslat nelze.
why-spell-not-held = Toto kouzlo nedržíš.
why-field-closed = Pole { $move } figurku nepustí.
why-wall-disabled = Na { $move } se zeď stavět nesmí.
why-wall-guarded = Zeď { $move } je chráněná.
why-chance-decides = Nejdřív musí rozhodnout náhoda.

## Sector 66 na stránce

problem-bad-template = Tuto šablonu nelze uložit: { $reason }
why-template-name = Jména šablon mají malá písmena, číslice a spojovníky a začínají písmenem.
why-template-shipped = Tato šablona je součástí programu. Zvolte jiné jméno.
why-template-many = Šablon je na tomto serveru příliš mnoho. Nějaké odstraňte.
problem-content-changed = Tato hra nemůže pokračovat: pravidla, šablona nebo rozšíření nejsou ta, se kterými začala. { $reason }
problem-check-running = Jedno rozšíření se už prověřuje. Počkejte, až to skončí.
sector66-board-label = Sector 66. Šipky posouvají kurzor po polích a spárách, Enter hraje, h a v otáčejí zeď, Home vede k vaší figurce. 1 až 4 volí kouzlo, n vede k dalšímu cíli, Escape kouzlo vrátí.
sector66-tip = Dojděte na pole orámované vaší barvou: krokem na tečku, zdí do spáry, nebo seslete kouzlo, které jste sebrali.
sector66-stepped =
    { $you ->
        [yes] Váš krok na { $to }
       *[no] { $who }: krok na { $to }
    }
sector66-cast =
    { $you ->
        [yes] Vaše kouzlo { $spell }
       *[no] { $who }: kouzlo { $spell }
    } { $kind ->
        [pawn] na figurku hráče { $place }
        [wall] na zeď { $place }
       *[field] na { $place }
    }
sector66-rolled = Náhoda rozhodla: { $number }
sector66-rolled-for = { $what }: náhoda rozhodla { $number }
sector66-moved =
    { $you ->
        [yes] { $what }: váš přesun z { $from } na { $to }
       *[no] { $what }: přesun hráče { $who } z { $from } na { $to }
    }
sector66-roll = náhoda: { $number }
sector66-rolling = Náhoda rozhoduje, počet možností: { $sides }
sector66-skips =
    { $count ->
        [one] vynechá tah
        [few] vynechá { $count } tahy
       *[other] vynechá { $count } tahů
    }
sector66-hand = Kouzla v ruce
sector66-no-spells = V ruce nejsou kouzla: seberete je krokem na jejich pole.
sector66-choose-target = Zvolte vyznačený cíl.
sector66-point = Ukažte na pole a zjistíte, co dělá.
sector66-cursor-field =
    { $place }{ $things ->
        [none] { "" }
       *[other] , { $things }
    }{ $may ->
        [yes] , sem můžete jít
       *[no] { "" }
    }
sector66-cursor-pawn =
    { $place }, figurka hráče { $who }{ $things ->
        [none] { "" }
       *[other] , { $things }
    }
sector66-cursor-disabled = Na { $place } zeď postavit nelze
sector66-cursor-target =
    { $place }{ $who ->
        [nobody] { "" }
       *[other] , figurka hráče { $who }
    }{ $may ->
        [yes] , cíl kouzla
       *[no] , není cíl
    }
param-sector66-only = Jen tato kouzla
sector66-walls-of = Zdi hráče { $number }
sector66-walls-limits = Tato deska dovoluje každému { $least } až { $most } zdí.
sector66-spells = Kouzla
sector66-variant =
    { $board }, { $players ->
        [one] { $players } hráč
        [few] { $players } hráči
       *[other] { $players } hráčů
    }
sector66-forced = vždy
sector66-spells-limits = Tato deska dovoluje každému { $least } až { $most }.
sector66-spells-off = V této hře kouzla nejsou.
sector66-spells-about =
    { $count ->
        [one] Na začátku leží na desce { $count } kouzlo, spravedlivě pro všechny.
        [few] Na začátku leží na desce { $count } kouzla, spravedlivě pro všechny.
       *[other] Na začátku leží na desce { $count } kouzel, spravedlivě pro všechny.
    }
sector66-spells-none = Na této desce kouzla nejsou.
template-classic = Klasický Quoridor
template-classic-about = Quoridor, jak se hraje všude, pro dva nebo čtyři.
template-duel = Malý souboj
template-duel-about = Šest polí od sebe, tři zdi pro každého: rozhodne se v minutách.
template-everything = Všechno
template-everything-about = Všechna dodávaná rozšíření na jedné desce.
template-labyrinth = Labyrint
template-labyrinth-about = Zdi už stojí a některé mezery nelze nikdy zavřít.
template-rink = Kluziště
template-rink-about = Zamrzlý střed; zmrazte víc, nebo jděte dvakrát.
template-thesis = Omráčení a teleport
template-thesis-about = Zakázaný střed, omráčení a teleport k sebrání; pro dva nebo čtyři.
template-trio = Tři strany
template-trio-about = Pro tři: zdola, zleva a zprava, každý na protější stranu.

## Editor desek

editor = Editor desek
editor-open = Upravit tuto desku
editor-load = Otevřít desku…
editor-new = Nová
editor-undo = Zpět
editor-redo = Znovu
editor-walls = Zdi
editor-wall-build = Postavit
editor-wall-disable = Zakázat
editor-wall-clear = Uvolnit
editor-fields = Pole
editor-field-ordinary = Obyčejné
editor-places = Hráči
editor-player = { $number }: { $name }
editor-place-add = + další místo
editor-place-remove = Odebrat { $name }
editor-place-what = Co se na desce volí
editor-wish-start = Start
editor-wish-row = Cíl: řada
editor-wish-column = Cíl: sloupec
editor-wish-field = Cíl: pole
editor-how-walls = Klikněte do spáry. Postavené zdi stojí od začátku; kde je zeď zakázaná, nelze ji nikdy postavit.
editor-how-fields = Klikáním pole změníte na tento druh; dalším kliknutím je opět obyčejné.
editor-how-places = Klikněte, kde hráč začíná, nebo která řada, sloupec či pole vyhrává. Dalším kliknutím cíl odeberete.
editor-board-label = Upravovaná deska. Šipky posouvají kurzor, Enter udělá, co je zvoleno nahoře, h a v otáčejí zeď.
editor-cursor-field =
    { $place }{ $kind ->
        [none] { "" }
       *[other] , { $kind }
    }{ $starts ->
        [none] { "" }
       *[other] , start: { $starts }
    }{ $goals ->
        [none] { "" }
       *[other] , cíl: { $goals }
    }
editor-cursor-wall =
    { $direction ->
        [h] Vodorovná zeď { $place }
       *[v] Svislá zeď { $place }
    }{ $state ->
        [built] , postavená
        [disabled] , zakázaná
       *[free] { "" }
    }
editor-name = Název
editor-description = Popis
editor-checking = Kontroluje se…
editor-right = Na této desce se dá hrát.
editor-wrong =
    { $count ->
        [one] Jedna věc ještě není v pořádku; je popsána tam, kam patří.
        [few] { $count } věci ještě nejsou v pořádku; jsou popsány tam, kam patří.
       *[other] { $count } věcí ještě není v pořádku; jsou popsány tam, kam patří.
    }
editor-try = Hned vyzkoušet
editor-download = Uložit jako soubor
editor-upload = Otevřít soubor
editor-file = Jméno na serveru
editor-save = Uložit
editor-remove = Smazat
editor-saved = Uloženo jako { $name }.
editor-play = Hrát na ní
editor-replaces = Na serveru už je deska { $name }. Nahradit ji touto?
editor-replace = Nahradit
editor-replace-not = Ponechat
editor-not-here = Na server může desky ukládat jen ten, kdo ho provozuje. Soubor si může uložit každý.
editor-counts = Počty hráčů
editor-count = Pro { $count } hráče
editor-turn = { $number }. na tahu
editor-walls-least = Zdí nejméně
editor-walls-most = Zdí nejvíce
editor-walls-usual = Zdí obvykle
editor-spell = Kouzlo
editor-allowed = Povoleno
editor-forced = Vždy
editor-allow = Povolit { $name }
editor-force = Vždy použít { $name }
editor-spells-least = Každému nejméně
editor-spells-most = Každému nejvíce
editor-spells-usual = Každému obvykle
editor-no-spells = Bez kouzel
editor-spells-about = Není-li povoleno žádné kouzlo, ve hře žádná nejsou.
editor-text = Soubor

## Co je v nepořádku se šablonou

flaw-empty = Tohle je prázdné: napište, co si lidé mají přečíst.
flaw-one-line = Název musí být jeden řádek textu.
flaw-plugin-twice = To je rozšíření { $other } pod jiným jménem. Nechte jen jedno.
flaw-plugin-name = Jména rozšíření jsou malá písmena, číslice a spojovníky.
flaw-plugin-taken = „{ $name }“ se čte jako tah nebo místo na desce. Zvolte jiné jméno.
flaw-plugin-unnamed = „{ $name }“ není v [plugins]. Přidejte je tam i s UUID.
flaw-plugin-missing = Rozšíření s UUID { $uuid } není nainstalováno. Vložte jeho složku do plugins, nebo opravte UUID.
flaw-plugin-fails = Rozšíření nelze načíst: { $reason }
flaw-no-seats = Není povolen žádný počet hráčů. Zvolte aspoň jeden.
flaw-no-field = „{ $text }“ není pole. Pole jsou a1 až i9.
flaw-no-row = „{ $text }“ není řada. Řady jsou 1 až 9.
flaw-no-column = „{ $text }“ není sloupec. Sloupce jsou a až i.
flaw-no-target = Není tu žádné cílové pole. Zvolte řadu, sloupec nebo jednotlivá pole.
flaw-limits = Čísla musí jít po sobě: nejméně, obvykle, nejvýš, a žádné přes { $most }.
flaw-player-count = Hry jsou pro 2, 3 nebo 4 hráče.
flaw-place-count = Míst: { $given }, hráčů: { $players }. Zvolte každému jedno.
flaw-no-place = Místo „{ $name }“ tu není. Přidejte je, nebo zvolte jiné.
flaw-no-wall = „{ $text }“ není zeď. Zdi se píšou jako e3h nebo e3v.
flaw-wall-overlaps = Zeď { $text } se překrývá nebo kříží s jinou. Jednu odstraňte.
flaw-wall-both = Zeď { $text } je postavená i zakázaná. Zvolte jedno z toho.
flaw-field-twice = { $text } už druh má. Jeden odstraňte.
flaw-fewer-than-forced =
    { $count ->
        [one] Jedno kouzlo je povinné, takže tu musí být aspoň 1.
        [few] { $count } kouzla jsou povinná, takže tu musí být aspoň { $count }.
       *[other] { $count } kouzel je povinných, takže tu musí být aspoň { $count }.
    }
flaw-no-spell-allowed = Není povoleno žádné kouzlo. Nějaká povolte, nebo nastavte nejvýš 0.
flaw-spell-as-field = Toto rozšíření je kouzlo, ne pole.
flaw-field-as-spell = „{ $name }“ je pole, ne kouzlo.
flaw-same-start = { $one } a { $other } začínají při { $count } hráčích na stejném poli. Dejte jednomu z nich jiný začátek.
flaw-wins-at-once = Hráč by vyhrál ještě před prvním tahem. Zvolte začátek, který není cílem.
flaw-cannot-stand = Na pole, kde hráč začíná, se nesmí vstoupit. Přesuňte začátek, nebo změňte pole.
flaw-cannot-reach = Při { $count } hráčích se hráč nedostane do cíle. Odstraňte zdi nebo pole v cestě.
flaw-spells-unfair = Při { $count } hráčích nelze { $most } kouzel pro každého rozmístit spravedlivě. Povolte jich méně, nebo přesuňte začátky, cíle a zdi.
flaw-unplayable = Na této desce nelze hrát: { $reason }
flaw-unknown-key = Tento klíč není znám. Tady může být: { $known }.
flaw-missing-key = Tento klíč chybí. Přidejte: { $advice }
flaw-wrong-kind =
    { $text } není { $kind ->
        [text] text v uvozovkách
        [texts] seznam textů v uvozovkách
        [text-or-texts] text v uvozovkách ani seznam takových
        [word] jedno ze slov, která tu mohou být
        [words] seznam slov, která tu mohou být
        [number] celé číslo od 0 do 255
        [pair] dvojice čísel
       *[table] tabulka
    }. Napište: { $advice }
flaw-not-toml = Soubor není TOML: { $reason }

## Rozšíření

plugins = Rozšíření
plugins-lead = Zvláštní pole a kouzla pro Sector 66. Běží odděleně a nemohou změnit nic než hru.
plugin-kind = Co ukázat
plugin-show-all = Všechna
plugin-show-field = Pole
plugin-show-spell = Kouzla
plugin-field = Zvláštní pole
plugin-spell = Kouzlo
plugin-version = verze { $version }
plugin-shipped = součást Ludorum
plugin-own = přidáno zde
plugin-cast = Sesílá se na: { $targets }.
plugin-cast-field = pole
plugin-cast-pawn = figurky
plugin-cast-built = stojící zdi
plugin-cast-unbuilt = místa pro zdi
plugin-range =
    { $count ->
        [one] Jen z vedlejšího pole.
        [few] Nejdále přes { $count } pole.
       *[other] Nejdále přes { $count } polí.
    }
plugin-check = Prověřit
plugin-checking = Prověřuje se…
plugin-well = Vše je v pořádku
plugin-unwell = Něco není v pořádku
plugin-more = Překlady a totožnost
plugin-folder = Složka
plugin-troubles = Tato nelze použít

## Sector 66: úvod a pravidla

learn-sector66-pick-title = Seberte kouzlo
learn-sector66-pick = Kouzla leží na polích. Seberte to před sebou: vstupte na něj.
learn-sector66-pick-done = Kouzlo máte v ruce. Udržíte čtyři; páté zůstane ležet.
learn-sector66-stun-title = Seslete je
learn-sector66-stun = Kouzlo se sesílá místo kroku či zdi. Pod deskou zvolte Omráčení a pak vyznačenou figurku soupeře.
learn-sector66-stun-done = Soupeř vynechal tah a jste znovu na řadě. Seslané kouzlo je pryč.
learn-sector66-closed-title = Zvláštní pole
learn-sector66-closed = Některá pole mají vlastní pravidla. Zkuste vstoupit na zakázané pole e5.
learn-sector66-closed-done = Tam nesmí nikdo. Ukažte na pole a zjistíte, co dělá.
learn-sector66-ice-title = Led
learn-sector66-ice = Po ledu se klouže. Vstupte na e4.
learn-sector66-ice-done = Sklouzli jste přes led, tři pole za jeden tah.
learn-sector66-breach-title = Kouzla na zdi
learn-sector66-breach = Cestu nahoru zavírají dvě zdi. Zvolte Průlom a pak jednu z vyznačených zdí.
learn-sector66-breach-done = Zeď je pryč. Kouzla se sesílají na pole, na figurky nebo na zdi, podle toho, co které říká.
learn-sector66-disabled-title = Tady zeď ne
learn-sector66-disabled = Na některých místech nelze zeď nikdy postavit; jsou označena křížkem. Zkuste postavit zeď c4h.
learn-sector66-disabled-done = Nejde to. Takové mezery zůstanou otevřené celou hru.
learn-sector66-win-title = Vyhrajte
learn-sector66-win = Poslední krok zavírají zdi, ale Teleport vede na kterékoli volné pole okolo. Vyhrajte s ním.
learn-sector66-win-done = Stojíte na poli orámovaném vaší barvou: vyhráli jste.
rules-sector66-goal-title = Cíl hry
rules-sector66-goal = Vyhrává, kdo první stojí na poli orámovaném svou barvou. Deska určuje, kde kdo začíná a kam jde: řada, sloupec nebo kterákoli pole.
rules-sector66-turn-title = Tah
rules-sector66-turn = Tah je krok, zeď, nebo kouzlo. Kroky, skoky a zdi jsou jako v Quoridoru.
rules-sector66-spells-title = Kouzla
rules-sector66-spells = Kouzla leží na desce od začátku, a to spravedlivě: ke každému leží stejné stejně daleko od všech ostatních. Kdo na kouzlo vstoupí, sebere je.
rules-sector66-fields-title = Zvláštní pole
rules-sector66-fields = Zakázaná pole, klouzavý led, jednosměrky, propadla, bažiny, pole, která se drolí: každé vypadá a působí tak, jak říká jeho rozšíření.
rules-sector66-walls-title = Zdi
rules-sector66-walls = Některé zdi už stojí, někde zeď nikdy nebude. Každá zeď musí nechat všem cestu; kouzla se za cestu nepočítají.
rules-sector66-effects-title = Co trvá
rules-sector66-effects = Dvě čárky u figurky znamenají, že vynechá tah. Obrázek u figurky nebo na zdi znamená, že tam ještě působí kouzlo.
rules-sector66-many-title = Dva, tři, nebo čtyři
rules-sector66-many = Deska určuje, pro kolik hráčů je a kolik mohou mít zdí. Vlastní desky vytvoříte v editoru desek.
