#!/usr/bin/env bash
# Collects reports of tetracast (run, compare, predict: --json) into one table with one line for each result:
#
#   jobs/collect.sh out/compare                                  # all reports in a directory, for example of jobs/compare.slurm
#   jobs/collect.sh out/compare forecast.json -o out/compare/all # also out/compare/all.csv and the plots of jobs/plot.sh
#
# --plots requires the plots, --no-plots skips them; without either, -o draws them if possible.
# Times are seconds per step, as in the reports. A value that a report does not contain is "-" in the table, empty in the CSV.
# machine: SLURM cluster or host of the run; forecast_for: machine of the forecast, usually the same.
# In a directory, files that are not reports are skipped with a message. On the command line such a file is an error (exit code 2).
# shellcheck disable=SC2015,SC2016,SC2154
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

complain() {
  echo "collect.sh: $*" >&2
  exit 2
}

usage() { complain 'usage: jobs/collect.sh DIRECTORY|REPORT.json... [-o PREFIX] [--plots|--no-plots]'; }

is_report() { jq -es 'length == 1 and .[0].program == "tetracast" and (.[0].results | type == "array")' "$1" > /dev/null 2>&1; }

# find_reports PATH..: sets the array `reports` to all report files in these files and directories.
find_reports() {
  local source file
  for source in "$@"; do
    if [ -d "$source" ]; then
      for file in "${source%/}"/*.json; do
        if [ -f "$file" ] && is_report "$file"; then reports+=("$file")
        elif [ -e "$file" ]; then echo "collect.sh: skipped $file: is not a report of tetracast" >&2; fi
      done
      continue
    fi
    [ -f "$source" ] && [ -r "$source" ] || complain "$source: no such file or directory, or not readable"
    is_report "$source" || complain "$source: is not a report of tetracast: write one with tetracast compare CONFIG --json FILE"
    reports+=("$source")
  done
  [ ${#reports[@]} -gt 0 ] || complain "no report in: $*"
}

# Prints one sorted JSON object per result, with the values that the table and the CSV contain. In older
# reports, ranks and nodes are only at the top level.
rows() {
  jq -n '[inputs | input_filename as $file | . as $report | .results[] | {
      machine: ($report.cluster // $report.hosts[0]? // null), forecast_for: $report.machine.name,
      mesh: $report.mesh.file, cells: $report.mesh.cells, scheme: $report.scheme, steps: $report.steps,
      distribution, nodes: (.nodes // $report.nodes), ranks: (.ranks // $report.ranks), threads: $report.threads,
      strategy, block_size, measured_s: (.measured_s // {}).total, predicted_s: (.predicted_s // {}).total, error,
      hash: (.field // {}).hash, file: $file}]
    | sort_by(.machine, .forecast_for, .mesh, .cells, .scheme, .distribution, .nodes, .ranks, .threads, .strategy, .block_size, .file)' "${reports[@]}"
}

write_csv() { jq -r '(.[0] | keys_unsorted), (.[] | [.[]]) | @csv' "$work/rows"; }

# Prints the table. Columns with the same value in all results are printed once, above it.
write_table() {
  jq -r '. as $rows
    | def differs($column): $rows | map(.[$column]) | unique | length > 1;
      ["machine", "forecast_for", "mesh", "cells", "scheme", "steps", "distribution", "threads"] as $about
    | ($about | map(select(differs(.)))) as $columns
    | ($about - $columns | map("\(gsub("_"; " ")): \($rows[0][.] // "-")") | join(", ")),
      ($columns + ["nodes", "ranks", "strategy", "block", "measured", "forecast", "error"] | @tsv),
      ($rows[] | . as $row | [$columns[] | $row[.]] + [.nodes, .ranks, .strategy, .block_size, .measured_s, .predicted_s, .error]
        | map(. // "-") | @tsv)' "$work/rows" | align
}

# Aligns the columns, text to the left and numbers to the right. Times get three significant digits and a unit.
align() {
  awk -F '\t' '
    function seconds(s) {
      if (s == "-") return s
      for (u = 1; u < 4 && s > 0 && s < 0.9995; ++u) s *= 1000
      return sprintf(s < 9.995 ? "%.2f %s" : s < 99.95 ? "%.1f %s" : "%.0f %s", s, unit[u])
    }
    BEGIN { split("s ,ms,us,ns", unit, ",") }
    NR == 1 { print; next }
    NR > 2 {
      $(NF - 2) = seconds($(NF - 2)); $(NF - 1) = seconds($(NF - 1))
      if ($NF != "-") $NF = sprintf("%+.0f %%%s", 100 * $NF, $NF > 0.25 || $NF < -0.25 ? " *" : "  ")
      else $NF = "-  "
    }
    { columns = NF; rows = NR; for (i = 1; i <= NF; ++i) { cell[NR, i] = $i; if (length($i) > width[i]) width[i] = length($i) } }
    END {
      for (r = 2; r <= rows; ++r) {
        line = ""
        for (i = 1; i <= columns; ++i) line = line sprintf(cell[2, i] ~ /^(machine|forecast_for|mesh|scheme|distribution|strategy)$/ ? "  %-*s" : "  %*s", width[i], cell[r, i])
        sub(/ +$/, "", line)
        print line
      }
      print "\nTime per step: median over the steps, of the slowest rank. *: forecast error above 25 %."
    }'
}

offer_help "$@"
prefix='' plots=auto sources=() reports=()
while [ $# -gt 0 ]; do
  case $1 in
    -o) [ $# -ge 2 ] && [ -n "$2" ] || usage; prefix=$2; shift ;;
    --plots) plots=yes ;;
    --no-plots) plots=no ;;
    -h | --help) offer_help -h ;;
    -*) usage ;;
    *) sources+=("$1") ;;
  esac
  shift
done
[ ${#sources[@]} -gt 0 ] || usage
readonly plot=$root/jobs/plot.sh
if [ $plots = yes ]; then
  [ -n "$prefix" ] || complain '--plots needs -o PREFIX'
  [ -x "$plot" ] || complain "--plots: $plot does not exist: use --no-plots"
fi
[ -z "$prefix" ] || [ -d "$(dirname "$prefix")" ] || complain "$prefix: the directory $(dirname "$prefix") does not exist"
# jq may be installed on a cluster that does not have Debian's packages, so they are installed only if it is
# missing.
command -v jq > /dev/null || install_packages "${packages_figures[@]}"

find_reports "${sources[@]}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows > "$work/rows"
[ "$(jq length "$work/rows")" -gt 0 ] || complain "no result in: ${reports[*]}"
write_table
[ -n "$prefix" ] || exit 0
write_csv > "$work/csv"
{ cp "$work/csv" "$prefix.csv.tmp" && mv "$prefix.csv.tmp" "$prefix.csv"; } 2> /dev/null ||
  { rm -f "$prefix.csv.tmp"; complain "$prefix.csv: cannot be written"; }
log "$prefix.csv"
if [ $plots = yes ]; then "$plot" -o "$prefix" "${reports[@]}"
elif [ $plots = auto ] && [ -x "$plot" ]; then
  "$plot" -o "$prefix" "${reports[@]}" || echo 'collect.sh: not all plots were drawn: see the reasons above' >&2
fi
