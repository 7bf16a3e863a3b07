# An engine that brings a knight out and then does what its argument says.
# Speaks UCI; for the faults that only CECP has, CECP.
moves=0
force=no
play() {
    moves=$((moves + 1))
    if [ "$moves" -gt 1 ]; then
        case $fault in
            crash) echo "last words" >&2; exit 3 ;;
            hang) exec sleep 60 ;;
            late) sleep 2.2 ;;
            claim) echo "1/2-1/2 {it is late}"; return ;;
        esac
    fi
    knight=g1f3
    [ "$side" = black ] && knight=g8f6
    [ "$moves" -gt 1 ] && knight=a1h8
    echo "$1$knight"
}
fault=$1
while read -r word rest; do
    case $word in
        uci) [ "$fault" != claim ] && [ "$fault" != refuse ] && echo "id name fake" && echo uciok ;;
        isready) echo readyok ;;
        ucinewgame | new) moves=0; side=white ;;
        position)
            side=white
            set -- $rest
            # `startpos moves M…`: an even number of words means that Black is to move after an odd number of moves.
            [ $# -gt 1 ] && [ $(($# % 2)) = 1 ] && side=black ;;
        protover) echo 'feature ping=1 usermove=1 setboard=1 myname="fake" variants="normal" done=1' ;;
        ping) echo "pong $rest" ;;
        force) force=yes ;;
        usermove)
            if [ "$force" = no ]; then
                [ "$fault" = refuse ] && echo "Illegal move: $rest" && continue
                play "move "
            else
                side=black
            fi ;;
        go) if [ "$fault" = claim ] || [ "$fault" = refuse ]; then force=no; play "move "; else play "bestmove "; fi ;;
        quit) exit 0 ;;
    esac
done
