# Zprávy terminálu pro hráče a hostitele: ludorum play, serve a ai-service.
# Psaná slova (moves, hint, FILE, --name) jsou ve všech jazycích stejná.

error = chyba:

## Místní hry

menu-game = Vyberte hru:
menu-game-how = číslo nebo jméno; q skončí
menu-game-prompt = hra
menu-opponent = Vyberte soupeře:
menu-opponent-how = číslo, jméno nebo zápis jako mcts:time=1s
menu-opponent-prompt = soupeř
menu-human = další člověk u této klávesnice
menu-seat = vaše místo, 1 až { $seats }
menu-seat-bad = zadejte místo 1 až { $seats }; začíná místo 1
seed = semínko { $seed }
seed-and-key = semínko { $seed }, klíč { $key }
no-key-needed = nehraje tu žádný cizí program, takže partie nepotřebuje klíč; vynechte --key
last-move = poslední tah: { $number }. { $move }
type-a-move = Napište tah, nebo help, hint, undo, moves, save FILE, load FILE, quit.
since-your-move = Od vašeho posledního tahu: { $moves }
thinking = { $who } přemýšlí
plays = { $who } hraje { $move }
chance-gives = náhoda dává { $event }
value = hodnota { $value }
wins = { $who } vyhrává.
draw = Remíza.
first-place-shared = O první místo se dělí.
gives-up = { $who } vzdává hru: { $reason }
limited-time = { $who }: dosažen limit tohoto serveru { $seconds } s na tah; hraje zatím nejlepší nalezený tah
limited-rebuilding = { $who }: partii se nepodařilo včas přehrát; pokračuje bez toho, co si z ní pamatoval
halted = hra nemůže pokračovat: rozšíření { $plugin }: { $reason }
cancelled = zrušeno: rozšíření { $plugin }: { $reason }
after-the-game = undo, save FILE nebo quit
way-out = moves vypíše dovolené tahy, help vypíše příkazy
way-out-over = undo vrátí tah, quit skončí, help vypíše příkazy
no-moves = žádné dovolené tahy
nothing-to-undo = není co vracet
taken-back-unrated = náhoda se losuje znovu; partie se už nehodnotí, protože před vrácením tahu byla vidět náhoda nebo skryté informace
nobody-to-move = nikdo není na tahu
hint = zkuste { $move }{ $value }   dál { $line }
saved = uloženo do { $file }
name-a-file-to-save = chybí jméno souboru: save FILE
name-a-file-to-load = chybí jméno souboru: load FILE
file-is-there = { $file } už existuje; zvolte jiné jméno
interrupted = save FILE uloží hru; další Ctrl-C skončí bez uložení
help =
    TAH          zahraje tah, jak ho píše „moves“
    moves        vypíše dovolené tahy
    hint         silný agent do vteřiny poradí tah
    undo         vrátí hru k vašemu poslednímu rozhodnutí
    board        nakreslí desku znovu
    save [FILE]  uloží hru; bez FILE do souboru, kam se ukládala nebo odkud se načetla
                 naposled; ke jménu bez přípony se přidá .ludorum
    load FILE    opustí tuto hru a pokračuje v uložené
    quit         skončí, stejně jako Ctrl-D a dvakrát Ctrl-C; když agent přemýšlí,
                 po Ctrl-C hned zahraje
effort-depth = hloubka { $depth }
effort-playouts =
    { $count ->
        [one] { $shown } dohrávka
        [few] { $shown } dohrávky
       *[other] { $shown } dohrávek
    }
effort-nodes =
    { $count ->
        [one] { $shown } uzel
        [few] { $shown } uzly
       *[other] { $shown } uzlů
    }
effort-evaluations =
    { $count ->
        [one] { $shown } ohodnocení
        [few] { $shown } ohodnocení
       *[other] { $shown } ohodnocení
    }
seats-number = { $game } má míst { $seats }, ale --seats jich jmenuje { $named }; pro každé napište human nebo agenta
seat-empty = --seats má prázdné místo; napište human nebo agenta
given-up-record = { $file }: tato hra byla vzdána a nelze v ní pokračovat; ukáže ji „ludorum replay { $file }“
other-players = { $file } hráli { $players }; vynechte --seats a budou pokračovat, nebo začněte s jinými novou hru
other-game = { $file } je hra { $saved }, ne { $wanted }; hru vynechte
shows-the-game = { $error }; hru ukáže ludorum replay { $file }

## Hry na serveru

table-name = Stůl: { $name }
locked = na heslo
no-tables = zatím žádné stoly
tables-loading = server startuje: načteno { $done } z { $total } stolů; Enterem výpis obnovíte
lobby-prompt = číslo stolu, new GAME pro nový, Enter pro nový výpis, nebo quit
no-such-table = stůl „{ $table }“ tu není
bad-address = zadejte adresu serveru, třeba http://127.0.0.1:7878; https není podporováno
cannot-reach = { $where } není dostupný: { $reason }
cannot-reach-table = stůl není dostupný: { $reason }
no-ludorum-server = toto není server ludorum: { $reason }
server-answers = server odpověděl { $status }
others-join = ostatní se mohou připojit s --table { $id }
connection-lost = spojení přerušeno; připojuji se znovu
sits-down = připojuje se { $who }
undo-asked = { $who } žádá o vrácení tahu: accept, nebo refuse
undo-refused = { $who } odmítá
undone = vráceno k tahu { $number }
away = { $who } je odpojen
back = { $who } je opět připojen
resigned = { $who } se vzdává
flagged = { $who } překročil čas
you-are-out = Už nehrajete, jste na { $place }. místě; můžete se dívat na ostatní
left-in-place = { $who } opustil hru na { $place }. místě.
failed-replaced = { $who } selhal, přebírá to { $agent }
failed-lost = { $who } selhal a prohrál
rematch-asked = { $who } žádá o odvetu
has-thought = { $who } přemýšlel
seat = místo { $number }
by-resignation = Soupeř se vzdal.
by-time = Soupeři došel čas.
by-failure = Agent selhal.
by-stopped = Hra byla zastavena bez vítěze.
rematch-or-quit = rematch nebo quit
accept-or-refuse = accept nebo refuse
hand-over = předejte klávesnici, hraje { $who }, a stiskněte Enter
not-your-turn = nejste na tahu
remote-help =
    TAH          zahraje tah, jak ho píše „moves“
    moves        vypíše dovolené tahy
    hint         silný agent do vteřiny poradí tah
    undo         požádá o vrácení tahu; na žádost druhých odpovězte accept nebo refuse
    board        nakreslí desku znovu
    resign       vzdá hru
    rematch      požádá o další hru po této
    leave        přenechá místo agentovi, pokud ho hostitel určil
    quit         ukončí program, stejně jako Ctrl-D; místo vám zůstane
problem-unknown-table = takový stůl tu není
problem-unknown-seat = takové místo tu není
problem-not-host = to smí jen hostitel
problem-not-seated = to smějí jen ti, kdo sedí u stolu
problem-out-of-game = z této hry už jste vypadli na { $place }. místě a můžete se jen dívat
problem-seat-taken = to místo je obsazené
problem-name-taken = to jméno už u stolu někdo má; zvolte jiné pomocí --name
problem-table-full = všechna místa jsou obsazená
problem-password-needed = stůl je na heslo; uložte je do souboru a ten uveďte za --password-file
problem-wrong-password = špatné heslo
problem-too-often = příliš mnoho pokusů; chvíli počkejte
problem-server-full = server je plný; zkuste to později
problem-too-many-tables = z vaší adresy je už otevřeno { $most } stolů, což je nejvíc: jeden opusťte, nebo počkejte, až bude některý archivován
problem-bad-text = { $field }: příliš dlouhé nebo s neplatnými znaky
problem-not-begun = hra ještě nezačala
problem-begun = hra už začala
problem-over = hra skončila
problem-not-ready = všichni hráči ještě nejsou připraveni
problem-no-undo-asked = nikdo o vrácení tahu nežádal
problem-not-allowed = to u tohoto stolu není dovoleno
problem-not-stored = server to nemohl uložit; nic se nezměnilo
problem-bad-version = server má jinou verzi; použijte stejnou verzi ludorum
problem-other = server odmítá: { $problem }

## Servery a služby

server-at = Ludorum běží na { $address }
operator-at = Jako správce: { $address }
friends-find = Ostatní se mohou připojit na { $address }
no-network = Tento počítač nemá síťovou adresu.
no-browser = Prohlížeč se nenašel; otevřete adresu sami.
play-in-terminal = V terminálu se hraje příkazem: ludorum play --server { $address }
stop-server = Zastaví se pomocí Ctrl-C; všechny hry jsou uloženy.
cannot-listen-port = na { $address } nelze naslouchat: { $reason }; zkuste jiný --port
cannot-listen = na { $address } nelze naslouchat: { $reason }
cannot-read-secret = tajemství v { $file } nelze přečíst: { $reason }
agents-think-at = Služba AI naslouchá na { $address }
