# Functions for the scripts that draw pictures (figures.sh, plot.sh, finegrain.sh, langguth.sh, blame.sh),
# which source this file: checks, headings, legends, PNG and SVG. The scripts set `work`, a temporary
# directory for data and commands, and `prefix`, with which the paths of their pictures begin. The jq modules
# in jobs/plotting convert numbers to gnuplot commands and define the colours.
# shellcheck shell=bash disable=SC2154
# shellcheck source=jobs/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

readonly width=1100 # width of every picture in pixels

complain() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# ask FILTER ARGUMENT...: runs jq with the module jobs/plotting/common.jq and prints plain text.
ask() {
  local filter=$1
  shift
  jq -r -L "$root/jobs/plotting" "include \"common\"; $filter" "$@"
}

check_prefix() {
  local folder
  folder=$(dirname -- "$prefix")
  [ -d "$folder" ] || complain "$prefix: the directory $folder does not exist: create it"
}

# read_figure_options NAME [--quick] [PREFIX]: sets quick ("" or 1) and prefix (default: out/NAME).
read_figure_options() {
  local name=$1
  shift
  quick=''
  if [ "${1:-}" = --quick ]; then
    quick=1
    shift
  fi
  if [ $# -gt 1 ] || [[ "${1:-}" == -* ]]; then complain "usage: jobs/$name.sh [--quick] [PREFIX]"; fi
  prefix=$(realpath -m -- "${1:-$root/out/$name}")
  if [ $# = 0 ]; then mkdir -p "$root/out"; fi
}

check_readable() { # file
  if [ ! -f "$1" ] || [ ! -r "$1" ]; then complain "$1: no such file, or not readable"; fi
}

# check_report FILE: stops if the file is not a report. Names of strategies are checked too, because they
# become part of gnuplot commands.
check_report() { # file
  ask '.program == "tetracast" and (.results | type == "array" and all(.[]; (.strategy | type == "string"
      and test("^[A-Za-z0-9_-]+$")) and (.block_size | type == "number") and (.per_rank | type == "array")))' \
    "$1" 2> /dev/null | grep -qx true ||
    complain "$1: is not a report of tetracast: write one with tetracast compare CONFIG --json FILE"
}

# Prints the gnuplot commands with which all pictures begin.
write_common() {
  cat << GP
set encoding utf8
set border 3 linecolor '#444444'
set xtics nomirror
set ytics nomirror
set grid ytics linetype 1 linecolor '#d8d8d8' linewidth 0.7
set style fill solid noborder
GP
}

# heading TEXT: prints the gnuplot commands for three lines: TEXT, the title of the run, and the size of the
# run. The last two are read from the files title and subtitle.
heading() {
  cat << GP
set label '$1' at screen left(16), screen below_top(24) left font 'DejaVu Sans Bold,14'
set label system('cat title') at screen left(16), screen below_top(45) left
set label system('cat subtitle') at screen left(16), screen below_top(66) left
GP
}

# legend PIXELS_BELOW_TOP ENTRY...: prints the commands for one row of entries "KIND COLOUR MARK TEXT". KIND is the symbol before
# the text: box, tint, hatch (MARK: any), line (MARK: dash type), point or curve (MARK: point type).
legend() {
  local y=$1 x=18 entry kind colour mark text corners gap narrow
  shift
  for entry; do
    read -r kind colour mark text <<< "$entry"
    gap=24
    corners="from screen left($x), screen below_top($y + 6) to screen left($((x + 18))), screen below_top($y - 6)"
    case $kind in
      box) echo "set object rectangle $corners fillcolor '$colour' fillstyle solid noborder" ;;
      tint) echo "set object rectangle $corners fillcolor '$colour' fillstyle solid 0.4 border linecolor '$colour'" ;;
      hatch) echo "set object rectangle $corners fillcolor '$colour' fillstyle pattern 4 border linecolor '$colour'" ;;
      line)
        gap=32
        echo "set arrow from screen left($x), screen below_top($y) to screen left($((x + 26))), screen below_top($y) nohead linewidth 2 linecolor '$colour' dashtype $mark"
        ;;
      curve)
        gap=32
        echo "set arrow from screen left($x), screen below_top($y) to screen left($((x + 26))), screen below_top($y) nohead linewidth 2 linecolor '$colour'"
        echo "set label '' at screen left($((x + 13))), screen below_top($y) point pointtype $mark pointsize 1.2 linecolor '$colour'"
        ;;
      point) echo "set label '' at screen left($((x + 10))), screen below_top($y) point pointtype $mark pointsize 1 linecolor '$colour'" ;;
    esac
    echo "set label '$text' at screen left($((x + gap))), screen below_top($y) left"
    narrow=${text//[^fijlrt ,]/} # these letters are half as wide as the others
    x=$((x + gap + 26 + 10 * ${#text} - 4 * ${#narrow}))
  done
}

# draw NAME HEIGHT: draws PREFIX-NAME.png and .svg from the commands in NAME.gp. gnuplot runs in the directory of
# the data and reads titles from files, so that no title can be interpreted as a command. left(),
# below_top() and above_bottom() convert pixels to screen coordinates. The additional fonts are for viewers of
# the SVG that do not have DejaVu; Verdana has the same widths.
draw() {
  local kind font
  for kind in png svg; do
    font="pngcairo noenhanced font 'DejaVu Sans,12'"
    [ $kind = png ] || font="svg noenhanced font 'DejaVu Sans,12' fontscale 1.3 background '#ffffff'"
    cat - "$work/common.gp" "$work/$1.gp" << GP > "$work/draw.gp"
set terminal $font size $width,$2
set output 'picture.$kind'
left(pixels) = pixels / $width.0
below_top(pixels) = 1 - pixels / $2.0
above_bottom(pixels) = pixels / $2.0
GP
    (cd "$work" && gnuplot draw.gp 2> log && [ -s "picture.$kind" ]) ||
      complain "gnuplot failed: $(grep -v '^$' "$work/log" | tail -n 2 | paste -sd' ')"
    sed -i "/^<svg/,\$ s/font-family=\"DejaVu Sans\"/font-family=\"DejaVu Sans, Verdana, sans-serif\"/" "$work/picture.$kind"
    sign "$work/picture.$kind"
    check_free "$prefix-$1.$kind"
    mv "$work/picture.$kind" "$prefix-$1.$kind" || complain "$prefix-$1.$kind: cannot be written"
    echo "$prefix-$1.$kind"
  done
}
