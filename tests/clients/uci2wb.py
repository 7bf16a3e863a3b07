#!/usr/bin/env python3
"""The adapter uci2wb between XBoard's protocol and the engine's UCI, USI and UCCI.

    apt install uci2wb
    python3 tests/clients/uci2wb.py target/release/griffon

A game of some moves in each of several variants, as XBoard would play it: both sides by the engine, every move handed back.
Exit status 0: the engine moved each time. Without uci2wb: a message, and status 0.
"""
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

# What uci2wb is told to speak, the variant XBoard asks for, and whether XBoard has to be told about it.
GAMES = [("-c", "normal", False), ("-c", "crazyhouse", False), ("-c", "capablanca", False), ("-c", "makruk", False),
         ("-c", "orda", True), ("-s", "shogi", False), ("-x", "xiangqi", False), ("-c", "xiangqi", False)]
PLIES = 12
# So many are thought about for a second, the others to some depth only.
TIMED = 2


class XBoard:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.log = []

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())

    def say(self, line):
        self.log.append("> " + line)
        self.process.stdin.write(line + "\n")

    def until(self, *words):
        """The next line that begins with one of these."""
        while True:
            try:
                line = self.lines.get(timeout=20)
            except queue.Empty:
                raise SystemExit("nothing came after\n" + "\n".join(self.log[-30:])) from None
            self.log.append("< " + line)
            if "llegal" in line:
                raise SystemExit("\n".join(self.log[-30:]))
            if line.startswith(words):
                return line


def play(adapter, engine, flag, variant, described):
    xboard = XBoard([adapter, flag, engine])
    xboard.say("xboard")
    xboard.say("protover 2")
    features = xboard.until("feature variants", "feature done=1")
    xboard.say("new")
    if variant != "normal":
        xboard.say(f"variant {variant}")
    if described:
        setup = xboard.until("setup")
    xboard.say("force")
    xboard.say("st 1")
    moves = []
    xboard.say("go")
    while len(moves) < PLIES:
        # Each time the engine has moved it is given the other side.
        line = xboard.until("move ", "0-1", "1-0", "1/2")
        if not line.startswith("move "):
            break
        moves.append(line.split()[1])
        if len(moves) == TIMED:
            xboard.say("sd 4")
        xboard.say("force")
        xboard.say("go")
    xboard.say("force")
    xboard.say("quit")
    xboard.process.wait(10)
    print(f"uci2wb {flag} {variant}: {' '.join(moves)}", flush=True)
    return features


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "target/release/griffon"
    adapter = shutil.which("uci2wb") or shutil.which("uci2wb", path="/usr/games")
    if not adapter:
        print("skipped: uci2wb isn't installed (apt install uci2wb)")
        return
    # It has room for a thousand letters in a line, and so for some variants, not for all.
    names = ",".join(sorted({"chess"} | {variant for _, variant, _ in GAMES}))
    with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as script:
        script.write(f'#!/bin/sh\nexec "{os.path.abspath(engine)}" --tell {names}\n')
    os.chmod(script.name, 0o755)
    for flag, variant, described in GAMES:
        play(adapter, script.name, flag, variant, described)
    os.remove(script.name)


if __name__ == "__main__":
    main()
