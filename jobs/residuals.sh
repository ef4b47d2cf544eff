#!/usr/bin/env bash
# Draws residual files of runs (solver.history) as PNG. The curves show the residual over the iterations.
# Points mark the iterations at which a product verified the residual.
#
#   jobs/residuals.sh [-o PICTURE.png] [-s STEP] RESIDUALS.csv...
#
#   -o FILE   picture; default: name of the first file with .png
#   -s STEP   step to draw of each file; default: the first step of several files, or at most 6 evenly spaced steps of a single one
#
# If a run failed, its file is RESIDUALS.csv.part. Needs gnuplot. Overwrites only pictures that these scripts
# have drawn. Exit code 2: no picture can be drawn; one line on stderr has the reason.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

complain() {
  echo "${0##*/}: $*" >&2
  exit 2
}

readonly usage='usage: jobs/residuals.sh [-o PICTURE.png] [-s STEP] RESIDUALS.csv...' most=6
picture='' step=''
offer_help "$@"
while getopts ':o:s:' option; do
  case $option in
    o) picture=$OPTARG ;;
    s) step=$OPTARG ;;
    *) complain "$usage" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || complain "$usage"
[[ -z $step || $step =~ ^[1-9][0-9]*$ ]] || complain "-s $step: is not a step number: use a whole number of at least 1"
for file; do
  if [ ! -f "$file" ] || [ ! -r "$file" ]; then complain "$file: no such file, or not readable"; fi
  [ "$(head -n 1 "$file")" = step,iteration,residual,kind,reason ] || complain "$file: has no residuals: name a file of the key solver.history"
  [ -n "$(sed -n 2p "$file")" ] || complain "$file: has no residuals yet: wait for the first solve"
done
picture=${picture:-${1%.csv}.png}
[ -d "$(dirname -- "$picture")" ] || complain "$picture: its directory does not exist: create it"
check_free "$picture"
install_packages gnuplot-nox fonts-dejavu-core || complain 'gnuplot is missing: install it'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

steps_of() { # file..: prints the steps to draw
  if [ -n "$step" ]; then echo "$step"
  elif [ $# -gt 1 ]; then echo 1
  else
    awk -F, -v most=$most 'NR > 1 && $1 > last { last = $1 }
      END { n = last < most ? last : most; for (k = 0; k < n; k++) print n < 2 ? 1 : 1 + int(k * (last - 1) / (n - 1) + 0.5) }' "$1"
  fi
}

# Writes the data of curve number N to $work/N.data and $work/N.true. The title of the curve is in
# $work/N.name, so that gnuplot cannot interpret it as a command.
curves=0
for file; do
  for s in $(steps_of "$@"); do
    awk -F, -v s="$s" -v base="$work/$curves" 'NR > 1 && $1 == s && $3 > 0 { print $2, $3 > base ".data"; if ($4 == "true") print $2, $3 > base ".true" }' "$file"
    [ -s "$work/$curves.data" ] || complain "$file: has no residuals of step $s: choose another step"
    if [ $# -gt 1 ]; then basename -- "$file" .csv; else echo "step $s"; fi > "$work/$curves.name"
    curves=$((curves + 1))
  done
done
{
  cat << GP
set terminal pngcairo noenhanced font 'DejaVu Sans,12' size 900,560
set output 'picture.png'
set encoding utf8
set border 3 linecolor '#444444'
set tics nomirror
set grid ytics linetype 1 linecolor '#d8d8d8' linewidth 0.7
set logscale y
set format y '%.0e'
set xlabel 'iteration'
set ylabel 'residual, relative to the reference'
set key outside right top
plot \\
GP
  for ((k = 0; k < curves; k++)); do
    printf "  '%d.data' with lines linewidth 2 linetype %d title system('cat %d.name'), \\\\\n" $k $((k + 1)) $k
    printf "  '%d.true' with points pointtype 6 pointsize 1.2 linetype %d notitle%s\n" $k $((k + 1)) "$([ $((k + 1)) = $curves ] || printf ', \\')"
  done
} > "$work/draw.gp"
(cd "$work" && gnuplot draw.gp 2> log && [ -s picture.png ]) || complain "gnuplot failed: $(grep -v '^$' "$work/log" | tail -n 1)"
sign "$work/picture.png"
mv "$work/picture.png" "$picture" || complain "$picture: cannot be written"
echo "$picture"
