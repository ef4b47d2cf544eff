#!/usr/bin/env bash
# Reproduces Blanco et al. (2000), "Performance Prediction for Parallel Iterative Solvers": prints Tables 1 and 2 with the values
# reconstructed from the counted kernels, and explains the differences (apps/paraiso/README.md). With --runs it measures the
# equivalent of Figure 4, whose values are lost. This figure shows conjugate gradients on several matrices and numbers of ranks,
# with forecasts by the paper's model, fitted to this machine.
#
#   jobs/paraiso.sh [ROWS ENTRIES [RESTART]]   the tables
#   jobs/paraiso.sh --runs                     the figure
#
# ROWS and ENTRIES of the matrix for which FLOPs and seconds are computed; default: meshes/ventricle with scheme two-point.
# RESTART: iterations per cycle of GMRES; default: 30. --runs takes some minutes on a quiet machine. It calibrates with --fit on
# RANKS ranks (1 2 4 .. up to the number of cores). Then it runs 5 steps with 60 iterations of cg without preconditioner on meshes
# of CELLS cells (15000 60000 250000), which meshes/make.sh ventricle generates if they are missing.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
cd "$root"
if [ "${1:-}" != --runs ]; then
  install_packages "${packages_build[@]}" >&2
  build_preset release paraiso >&2
  exec build/bin/paraiso "$@"
fi

install_packages "${packages_build[@]}" "${packages_figures[@]}" tetgen >&2
build_preset release tetracast-bin >&2
ranks=()
for ((r = 1; r <= $(nproc); r *= 2)); do ranks+=("$r"); done
read -ra ranks <<< "${RANKS:-${ranks[*]}}"
read -ra cells <<< "${CELLS:-15000 60000 250000}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # ranks, cells: prints a line of the figure
  local mesh=meshes/generated/ventricle-$2
  [ -f "$mesh.ele" ] || meshes/make.sh ventricle "$2" >&2
  launch "$1" build/bin/tetracast run configs/ventricle.yaml -q --machine "$work/$1.yaml" --model paraiso -s mesh.file="$mesh" \
    -s snapshots.file=null -s diffusion.scheme=two-point -s strategy=neighbour -s time.steps=5 -s time.method=implicit \
    -s 'solver={method: cg, iterations: 60, preconditioner: {name: none}}' --force --json "$work/run.json" > /dev/null
  jq -r --argjson ranks "$1" '.mesh.cells as $cells | .results[0] | .solver.iterations.median as $iterations |
    (.measured_s.total / $iterations) as $measured | (.forecasts | map_values(if . then .total / $iterations else null end)) as $by |
    [$cells, $ranks, $measured * 1e6, ($by.paraiso, $by.refined | if . then . * 1e6, (. / $measured - 1) * 100 else "-", "-" end)] | @tsv' "$work/run.json"
}

printf '%9s %6s | %13s | %12s %7s | %12s %7s\n' rows ranks 'measured [us]' 'paraiso [us]' error 'refined [us]' error
for r in "${ranks[@]}"; do
  log "calibrating $r ranks" >&2
  launch "$r" build/bin/tetracast calibrate --fit -q -o "$work/$r.yaml" > /dev/null
  for n in "${cells[@]}"; do
    run "$r" "$n" | LC_ALL=C awk 'function f(form, x) { return x == "-" ? x : sprintf(form, x) }
      { printf "%9d %6d | %13.1f | %12s %7s | %12s %7s\n", $1, $2, $3, f("%.1f", $4), f("%+.0f %%", $5), f("%.1f", $6), f("%+.0f %%", $7) }'
  done
done
echo "Times per iteration of cg. The paper reports errors below 15 % for most of its forecasts, without naming the matrices."
