#!/usr/bin/env bash
# Shows which variables of Tetracast's source code cost time. Installs missing packages, builds tcblame, and
# builds Tetracast with clang and debug information (preset blame). Then it analyses the sources, samples a
# run, writes a report, and draws the shares of each rank.
#
#   jobs/blame.sh [CONFIG [PREFIX]]
#
# CONFIG (default: configs/ventricle.yaml) is run. Writes PREFIX.json, PREFIX.csv, PREFIX-bars.png and .svg, and the samples
# and facts into the directory PREFIX (default: out/blame). Environment: RANKS (2), STEPS (40000), STRATEGY (the config's).
# Takes about two minutes on two cores, most of them for building.
# shellcheck disable=SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

offer_help "$@"
if [ $# -gt 2 ] || [[ "${1:-}" == -* ]]; then complain 'usage: jobs/blame.sh [CONFIG [PREFIX]]'; fi
config=$(realpath -m -- "${1:-$root/configs/ventricle.yaml}")
prefix=$(realpath -m -- "${2:-$root/out/blame}")
ranks=${RANKS:-2} steps=${STEPS:-40000}
check_readable "$config"
[ $# = 2 ] || mkdir -p "$root/out"
check_prefix
check_free "$prefix-bars.png" "$prefix-bars.svg"
install_packages "${packages_build[@]}" "${packages_blame[@]}"
cd "$root"
build_preset release tcblame tetracast-bin
build_preset blame tetracast-bin

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tcblame=$root/build/bin/tcblame
options=(-s "time.steps=$steps" -s snapshots.file=null)
[ -z "${STRATEGY:-}" ] || options+=(-s "strategy=$STRATEGY")
log 'analysing the sources'
"$tcblame" analyze -p build-blame -o "$prefix/facts"
log "sampling $ranks ranks"
launch "$ranks" "$tcblame" run -o "$prefix" --force -- build-blame/bin/tetracast run "$config" "${options[@]}"
log 'report (for other views: tcblame report --help)'
"$tcblame" report "$prefix" --from tc_step_run --by rank --view all --json "$prefix.json" --csv "$prefix.csv"

ask 'include "blame"; title' "$prefix.json" > "$work/title"
ask 'include "blame"; subtitle' "$prefix.json" > "$work/subtitle"
write_common > "$work/common.gp"
mapfile -t entries < <(ask 'include "blame"; legend[]' "$prefix.json")
mapfile -t heights < <(ask 'include "blame"; panels[] | .rows | length | 60 + 24 * .' "$prefix.json")
{
  heading 'Which variables cost the time'
  legend 92 "${entries[@]}"
  printf 'set multiplot\nset lmargin at screen left(300)\nset rmargin at screen left(%d)\n' $((width - 25))
  top=105
  for ((p = 0; p < ${#heights[@]}; p++)); do
    printf 'set tmargin at screen below_top(%d)\nset bmargin at screen below_top(%d)\n' $((top + 40)) $((top + heights[p]))
    ask "include \"blame\"; panel(panels[$p])" "$prefix.json"
    top=$((top + heights[p] + 30))
  done
  echo 'unset multiplot'
} > "$work/bars.gp"
total=120
for height in "${heights[@]}"; do total=$((total + height + 30)); done
draw bars "$total"
log "done: $prefix.json, $prefix.csv, $prefix-bars.png"
