"""A thousand paths and queries from a seed, and how Python's urllib writes them: `targets.py write FILE`.

`targets.py judge FILE LOG` compares them with what nginx has logged, byte by byte, and decodes what was logged.
"""
import collections
import json
import random
import sys
from urllib.parse import parse_qsl, quote, quote_plus, unquote

COUNT = 1000
ROOT = "/a/b/c/d/e/f/g/h/"  # deep, because nginx decodes a path before it follows its dots, and refuses one that climbs out
SCRAPS = [
    *"!\"#$&'()*+,-./:;<=>?@[\\]^_`{|}~", *"abcXYZ019", " ", "  ", "%", "%%", "%2F", "%zz", "%E2%82", ".", "..", "...", "/", "//", "../",
    "\t", "\n", "\r\n", "\x01", "\x7f", "\x85", "é", "e\u0301", "ß", "Ж", "ع", "日本", "\u200b", "\u202e", "\ufeff", "\uffff", "𝒳", "😀",
    "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪",
]


def text(chance):
    if chance.random() < 0.1:
        return "".join(chr(chance.choice([c for c in range(1, 0x3000)])) for _ in range(chance.randint(1, 12)))
    return "".join(chance.choice(SCRAPS) for _ in range(chance.choice([1, 1, 2, 3, 5, 8, 20, 100])))


def segment(chance):
    while (value := text(chance)) in (".", ".."):  # these name another path, and the library refuses them
        pass
    return value


def form(value):
    return quote_plus(value, safe="*").replace("~", "%7E")  # WHATWG URL §5.2


def case(chance):
    segments = [segment(chance) for _ in range(chance.randint(1, 2))]
    query = [[text(chance), chance.choice(["", text(chance)])] for _ in range(chance.randint(0, 3))]
    target = ROOT + "/".join(quote(value, safe="") for value in segments)
    if query:
        target += "?" + "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in query)
    body = "&".join(f"{form(name)}={form(value)}" for name, value in query)
    return {"segments": segments, "query": query, "target": target, "form": body}


def write(path):
    chance = random.Random(20250705)
    with open(path, "w", encoding="utf-8") as file:
        json.dump([case(chance) for _ in range(COUNT)], file)


def values(target):
    """What urllib reads in a target."""
    path, _, query = target.partition("?")
    segments = [unquote(part, errors="strict") for part in path.removeprefix(ROOT).split("/")]
    pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=100)
    return segments, [list(pair) for pair in pairs]


def judge(path, log):
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    with open(log, encoding="ascii") as file:
        logged = [json.loads(line)["target"] for line in file]
    assert collections.Counter(logged) == collections.Counter(case["target"] for case in cases), "nginx saw other targets"
    by_target = {case["target"]: case for case in cases}
    for target in logged:
        case = by_target[target]
        assert values(target) == (case["segments"], case["query"]), f"urllib reads other values in {target}"
        pairs = parse_qsl(case["form"], keep_blank_values=True, errors="strict")
        assert [list(pair) for pair in pairs] == case["query"], f"urllib reads other values in {case['form']}"
    size = sum(map(len, logged))
    print(f"{len(logged)} request targets, {size} bytes: nginx logged what urllib expects, and urllib reads the values back")


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    judge(*sys.argv[2:])
