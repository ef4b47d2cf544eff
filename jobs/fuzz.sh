#!/usr/bin/env bash
# Searches for inputs on which the text readers fail, guided by code coverage (libFuzzer with the sanitizers
# for addresses, undefined behaviour and leaks). The inputs are TetGen files, configs, machine files,
# formulas, loops, patterns, fibres, reports, residuals, matrices, systems, forecast records and compile
# commands. HDF5 files are tested without guidance by build/tests/fuzz-hdf5.
#
#   jobs/fuzz.sh MINUTES [KIND..]
#
# MINUTES: duration for all kinds together, on all cores. KIND: tests only these kinds (list: build-fuzz/tests/fuzz kinds).
# Inputs that reach new code are stored in build-fuzz/corpus/KIND and are the seeds of the next call. A finding is an input on
# which a reader crashes, hangs for 20 s, leaks, allocates 4 MB at once, or violates a property that the kind checks. Using more
# memory than 16 times the input plus the allowance of the kind (tests/fuzz/kinds.h) is a finding too. Findings are stored in
# build-fuzz/findings and give exit code 1.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
[[ $# -ge 1 && $1 =~ ^[0-9]+$ && $1 -ge 1 ]] || { echo 'usage: jobs/fuzz.sh MINUTES [KIND..]' >&2; exit 2; }
minutes=$1
shift
install_packages "${packages_build[@]}" "${packages_test[@]}" clang-14 libomp-14-dev
cd "$root"
build_preset fuzz fuzz fuzz-guided
build=$root/build-fuzz
mapfile -t known < <("$build/tests/fuzz" kinds)
for kind in "$@"; do
  [[ " ${known[*]} " == *" $kind "* ]] || { echo "$kind: unknown kind of input: use one of ${known[*]}" >&2; exit 2; }
done
kinds=("$@")
[ $# -gt 0 ] || kinds=("${known[@]}")
mkdir -p "$build/findings" "$build/corpus"
seconds=$((minutes * 60 / ${#kinds[@]}))
log "fuzzing for $minutes minutes: ${#kinds[@]} kinds of input, $seconds s each, on $(nproc) cores"

# fuzz_kind KIND: runs one process per core. The processes share the corpus of inputs, and a finding does not
# end the other processes.
fuzz_kind() { # kind
  local corpus=$build/corpus/$1
  mkdir -p "$corpus"
  "$build/tests/fuzz" seeds "$1" "$corpus"
  TETRACAST_FUZZ=$1 LSAN_OPTIONS=suppressions=$root/tests/support/lsan.supp:print_suppressions=0 \
    "$build/tests/fuzz-guided" -fork="$(nproc)" -max_total_time="$seconds" -max_len=16384 -timeout=20 -malloc_limit_mb=4 \
    -rss_limit_mb=2048 -dict="$corpus.words" -artifact_prefix="$build/findings/$1-" "$corpus" > "$build/$1.log" 2>&1
}

found=0 all=0
for kind in "${kinds[@]}"; do
  fuzz_kind "$kind" || found=$((found + 1))
  runs=$(sed -nE 's/^#([0-9]+): cov.*/\1/p' "$build/$kind.log" | tail -n 1)
  log "$kind: ${runs:-0} inputs, $(find "$build/findings" -name "$kind-*" | wc -l) findings"
  all=$((all + ${runs:-0}))
done
log "$all inputs"
if [ "$found" -gt 0 ]; then
  echo "findings are in $build/findings: rerun one with TETRACAST_FUZZ=KIND $build/tests/fuzz-guided FILE" >&2
  exit 1
fi
