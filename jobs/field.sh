#!/usr/bin/env bash
# Draws the field of a snapshot file as PNG: the coloured surface of the mesh at several steps, next to each
# other.
#
#   jobs/field.sh [-c CUT] [-o PICTURE.png] SNAPSHOTS.h5 [STEP...]
#
#   -o FILE  picture; default: SNAPSHOTS.png
#   -c CUT   draws only cells on the upper side of a plane, which is x, y or z and a number: -c y0 draws cells at y > 0
#   STEP     steps with a snapshot; default: the first, the middle and the last one
#
# Needs gnuplot and python3-h5py. The view is from below right, the light comes from above.
# Exit code 2: the field cannot be drawn; one line on stderr has the reason.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

complain() {
  echo "${0##*/}: $*" >&2
  exit 2
}

readonly usage='usage: jobs/field.sh [-c CUT] [-o PICTURE.png] SNAPSHOTS.h5 [STEP...]' height=400 python=/usr/bin/python3
cut='' picture=''
offer_help "$@"
while getopts ':c:o:' option; do
  case $option in
    c) cut=$OPTARG ;;
    o) picture=$OPTARG ;;
    *) complain "$usage" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || complain "$usage"
snapshots=$1
shift
[[ -z $cut || $cut =~ ^[xyz]-?[0-9.]*$ ]] || complain "-c $cut: expected x, y or z and a number, such as y0"
for step; do [[ $step =~ ^[0-9]+$ ]] || complain "$step: is not a step number: use a whole number of at least 0"; done
if [ ! -f "$snapshots" ] || [ ! -r "$snapshots" ]; then complain "$snapshots: no such file, or not readable"; fi
picture=${picture:-${snapshots%.h5}.png}
[ -d "$(dirname -- "$picture")" ] || complain "$picture: its directory does not exist: create it"
check_free "$picture"
install_packages gnuplot-nox fonts-dejavu-core python3-h5py || complain 'gnuplot and python3-h5py are missing: install them'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" "$root/jobs/plotting/field.py" "$snapshots" "$cut" "$@" > "$work/polygons.gp" 2> "$work/log" ||
  complain "$(tail -n 1 "$work/log")"
width=$(awk -v height=$height '$1 == "shape" { printf "%d", $3 * height }' "$work/polygons.gp")
cat > "$work/draw.gp" << GP
set terminal pngcairo noenhanced font 'DejaVu Sans,12' size $width,$height
set output '$work/picture.png'
load '$work/polygons.gp'
unset border
unset tics
unset key
set margins 0,0,0,0
plot NaN
GP
(gnuplot "$work/draw.gp" 2> "$work/log" && [ -s "$work/picture.png" ]) || complain "gnuplot failed: $(tail -n 1 "$work/log")"
sign "$work/picture.png"
mv "$work/picture.png" "$picture" || complain "$picture: cannot be written"
echo "$picture"
