"""Opens cassettes with haralyzer and mitmproxy, and compares what they find with the file itself."""
import json
import sys

from haralyzer import HarParser
from mitmproxy.io import FlowReader


def texts(entries):
    """Method, URL, status and the body as text, of each entry that keeps its body in the file."""
    for entry in entries:
        content = entry["response"]["content"]
        yield entry["request"]["method"], entry["request"]["url"], entry["response"]["status"], content.get("text", "")


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        har = json.load(file)
    expected = list(texts(har["log"]["entries"]))

    entries = HarParser(har).har_data["entries"]
    assert list(texts(entries)) == expected, f"haralyzer reads {path} differently"

    with open(path, "rb") as file:
        flows = list(FlowReader(file).stream())
    found = [(f.request.method, f.request.url, f.response.status_code, f.response.text or "") for f in flows]
    assert found == expected, f"mitmproxy reads {path} differently:\n{found}\n{expected}"
    print(f"har-judges: haralyzer and mitmproxy read {len(expected)} entries of {path.rsplit('/', 1)[-1]}")
