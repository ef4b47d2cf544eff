#!/usr/bin/env bash
# Reproduces the results of Blanco et al. (2000), "Performance Prediction for Parallel Iterative Solvers":
#
#   jobs/paraiso.sh [ROWS ENTRIES [RESTART]]     Tables 1 and 2, with values reconstructed from the counted kernels
#   jobs/paraiso.sh --runs [PREFIX]              the equivalent of Figure 4, whose values are lost
#   jobs/paraiso.sh --draw PREFIX.tsv [PREFIX]   draws a table of --runs again
#
# ROWS and ENTRIES of the matrix for which FLOPs and seconds are computed; default: meshes/ventricle with scheme two-point.
# RESTART: iterations per cycle of GMRES; default: 30. PREFIX: common name of the outputs; default: out/paraiso.
#
# --runs takes some minutes on a quiet machine. It calibrates with --fit on RANKS ranks (1 2 4 .. up to the
# number of cores) and solves systems of nine matrices with 300 iterations of conjugate gradients. It compares
# the time of an iteration with the forecast of `solve --routines`. Outputs: PREFIX.tsv, and the figure
# PREFIX-errors.png and .svg.
# Matrices: NOS7, the negative of SHERMAN1, graph Laplacians of the patterns of JPWH_991 and ORSREG_1
# (Harwell-Boeing, tests/matrix/data), systems of implicit steps on meshes/ventricle and on a ventricle of
# CELLS cells (default: 600000, meshes/make.sh), 27-point stencils of 20^3 and 50^3 points, and 20 000 rows of
# 3 to 500 entries (tests/matrix/write_matrix.py).
# shellcheck disable=SC2034,SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

readonly iterations=300 limit=15 # limit: error in per cent below which the paper reports most of its forecasts

# ---- runs of --runs ----

# Writes the matrices to the temporary directory $work, and their names, ordered by size, to the array
# `matrices`.
write_matrices() {
  local write=tests/matrix/write_matrix.py data=tests/matrix/data cells=${CELLS:-600000}
  local mesh=meshes/generated/ventricle-$cells
  log 'writing the matrices' >&2
  cp "$data/nos7.rsa" "$work/NOS7.mtx"
  /usr/bin/python3 $write negative "$data/sherman1.mtx" "$work/SHERMAN1.mtx"
  /usr/bin/python3 $write laplacian "$data/jpwh_991.rua" "$work/JPWH_991.mtx"
  /usr/bin/python3 $write laplacian "$data/orsreg_1.rua" "$work/ORSREG_1.mtx"
  /usr/bin/python3 $write stencil 20 "$work/stencil-20.mtx"
  /usr/bin/python3 $write stencil 50 "$work/stencil-50.mtx"
  /usr/bin/python3 $write lengths 20000 "$work/rows-3-500.mtx"
  [ -f "$mesh.ele" ] || meshes/make.sh ventricle "$cells" >&2
  export_system meshes/ventricle ventricle
  export_system "$mesh" "ventricle-$cells"
  matrices=(NOS7 SHERMAN1 JPWH_991 ORSREG_1 stencil-20 ventricle rows-3-500 stencil-50 "ventricle-$cells")
}

export_system() { # mesh, name
  build/bin/tetracast export configs/ventricle.yaml -q -s mesh.file="$1" -s snapshots.file=null -s diffusion.scheme=two-point \
    -s time.method=implicit --weighting volume -o "$work/$2" > /dev/null
}

# measure RANKS MATRIX: solves a system and prints a line of the table. Its columns are matrix, rows, entries,
# ranks, measured and forecast microseconds per iteration, and the error of the forecast in per cent.
measure() { # ranks, name of the matrix
  launch "$1" build/bin/tetracast solve "$work/$2.mtx" -q --routines --machine "$work/$1.yaml" -s strategy=neighbour \
    -s solver.method=cg -s solver.preconditioner.name=none -s solver.iterations=$iterations --json "$work/solve.json" > /dev/null
  jq -r --arg name "$2" '.routines as $r | $r.versions[0] as $v | (if $v.iteration_high_s == null then error("no forecast") else ($v.iteration_low_s + $v.iteration_high_s) / 2 end) as $forecast
    | [$name, .matrix.rows, .matrix.entries, .ranks, $r.measured_s * 1e6, $forecast * 1e6, ($forecast / $r.measured_s - 1) * 100]
    | @tsv' "$work/solve.json"
}

run_matrices() {
  local name r ranks=()
  for ((r = 1; r <= $(nproc); r *= 2)); do ranks+=("$r"); done
  read -ra ranks <<< "${RANKS:-${ranks[*]}}"
  printf 'matrix\trows\tentries\tranks\tmeasured_us\tforecast_us\terror_percent\n'
  for r in "${ranks[@]}"; do
    log "calibrating $r ranks" >&2
    launch "$r" build/bin/tetracast calibrate --fit -q -o "$work/$r.yaml" > /dev/null
    for name in "${matrices[@]}"; do measure "$r" "$name"; done
  done
}

# ---- printing the table and drawing the figure ----

print_table() { # table
  awk -F '\t' -v limit=$limit '
    NR == 1 { printf "%-18s %8s %10s %6s %14s %14s %9s\n", "matrix", "rows", "entries", "ranks", "measured [us]", "forecast [us]", "error"; next }
    { printf "%-18s %8d %10d %6d %14.1f %14.1f %+7.0f %%\n", $1, $2, $3, $4, $5, $6, $7; n++; within += $7 < limit && $7 > -limit }
    END { printf "Errors below %d %%: %d of %d (%.0f %%). The paper reports \"most\" for its matrices, which it does not name.\n",
          limit, within, n, 100 * within / n }' "$1"
}

check_table() { # table
  check_readable "$1"
  awk -F '\t' 'NR == 1 { bad = $1 != "matrix" || $7 != "error_percent" } NR > 1 && (NF != 7 || $1 !~ /^[A-Za-z0-9_.-]+$/ || $5 <= 0 || $6 <= 0) { bad = 1 }
    END { exit bad || NR < 2 }' "$1" || complain "$1: is not a table of jobs/paraiso.sh --runs"
}

# Writes a data file for each number of ranks, with the number of the matrix, the times and the error. Also
# writes the names of the matrices as labels of the axis.
write_data() { # table
  awk -F '\t' -v folder="$work" '
    NR == 1 { next }
    !($1 in number) { number[$1] = ++count; tics = tics sprintf("%s\"%s\" %d", count > 1 ? ", " : "", $1, count) }
    { print number[$1], $5, $6, $7 > (folder "/ranks-" $4 ".dat") }
    END { print "set xtics (" tics ") rotate by -35 nomirror"; print "set xrange [0.5:" count + 0.5 "]" }' "$1" > "$work/matrices.gp"
  tail -n +2 "$1" | cut -f 4 | sort -nu > "$work/ranks"
}

draw_figure() { # table
  local colours=('#0072b2' '#d55e00' '#009e73' '#cc79a7') entries=() times='' errors='' r k=0
  write_data "$1"
  while read -r r; do
    entries+=("point ${colours[k % 4]} 7 measured, ranks: $r" "point ${colours[k % 4]} 4 forecast, ranks: $r")
    times+="${times:+, }'ranks-$r.dat' using 1:2 with points pointtype 7 linecolor '${colours[k % 4]}' notitle"
    times+=", '' using 1:3 with points pointtype 4 pointsize 1.6 linecolor '${colours[k % 4]}' notitle"
    errors+="${errors:+, }'ranks-$r.dat' using 1:4 with linespoints pointtype 7 linecolor '${colours[k % 4]}' notitle"
    k=$((k + 1))
  done < "$work/ranks"
  echo 'Time of an iteration of conjugate gradients without preconditioner' > "$work/title"
  print_table "$1" | sed -n '$s/\. The paper.*//p' > "$work/subtitle"
  {
    heading 'Forecast of the model paraiso for matrices of several sizes (cf. Figure 4 of Blanco et al. 2000)'
    legend 97 "${entries[@]:0:4}"
    [ ${#entries[@]} -le 4 ] || legend 121 "${entries[@]:4:4}"
    cat << GP
set multiplot
set lmargin at screen left(105)
set rmargin at screen left($((width - 25)))
load 'matrices.gp'
unset xtics
set tmargin at screen below_top(150)
set bmargin at screen below_top(480)
set logscale y
set ylabel 'time of an iteration [µs]'
plot $times
unset logscale y
set tmargin at screen below_top(510)
set bmargin at screen below_top(740)
load 'matrices.gp'
set ylabel 'error of the forecast [%]'
set object rectangle from graph 0, first -$limit to graph 1, first $limit fillcolor '#eeeeee' fillstyle solid noborder back
plot $errors, 0 with lines linecolor '#444444' notitle
unset multiplot
GP
  } > "$work/errors.gp"
  write_common > "$work/common.gp"
  draw errors 850
}

offer_help "$@"
cd "$root"
mode=${1:-}
if [ "$mode" != --runs ] && [ "$mode" != --draw ]; then
  install_packages "${packages_build[@]}" >&2
  build_preset release paraiso >&2
  exec build/bin/paraiso "$@"
fi
shift
if [ "$mode" = --draw ]; then
  [ $# -ge 1 ] || complain 'usage: jobs/paraiso.sh --draw PREFIX.tsv [PREFIX]'
  table=$1
  shift
fi
[ $# -le 1 ] || complain "usage: jobs/paraiso.sh $mode .. [PREFIX]"
prefix=$(realpath -m -- "${1:-$root/out/paraiso}")
[ $# = 1 ] || mkdir -p "$root/out"
check_prefix
install_packages "${packages_figures[@]}" >&2 || complain 'jq and gnuplot are missing: install them'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$mode" = --runs ]; then
  install_packages "${packages_build[@]}" python3-minimal tetgen >&2
  build_preset release tetracast-bin >&2
  write_matrices
  table=$prefix.tsv
  run_matrices > "$work/table.tsv"
  mv "$work/table.tsv" "$table"
fi
check_table "$table"
print_table "$table"
draw_figure "$table"
