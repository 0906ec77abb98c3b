"""Opens reports in Chromium and judges them: report_judge.py CHROMIUM PAGES SCREENSHOTS

PAGES is a folder with the pages that ReportJudgeTests writes. SCREENSHOTS is a folder, or `-` for none. To see that the checks can fail,
each is also made of a page that was damaged.
"""
import http.server
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import sync_playwright

_, CHROMIUM, PAGES, SCREENSHOTS = sys.argv
pages = pathlib.Path(PAGES)
AXE = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LARGE = 10_000


class Judge:
    def __init__(self, browser):
        self.browser = browser

    @contextmanager
    def page(self, path, size=DESKTOP, theme="light", scripts=True):
        """A page from file://. Any request, message on the console, error or dialog is a failure."""
        context = self.browser.new_context(viewport=size, color_scheme=theme, java_script_enabled=scripts)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        found = []
        page.on("request", lambda request: found.append(f"requests {request.url[:100]}")
                if request.url != path.as_uri() and not request.url.startswith("data:image/") else None)
        page.on("console", lambda message: found.append(f"says {message.text}"))
        page.on("pageerror", lambda error: found.append(f"throws {error}"))
        page.on("dialog", lambda dialog: (found.append(f"opens a dialog {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda popup: found.append("opens a window"))
        page.goto(path.as_uri())
        if scripts:
            page.wait_for_selector("html[data-ready]")
        yield page
        context.close()
        assert not found, f"{path.name} {found}"

    def shoot(self, page, name):
        if SCREENSHOTS != "-":
            page.wait_for_timeout(100)
            page.screenshot(path=f"{SCREENSHOTS}/{name}.png")


def opened(page, number, tab=None):
    """Opens the details of the row with that number, from 1, by keyboard."""
    page.focus("#grid")
    page.keyboard.press("Home")
    for _ in range(number - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    if tab:
        page.click(f"#tab-{tab}")


def shows(page, text):
    """Waits for the number of requests below the list, because a filter is applied after a pause."""
    try:
        page.wait_for_function("text => document.querySelector('#shown').textContent === text", arg=text, timeout=3000)
    except Exception:
        raise AssertionError(f"{page.input_value('#filter')}: {page.inner_text('#shown')} instead of {text}") from None


def violations(page):
    """What axe-core finds, with the places."""
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in result["violations"] for node in rule["nodes"]]


def accessible(judge):
    count = 0
    for theme in "light", "dark":
        for size in DESKTOP, PHONE:
            for name, steps in STATES.items():
                with judge.page(pages / f"{name.split()[0]}.html", size, theme) as page:
                    if steps:
                        steps(page)
                    found = violations(page)
                    assert not found, f"{name}, {theme}, {size['width']}: " + "\n".join(found)
                    judge.shoot(page, f"{name.replace(' ', '-')}-{theme}-{'phone' if size is PHONE else 'desktop'}")
                    width = page.evaluate("document.documentElement.scrollWidth")
                    assert width <= size["width"], f"{name} is {width} points wide on a screen of {size['width']}"
                    count += 1
    with judge.page(pages / "shop.html") as page:
        version = page.evaluate(AXE.read_text() + "; axe.version")
        page.evaluate("document.querySelector('#filter').removeAttribute('aria-describedby'); document.querySelector('label.search').replaceWith(document.querySelector('#filter'));"
                      "document.querySelector('#filter').removeAttribute('placeholder')")
        assert violations(page), "axe-core accepts a field without a label"
    return f"axe-core {version} finds nothing in {count} views"


STATES = {
    "shop": None,
    "shop response": lambda page: opened(page, 1),
    "shop picture": lambda page: opened(page, 2),
    "shop request": lambda page: opened(page, 3, "Request"),
    "shop timing": lambda page: opened(page, 5, "Timing"),
    "shop events": lambda page: opened(page, 6, "Events"),
    "shop general": lambda page: opened(page, 1, "General"),
    "shop code": lambda page: opened(page, 3, "Code"),
    "shop help": lambda page: page.keyboard.press("?"),
    "shop nothing": lambda page: page.fill("#filter", "no such text"),
    "compared": None,
    "compared changes": lambda page: opened(page, 2),
    "missed": None,
    "missed nearest": lambda page: opened(page, 2),
    "browser request": lambda page: opened(page, 1, "Request"),
    "hostile": None,
    "empty": None,
}


def harmless(judge):
    """Opens every tab of every exchange of the hostile page."""
    path = pages / "hostile.html"
    views = 0
    with judge.page(path) as page:
        elements = page.evaluate(INVENTORY)
        rows = int(page.get_attribute("#grid", "aria-rowcount")) - 1
        for number in range(1, rows + 1):
            opened(page, number)
            for tab in page.locator("[role=tab]").all():
                tab.click()
                for control in page.locator("#tabpanel summary, #tabpanel .chip, #tabpanel button:not([hidden])").all():
                    if control.is_visible():
                        control.click()
                views += 1
                assert page.evaluate(INVENTORY) == elements, f"{page.evaluate(INVENTORY)} instead of {elements}"
        assert page.evaluate("typeof hack") == "undefined" and not page.evaluate("!!window.hacked")
    text = path.read_text()
    damaged = pages / "damaged.html"
    damaged.write_text(text.replace("</body>", "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script></body>"))
    try:
        with judge.page(damaged) as page:
            assert not page.evaluate("!!window.hacked"), "the policy does not hold"
        raise SystemExit("report-judge: FAILED: a page with an image and a script of others is accepted")
    except AssertionError as error:
        assert "Content Security Policy" in str(error), error
    return f"no script of {rows} hostile exchanges ran in {views} views; the policy stops one that is put into the page"


INVENTORY = """JSON.stringify([
    document.scripts.length, ...["iframe", "object", "embed", "form", "a", "link", "base", "audio", "video", "animate", "[onload]", "[onerror]", "[style*=url]"]
        .map(name => document.querySelectorAll(name).length)])"""


def grown(path, count):
    """A page with the exchanges of another one again and again."""
    text = path.read_text()
    start, end = [re.search(f'id="report-{name}">(.*?)</script>', text, re.S) for name in ("data", "details")]
    data, details = json.loads(start[1]), end[1].split("\n")[1:]
    rows = data["rows"]
    total = max(row["t"] for row in rows) + 400
    data["rows"] = [{**rows[index % len(rows)], "i": index + 1, "t": rows[index % len(rows)]["t"] + index // len(rows) * total,
                     "u": rows[index % len(rows)]["u"] + f"&n={index}"} for index in range(count)]
    data["files"][0]["count"] = count
    # With the 2 kB of an ordinary answer.
    filler = json.dumps({"filler": "x" * 1800})[1:-1]
    lines = [details[index % len(rows)].replace("{", "{" + filler + ",", 1) for index in range(count)]
    encoded = json.dumps(data).replace("<", "\\u003c")
    grown = pages / f"grown-{count}.html"
    grown.write_text(text[:start.start(1)] + encoded + text[start.end(1):end.start(1)] + "\n" + "\n".join(lines) + text[end.end(1):])
    return grown


PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"


def quick(judge):
    path = grown(pages / "shop.html", LARGE)
    times, filters, searches = [], [], []
    for _ in range(3):
        with judge.page(path) as page:
            times.append(page.evaluate(PAINTED))
            assert page.locator("#rows > [role=row]").count() < 100, "all rows are made at once"
            page.focus("#grid")
            page.keyboard.press("End")
            assert page.locator(".row.current").get_attribute("aria-rowindex") == str(LARGE + 1)
            measure = """query => new Promise(done => { const start = performance.now(); document.querySelector("#filter").value = query;
                document.querySelector("#filter").dispatchEvent(new Event("input")); const look = () =>
                document.querySelector("#shown").textContent.includes(" of ") ? done(performance.now() - start) : requestAnimationFrame(look); look(); })"""
            filters.append(page.evaluate(measure, "n=9999"))
            assert page.inner_text("#shown") == "1 of 10,000 requests", page.inner_text("#shown")
            page.fill("#filter", "")
            shows(page, "10,000 requests")
            searches.append(page.evaluate(measure, "body:michael"))
    assert median(times) < 1000, f"{LARGE} requests take {times} ms"
    size = path.stat().st_size / 1e6
    return (f"{LARGE:,} requests ({size:.0f} MB) are shown after {median(times):.0f} ms, filtered in {median(filters):.0f} ms, "
            f"and their bodies searched in {median(searches):.0f} ms")


def usable(judge):
    """By keyboard only."""
    with judge.page(pages / "shop.html") as page:
        keys = lambda *names: [page.keyboard.press(name) for name in names]
        shows(page, "48 requests")
        keys("/")
        page.keyboard.type("status:4xx")
        shows(page, "6 of 48 requests")
        keys("ArrowDown", "ArrowDown", "Enter")
        assert page.inner_text("#detail-title").endswith("/v2/books/91"), page.inner_text("#detail-title")
        assert page.evaluate("document.activeElement.id") == "tab-Response"
        keys("ArrowRight", "ArrowRight")
        assert page.evaluate("document.activeElement.id") == "tab-Timing" and page.inner_text("#tabpanel h3").startswith("Phases")
        keys("Escape")
        assert page.is_hidden("#detail") and page.evaluate("document.activeElement.id") == "grid"
        for query, count in QUERIES.items():
            page.fill("#filter", query)
            shows(page, "48 requests" if count == 48 else f"{count} of 48 requests")
        page.fill("#filter", "")
        keys("Escape", "d")
        assert page.get_attribute("html", "data-theme") == "dark"
        keys("?")
        assert page.is_visible("#help")
        keys("Escape")
        page.click("[role=columnheader][data-sort=took] button")
        opened(page, 1)
        assert "/stock/" in page.inner_text("#detail-title") or "/prices" in page.inner_text("#detail-title")
        assert page.get_attribute("[data-sort=took]", "aria-sort") == "descending"
    with judge.page(pages / "compared.html") as page:
        assert page.inner_text("#shown") == "3 requests" and page.locator(".edge.added, .edge.removed, .edge.changed").count() == 3
        opened(page, 2)
        assert "$" in page.inner_text("#tabpanel")
    with judge.page(pages / "missed.html") as page:
        assert "No recorded interaction" in page.inner_text("#tabpanel") and page.inner_text("#tabpanel del >> nth=0") == "1"
    with judge.page(pages / "shop.html", scripts=False) as page:
        assert "JavaScript" in page.inner_text("body")
    return f"keys, {len(QUERIES)} filters, order and differences work"


def switchable(judge):
    """The keys of a single character can be switched off by keyboard, and stay so when the page is opened again (WCAG 2.1.4)."""
    with judge.page(pages / "shop.html") as page:
        keys = lambda *names: [page.keyboard.press(name) for name in names]
        theme, focused = lambda: page.get_attribute("html", "data-theme"), lambda: page.evaluate("document.activeElement.id")

        def switch():
            page.focus("#help-button")
            keys("Enter")
            page.focus("#character-keys")
            keys("Space", "Escape")
            opened(page, 1)

        def effects():
            """Which keys do something."""
            found, before = "", theme()
            keys("d")
            found += "d" if theme() != before else ""
            keys("c")
            page.wait_for_timeout(200)
            found += "c" if page.locator("#toast.visible").count() else ""
            keys("/")
            found += "/" if focused() == "filter" else ""
            page.focus("#grid")
            keys("?")
            found += "?" if page.is_visible("#help") else ""
            keys("Escape")
            return found

        opened(page, 1)
        assert effects() == "dc/?", "a key does nothing"
        page.wait_for_timeout(2000)
        switch()
        assert effects() == "", "a key works although it is switched off"
        page.reload()
        page.wait_for_selector("html[data-ready]")
        opened(page, 1)
        assert effects() == "", "a key works after the page was opened again"
        switch()
        assert effects() == "dc/?", "the keys cannot be switched on again"
    return "keys of one character can be switched off"


QUERIES = {
    "": 48, "cover": 6, "-cover": 42, "method:post": 12, "status:>=400": 6, "status:000": 6, "is:failed": 12, "is:retried": 6, "type:json": 30,
    "type:image host:books.example": 6, "body:michael": 6, "body:momo method:get": 6, '"books?page=1"': 1, "/books\\/9[01]/": 2, "slower:400ms": 6,
    "is:streamed": 6, "from:0ms to:100ms": 2, "retrying": 6, "path:/v2/orders": 6, "larger:1k": 0, "nosuchkey:1": 0, "is:nothing": 0, "/[/": 0,
}


class Echo(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.server.seen.append((self.command, self.path, dict(self.headers), body))
        self.send_response(200)
        self.end_headers()

    do_GET = do_POST = do_DELETE = do_HEAD = answer

    def log_message(self, *_):
        pass


def copied(judge):
    """Runs the commands that the page copies, against a server on this machine, and compares the Swift code with a test of the repository."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    server.seen = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    swift = pathlib.Path("Tests/EndpointTestingTests/Report/CopiedCodeTests.swift").read_text()
    with judge.page(pages / "shop.html") as page:
        rows = json.loads(page.evaluate("document.querySelector('#report-data').textContent"))["rows"]
        lines = page.evaluate("document.querySelector('#report-details').textContent").split("\n")[1:]
        for number in 1, 3, 7, 8:
            opened(page, number)
            page.keyboard.press("c")
            page.wait_for_function("document.querySelector('#toast').classList.contains('visible')")
            command = page.evaluate("navigator.clipboard.readText()")
            row, request = rows[number - 1], json.loads(lines[number - 1])["request"]
            assert row["u"] in command
            subprocess.run(["bash", "-c", command.replace("https://api.books.example", origin)], check=True, capture_output=True, timeout=20)
            method, path, headers, body = server.seen.pop()
            assert (method, path) == (row["m"], row["u"].removeprefix("https://api.books.example")), (method, path, row)
            assert body == request.get("body", {}).get("text", ""), (body, request)
            missing = [field for field in request["headers"] if field[0] != "Accept-Encoding" and headers.get(field[0]) != field[1]]
            assert not missing, (missing, headers)
        for number in 1, 3, 4, 8:
            opened(page, number, "Code")
            stub, test = page.locator("#tabpanel pre").all_inner_texts()[1:]
            indented = lambda text: "\n".join("    " + line if line else "" for line in text.split("\n"))
            assert indented(test) in swift, f"CopiedCodeTests.swift has not this test:\n{indented(test)}"
            assert stub.split("\n")[0] in test
    server.shutdown()
    return "4 copied curl commands send what was recorded, and 4 copied tests are those of CopiedCodeTests"


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=CHROMIUM)
    judge = Judge(browser)
    for check in usable, switchable, copied, harmless, quick, accessible:
        print(f"report-judge: {check(judge)}", flush=True)
    print(f"report-judge: Chromium {browser.version}")
    browser.close()
