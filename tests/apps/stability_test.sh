#!/usr/bin/env bash
# A short form of stability_sweep.py, which describes the cases. In each case the field must decay, or the run
# must be refused or stopped.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "$0")/common.sh"
need python3 python3

sweep() { # arguments ...
  limited 120 python3 tests/apps/stability_sweep.py "$TETRACAST" 300 "$@" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  checks=$((checks + 1))
  [ "$code" = 0 ] || fail "the sweep: $(cat "$folder/stdout")"
}

sweep --meshes cube --ratios 25 --fields turning,random
expect_output "turning fibres" "25:1 cube           turning  norm" "limited"
sweep --meshes flat --ratios 1000 --fields turning,random
expect_output "turning fibres" "1000:1 flat           turning  norm"
expect_output "random fibres" "1000:1 flat           random   refused"
sweep --meshes cube --ratios 1000 --fields turning --values
finish
