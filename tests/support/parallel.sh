#!/usr/bin/env bash
# parallel.sh RANKS PROGRAM [OPTION..]: runs the ParallelTests of a program in one launch. After a crash, a hang or a failed
# assertion, another launch continues with the next test, so that every test has a result. MPIRUN is the launcher with its options.
set -uo pipefail
ranks=$1 program=$2
shift 2
readonly launch_seconds=${TETRACAST_LAUNCH_SECONDS:-1700}

log=$(mktemp "${TMPDIR:-/tmp}/tc_parallel.XXXXXX")
trap 'rm -f "$log"' EXIT
after=() failed=() rc=0
while :; do
  : > "$log"
  # shellcheck disable=SC2086 # several words
  timeout -k 5 "$launch_seconds" $MPIRUN -np "$ranks" "$program" --log "$log" "${after[@]}" "$@" < /dev/null
  rc=$?
  while read -r name; do failed+=("$name"); done < <(sed -n 's/^failed //p' "$log")
  [ "$(tail -n 1 "$log")" = end ] && break
  name=$(sed -n '$s/^run //p' "$log")
  if [ -z "$name" ]; then
    echo "$program on $ranks ranks: ended with $rc outside of any test"
    exit 1
  fi
  echo "FAILED $name on $ranks ranks: the launch ended with $rc"
  failed+=("$name")
  after=(--after "$name")
done
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'FAILED on %s ranks: %s\n' "$ranks" "${failed[*]}"
  exit 1
fi
exit "$rc"
