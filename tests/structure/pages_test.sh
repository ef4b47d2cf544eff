#!/usr/bin/env bash
# All pages (tracked *.md but decisions, changelogs and tutorials) together have at most `most_words` words, and each of them at most
# `longest_page`. A test with --list prints the words of each page.
set -uo pipefail
export LC_ALL=C.UTF-8
readonly most_words=18000 longest_page=1500

pages() { # root
  git -C "$1" ls-files '*.md' | grep -vE '^lib/decisions/|(^|/)CHANGELOG|tutorial'
}

# Prints the words of each page, then of all.
count_words() { # root
  local page
  pages "$1" | while read -r page; do
    [ -e "$1/$page" ] && echo "$(wc -w < "$1/$page") $page"
  done | sort -n | awk '{ print; sum += $1 } END { print sum + 0, "total" }'
}

# Faults of the lines that count_words prints.
faults() { # limit of all words, limit of a page
  awk -v most="$1" -v longest="$2" '
    $2 == "total" { if ($1 > most) print "all pages: " $1 " words, more than " most ": shorten them (pages_test.sh --list)"; next }
    $1 > longest { print $2 ": " $1 " words, more than " longest ": shorten or divide it" }'
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
all pages: 32 words, more than 31: shorten them (pages_test.sh --list)'
if ! diff <(sort <<< "$expected") <(count_words "$folder" | faults 31 10 | sort) || [ -n "$(count_words "$folder" | faults 32 11)" ]; then
  echo 'FAILED: this test does not find the faults of pages made for it (< missed, > found for nothing)'
  exit 1
fi

cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
git rev-parse --git-dir > /dev/null 2>&1 || { echo 'skipped: not a git checkout'; exit 77; }
words=$(count_words .)
if [ "${1-}" = --list ]; then printf '%s\n' "$words"; exit; fi
found=$(faults $most_words $longest_page <<< "$words")
echo "words of all pages: $(tail -n 1 <<< "$words"), at most $most_words"
[ -z "$found" ] && exit
printf 'FAILED:\n%s\n' "$found"
exit 1
