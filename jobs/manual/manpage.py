"""Turns a manual page of the programs (`PROGRAM --help=man`) into HTML. Supports only the requests that these pages use."""
import html
import re


def inline(text):
    """Returns the HTML of a text of man: bold parts, escaped characters."""
    text = html.escape(text.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\"), quote=False)
    return re.sub(r"\\fB(.*?)\\fR", r"<code>\1</code>", text)


def words(text):
    """Splits the arguments of a request; quoted arguments contain blanks."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', text)]


class Writer:
    """Collects HTML line by line. `term` is true for the line after .TP, `listed` inside a list of terms."""

    def __init__(self):
        self.out, self.verbatim, self.term, self.listed = [], False, False, False

    def end_list(self):
        if self.listed:
            self.out.append("</dl>")
        self.listed = False

    def heading(self, level, text):
        self.end_list()
        self.out.append(f"<h{level}>{inline(text.capitalize() if level == 2 else text)}</h{level}>")

    def begin_term(self):
        if not self.listed:
            self.out.append("<dl>")
        self.listed = self.term = True

    def write_term(self, text):
        name, *rest = words(text)
        self.out.append(f"<dt><code>{inline(name)}</code>{inline(''.join(rest))}</dt>")
        self.term = False

    def option(self, text):
        self.out.append(f"<dt><code>{inline(text)}</code></dt>")
        self.term = False

    def set_verbatim(self, on):
        if on:
            self.end_list()
        self.out.append("<pre>" if on else "</pre>")
        self.verbatim = on

    def paragraph(self, fragment):
        """Adds a line to the paragraph or to the explanation of a term, or begins one."""
        end = "</dd>" if self.listed else "</p>"
        if self.out and self.out[-1].endswith(end):
            self.out[-1] = self.out[-1][:-len(end)] + " " + fragment + end
        else:
            self.out.append(end.replace("/", "") + fragment + end)

    def text(self, line):
        if self.verbatim:
            self.out.append(inline(line))
        else:
            self.paragraph(inline(line))

    def bold(self, text):
        if self.term:
            self.option(text)
        else:
            self.paragraph(f"<b>{inline(text)}</b>")

    def reference(self, text):
        if self.term:
            self.write_term(text)
        else:
            name, *rest = words(text)
            self.paragraph(f"<b>{inline(name)}</b>{''.join(rest)}")


def render(page):
    """Returns the HTML of a manual page without the title."""
    writer = Writer()
    requests = {".SH": lambda t: writer.heading(2, t), ".SS": lambda t: writer.heading(3, t), ".TP": lambda t: writer.begin_term(),
                ".B": writer.bold, ".BR": writer.reference, ".nf": lambda t: writer.set_verbatim(True),
                ".fi": lambda t: writer.set_verbatim(False), ".br": lambda t: writer.paragraph("<br>")}
    for line in page.splitlines():
        request, _, rest = line.partition(" ")
        if request in requests:
            requests[request](rest)
        elif not re.match(r"\.[A-Za-z]", line):
            writer.text(line)
    writer.end_list()
    return "\n".join(writer.out).replace("<pre>\n", "<pre>")
