#!/usr/bin/env python3
"""What `griffon referee` answers in random positions of many variants, side by side with pyffish.

    pip install pyffish
    python3 tests/clients/pyffish_referee.py target/release/griffon [--positions 5000] [--seed 1] [--variants a,b,c]

Random games are played by pyffish. In every position these are compared: the legal moves, whether the player to move is in
check, the result, the FEN after a move drawn by lot, and the SAN of all moves. Where the two programs mean to say different
things, a function below turns one into the other, with the reason. Exit status 0: nothing else differs. Without pyffish
there is nothing to compare with: a message, and status 0.
"""
import argparse
import collections
import json
import random
import re
import subprocess
import sys

from pyffish_moves import VARIANTS, positions, pyffish

# Of so many moves in each position SAN is compared.
SANS = 8

HORSES = "xiangqi minixiangqi janggi".split()
# Dead material is no end of the game there: nothing says so in the rules, or moves are counted instead; pyffish's function is
# meant for flag falls.
GOES_ON = "sittuyin makruk cambodian asean minixiangqi bughouse".split()
# What is dead is told by looking at all positions with what is left: royal knights can be mated by royal knight and bishop, a
# Spartan king can't by king and knight. pyffish goes by what usually is so, and says the opposite of both.
LOOKED_AT = "knightmate spartan".split()


class Referee:
    """The program, asked line by line."""

    def __init__(self, command):
        command = command.split() + ["referee"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.asked = 0

    def ask(self, what, **request):
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "ask": what, **request}) + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"the referee is gone after {what} {request}")
        answer = json.loads(answer)
        assert answer["id"] == self.asked
        return answer

    def close(self):
        self.process.stdin.close()
        return self.process.wait(10)


def result(variant, fen):
    """`1-0`, `0-1`, `1/2-1/2` or `*` as pyffish says it in several calls."""
    over, value = pyffish.is_immediate_game_end(variant, fen, [])
    if not over and not pyffish.legal_moves(variant, fen, []):
        over, value = True, pyffish.game_result(variant, fen, [])
    if not over:
        over, value = pyffish.is_optional_game_end(variant, fen, [])
    if not over and variant not in GOES_ON + LOOKED_AT and all(pyffish.has_insufficient_material(variant, fen, [])):
        over, value = True, 0
    if not over:
        return "*"
    white = value if fen.split()[1] == "w" else -value
    return "1-0" if white > 0 else "0-1" if white < 0 else "1/2-1/2"


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("engine", nargs="?", default="target/release/griffon")
    arguments.add_argument("--positions", type=int, default=5000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--variants")
    arguments.add_argument("--show", type=int, default=2, help="so many differences of a kind and variant in full")
    chosen = arguments.parse_args()
    variants = chosen.variants.split(",") if chosen.variants else VARIANTS
    referee = Referee(chosen.engine)
    ours = {listed["uci"] for listed in referee.ask("variants")["variants"]}
    variants = [variant for variant in variants if variant in ours.intersection(pyffish.variants())]
    rng = random.Random(chosen.seed)
    compared = collections.Counter()
    different = collections.Counter()

    def compare(kind, variant, fen, expected, found):
        compared[kind] += 1
        if expected == found:
            return
        different[kind, variant] += 1
        if different[kind, variant] <= chosen.show:
            print(f"{variant}, {kind}: {fen}\n  pyffish: {expected}\n  griffon: {found}", flush=True)

    for variant in variants:
        for fen in positions(variant, -(-chosen.positions // len(variants)), rng):
            compared["position"] += 1
            asked = {"variant": variant, "fen": fen}
            ended = pyffish.is_immediate_game_end(variant, fen, [])[0]
            answer = referee.ask("result", **asked)
            is_dead = answer.get("reason") == "insufficient material" and variant in LOOKED_AT
            compare("result", variant, fen, result(variant, fen), "*" if is_dead else answer.get("result"))
            # What could be done after the end is nobody's business.
            if ended:
                continue
            expected = sorted(pyffish.legal_moves(variant, fen, []))
            answer = referee.ask("moves", **asked)
            if "moves" not in answer:
                compare("moves", variant, fen, expected, answer)
                continue
            moves = {move["move"]: move for move in answer["moves"]}
            if sorted(moves) != expected:
                missing, more = sorted(set(expected) - set(moves)), sorted(set(moves) - set(expected))
                compare("moves", variant, fen, f"also {missing}", f"also {more}")
                continue
            compare("moves", variant, fen, 0, 0)
            check = bool(pyffish.gives_check(variant, fen, []))
            compare("check", variant, fen, check, referee.ask("check", **asked).get("check"))
            if not expected:
                continue
            for move in rng.sample(expected, min(SANS, len(expected))):
                theirs = san_of_pyffish(variant, fen, move)
                expected_san, found = (san(variant, fen, move, text) for text in (theirs, moves[move]["san"]))
                compare("SAN", variant, f"{fen} {move}", expected_san, found)
            move = rng.choice(expected)
            after = referee.ask("apply", moves=[move], **asked).get("fen")
            expected = pyffish.get_fen(variant, fen, [move])
            if after and same_but_en_passant(expected, after):
                # We name squares of en passant when something can capture there, pyffish in some variants always.
                expected = after if sorted(pyffish.legal_moves(variant, after, [])) == sorted(
                    pyffish.legal_moves(variant, expected, [])) else expected
            compare("FEN", variant, f"{fen} {move}", position(variant, move, expected), position(variant, move, after))
    status = referee.close()
    for (kind, variant), count in sorted(different.items()):
        print(f"{variant}: {count} differences of {kind}")
    print(f"{len(variants)} variants; compared: {dict(compared)}; {sum(different.values())} differences")
    return 1 if different or status or not compared else 0


def same_but_en_passant(one, other):
    fields = [fen.split()[:3] + fen.split()[4:] for fen in (one, other)]
    return fields[0] == fields[1] and one != other


def san_of_pyffish(variant, fen, move):
    """Its SAN, with signs for what it says of the position after the move: its own are missing with several kings."""
    text = pyffish.get_san(variant, fen, move, False, pyffish.NOTATION_SAN).rstrip("+#")
    if not pyffish.gives_check(variant, fen, [move]):
        return text
    over = pyffish.is_immediate_game_end(variant, fen, [move])[0] or not pyffish.legal_moves(variant, fen, [move])
    return text + ("#" if over else "+")


def san(variant, fen, move, text):
    """A SAN as both programs could have written it."""
    if move[: len(move) // 2] * 2 == move:
        return "a pass"  # Ours is spelled with the square twice, pyffish's as a move of the king.
    if variant in HORSES:
        text = text.translate(str.maketrans("NB", "HE"))  # Ours has the letters of the FEN, pyffish's those of WXF.
    if "," in move:
        text = re.sub(r"@(?=[a-z]+[0-9]+[+#]?$)", ",", text)  # A wall: ours is `a3@a2`, pyffish's `a3,a2`.
    if "," in move or "/" in text:
        # Who could go there, but couldn't put the same wall or piece, is a rival for us, and none for pyffish.
        text = re.sub(r"^([A-Z])[a-wyz]?[0-9]*(x?[a-z][0-9]+[,/])", r"\1\2", text)
    if variant == "berolina":
        # Its pawns have no letter with us, like all pawns, and capture as `dxd6`; pyffish writes `Pxd6`.
        text = re.sub(r"^[a-h]x", "x", text.removeprefix("P"))
    if move.endswith("+"):
        text = re.sub(r"=[A-Z]", "+", text)  # Ours is `Pb3+`, as shogi players write, pyffish's `Pb3=G`.
    if move.endswith("+") or "+" in fen.split()[0].split("[")[0]:
        # Promoted pieces: ours is `+Nc4`, pyffish's `Gc4`, so that other pieces need their origin to be told from it;
        # and a promoting piece needs none with pyffish if the others can't promote.
        text = re.sub(r"^\+?[A-Z]?[a-wyz]?[0-9]*(x?[a-z][0-9]+)", r"\1", text)
    if variant == "sittuyin":
        text = re.sub(r"^[a-h][1-8](?=[a-h][1-8]=F)", "", text)  # A pawn that goes where it promotes: `f2=F`, `g1f2=F`.
    # Not promoting is `Pb3=` where it was possible; pyffish doesn't say so.
    return re.sub(r"=(?=[+#]?$)", "", text)


def position(variant, move, fen):
    """A FEN as both programs could have written it."""
    fields = (fen or "").split()
    if len(fields) != 6 and len(fields) != 7:
        return fen
    # Hands have no order.
    fields[0] = re.sub(r"\[(.*)\]", lambda hand: "[" + "".join(sorted(hand[1])) + "]", fields[0])
    if "@" in move:
        # The counter starts anew with any drop in pyffish, as in chess with pawns and captures only with us.
        fields[-2] = "0"
    if variant == "cambodian":
        # When a bare king has captured and no count fits any more, ours ends, and pyffish's goes on.
        fields = fields[:3] + fields[-1:]
    return " ".join(fields)


if __name__ == "__main__":
    sys.exit(main())
