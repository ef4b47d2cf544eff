#!/usr/bin/env bash
# Writes the manual as static HTML pages into a directory. It contains all Markdown pages, manual pages of the
# programs, the reference of the library, and a search. Reading it needs no server and no network.
#
#   jobs/manual.sh [DIRECTORY]        # default: build/manual; then open index.html in a browser
#
# Needs cmark-gfm and python3. Doxygen is optional and creates the reference of the library. A build
# (jobs/quickstart.sh), gnuplot and python3-h5py are optional too. They create the manual pages and the
# pictures of the tutorials, whose commands run for a minute.
# TETRACAST=PROGRAM names another program than build/bin/tetracast; --no-pictures does not run the tutorials.
# Exit code 2: the manual cannot be written; one line on stderr has the reason.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

complain() {
  echo "${0##*/}: $*" >&2
  exit 2
}

has() { command -v "$1" > /dev/null; }

# Installs packages if cmark-gfm is missing and the user may install packages. Stops if cmark-gfm or python3
# is still missing; all other tools are optional.
provide_tools() {
  has cmark-gfm || install_packages "${packages_manual[@]}" || true
  has cmark-gfm || complain 'cmark-gfm is missing: install it (Debian: apt-get install cmark-gfm)'
  has python3 || complain 'python3 is missing: install it'
}

# prepare: empties the output directory if it contains an earlier manual, also an incomplete one. Stops if the
# directory contains other files.
prepare() {
  if grep -qs "^searchIndex(" "$site/search-index.js"; then rm -rf "$site"; fi
  mkdir -p "$site" || complain "$site: cannot be written: use another directory"
  site=$(cd "$site" && pwd)
  [ -z "$(ls -A "$site")" ] || complain "$site: has files that are not of a manual: use another directory"
  echo 'searchIndex([]);' > "$site/search-index.js" # marks the directory as a manual, even if the script is interrupted
}

# run_tutorial NAME: runs the commands of a tutorial in a directory with links to the project's files, and
# collects the pictures that they draw.
run_tutorial() {
  local place=$work/$1
  mkdir -p "$place/out"
  ln -s "$root"/{configs,meshes,jobs} "$place"
  PATH=$(dirname "$program"):$PATH python3 "$root/jobs/manual/tutorial.py" "$root/apps/tetracast/tutorials/$1.md" "$place" > "$work/log" ||
    log "a command of the tutorial $1 failed: $(grep -m 1 FAILED "$work/log")"
  find "$place/out" -name '*.png' -exec cp -t "$work/pictures" {} +
}

draw_pictures() {
  mkdir "$work/pictures"
  [ "$pictures" = 1 ] || return 0
  if [ ! -x "$program" ]; then log "skipping pictures and manual pages of the programs: $program is missing: build it (jobs/quickstart.sh)"; return; fi
  if ! has gnuplot || ! /usr/bin/python3 -c 'import h5py' 2> /dev/null; then
    log 'skipping pictures: gnuplot or python3-h5py is missing: install gnuplot-nox, fonts-dejavu-core and python3-h5py'
    return
  fi
  for page in "$root"/apps/tetracast/tutorials/*.md; do run_tutorial "$(basename "$page" .md)"; done
}

# write_pages [OPTION...]: writes the pages with build.py and prints their number.
write_pages() {
  local options=(--pictures "$work/pictures" "$@")
  [ ! -x "$program" ] || options+=(--programs "$(dirname "$program")")
  python3 "$root/jobs/manual/build.py" "$root" "$site" "${options[@]}" 2> "$work/log" || complain "build.py failed: $(tail -n 1 "$work/log")"
}

# The pages of Doxygen have the frame (head and foot) of the other pages. This frame lists Doxygen's pages, so
# Doxygen runs twice. The first run writes a tag file, from which build.py creates the frame.
run_doxygen() {
  { cat "$root/jobs/manual/Doxyfile" && printf '%s = "%s"\n' OUTPUT_DIRECTORY "$site/api" GENERATE_TAGFILE "$work/tags" \
    INPUT "$root/lib/api/include/tetracast" LAYOUT_FILE "$root/jobs/manual/layout.xml" "$@"; } > "$work/Doxyfile"
  mkdir -p "$site/api"
  doxygen "$work/Doxyfile" > "$work/log" 2>&1 || complain "doxygen failed: $(tail -n 1 "$work/log")"
}

write_reference() {
  run_doxygen
  write_pages --tags "$work/tags" > "$work/count"
  run_doxygen HTML_HEADER "$site/api/head.html" HTML_FOOTER "$site/api/foot.html" HTML_STYLESHEET "$root/jobs/manual/reference.css"
  # Doxygen's pages of directories and its lists of types and functions are removed, because the contents and
  # the search already contain them.
  sed -i '/id="nav-path"/,/^<\/div>/d' "$site"/api/*.html
  rm -f "$site"/api/{head,foot,files,index,annotated,classes,functions*,globals*,dir_*}.html "$site"/api/{*.js,*.png,*.svg,doxygen.css,tabs.css}
}

offer_help "$@"
pictures=1
if [ "${1-}" = --no-pictures ]; then pictures=0; shift; fi
if [ $# -gt 1 ] || [[ "${1-}" == -* ]]; then complain 'usage: jobs/manual.sh [--no-pictures] [DIRECTORY]'; fi
site=${1:-$root/build/manual} program=${TETRACAST:-$root/build/bin/tetracast}
provide_tools
prepare
program=$(realpath -m "$program") # the tutorials run in other directories
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
draw_pictures
if has doxygen; then write_reference
else
  log 'no reference of the library: doxygen is missing: install it (Debian: apt-get install doxygen)'
  write_pages > "$work/count"
fi
log "written: $site/index.html, $(cat "$work/count") pages"
