#!/usr/bin/env bash
# Checks that the picture of the targets in lib/README.md shows the dependencies that
# lib/CMakeLists.txt declares, except for those that follow from other dependencies. picture_test.sh
# --print prints the correct picture.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
exec /usr/bin/python3 - "$@" << 'END'
import re, sys

KEYWORDS = {"MPI", "DEPENDS", "HEADERS", "MODULES", "LISTS", "LIBRARIES", "PUBLIC_LIBRARIES", "FILES"}
depends, headers = {}, {}
for words in re.findall(r"^ *tetracast_target\(([^)]*)\)", open("lib/CMakeLists.txt").read(), re.M):
    target, *words = words.split()
    depends[target], headers[target], now = [], [], None
    for word in words:
        now = word if word in KEYWORDS else now
        if word not in KEYWORDS and now in ("DEPENDS", "HEADERS"):
            (depends if now == "DEPENDS" else headers)[target].append(word)


def reached(target):
    """All targets that a target uses, directly or through others."""
    return set(depends.get(target, [])).union(*(reached(other) for other in depends.get(target, [])))


picture = ["```mermaid", "graph TD"]
for target in depends:
    implied = set().union(*(reached(other) for other in depends[target]))
    picture += [f"  {target} --> {other}" for other in depends[target] if other not in implied]
    picture += [f"  {target} -.-> {other}" for other in headers[target]]
picture.append("```")
if sys.argv[1:] == ["--print"]:
    print("\n".join(picture))
elif "\n".join(picture) not in open("lib/README.md").read():
    sys.exit("FAILED: lib/README.md: the picture is not that of lib/CMakeLists.txt: replace it by the output of bash tests/structure/picture_test.sh --print")
END
