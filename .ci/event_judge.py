"""Serves event streams to Chromium's EventSource and to our clients, and compares what they read: event_judge.py CHROMIUM LIBRARIES COMMAND

LIBRARIES is Chromium's search path of libraries, and COMMAND runs EventJudgeTests, which asks this server for the cases, reads them with
each engine and posts what it has found. A case is one body or several, of which the later ones answer when the client asks for the
stream again; then 204 ends it. The bodies are sent in pieces, with a pause after each. To see that the comparison can fail, Chromium also
reads the cases of the table with another name for `data`: what it finds there must differ.
"""
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version

RANDOM = 400
RETRY = b"retry: 1\n\n"

# A name, and the bodies of the stream.
TABLE = [
    ("one line, two lines, three events", b"data: one\n\ndata: two,\ndata: lines\n\ndata: three\n\n"),
    ("CR", b"data: a\rdata: b\r\rdata: c\r\r"),
    ("CRLF", b"data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n"),
    ("LF, CR and CRLF mixed", b"data: a\ndata: b\rdata: c\r\n\ndata: d\n\rdata: e\r\n\r\n\rdata: f\r\n\n\r"),
    ("a byte order mark", b"\xef\xbb\xbfdata: a\n\n"),
    ("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\ndata: b\n\n"),
    ("a byte order mark further on, and in the data", b"data: 0\n\n\xef\xbb\xbfdata: a\n\ndata:\xef\xbb\xbfb\n\n"),
    ("half a byte order mark", b"\xef\xbbdata: a\n\ndata: b\n\n"),
    ("an id that stays, is replaced and removed", b"id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\nid\ndata: d\n\n"),
    ("an id with a NUL", b"id: 1\ndata: a\n\nid: 2\0\ndata: b\n\nid: \0\ndata: c\n\n"),
    ("an id without data, and one that is not UTF-8", b"id: 7\n\ndata: a\n\nid: \xc3\xa9\xff\ndata: b\n\n"),
    ("an id of an event that is cut off", b"id: 1\ndata: a\n\nid: 2\ndata: b\n"),
    ("a NUL in data, type and name", b"data: a\0b\n\nevent: x\0y\ndata: c\n\ndata\0: d\n\n\0data: e\n\ndata: f\n\n"),
    ("comments", b": hello\n\n:\n\ndata: a\n: in between\n:data: no\ndata: b\n\n::\ndata: c\n\n"),
    ("retry", b"retry: 5\ndata: a\n\nretry:\ndata: b\n\nretry: 1e3\ndata: c\n\nretry: -1\ndata: d\n\nretry: 0x10\ndata: e\n\n"),
    ("a retry of 10 to the 20", b"retry: 100000000000000000000\ndata: a\n\nretry: 99999999999999999999999\ndata: b\n\n"),
    ("fields without a colon", b"data\n\ndata\ndata\n\nevent\ndata: a\n\nid\nretry\nfoo\ndata: b\n\n"),
    ("data without a value", b"data:\n\ndata: \n\ndata:\ndata:\n\ndata: a\ndata:\ndata\ndata: b\n\n"),
    ("blanks and tabs", b"data:a\n\ndata:  a \n\ndata:\ta\n\n data: b\n\ndata : c\n\ndata:\n\n"),
    ("names in another case, and unknown ones", b"Data: a\n\nDATA: b\n\nfoo: c\ndata: d\n\ndat: e\ndataa: f\n\n"),
    ("types", b"event: add\ndata: a\n\ndata: b\n\nevent: no\n\ndata: c\n\nevent: one\nevent: two\ndata: d\n\nevent:\ndata: e\n\n"),
    ("a type that is not ASCII, open and error", "event: é 😀\ndata: a\n\nevent: open\ndata: b\n\nevent: error\ndata: c\n\n".encode()),
    ("an event that is not ended", b"data: a\n\ndata: b"),
    ("an event whose line is ended, and it is not", b"data: a\n\ndata: b\n"),
    ("nothing", b""),
    ("blank lines only", b"\n\r\r\n\n\n"),
    ("UTF-8 of two, three and four bytes", "data: é€😀\nid: €\nevent: 😀\n\n".encode()),
    ("what is not UTF-8", b"data: \xff\xfea\xe2\x82b\xf0\x9f\x98\n\ndata: \xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\n\n"),
    ("UTF-8 that a line end cuts", b"data: \xf0\x9f\ndata: \x98\x80\n\n"),
    ("colons", b"data: a:b: c\n\ndata::\n\ndata: :\n\n"),
    ("a long line", b"data: " + b"x" * 300_000 + b"\n\ndata: b\n\n"),
    ("an id is carried on", RETRY + b"id: 1\ndata: a\n\n", RETRY + b"data: b\n\nid: 2\n\n", b"data: c\n\n"),
    ("an id of an event that is cut off is not", RETRY + b"id: 1\ndata: a\n\nid: 2\ndata: b\n", b"data: c\n\n"),
    ("an id that is removed is not", RETRY + b"id: 1\ndata: a\n\nid\n\n", b"data: b\n\n"),
    ("an id that is no ASCII is carried on", RETRY + "id: é€\ndata: a\n\n".encode(), b"data: b\n\n"),
    ("a type and data are not carried on", RETRY + b"event: x\ndata: a", b"\ndata: b\n\n"),
    ("a byte order mark of each body", RETRY + b"data: a\n\n", b"\xef\xbb\xbfdata: b\n\n"),
]

PIECES = [
    b"data: x\n", b"data:y\r", b"data\r\n", b"id: 2\n", b"id\r", b"event: z\r\n", b"retry: 1\n", b"data", b"data:", b"data: ",
    b"id:", b"id: 1", b"event:x", b"event: ", b"retry:", b"12", b"99999999999999999999", b":", b": ", b" ", b"\n", b"\n\n",
    b"\n\n", b"\r", b"\r\r", b"\r\n", b"\r\n\r\n", b"\xef\xbb\xbf", b"\0", "é".encode(), "😀".encode(), b"\xff", b"\xe2\x82", b"a",
]


def split(body, chance, way):
    """The pieces of a body: one, some, or one of each byte."""
    if way == 0 or len(body) > 1000:
        cuts = [len(body) // 2]
    elif way == 1:
        cuts = sorted(chance.randrange(len(body) + 1) for _ in range(min(len(body), 8)))
    else:
        cuts = range(len(body))
    ends = [0, *cuts, len(body)]
    return [body[start:end] for start, end in zip(ends, ends[1:]) if start < end]


def make_cases():
    """Name and bodies of each case; those of the table in each way of splitting."""
    chance = random.Random(14)
    cases = [(name, [split(body, chance, way) for body in bodies]) for name, *bodies in TABLE for way in range(3)]
    for number in range(RANDOM):
        body = b"".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 30))) + chance.choice([b"", b"\n\n"])
        cases.append((f"random {number}", [split(body, chance, chance.randrange(1, 3))]))
    return cases


def types(cases):
    """The types of all events: what follows `event:` in a line, which EventSource must be told."""
    lines = (line for _, bodies in cases for body in bodies for line in re.split(b"[\r\n]", b"".join(body)))
    values = (line.removeprefix(b"\xef\xbb\xbf")[6:] for line in lines if line.removeprefix(b"\xef\xbb\xbf").startswith(b"event:"))
    return sorted({"message"} | {value.removeprefix(b" ").decode(errors="replace") for value in values} - {""})


def damaged(cases):
    """The cases of the table, with another name for `data`."""
    return [(name, [[b"".join(body).replace(b"data", b"dada")] for body in bodies]) for name, bodies in cases[:len(TABLE) * 3]]


class Server(ThreadingHTTPServer):
    def handle_error(self, request, address):
        """Browsers reset connections."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        client, _, number = self.path.strip("/").rpartition("/")
        if number == "cases":
            return self.answer(json.dumps([len(bodies) for _, bodies in self.server.cases]).encode())
        if client == "":
            return self.answer(b"", "text/html")
        asked = self.server.asked.setdefault((client, int(number)), [])
        asked.append(self.headers.get("Last-Event-ID"))
        bodies = (self.server.damaged if client == "damaged" else self.server.cases)[int(number)][1]
        if len(asked) > len(bodies):
            return self.answer(b"", status=204)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for piece in bodies[len(asked) - 1]:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
                time.sleep(0.0005)
            self.wfile.write(b"0\r\n\r\n")
        except ConnectionError:
            self.close_connection = True

    def do_POST(self):
        self.server.read[self.path.strip("/")] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer(b"")

    def answer(self, body, type="application/json", status=200):
        self.send_response(status)
        self.send_header("Content-Type", type)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


# A stream of one body ends with the body, one of several with 204.
READ = """async ([client, bodies, types]) => {
    const read = number => new Promise(done => {
        const events = [], source = new EventSource(`/${client}/${number}`);
        for (const type of types) source.addEventListener(type, event => {
            if (event instanceof MessageEvent) events.push([event.type, event.data, event.lastEventId]);
        });
        source.addEventListener("error", event => {
            if (event instanceof MessageEvent || bodies[number] > 1 && source.readyState !== EventSource.CLOSED) return;
            source.close();
            done(events);
        });
    });
    const found = [], next = bodies.keys();
    await Promise.all([1, 2, 3, 4].map(async () => { for (const number of next) found[number] = await read(number); }));
    return found;
}"""


def browse(program, libraries, url, plans):
    """What Chromium reads: one list of events for each case of each plan, and its version."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, env={**os.environ, "LD_LIBRARY_PATH": libraries})
        page = browser.new_page()
        page.goto(url)
        found = [page.evaluate(READ, [client, [len(bodies) for _, bodies in cases], types(cases)]) for client, cases in plans]
        number = browser.version
        browser.close()
    return found, number


def main(program, libraries, *command):
    server = Server(("127.0.0.1", 0), Handler)
    server.cases, server.asked, server.read = make_cases(), {}, {}
    server.damaged = damaged(server.cases)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"

    subprocess.run(command, check=True, env={**os.environ, "ENDPOINT_EVENT_JUDGE": url})
    (events, others), number = browse(program, libraries, url, [("chromium", server.cases), ("damaged", server.damaged)])

    assert len(server.read) > 0, "our clients have posted nothing"
    for client, ours in server.read.items():
        assert len(ours) == len(events), f"{client} has read {len(ours)} streams of {len(events)}"
        for index, (name, bodies) in enumerate(server.cases):
            asked, expected = (server.asked.get((reader, index)) for reader in (client, "chromium"))
            if ours[index] != events[index] or (len(bodies) > 1 and asked != expected):
                sys.exit(f"event-judge: FAILED: {name}, {bodies}:\n{client}: {ours[index]}, asked with {asked}\n"
                         f"Chromium: {events[index]}, asked with {expected}")
    print(f"event-judge: Chromium {number} with Playwright {version('playwright')}: {len(events)} streams, "
          f"{sum(map(len, events))} events, as by {' and '.join(sorted(server.read))}")

    for index, (name, bodies) in enumerate(server.damaged):
        if events[index] and others[index] == events[index]:
            sys.exit(f"event-judge: FAILED: {name} is read as before although it is damaged: {bodies}")
    print("    Damaged ones are read differently.")


main(*sys.argv[1:])
