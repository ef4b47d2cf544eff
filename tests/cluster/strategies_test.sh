#!/usr/bin/env bash
# Every valid strategy on virtual nodes must give the bits of one rank, report the number of nodes, and move
# values between the nodes. The test covers both schemes, one and two threads, and the distribution metis. It
# also covers cyclic blocks whose size divides the number of cells, and others. The program must either use
# the user's setting of OMPI_MCA_osc or refuse it with a correct message.
set -uo pipefail
export LC_ALL=C

: "${TETRACAST:?must name the tetracast program}"
here=$(cd "$(dirname "$0")" && pwd)
readonly nodes=$here/nodes.sh seconds=240
"$nodes" check || exit
if ! command -v jq > /dev/null; then
  echo 'skipped: jq is missing (apt-get install jq)'
  exit 77
fi
# A setting of the user must not influence the test, because the program must choose how windows between nodes
# work.
unset OMPI_MCA_osc
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

fail() { # case, message
  printf 'FAILED: %s: %s\n' "$1" "$2"
  tail -n 12 "$folder/log" | sed 's/^/    /'
  failures=$((failures + 1))
}

cat > "$folder/run.yaml" <<YAML
mesh: {file: $folder/cube}
initial: "exp(x*y)+sin(7*z)"
time: {steps: 3}
machine: ${TETRACAST_SOURCE:-$here/../..}/tests/support/machine.yaml
YAML
. "$here/../support/limited.sh"
limited 60 "$TETRACAST" mesh generate cube --bricks 6 -o "$folder/cube" > "$folder/log" 2>&1 || { fail mesh 'not made'; exit 1; } # 1296 cells

strategies=$("$TETRACAST" list | sed -n '/^strategies/,/^[^ ]/s/^  *\([^ ]*\).*/\1/p' | grep -vx none)
readonly strategies
[ "$(wc -w <<< "$strategies")" -ge 4 ] || fail list "names fewer than four valid strategies: ${strategies//$'\n'/ }"

hash_of_one_rank() { # scheme
  limited 60 "$TETRACAST" run "$folder/run.yaml" -q --force -s "diffusion.scheme=$1" --json "$folder/one.json" > "$folder/log" 2>&1 < /dev/null
  jq -r '.results[0].field.hash' "$folder/one.json"
}
declare -A hash
for scheme in two-point gradient; do
  hash[$scheme]=$(hash_of_one_rank $scheme)
  [[ "${hash[$scheme]}" =~ ^[0-9a-f]{16}$ ]] || fail "$scheme on one rank" "has no hash: ${hash[$scheme]}"
done

# Prints one line for each wrong value in a report.
complaints() { # nodes, ranks per node, hash, strategies and block sizes ("s b" lines that have to be there)
  jq -r --argjson nodes "$1" --argjson ranks "$2" --arg hash "$3" --arg expected "$4" '
    (select(.nodes != $nodes) | "sees \(.nodes) nodes, not \($nodes)"),
    ([.results[] | "\(.strategy) \(.block_size)"] as $there | $expected | split("\n")[]
      | select(IN($there[]) | not) | "\(.): no result"),
    (.results[] | select(.strategy != "none") | "\(.strategy), blocks of \(.block_size): " as $who
      | (select(.field.hash != $hash or .field.valid != true) | $who + "field \(.field.hash), not \($hash)"),
        (select([.counts | to_entries[] | select(.key | startswith("remote_")).value] | add == 0)
          | $who + "moved nothing between nodes"),
        ([.per_rank | group_by(.node)[] | length] | select(. != [range($nodes) | $ranks])
          | $who + "ranks on each node: \(.)"))' "$5" 2>&1
}

# launch CASE NODES RANKS_PER_NODE SCHEME EXPECTED COMMAND...: runs a command of tetracast and checks its
# report. EXPECTED lists the results that the report must contain.
launch() {
  local case=$1 count=$2 ranks=$3 scheme=$4 expected=$5 code found
  shift 5
  rm -f "$folder/report.json"
  start "$count" "$ranks" "$@" -s "diffusion.scheme=$scheme" --json "$folder/report.json"
  code=$?
  case $code in
    0) ;;
    124 | 137) fail "$case" "not done after $seconds s; the log ends with"; return ;;
    *) fail "$case" "exit code $code; the log ends with" ;;
  esac
  if [ ! -s "$folder/report.json" ]; then [ "$code" != 0 ] || fail "$case" 'no report'; return; fi
  found=$(complaints "$count" "$ranks" "${hash[$scheme]}" "$expected" "$folder/report.json")
  if [ -n "$found" ]; then fail "$case" "${found//$'\n'/; }"; elif [ "$code" = 0 ]; then printf 'ok: %s\n' "$case"; fi
}

start() { # nodes, ranks per node, command...
  timeout -k 5 "$seconds" "$nodes" run "$1" "$2" "$TETRACAST" "${@:3}" > "$folder/log" 2>&1 < /dev/null
}

pairs() { for s in $strategies; do for b in "$@"; do echo "$s $b"; done; done; }

# All strategies run in one launch. If one of them hangs, the log of `compare` names it.
while read -r count ranks threads kind blocks scheme; do
  # shellcheck disable=SC2086
  launch "compare, $count nodes x $ranks x $threads threads, $kind $blocks, $scheme" "$count" "$ranks" "$scheme" "$(pairs ${blocks//,/ })" \
    compare "$folder/run.yaml" --strategies "$(paste -sd, <<< "$strategies")" -s "threads=$threads" -s "distribution.kind=$kind" \
    --block-sizes "$blocks"
done <<'TABLE'
2 1 2 metis 200 gradient
2 1 2 cyclic 162,130 two-point
2 2 1 metis 200 two-point
2 2 1 cyclic 162,130 gradient
4 1 1 metis 200 gradient
4 1 1 cyclic 162,130 two-point
TABLE

# A run as a user would start it: one strategy, a machine that is measured across the nodes, and no more ranks
# than cores.
launch 'run, 2 nodes, machine: auto' 2 1 gradient "condensed 65536" run "$folder/run.yaml" -s machine=auto

OMPI_MCA_osc=^ucx launch 'run with osc=^ucx' 2 1 gradient "condensed 65536" run "$folder/run.yaml"

# With this setting of OMPI_MCA_osc, no component of Open MPI supports windows over TCP. The program must not
# hang, and its message must name the setting.
OMPI_MCA_osc=sm,rdma start 2 1 run "$folder/run.yaml"
if [ $? = 2 ] && [ "$(grep -c 'error: .*one-sided access between these nodes with OMPI_MCA_osc=sm,rdma' "$folder/log")" = 1 ]
then echo 'ok: osc=sm,rdma over TCP is refused'
else fail 'osc=sm,rdma over TCP' 'is not refused with one message'; fi

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
