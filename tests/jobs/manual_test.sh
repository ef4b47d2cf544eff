#!/usr/bin/env bash
# Tests that jobs/manual.sh writes a manual without broken links that loads nothing from other
# sites. The search of the manual must find keys, functions and commands. By default only errors of
# the script are tested. With --all, the test writes the manual and checks it, in Chromium if this
# is installed.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need git git
git rev-parse --git-dir > /dev/null 2>&1 || { echo 'skipped: not a git checkout'; exit 77; }

make_manual() { # arguments..
  limited 900 jobs/manual.sh "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
}

refused() { # name, words
  [ "$code" = 2 ] || fail "$1: exit code $code"
  grep -qF -- "$2" "$folder/stderr" || fail "$1: lacks \"$2\""
}

# search WORDS ADDRESS: expects that the search page, opened with WORDS in its search field, lists
# ADDRESS.
search() {
  limited 60 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/chromium" --virtual-time-budget=5000 \
    --dump-dom "file://$folder/manual/configs/index.html?q=$1" > "$folder/page" 2> "$folder/stderr"
  grep 'id="_results"' "$folder/page" | grep -F "$2" > /dev/null || fail "the search for $1 does not find $2"
}

# A source archive was unpacked within the git checkout of another project. The manual must contain
# the files of the archive directory, with the time of its changelog.
mkdir -p "$folder/other/archive/lib" "$folder/other/archive/jobs"
cp jobs/common.sh "$folder/other/archive/jobs"
touch "$folder/other/file" "$folder/other/archive/page.md"
touch -d @1000 "$folder/other/archive/lib/CHANGELOG.md"
git -C "$folder/other" init -q
git -C "$folder/other" add file
git -C "$folder/other" -c user.name=a -c user.email=a commit -qm a
files_and_time() { # directory
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=jobs/manual python3 -c 'import build, sys; print(*sorted(build.tracked(sys.argv[1])))' "$1"
  bash -c '. "$1/jobs/common.sh" && source_time' - "$1"
}
[ "$(files_and_time "$folder/other/archive")" = $'jobs/common.sh lib/CHANGELOG.md page.md\n1000' ] ||
  fail "an archive within another checkout: $(files_and_time "$folder/other/archive")"
git -C "$folder/other/archive" init -q
git -C "$folder/other/archive" add page.md jobs
GIT_COMMITTER_DATE='@2000 +0000' git -C "$folder/other/archive" -c user.name=a -c user.email=a commit -qm a
[ "$(files_and_time "$folder/other/archive")" = $'jobs/common.sh page.md\n2000' ] ||
  fail "a checkout within another checkout: $(files_and_time "$folder/other/archive")"
make_manual --unknown
refused 'an unknown option' 'usage: jobs/manual.sh'
mkdir "$folder/bare"
for tool in bash dirname; do ln -s "$(command -v "$tool")" "$folder/bare"; done
PATH=$folder/bare bash jobs/manual.sh "$folder/none" > "$folder/stdout" 2> "$folder/stderr"
code=$?
refused 'no cmark-gfm' 'cmark-gfm is missing: install it (Debian: apt-get install cmark-gfm)'
need cmark-gfm cmark-gfm
mkdir "$folder/mine"
touch "$folder/mine/file"
make_manual "$folder/mine"
refused 'a directory with other files' 'has files that are not of a manual'
[ "$(ls "$folder/mine")" = file ] || fail 'a refused manual changed the directory'
# The script must replace a manual that an earlier call has not completed.
mkdir "$folder/failing"
printf '#!/bin/sh\nexit 1\n' > "$folder/failing/cmark-gfm"
chmod +x "$folder/failing/cmark-gfm"
for _ in first second; do
  PATH=$folder/failing:$PATH make_manual --no-pictures "$folder/half"
  refused 'a failing cmark-gfm' 'build.py failed: subprocess.CalledProcessError'
  ! grep -q 'not of a manual' "$folder/stderr" || fail 'a manual that was not completed is not replaced'
done
[ "${1-}" = --all ] || finish

need_field
need doxygen doxygen
export OMPI_MCA_ess_singleton_isolated=1 # as in start_process of tests/apps/common.sh
make_manual --no-pictures "$folder/manual"
[ "$code" = 0 ] || fail "without pictures: exit code $code"
make_manual "$folder/manual" # replaces the first one
[ "$code" = 0 ] || fail "exit code $code"
[ "$(wc -l < "$folder/stdout")" = 1 ] || fail "more than one line: $(cat "$folder/stdout")"
python3 tests/jobs/manual_check.py "$folder/manual" || fail 'pages with faults'
for page in heat wave; do
  [ -s "$folder/manual/apps/tetracast/tutorials/$page.png" ] || fail "the tutorial $page has no picture"
done
for words in 'time.safety' 'tetracast_world_create' '"tetracast-config(5)"' '"A wave in the ventricle"'; do
  grep -qF -- "$words" "$folder/manual/search-index.js" || fail "the search index lacks $words"
done
if command -v chromium > /dev/null; then
  search time.safety programs/tetracast-config.html
  search tetracast_mesh_read api/mesh_8h.html
  search nothing-of-this-kind 'Nothing found.'
else echo 'the search was not tried: chromium is missing (apt-get install chromium)'; fi
finish
