#!/usr/bin/env bash
# Tests that jobs/plot.sh draws the pictures for which reports of runs, of a forecast or of both
# have data. The script must name the pictures that it skips, and reject other files with one line.
set -uo pipefail
export LC_ALL=C.UTF-8

source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
program=${TETRACAST:-$source/build/bin/tetracast}
for tool in jq:jq gnuplot:gnuplot-nox mpirun:openmpi-bin; do
  if ! command -v "${tool%:*}" > /dev/null; then
    echo "skipped: ${tool%:*} is missing (apt-get install ${tool#*:})"
    exit 77
  fi
done
. "$source/tests/support/limited.sh"
readonly source program plot=$source/jobs/plot.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() { # case, message
  printf 'FAILED: %s: %s\n' "$1" "$2"
  sed 's/^/    /' log
  failures=$((failures + 1))
}

# compare RANKS BLOCK_SIZES FILE: writes the report of `tetracast compare` to FILE.
compare() {
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 limited 60 mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 \
    -np "$1" "$program" compare "$source/configs/cube.yaml" -q --machine "$source/tests/support/machine.yaml" -s mesh.file="$source/meshes/cube" -s time.steps=5 -s time.end=null \
    -s distribution.kind=cyclic --block-sizes "$2" --json all.json > log 2>&1 || { fail "compare on $1 ranks" "exit code $?"; exit 1; }
  jq '.machine.is_other_machine = false' all.json > "$3" # as if the machine file described this machine
}

# forecast RANKS REPORT: prints a report in the form that `tetracast predict` writes for several
# numbers of ranks, with at most 4 ranks per node. The values are those of the first block size in
# REPORT, the report of a run.
forecast() {
  jq --argjson ranks "[$1]" '.ranks = null | .nodes = null | .results[0].block_size as $size
    | .results |= [$ranks[] as $n | .[] | select(.block_size == $size and .predicted_s) | .ranks = $n | .ranks_per_node = ([$n, 4] | min)
        | .nodes = $n / .ranks_per_node | .measured_s = null | .error = null | .per_rank[0].forecasts as $times
        | .per_rank = [range($n) | {rank: ., node: (. / 4 | floor), rows: 1, measured_s: null, forecasts: $times, counts: {}}]]' "$2"
}

is_png() { # file: with a width and height between 400 and 4000 pixels
  local sizes
  [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] && [ "$(wc -c < "$1")" -gt 5000 ] || return 1
  read -ra sizes <<< "$(od -An -j16 -N8 -tu1 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')"
  [ "${sizes[0]}" -ge 400 ] && [ "${sizes[0]}" -le 4000 ] && [ "${sizes[1]}" -ge 400 ] && [ "${sizes[1]}" -le 4000 ]
}
is_svg() { grep -q '<svg' "$1" && grep -q 'fill="#ffffff"' "$1" && [ "$(grep . "$1" | tail -n 1)" = '</svg>' ]; }
texts() { sed -n 's/.*<text>\(.*\)<\/text>.*/\1/p' "$1" | sed 's/^ *//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'; }

# draws CASE PICTURES REPORT...: expects that the script draws exactly these pictures, each as PNG
# and SVG, and prints one line about the others.
draws() {
  local case=$1 expected=$2 name
  shift 2
  rm -f picture-*
  "$plot" -o picture "$@" > out 2> log || { fail "$case" "exit code $?"; return; }
  for name in job parts scaling blocks ranks; do
    if [[ " $expected " == *" $name "* ]]; then
      is_png "picture-$name.png" || { fail "$case" "picture-$name.png is no picture"; return; }
      is_svg "picture-$name.svg" || { fail "$case" "picture-$name.svg is no picture"; return; }
    else
      if compgen -G "picture-$name.*" > log2; then fail "$case" "drew $name"; return; fi
      grep -q "^skipped: .*$name (" log || { fail "$case" "does not say that $name is skipped"; return; }
    fi
  done
  if [ "$(wc -l < log)" -gt 1 ]; then fail "$case" 'prints more than one line'; return; fi
  if [ "$(wc -l < out)" != $((2 * $(wc -w <<< "$expected"))) ]; then fail "$case" 'does not list its pictures'; return; fi
  printf 'ok: %s\n' "$case"
}

shows() { # case, picture, text...: after `draws`
  local case=$1 picture=$2 text
  shift 2
  for text; do texts "picture-$picture.svg" | grep -qxF -- "$text" || fail "$case" "$picture does not say: $text"; done
}

hides() { # case, picture, text...
  local case=$1 picture=$2 text
  shift 2
  for text; do if texts "picture-$picture.svg" | grep -qxF -- "$text"; then fail "$case" "$picture contains: $text"; fi; done
}

compare 2 100,500 two.json
compare 1 100 one.json
forecast 2,4,16 two.json > forecast.json
readonly strategies=(naive fine block condensed none)

draws 'a comparison' 'parts blocks ranks' two.json
shows 'a comparison' parts "${strategies[@]}" measured 'forecast, paper model'
shows 'a comparison' blocks "${strategies[@]}" measured 'paper'
shows 'a comparison' parts 100 500 compute unpack copy wait transfer pack 'Fading cosine in the unit cube'
texts picture-ranks.svg | grep -q '^condensed (.*s)$' || fail 'a comparison' 'the picture of ranks does not name condensed'
texts picture-ranks.svg | grep -qE 'cyclic distribution, 1 thread a rank, [^,]+, 2 ranks on 1 node, blocks of 100$' ||
  fail 'a comparison' 'the picture of ranks lacks its subtitle'
shows 'a comparison' parts 'forecast, refined model'

OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 limited 60 "$program" compare "$source/configs/methods.yaml" -q --machine none \
  -s mesh.file="$source/meshes/cube" -s initial=x -s time.steps=1 --methods cg,bicgstab --preconditioners none,jacobi --json methods.json > log 2>&1 ||
  fail 'methods' "exit code $?"
draws 'methods' parts methods.json
shows 'methods' parts cg+none cg+jacobi bicgstab+none bicgstab+jacobi vector compute

draws 'two numbers of ranks' 'parts scaling blocks ranks' one.json two.json
shows 'two numbers of ranks' scaling "${strategies[@]}" 1 2 measured 'forecast, refined model' 'ideal, from the fastest on'
shows 'two numbers of ranks' parts '1 rank on 1 node' '2 ranks on 1 node'

draws 'one rank' parts one.json
jq '.results |= map(select(.strategy == "condensed"))' one.json > single.json
draws 'a single result' parts single.json
hides 'a single result' parts fine

# Reports with a job that has all groups of phases, with a job without a forecast, and of a forecast
# for several numbers of ranks with the job of the fastest case.
jq '.job = {forecast_s: {total: 26.9, bound: 38}, measured_s: {total: 29.7}, error: -0.094, split: {machine: 1.16, model: 0.98},
  groups: {start: {forecast_s: 0.3, bound_s: 1.1, measured_s: 0.2}, steps: {forecast_s: 25.3, bound_s: 36, measured_s: 28.7}}}' single.json > job.json
draws 'a job' 'job parts' job.json
shows 'a job' job measured forecast 'bound of the group' start steps '28.7' '25.3' \
  'measured 29.7 s, forecast 26.9 s, at most 38.0 s, error -9 %, machine +16 %, model -2 %'
jq 'del(.job.forecast_s, .job.error, .job.split) | .job.groups[] |= {measured_s}' job.json > measured.json
draws 'a job without forecast' 'job parts' measured.json
shows 'a job without forecast' job 'measured 29.7 s' '28.7'
jq '.job = {forecast_s: {total: 2}, groups: {steps: {forecast_s: 2}}} | .results[].job.total_s = 3 | .results[-1].job.total_s = 2' forecast.json > ahead.json
draws 'a job of a forecast' 'job parts scaling ranks' ahead.json
shows 'a job of a forecast' job 'forecast 2.00 s' steps

draws 'a forecast' 'parts scaling ranks' forecast.json
shows 'a forecast' parts 'forecast, paper model' '16 ranks on 4 nodes'
shows 'a forecast' scaling fine block condensed 2 4 16
shows 'a forecast' ranks 'node 3'
for picture in parts scaling ranks; do hides 'a forecast' $picture measured naive; done

draws 'a measurement and a forecast' 'parts scaling blocks ranks' two.json forecast.json
shows 'a measurement and a forecast' scaling measured paper naive 16
shows 'a measurement and a forecast' ranks measured

forecast 1024 two.json | jq '.results |= map(.measured_s = .predicted_s | .per_rank[] |= (.measured_s = .forecasts.paper))' > large.json
draws '1024 ranks' 'parts ranks' large.json
largest=$((800000 * $(jq '.results | map(.strategy) | unique | length' large.json))) # bytes
[ "$(wc -c < picture-ranks.svg)" -lt $largest ] || fail '1024 ranks' 'the picture is too large'

# Each machine must have its own panels and curves, and the pictures must name it. A forecast for
# another machine counts as a machine.
jq '.hosts = ["here"] | .machine.is_other_machine = false' one.json > here.json
jq '.hosts = ["there"] | .machine |= (del(.is_other_machine) | .foreign = false)' two.json > there.json
draws 'two machines' 'parts blocks ranks' here.json there.json
shows 'two machines' parts '1 rank on 1 node, here' '2 ranks on 1 node, there'
jq '.hosts = ["here"] | .machine += {is_other_machine: true, name: "Abel `touch bad` \"$(touch bad)\u0027"}' two.json > foreign.json
draws 'a forecast for another machine' 'parts blocks ranks' foreign.json
shows 'a forecast for another machine' parts '2 ranks on 1 node, here' '2 ranks on 1 node, Abel _touch bad_ __(touch bad)_'
[ ! -e bad ] || fail 'a forecast for another machine' 'its name is a command'
jq '.cluster = "one" | .hosts = ["a7"]' one.json > a.json
jq '.cluster = "one" | .hosts = ["a9"]' two.json > b.json
draws 'two hosts of a cluster' 'parts scaling blocks ranks' a.json b.json
texts picture-scaling.svg | grep -q ' a rank, one, ' || fail 'two hosts of a cluster' 'the subtitle does not name it'

# Rows of struct members, which blame reports mark by duplicate_of (formerly folded_into), must be
# omitted.
for key in duplicate_of folded_into; do
  [ "$(jq -nr -L "$source/jobs/plotting" --arg key $key 'include "common"; include "blame";
    {variables: [{name: "a"}, {name: "b", ($key): 1}]} | panels[].rows[].name')" = a ] || fail "$key" 'a row of a member is drawn'
done

# All panels have one common legend. A model must therefore have the same style in each panel, even
# if it is the main model of only one machine.
jq -nr -L "$source/jobs/plotting" 'include "common"; include "reports"; include "curves";
  [(1, 2) as $ranks | {machine: "a", main: "paper", times: {paper: {total: 1}}},
      {machine: "b", main: "refined", times: {measured: {total: 3}, refined: {total: 2}, paper: {total: 1}}}
    | . + {strategy: "fine", block_size: 1, $ranks, nodes: 1, per_rank: []}]
  | scaling_panels(map(.strategy) | looks) | map(select(.title == "b"))[0].commands[]' > log
for text in '2 3 1 2' 'using 1:3 with linespoints [^,]* dashtype 1 ' 'using 1:4 with linespoints [^,]* dashtype (9, 5) '; do
  grep -q -- "$text" log || fail 'one legend for all panels' "no $text"
done

# A report in the form of older versions must give the same pictures.
jq 'del(.hosts, .model) | .results[] |= (.refined_s = .forecasts.refined | del(.forecasts) | .per_rank[] |= (.refined_s = .forecasts.refined | del(.forecasts)))' \
  two.json > old.json
draws 'an older report' 'parts blocks ranks' old.json
for picture in parts blocks ranks; do shows 'an older report' $picture 'forecast, paper model'; done

jq '.title = "A \"title\" with $(odd) `signs` & <b>\u00b5</b>, it'\''s\nlong" | .results[0].strategy = "brand-new"
    | .results[] |= (.predicted_s = null | .forecasts[] = null | .per_rank[].forecasts[] = null)' two.json > odd.json
draws 'odd names, no forecast' 'parts blocks ranks' odd.json
shows 'odd names, no forecast' parts "A \"title\" with \$(odd) \`signs\` & <b>µ</b>, it's long" brand-new
if texts picture-parts.svg | grep -q '^forecast'; then fail 'odd names, no forecast' 'parts speaks of a forecast'; fi

# refused CASE TEXT ARGUMENT...: expects that the script ends with exit code 2 and one line that
# contains TEXT, and draws no picture.
refused() {
  local case=$1 text=$2 code
  shift 2
  rm -f picture-*
  "$plot" "$@" > log 2>&1
  code=$?
  [ "$code" = 2 ] || fail "$case" "exit code $code, not 2"
  if [ "$(wc -l < log)" = 1 ] && grep -q '^plot.sh: ' log && grep -qF -- "$text" log; then printf 'ok: %s\n' "$case"; else
    fail "$case" "not one line with: $text"
  fi
  if compgen -G 'picture-*' > /dev/null; then fail "$case" 'left pictures'; fi
}

echo 'not json' > text.json
echo '{"program": "other", "results": []}' > other.json
jq '.mesh.cells += 1' two.json > mesh.json
jq '.scheme = "two-point"' two.json > scheme.json
jq 'del(.ranks, .results[].ranks)' two.json > ranks.json
jq '.results[0].strategy = "a\"; exit"' two.json > name.json
jq '.results[] |= (.measured_s = null | .predicted_s = null | .forecasts = {} | .per_rank = [])' two.json > empty.json
refused 'no arguments' usage
refused 'unknown option' usage -x two.json
refused 'no such report' 'none.json: no such file' -o picture two.json none.json
refused 'text' 'text.json: is not a report' -o picture text.json
refused 'another program' 'other.json: is not a report' -o picture two.json other.json
refused 'a strategy that is no name' 'name.json: is not a report' -o picture name.json
refused 'no ranks' 'ranks.json: lacks mesh, scheme, distribution or ranks' -o picture ranks.json
refused 'two meshes' 'draw them separately' -o picture two.json mesh.json
refused 'two schemes' 'scheme.json: is of cube: ' -o picture two.json scheme.json
refused 'no times' 'nothing to draw: parts (no times' -o picture empty.json
refused 'no such folder' 'the directory no/such does not exist' -o no/such/picture two.json

printf '%d failures\n' "$failures"
[ "$failures" = 0 ]
