#!/usr/bin/env bash
# `tetracast solve`: the command line, the outputs and the exit codes. The programs in tests/system test the
# solutions.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

readonly matrix=tests/matrix/data/jpwh_991.rua
solve() { # ranks, arguments...
  local ranks=$1
  shift
  launch "$ranks" solve "$@" -q
}

for ranks in 0 2; do
  solve $ranks "$matrix" -o "$folder/out/x$ranks.mtx" --json "$folder/s$ranks.json" --history "$folder/h$ranks.csv" \
    -s solver.method=gmres -s solver.preconditioner.name=ilu0
  expect_code "on $ranks ranks" 0
  expect_output "on $ranks ranks" 'JPWH_991' '991 rows, 6027 entries, not symmetric' 'gmres with preconditioner ilu0' \
    "written: $folder/out/x$ranks.mtx" "Report: $folder/s$ranks.json" "Residuals: $folder/h$ranks.csv"
done
cmp -s "$folder/out/x0.mtx" "$folder/out/x2.mtx" || fail 'x differs between 1 and 2 ranks'
/usr/bin/python3 - "$folder" << 'END' || fail 'the reports'
import json, sys
folder = sys.argv[1]
one, two = (json.load(open(f"{folder}/s{n}.json")) for n in (0, 2))
x = [float(line) for line in open(f"{folder}/out/x0.mtx").read().split("\n")[3:] if line]
assert one["command"] == "solve" and two["ranks"] == 2 and len(x) == 991
assert max(abs(v - 1) for v in x) == one["results"][0]["error"]
for key in ("iterations", "residual", "true_residual", "hash", "error"):
    assert one["results"][0][key] == two["results"][0][key], key
assert one["results"][0]["true_residual"] < 1.1e-8 and not one["matrix"]["symmetric"]
rows = open(f"{folder}/h0.csv").read().splitlines()
assert len(rows) >= one["results"][0]["iterations"] and rows[-1].endswith("converged"), rows[-1]
END

# The solution of the first solve is used as right-hand side of a second solve. The file has two columns, so
# there are two systems.
{ printf '%%%%MatrixMarket matrix array real general\n991 2\n'; tail -n +4 "$folder/out/x0.mtx"; tail -n +4 "$folder/out/x0.mtx"; } > "$folder/b.mtx"
solve 0 "$matrix" "$folder/b.mtx" -o "$folder/y.mtx"
expect_code 'two right-hand sides' 0
[ "$(sed -n 3p "$folder/y.mtx")" = '991 2' ] || fail 'two columns of x'

# The system that export writes for a steady run has the solution of the run, bit for bit. The run solves for
# the distance of the field from a constant level. The comment in the matrix file states this level.
launch 0 run configs/steady.yaml -q --machine none -s snapshots=null --json "$folder/run.json"
expect_code 'a steady run' 0
launch 0 export configs/steady.yaml -q -o "$folder/a" --unknown distance
expect_code 'its system' 0
level=$(sed -n '2s/.*level //p' "$folder/a.mtx")
for ranks in 0 2 3; do
  solve $ranks "$folder/a.mtx" "$folder/a-rhs.mtx" --start "$folder/a-start.mtx" --volumes "$folder/a-volumes.mtx" \
    --level="$level" -s solver.tolerance=1e-10 --json "$folder/again$ranks.json"
  expect_code "the system on $ranks ranks" 0
done
/usr/bin/python3 - "$folder" << 'END' || fail 'run and solve have different solutions'
import json, sys
folder = sys.argv[1]
run = json.load(open(f"{folder}/run.json"))["results"][0]["field"]["hash"]
for ranks in (0, 2, 3):
    found = json.load(open(f"{folder}/again{ranks}.json"))["results"][0]["hash"]
    assert found == run, (ranks, found, run)
END

# The forecast of predict has the iterations, the work and the traffic of a solve on the same number of ranks.
readonly options=(-s solver.method=gmres -s solver.preconditioner.name=ilu0 --machine "$known")
launch 0 predict "$matrix" --ranks-per-node 1,2,3 --strategies condensed,fine --routines --json "$folder/p.json" "${options[@]}" -v
expect_code 'predict' 0
expect_output 'predict' 'JPWH_991' '2 ranks on 1 node, blocks of' 'MPI_Alltoallv' '991 rows, 6027 entries' 'forecast seconds per solve' 'traffic a solve' "Report: $folder/p.json"
for ranks in 0 2 3; do
  solve $ranks "$matrix" --routines --json "$folder/f$ranks.json" "${options[@]}"
  expect_code "solve --machine on $ranks ranks" 0
  expect_output "solve --machine on $ranks ranks" 'seconds of all iterations' 'one iteration' 'factors'
done
/usr/bin/python3 - "$folder" << 'END' || fail 'predict and solve have different counts'
import json, sys
folder = sys.argv[1]
forecasts = json.load(open(f"{folder}/p.json"))
assert forecasts["matrix"]["rows"] == 991 and "mesh" not in forecasts and len(forecasts["results"]) == 6
for ranks in (1, 2, 3):
    solve = json.load(open(f"{folder}/f{0 if ranks == 1 else ranks}.json"))
    real = solve["forecast"]["results"][0]
    [dry] = [r for r in forecasts["results"] if r["ranks"] == ranks and r["strategy"] == "condensed"]
    assert dry["solver"]["iterations"]["total"] == solve["results"][0]["iterations"] == real["solver"]["iterations"]["total"]
    for key in ("flops", "products", "reductions", "traffic"):
        assert dry["solver"][key] == real["solver"][key] is not None, (ranks, key, dry["solver"][key], real["solver"][key])
    for name, count in dry["counts"].items():
        assert count * dry["solver"]["products"] == real["counts"][name], (ranks, name)
    assert abs(dry["predicted_s"]["total"] / real["predicted_s"]["total"] - 1) < 1e-9, ranks
    [routines] = [r for r in forecasts["routines"] if r["ranks"] == ranks]
    for key in ("next", "versions", "cache_misses"):
        assert routines[key] == solve["routines"][key], (ranks, key)
assert json.load(open(f"{folder}/s0.json"))["forecast"] is None
END
launch 2 compare "$matrix" --methods gmres,cg --preconditioners ilu0 --machine "$known" -q --json "$folder/c.json"
expect_code 'compare' 0
expect_output 'compare' 'gmres(30)' 'failed: cg needs a symmetric matrix' "Report: $folder/c.json"
launch 2 compare "$matrix" --strategies condensed,fine "${options[@]}" -q
expect_code 'compare strategies' 0
expect_output 'compare strategies' 'seconds per solve' 'fastest: '

launch 0 predict "$matrix" -s time.steps=4 --machine "$known"
expect_code 'predict with a key of runs' 2 '-s time.steps=4'
launch 0 predict configs/steady.yaml "$folder/b.mtx" --machine "$known"
expect_code 'a right-hand side of a config' 2 'needs a matrix file, but configs/steady.yaml is a config'
launch 0 predict configs/steady.yaml --routines --machine "$known"
expect_code 'routines of a config' 2 '--routines: needs a matrix file'
launch 2 compare "$matrix" --orders rcm --machine "$known"
expect_code 'orders of a matrix' 2 '--orders: needs a config instead of a matrix file: remove it'
launch 2 compare "$matrix" --strategies none --machine "$known"
expect_code 'a strategy without values' 2 '--strategies none: exchanges no values'
solve 2 "$matrix" -s device=opencl
expect_code 'a device' 2 'systems of matrix files are solved without devices: remove it'

# The forecast by routine (option --routines) has the lines of Table 2 of Blanco et al. 2000. The machine file
# of the AP3000 contains the parameters of this table. The numbers of messages are those of the solve.
solve 2 "$matrix" --routines --json "$folder/table.json"
expect_code 'a prediction by routine' 0
expect_output 'a prediction by routine' 'times by Table 2 of the paper' 'spmatvec' 'MPI_Alltoallv' ', as predicted. An iteration has taken'
solve 2 "$matrix" --routines --machine configs/machines/ap3000.yaml --json "$folder/file.json"
expect_code 'a prediction with a machine file' 0
/usr/bin/python3 - "$folder" << 'END' || fail 'predictions by routine'
import json, sys
table, file = (json.load(open(f"{sys.argv[1]}/{name}.json"))["routines"] for name in ("table", "file"))
assert "ap3000.yaml" in file["times_by"] and file["entries"] == table["entries"]
for one, two in zip(table["versions"], file["versions"]):
    for key in ("compute_s", "iteration_low_s", "iteration_high_s"):
        assert abs(one[key] / two[key] - 1) < 1e-12, (one["version"], key)
own = [r for r in table["versions"][0]["routines"] if not r["per_iteration"]]
assert sum(r["bytes"] for r in own) * table["counted"]["products"] == table["counted"]["bytes"] > 0
assert table["next"]["flops"] > 0 and table["versions"][2]["version"] == "HPF"
END

solve 2 "$matrix" -s time.steps=4
expect_code 'a key without effect' 2 '-s time.steps=4'
solve 0 "$matrix" -s kernel=matrix
expect_code 'a key of runs' 2 'solve does not use it'
solve 2 "$matrix" -s solver.method=cg
expect_code 'a matrix that is not symmetric' 2 'cg needs a symmetric matrix'
solve 2 "$folder/none.mtx"
expect_code 'no file' 3 "$folder/none.mtx"
printf '%%%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n2 2 nan\n1 2 3\n' > "$folder/nan.mtx"
solve 2 "$folder/nan.mtx" -o "$folder/z.mtx"
expect_code 'NaN' 3 "$folder/nan.mtx:4: "
solve 2 "$matrix" -o "$folder/z.mtx" -s solver.most_iterations=2
expect_code 'too few iterations' 4 'reached solver.most_iterations at iteration 2'
[ ! -e "$folder/z.mtx" ] || fail 'wrote a solution after a failure'

# Outputs that cannot be written are refused before the matrix is read. The residuals of a failed solve are
# written to their file.
launch 0 solve "$matrix" -o /proc/x.mtx
expect_code 'a folder without files' 5 '/proc/x.mtx: cannot be written'
! has_text "$folder/stderr" 'reading the matrix' || fail 'refused the output after reading'
solve 0 "$matrix" --history "$folder/limit.csv" -s solver.most_iterations=2
expect_code 'residuals of a failure' 4
grep -q 'limit$' "$folder/limit.csv" || fail 'no residuals of a failed solve'

# If a solve fails, the report contains no solution. Accepted solutions that did not converge are marked in
# the report.
solve 2 "$matrix" "$folder/b.mtx" --json "$folder/failed.json" -s solver.most_iterations=2
expect_code 'a report of a failure' 4 'right-hand side 1: bicgstab reached solver.most_iterations'
expect_output 'a report of a failure' "Report: $folder/failed.json"
solve 2 "$matrix" -o "$folder/z.mtx" --json "$folder/accepted.json" -s solver.most_iterations=2 -s solver.accept=1e9
expect_code 'an accepted solution' 0
expect_output 'an accepted solution' 'Right-hand side 1: not converged, bicgstab reached solver.most_iterations.'
solve 0 "$matrix" --level 1e300x
expect_code 'a level that is no number' 2 '--level 1e300x: expected a finite number'
{ printf '%%%%MatrixMarket matrix array real general\n991 1\n'; yes 1e9 | head -n 991; } > "$folder/far.mtx"
solve 2 "$matrix" --start "$folder/far.mtx" --level 1e19 --json "$folder/far.json"
expect_code 'a guess that is far away' 0
has_text "$folder/stderr" 'solve: the residual of the initial guess is larger than the norm of the right-hand side, so the solve starts from 0' ||
  fail 'no warning of a guess that is far away'
/usr/bin/python3 - "$folder" << 'END' || fail 'the reports of failed and accepted solves'
import json, sys
failed, accepted, far = (json.load(open(f"{sys.argv[1]}/{name}.json")) for name in ("failed", "accepted", "far"))
assert len(failed["results"]) == 1 and failed["failure"].startswith("right-hand side 1: ")
one = failed["results"][0]
assert not one["converged"] and one["reason"] == "limit" and one["iterations"] == 2 and one["hash"] is None and one["error"] is None
one = accepted["results"][0]
assert accepted["failure"] is None and not one["converged"] and one["reason"] == "limit" and one["hash"]
one = far["results"][0]
assert one["converged"] and one["ignores_start"]
END
solve 0 "$matrix" -o "$folder/y.mtx.gz"
expect_code 'a compressed output' 2 "-o $folder/y.mtx.gz: the file is not compressed: remove the ending .gz"
solve 2 "$matrix" -o --json "$folder/y.json"
expect_code 'an option in place of a value' 2 'option -o needs a value, but --json follows'
solve 0 "$matrix" "$folder/b.mtx" -o "$folder/b.mtx"
expect_code 'an output over an input' 2 "$folder/b.mtx"
printf 'in the way\n' > "$folder/w.mtx"
solve 2 "$matrix" -o "$folder/w.mtx"
expect_code 'a file of another program' 5 'w.mtx' 'is not a Matrix Market file that Tetracast has written'
solve 2 "$matrix" -o "$folder/w.mtx/x.mtx"
expect_code 'an output that cannot be written' 5 'w.mtx'
finish
