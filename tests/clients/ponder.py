#!/usr/bin/env python3
"""Games of the engine against itself over CECP, both thinking on the opponent's time (`hard`), with `griffon referee` as the judge.

    python3 tests/clients/ponder.py target/release/griffon [--games 2] [--clock 2+0.02] [--margin 0.1] [--plies 400] [VARIANT]...

Both sides share the processors there are, so the clock is a hard one: what a side ponders is taken from the other's time. Exit status 0: no
loss on time, no illegal move, no hang, and no result that the rules don't see. Guesses are counted, and those that came true.
"""
import argparse
import json
import queue
import re
import subprocess
import sys
import threading
import time

VARIANTS = ["normal", "crazyhouse", "xiangqi", "shogi", "makruk", "atomic", "minishogi", "capablanca", "3check", "antichess"]
# So long after its flag an engine is believed to hang.
PATIENCE = 10


class Fault(Exception):
    pass


class Engine:
    """One process, and a thread that stamps what it says."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.guess, self.guesses, self.hits = None, 0, 0
        self.say("xboard", "protover 2")
        self.until(r"feature done=1", 20)

    def listen(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))

    def until(self, wanted, patience):
        """The next line of which something is found by the pattern, with its time."""
        deadline = time.monotonic() + patience
        while True:
            try:
                stamp, line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault("hangs") from None
            self.notice(line)
            if found := re.search(wanted, line):
                return stamp, found

    def notice(self, line):
        if line is None:
            raise Fault("is gone")
        # What it thinks about on the opponent's time begins with the move it expects.
        if expected := re.search(r"\s\((\S+)\)", line):
            self.guess = expected.group(1)
        if line.startswith(("Illegal", "Error")):
            raise Fault(line)

    def begin(self, variant, base, increment):
        self.say("new", f"variant {variant}", f"level 0 0:{base:g} {increment:g}", "hard", "post", "ping 1")
        self.until(r"^pong 1", 60)
        self.guess = None

    def move(self, left, other, said, begins):
        """Its next move after the other's, and how long it took."""
        while not self.lines.empty():
            self.notice(self.lines.get()[1])
        if self.guess is not None:
            self.guesses += 1
            self.hits += self.guess == said
        self.guess = None
        started = time.monotonic()
        self.say(f"time {max(1, round(left * 100))}", f"otim {max(1, round(other * 100))}")
        self.say("go" if begins else f"usermove {said}")
        legs = []
        while not legs or legs[-1].endswith(","):
            stamp, found = self.until(r"^move (\S+)|^(resign|1-0|0-1|1/2-1/2)", left + PATIENCE)
            legs.append(found.group(1) or found.group(2))
        return "".join(legs), stamp - started


class Referee:
    def __init__(self, command):
        self.process = subprocess.Popen([command, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def result(self, variant, moves):
        """The result after these moves; a fault if the last one is not legal."""
        ask = {"ask": "result", "variant": variant, "moves": moves, "notation": "cecp"}
        self.process.stdin.write(json.dumps(ask) + "\n")
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Fault(answer["error"]["message"])
        return answer["result"], answer["reason"]


def play(engines, referee, variant, chosen):
    """Plays one game: the result, and why."""
    base, increment = map(float, chosen.clock.split("+"))
    clocks, moves = [base, base], []
    for engine in engines:
        engine.begin(variant, base, increment)
    while len(moves) < chosen.plies:
        turn = len(moves) % 2
        said, took = engines[turn].move(clocks[turn], clocks[1 - turn], moves[-1] if moves else "", not moves)
        if said in ("1-0", "0-1", "1/2-1/2", "resign"):
            raise Fault(f"{said} before the rules see it, after {' '.join(moves)}")
        clocks[turn] -= took
        if clocks[turn] < -chosen.margin:
            raise Fault(f"lost on time: {-clocks[turn]:.2f} s over after {took:.2f} s for move {len(moves) // 2 + 1}")
        clocks[turn] += increment
        moves.append(said)
        result, reason = referee.result(variant, moves)
        if result != "*":
            return result, f"{reason}, {len(moves)} plies"
    return "*", f"{len(moves)} plies"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("engine", nargs="?", default="target/release/griffon")
    arguments.add_argument("variants", nargs="*", default=VARIANTS)
    arguments.add_argument("--games", type=int, default=2, help="of each variant")
    arguments.add_argument("--clock", default="2+0.02")
    arguments.add_argument("--margin", type=float, default=0.1)
    arguments.add_argument("--plies", type=int, default=400)
    chosen = arguments.parse_args()
    referee = Referee(chosen.engine)
    faults = guesses = hits = played = 0
    for variant in chosen.variants:
        for number in range(chosen.games):
            engines = [Engine([chosen.engine]), Engine([chosen.engine])]
            played += 1
            try:
                result, reason = play(engines, referee, variant, chosen)
            except Fault as fault:
                faults += 1
                result, reason = "fault", fault
            guesses += sum(engine.guesses for engine in engines)
            hits += sum(engine.hits for engine in engines)
            print(f"{variant} {number + 1}: {result} ({reason})", flush=True)
            for engine in engines:
                engine.process.kill()
    print(f"{played} games, {faults} faults, {hits} of {guesses} guesses came true")
    sys.exit(1 if faults or not guesses else 0)


if __name__ == "__main__":
    main()
