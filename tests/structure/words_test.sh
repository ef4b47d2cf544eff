#!/usr/bin/env bash
# Checks the words in comments, messages and pages against two lists. No text may contain a word of
# the hard list, except for the lines in word_exceptions.txt, which also states the reasons. Words
# of the soft list have valid uses too. The file word_counts.txt contains their number in each
# folder, which may only decrease. TETRACAST_REWRITE_GOLDEN=1 records decreased numbers, and --list
# FOLDER prints the soft words of a folder.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
git rev-parse --git-dir > /dev/null 2>&1 || { echo 'skipped: not a git checkout'; exit 77; }
exec /usr/bin/python3 - "$@" << 'END'
import collections, os, re, subprocess, sys

EXCEPTIONS, MOST_EXCEPTIONS, COUNTS = "tests/structure/word_exceptions.txt", 60, "tests/structure/word_counts.txt"
# Each forbidden pattern, with the words to write instead. "hidden behind" is allowed
# (hard_findings).
HARD = {r"besides?": "also, in addition to or next to",
        r"anew": "again",
        r"whoever|somebody|nobody": "the name of the caller, the user, the rank or the file",
        r"beforehand": "before, with the event",
        r"meanwhile": "during, with the phase",
        r"what enters": "forcing, boundary conditions or another noun",
        r"(?:go|goes|going|gone|went) on": "continue or resume",
        r"(?:is|are|was|were|be|been|being) (?:told|asked)": "the actor as subject: the root sends, the caller requests",
        r"(?:deal|deals|dealt|dealing) out": "distribute",
        r"without a word": "without a message",
        r"behind": "after, or across the face"}
BEGINNINGS = {"Of": "a noun phrase that names the thing: Number of ..",
              "What": "the purpose or a noun phrase: Computes .., Number of ..",
              "Whose": "a noun phrase: Owner of ..",
              "Whether": "True if .. or Checks that ..",
              "As": "the subject first: Equals .., Like .., Because ..",
              "That": "the noun itself",
              "Those": "the noun itself",
              "Else": "Otherwise, .. or the condition"}
SOFT = ["tells?|told", "says?|said", "looks?|looked", "what (?:comes|is left|it takes|there is|is known)", "enters|entered", "of its|of theirs",
        "(?:is|are) said", "lie|lies|stand|stands", "(?:so|as) many", "one after the other|in turn", "taken for|be it|for want of",
        "leaves? it out|left out|left alone|set aside", "deals?|dealt|hand(?:s|ed)? out", "wish|wished|wants?|wanted", "alike|apart",
        "(?<!there )(?:is|are) no (?!longer)[a-z]+", "in place of", "by itself|by themselves", "kept|keeps", "imagined?"]
SHAPES = ["(?:/\\*|//|#) (?:How|Where|Who|Which|whether|of|Both|The same) ", ": (?:take|give|say|name|leave) [a-z]",
          r"\b(?:[a-z0-9]+_)*(?:tell|say|look|take|keep|leave|bring|make|note|judge)_[a-z]+\("]

spaced = lambda patterns: "|".join(patterns).replace(" ", r"\s+")
hard_word = re.compile(r"(?<!\w)(?:%s)(?!\w)" % spaced(HARD), re.I)
beginning = re.compile("\1(%s)(?!\\w)" % "|".join(BEGINNINGS))
soft_word = re.compile(r"(?<!\w)(?:%s)(?!\w)" % "|".join(SOFT))
shape = re.compile("|".join(SHAPES))
c_token = re.compile(r'(/\*.*?\*/)|(//[^\n]*(?:\n[ \t]*//[^\n]*)*)|"((?:[^"\\\n]|\\.)*)"|\'(?:[^\'\\\n]|\\.)*\'|#[ \t]*include[ \t]*"[^"\n]*"', re.S)


def c_text(source):
    """Comments, each after the mark \1, and string literals. Code is replaced by its line ends."""
    parts, at = [], 0
    for token in c_token.finditer(source):
        code, at = source[at:token.start()], token.end()
        parts.append(code if not code.strip() else "\2" + "\n" * code.count("\n"))
        if token[1]:
            parts.append("\1" + re.sub(r"\n[ \t]*\*? ?", "\n", token[1][2:-2].lstrip("*! \t")))
        elif token[2]:
            parts.append("\1" + re.sub(r"(^|\n)[ \t]*//[ \t]*", r"\1", token[2]))
        elif token[3] is not None:
            parts.append(re.sub(r"\\\n", " \n", re.sub(r"\\[^\n]", "  ", token[3])))
        else:
            parts.append("\2")
    return "".join(parts)


def script_text(source, comments_alone):
    """The lines of a script, with the mark \1 in place of the # that begins a comment."""
    lines, inside = [], False
    for line in source.split("\n"):
        start = re.search(r"(?:^|(?<=\s))#+(?!!)[ \t]*", line)
        own_line = bool(start) and not line[:start.start()].strip()
        if start:
            code = "" if comments_alone else line[:start.start()]
            line = code + (" " if own_line and inside else "\1") + line[start.end():]
        elif comments_alone:
            line = "\2"
        lines.append(line)
        inside = own_line
    return "\n".join(lines)


def text_of(path, source):
    if path.endswith(".md"):
        return source
    if re.search(r"\.(?:c|h|cu|inc|def)$", path):
        return c_text(source)
    return script_text(source, path.endswith(".yaml"))


def hard_findings(path, source):
    """Yields line number, word and replacement."""
    text = text_of(path, source)
    for match in hard_word.finditer(text):
        word = " ".join(match[0].lower().split())
        if word == "behind" and re.search(r"\bhidden\s+$", text[max(0, match.start() - 40):match.start()]):
            continue
        instead = next(instead for pattern, instead in HARD.items() if re.fullmatch(pattern, word))
        yield text.count("\n", 0, match.start()) + 1, word, instead
    for match in beginning.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, f"{match[1]} .. at the beginning of a comment", BEGINNINGS[match[1]]


def soft_findings(path, source):
    """Yields line number and expression."""
    text = script_text(source, True) if path.endswith(".yaml") else source
    for pattern, searched in ((soft_word, text.lower()), (shape, text)):
        for match in pattern.finditer(searched):
            yield text.count("\n", 0, match.start()) + 1, match[0]


def folder_of(path):
    parts = path.split("/")[:-1]
    return "/".join(parts[:2]) or "."


def read_exceptions(lines):
    """Triples of path, fixed part of the line and reason, and the faults of the list itself."""
    listed = [(number, line.split(": ")) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    faults = [f"{EXCEPTIONS}:{number}: is not `path: fixed part of the line: reason`: write it in this form"
              for number, parts in listed if len(parts) < 3]
    if len(lines) > MOST_EXCEPTIONS:
        faults.append(f"{EXCEPTIONS}: has {len(lines)} lines, more than {MOST_EXCEPTIONS}: reword some of the lines that it allows")
    return [(parts[0], ": ".join(parts[1:-1]), parts[-1]) for _, parts in listed if len(parts) >= 3], faults


def check_hard(files, exception_lines):
    exceptions, faults = read_exceptions(exception_lines)
    used = set()
    for path, source in files.items():
        lines = source.split("\n")
        for number, word, instead in sorted(hard_findings(path, source)):
            line = lines[number - 1]
            allowed = [exception for exception in exceptions if exception[0] == path and exception[1] in line]
            used.update(allowed)
            if not allowed:
                yield f"{path}:{number}: {word}: write {instead}: {line.strip()}"
    yield from faults
    for path, part, _ in sorted(set(exceptions) - used):
        yield f"{EXCEPTIONS}: nothing matches `{path}: {part}`: remove this line"


def count_soft(files):
    """Numbers of soft words by (folder, code or pages)."""
    counts = collections.Counter()
    for path, source in files.items():
        counts[folder_of(path), "pages" if path.endswith(".md") else "code"] += sum(1 for _ in soft_findings(path, source))
    return counts


def check_soft(counts, recorded):
    """Faults, and the folders whose numbers have fallen."""
    faults, fallen = [], []
    for folder, kind in sorted({*counts, *recorded}):
        count, before = counts[folder, kind], recorded.get((folder, kind))
        if before is None:
            faults.append(f"{folder} ({kind}): number of soft words not recorded, now {count}: rerun with TETRACAST_REWRITE_GOLDEN=1")
        elif count > before:
            faults.append(f"{folder} ({kind}): soft words rose from {before} to {count}: reword the new ones (bash tests/structure/words_test.sh --list {folder})")
        elif count < before:
            fallen.append(f"{folder} ({kind}): soft words fell from {before} to {count}: rerun with TETRACAST_REWRITE_GOLDEN=1")
    return faults, fallen


def read_counts(text):
    rows = [line.split() for line in text.split("\n") if line and not line.startswith("#")]
    return {(folder, kind): int(count) for folder, kind, count in rows}


def write_counts(counts, recorded):
    with open(COUNTS, "w") as file:
        file.write("# Soft words (words_test.sh) by folder: in code and configs, and in pages. The numbers may only fall.\n")
        for (folder, kind), count in sorted(counts.items()):
            file.write(f"{folder} {kind} {min(count, recorded.get((folder, kind), count))}\n")


def read_files():
    listed = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    checked = re.compile(r"(?:lib|apps|jobs)/.*\.(?:c|h|cu|inc|def|sh|slurm|py|jq|cmake|txt|yaml)|configs/.*\.yaml|.*\.md")
    skipped = re.compile(r"(?:.*/)?CHANGELOG\.md")
    return {path: open(path, encoding="utf-8").read() for path in listed
            if checked.fullmatch(path) and not skipped.fullmatch(path) and os.path.exists(path)}


def self_test():
    """The faults of files made for it."""
    made = {"lib/a/a.c": '#include "beside.h"\n/* As before. */\nint behind; /* latency hidden\n * behind it, then behind it */\n'
                         'say("it goes "\n    "on\\nanew"); // besides\n// Of two lines\n'
                         "/* Of course */ char c = '\"'; /* Offset, nobody */\n/* What is\n * told twice */\n",
            "jobs/a.sh": "#!/bin/sh\n# Whose\n# What is here\necho 'somebody' \"$#\" # Else\n",
            "configs/a.yaml": "beside: 1 # Those\nbehind: 2\n",
            "lib/a/README.md": "# Of course\nwhat\nenters, told once\n"}
    exceptions = ["# reasons", "lib/a/a.c: nobody: because", "lib/a/a.c: gone: because", "lib/a/a.c: short"]
    expected = """lib/a/a.c:2: As | lib/a/a.c:4: behind | lib/a/a.c:5: goes on | lib/a/a.c:6: anew | lib/a/a.c:6: besides | lib/a/a.c:9: What |
        lib/a/a.c:9: is told | jobs/a.sh:2: Whose | jobs/a.sh:4: Else | jobs/a.sh:4: somebody | configs/a.yaml:1: Those | lib/a/README.md:2: what enters |
        tests/structure/word_exceptions.txt:4: is not | tests/structure/word_exceptions.txt: nothing matches `lib/a/a.c: gone`"""
    found = sorted(check_hard(made, exceptions))
    starts = sorted(" ".join(start.split()) for start in expected.split(" |"))
    if len(found) != len(starts) or not all(line.startswith(start) for line, start in zip(found, starts)):
        return [*starts, "found:", *found]
    counts = count_soft({**made, "lib/b/b.c": "/* How it lies, apart */\nx = tc_take_it(a); /* Where */\n", "README.md": "alike\n"})
    faults, fallen = check_soft(counts, {("lib/a", "code"): 1, ("lib/a", "pages"): 2, ("lib/b", "code"): 6, ("jobs", "code"): 0,
                                         ("configs", "code"): 0, ("lib/gone", "code"): 1})
    both = [line.split(":")[0] for line in (*faults, *fallen)]
    if counts["lib/b", "code"] != 5 or both != [". (pages)", "lib/a (code)", "lib/b (code)", "lib/gone (code)"]:
        return [str(counts), *faults, *fallen]
    return []


wrong = self_test()
if wrong:
    sys.exit("\n".join(["FAILED: this test does not find the faults of files made for it", *wrong]))
files = read_files()
if sys.argv[1:2] == ["--list"]:
    for path, source in files.items():
        for number, word in sorted(soft_findings(path, source)) if folder_of(path) in sys.argv[2:] else []:
            print(f"{path}:{number}: {word}")
    sys.exit()
hard = list(check_hard(files, open(EXCEPTIONS).read().splitlines()))
counts = count_soft(files)
recorded = read_counts(open(COUNTS).read()) if os.path.exists(COUNTS) else {}
if os.environ.get("TETRACAST_REWRITE_GOLDEN") == "1":
    write_counts(counts, recorded)
    recorded = read_counts(open(COUNTS).read())
faults, fallen = check_soft(counts, recorded)
total = {kind: sum(count for (_, other), count in counts.items() if other == kind) for kind in ("code", "pages")}
print(*hard, *faults, *fallen, f"{len(hard)} hard words; soft words: {total['code']} in code, {total['pages']} in pages", sep="\n")
sys.exit("FAILED" if hard or faults else 0)
END
