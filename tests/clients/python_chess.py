#!/usr/bin/env python3
"""python-chess plays a game with the engine over CECP and over UCI, and analyses with it.

    pip install chess
    python3 tests/clients/python_chess.py target/release/griffon

Exit status 0: both protocols worked, and every move was legal by python-chess's own rules. Without python-chess: a message, and
status 0.
"""
import sys

try:
    import chess
    import chess.engine
    import chess.variant
except ImportError:
    print("skipped: python-chess isn't installed (pip install chess)")
    sys.exit(0)


def play(engine, board, plies, ponder):
    """The engine plays both sides; python-chess raises on an illegal move."""
    while not board.is_game_over(claim_draw=True) and board.ply() < plies:
        limit = chess.engine.Limit(time=0.02)
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=ponder, game=id(board))
        if result.resigned or result.move is None:
            raise SystemExit(f"no move in {board.fen()}")
        board.push(result.move)
    return board


def analyse(engine, board, lines):
    found = engine.analyse(board, chess.engine.Limit(time=0.1), multipv=lines)
    found = found if isinstance(found, list) else [found]
    assert found and all(info["pv"] and "score" in info and info["nodes"] > 0 for info in found), found
    with engine.analysis(board) as running:
        for info in running:
            if info.get("depth", 0) >= 6:
                break
    return found


def over(protocol, opener, command, boards, lines):
    engine = opener([command])
    try:
        engine.ping()
        engine.configure({"Hash": 16})
        for board in boards:
            for ponder in (False, True):
                fresh = board.copy()
                play(engine, fresh, 24, ponder)
                print(f"{protocol}: {type(board).__name__}, ponder={ponder}: {fresh.ply()} plies, {fresh.result()}")
            found = analyse(engine, board, lines)
            print(f"{protocol}: analysis of {type(board).__name__}: {found[0]['score']}, depth {found[0]['depth']}")
    finally:
        engine.quit()


def weak(opener, command):
    """Limited strength, and the other options that python-chess leaves to the user."""
    engine = opener([command])
    try:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 800, "UCI_ShowRefutations": True, "Clear Hash": None})
        board = play(engine, chess.Board(), 24, False)
        print(f"UCI: a weak player, {board.ply()} plies, {board.result()}")
    finally:
        engine.quit()


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "target/release/griffon"
    xboard = chess.engine.SimpleEngine.popen_xboard
    uci = chess.engine.SimpleEngine.popen_uci
    over("CECP", xboard, command, [chess.Board(), chess.variant.CrazyhouseBoard(), chess.variant.AtomicBoard()], None)
    variants = [chess.Board(), chess.variant.CrazyhouseBoard(), chess.variant.ThreeCheckBoard(),
                chess.variant.KingOfTheHillBoard(), chess.variant.RacingKingsBoard(), chess.variant.AtomicBoard(),
                chess.variant.AntichessBoard(), chess.variant.SuicideBoard(), chess.variant.HordeBoard()]
    variants += [chess.Board.from_chess960_pos(number) for number in (0, 518, 959)]
    over("UCI", uci, command, variants, 3)
    weak(uci, command)


if __name__ == "__main__":
    main()
