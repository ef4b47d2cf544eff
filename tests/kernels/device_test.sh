#!/usr/bin/env bash
# Tests the program kernels on a device. The program itself compares its results with those of the
# CPU, also bit by bit. oclgrind checks that no device memory is read before it is written, and that
# there are no data races.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
TETRACAST=$(dirname "$TETRACAST")/kernels

refused() { # code, words, arguments...
  local wanted=$1 words=$2
  shift 2
  launch 0 run --cells 100 "$@"
  [ "$code" = "$wanted" ] || fail "$*: exit code $code, not $wanted"
  grep -qF -- "$words" "$folder/stderr" || fail "$*: the error lacks \"$words\""
}

skip() { # why
  echo "skipped: $1"
  exit 77
}

refused 2 'expected one of opencl, cuda, none, auto' --device gpu
launch 0 run --cells 5 --steps 1 --device opencl
if grep -q 'this build has no opencl' "$folder/stderr"; then skip 'this build has no OpenCL'; fi
if grep -q 'no device or no driver was found on this machine' "$folder/stderr"; then skip 'no OpenCL device here (pocl-opencl-icd makes one of the processor)'; fi
[ "$code" = 0 ] || fail 'the device does not work'

for form in difference matrix; do
  launch 0 run --cells 20011 --blocks 8,3000 --steps 5 --device opencl --tile 64,256 --form $form --json "$folder/r.json"
  [ "$code" = 0 ] || fail "form $form"
  [ "$(grep -c '"kernel": "shared"' "$folder/r.json")" = 4 ] && [ "$(grep -c '"tile": 256' "$folder/r.json")" = 4 ] || fail 'lines are missing'
  grep -q '"backend": "opencl"' "$folder/r.json" || fail 'the device is not named'
  grep -qE '"device_copy_Bps": [0-9.e+]+,' "$folder/r.json" || fail 'no rate of copies'
done
refused 1 'opencl:1000: there ' --device opencl:1000
refused 2 'supports tiles of at most' --device opencl --tile 1000000

if ! command -v oclgrind > /dev/null; then
  echo 'oclgrind is not installed: the check for races is skipped'
  finish
fi
oclgrind() { # form
  limited 120 env oclgrind --data-races --uninitialized "$TETRACAST" run --cells 203 --blocks 100 --steps 2 --device opencl \
    --tile 64 --form "$1" > "$folder/stdout" 2> "$folder/stderr" || fail "$1 does not run in oclgrind"
  grep -q 'Oclgrind' "$folder/stdout" || fail 'that was not oclgrind'
  if [ -s "$folder/stderr" ]; then fail "oclgrind finds something in form $1"; fi
}
oclgrind difference
oclgrind matrix
finish
