"""Writes the manual and its search index. The manual has one HTML page for each page of Markdown, for each manual page of the programs
and for each linked directory. Called by jobs/manual.sh.

    build.py SOURCE TARGET [--programs DIR] [--pictures DIR] [--tags FILE]

SOURCE  root of the project; TARGET: directory of the manual
--programs  directory of the programs, for their manual pages
--pictures  directory of the pictures of the tutorials
--tags  tag file of Doxygen, which has written the reference of the library to TARGET/api
"""
import argparse
import fnmatch
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml

import manpage
import markdown

HERE = os.path.dirname(os.path.abspath(__file__))
TUTORIALS = "apps/tetracast/tutorials/"
# Titles of the sections in the list of contents, each with patterns of the pages. A page belongs to the
# section of the first pattern that matches. Pages of the section without a title are not listed.
SECTIONS = [
    ("Start", ["README.md", TUTORIALS + "heat.md", TUTORIALS + "wave.md", TUTORIALS + "strategy.md", TUTORIALS + "*"]),
    ("Use", ["configs/README.md", "configs/physics.md", "configs/time-and-solvers.md", "configs/execution.md",
             "configs/output-and-checkpoints.md", "meshes/*", "apps/tetracast/README.md", "apps/tetracast/reports.md",
             "apps/tetracast/*", "configs/machines/*", "jobs/README.md"]),
    ("Manual pages", ["programs/tetracast.md", "programs/tetracast-config.md", "programs/*"]),
    ("Other programs", ["apps/*/README.md", "apps/*.md", "configs/*"]),
    ("Library", ["lib/api/*", "apps/examples/", "api/*"]),
    ("", ["lib/decisions/?*"]),
    ("Development", ["lib/CHANGELOG.md", "*"]),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def git(root, *words):
    """Returns the output of git in a directory; None if git fails or is missing."""
    try:
        return subprocess.run(["git", "-C", root, *words], capture_output=True, encoding="utf-8", check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None


def tracked(root):
    """Returns the paths of all files of the project: tracked by git, or all files outside a checkout.

    A directory within the checkout of another project is not a checkout.
    """
    prefix = git(root, "rev-parse", "--show-prefix")
    if prefix is not None and not prefix.strip():
        return git(root, "ls-files").splitlines()
    found = [os.path.relpath(os.path.join(at, name), root) for at, _, names in os.walk(root) for name in names]
    return [path for path in found if not re.match(r"(build|out|\.git)\b", path)]


class Page:
    """A page of the manual: `address` in the manual, HTML, headings (level, anchor, text)."""

    def __init__(self, name, address, body, headings):
        self.name, self.address, self.body, self.headings = name, address, body, headings
        self.title = headings[0][2] if headings else name


class Site:
    """Maps files of the project to addresses in the manual, and copies the files to which pages refer."""

    def __init__(self, root, target, pictures):
        self.root, self.target, self.pictures = root, target, pictures
        self.files = tracked(root)
        self.texts = {path: read(f"{root}/{path}") for path in self.files if path.endswith(".md")}
        self.directories = []

    def address(self, path):
        """Returns the address of a page of Markdown or a directory."""
        if not path.endswith(".md"):
            return f"{path}/index.html"
        return re.sub(r"(^|/)README\.html$", r"\1index.html", path[:-3] + ".html")

    def find(self, path):
        """Returns the address of the page, directory or file `path`; None if the project does not have it."""
        if path in self.texts:
            return self.address(path)
        if f"{path}/README.md" in self.texts:
            return self.address(f"{path}/README.md")
        if path in self.files:
            return self.copy(path)
        if any(file.startswith(path + "/") for file in self.files):
            self.directories += [path] * (path not in self.directories)
            return self.address(path)
        return None

    def copy(self, path):
        """Copies a file into the manual; texts get the suffix .txt, with which browsers show them. Returns the address."""
        address = path if path.endswith((".png", ".svg")) else f"files/{path}.txt"
        os.makedirs(os.path.dirname(f"{self.target}/{address}"), exist_ok=True)
        shutil.copyfile(f"{self.root}/{path}", f"{self.target}/{address}")
        return address

    def add_picture(self, name, folder):
        """Copies the picture of a tutorial next to its page. Returns its name; None if it was not drawn."""
        if not self.pictures or not os.path.exists(f"{self.pictures}/{name}"):
            return None
        os.makedirs(f"{self.target}/{folder}", exist_ok=True)
        shutil.copyfile(f"{self.pictures}/{name}", f"{self.target}/{folder}/{name}")
        return name


def markdown_page(site, path):
    return Page(path, site.address(path), *markdown.render(site.texts[path], path, site))


def entry_of_directory(site, directory, name):
    """Returns the HTML of a file in the page of the directory: a link to a page, or the text."""
    if name.endswith(".md"):
        title = re.search(r"^# (.*)", site.texts[f"{directory}/{name}"], re.M)
        return f'<p><a href="{name[:-3]}.html">{html.escape(title[1] if title else name)}</a></p>'
    return f"<h2>{name}</h2>\n<pre><code>{html.escape(read(f'{site.root}/{directory}/{name}'))}</code></pre>"


def directory_page(site, directory):
    """Returns a page that shows the files of a directory."""
    names = [path[len(directory) + 1:] for path in site.files if posixpath.dirname(path) == directory]
    title = "Decisions" if directory == "lib/decisions" else f"Files in {directory}"
    body = "\n".join([f"<h1>{title}</h1>"] + [entry_of_directory(site, directory, name) for name in sorted(names)])
    headings = []
    return Page(directory + "/", site.address(directory), markdown.add_anchors(body, headings), headings)


def program_page(program, request, name, section):
    """Returns the manual page that the program writes, or None if it cannot."""
    written = subprocess.run([program, request], capture_output=True, encoding="utf-8", check=False)
    if written.returncode != 0:
        return None
    headings = []
    body = markdown.add_anchors(f"<h1>{name}({section})</h1>\n" + manpage.render(written.stdout), headings)
    return Page(f"programs/{name}.md", f"programs/{name}.html", markdown.add_frames(body), headings)


def program_pages(directory, root):
    """Returns the manual pages of the programs in the directory, which have a folder in apps/."""
    pages = []
    for name in sorted(os.listdir(directory)) if directory else []:
        if not os.path.isdir(f"{root}/apps/{name}"):
            continue
        pages.append(program_page(f"{directory}/{name}", "--help=man", name, 1))
        if name == "tetracast":
            pages.append(program_page(f"{directory}/{name}", "--help=config", "tetracast-config", 5))
    return [page for page in pages if page]


class Header:
    """A header of the library in the reference that Doxygen has written: address, functions (name, address, arguments)."""

    def __init__(self, compound):
        self.title = compound.findtext("name")
        self.name = self.address = f"api/{compound.findtext('filename').removesuffix('.html')}.html"
        self.functions = [(m.findtext("name"), f"api/{m.findtext('anchorfile')}#{m.findtext('anchor')}", m.findtext("arglist") or "")
                          for m in compound.findall("member")]
        self.headings = []


def headers(tags):
    """Returns the headers of the library, in the order of the tag file."""
    found = xml.parse(tags).getroot().findall("compound[@kind='file']") if tags else []
    return [Header(compound) for compound in found]


def section_of(name):
    """Returns the position of a page in the contents: section and pattern."""
    for i, (_, patterns) in enumerate(SECTIONS):
        for k, pattern in enumerate(patterns):
            if fnmatch.fnmatch(name, pattern):
                return i, k
    return len(SECTIONS), 0


def link(page, current, root):
    """Returns the entry of a page in the contents of the page `current`, with the headings of the page if it is this one."""
    if page is not current:
        return f'<li><a href="{root}{page.address}">{html.escape(page.title)}</a></li>'
    inner = "".join(f'<li><a href="#{name}">{html.escape(text)}</a></li>' for level, name, text in page.headings if level == 2)
    return f'<li><a href="#_top" aria-current="page">{html.escape(page.title)}</a>' + (f"<ul>{inner}</ul>" if inner else "") + "</li>"


def contents(pages, current, root):
    """Returns the list of contents in the page `current`."""
    lines = []
    for i, (title, _) in enumerate(SECTIONS):
        listed = sorted((page for page in pages if section_of(page.name)[0] == i), key=lambda page: section_of(page.name)[1])
        if title and listed:
            lines.append(f"<h2>{title}</h2>\n<ul>" + "\n".join(link(page, current, root) for page in listed) + "</ul>")
    return "\n".join(lines)


def fill(template, **values):
    """Replaces each {name} of the template by its value."""
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], template)


def write_page(page, pages, target, template):
    root = "../" * page.address.count("/")
    text = fill(template, title=html.escape(page.title), root=root, contents=contents(pages, page, root), content=page.body)
    write(f"{target}/{page.address}", text)


def write_frame_of_reference(pages, target, template):
    """Writes the head and the foot of Doxygen's pages. Doxygen ends one <div> of the head."""
    template = template.replace("</head>", '<link rel="stylesheet" href="reference.css">\n</head>')
    text = fill(template, title="$title", root="../", contents=contents(pages, None, "../"), content="\0")
    head, foot = text.split("\0")
    write(f"{target}/api/head.html", head + '<div>')
    write(f"{target}/api/foot.html", foot)


def sections(page):
    """Yields (heading, anchor, text) for each part of a page that a heading begins."""
    parts = re.split(r'<h[1-6] id="([^"]*)">.*?</h[1-6]>', page.body, flags=re.S)
    titles = {name: text for _, name, text in page.headings}
    for anchor, body in zip(parts[1::2], parts[2::2]):
        yield titles[anchor], anchor, markdown.plain(re.sub(r"</(t[dh]|li|p|dt|dd|tr)>", " ", body))


def search_entries(pages):
    """Returns the rows of the search index: title of the page, heading, address, text."""
    rows = [[p.title, heading, f"{p.address}#{anchor}", text]
            for p in pages if isinstance(p, Page) for heading, anchor, text in sections(p)]
    return rows + [[h.title, name, address, name + arguments]
                   for h in pages if isinstance(h, Header) for name, address, arguments in h.functions]


def collect(site, programs, tags):
    """Returns all pages of the manual."""
    pages = [markdown_page(site, path) for path in site.texts]
    pages += [directory_page(site, directory) for directory in site.directories]
    return pages + program_pages(programs, site.root) + headers(tags)


def build(options):
    site = Site(options.source, options.target, options.pictures)
    pages = collect(site, options.programs, options.tags)
    template = read(f"{HERE}/template.html")
    for page in pages:
        if isinstance(page, Page):
            write_page(page, pages, options.target, template)
    write_frame_of_reference(pages, options.target, template)
    write(f"{options.target}/search-index.js", "searchIndex(" + json.dumps(search_entries(pages), ensure_ascii=False) + ");\n")
    for name in ("style.css", "search.js"):
        shutil.copyfile(f"{HERE}/{name}", f"{options.target}/{name}")
    print(sum(isinstance(page, Page) for page in pages))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target")
    for name in ("--programs", "--pictures", "--tags"):
        parser.add_argument(name)
    build(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
