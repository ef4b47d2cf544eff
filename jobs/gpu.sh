#!/usr/bin/env bash
# Runs the kernels of Langguth et al. (2015) on a GPU. Compares their bits with those of the CPU, measures the
# values of Figures 6, 7, 16 and 17, and compares forecasts with them.
#
#   jobs/gpu.sh [OUT.json]     OUT.json: default out/gpu.json
#
# Needs only a C compiler, CMake, and nvcc or OpenCL. The script builds only the program kernels (preset
# kernels), and compares every product with the bits of the CPU. It times kernels 1 (shared) and 2 (direct) on
# artificial matrices of CELLS (default: 1000000) rows with SIZES (20) block sizes. Tiles have 64 to 512 rows,
# if the device supports them. The results are one flat JSON file. The script takes less than 8 minutes.
#
# best_share_of_copy is the bandwidth of the best product (64 bytes per row), divided by the copy bandwidth of
# the device in the same run. A forecast is equation (2) of the paper, for kernel 1 with tiles of 64 rows. The
# accesses of 32 bytes are counted in the matrix. The memory bandwidth of the forecast is measured with the
# smallest blocks, and the cache bandwidth with the largest. Therefore only the block sizes between them are
# compared.
#
# Without a GPU the script reports this, writes the counted values only, and ends with exit code 1.
# DEVICE=opencl uses any OpenCL device, also a CPU, to try the script; its times do not represent GPUs. BUILD
# (build-kernels): directory of the build. OPTIONS: further arguments of cmake, such as
# -DTETRACAST_CUDA_ARCH=native.
# Exit codes: 0 success; 1 no GPU; 2 wrong use; 4 wrong bits; others are those of the failed command.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."

case ${1:-} in
  -h | --help) sed -n '2,/^[^#]/s/^# \?//p' "jobs/${0##*/}"; exit 0 ;;
  -*) echo "${0##*/}: usage: jobs/gpu.sh [OUT.json]" >&2; exit 2 ;;
esac
out=${1:-out/gpu.json} cells=${CELLS:-1000000} sizes=${SIZES:-20} device=${DEVICE:-auto} build=${BUILD:-build-kernels}
wrong() { echo "${0##*/}: $1" >&2; exit 2; }
[[ $device =~ ^(auto|(opencl|cuda)(:[0-9]+)?)$ ]] || wrong "DEVICE: expected auto, opencl, cuda, opencl:I or cuda:I for device number I, found '$device'"
[[ $cells =~ ^[1-9][0-9]{1,8}$ && $cells -ge 16 && $cells -le 536870912 ]] || wrong "CELLS: expected a whole number from 16 to 536870912, found '$cells'"
[[ $sizes =~ ^[1-9][0-9]{0,2}$ && $sizes -le 128 ]] || wrong "SIZES: expected a whole number from 1 to 128, found '$sizes'"
began=$(date +%s)
if [ -e "$out" ] && [ ! -f "$out" ]; then wrong "$out: is not a regular file: name another file"; fi
if [ -s "$out" ] && ! grep -q '^ *"program": *"gpu.sh"' -- "$out"; then
  wrong "$out: exists and was not written by gpu.sh, so it is not overwritten: remove it or name another file"
fi
log() { printf '== %s\n' "$*" >&2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$out")"

command -v nvcc > /dev/null || PATH=$PATH:/usr/local/cuda/bin # default directory of CUDA
log 'building kernels'
read -ra options <<< "${OPTIONS:-}"
{ cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DTETRACAST_ONLY=kernels "${options[@]}" && cmake --build "$build" -j "$(nproc)"; } > "$work/log" 2>&1 || {
  tail -n 20 "$work/log" >&2
  echo "${0##*/}: the program kernels cannot be built: correct the errors above" >&2
  exit 3
}
grep -h 'Devices:' "$work/log" >&2 || true
kernels=$build/bin/kernels

# results FILE: prints one line per result in a report of the program kernels, such as "block 8 tile 64 ..".
# The keys are in their order, without nested ones.
results() {
  awk '/"results": \[/ { on = 1; next }
    !on { next }
    /^    \{/ { line = ""; next }
    /^    \}/ { print line; next }
    /^      "/ { gsub(/[",:]/, " "); $1 = $1; line = line " " $1 " " $2 }' "$1"
}

# json_value FILE KEY: prints the first text or number that has this key.
json_value() { sed -nE "s/^ *\"$2\": \"?([^\"]*[^\",])\"?,?\$/\1/p" "$1" | head -n 1; }

entries=()
entry() { entries+=("  \"$1\": $2"); } # key, value
text() { entry "$1" "\"${2//[\"\\]/}\""; }

# ---- search for a device ----
found=1
"$kernels" run --cells 1000 --blocks 8 --steps 1 --device "$device" --json "$work/probe.json" > "$work/log" 2>&1 || found=0
text program gpu.sh
"$kernels" count --cells 1000 --blocks 8 --json "$work/count.json" > /dev/null
for key in version commit compiler; do text $key "$(json_value "$work/count.json" $key)"; done
text host "$(uname -n)"
text date "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
entry cells "$cells"

if [ "$found" = 0 ]; then
  echo "${0##*/}: there is no GPU to measure on, so only counted values are written: $(tail -n 1 "$work/log" | sed 's/^kernels: error: //')" >&2
  entry device null
else
  name=$(json_value "$work/probe.json" name)
  text device "$name"
  text backend "$(json_value "$work/probe.json" backend)"
  entry cpu_device "$(json_value "$work/probe.json" processor)"
  log "device: $name"
  if [ "$(json_value "$work/probe.json" processor)" = true ]; then log 'CPU device: its times do not represent GPUs'; fi

  # ---- tiles that the device supports (OpenCL may allow few threads per group) ----
  tiles=64
  for tile in 128 256 512; do
    "$kernels" run --cells 1000 --blocks 8 --steps 1 --device "$device" --kernel shared,direct --tile $tile > "$work/log" 2>&1 || {
      log "skipping tiles from $tile rows: $(tail -n 1 "$work/log" | sed 's/^kernels: error: //')"
      break
    }
    tiles+=,$tile
  done

  # ---- equal bits: a number of rows that no tile divides, both row forms, mutual and one-sided (--directed)
  # neighbours ----
  log 'comparing bits with the CPU'
  lines=0
  for form in difference matrix; do
    for directed in '' --directed; do
      # shellcheck disable=SC2086 # a word or none
      "$kernels" run --cells 100003 --blocks 5,64,4096,100003 --steps 5 --device "$device" --kernel shared,direct --tile $tiles \
        --form $form $directed --json "$work/bits.json" > "$work/log" 2>&1 || {
        code=$?
        tail -n 3 "$work/log" >&2
        exit $code
      }
      lines=$((lines + $(results "$work/bits.json" | wc -l)))
    done
  done
  text bits "those of the processor"
  entry bits_lines "$lines"

  # ---- Figures 6 and 7: times of both kernels ----
  log "timing kernels 1 and 2 with $sizes block sizes"
  "$kernels" run --directed --cells "$cells" --blocks "8:$((cells / 2)):$sizes" --steps 50 --device "$device" --kernel shared,direct \
    --tile $tiles --json "$work/figures.json" > "$work/log"
  results "$work/figures.json" > "$work/timed"
fi

# of KEY=VALUE.. NAME: prints the value NAME of the timed result that has these keys.
of() {
  awk -v wanted="${*:1:$#-1}" -v name="${*: -1}" 'BEGIN { n = split(wanted, want, " ") }
    { for (i = 1; i < NF; i += 2) is[$i] = $(i + 1)
      for (k = 1; k <= n; k++) { split(want[k], part, "="); if (is[part[1]] != part[2]) next }
      print is[name]; exit }' "$work/timed"
}

blocks() { results "$work/count.json" | awk '{ for (i = 1; i < NF; i += 2) if ($i == "block" && !seen[$(i + 1)]++) print $(i + 1) }'; }

# ---- Figures 16 and 17: counted reads ----
log 'counting accesses'
"$kernels" count --directed --cells "$cells" --blocks "8:$((cells / 2)):$sizes" --tile 64,512 --sector 32 --json "$work/count.json" > /dev/null
results "$work/count.json" | awk '{ for (i = 1; i < NF; i += 2) is[$i] = $(i + 1)
  printf "figure%d_b%d_reads_a_row %s\n", is["tile"] == 64 ? 16 : 17, is["block"], is["reads_per_row"] }' > "$work/reads"
while read -r key value; do entry "$key" "$value"; done < "$work/reads"

if [ "$found" = 1 ]; then
  figure=6
  for kernel in shared direct; do
    for tile in ${tiles//,/ }; do
      for b in $(blocks); do
        entry "figure${figure}_tile${tile}_b${b}_gflops" "$(of kernel=$kernel tile=$tile block="$b" flops | awk '{ printf "%.3f", 1e-9 * $1 }')"
      done
    done
    figure=7
  done

  # ---- forecast errors of kernel 1 ----
  smallest=$(blocks | head -n 1) largest=$(blocks | tail -n 1)
  memory=$(of kernel=shared tile=64 block="$smallest" step_s | awk -v n="$cells" '{ printf "%.6g", 64 * n / $1 }')
  cache=$(of kernel=shared tile=64 block="$largest" step_s |
    awk -v n="$cells" -v reads="$(awk -v key="figure16_b${largest}_reads_a_row" '$1 == key { print $2 }' "$work/reads")" '{ printf "%.6g", (32 * reads + 8) * n / $1 }')
  copy=$(json_value "$work/figures.json" device_copy_Bps)
  fastest=$(awk '{ for (i = 1; i < NF; i += 2) is[$i] = $(i + 1); if (is["bandwidth_Bps"] > most) most = is["bandwidth_Bps"] } END { printf "%.6g", most }' "$work/timed")
  entry copy_GBps "$(awk -v x="$copy" 'BEGIN { printf "%.2f", 1e-9 * x }')"
  entry best_GBps "$(awk -v x="$fastest" 'BEGIN { printf "%.2f", 1e-9 * x }')"
  entry best_share_of_copy "$(awk -v x="$fastest" -v c="$copy" 'BEGIN { printf "%.4f", x / c }')"
  log "bandwidth of the best product: $(awk -v x="$fastest" -v c="$copy" 'BEGIN { printf "%.0f %% of the copy bandwidth %.4g GB/s", 100 * x / c, 1e-9 * c }')"
  entry memory_GBps "$(awk -v x="$memory" 'BEGIN { printf "%.2f", 1e-9 * x }')"
  entry cache_GBps "$(awk -v x="$cache" 'BEGIN { printf "%.2f", 1e-9 * x }')"
  "$kernels" count --directed --cells "$cells" --blocks "8:$((cells / 2)):$sizes" --tile 64 --sector 32 --bandwidth "$memory" --cache-bandwidth "$cache" \
    --json "$work/forecast.json" > /dev/null
  results "$work/forecast.json" | awk '{ for (i = 1; i < NF; i += 2) is[$i] = $(i + 1); print is["block"], is["flops"] }' > "$work/forecast"
  judged=0 good=0
  while read -r b flops; do
    error=$(awk -v f="$flops" -v m="$(of kernel=shared tile=64 block="$b" flops)" 'BEGIN { printf "%.4f", f / m - 1 }')
    entry "forecast_b${b}_gflops" "$(awk -v f="$flops" 'BEGIN { printf "%.3f", 1e-9 * f }')"
    entry "forecast_b${b}_error" "$error"
    case $b in "$smallest" | "$largest") continue ;; esac # the forecast is fitted to these
    judged=$((judged + 1)) good=$((good + $(awk -v e="$error" 'BEGIN { print (e <= 0.15 && e >= -0.15) ? 1 : 0 }')))
  done < "$work/forecast"
  entry forecasts "$judged"
  entry forecasts_within_15_percent "$good"
  log "the forecast error is at most 15 % at $good of $judged block sizes"
  faster=$(for b in $(blocks); do echo "$(of kernel=shared tile=64 block="$b" flops) $(of kernel=direct tile=${tiles##*,} block="$b" flops)"; done | awk '$2 > $1 { n++ } END { print n + 0 }')
  entry kernel_2_faster_sizes "$faster"
fi
entry seconds $(($(date +%s) - began))

{ echo '{'; printf '%s,\n' "${entries[@]}" | sed '$ s/,$//'; echo '}'; } > "$work/out.json"
mv "$work/out.json" "$out"
log "written: $out"
[ "$found" = 1 ] || exit 1
