#!/usr/bin/env bash
# Situations that users of similar programs reported in public. The tables have one row per situation and
# outcome. Usage: public_cases_test.sh runs the rows that take less than a second each, --all runs all rows,
# ID.. runs the named rows. tests/support/public_cases.py writes the meshes and configs. NAME in
# `mesh.file=NAME` is one of these meshes. A row is
#   row ID CODE EXPECTED COMMAND..
# or `slow` instead of `row`. CODE is the exit code of the last launch of COMMAND. EXPECTED is one of
#   -               no further check
#   same            the field hash of the mesh `plain`
#   hash NAME       the field hash of an earlier row, which called `remember NAME`
#   value PYTHON    an expression of r (report), f (field at the end) and start (initial field) that is true
#   warning REGEX   a warning in the log
#   output REGEX    a line on stdout
#   TEXT            part of the error line, or of the log if CODE is 0
# The output names a failed row by its ID. At the end it lists the rows that cannot run on this machine, with
# the reason.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
readonly source=$PWD ids=" $(echo A{1..28} B{1..23} C2 C3 D{1..9} E{1..9} F{1..7}) "
wanted=" $* " tried='' skipped=''
declare -A known_hash
mkdir "$folder/in" && cd "$folder/in" && /usr/bin/python3 "$source/tests/support/public_cases.py" "$source/meshes" || exit 1

# ---- functions that launch the program. The prefix ranks=N of a command uses mpirun with N ranks, and the
# prefix quiet= logs all phases

ranks=0 quiet=-q
config() { # CONFIG KEY=VALUE..
  local set file=$1
  shift
  settings "$@"
  # shellcheck disable=SC2086 # empty or one word
  launch "$ranks" run "$file" $quiet "${set[@]}" -s report.json=r.json
}
run() { config p.yaml "$@"; }
check() { launch 0 mesh "$@"; }
field_hash() { sed -n 's/.*hash \([0-9a-f]\{16\}\).*/\1/p' "$folder/stdout"; }
remember() { known_hash[$1]=$(field_hash); }

# each COMMAND VALUE..: runs the command once with each value. Stops if the exit code of a value differs from
# that of the first one.
each() {
  local command=$1 value first=
  shift
  for value; do
    $command "$value"
    [ "${first:=$code}" = "$code" ] || return
  done
}

# ---- functions that execute one row of a table

selected() { # id, slow or row
  tried+=" $1 "
  case $wanted in
    '  ') [ "$2" = row ] ;;
    ' --all ') true ;;
    *) [[ $wanted == *" $1 "* ]] ;;
  esac
}

skip() { # id, reason
  tried+=" $1 "
  skipped+="skipped: $1: $2"$'\n'
}

# Checks the exit code of the last launch and the expectation (EXPECTED) of its row.
judge() { # id, code, expected
  if [ "$2" = 75 ]; then # an interrupted run logs no error
    [ "$code" = 75 ] || fail "$1: exit code $code, not 75"
  else expect_code "$1" "$2"
  fi
  case $3 in
    -) ;;
    same) [ "$(field_hash)" = "$plain_hash" ] || fail "$1: hash $(field_hash), not $plain_hash of plain" ;;
    'hash '*) [ "$(field_hash)" = "${known_hash[${3#hash }]-}" ] || fail "$1: hash $(field_hash), not ${known_hash[${3#hash }]-}" ;;
    'value '*) holds "$1" r.json "${3#value }" ;;
    'warning '*) grep -E '^warning: ' "$folder/stderr" | grep -qE -- "${3#warning }" || fail "$1: no warning ${3#warning }" ;;
    'output '*) grep -qE -- "${3#output }" "$folder/stdout" || fail "$1: no output ${3#output }" ;;
    *) grep -qF -- "$3" "$folder/stderr" || fail "$1: \"$3\" is missing" ;;
  esac
}

do_row() { # row or slow, id, code, expected, command..
  local kind=$1 id=$2 wanted_code=$3 expected=$4
  shift 4
  selected "$id" "$kind" || return 0
  "$@"
  [ "$?" = 77 ] || judge "$id" "$wanted_code" "$expected"
}
row() { do_row row "$@"; }
slow() { do_row slow "$@"; }

run mesh.file=plain
plain_hash=$(field_hash)
[ -n "$plain_hash" ] || fail 'the mesh plain does not run'

# ---- A: TetGen files

steady='time={method: steady, steps: null}'
value9='boundary={markers: [{marker: 9, kind: value, value: 0}]}'
value1='boundary={markers: [{marker: 1, kind: value, value: 0}]}'
no_change() { # mesh, origin: the steady state is x - ORIGIN, as at all boundaries
  run "mesh.file=$1" initial=0 "$steady" "boundary={default: {kind: value, value: \"x-$2\"}}" "exact=\"x-$2\""
}
sliver_check() { check check flat && ! grep -q 'flat: good' "$folder/stdout" || fail 'A28: the verdict is good'; }

row A1 0 'warning trail.node:10: .*THIS FILE WAS MODIFIED BY ANOTHER PROGRAM' run mesh.file=trail
row A1 0 same run mesh.file=trail
row A2 3 'the region (the first attribute) is 2.5, which is not integral' run mesh.file=a2
row A2 0 same each run mesh.file=a2_1 mesh.file=a2_2 mesh.file=a2_3
row A3 0 'output marker 5: 2' check info a3
row A4 0 'output region 1: 6' check info a4
row A5 0 'output region -2: 3, region -1: 3' check info a5
row A5 0 'output marker -1: 12' check info a5
row A6 0 same run mesh.file=a6
row A7 3 'run tetgen without -o2' run mesh.file=a7
row A8 0 same run mesh.file=a8
row A9 0 same run mesh.file=crlf
row A9 0 same run mesh.file=cr
row A10 0 same run mesh.file=bom
row A11 0 same run mesh.file=dexp
row A12 3 'comma.node:3: expected the x coordinate, found "0,500": it has a decimal comma' run mesh.file=comma
row A13 3 'is a Git LFS pointer instead of the file: run git lfs pull' run mesh.file=lfs
row A14 3 'the cells seem to be numbered from 0, but the nodes are numbered from 1' run mesh.file=zero
row A15 3 'has node 9, but nodes are numbered 1 to 8' run mesh.file=a15
row A16 0 'output inverted cells +2$' check info a16
row A17 3 'cell 1 has node 2 twice' run mesh.file=a17
row A18 0 same run mesh.file=a18
row A19 0 'warning 2 components' run mesh.file=unwelded 'initial="x<1 ? 1 : 0"' time.steps=2000
row A20 0 'warning 2 components' run mesh.file=hang 'initial="x<1 ? 1 : 0"' time.steps=2000
row A21 0 'output components +2' check info unwelded
row A21 0 'output components +2' check info hang
row A21 0 'output components +1' check info plain
row A21 0 'output 2 components|components +2' check check unwelded
row A22 3 'face 13 (nodes 2, 3, 4) is not a face of the mesh' run mesh.file=a22
row A23 2 'marker 9 is on interior faces only' run mesh.file=facebad "$value9"
row A24 2 'noface.face does not exist' run mesh.file=noface "$value1"
row A25 3 'the line ends before a node number' run mesh.file=cutele
row A25 3 'empty.ele: is empty' run mesh.file=empty
row A25 3 'html.node:1: expected the number of nodes, found "<!DOCTYPE"' run mesh.file=html
row A25 3 'cut.face:2: the header announces a boundary marker, but this line has none' run mesh.file=cut
row A25 3 'noattr.node:2: the header announces an attribute, but this line has none' run mesh.file=noattr
row A26 0 'value f["max_error"] < 1e-15' no_change small 0
row A26 0 'value f["max_error"] < 1e-3' no_change large 0
row A26 0 'value 0 < f["integral"] < 1e-12' run mesh.scale=1e-3
row A27 0 'value f["max_error"] < 1e-6' no_change far 512345.67
row A28 0 'output 6 sliver' sliver_check

# ---- B: physics

ends() { echo "boundary={markers: [{marker: 1, kind: value, value: $1}, {marker: 2, kind: value, value: $2}]}"; }
robin() { echo "{marker: $1, kind: exchange, h: $2, outside: $3}"; }
fluxes='boundary={markers: [{marker: 1, kind: flux, value: 1}, {marker: 2, kind: flux, value: -1}]}'
influx='boundary={markers: [{marker: 1, kind: flux, value: 1}]}'
step='initial="x<0.5 ? 1 : 0"'
fibres() { run mesh.file=c2 "diffusion.fibres={file: $1.lon, tensor: {along: 2, across: 1}}"; }
anisotropic='boundary={default: {kind: value, value: 0}, markers: [{marker: 1, kind: value, value: 1}]}'
wave() { config "$source/configs/wave.yaml" exact=null machine=none time.end=null time.steps=2 "$@"; }
series() { run "mesh.file=wv$1" diffusion.tensor=0.05 'source="8*v*(1-v)*(v-0.25)"' 'initial="x<2 ? 1 : 0"' time.steps=2; }
fine_wave() { series 80 && ! grep -qE '^warning: .*(wave|front)' "$folder/stderr" || fail 'B16: a warning for the fine mesh'; }
penalty() { run mesh.file=bar initial=0 "$steady" "boundary={markers: [$(robin 1 "$1" 0), $(robin 2 "$1" 1)]}" 'exact="x"'; }
gate='states={m: {initial: 0, rate: "(1/(1+exp(-(v+40)/5))-m)/0.01"}}'
zero_by_zero='states={m: {initial: 0, rate: "0.1*(v+40)/(1-exp(-(v+40)/10))"}}'
loud() { quiet='' "$@"; }

slow B1 0 'value abs(f["integral"] - start["integral"] + 252.193) < 1e-2' config well.yaml
slow B1 0 'value abs(f["max"] - f["min"] - 0.0036) < 1e-4' config heat.yaml
row B1 0 'value f["max_error"] < 1e-5' config soil.yaml
row B2 0 'value f["max_error"] < 1e-6' run mesh.file=col initial=0 diffusion.tensor=1e-8 "$steady" \
  'boundary={markers: [{marker: 1, kind: value, value: 0}, {marker: 2, kind: flux, value: 6.34e-9}]}' 'exact="0.634*x"'
row B3 0 'value f["max_error"] < 1e-6' run mesh.file=bar diffusion.tensor=2 "$steady" 'exact="13/6+5/6*x"' \
  "boundary={markers: [$(robin 1 10 2), {marker: 2, kind: value, value: 3}]}"
row B4 0 'value abs(f["integral"] - 21.3829) < 2e-3' run mesh.file=rb initial=25 'source="t"' 'time={end: 2, steps: null}' \
  "boundary={markers: [$(robin 1 2 12.5), $(robin 2 8 3.125)]}"
row B5 0 'value abs(f["max"] - 0.5) < 1e-5 and abs(f["min"] - 0.5) < 1e-5' run mesh.file=mf "$step" \
  'time={method: implicit, steps: null, end: 10, multiple: 1000}'
row B6 0 'value abs(f["integral"] - start["integral"]) < 1e-6' run mesh.file=c2 "$steady" "$fluxes"
row B6 4 'there is no steady state: the net inflow is 1 per unit of time' run mesh.file=c2 "$steady" "$influx"
row B6 4 'there is no steady state: the net inflow is 1 per unit of time' run mesh.file=c2 "$steady" source=1
row B7 0 'value f["min"] > -1e-6 and f["max"] < 1 + 1e-6 or r["warnings"]' run mesh.file=mf "$step" \
  'time={method: implicit, theta: 0.5, multiple: 1000, steps: 5}'
slow B8 0 'value f["min"] > -0.05 and f["max"] < 1.05 or any("cell" in w for w in r["warnings"])' run mesh.file=c8 initial=0 \
  'diffusion.tensor=[1, 1, 1000]' "$steady" "$anisotropic"
row B9 0 'value f["max_error"] < 1e-6' run mesh.file=bar 'diffusion={tensor: 1, regions: [{region: 2, tensor: 1e8}]}' "$steady" \
  "$(ends 0 1)" 'exact="x<0.5 ? 2*x/(1+1e-8) : 1-2*(1-x)/(1e8+1)"'
row B10 2 "unknown key 'diffusion.capacity'" run mesh.file=bar diffusion.capacity=10 # B10, B12 to B15 are not supported
row B11 2 'unknown name "v"' run 'diffusion.tensor="1+v"'
row B12 2 'unknown name "v"' run 'boundary={markers: [{marker: 1, kind: flux, value: "-5.67e-8*v^4"}]}'
row B13 2 'expected a number or a formula' run 'boundary={markers: [{marker: 1, kind: value, value: [[0, 0], [1, 2]]}]}'
row B14 2 'diffusion.tensor' run 'diffusion.tensor={file: sigma.txt}'
row B15 2 'unknown name "region"' run mesh.file=bar 'source="region==1 ? 1 : 0"'
row B16 0 'warning wave|front' wave "mesh.file=$source/meshes/bar" diffusion.tensor=0.002 'initial="x<2.5 ? 1 : 0"'
row B16 0 'warning wave|front' each series 10 20
row B16 0 - fine_wave
row B17 0 - each fibres z2 zp
row B17 3 'in cell 48 the fibre has the direction (0, 0, 0)' fibres zf
row B18 0 - each fibres c2f c2o
row B19 0 - fibres crlf
row B19 3 'has directions for 40 cells, but the mesh has 48' fibres short
row B20 4 'unstable' run initial=-40 "$gate" time.dt=0.05 # the error contains the bound; the method of Rush and Larsen is not supported
row B20 2 'in cell 1 at t = 0' run initial=-40 "$zero_by_zero" time.dt=1e-3
row B20 2 "unknown key" run "states={m: {initial: 0, rate: 1, integrator: rush_larsen}}"
row B21 2 "unknown key 'time.times'" run 'time.times=[1.01, 1.02]' # not supported
row B22 0 'the probe (-1e-15, 0, 0) is outside the mesh by 1e-15 and reads the nearest cell 1' loud run 'probes=[[-1e-15, 0, 0]]'
row B22 0 'warning the probe \(-0.01, 0.5, 0.5\) is outside the mesh by 0.01' run 'probes=[[-0.01, 0.5, 0.5]]'
row B22 2 'is outside the mesh by 1, more than a tenth' run 'probes=[[-1, 0, 0]]'
slow B23 0 'value f["max_error"] < 1e-6' each penalty 1e12 1e30 1e100

# ---- C: solvers

many() { ranks=$1 run time.steps=5; }
outputs=(snapshots.file=c3.h5 snapshots.every=1 history.file=c3.csv history.every=1 checkpoint.file=c3c.h5 checkpoint.every=2)
complete() {
  ranks=7 run "${outputs[@]}"
  [ "$(grep -c '^[0-9]' c3.csv)" = 6 ] || fail 'C3: the history is not complete'
}

slow C2 0 same many 12
row C2 0 same many 3
slow C3 0 same complete

# ---- D: resuming and files

resume() { # arguments of the first run.. -- further arguments of the resumed run
  local first=()
  while [ "$1" != -- ]; do first+=("$1"); shift; done
  shift
  rm -rf ck
  config k.yaml "${first[@]}"
  force='' launch 0 run k.yaml -q --resume -s report.json=r.json "$@"
}
whole() { rm -rf ck; config k.yaml "$@"; remember whole; }
d1() { whole && ranks=3 && resume time.steps=23 --; ranks=0; }
to_008='time={end: 0.08, steps: null, dt: 0.004}' to_016='time={end: 0.16, steps: null, dt: 0.004}'
d2_later() { whole "$to_016" && resume "$to_008" -- -s "$to_016"; }
d2_steps() { whole && resume "$to_008" --; }
damaged() { # size of the truncated last checkpoint, in the syntax of truncate; the earlier checkpoint is removed
  rm -rf ck
  config k.yaml
  truncate -s "$1" ck/c.40.h5
  rm ck/c.20.h5
  force='' launch 0 run k.yaml -q --resume -s report.json=r.json
}
held() { # another process has a shared lock on the snapshots that the run replaces
  run snapshots.file=held.h5 snapshots.every=5
  flock -s held.h5 bash -c "sleep 1000 & echo \$! > held.pid; wait" &
  local reader=$!
  until [ -s held.pid ]; do sleep 0.05; done
  run snapshots.file=held.h5 snapshots.every=5
  kill "$(cat held.pid)"
  wait "$reader" # without an argument wait would also wait for the command servers of launch
}
escaped() {
  mkdir -p 'o&p <q> "r"'
  run 'title="a & b <c>"' "snapshots.file='o&p <q> \"r\"/a&b <c>.h5'" snapshots.every=5
  /usr/bin/python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' 'o&p <q> "r"/a&b <c>.xdmf' || fail 'D5: the XDMF is not well-formed'
}

row D1 0 'hash whole' d1
slow D2 0 'hash whole' d2_later
slow D2 0 'hash whole' d2_steps
row D3 3 'c.40.h5' damaged -100
row D3 3 'c.40.h5' damaged 0
row D4 0 same held
row D5 0 same escaped
row D6 2 "snapshots.every: expected an integer, found '0.5'" run 'snapshots={file: s.h5, every: 0.5}' # not supported
row D7 2 "unknown key 'snapshots.precision'" run snapshots.precision=single # not supported
row D8 2 "unknown key 'snapshots.values'" run snapshots.values=vertices # not supported
row D9 3 'heart.vtu: the file does not exist' run mesh.file=heart.vtu

# ---- E: machines

direct() { # command: runs it without the options of launch
  checks=$((checks + 1))
  "$@" > "$folder/stdout" 2> "$folder/stderr" < /dev/null
  code=$?
}
one_core() { # measurements of ranks that share a core are not cached
  taskset -c 0 true || { skip E1 'taskset is not allowed'; return 77; }
  mkdir -p cache
  # shellcheck disable=SC2086 # several words
  XDG_CACHE_HOME=$PWD/cache direct taskset -c 0 $mpirun -np 2 "$TETRACAST" run p.yaml -q --force -s machine=auto
  find cache -name '*.yaml' | grep -q . && fail 'E1: a machine was cached'
  return 0
}
launched() { PMI_SIZE=2 PMI_RANK=0 launch 0 run s.yaml -q; }
documented() { # file, regular expression
  code=0
  : > "$folder/stderr"
  grep -qE -- "$2" "$source/$1" || fail "$1 lacks $2"
}
small_shm() {
  unshare -m true 2> /dev/null || { skip E3 'unshare -m needs root'; return 77; }
  direct unshare -m bash -c "mount -t tmpfs -o size=64k tmpfs /dev/shm && exec $mpirun -np 2 '$TETRACAST' run p.yaml -q --force -s strategy=fine"
}
threads() { OMP_NUM_THREADS=$1 run; }
srun_lines() { # every srun passes --cpus-per-task
  code=0
  : > "$folder/stderr"
  grep -l 'srun ' "$source"/jobs/*.slurm | xargs grep -L -- '--cpus-per-task' | grep -q . && fail 'E6: srun without --cpus-per-task'
}
terminated() {
  rm -rf e7*
  : > "$folder/stderr"
  OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self "$TETRACAST" run p.yaml -q -s time.steps=100000000 -s checkpoint.file=e7.h5 \
    -s checkpoint.every=1000000000 -s history.file=e7.csv -s history.every=1000 > "$folder/stdout" 2> "$folder/stderr" < /dev/null &
  local run=$! i
  for ((i = 0; i < 1200; i++)); do [ -s e7.csv.part ] && break; sleep 0.05; done
  kill -TERM "$run"
  wait "$run"
  code=$?
}
no_home() { HOME=/proc run; }

row E1 0 'warning ranks share cores' one_core
row E2 2 'PMI_SIZE' launched
row E2 0 - documented jobs/long-run.slurm 'check_ranks|ranks, not'
row E3 1 'is too small: the 2 ranks there need' small_shm
row E4 0 - documented apps/tetracast/README.md 'AS_ROOT|as-root'
row E5 0 same threads 2,1
row E5 2 'OMP_NUM_THREADS' threads ''
row E6 0 - srun_lines
row E7 75 'stopped by SIGTERM' terminated
row E8 0 same no_home
skip E9 'HDF5 on NFS needs an NFS mount'

# ---- F: configs

dt() { run "time.dt=$1"; }
wrong() { # KEY=VALUE|part of the error
  run "${1%%|*}"
  expect_code "F6, ${1%%|*}" 2 "${1#*|}"
}
broken_config() { # text of a config|part of the error
  printf "%b" "${1%%|*}" > f6.yaml
  config f6.yaml
  expect_code "F6, ${1%%|*}" 2 "${1#*|}"
}

slow F1 0 - each dt 1e-3 1E-3 1.e-3 .001 +1e-3
row F2 2 "unknown key 'time.001', the part after a decimal comma" run 'time={steps: 3, dt: 0,001}'
row F2 2 "found '0,001': it has a decimal comma" run time.dt=0,001
row F3 2 "write a formula with ':' in quotes" config unquoted.yaml
row F3 2 "write a formula with ':' in quotes" run 'initial=x<0.5 ? 1 : 0'
row F4 0 same run 'snapshots={file: f4.h5, every: 5, tensor: True}'
row F4 0 same run 'snapshots={file: f4.h5, every: 5, fibres: FALSE}'
row F5 2 "expected an integer, found '10.0'" run time.steps=10.0
slow F6 2 - each wrong "time.dt=1ms|found '1ms'" 'initial="x**2"|x**2' 'initial="X"|"X"' 'initial="np.exp(x)"|np' 'initial="x>0 and y>0"|and' \
  'initial="if(x>0,1,0)"|if' 'boundary={markers: [{marker: 1, kind: flux}, {marker: 1, kind: flux}]}|marker 1' \
  'boundary={default: {kind: exchange, h: -1, outside: 0}}|h'
slow F6 2 - each broken_config 'mesh:\n\tfile: plain\n|invalid YAML' 'title: a\ntitle: b\nmesh: {file: plain}\n|duplicate key'
row F7 3 '~ is not expanded' run 'mesh.file=~/mesh'

for id in $ids; do [[ $tried == *" $id "* ]] || fail "the row $id is missing"; done
for id in $tried; do [[ $ids == *" $id "* ]] || fail "the table has no row $id"; done
printf %s "$skipped"
finish
