"""Reads every page of a built website, and prints what is wrong with it, a line for each problem.

usage: check_site.py FOLDER SECRETS
A link or file that is not there, an anchor that is not there, and anything that a browser would fetch from another site. SECRETS
is a JSON list of texts without spaces, which no file may contain, in whatever way it is highlighted or printed.
"""

import html
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

folder = Path(sys.argv[1]).resolve()
secrets = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))

# What a browser fetches by itself. A reader who follows a link to another site knows it.
FETCHED = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors, self.texts = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.targets.append((tag, name, value))
            if value:
                self.texts.append(value)

    def handle_data(self, data):
        self.texts.append(data)


def without_spaces(text):
    return re.sub(r"\s+", "", text)


def link_problems(file, page):
    for tag, name, value in page.targets:
        parts = urlsplit(value)
        if parts.scheme in ("data", "mailto"):
            continue
        if parts.scheme or parts.netloc:
            if (tag, name) in FETCHED:
                yield f"fetches {value}"
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        if folder not in target.parents or not target.is_file():
            yield f"leads to {value}, which is not there"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
            yield f"leads to {value}, and the page has no such place"


def secret_problems(text):
    for secret in secrets:
        if secret in text:
            yield f"contains what only instructors may read: {secret}"


pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
problems = [f"{file.relative_to(folder)} {each}" for file, page in pages.items() for each in link_problems(file, page)]
for file in sorted(folder.rglob("*")):
    if file in pages:
        text = "".join(pages[file].texts)
    elif file.suffix in (".js", ".json", ".txt", ".css", ".inv", ".ipynb", ".md"):
        text = html.unescape(file.read_text(encoding="utf-8", errors="replace"))
        if file.suffix == ".css" and re.search(r"url\(['\"]?(https?:)?//", text):
            problems.append(f"{file.relative_to(folder)} fetches something from another site")
    else:
        continue
    problems += [f"{file.relative_to(folder)} {each}" for each in secret_problems(without_spaces(text))]
for problem in problems:
    print(problem)
