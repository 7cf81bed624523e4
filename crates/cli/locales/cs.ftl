# Slova terminálu pro hráče a hostitele: ludorum play, serve a ai-service.
# Co se píše (moves, hint, FILE, --name), je ve všech jazycích stejné.

error = chyba:

## Hra v terminálu

menu-game = Kterou hru?
menu-game-how = číslo nebo jméno; q skončí
menu-game-prompt = hra
menu-opponent = Proti komu?
menu-opponent-how = číslo, jméno nebo zápis jako mcts:time=1s
menu-opponent-prompt = soupeř
menu-human = další člověk u této klávesnice
menu-seat = vaše místo, 1 až { $seats }
menu-seat-bad = místa jsou 1 až { $seats }; začíná místo 1
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
limited-time = { $who }: přemýšlení zastaveno po { $seconds } s, víc na tah na tomto serveru není; hraje, co do té doby vypadalo nejlépe
limited-rebuilding = { $who }: celou hru se nepodařilo včas projít znovu; hraje dál bez toho, co si z ní pamatoval
halted = hra nemůže pokračovat: rozšíření { $plugin }: { $reason }
cancelled = zrušeno: rozšíření { $plugin }: { $reason }
after-the-game = undo, save FILE nebo quit
way-out = moves vypíše, co lze hrát, help vysvětlí ostatní
way-out-over = undo vrátí tah, quit skončí, help vysvětlí ostatní
no-moves = žádné nejsou
nothing-to-undo = není co vracet
taken-back-unrated = náhoda se losuje znovu; partie je označena, protože před vrácením tahu byla vidět náhoda nebo skryté karty
nobody-to-move = nikdo není na tahu
hint = zkuste { $move }{ $value }   dál { $line }
saved = uloženo do { $file }
name-a-file-to-save = napište jméno souboru: save FILE
name-a-file-to-load = napište jméno souboru: load FILE
file-is-there = { $file } už existuje; zvolte jiné jméno
interrupted = save FILE uloží hru; další Ctrl-C skončí bez uložení
help =
    TAH          zahraje tah, jak ho píše „moves“
    moves        vypíše dovolené tahy
    hint         zeptá se na vteřinu silného agenta
    undo         zpět k vašemu poslednímu rozhodnutí
    board        nakreslí desku znovu
    save [FILE]  uloží hru, aby šla načíst, přehrát a ověřit; bez FILE tam, kam se
                 ukládala naposled; ke jménu bez přípony se přidá .ludorum
    load FILE    opustí tuto hru a pokračuje v uložené, nebo ukáže, jak skončila
    quit         skončí, stejně jako Ctrl-D a dvakrát Ctrl-C; když agent přemýšlí,
                 po Ctrl-C odpoví hned
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
seat-empty = --seats pro některé místo nikoho nejmenuje; napište human nebo agenta
given-up-record = { $file }: někdo tuto hru vzdal, takže se v ní nepokračuje; ukáže ji „ludorum replay { $file }“
other-players = { $file } hráli { $players }; vynechte --seats a budou pokračovat, nebo začněte s jinými novou hru
other-game = { $file } je hra { $saved }, ne { $wanted }; jméno vynechte
shows-the-game = { $error }; hru ukáže ludorum replay { $file }

## U stolů serveru

table-name = Stůl: { $name }
locked = na heslo
no-tables = zatím žádné stoly
tables-loading = server právě nastartoval: načteno { $done } z { $total } stolů; Enterem se podíváte znovu
lobby-prompt = číslo stolu, new GAME pro nový, Enter pro nový výpis, nebo quit
no-such-table = stůl „{ $table }“ tu není
bad-address = server se jmenuje adresou, třeba http://127.0.0.1:7878; https neumí
cannot-reach = { $where } není dostupný: { $reason }
cannot-reach-table = stůl není dostupný: { $reason }
no-ludorum-server = server neodpovídá jako server ludorum: { $reason }
server-answers = server odpovídá { $status }
others-join = ostatní se připojí s --table { $id }
connection-lost = spojení je přerušeno; zkouším to znovu
sits-down = přisedá { $who }
undo-asked = { $who } chce vrátit tah: accept, nebo refuse
undo-refused = { $who } to nechce
undone = zpět k tahu { $number }
away = { $who } je pryč
back = { $who } je zpět
resigned = { $who } se vzdává
flagged = { $who } nemá už čas
you-are-out = Už nehrajete, jste na { $place }. místě; můžete se dívat na ostatní
left-in-place = { $who } opustil hru na { $place }. místě.
failed-replaced = { $who } selhal, dál za něj hraje { $agent }
failed-lost = { $who } selhal a prohrál
rematch-asked = { $who } chce odvetu
has-thought = { $who } přemýšlel
seat = místo { $number }
by-resignation = Druhý se vzdal.
by-time = Druhému došel čas.
by-failure = Agent selhal.
by-stopped = Hra byla zastavena: nikdo nevyhrál.
rematch-or-quit = rematch nebo quit
accept-or-refuse = accept nebo refuse
hand-over = předejte klávesnici, hraje { $who }, a stiskněte Enter
not-your-turn = nejste na tahu
remote-help =
    TAH          zahraje tah, jak ho píše „moves“
    moves        vypíše dovolené tahy
    hint         zeptá se na vteřinu silného agenta
    undo         požádá o vrácení tahu; na žádost druhých odpoví accept nebo refuse
    board        nakreslí desku znovu
    resign       vzdá hru
    rematch      další hra, až tato skončí
    leave        přenechá místo agentovi, pokud ho hostitel určil
    quit         ukončí program, stejně jako Ctrl-D; místo vám zůstane
problem-unknown-table = takový stůl tu není
problem-unknown-seat = takové místo tu není
problem-not-host = to smí jen hostitel
problem-not-seated = to smějí jen ti, kdo sedí u stolu
problem-out-of-game = z této hry už jste vypadli na { $place }. místě a můžete se jen dívat
problem-seat-taken = tam už někdo sedí
problem-name-taken = tak se u stolu už někdo jmenuje; zvolte jiné jméno pomocí --name
problem-table-full = všechna místa jsou obsazená
problem-password-needed = stůl je na heslo; uložte je do souboru a ten uveďte za --password-file
problem-wrong-password = to není správné heslo
problem-too-often = to bylo příliš často; chvíli počkejte
problem-server-full = server je plný; zkuste to za chvíli znovu
problem-too-many-tables = z vaší adresy je otevřeno { $most } stolů a víc jich být nesmí: jeden opusťte, nebo počkejte, až bude některý archivován
problem-bad-text = { $field }: příliš dlouhé nebo s podivnými znaky
problem-not-begun = hra ještě nezačala
problem-begun = hra už začala
problem-over = hra skončila
problem-not-ready = všichni tu ještě nejsou nebo nejsou připraveni
problem-no-undo-asked = nikdo nechce vracet tah
problem-not-allowed = to u tohoto stolu není dovoleno
problem-not-stored = server to nemohl uložit; nic se nezměnilo
problem-bad-version = server mluví jinou verzí; použijte stejné ludorum
problem-other = server odmítá: { $problem }

## Servery a služby

server-at = Ludorum je na { $address }
operator-at = S právy správce: { $address }
friends-find = Přátelé je najdou na { $address }
no-network = Tento počítač nemá adresu v žádné síti.
no-browser = Není tu žádný prohlížeč; otevřete adresu v některém jinde.
play-in-terminal = V terminálu se hraje příkazem: ludorum play --server { $address }
stop-server = Zastaví se pomocí Ctrl-C; nic se neztratí.
cannot-listen-port = na { $address } nelze naslouchat: { $reason }; zkuste jiný --port
cannot-listen = na { $address } nelze naslouchat: { $reason }
cannot-read-secret = tajemství v { $file } nelze přečíst: { $reason }
agents-think-at = Agenti přemýšlejí na { $address }
