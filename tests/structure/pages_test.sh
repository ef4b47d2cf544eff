#!/usr/bin/env bash
# Checks the documentation pages, which are all tracked *.md files except decisions, changelogs and
# tutorials. All pages together may have at most `most_words` words, and each page at most
# `longest_page`. If there are more, the test prints the number of words of each page, as `bash
# tests/structure/pages_test.sh --list` does. C files may name a page (a path from the root) or a
# heading (`PAGE.md, Heading)`) in texts and comments. Both must exist.
set -uo pipefail
export LC_ALL=C.UTF-8
readonly most_words=23700 longest_page=1500

pages() { # root
  git -C "$1" ls-files '*.md' | grep -vE '^lib/decisions/|(^|/)CHANGELOG|tutorial'
}

# Prints the number of words of each page and of all pages.
count_words() { # root
  local page
  pages "$1" | while read -r page; do
    [ -e "$1/$page" ] && echo "$(wc -w < "$1/$page") $page"
  done | sort -n | awk '{ print; sum += $1 } END { print sum + 0, "total" }'
}

# Reads the output of count_words and prints each exceeded limit.
faults() { # limit of all words, limit of a page
  awk -v most="$1" -v longest="$2" '
    $2 == "total" { if ($1 > most) print "all pages: " $1 " words, " $1 - most " more than " most ": shorten the pages above"; next }
    $1 > longest { print $2 ": " $1 " words, more than " longest ": shorten or divide it" }'
}

# Prints the references of C files to pages and headings that do not exist.
lost_references() { # root
  local place page heading
  git -C "$1" grep -noE '(apps|configs|jobs|lib|meshes|tests)/[A-Za-z0-9_/-]*\.md(, "?[A-Z][A-Za-z ]*"?\))?' -- '*.c' '*.h' '*.def' |
    sed -E 's/^([^:]*:[0-9]+):([^,]*)(, "?([^")]*)"?\))?$/\1\t\2\t\4/' | while IFS=$'\t' read -r place page heading; do
    if [ ! -e "$1/$page" ]; then echo "$place: there is no page $page"
    elif [ -n "$heading" ] && ! grep -qE "^#+ $heading\$" "$1/$page"; then echo "$place: $page has no heading '$heading'"; fi
  done
}

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
command -v git > /dev/null || { echo 'skipped: git is missing'; exit 77; }
mkdir -p "$folder"/{lib/decisions,docs/tutorials}
for page in a.md lib/b.md lib/CHANGELOG.md lib/decisions/c.md docs/tutorials/d.md; do seq 11 > "$folder/$page"; done
seq 10 > "$folder/lib/fine.md"
git -C "$folder" init -q && git -C "$folder" add -A
expected='lib/b.md: 11 words, more than 10: shorten or divide it
a.md: 11 words, more than 10: shorten or divide it
all pages: 32 words, 1 more than 31: shorten the pages above'
if ! diff <(sort <<< "$expected") <(count_words "$folder" | faults 31 10 | sort) || [ -n "$(count_words "$folder" | faults 32 11)" ]; then
  echo 'FAILED: this test does not find the faults of pages made for it (< missed, > wrongly reported)'
  exit 1
fi
# Each line but the third contains a reference to a missing page or heading.
printf '## Fine one\n' > "$folder/lib/fine.md"
printf '%s\n' '"a (lib/fine.md, Lost)"' '/* lib/fine.md, "Fine" */ (lib/fine.md, "One")' '"lib/fine.md, Fine one) lib/fine.md"' '"lib/no.md"' \
  > "$folder/lib/a.c"
git -C "$folder" add -A
expected="lib/a.c:1: lib/fine.md has no heading 'Lost'
lib/a.c:2: lib/fine.md has no heading 'One'
lib/a.c:4: there is no page lib/no.md"
if ! diff <(echo "$expected") <(lost_references "$folder"); then
  echo 'FAILED: this test does not find the lost references of a file made for it (< missed, > wrongly reported)'
  exit 1
fi

cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
git rev-parse --git-dir > /dev/null 2>&1 || { echo 'skipped: not a git checkout'; exit 77; }
words=$(count_words .)
if [ "${1-}" = --list ]; then printf '%s\n' "$words"; exit; fi
too_long=$(faults $most_words $longest_page <<< "$words") lost=$(lost_references .)
total=$(awk 'END { print $1 }' <<< "$words")
[ -z "$too_long" ] || printf '%s\n' 'words of each page:' "$words"
[ "$total" -gt $most_words ] || echo "words of all pages: $total of $most_words, $((most_words - total)) free"
[ -z "$too_long$lost" ] && exit
printf '%s\n' FAILED: ${too_long:+"$too_long"} ${lost:+"$lost"}
exit 1
