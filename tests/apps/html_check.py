"""Checks the HTML page of a report against the JSON report of the same run.

usage: html_check.py PAGE.html REPORT.json TITLE

Every number of the measured and forecast times, the field and the counts of the first result is in the text of the page.
The page refers to no other file and has no scripts.
"""
import json
import re
import sys
from html.parser import HTMLParser


class Page(HTMLParser):
    """Collects the text, the titles and the names of the tags."""

    def __init__(self):
        super().__init__()
        self.text, self.tags, self.titles, self.last = "", set(), [], None

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.text += "\n"
        self.last = tag
        links = [value for name, value in attrs if name in ("href", "src")]
        assert not links, f"the page refers to {links}"

    def handle_data(self, data):
        self.text += data
        if self.last in ("title", "h1") and data.strip():
            self.titles.append(data)


def leaves(value):
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    return [value]


def check_numbers(text, report):
    words = set(re.split(r"[\s,]+", text))
    result = report["results"][0]
    numbers = [leaf for key in ("measured_s", "predicted_s", "field", "counts")
               for leaf in leaves(result.get(key)) if isinstance(leaf, str)]
    assert len(numbers) > 10, numbers
    missing = [number for number in numbers if number not in words]
    assert not missing, f"not in the page: {missing}"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    with open(sys.argv[2], encoding="utf-8") as file:
        report = json.load(file, parse_float=str, parse_int=str)
    page = Page()
    page.feed(text)
    assert "http" not in text, "the page contains http"
    assert "script" not in page.tags, "the page has a script"
    assert page.titles == [sys.argv[3]] * 2, page.titles
    assert len(text) <= 500_000, f"the page has {len(text)} characters"
    if report["results"]:
        check_numbers(page.text, report)
    for message in report.get("warnings", []):
        assert page.text.count(message) == 2, f"not in the head or the table, and among all values: {message}"


if __name__ == "__main__":
    main()
