"""Writes forms for Swift to read, and reads those that Swift has written: see form-judge."""

import json
import random
import sys
from urllib.parse import parse_qsl, urlencode

COUNT = 20_000
HARD = "&=+%;#? \"'/[],\r\n\0~*a1é🍕\ufeff"
PIECES = ["&", "=", "+", "%", "%2", "%zz", "%26", "%3D", "%C3", "%A9", "%F0%9F", "%00", ";", "a", "b", "é", "🍕", " ", "?", "#"]


def text(chance):
    return "".join(
        chance.choice(HARD) if chance.random() < 0.7 else chr(chance.choice([chance.randrange(0xD800), chance.randrange(0xE000, 0x110000)]))
        for _ in range(chance.randrange(9))
    )


def pairs(form):
    return [list(pair) for pair in parse_qsl(form, keep_blank_values=True, errors="replace")]


def write(path):
    chance = random.Random(7)
    cases = []
    for _ in range(COUNT):
        fields = [(text(chance), text(chance)) for _ in range(chance.randrange(6))]
        cases.append({"text": urlencode(fields), "pairs": fields})
        hostile = "".join(chance.choice(PIECES) for _ in range(chance.randrange(14)))
        cases.append({"text": hostile, "pairs": pairs(hostile)})
    json.dump(cases, open(path, "w"))


def read(path):
    cases = json.load(open(path))
    wrong = [case for case in cases if pairs(case["text"]) != case["pairs"]]
    if wrong or not cases:
        sys.exit(f"form-judge: of {len(cases)} forms urllib.parse reads {len(wrong)} otherwise, such as {wrong[:1]}")
    print(f"form-judge: {COUNT} forms and {COUNT} hostile texts from Python, {len(cases)} forms from Swift: all agree")


{"write": write, "read": read}[sys.argv[1]](sys.argv[2])
