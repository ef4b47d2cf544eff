"""Checks the pages of a manual: manual_check.py DIRECTORY. Internal links and anchors exist, no page loads anything from outside, each
page is reached from index.html, and the search index has only existing addresses. Prints the faults; exit code 1 if there are any."""
import json
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote


class Reader(HTMLParser):
    """Collects the ids, links and loaded files of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids.update(values[key] for key in ("id", "name") if values.get(key))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        else:
            self.loads += [values[key] for key in ("src", "href") if values.get(key)]


def is_outside(address):
    return address.startswith("//") or address.split("/")[0].endswith(":") or address.startswith("mailto:")


def target_of(page, address):
    """Returns the path and the anchor of an address in a page."""
    path, _, anchor = address.partition("#")
    return os.path.normpath(os.path.join(os.path.dirname(page), unquote(path))) if path else page, unquote(anchor)


def fault_of(pages, root, page, address):
    path, anchor = target_of(page, address)
    if not os.path.isfile(os.path.join(root, path)):
        return f"{page}: broken link {address}"
    if anchor and path in pages and anchor not in pages[path].ids:
        return f"{page}: no anchor {address}"
    return None


def page_faults(pages, root, page):
    """Yields the faults of a page."""
    reader = pages[page]
    for address in reader.loads:
        if is_outside(address):
            yield f"{page}: loads {address}"
    for address in reader.links + reader.loads:
        fault = None if is_outside(address) else fault_of(pages, root, page, address)
        if fault:
            yield fault


def reachable(pages):
    """Returns the pages that links lead to from index.html."""
    found, queue = {"index.html"}, ["index.html"]
    while queue:
        page = queue.pop()
        nearby = {target_of(page, a)[0] for a in pages[page].links if not is_outside(a)} & set(pages)
        queue += nearby - found
        found |= nearby
    return found


def index_faults(pages, root):
    """Yields the faults of the search index."""
    with open(os.path.join(root, "search-index.js"), encoding="utf-8") as file:
        rows = json.loads(file.read()[len("searchIndex("):-len(");\n")])
    for _, heading, address, _ in rows:
        fault = fault_of(pages, root, "", address)
        if fault:
            yield f"search-index.js: {heading}: {fault}"


def main(root):
    names = [os.path.relpath(os.path.join(at, name), root) for at, _, files in os.walk(root) for name in files]
    pages = {name: Reader(os.path.join(root, name)) for name in names if name.endswith(".html")}
    faults = [fault for page in sorted(pages) for fault in page_faults(pages, root, page)] + list(index_faults(pages, root))
    faults += [f"{page}: no link leads here" for page in sorted(set(pages) - reachable(pages))]
    print("\n".join(faults + [f"{len(pages)} pages, {sum(len(p.links) for p in pages.values())} links, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
