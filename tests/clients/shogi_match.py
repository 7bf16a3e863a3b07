#!/usr/bin/env python3
"""A game of shogi over USI against another program, with python-shogi as the referee.

    pip install python-shogi; apt install gnushogi gpsshogi
    python3 tests/clients/shogi_match.py target/release/griffon [--games 2] [--plies 500] [gnushogi | gpsusi]...

gnushogi is spoken to in its own words, gpsusi over USI. Exit status 0: every move of the engine was legal, each game was
finished, and what the engine said at its end was right. What isn't installed is skipped with a message.
"""
import argparse
import re
import shutil
import subprocess
import sys

try:
    import shogi
except ImportError:
    print("skipped: python-shogi isn't installed (pip install python-shogi)")
    sys.exit(0)

CLOCK = "btime 3000 wtime 3000 byoyomi 60"


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, wanted):
        """The next line of which something is found by the pattern."""
        for line in self.process.stdout:
            if found := re.search(wanted, line):
                return found
        raise SystemExit(f"{self.process.args} is gone")

    def close(self):
        try:
            self.say("quit")
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


class Usi(Program):
    def __init__(self, command):
        super().__init__(command)
        self.say("usi")
        self.until("^usiok")
        self.say("isready")
        self.until("^readyok")
        self.say("usinewgame")

    def move(self, moves):
        self.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go {CLOCK}")
        return self.until(r"^bestmove (\S+)").group(1)

    def over(self, result):
        self.say(f"gameover {result}")


class GnuShogi(Program):
    """Its own words: it answers each move with its own, both in the notation of USI."""

    def __init__(self, command):
        super().__init__(command)
        self.until("GNU Shogi")
        # Its clock knows whole seconds only: a whole game is quick if it looks two plies ahead. It asks for the number.
        self.say("depth")
        self.say("2")

    def move(self, moves):
        self.say(moves[-1] if moves else "go")
        number = len(moves) // 2 + 1
        found = self.until(rf"^{number}\. \.\.\. (\S+)|([Ii]llegal|[Mm]ate|[Rr]esign|wins|win!)")
        return found.group(1) or "resign"

    def over(self, result):
        pass


def play(engine, other, own_side, plies):
    """Plays one game: how it ended, whether the engine won, and its length."""
    board, moves = shogi.Board(), []
    while len(moves) < plies:
        mover = engine if board.turn == own_side else other
        said = mover.move(moves)
        if said == "win":
            assert mover is not engine or board.piece_at(board.king_squares[board.turn]), "a win from nowhere"
            return "declared", mover is engine, len(moves)
        if said == "resign":
            if mover is engine:
                assert board.is_game_over() and not list(board.legal_moves), f"gave up in {board.sfen()}"
            return "mate" if board.is_checkmate() else "resignation", mover is not engine, len(moves)
        move = shogi.Move.from_usi(said)
        if not board.is_legal(move):
            if mover is engine:
                raise SystemExit(f"{said} is not legal in {board.sfen()} after {' '.join(moves)}")
            return f"illegal move {said}", True, len(moves)
        board.push(move)
        moves.append(said)
        if board.is_fourfold_repetition():
            return "repetition", None, len(moves)
    return "length", None, len(moves)


OPPONENTS = {"gnushogi": (GnuShogi, ["gnushogi", "-a", "1"]), "gpsusi": (Usi, ["gpsusi"])}


def find(name):
    return shutil.which(name) or shutil.which(name, path="/usr/games")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("engine", nargs="?", default="target/release/griffon")
    arguments.add_argument("opponents", nargs="*", default=list(OPPONENTS))
    arguments.add_argument("--games", type=int, default=2)
    arguments.add_argument("--plies", type=int, default=500)
    chosen = arguments.parse_args()
    for name in chosen.opponents:
        kind, command = OPPONENTS[name]
        program = find(command[0])
        if not program:
            print(f"skipped: {name} isn't installed")
            continue
        for number in range(chosen.games):
            # gnushogi waits for the first move.
            own_side = shogi.BLACK if number % 2 == 0 or kind is GnuShogi else shogi.WHITE
            engine, other = Usi([chosen.engine]), kind([program, *command[1:]])
            how, won, length = play(engine, other, own_side, chosen.plies)
            engine.over({True: "win", False: "lose", None: "draw"}[won])
            print(f"{name}, {'black' if own_side == shogi.BLACK else 'white'}: "
                  f"{ {True: 'won', False: 'lost', None: 'drawn'}[won] } by {how}, {length} plies", flush=True)
            engine.close()
            other.close()


if __name__ == "__main__":
    main()
