# Tables and verdicts of jobs/promise.sh and jobs/steps.sh. A line of a verdict begins with "!" if its threshold is missed. Results
# are CSV lines of numbers and plain words (csv), or reports of jobs with their cases (phases).
include "common";

# Objects from CSV lines with headings; the options of jq are -nR.
def csv: [inputs | split(",")] | .[0] as $keys | .[1:]
  | map([$keys, .] | transpose | map({key: .[0], value: (.[1] | tonumber? // .)}) | from_entries);

def median: sort | if . == [] then null else (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2 end;
def deviation: (add / length) as $mean | (map(pow(. - $mean; 2)) | add) / ([length - 1, 1] | max) | sqrt;
def count(condition): map(select(condition)) | length;

def line($holds; $text): (if $holds then "  " else "! " end) + $text;
def percent: "\(. * 100 | fabs | fixed(1)) %";
def signed: (if . < 0 then "-" else "+" end) + (. * 100 | fabs | fixed(0)) + " %";
def signed_log: (if . < 0 then "-" else "+" end) + (fabs | fixed(3));
def left($width): tostring | . + ((" " * ($width - length)) // "");
def right($width): tostring | ((" " * ($width - length)) // "") + .;
def seconds: "\(fixed(if . < 9.95 then 2 else 1 end)) s";
def times: "\(.forecast | seconds | right(8))\(.measured | seconds | right(10))\(.error | signed | right(8))";

# ---- bounds: results with forecast_s, bound_s, measured_s ----
def score: ((.measured_s + 0.5) / (.forecast_s + 0.5)) | log;
def rule($name; bound): map(bound / .measured_s) | sort
  | "  \($name | left(26))\(count(. >= 1)) of \(length | left(6))\(median | fixed(2) | right(12))\(.[length * 0.9 | floor] | fixed(2) | right(12))";
def rules: "  \("bound" | left(26))\("held" | left(12))bound / measured: median, one in ten above",
  rule("of the job"; .bound_s), rule("1.5 times the forecast"; 1.5 * .forecast_s), rule("3 times the forecast"; 3 * .forecast_s);

# Verdict of jobs after the first $learned ones, which only filled the records.
def promise($learned): .[$learned:] | (map(score) | deviation) as $s | (if $s < 0.2 then 1.45 else 1.15 * (1.645 * $s | exp) end) as $limit
  | (length * 0.9 | ceil) as $least | count(.held == 1) as $held | (map(.bound_s / .measured_s) | median) as $width
  | "\(plural(length; "job")) after \($learned) recorded", rules,
    line($held >= $least; "held \($held) of \(length) (at least \($least))"),
    line($width <= $limit; "median bound / measured \($width | fixed(2)) (at most \($limit | fixed(2)); standard deviation of the scores \($s | percent))");

# Verdict of tiny jobs, which does not depend on times.
def promise_quick($records): length as $jobs | "\(plural($jobs; "job"))", rules,
  line($records == $jobs; "\($records) of \($jobs) jobs recorded"),
  line(all(.[]; .bound_s >= .forecast_s and .forecast_s > 0 and .measured_s > 0); "forecasts and bounds of all jobs");

# Verdict of first runs.
def first: map(. + {factor: (.bound_s / (.forecast_s + 0.5))}) | (length - 1) as $least | count(.held == 1) as $held
  | "  \("case" | left(32))  forecast   measured      bound     factor",
    (.[] | "  \(.case | left(32))\(.forecast_s | seconds | right(10))\(.measured_s | seconds | right(11))\(.bound_s | seconds | right(11))\(.factor | fixed(2) | right(11))"),
    line($held >= $least; "held \($held) of \(length) (at least \($least))"),
    line(all(.[]; .factor <= 2.2); "largest factor \(map(.factor) | max | fixed(2)) (at most 2.20)");

# ---- causes of errors: results with kind, slow_down, machine, model, first ----
def is_explained: .first == "machine" and (.machine | type) == "number" and (.machine | log) >= 0.5 * (.slow_down | log);
def factor: if type == "number" then fixed(2) else "-" end;
def split_causes: "  kind          slow-down   machine     model   named first",
  (.[] | "  \(.kind | left(14))\(.slow_down | fixed(2) | right(9))\(.machine | factor | right(10))\(.model | factor | right(10))   \(.first)"),
  (map(select(.kind == "competitor")) | (length * 0.8 | ceil) as $least | count(is_explained) as $n
    | line($n >= $least; "competing process: machine named first, with half of the slow-down, in \($n) of \(length) (at least \($least))")),
  (map(select(.kind == "rows")) | count(.first == "model") as $n
    | line($n == length; "rows 1.5 times as long in the machine file: model named first in \($n) of \(length) (all)"));

# ---- phases: {order, case, cpu_share, job} of each run ----
def is_undisturbed: (.cpu_share | type) != "number" or .cpu_share >= 0.95;
def with_error: .error = .forecast / .measured - 1;
def job_times: {forecast: (map(.job.forecast_s.total) | median), measured: (map(.job.measured_s.total) | median)} | with_error;
def phase_times: [.[].job.phases[]] | group_by(.name)
  | map({name: .[0].name, forecast: (map(.forecast_s // 0) | median), measured: (map(.measured_s // 0) | median)});
# Phases above 5 % of the job and 0.2 s.
def large_phases: (job_times.measured * 0.05) as $share | phase_times | map(select(.measured > 0.2 and .measured > $share) | with_error) | sort_by(-.measured);
# Cases with the times of the runs that satisfy the condition, or of all runs if none does.
def cases(condition): group_by(.order) | map(map(select(condition)) as $used | {name: .[0].case, all: length, runs: ($used | length)}
  + (if $used == [] then . else $used end | {job: job_times, phases: large_phases}));
def excluded: if .runs == 0 then "   * no undisturbed run" elif .runs < .all then "   * \(.all - .runs) of \(.all) runs excluded" else "" end;
def case_lines: line(.runs > 0; "\(.name | left(42))\(.job | times)\(excluded)"), (.phases[] | "    \(.name | left(40))\(times)");

def phase_summary($judged): def check($holds; $text): line(($judged | not) or $holds; $text);
  map(.job.error | fabs) as $jobs | [.[].phases[].error | fabs] as $phases | ($jobs | length) as $n
  | ($n * 10 / 12 | ceil) as $near | ($jobs | count(. <= 0.25)) as $within | ($jobs | count(. > 0.35)) as $beyond
  | ($phases | count(. <= 0.35)) as $good | ($phases | length * 0.9 | ceil) as $least | ($phases | count(. > 0.6)) as $far
  | check(($jobs | median) <= 0.12; "median error of the job \($jobs | median | percent) (at most 12 %)"),
    check($within >= $near; "jobs within 25 %: \($within) of \($n) (at least \($near))"),
    check($beyond == 0; "jobs beyond 35 %: \($beyond) (none)"),
    check($good >= $least; "phases within 35 %: \($good) of \($phases | length) (at least \($least))"),
    check($far == 0; "phases beyond 60 %: \($far) (none)");

def phases: . as $all | count(is_undisturbed | not) as $excluded
  | "  case                                        forecast  measured   error",
    (cases(is_undisturbed) | (.[] | case_lines), (map(select(.runs > 0)) | if . == [] then empty else phase_summary(true) end)),
    if $excluded == 0 then empty else
      "with the \(plural($excluded; "run")) in which ranks had their cores for less than 95 % of the time:",
      ($all | cases(true) | phase_summary(false)) end;

# ---- steps: results with machine, scheme, ranks, strategy, block_size, forecast_s, measured_s ----
def combinations: group_by([.scheme, .ranks, .block_size, .strategy])
  | map({name: "\(.[0].scheme), \(plural(.[0].ranks; "rank")), \(.[0].strategy), \(.[0].block_size)", error: (map(.forecast_s / .measured_s | log) | median)});
def steps($machine; $limit; $allowed; $middle): map(select(.machine == $machine)) | combinations
  | length as $n | (map(.error | fabs) | median) as $median | (map(.error | fabs)) as $size
  | ($size | count(. <= $limit)) as $within | ([$n - $allowed, 0] | max) as $least
  | "\($machine) machine: median of ln(forecast / measured)",
    (.[] | (if (.error | fabs) <= $limit then "  " else "* " end) + "\(.name | left(40))\(.error | signed_log | right(8))"),
    "  within 10 %: \($size | count(. <= 0.10)) of \($n), within 15 %: \($size | count(. <= 0.15)) of \($n)",
    line($within >= $least; "within \($limit * 100 | round) %: \($within) of \($n) (at least \($least))"),
    line($median <= $middle; "median of the absolute errors \($median | percent) (at most \($middle * 100 | round) %)");
