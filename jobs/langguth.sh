#!/usr/bin/env bash
# Reproduces Tables 1 and 2 and Figures 6 to 17 of Langguth, Wu, Chai and Cai (2015), "Parallel performance modeling of
# irregular applications in cell-centered finite volume methods over unstructured tetrahedral meshes", on this machine:
#
#   jobs/langguth.sh [--quick] [PREFIX]     PREFIX: default out/langguth
#
# The script prints Table 2 and writes PREFIX.json with all values, and PREFIX-N.png and .svg for each Figure
# N:
#
#   6, 7     kernels 1 (shared) and 2 (direct) over the block size, for tiles of 64, 128, 256 and 512 rows, on the first GPU;
#            without a GPU on any device, which the title names (times of a CPU device do not represent GPUs)
#   8 - 11   ventricle meshes with the numbers of cells of the heart, the torso, the blunt fin and the F117 (which are not public
#            in TetGen's format), over the size of METIS blocks: part compute with kernel difference, on one core and, as in 6
#            and 7, with both kernels on a device
#   12       METIS minimising the cut or, as a substitute for PaToH, the volume, on the mesh of Figure 8
#   13 - 15  constructed instances of 1, 0.5 and 5 million rows on 1, 2, 4 .. threads, with equation (6) and counted reads
#   16, 17   counted reads, writes and memory accesses of a K20 with kernels 1 and 2; no GPU is needed
#
# If a figure cannot be drawn, stderr and PREFIX.json contain the reason. Takes about 25 minutes on two cores.
# --quick uses a tenth of the rows, fewer sizes and one mesh, and takes less than two minutes. Environment:
# CELLS (1000000, with --quick 100000), rows of Figure 13; BIN, a directory with the programs tetracast and
# kernels, which are then not built.
# shellcheck disable=SC2016,SC2034,SC2086,SC2154
set -euo pipefail
# shellcheck source=jobs/plotting.sh
. "$(dirname "$0")/plotting.sh"

offer_help "$@"
read_figure_options langguth "$@"
check_prefix
check_free "$prefix.json" "$prefix"-{6..17}.{png,svg}
cells=${CELLS:-$([ -n "$quick" ] && echo 100000 || echo 1000000)}
[[ $cells =~ ^[0-9]{5,9}$ ]] || complain "CELLS=$cells: expected a whole number from 10000 to 999999999"
cd "$root"
install_packages "${packages_figures[@]}" >&2
[ -n "$quick" ] || install_packages tetgen >&2
if [ -z "${BIN:-}" ]; then
  install_packages "${packages_build[@]}" >&2
  build_preset release tetracast-bin kernels >&2
fi
bin=$(realpath -- "${BIN:-build/bin}")
if [ ! -x "$bin/tetracast" ] || [ ! -x "$bin/kernels" ]; then complain "$bin: does not contain the programs tetracast and kernels: correct BIN"; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sizes=20 steps=100 on=''
if [ -n "$quick" ]; then sizes=6 steps=10; fi
readonly sizes steps
threads=()
for ((t = 1; t <= $(nproc); t *= 2)); do threads+=("$t"); done
echo '[]' > "$work/figures.json"
echo '[]' > "$work/skipped.json"

append() { # file, jq expression of the element to add, jq arguments ..
  jq ". + [$2]" "${@:3}" "$1" > "$work/next.json" && mv "$work/next.json" "$1"
}

skip() { # figure, reason
  echo "Figure $1 is skipped: $2" >&2
  append "$work/skipped.json" '{figure: $figure, why: $why}' --arg figure "$1" --arg why "$2"
}

# figure NUMBER TITLE SUBJECT X Y FACTS: draws the curves in $work/curves.json. $on is the device on which
# some of them were measured, or "".
figure() { # number, title, subject, x, y, further facts as JSON
  local figure=$1
  ask 'include "langguth"; data' "$work/curves.json" > "$work/curves"
  printf '%s\n' "$3" > "$work/title"
  ask '$on + "\(.host), \(.program) \(.version) (\(.commit))"' --arg on "${on:+$on; }" "$work/about.json" > "$work/subtitle"
  { write_common && echo 'set key outside right top'; } > "$work/common.gp"
  {
    echo 'set lmargin at screen left(90); set rmargin at screen left(840); set tmargin at screen below_top(95); set bmargin at screen above_bottom(60)'
    heading "Figure $figure: $2"
    printf "set logscale x\nset format x '%%.0f'\nset yrange [0 : *]\nset xlabel '%s'\nset ylabel '%s'\nplot %s\n" "$4" "$5" \
      "$(ask 'include "langguth"; plots' "$work/curves.json")"
  } > "$work/$figure.gp"
  draw "$figure" 520
  append "$work/figures.json" '{figure: $figure, title: $title, subject: $subject, x: $x, y: $y, curves: $curves[0]} + $more[0]' --arg figure "$figure" \
    --arg title "$2" --arg subject "$3" --arg x "$4" --arg y "$5" --slurpfile curves "$work/curves.json" --slurpfile more <(echo "${6:-{\}}")
}

# device_of REPORT: prints the name of the device in a report, or "" if there is none.
device_of() {
  [ ! -e "$1" ] || jq -r '(.device // empty) | .name + (if .processor then " (CPU device, does not represent GPUs)" else "" end)' "$1"
}

curves() { # jq filter of langguth.jq, report..
  ask "include \"langguth\"; $1" "${@:2}" > "$work/curves.json"
}

# ---- Tables 1 and 2 ----
"$bin/tetracast" levels --machine configs/machines/sandybridge-core.yaml --working-sets 140,4000,32000,500000,2500000 --json "$work/levels.json" |
  sed -n '/^Limits /,/as printed/p'
jq --arg host "$(uname -n)" '{program: "tetracast", version, commit, compiler, host: $host}' "$work/levels.json" > "$work/about.json"

# ---- Figures 6 and 7: kernels on a device ----
instances() { # number of the figure, options of kernels ..
  "$bin/kernels" run --directed --cells "$cells" --blocks "8:$((cells / 2)):$sizes" --steps "$products" "${@:2}" --json "$work/$1.json" > "$work/log" 2>&1
}

device='' products=$steps
for d in auto opencl; do
  if "$bin/kernels" run --cells 1000 --blocks 8 --steps 1 --device $d --json "$work/probe.json" > "$work/log" 2>&1; then
    device=$d
    if [ "$(jq .device.processor "$work/probe.json")" = true ]; then products=5; fi # a CPU device needs no accurate times
    break
  fi
done
for n in 6 7; do
  kernel=$([ $n = 6 ] && echo shared || echo direct)
  if [ -z "$device" ]; then
    skip $n 'this build finds no device (OpenCL or CUDA)'
  elif instances $n --device $device --kernel $kernel --tile 64,128,256,512; then
    curves tiles "$work/$n.json"
    on=$(device_of "$work/$n.json")
    figure $n "kernel $((n - 5)) ($kernel) on a device" "$cells rows" \
      'rows per block' 'GFLOP/s' "$(jq '{device: .device}' "$work/$n.json")"
  else
    skip $n "$(tail -n 1 "$work/log")"
  fi
done
products=$steps

# ---- Figures 8 to 12: meshes and orderings ----
mesh_of() { # number of cells: prints the name of a mesh with about this number, which is generated if it does not exist
  local base=meshes/ventricle
  if [ -z "$quick" ]; then
    base=meshes/generated/ventricle-$1
    [ -f "$base.ele" ] || meshes/make.sh ventricle "$1" >&2 || { echo 'the mesh cannot be generated (meshes/make.sh)' > "$work/log"; return 1; }
  fi
  echo "$base"
}

mesh_curve() { # report, mesh, objective of METIS, settings..
  local more=() setting
  for setting in "${@:4}"; do more+=(-s "$setting"); done
  "$bin/tetracast" compare configs/ventricle.yaml -q --machine none --orders blocks --order-blocks "$([ -n "$quick" ] && echo 20,200,2000,0 || echo 20,80,320,1280,5120,20480,81920,0)" \
    --rounds "$([ -n "$quick" ] && echo 1 || echo 3)" -s mesh.file="$2" -s diffusion.scheme=two-point -s kernel=difference -s strategy=none -s threads=1 -s time.steps="$steps" \
    -s order.objective="$3" -s snapshots.file=null "${more[@]}" --json "$work/$1.json" > "$work/log" 2>&1
}

device_curves() { # figure, mesh: writes the reports N-shared.json and N-direct.json if there is a device
  local kernel
  [ -n "$device" ] || return 0
  for kernel in shared direct; do
    mesh_curve "$1-$kernel" "$2" cut device=$device device_kernel=$kernel || rm -f "$work/$1-$kernel.json"
  done
}


while read -r n wanted name; do
  if [ -n "$quick" ] && [ "$n" != 8 ]; then
    skip "$n" "--quick draws only one mesh"
  elif mesh=$(mesh_of "$wanted") && mesh_curve "$n" "$mesh" cut; then
    device_curves "$n" "$mesh"
    reports=()
    for report in "$work/$n"{,-shared,-direct}.json; do [ ! -e "$report" ] || reports+=("$report"); done
    curves '[inputs | mesh_blocks(if .device then "kernel \(if .device.kernel == "shared" then 1 else 2 end) on the device" else "one core" end)]' \
      -n "${reports[@]}"
    on=$(device_of "$work/$n-shared.json")
    figure "$n" 'a mesh, over the size of METIS blocks' \
      "ventricle with $(jq -r .mesh.cells "$work/$n.json") cells ($name in the paper: $wanted); last point: one block" \
      'cells per METIS block' 'GFLOP/s of compute'
  else
    skip "$n" "$(tail -n 1 "$work/log")"
  fi
done << MESHES
8 600791 heart
9 1082723 torso
10 222414 blunt fin
11 240122 F117
MESHES
on=''
if [ -s "$work/8.json" ] && mesh_curve 12 "$(jq -r .mesh.file "$work/8.json")" volume; then
  curves '[(.[0] | mesh_blocks("cut")), (.[1] | mesh_blocks("volume"))]' -s "$work/8.json" "$work/12.json"
  figure 12 'objectives of METIS (PaToH minimises the volume)' "ventricle with $(jq -r .mesh.cells "$work/12.json") cells" 'cells per METIS block' 'GFLOP/s of compute'
else
  skip 12 "$(tail -n 1 "$work/log")"
fi

# ---- Figures 13 to 15: kernels on the processor ----
full=$cells
for n in 13 14 15; do
  case $n in 13) cells=$full ;; 14) cells=$((full / 2)) ;; 15) cells=$((full * 5)) ;; esac
  if instances $n --kernel placed --threads "$(IFS=,; echo "${threads[*]}")" --forecast; then
    curves threads "$work/$n.json"
    figure $n 'constructed instances on the CPU' "$cells rows, first touch by all threads; dashed: forecasts" 'rows per block' 'GFLOP/s' \
      "$(ask 'include "langguth"; {levels: judged("levels_s"), counted: judged("hierarchy_s"), machine}' "$work/$n.json")"
  else
    skip $n "$(tail -n 1 "$work/log")"
  fi
done
cells=$full

# ---- Figures 16 and 17: counted accesses ----
# There are at least 100 000 rows, because with 10 000 rows kernel 2 has 4 to 13 % more reads per row than
# with 1 000 000.
counted=$((cells > 100000 ? cells : 100000))
k20() { sed -nE "s/^$1: *([0-9.e+]+).*/\1/p" configs/machines/k20.yaml; }
# count_k20 NAME BANDWIDTH BLOCKS OPTION..: counts the accesses of a K20 GPU, in which each multiprocessor has
# a read-only cache of 48 kB.
count_k20() {
  "$bin/kernels" count --directed --cells "$counted" --blocks "$3" --sector "$(k20 device_sector_B)" --tile-cache 49152 --cache "$(k20 device_cache_B)" \
    --bandwidth "$2" --cache-bandwidth "$(k20 device_cache_Bps)" --json "$work/$1.json" "${@:4}" > "$work/log"
}
# Kernel 1 stores 48 bytes per row in the 48 kB of shared memory. Therefore 1024 rows are in flight, and the
# cache contains only x. Kernel 2 has 2048 rows in flight, and the cache contains all arrays.
kernel_1=(--tile 64 --in-flight 1024 --cached x)
kernel_2=(--tile 512 --in-flight 2048 --cached all)
aligned=$(seq -s, 64 64 1024)
for n in 16 17; do
  if [ $n = 16 ]; then kernel=("${kernel_1[@]}") roof=208e9; else kernel=("${kernel_2[@]}") roof=$(k20 device_bandwidth_Bps); fi
  count_k20 "counted-$n" "$(k20 device_bandwidth_Bps)" "8:$((counted / 2)):$sizes" "${kernel[@]}"
  count_k20 "largest-$n" "$roof" "$aligned" "${kernel[@]}"
  curves "accesses(${kernel[1]})" "$work/counted-$n.json"
  figure $n "counted accesses per row of kernel $((n - 15))" "K20: tiles of ${kernel[1]} rows, sectors of 32 B, L2 of 1 280 kB; $counted rows" 'rows per block' 'accesses of 32 B per row' \
    "$(jq --slurpfile largest "$work/largest-$n.json" '{k20_gflops: [.results[] | [.block, 1e-9 * .flops]], most_reads: ([.results[].reads_per_row] | max),
      largest_block: $largest[0].largest_blocks[0].block, at_Bps: $largest[0].device_bandwidth_Bps}' "$work/counted-$n.json")"
done
echo 'Equation (2), largest block size b for a K20, and largest number of reads per row (published: kernel 1: b = 500, 5.75 reads; kernel 2: b = 700, 8 reads):'
jq -r '.[] | select(.figure == "16" or .figure == "17") | "  kernel \(.figure | tonumber - 15): b = \(.largest_block) at \(1e-7 * .at_Bps | round / 100) GB/s, \(100 * .most_reads | round / 100) reads"' "$work/figures.json"

jq --slurpfile levels "$work/levels.json" --slurpfile figures "$work/figures.json" --slurpfile skipped "$work/skipped.json" \
  '. + {quick: $quick, tables: $levels[0], figures: $figures[0], skipped: $skipped[0]}' --argjson quick "$([ -n "$quick" ] && echo true || echo false)" "$work/about.json" > "$work/all.json"
mv "$work/all.json" "$prefix.json"
echo "$prefix.json"
