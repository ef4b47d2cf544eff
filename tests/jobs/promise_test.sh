#!/usr/bin/env bash
# Tests jobs/promise.sh, which checks how often the bounds of job times hold, and jobs/steps.sh.
# promise.sh --quick must run jobs and evaluate their records. The verdicts of both scripts are
# tested with stored results, which --continue does not measure again.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need jq jq
dpkg-query -W -f='${db:Status-Status}' jq 2> /dev/null | grep -qx installed || { echo 'skipped: jobs/promise.sh would install jq (apt-get install jq)'; exit 77; }
BIN=$(dirname "$TETRACAST")
export BIN OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_orte_tmpdir_base=$folder

judge() { # name, exit code, script, arguments..
  limited 60 jobs/"$3" --out "$folder/out" "${@:4}" > "$folder/stdout" 2> "$folder/stderr"
  code=$?
  [ "$code" = "$2" ] || fail "$1: exit code $code, not $2"
}

judge 'tiny jobs' 0 promise.sh --quick
expect_output 'tiny jobs' '6 of 6 jobs recorded' 'of the job' '3 times the forecast'
if grep -q '^!' "$folder/stdout"; then fail 'tiny jobs: a threshold is missed'; fi
[ ! -e "$folder/out/promise.csv" ] || fail 'tiny jobs are among the results'

# Prints the results of ten jobs, after those of two jobs that only fill the records. Of the ten
# jobs, a given number is within the bound.
bounds() { # number of jobs within the bound
  local i
  echo time,class,forecast_s,bound_s,measured_s,held,cpu_share
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    if [ "$i" -gt $((2 + $1)) ]; then echo "t,c,9.5,15,16,0,1"; else echo "t,c,9.5,15,11.$((i % 3)),1,1"; fi
  done
}
bounds 10 > "$folder/out/promise.csv"
judge 'all bounds hold' 0 promise.sh 10 --learn 2 --continue
expect_output 'all bounds hold' '10 jobs after 2 recorded' '  held 10 of 10 (at least 9)' 'at most 1.45'
bounds 8 > "$folder/out/promise.csv"
judge 'two bounds do not hold' 1 promise.sh 10 --learn 2 --continue
expect_output 'two bounds do not hold' '! held 8 of 10 (at least 9)'
judge 'earlier results' 2 promise.sh 10
grep -q 'promise.csv: exists: add --continue' "$folder/stderr" || fail 'earlier results: no remedy'

# Stored results of four cases of the smallest mesh with one run each. The forecast of the job is 10
# % too short, and one run is disturbed.
mkdir "$folder/out/phases"
for ranks in 1 2; do echo 'name: m' > "$folder/out/machine-$ranks-1.yaml"; done
phases() { # forecast of the assembly, which takes 1 s; CPU share of the last run
  local i share=1
  for i in 0 1 2 3; do
    [ $i != 3 ] || share=$2
    printf '{"order":%d,"case":"case %d","cpu_share":%s,"job":{"forecast_s":{"total":9},"measured_s":{"total":10},"phases":[{"name":"assembling","forecast_s":%s,"measured_s":1}]}}\n' \
      $i $i "$share" "$1" > "$folder/out/phases/$i-1.json"
  done
}
phases 1.2 1
judge 'good phases' 0 promise.sh --phases 1 --largest 14312 --continue
expect_output 'good phases' 'median error of the job 10.0 %' '  phases within 35 %: 4 of 4'
phases 1.7 0.5
judge 'bad phases' 1 promise.sh --phases 1 --largest 14312 --continue
expect_line 'bad phases' '^! case 3 .*no undisturbed run$'
expect_output 'bad phases' '! phases beyond 60 %: 3 (none)' 'with the 1 run in' '  phases beyond 60 %: 4 (none)'

# Stored results of two repetitions, which --continue must not measure again. Without --continue the
# script must refuse to replace the results.
cat > "$folder/out/split.csv" << TABLE
kind,slow_down,machine,model,first
competitor,2.1,1.9,1.1,machine
rows,1.0,1.0,0.7,model
competitor,2.2,1.8,1.2,machine
rows,1.0,1.0,0.7,model
TABLE
judge 'causes' 0 promise.sh --split 2 --continue
expect_output 'causes' 'rows 1.5 times as long in the machine file: model named first in 2 of 2 (all)'
judge 'one of two repetitions' 0 promise.sh --split 1 --continue
expect_output 'one of two repetitions' 'model named first in 1 of 1 (all)'
judge 'earlier causes' 2 promise.sh --split 2
grep -q 'split.csv: exists: add --continue' "$folder/stderr" || fail 'earlier causes: no remedy'
[ "$(wc -l < "$folder/out/split.csv")" = 5 ] || fail 'earlier causes: the results have changed'

# Prints results of steps that take 1 s. Their forecasts differ between the strategy `fine` and the
# others. On 2 ranks the forecast errors have the opposite sign. Both machines have the same errors.
steps() { # forecast of fine for steps of 1 s, forecast of the others
  local machine scheme ranks strategy size forecast
  echo repetition,time,machine,scheme,ranks,strategy,block_size,forecast_s,measured_s
  for machine in fresh remembered; do
    for scheme in two-point gradient; do
      for ranks in 1 2; do
        for strategy in fine block condensed; do
          [ $strategy = fine ] && forecast=$1 || forecast=$2
          for size in 4096 65536; do
            if [ $ranks = 1 ]; then echo "1,t,$machine,$scheme,$ranks,$strategy,$size,$forecast,1"; else echo "1,t,$machine,$scheme,$ranks,$strategy,$size,1,$forecast"; fi
          done
        done
      done
    done
  done
}
steps 1.04 0.97 > "$folder/out/steps.csv"
judge 'good steps' 0 steps.sh 1 --continue
expect_output 'good steps' 'within 10 %: 24 of 24 (at least 24)' 'within 15 %: 24 of 24 (at least 22)'
expect_line 'good steps' '^  two-point, 2 ranks, fine, 4096 +-0\.039$'
steps 1.2 1.08 > "$folder/out/steps.csv"
judge 'bad steps' 1 steps.sh 1 --continue
expect_output 'bad steps' '! within 10 %: 16 of 24 (at least 24)' '! within 15 %: 16 of 24 (at least 22)' '  median of the absolute errors 7.7 % (at most 10 %)'

while read -r words; do
  read -ra words <<< "$words"
  judge "${words[*]}" 2 "${words[@]}"
done << TABLE
promise.sh --fast
promise.sh 10 20
promise.sh 0
promise.sh --learn x
promise.sh --largest 5
promise.sh --out
steps.sh --quick
steps.sh --cells 5
steps.sh 1 2
TABLE
finish
