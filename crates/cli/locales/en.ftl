# Terminal messages for players and hosts: ludorum play, serve and ai-service.
# Typed words (moves, hint, FILE, --name) are the same in every language.

error = error:

## Local games

menu-game = Choose a game:
menu-game-how = number or name; q quits
menu-game-prompt = game
menu-opponent = Choose an opponent:
menu-opponent-how = number, name, or a spec such as mcts:time=1s
menu-opponent-prompt = opponent
menu-human = another person at this keyboard
menu-seat = your seat, 1 to { $seats }
menu-seat-bad = enter a seat from 1 to { $seats }; seat 1 moves first
seed = seed { $seed }
seed-and-key = seed { $seed }, key { $key }
no-key-needed = no external agent plays, so the game needs no key; leave out --key
last-move = last move: { $number }. { $move }
type-a-move = Type a move, or help, hint, undo, moves, save FILE, load FILE, quit.
since-your-move = Since your last move: { $moves }
thinking = { $who } is thinking
plays = { $who } plays { $move }
chance-gives = chance gives { $event }
value = value { $value }
wins = { $who } wins.
draw = Draw.
first-place-shared = First place is shared.
gives-up = { $who } forfeits: { $reason }
limited-time = { $who } reached this server's limit of { $seconds } s per move and plays its best move so far
limited-rebuilding = { $who } could not replay the game in time and continues without its memory of it
halted = the game cannot continue: plug-in { $plugin }: { $reason }
cancelled = cancelled: plug-in { $plugin }: { $reason }
after-the-game = undo, save FILE or quit
way-out = moves lists the legal moves, help lists the commands
way-out-over = undo takes back a move, quit quits, help lists the commands
no-moves = no legal moves
nothing-to-undo = nothing to take back
taken-back-unrated = chance is drawn again; the game is now unrated, because chance events or hidden information were seen before the take-back
nobody-to-move = nobody is to move
hint = try { $move }{ $value }   line { $line }
saved = saved to { $file }
name-a-file-to-save = missing file name: save FILE
name-a-file-to-load = missing file name: load FILE
file-is-there = { $file } already exists; choose another name
interrupted = save FILE saves the game; Ctrl-C again quits without saving
help =
    MOVE         play a move, written as in the list of 'moves'
    moves        list the legal moves
    hint         let a strong agent suggest a move within a second
    undo         take back to your last decision
    board        draw the board again
    save [FILE]  save the game; without FILE, to the file last saved or loaded; the
                 extension .ludorum is added if there is none
    load FILE    leave this game and continue a saved one
    quit         quit, like Ctrl-D or Ctrl-C twice; while an agent thinks, Ctrl-C
                 makes it move at once
effort-depth = depth { $depth }
effort-playouts =
    { $count ->
        [one] { $shown } playout
       *[other] { $shown } playouts
    }
effort-nodes =
    { $count ->
        [one] { $shown } node
       *[other] { $shown } nodes
    }
effort-evaluations =
    { $count ->
        [one] { $shown } evaluation
       *[other] { $shown } evaluations
    }
seats-number = { $game } has { $seats } seats, but --seats names { $named }; give human or an agent for each seat
seat-empty = --seats has an empty seat; give human or an agent
given-up-record = { $file }: this game was forfeited and cannot be continued; "ludorum replay { $file }" shows it
other-players = { $file } was played by { $players }; leave out --seats to continue with them, or start a new game
other-game = { $file } is a game of { $saved }, not of { $wanted }; leave out the game
shows-the-game = { $error }; ludorum replay { $file } shows the game

## Games on a server

table-name = { $name }'s table
locked = password
no-tables = no tables yet
tables-loading = the server is starting: { $done } of { $total } tables loaded; press Enter to refresh
lobby-prompt = table number to join, new GAME, Enter to refresh, or quit
no-such-table = no table '{ $table }'
bad-address = enter a server address such as http://127.0.0.1:7878; https is not supported
cannot-reach = cannot reach { $where }: { $reason }
cannot-reach-table = cannot reach the table: { $reason }
no-ludorum-server = not a ludorum server: { $reason }
server-answers = the server answered { $status }
others-join = others can join with --table { $id }
connection-lost = connection lost; reconnecting
sits-down = { $who } joined
undo-asked = { $who } asks to take back a move: accept or refuse
undo-refused = { $who } refused
undone = taken back to move { $number }
away = { $who } disconnected
back = { $who } reconnected
resigned = { $who } resigned
flagged = { $who } ran out of time
you-are-out = You are out of the game, in place { $place }; you can watch the others
left-in-place = { $who } left the game in place { $place }.
failed-replaced = { $who } failed; { $agent } takes over
failed-lost = { $who } failed and loses
rematch-asked = { $who } asks for a rematch
has-thought = { $who } searched
seat = seat { $number }
by-resignation = The opponent resigned.
by-time = The opponent ran out of time.
by-failure = An agent failed.
by-stopped = The game was stopped without a winner.
rematch-or-quit = rematch or quit
accept-or-refuse = accept or refuse
hand-over = hand the keyboard to { $who } and press Enter
not-your-turn = it is not your turn
remote-help =
    MOVE         play a move, written as in the list of 'moves'
    moves        list the legal moves
    hint         let a strong agent suggest a move within a second
    undo         ask to take back your last move; answer others with accept or refuse
    board        draw the board again
    resign       resign the game
    rematch      ask for another game after this one
    leave        leave your seat to an agent, if the host has chosen one
    quit         quit, like Ctrl-D; your seat is kept
problem-unknown-table = no such table
problem-unknown-seat = no such seat
problem-not-host = only the host can do that
problem-not-seated = only seated players can do that
problem-out-of-game = you are out of this game, in place { $place }, and can only watch
problem-seat-taken = that seat is taken
problem-name-taken = that name is taken at this table; choose another with --name
problem-table-full = all seats are taken
problem-password-needed = this table needs a password; put it into a file and pass it with --password-file
problem-wrong-password = wrong password
problem-too-often = too many attempts; wait a while
problem-server-full = the server is full; try again later
problem-too-many-tables = your address already has { $most } open tables, which is the limit: leave one, or wait until one is archived
problem-bad-text = the { $field } is too long or has invalid characters
problem-not-begun = the game has not started
problem-begun = the game has already started
problem-over = the game is over
problem-not-ready = not all players are ready
problem-no-undo-asked = nobody asked to take back a move
problem-not-allowed = not allowed at this table
problem-not-stored = the server could not store it; nothing has changed
problem-bad-version = the server has a different version; use the same version of ludorum
problem-other = the server refused: { $problem }

## Servers and services

server-at = Ludorum is running at { $address }
operator-at = As operator: { $address }
friends-find = Others can join at { $address }
no-network = This machine has no network address.
no-browser = No browser found; open the address yourself.
play-in-terminal = Play in a terminal with: ludorum play --server { $address }
stop-server = Stop with Ctrl-C; all games are saved.
cannot-listen-port = cannot listen on { $address }: { $reason }; try another --port
cannot-listen = cannot listen on { $address }: { $reason }
cannot-read-secret = cannot read the secret in { $file }: { $reason }
agents-think-at = AI service listening on { $address }
