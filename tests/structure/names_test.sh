#!/usr/bin/env bash
# Each public name (type, function, variable, macro, constant) must be defined in one header of lib/ and apps/ and have the prefix
# of its folder. Forward declarations of a type are allowed. names_exceptions.txt lists the exceptions with their reasons.
# jobs/lint.sh and analyzer.h may name only functions that these headers declare.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
exec /usr/bin/python3 - << 'END'
import collections, glob, re, sys

PREFIXES = {"lib/api/include/": "tetracast", "lib/blame/": "tb", "apps/tcblame/": "tb", "lib/sampler/": "ts", "apps/finegrain/": "fg", "apps/heat2d/": "h2",
            "apps/kernels/": "kn", "apps/tetracast/": "app"}
noise = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
macro = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
guard = re.compile(r"#ifndef (\w+)\s+#define \1\b")
block = re.compile(r"\b(struct|union|enum)\s*(\w*)\s*\{")
attribute = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\b_Noreturn\b|\b[A-Z][A-Z_]+_(?:CLONES|EXPORT)\b|\bTETRACAST_(?:API|RESULT|BEGIN|END)\b")


def closing(text, at):
    """Returns the position after the bracket that closes the bracket before `at`."""
    depth = 1
    while depth:
        depth += (text[at] in "({") - (text[at] in ")}")
        at += 1
    return at


def enumerators(body):
    return re.findall(r"(?:^|,)\s*(\w+)\s*(?=[=,]|$)", re.sub(r"\([^()]*\)", "", body.strip().rstrip(",")))


def declared(text):
    """Returns pairs of a name and its kind for all declarations of a header at file scope."""
    found = []
    # Records the name and the constants of each type that is defined with a body, then removes the
    # body.
    while True:
        match = block.search(text)
        if not match:
            break
        end = closing(text, match.end())
        if match[1] == "enum":
            found += [(name, "constant") for name in enumerators(text[match.end():end - 1])]
        if match[2]:
            found.append((match[2], "type"))
        text = text[:match.start()] + f"{match[1]} {match[2] or 'body_'} " + text[end:]
    # Removes bodies of inline functions and initial values.
    while "{" in text:
        at = text.index("{")
        text = text[:at] + ";" + text[closing(text, at + 1):]
    for statement in text.split(";"):
        statement = " ".join(attribute.sub(" ", statement).split())
        call = re.match(r"[\w\s*]*?\b(\w+)\s*\(", statement)
        statement = re.sub(r"^typedef TC_ARRAY\(.*?\)", "typedef", statement)
        if statement.startswith("typedef"):
            forward = re.fullmatch(r"typedef (?:struct|union|enum) (\w+) (\w+)", statement)
            name = re.search(r"\(\*?(\w+)\)\(|(\w+)\s*(?:\[[^]]*\])?$|\b(\w+)\(", statement)
            if name and not (forward and forward[1] == forward[2]):
                found.append((name[1] or name[2] or name[3], "type"))
        elif call and " " in statement[:call.end()].strip():
            found.append((call[1], "function"))
        elif re.match(r"extern [^(]*\w \*?\w", statement):
            found.append((re.search(r"(\w+) ?(?:\[.*\])?$", statement)[1], "variable"))
    return found


def names(text):
    text = noise.sub(" ", text)
    kept = set(re.findall(r"#[ \t]*undef[ \t]+(\w+)", text)) | set(guard.findall(text))
    macros = [(name, "macro") for name in macro.findall(text) if name not in kept]
    return set(macros + declared(re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", "", text, flags=re.M)))


def prefix(path):
    return next((p for folder, p in PREFIXES.items() if path.startswith(folder)), "tc")


def faults(headers, exceptions):
    where = collections.defaultdict(set)
    for path, text in headers.items():
        for name, kind in names(text):
            where[name].add(path)
            start = prefix(path) + "_"
            if not name.startswith((start, start.upper())) and name not in exceptions:
                yield f"{path}: {kind} {name} does not begin with {start}"
    for name, paths in where.items():
        if len(paths) > 1 and name not in exceptions:
            yield f"{name} is defined in {' and '.join(sorted(paths))}"


def unknown_functions(path, text, functions):
    """Functions that no header declares, but the text names in a pattern tc_(a|b) or defines as macros."""
    groups = re.findall(r"\btc_\(([a-z_|]+)\)", text)
    named = {"tc_" + word for group in groups for word in group.split("|")} | set(re.findall(r"#define (tc_\w+)", text))
    return [f"{path}: {name} is no function of a header" for name in sorted(named - functions)]


made = {"lib/base/a.h": "#ifndef A\n#define A\n/* int tc_b(void); */\n#define TC_M(x) \\\n  (x)\ntypedef struct tc_t {\n  int tc_m;\n} tc_t;\nint tc_f(int (*g)(int));\n"
                        "enum { TC_ONE, TC_TWO = 2 };\n#endif\n",
        "lib/base/b.h": "typedef struct tc_t tc_t;\ntypedef TC_ARRAY(int) tc_list;\nextern const int tc_v[2];\nstatic inline int tc_b(void) { return 1; }\n#define TC_ENTRY(n) n\n#undef TC_ENTRY\n",
        "lib/fv/c.h": "#define TC_M(x) 1\ntypedef int tc_f;\nenum tc_e { TC_TWO };\ntypedef struct {\n  int x;\n} tc_t;\n#define TC_ENTRY(n)\n",
        "lib/blame/d.h": "int tb_b(void);\nextern int tc_v;\nint tc_b(int n);\n"}
expected = sorted(["TC_M is defined in lib/base/a.h and lib/fv/c.h", "TC_TWO is defined in lib/base/a.h and lib/fv/c.h",
                   "tc_f is defined in lib/base/a.h and lib/fv/c.h", "tc_t is defined in lib/base/a.h and lib/fv/c.h",
                   "tc_b is defined in lib/base/b.h and lib/blame/d.h", "tc_v is defined in lib/base/b.h and lib/blame/d.h",
                   "lib/blame/d.h: function tc_b does not begin with tb_", "lib/blame/d.h: variable tc_v does not begin with tb_"])
if sorted(faults(made, set())) != expected:
    print("FAILED: this test does not find the faults of headers made for it", *sorted(faults(made, set())), sep="\n")
    sys.exit(1)

if unknown_functions("a.sh", "tc_f tc_(b|gone)\\( tc_c\n#define tc_e x", {"tc_b"}) != [f"a.sh: tc_{name} is no function of a header" for name in ("e", "gone")]:
    sys.exit("FAILED: this test does not find functions that a text made for it names")

exceptions = {line.split()[0] for line in open("tests/structure/names_exceptions.txt") if line.strip() and not line.startswith("#")}
headers = {path: open(path).read() for top in ("lib", "apps") for path in glob.glob(f"{top}/**/*.h", recursive=True)
           if not path.startswith("apps/examples/")}  # examples are programs of users
found = sorted(faults(headers, exceptions))
functions = {name for text in headers.values() for name, kind in names(text) if kind == "function"}
for path in ("jobs/lint.sh", "tests/structure/analyzer.h"):
    found += unknown_functions(path, open(path).read(), functions)
print(*found, f"{sum(len(names(text)) for text in headers.values())} public names in {len(headers)} headers", sep="\n")
sys.exit(bool(found))
END
