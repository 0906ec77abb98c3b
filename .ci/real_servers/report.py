"""Prints how many cases each suite of a test run had, and fails when they are too few to have been the run that was meant."""
import collections
import json
import sys

LEAST = 400

ended = collections.Counter()  # a test with arguments ends once more than it has cases
with open(sys.argv[1], encoding="utf-8") as file:
    for line in file:
        payload = json.loads(line)["payload"]
        if payload["kind"] in ("testEnded", "testCaseEnded") and "/" in payload["testID"]:
            ended[payload["testID"]] += 1

cases = collections.Counter()
for test, count in ended.items():
    cases[test.split("/")[0].split(".")[-1]] += max(1, count - 1)
for suite, count in sorted(cases.items()):
    print(f"{suite:24} {count:5} cases")
print(f"{'all':24} {cases.total():5} cases")
if cases.total() < LEAST:
    sys.exit(f"real-servers: FAILED: fewer than {LEAST} cases")
