"""Lets a program that others wrote read HAR files, and compares what it finds with what is in them: har_judges.py JUDGE TOOL FILE...

TOOL is the folder of har-schema or the program of Chromium. In the end the judge gets a damaged copy of a file. A judge of the form must
refuse it, and any other one must find what is not in the original.
"""
import base64
import json
import pathlib
import sys
import tempfile
from contextlib import contextmanager
from importlib.metadata import version
from urllib.parse import urlsplit


def content(message, folder=None):
    """A body. Only with the folder of the HAR file one is found that is in a file of its own."""
    if "_file" in message:
        return (folder / message["_file"]).read_bytes() if folder else b""
    text = message.get("text", "")
    return base64.b64decode(text) if message.get("encoding") == "base64" else text.encode()


def found(entry, folder=None):
    """What a judge must find of an entry."""
    request, response = entry["request"], entry["response"]
    return {
        "request": (request["method"], request["url"], request.get("postData", {}).get("text", "")),
        "response": (response["status"], content(response["content"], folder)),
        "address": entry.get("serverIPAddress", ""), "time": entry["time"],
    }


@contextmanager
def haralyzer(_):
    from haralyzer import HarParser

    def read(path):
        for page in HarParser.from_file(str(path)).pages:
            for entry in page.entries:
                request, response = entry.request, entry.response
                assert entry.startTime, "no date"
                yield {
                    "request": (request.method, request.url, request.text or ""),
                    "response": (response.status, content(response.raw_entry["content"])),
                    "address": entry.raw_entry.get("serverIPAddress", ""), "time": entry.time,
                }

    yield f"haralyzer {version('haralyzer')}", read


@contextmanager
def mitmproxy(_):
    from mitmproxy.io import FlowReader

    def read(path):
        with open(path, "rb") as file:
            for flow in FlowReader(file).stream():
                request, response = flow.request, flow.response
                yield {
                    "request": (request.method, request.url, request.content.decode()),
                    "response": (response.status_code, response.content),
                    "address": (flow.server_conn.address or [""])[0],
                    "time": (response.timestamp_end - response.timestamp_start) * 1000,
                }

    yield f"mitmproxy {version('mitmproxy')}", read


@contextmanager
def har_schema(folder):
    from jsonschema import Draft6Validator
    from referencing import Registry, Resource

    schemas = [json.loads(file.read_text()) for file in pathlib.Path(folder).glob("lib/*.json")]
    registry = Registry().with_resources((schema["$id"].rstrip("#"), Resource.from_contents(schema)) for schema in schemas)
    validator = Draft6Validator({"$ref": "har.json"}, registry=registry, format_checker=Draft6Validator.FORMAT_CHECKER)

    def read(path):
        har = json.loads(path.read_text())
        validator.validate(har)
        return map(found, har["log"]["entries"])

    package = json.loads(pathlib.Path(folder, "package.json").read_text())
    yield f"har-schema {package['version']} with jsonschema {version('jsonschema')}", read


@contextmanager
def browser(program):
    """Chromium with a page, the folder of its profile, and its version."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=["--remote-debugging-port=0"])
        page = context.new_page()
        yield page, profile, page.evaluate("navigator.userAgent.match(/Chrome.([0-9.]+)/)[1]")
        context.close()


# What "Import HAR file" of the network panel does, with the modules of the developer tools that Chromium itself contains. They decode
# texts by their charset, so that a body that they got as base64 is asked for as such.
IMPORT = """async text => {
    const {HARFormat, Importer} = await import("/devtools/models/har/har.js");
    const log = new HARFormat.HARRoot(JSON.parse(text)).log;
    return Promise.all(Importer.Importer.requestsFromHARLog(log).map(async (request, index) => {
        const body = await request.requestContentData(), encoding = log.entries[index].response.content.encoding;
        return {
            request: [request.requestMethod, request.url(), await request.requestFormData() ?? ""], status: request.statusCode,
            content: {text: encoding ? body.base64 : body.text, encoding},
            events: request.eventSourceMessages().map(event => [event.time, event.eventName, event.eventId, event.data]),
            address: request.remoteAddress(), time: request.duration * 1000,
        };
    }));
}"""


@contextmanager
def devtools(program):
    def read(path):
        recorded = json.loads(path.read_text())["log"]["entries"]
        for entry, original in zip(page.evaluate(IMPORT, path.read_text()), recorded, strict=True):
            # Without a list, the developer tools read the events from the text, all with one time.
            if "_eventSourceMessages" in original:
                events = [list(event.values()) for event in original["_eventSourceMessages"]]
                assert entry["events"] == events, f"{path}: the events {events} are read as {entry['events']}"
            yield {
                "request": tuple(entry["request"]), "response": (entry["status"], content(entry["content"])),
                "address": entry["address"].rpartition(":")[0].strip("[]"), "time": entry["time"],
            }

    with browser(program) as (page, profile, number):
        port = pathlib.Path(profile, "DevToolsActivePort").read_text().split()[0]
        page.goto(f"http://127.0.0.1:{port}/json/version")
        yield f"The developer tools of Chromium {number}", read


FETCH = """async ([method, url, headers, body]) => {
    const bytes = body && await (await fetch("data:;base64," + body)).arrayBuffer();
    const answer = await fetch(url, {method, headers, body: bytes || undefined});
    const content = new Uint8Array(await answer.arrayBuffer());
    return [answer.status, content.toBase64()];
}"""


@contextmanager
def playwright(program):
    """A page sends the recorded requests. Playwright answers with any entry of that method and URL, and in a POST of that body."""

    def read(path):
        entries = json.loads(path.read_text())["log"]["entries"]
        replay = page.context.new_page()
        replay.route_from_har(path, not_found="abort")
        replay.route("**/judge", lambda route: route.fulfill(body=""))
        for entry in entries:
            expected, request = found(entry, path.parent), entry["request"]
            if entry["response"]["status"] > 0:
                origin = "{0.scheme}://{0.netloc}/".format(urlsplit(request["url"]))
                if not replay.url.startswith(origin):
                    replay.goto(f"{origin}judge")
                body = base64.b64encode(content(request.get("postData", {}), path.parent)).decode()
                headers = {field["name"]: field["value"] for field in request["headers"]}
                status, answer = replay.evaluate(FETCH, [request["method"], request["url"], headers, body])
                answers = [
                    found(other, path.parent)["response"] for other in entries
                    if (other["request"]["method"], other["request"]["url"]) == (request["method"], request["url"])
                    and (request["method"] != "POST" or other["request"].get("postData") == request.get("postData"))]
                response = (status, base64.b64decode(answer))
                yield expected if response in answers else {**expected, "response": response}
            else:
                yield expected
        replay.close()

    with browser(program) as (page, _, number):
        yield f"Playwright {version('playwright')} with Chromium {number}", read


def check(read, path, original):
    """Compares what a judge reads with what the original contains."""
    folder = original.parent if JUDGE == "playwright" else None
    expected = [found(entry, folder) for entry in json.loads(original.read_text())["log"]["entries"]]
    actual = list(read(path))
    assert len(actual) == len(expected), f"{path} has {len(expected)} entries, of which {len(actual)} are read"
    for one, other in zip(expected, actual):
        near = abs(one.pop("time") - other.pop("time")) < 0.01
        assert near and one == other, f"an entry of {path} is read differently:\n{one}\n{other}"
    return len(expected)


def damaged(path, folder):
    """A copy without what the form demands, or with another body."""
    har = json.loads(path.read_text())
    body = har["log"]["entries"][0]["response"]["content"]
    if JUDGE in ("har_schema", "devtools"):
        del body["size"]
    else:
        body["text"] += "!"
    copy = pathlib.Path(folder, path.name)
    copy.write_text(json.dumps(har))
    return copy


_, JUDGE, TOOL, *names = sys.argv
files = [pathlib.Path(name) for name in names]
with globals()[JUDGE](TOOL) as (name, read), tempfile.TemporaryDirectory() as folder:
    count = sum(check(read, file, file) for file in files)
    print(f"har-judges: {name}: {count} entries of {len(files)} files")
    try:
        check(read, damaged(files[0], folder), files[0])
    except Exception as error:
        print(f"    A damaged one is refused: {str(error).splitlines()[0]}")
    else:
        sys.exit(f"har-judges: FAILED: {name} accepts a damaged file")
