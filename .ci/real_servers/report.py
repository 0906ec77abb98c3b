"""Prints how many cases each suite had with each client, and fails when they are too few to have been the runs that were meant.

    report.py CLIENT-RUN.json...      the event streams of the test runs
"""
import collections
import json
import pathlib
import sys

LEAST = 400


def cases(path):
    """How many cases each suite of a run had. What was skipped did not start."""
    ended = collections.Counter()  # a test with arguments ends once more than it has cases
    with open(path, encoding="utf-8") as file:
        for line in file:
            payload = json.loads(line)["payload"]
            if payload["kind"] in ("testEnded", "testCaseEnded") and "/" in payload["testID"]:
                ended[payload["testID"]] += 1
    suites = collections.Counter()
    for test, count in ended.items():
        suites[test.split("/")[0].split(".")[-1]] += max(1, count - 1)
    return suites


runs = collections.defaultdict(collections.Counter)
for path in sys.argv[1:]:
    runs[pathlib.Path(path).name.split("-")[0]] += cases(path)
print(" " * 24, *(f"{client:>16}" for client in runs))
for suite in sorted(set().union(*runs.values())):
    print(f"{suite:24}", *(f"{suites[suite] or '-':>16}" for suites in runs.values()))
print(f"{'all':24}", *(f"{suites.total():>16}" for suites in runs.values()))
for client, suites in runs.items():
    if suites.total() < LEAST:
        sys.exit(f"real-servers: FAILED: {client} had fewer than {LEAST} cases")
