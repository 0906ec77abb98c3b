#!/usr/bin/env python3
"""Writes the pages of the documentation as Markdown into a site, with `llms.txt` (llmstxt.org), and checks the links of both.

    .ci/site_pages.py SITE_FOLDER
"""
import json, pathlib, re, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Page:
    def __init__(self, module, path):
        self.module, self.path, self.text = module, path, path.read_text()
        self.name = path.stem
        self.title = re.search(r"^# (.*)$", self.text, re.M).group(1).replace("``", "`")
        lines = self.text.split("\n")
        start = next(i for i, line in enumerate(lines) if line.startswith("# "))
        self.summary = next(line for line in lines[start + 1:] if line and not line.startswith(("@", "#")))

    @property
    def file(self):
        return f"pages/{self.module}/{self.name}.md"


def plain(text):
    """DocC's symbol links as code."""
    return re.sub(r"``(?:[\w.]+/)*([^`/]+(?:\([^`]*\))?)``", r"`\1`", text)


def markdown(page, pages):
    def link(match):
        target = pages.get(match.group(1).split("/")[-1])
        if target is None:
            return match.group(1)                 # a tutorial, which is not Markdown
        return f"[{target.title}](../{target.module}/{target.name}.md)"

    return plain(re.sub(r"<doc:([\w/-]+)>", link, page.text))


def check_site(site):
    """Each reference inside a page of DocC leads to a page or a file of the site."""
    missing = set()
    data = site / "data"
    for path in data.rglob("*.json"):
        for reference in json.loads(path.read_text()).get("references", {}).values():
            url = reference.get("url", "")
            # A chapter of the tutorials has a URL, but no page of its own.
            is_chapter = url.startswith("/tutorials/tutorials/")
            if reference.get("type") in ("topic", "section") and url.startswith("/") and "#" not in url and not is_chapter:
                if not (data / (url.strip("/").lower() + ".json")).exists():
                    missing.add(f"{path.relative_to(data)} → {url}")
            for variant in reference.get("variants", []):
                if not (site / variant["url"].strip("/")).exists():
                    missing.add(f"{path.relative_to(data)} → {variant['url']}")
    return missing


def main():
    site = pathlib.Path(sys.argv[1])
    pages = [Page(path.parent.stem, path) for path in sorted(ROOT.glob("Sources/*/*.docc/*.md"))]
    by_name = {page.name: page for page in pages}
    for page in pages:
        target = site / page.file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(markdown(page, by_name))
    readme = re.sub(r"\]\(Sources/(\w+)/\w+\.docc/(\w+)\.md\)", r"](pages/\1/\2.md)", (ROOT / "README.md").read_text())
    (site / "README.md").write_text(readme)

    summary = re.search(r"\*\*(.*?)\*\*", readme).group(1)
    lines = ["# Endpoint", "", f"> A networking layer for Swift: {summary[0].lower()}{summary[1:]}.", "",
             "- [README](README.md): a first call, how to install it, how it works"]
    for module in sorted({page.module for page in pages}, key=lambda name: (name != "EndpointCore", name != "EndpointClient", name)):
        own = [page for page in pages if page.module == module]
        own.sort(key=lambda page: page.name != module)
        lines += ["", f"## {module}", ""] + [f"- [{page.title}]({page.file}): {plain(page.summary)}" for page in own]
    (site / "llms.txt").write_text("\n".join(lines) + "\n")
    full = [(site / "README.md").read_text()] + [(site / page.file).read_text() for page in pages]
    (site / "llms-full.txt").write_text("\n\n".join(full))

    missing = check_site(site)
    for path in [site / "llms.txt", site / "README.md", *site.glob("pages/*/*.md")]:
        for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text()):
            target = (path.parent / link)
            inside = link.startswith(("pages/", "../", "README"))
            if inside and not target.exists():
                missing.add(f"{path.relative_to(site)} → {link}")
    if missing:
        sys.exit("site: FAILED: links that lead nowhere:\n  " + "\n  ".join(sorted(missing)))
    print(f"site: {len(pages)} pages as Markdown, {sum(1 for _ in (site / 'data').rglob('*.json'))} of DocC, no broken link")


main()
