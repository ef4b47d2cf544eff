"""Turns a page of Markdown into HTML: anchors of headings, links between pages, scrollable tables, pictures."""
import html
import os
import posixpath
import re
import subprocess

PICTURE = re.compile(r"<!-- picture: (\S+): (.*?) -->")
HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.S)
PROMPT = re.compile(r"^(\$ (?:.*\\\n)*.*)", re.M)


def plain(fragment):
    """Returns the text of an HTML fragment on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", fragment)).split())


def slug(text):
    """Returns the anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def convert(text):
    """Returns the HTML that cmark-gfm creates from Markdown."""
    command = ["cmark-gfm", "-e", "table", "-e", "autolink", "-e", "strikethrough", "--unsafe"]
    return subprocess.run(command, input=text, capture_output=True, check=True, encoding="utf-8").stdout


def add_anchors(body, headings):
    """Gives each heading an id and a link to itself. Appends (level, id, text) to `headings`."""
    used = {}

    def anchor(found):
        level, inner = int(found[1]), found[2]
        name = slug(plain(inner))
        used[name] = used.get(name, -1) + 1
        name += f"-{used[name]}" if used[name] else ""
        headings.append((level, name, plain(inner)))
        mark = f'<a class="here" href="#{name}" aria-label="Link to this section">#</a>' if level > 1 else ""
        return f'<h{level} id="{name}">{inner}{mark}</h{level}>'

    return HEADING.sub(anchor, body)


def add_frames(body):
    """Makes wide tables and code scrollable, allows line breaks after dots of keys in tables, and marks commands in transcripts."""
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<pre>", '<pre tabindex="0">')

    def breaks(found):
        return re.sub(r"(?<=\w)\.(?=\w)", ".<wbr>", found[0])

    body = re.sub(r"<td><code>[^<]*</code>", breaks, body)

    def prompts(found):
        return found[1] + PROMPT.sub(r"<b>\1</b>", found[2]) + found[3]

    return re.sub(r'(<code class="language-console">)(.*?)(</code>)', prompts, body, flags=re.S)


def add_pictures(body, folder, site):
    """Replaces the comment <!-- picture: FILE: TEXT --> by the picture FILE, if the site has it for a page in the folder."""

    def picture(found):
        name = site.add_picture(found[1], folder)
        return f'<p><img src="{name}" alt="{html.escape(found[2])}"></p>' if name else ""

    return PICTURE.sub(picture, body)


def resolve_links(body, source, site):
    """Replaces links to files of the project by links inside the site. A link without such a target becomes text."""

    def address(link):
        path, mark, anchor = html.unescape(link).partition("#")
        if re.match(r"[a-z]+:", link) or not path:
            return link
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        target = site.find(path)
        return target and posixpath.relpath(target, os.path.dirname(site.address(source)) or ".") + mark + anchor

    def link(found):
        target = address(found[1])
        return f'<a href="{html.escape(target)}">{found[2]}</a>' if target else found[2]

    def image(found):
        return f'<img src="{address(found[1])}"'

    body = re.sub(r'<img src="([^"]*)"', image, body)
    return re.sub(r'<a href="([^"]*)">(.*?)</a>', link, body, flags=re.S)


def render(text, source, site):
    """Returns the HTML of the page `source` and its headings."""
    headings = []
    body = resolve_links(convert(text), source, site)
    body = add_pictures(body, os.path.dirname(site.address(source)), site)
    return add_frames(add_anchors(body, headings)), headings
