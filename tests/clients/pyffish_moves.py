#!/usr/bin/env python3
"""Legal moves in random positions of many variants, side by side with pyffish.

    pip install pyffish
    python3 tests/clients/pyffish_moves.py target/release/griffon [--positions 2000] [--seed 1] [--variants a,b,c]

Random games are played by pyffish; in every position its `legal_moves` are compared with what the engine lists for UCI
`go perft 1` and XCI `get movelist`. Exit status 0: they agree everywhere, spelling included. Without pyffish there is
nothing to compare with: a message, and status 0.
"""
import argparse
import random
import subprocess
import sys

try:
    import pyffish
except ImportError:
    print("skipped: pyffish isn't installed (pip install pyffish)")
    sys.exit(0)

VARIANTS = """chess crazyhouse atomic antichess horde racingkings kingofthehill 3check seirawan capablanca gothic janus
grand shako shatranj courier makruk cambodian sittuyin shogi minishogi euroshogi xiangqi minixiangqi janggi
placement knightmate losalamos hoppelpoppel duck amazons orda synochess spartan chak dobutsu extinction giveaway
losers suicide torishogi gorogoro empire shinobi nocheckatomic capahouse shouse berolina grasshopper
bughouse koedem loop chessgi pocketknight 5check almost chigorin centaur modern newzealand""".split()


class Engine:
    """The program, spoken to line by line."""

    def __init__(self, command, greeting, ready):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask(greeting, lambda line: line == ready)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        self.say(line)
        said = []
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise SystemExit(f"the engine is gone after `{line}`")
            said.append(answer.rstrip("\n"))
            if last(said[-1]):
                return said

    def close(self):
        self.say("quit")
        self.process.wait(10)


class Uci(Engine):
    def __init__(self, command):
        super().__init__(command, "uci", "uciok")

    def choose(self, variant):
        self.say(f"setoption name UCI_Variant value {variant}")

    def moves(self, fen):
        self.say(f"position fen {fen}")
        said = self.ask("go perft 1", lambda line: line.startswith("Nodes searched"))
        wrong = [line for line in said if line.startswith("info string") and not line.startswith("info string variant")]
        return wrong or [line.rsplit(": ", 1)[0] for line in said if line.endswith(": 1") and "Nodes" not in line]


class Xci(Engine):
    def __init__(self, command):
        super().__init__(command, "xci", "readyok")

    def choose(self, variant):
        self.say(f"setoption name XCI_Variant value {variant}")

    def moves(self, fen):
        self.say(f"position {fen}")
        said = self.ask("get movelist", lambda line: line.startswith("info movelist"))
        moves = said[-1].split()[2:]
        return [] if moves == ["XCI_null"] else moves


def positions(variant, count, rng):
    """FENs met in random games, some of them ends."""
    start = pyffish.start_fen(variant)
    fen, plies = start, 0
    for _ in range(count):
        yield fen
        for _ in range(rng.randint(1, 8)):
            moves = pyffish.legal_moves(variant, fen, [])
            if not moves or pyffish.is_immediate_game_end(variant, fen, [])[0] or plies > 160:
                fen, plies = start, 0
                break
            # Captures and drops rather often, so that hands fill and games end; a few are tried, as there may be thousands.
            chosen = rng.choice(moves)
            if rng.random() < 0.35:
                some = rng.sample(moves, min(12, len(moves)))
                lively = (move for move in some if "@" in move or pyffish.is_capture(variant, fen, [], move))
                chosen = next(lively, chosen)
            fen, plies = pyffish.get_fen(variant, fen, [chosen]), plies + 1


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("engine", nargs="?", default="target/release/griffon")
    arguments.add_argument("--positions", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--variants")
    chosen = arguments.parse_args()
    variants = chosen.variants.split(",") if chosen.variants else VARIANTS
    known = set(pyffish.variants())
    variants = [variant for variant in variants if variant in known]
    rng = random.Random(chosen.seed)
    asked = [Uci(chosen.engine), Xci(chosen.engine)]
    compared = wrong = 0
    for variant in variants:
        for engine in asked:
            engine.choose(variant)
        different = 0
        for fen in positions(variant, -(-chosen.positions // len(variants)), rng):
            if pyffish.is_immediate_game_end(variant, fen, [])[0]:
                continue
            expected = sorted(pyffish.legal_moves(variant, fen, []))
            compared += 1
            for engine in asked:
                found = sorted(engine.moves(fen))
                if found == expected:
                    continue
                different += 1
                if different <= 2:
                    print(f"{variant} {type(engine).__name__} {fen}")
                    print(f"  only pyffish: {' '.join(sorted(set(expected) - set(found)))}")
                    print(f"  only griffon: {' '.join(sorted(set(found) - set(expected)))}")
        wrong += different
        print(f"{variant}: {'all moves agree' if not different else f'{different} lists differ'}", flush=True)
    for engine in asked:
        engine.close()
    print(f"{compared} positions of {len(variants)} variants, {wrong} differences")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
