#!/usr/bin/env bash
# Runs of one job with different ranks, threads, distributions, orders and strategies. The field and the
# snapshots must have the same bits in all runs, and the integral must be conserved.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need h5diff hdf5-tools
need jq jq

cat > "$folder/job.yaml" << 'YAML'
mesh: {file: meshes/cube}
initial: "exp(-4*((x-0.8)^2+y^2+z^2))"
YAML

# Reads the numbers and texts of the first "field" of the JSON report into the array `field`. Starts no
# processes, which would take longer than the runs.
declare -A field
read_field() {
  local lines line is_field=''
  field=()
  mapfile -t lines < "$folder/r.json"
  for line in "${lines[@]}"; do
    [[ $line != *'"field"'* ]] || is_field=1
    if [ -n "$is_field" ] && [[ $line =~ ^' '*'"'(hash|integral|min|max)'": '\"?([^\",]*)\"?,?$ ]] && [ -z "${field[${BASH_REMATCH[1]}]-}" ]; then
      field[${BASH_REMATCH[1]}]=${BASH_REMATCH[2]}
    fi
  done
}

# reference[SCHEME]: hash and integral of the field after the first run of a scheme. start[SCHEME]: integral
# of the initial field.
declare -A reference start

run() { # name, ranks, snapshot file, overrides...
  local name=$1 ranks=$2 snapshots=$3 options=()
  for override in "${@:4}"; do options+=(-s "$override"); done
  launch "$ranks" run "$folder/job.yaml" -q --machine "$known" --json "$folder/r.json" -s snapshots.file="$snapshots" -s snapshots.every=15 "${options[@]}"
  expect_code "$name" 0
  read_field
}

conserved() { # name, before, after
  awk -v a="$2" -v b="$3" 'BEGIN { d = (a - b) / a; exit !(a > 0 && d <= 1e-12 && d >= -1e-12) }' ||
    fail "$1: the integral was $2, is $3"
}

compare_run() { # scheme, name
  local got
  got="${field[hash]} ${field[integral]}"
  [[ $got =~ ^[0-9a-f]{16}\ [0-9.e+-]+$ ]] || fail "$2: the report has no field: $got"
  if [ -z "${reference[$1]:-}" ]; then
    reference[$1]=$got
    conserved "$2" "${start[$1]}" "${field[integral]}"
    [ "${field[min]}" != "${field[max]}" ] || fail "$2: the field is constant"
    mv "$folder/out.h5" "$folder/$1.h5"
    return
  fi
  [ "$got" = "${reference[$1]}" ] || fail "$2: $got, the first run ${reference[$1]}"
  h5diff "$folder/$1.h5" "$folder/out.h5" > "$folder/stderr" 2>&1 || fail "$2: h5diff finds differences"
  [ ! -s "$folder/stderr" ] || fail "$2: h5diff complains"
}

for scheme in gradient two-point; do
  run "$scheme, no steps" 0 null "diffusion.scheme=$scheme" time.steps=0
  start[$scheme]=${field[integral]}
done

# Columns of the table: scheme, ranks (0: no launcher), threads, distribution or partitioner, block size,
# order, strategy.
while read -r scheme ranks threads kind block order strategy; do
  name="$scheme, $ranks ranks x $threads threads, $kind $block, $order, $strategy"
  partitioner=auto
  case $kind in chunks | curve) partitioner=$kind kind=metis ;; esac
  run "$name" "$ranks" "$folder/out.h5" "diffusion.scheme=$scheme" "threads=$threads" "distribution.kind=$kind" \
    "distribution.partitioner=$partitioner" "distribution.block_size=$block" "order.method=$order" "strategy=$strategy" time.steps=40
  compare_run "$scheme" "$name"
done <<'TABLE'
gradient 0 1 metis 65536 none condensed
gradient 0 2 cyclic 1000 rcm condensed
gradient 2 1 metis 65536 metis condensed
gradient 2 2 cyclic 512 none condensed
gradient 3 1 cyclic 7 metis condensed
gradient 4 1 chunks 4096 rcm condensed
two-point 0 1 cyclic 65536 rcm condensed
two-point 3 1 cyclic 500 random block
two-point 2 1 cyclic 1000 metis condensed
two-point 2 2 curve 65536 rcm condensed
two-point 3 1 chunks 64 none condensed
two-point 3 1 cyclic 1 none condensed
TABLE
[ "${reference[gradient]}" != "${reference[two-point]}" ] || fail 'both schemes give the same field'

# On a processor without fused multiply-adds the C library uses other code for functions such as exp. The
# field must have the same bits.
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4 run 'older processor' 0 null diffusion.scheme=gradient time.steps=40
[ "${field[hash]} ${field[integral]}" = "${reference[gradient]}" ] || fail 'older processor: another field'

# All strategies in one launch of compare. Only the field of strategy `none` may differ, and it must be marked
# as invalid.
strategies=$(sed -nE 's/^TC_[A-Z]+\(([a-z0-9_]+)[,)].*/\1/p' lib/comm/exchange/strategies.def | tr _ - | paste -sd,)
rm -f "$folder/r.json"
launch 3 compare "$folder/job.yaml" -q --machine "$known" --json "$folder/r.json" --strategies "$strategies" --block-sizes 512 \
  -s diffusion.scheme=gradient -s distribution.kind=cyclic -s time.steps=40
expect_code 'all strategies' 0
[ "$(jq -r '[.results[].strategy] | sort | join(" ")' "$folder/r.json")" = "$(tr , '\n' <<< "$strategies" | sort | paste -sd' ')" ] ||
  fail 'all strategies: not all are in the report'
while read -r strategy valid hash integral; do
  if [ "$valid" = true ]; then
    [ "$hash $(printf %.13g "$integral")" = "${reference[gradient]% *} $(printf %.13g "${reference[gradient]#* }")" ] || fail "$strategy: another field"
  elif [ "$strategy" != none ]; then
    fail "$strategy is not valid"
  fi
done < <(jq -r '.results[] | "\(.strategy) \(.field.valid) \(.field.hash) \(.field.integral)"' "$folder/r.json")

# The storage format of the matrix does not change the bits.
for storage in $(sed -nE 's/^TC_ENTRY\(([a-z0-9_]+)\).*/\1/p' lib/sparse/formats.def) auto; do
  [ "$storage" != difference ] || continue # the format of kernel difference, tested below
  run "$storage" 2 null diffusion.scheme=gradient strategy=neighbour "storage=$storage" time.steps=40
  [ "${field[hash]} ${field[integral]}" = "${reference[gradient]}" ] || fail "$storage: another field"
done
# The kernel `difference` gives other bits than the kernel `matrix`. All runs of this table use `difference`
# and must give equal bits. The integral must be conserved.
difference=''
while read -r ranks threads kind block order strategy; do
  name="kernel difference, $ranks ranks x $threads threads, $kind $block, $order, $strategy"
  run "$name" "$ranks" null kernel=difference diffusion.scheme=two-point "threads=$threads" "distribution.kind=$kind" \
    "distribution.block_size=$block" "order.method=$order" "strategy=$strategy" time.steps=40
  [ -n "$difference" ] || difference="${field[hash]} ${field[integral]}"
  [ "${field[hash]} ${field[integral]}" = "$difference" ] || fail "$name: another field"
  conserved "$name" "${start[two-point]}" "${field[integral]}"
done <<'TABLE'
0 1 metis 65536 none condensed
0 3 metis 65536 metis none
2 2 cyclic 512 rcm naive
3 1 cyclic 7 none fine
3 1 metis 1000 rcm block
2 1 metis 65536 metis neighbour
3 2 metis 65536 metis auto
TABLE
[[ $difference =~ ^[0-9a-f]{16}\ [0-9.e+-]+$ ]] || fail "kernel difference: no field: $difference"
[ "${difference% *}" != "${reference[two-point]% *}" ] || fail 'kernel difference: the bits are those of the matrix'
[ "$(jq -r '.kernel, .results[0].storage' "$folder/r.json" | paste -sd' ')" = 'difference difference' ] || fail 'kernel difference: the report has another kernel or format'
# A constant field remains constant to the last bit.
run 'a constant' 2 null kernel=difference diffusion.scheme=two-point initial=0.1 time.steps=500
[ "${field[min]} ${field[max]}" = '0.1 0.1' ] || fail "a constant: ${field[min]} to ${field[max]}"
# The kernel `difference` needs complete rows, which it applies as sums of differences between cells. Settings
# that violate this are refused.
refused() { # name, part of the message, options
  launch 2 compare "$folder/job.yaml" -q --machine "$known" -s kernel=difference -s time.steps=2 "${@:3}"
  expect_code "kernel difference, $1" 2 "$2" 'kernel'
}
refused gradient 'diffusion.scheme' -s diffusion.scheme=gradient
refused implicit 'time.method' -s diffusion.scheme=two-point -s time.method=implicit
refused 'a value' 'boundary.default' -s diffusion.scheme=two-point -s boundary.default.kind=value -s boundary.default.value=0
refused bcs 'strategy' -s diffusion.scheme=two-point -s strategy=bcs
refused 'bcs in a list' '--strategies' -s diffusion.scheme=two-point --strategies condensed,bcs
refused ell16 'storage' -s diffusion.scheme=two-point -s storage=ell16
rm -f "$folder/r.json"
launch 3 compare "$folder/job.yaml" -q --machine "$known" --json "$folder/r.json" -s kernel=difference -s diffusion.scheme=two-point -s time.steps=40
expect_code 'kernel difference, all strategies that support it' 0
[ "$(jq -r '[.results[] | select(.field.valid).field.hash] | unique | join(" ")' "$folder/r.json")" = "${difference% *}" ] || fail 'kernel difference: strategies differ'
jq -e '[.results[].strategy] | index("bcs") == null and length >= 5' "$folder/r.json" > /dev/null || fail 'kernel difference: not the strategies that support it'

# The placement of memory pages (key `placement`) does not change the bits, and the report contains the
# placement.
run placement 2 null diffusion.scheme=gradient threads=2 placement=master time.steps=40
[ "${field[hash]} ${field[integral]}" = "${reference[gradient]}" ] || fail 'placement: another field'
jq -e '.placement == "master" and (.results[0].local_page_share | . == null or (. >= 0 and . <= 1))
  and (.memory_nodes != 1 or .results[0].local_page_share == 1 or .results[0].local_page_share == null)' "$folder/r.json" > /dev/null || fail 'placement: the report is wrong'

# Forcing and local states: time-dependent boundary data, a source and two states. All runs give the same bits.
forced=''
while read -r ranks threads kind block strategy; do
  name="forcing, $ranks ranks x $threads threads, $kind $block, $strategy"
  run "$name" "$ranks" null "threads=$threads" "distribution.kind=$kind" "distribution.block_size=$block" "strategy=$strategy" time.steps=40 \
    'boundary.markers=[{marker: 1, kind: exchange, h: 0.5, outside: "0.1*sin(3*t)*y"}, {marker: 3, kind: value, value: "t*sin(x)"}]' \
    'states={w: {initial: "0.01*x", rate: "0.5*(v-0.5*w)"}, u: {rate: "w*cos(z)-u"}}' 'source=8*v*(1-v)*(v-0.1)-w+exp(-t)*u'
  [ -n "$forced" ] || forced=${field[hash]}
  [ "${field[hash]}" = "$forced" ] || fail "$name: another field"
done <<'TABLE'
0 1 metis 65536 condensed
0 3 cyclic 512 condensed
3 1 cyclic 64 naive
2 2 metis 4096 neighbour
TABLE
[[ $forced =~ ^[0-9a-f]{16}$ ]] || fail "forcing: no hash: $forced"
[ "$forced" != "${reference[gradient]% *}" ] || fail 'the forcing has no effect'

finish
