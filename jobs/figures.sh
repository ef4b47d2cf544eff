#!/usr/bin/env bash
# Draws Figures 1 and 2 of Lagraviere et al. (2019) from a report of tetracast:
#
#   mpirun -np 4 build/bin/tetracast compare configs/ventricle.yaml --json out/compare.json
#   jobs/figures.sh out/compare.json out/compare [BLOCK_SIZE]
#
# The second command writes out/compare-1.png and .svg, which show measured and forecast seconds per step on
# each rank. They have the parts compute, unpack and pack, for the strategy condensed. It also writes
# out/compare-2.png and .svg, which show the bytes that each rank receives with fine, block and condensed. If
# the report has several block sizes (compare --block-sizes 1024,4096), these pictures also show condensed for
# each block size.
# BLOCK_SIZE: block size to draw; default: the first one of the report.
# shellcheck disable=SC2016,SC2034,SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

# query FILTER: applies a jq filter to the report. The filter may use $b, the block size, and `chosen`, the
# ranks of the drawn result of the strategy condensed.
query() {
  local filter=$1
  shift
  ask '
    def condensed: .results | map(select(.strategy == "condensed" and .per_rank != []));
    def chosen: condensed | map(select(.block_size == $b))[0].per_rank;
    '"$filter" --argjson b "${block:-null}" "$@" "$report"
}

# Sets `block`, the block size to draw.
choose_block() {
  local sizes
  [ "$(query '.results | length > 0 and all(.[]; .per_rank == [])')" = false ] || complain "$report: contains no values per rank: rerun predict with -v"
  sizes=$(query 'condensed | map(.block_size) | unique | join(", ")')
  [ -n "$sizes" ] ||
    complain "$report: has no result of strategy condensed, only of: $(query '.results | map(.strategy) | unique | join(", ")')"
  block=${wanted:-$(query 'condensed[0].block_size')}
  [[ ", $sizes, " == *", $block, "* ]] || complain "$report: has no condensed result with blocks of $block, only of: $sizes"
  query '[.results[] | .strategy as $s | .per_rank[].counts | .local_values, .remote_values,
      if $s == "block" then .local_block_values, .remote_block_values else 0 end] | all(type == "number")' | grep -qx true ||
    complain "$report: has no counts for a rank: rerun the command with this version of tetracast"
}

# Writes the title and subtitle of both figures, and commands for grey stripes that mark the ranks of every
# second node.
write_description() {
  query '.title // .mesh.file // "tetracast"' > "$work/title"
  query '"\(.mesh.cells) cells, \(.scheme) scheme (\(.width) neighbours a cell), " +
    "\(plural(chosen | length; "rank")) on \(plural(chosen | map(.node) | unique | length; "node")), " +
    "\(condensed[0].distribution) distribution, blocks of \($b)" + ((.cluster // .hosts[0]? // .machine.name // null) | if . then ", \(.)" else "" end)' > "$work/subtitle"
  query 'chosen | map(.node) | stripes' > "$work/nodes.gp"
}

# write_part PART: writes PART.dat with rank, measured time and forecast time (NaN if there is none), and
# PART.unit with the unit of the times. The unit is chosen so that the largest value is at least 1.
write_part() {
  local rows='(chosen | map([.rank, .measured_s[$part], (.predicted_s // {})[$part]])) as $rows
    | ($rows | map(.[1:][] | numbers) | max // 0 | unit) as [$scale, $unit]'
  query "$rows | \$unit" --arg part "$1" > "$work/$1.unit"
  query "$rows | \$rows[] | [.[0], (.[1:][] | if . == null then \"NaN\" else . * \$scale end)] | @tsv" --arg part "$1" > "$work/$1.dat"
}

# volume NAME STRATEGY BLOCK_SIZE: writes NAME.dat with the rank and its received bytes. Ranks that receive
# none are omitted, because a logarithmic axis has no zero. Fails if no rank receives any.
volume() {
  query '{"fine": ["local_individual", "remote_individual"], "block": ["local_block_values", "remote_block_values"],
      "condensed": ["local_values", "remote_values"]}[$strategy] as $counts
    | .results | map(select(.strategy == $strategy and .block_size == $size))[0].per_rank // [] | .[]
    | [.rank, ([.counts[$counts[]]] | add * 8)] | select(.[1] > 0) | @tsv' \
    --arg strategy "$2" --argjson size "$3" > "$work/$1.dat"
  [ -s "$work/$1.dat" ]
}

write_ranks() {
  cat << GP
ranks = $(query 'chosen | length')
step = 1
while (ranks > 20 * step) { step = 2 * step }
set xrange [-0.5 : ranks - 0.5]
set xtics step scale 0.5
width = ranks > 8 ? 0.7 : 0.4
set boxwidth width
set key right bottom horizontal Left reverse samplen 1.8
GP
}

# has COLUMN: succeeds if any rank has a number in this column. A forecast without a run has no measured
# times, and a run may have no forecast.
has() { awk -v c="$1" '$c != "NaN" { n = 1 } END { exit !n }' "$work/compute.dat"; }

write_figure_1() {
  local curves=() entries=()
  if has 2; then
    curves+=('file using 1:2 with boxes linecolor rgb colour[i] notitle')
    entries+=('box #999999 - measured')
  fi
  if has 3; then
    curves+=("file using (\$1 - width / 1.7):3:(width / 0.85):(0) with vectors nohead linewidth 2.5 linecolor '#222222' notitle")
    entries+=("line #222222 1 $(query '(.model // "paper") as $model
      | "forecast, \($model) model\(if is_for_other_machine then ", for \(.machine.name | harmless)" else "" end)"')")
  fi
  [ ${#curves[@]} -gt 0 ] || complain "$report: has neither measured nor forecast times of single ranks"
  cat << GP
set multiplot layout 3,1 margins 0.09, 0.985, 0.07, below_top(130) spacing 0.06
$(heading 'Time of each rank per step, strategy condensed')
$(legend 95 "${entries[@]}")
load 'nodes.gp'
set yrange [0 : *]
array part[3] = ['compute', 'unpack', 'pack']
array colour[3] = [$(ask '[("compute", "unpack", "pack") | "\u0027\(colour_of_part(.))\u0027"] | join(", ")' -n)]
do for [i = 1 : 3] {
  file = part[i] . '.dat'
  set ylabel part[i] . ' (' . system('cat ' . part[i] . '.unit') . ')'
  if (i == 3) { set xlabel 'rank' }
  plot $(IFS=,; echo "${curves[*]}")
  unset label
  unset arrow
}
unset multiplot
GP
}

# panel TITLE: writes the gnuplot commands of one panel. Each line of its input, "name colour mark title", is
# a series.
panel() {
  local name colour mark title plots=''
  echo "set label '$1' at graph 0, graph 1.145 left font ',13'"
  while read -r name colour mark title; do
    plots+="${plots:+, }'$name.dat' using 1:2 with linespoints linewidth 1.2 pointtype $mark pointsize 0.9 linecolor '$colour' title '$title'"
  done
  if [ -z "$plots" ]; then
    echo "set label 'no rank receives data' at graph 0.5, graph 0.5 center"
    plots='[] [1 : 1000] NaN notitle'
  fi
  echo "plot $plots"
}

strategies() {
  local name colour mark
  while read -r name colour mark; do
    if volume "$name" "$name" "$block"; then echo "$name $colour $mark $name"; fi
  done < <(ask '["fine", "block", "condensed"] | looks[] | "\(.name) \(.colour) \(.mark)"' -n)
}

sizes() {
  local size i=0 looks=('#56b4e9 9' '#332288 7' '#e69f00 5' '#8c510a 11' '#000000 13' '#777777 4')
  for size in $(query 'condensed | map(.block_size) | unique[]'); do
    if volume "size$size" condensed "$size"; then echo "size$size ${looks[i++ % 6]} blocks of $size"; fi
  done
}

write_figure_2() { # panels
  cat << GP
set multiplot layout $1,1 margins 0.09, 0.985, above_bottom(60), below_top(150) spacing 0.15
$(heading 'Volume that each rank receives per step')
load 'nodes.gp'
set logscale y
set format y '%.0s %cB'
set ylabel 'volume'
set xlabel 'rank'
set key at graph 1, graph 1.1
$(strategies | panel "strategies, blocks of $block")
GP
  if [ "$1" = 2 ]; then
    printf "unset label\nload 'nodes.gp'\n"
    sizes | panel 'condensed, by block size'
  fi
  echo 'unset multiplot'
}

offer_help "$@"
[ $# = 2 ] || [ $# = 3 ] || complain 'usage: jobs/figures.sh REPORT.json OUT_PREFIX [BLOCK_SIZE]'
report=$1 prefix=$2 wanted=${3:-}
[[ "${wanted:-0}" =~ ^[0-9]+$ ]] || complain "BLOCK_SIZE: expected a whole number, found '$wanted'"
check_readable "$report"
check_prefix
install_packages "${packages_figures[@]}"
check_report "$report"
choose_block

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write_description
for part in compute unpack pack; do write_part $part; done
{ write_common && write_ranks; } > "$work/common.gp"
write_figure_1 > "$work/1.gp"
draw 1 860
panels=1 height=500
if [ "$(query 'condensed | map(.block_size) | unique | length')" -gt 1 ]; then panels=2 height=860; fi
write_figure_2 $panels > "$work/2.gp"
draw 2 $height
