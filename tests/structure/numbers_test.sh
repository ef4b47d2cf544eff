#!/usr/bin/env bash
# Checks that only lib/base/core/print.c converts floating-point numbers to and from text, because
# its functions write and read a decimal point in every locale.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
exec /usr/bin/python3 - << 'END'
import glob, re, sys

literal = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'')
number = re.compile(r"%[-+ #0'*.\d]*L?[aefgAEFG]")
scanned = re.compile(r"%\*?\d*[lL]?[aefgAEFG]")
# Position of the format string among the arguments of each function.
printing = {"printf": 0, "fprintf": 1, "dprintf": 1, "sprintf": 1, "snprintf": 2, "asprintf": 1,
            "vprintf": 0, "vfprintf": 1, "vdprintf": 1, "vsprintf": 1, "vsnprintf": 2, "vasprintf": 1}
scanning = {"scanf": 0, "fscanf": 1, "sscanf": 1}
refused = {"strtod", "strtof", "strtold", "atof", "setlocale"}
call = re.compile(r"(?<![\w.>])(%s)\(" % "|".join([*printing, *scanning, *refused]))


def arguments(text, at):
    """Returns the arguments of the call whose opening parenthesis is before `at`."""
    found, begin, depth = [], at, 1
    while depth:
        token = literal.match(text, at)
        if token:
            at = token.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == "," and depth == 1 or depth == 0:
            found.append(text[begin:at].strip())
            begin = at + 1
        at += 1
    return found


def fault(name, given):
    if name in refused:
        return "is refused"
    format = given[{**printing, **scanning}[name]]
    if '"' not in format:
        return "has a format that is not a literal"
    # Checks both branches of a conditional format. "%%" prints a percent sign.
    text = " ".join(literal.findall(format)).replace("%%", "")
    return "converts a floating-point number" if (scanned if name in scanning else number).search(text) else None


failures = 0
for path in sorted(glob.glob("lib/**/*.[ch]", recursive=True) + glob.glob("apps/**/*.[ch]", recursive=True)):
    if path.startswith("apps/examples/"):  # examples are programs of users
        continue
    # The sampler runs in other programs and shares no code with the library. It prints no floating-point numbers.
    if path == "lib/base/core/print.c" or path.startswith("lib/base/core/print.h") or path == "lib/sampler/record_writer.c":
        continue
    text = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), open(path).read(), flags=re.S)
    for match in call.finditer(text):
        why = fault(match.group(1), arguments(text, match.end()))
        if why:
            failures += 1
            print(f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group(1)} {why}: use base/core/print.h")
sys.exit(failures > 0)
END
