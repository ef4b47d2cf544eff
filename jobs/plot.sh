#!/usr/bin/env bash
# Draws reports of tetracast (run, compare or predict --json FILE) as PNG and SVG:
#
#   jobs/plot.sh [-o PREFIX] REPORT.json...
#
#   PREFIX-parts     parts of a step as stacked bars, measured and forecast, for each strategy, block size and run; each part
#                    is that of its slowest rank, so a stack may be higher than the whole step
#   PREFIX-scaling   time per step over the number of ranks, from several reports or a forecast for several numbers
#   PREFIX-blocks    time per step over the block size
#   PREFIX-ranks     parts of a step on each rank, with the forecasts as marks, of the run with the most ranks
#                    (from predict --json: use -v)
#   PREFIX-job       seconds of the groups of phases of a job, measured and forecast, with the bound of each group
#
# PREFIX: default is the name of the first report without .json. A picture without data in the reports is skipped; one line on
# stderr has the reason. All reports must have the same mesh, scheme, distribution and threads, because other results cannot be
# compared. Results for the same strategy, block size, ranks, nodes and machine are merged; the first report that contains a
# value counts. A machine is a SLURM cluster, or a host, or the machine that a machine file names. Each machine has its own
# panels and curves.
# Exit code 2: the reports cannot be drawn; one line on stderr has the reason.
# shellcheck disable=SC2016,SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

readonly usage='usage: jobs/plot.sh [-o PREFIX] REPORT.json...'

# Merges all reports into one list of results. Stops if the reports cannot be compared.
read_reports() {
  local report its first='' name='(.mesh.file // "?" | tostring | split("/")[-1])'
  for report in "${reports[@]}"; do
    check_report "$report"
    its=$(ask "include \"reports\"; if complete then $name + \": \" + subject else error end" "$report" 2> /dev/null) ||
      complain "$report: lacks mesh, scheme, distribution or ranks: rerun the command with this version of tetracast"
    first=${first:-$its}
    [ "$its" = "$first" ] ||
      complain "$report: is of $its, but ${reports[0]} is of $first: draw them separately"
  done
  ask 'include "reports"; [inputs | results] | merged | sort_by([.machine, .ranks, .nodes])' -n "${reports[@]}" > "$work/results.json"
  ask 'include "reports"; (.title // .mesh.file // "tetracast" | gsub("\\s+"; " ")), subject' "${reports[0]}" > "$work/lines"
  { IFS= read -r title && IFS= read -r subject; } < "$work/lines"
  printf '%s\n' "$title" > "$work/title"
}

# picture NAME MODULE HEIGHT GAP TITLE REASON: draws PREFIX-NAME with the panels that the jq module creates
# from the results. Panels are HEIGHT pixels high with GAP pixels between them. If there is no panel, skips
# the picture and prints REASON.
picture() {
  local name=$1 module=$2 height=$3 gap=$4 heading=$5 why=$6 line count
  ask "include \"$module\"; include \"reports\"; (map(.strategy) | looks) as \$looks | ${name}_panels(\$looks)
      | (map(.results[])) as \$shown | length, ([\$subject, (\$shown | detail)] | join(\", \")),
        (select(. != []) | (\$shown | ${name}_legend(\$looks) | length, .[]), stacked(175; $height; $gap))" \
    --arg subject "$subject" "$work/results.json" > "$work/lines"
  mapfile -t line < "$work/lines"
  count=${line[0]}
  if [ "$count" = 0 ]; then
    skipped+=("$name ($why)")
    return
  fi
  echo "${line[1]}" > "$work/subtitle"
  line=("${line[@]:2}")
  {
    heading "$heading"
    legend 97 "${line[@]:1:line[0]}"
    line=("${line[@]:line[0] + 1}")
    legend 121 "${line[@]:1:line[0]}"
    printf 'set multiplot\nset lmargin at screen left(105)\nset rmargin at screen left(%d)\n' $((width - 25))
    printf '%s\n' "${line[@]:line[0] + 1}"
    echo 'unset multiplot'
  } > "$work/$name.gp"
  drawn=yes
  draw "$name" $((175 + count * (height + gap) + 10))
}

prefix='' title='' subject='' skipped=() drawn=no
offer_help "$@"
while getopts ':o:' option; do
  case $option in
    o) prefix=$OPTARG ;;
    *) complain "$usage" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || complain "$usage"
reports=("$@")
prefix=${prefix:-${1%.json}}
for report; do check_readable "$report"; done
check_prefix
install_packages "${packages_figures[@]}" || complain 'jq and gnuplot are missing: install them'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read_reports
write_common > "$work/common.gp"
picture parts parts 330 100 'Parts of a step, measured and forecast' 'no times in the reports'
picture scaling curves 440 100 'Time per step over the number of ranks' 'only one number of ranks'
picture blocks curves 380 100 'Time per step over the block size' 'only one block size'
picture ranks ranks 150 60 'Parts of a step on each rank' 'no times of several ranks; predict needs -v'
picture job job 330 100 'Phases of the job, measured and forecast' 'no job in the reports'
reasons=$(printf ', %s' "${skipped[@]}")
[ $drawn = yes ] || complain "nothing to draw: ${reasons#, }"
[ ${#skipped[@]} = 0 ] || echo "skipped: ${reasons#, }" >&2
