# Converts reports to results, one per strategy, block size, ranks and nodes.
include "common";

# Times of a result or rank by kind: "measured", and the names of models. Older reports contain one or two forecasts.
def times_by_kind($main): ({measured: .measured_s} + (.forecasts // {($main): .predicted_s, refined: (.refined_s // null)}))
  | with_entries(select((.value.total? | type) == "number"));
def keep($kinds): with_entries(select(.key | IN($kinds[])));

# With several methods and preconditioners the compared name is "cg+ssor", followed by the strategy if there are several.
def named: (map(select(.solver) | .solver | [.method, .preconditioner]) | unique | length > 1) as $methods
  | (map(.strategy) | unique | length > 1) as $strategies | .[]
  | if $methods and .solver then
      .strategy = "\(.solver.method)+\(.solver.preconditioner)\(if $strategies then " " + .strategy else "" end)" else . end;

# The job of a run, or of the fastest case of a forecast, whose results have the seconds of their jobs.
def job_of($top): if .job == null or .job.total_s == $top.job.forecast_s.total then $top.job else null end;

# A measurement on this machine and a forecast for another one are results of two machines.
def results: . as $top | (.model // "paper") as $main | (.cluster // .hosts[0]? // "unnamed machine" | harmless) as $here
  | (if is_for_other_machine then .machine.name | harmless else $here end) as $there
  | .results | named
  | {strategy, block_size, distribution, job: job_of($top), ranks: (.ranks // $top.ranks), nodes: (.nodes // $top.nodes // 1), machine: $here, $main,
     times: times_by_kind($main), per_rank: [.per_rank[] | {rank, node: (.node // 0), times: times_by_kind($main)}]}
  | if $here == $there then . else
      ["measured"] as $measured | (.times | keys - $measured) as $forecasts
      | (select(.times.measured) | .times |= keep($measured) | .per_rank[].times |= keep($measured)),
        ((if .times.measured then .job = null else . end) | .machine = $there | .times |= keep($forecasts) | .per_rank[].times |= keep($forecasts))
    end;

# True if a report contains all values that pictures need. Two distributions in one report could not be distinguished.
def complete: ([.mesh.cells, .width, (.ranks as $ranks | .results[] | .ranks // $ranks)] | all(type == "number" and . > 0))
  and (.scheme | type == "string") and (.results | map(.distribution) | unique | length <= 1);

# Text of the properties that all results of a picture must have in common.
def subject: .results as $results
  | "\(.mesh.cells | grouped) cells, \(.scheme) scheme (width \(.width)), "
    + "\($results | map(.distribution // "unknown") | unique | join(" and ")) distribution, \(plural(.threads // 1; "thread")) a rank";

# Merges results: a value missing in one is taken from the same result in a later report of the same machine, for example a forecast.
def merged: reduce .[] as $r ({}; .[[$r.machine, $r.strategy, $r.block_size, $r.ranks, $r.nodes] | tostring] |=
    if . == null then $r else
      (if .per_rank != [] and (any(.per_rank[]; .times.measured) or all($r.per_rank[]; .times.measured | not)) then .
       else .per_rank = $r.per_rank end)
      | .job //= $r.job | .times = $r.times + .times end)
  | [.[]];

# Distinct runs of the results, in rising order. A picture never joins two machines.
def runs: map({machine, ranks, nodes}) | unique;
def of_run($run): map(select({machine, ranks, nodes} == $run));
def machines: map(.machine) | unique;
# Name of a run among others, which may be from other machines.
def run_name($all): "\(plural(.ranks; "rank")) on \(plural(.nodes; "node"))\(if $all | machines | length > 1 then ", \(.machine)" else "" end)";

def timed: map(select(.times != {}));

# Kinds of times in the results: measured ones first, then the main forecast. `place` determines how they are drawn.
def kinds_in: . as $results
  | reduce (.[].main, (.[].times | keys_unsorted[])) as $kind (["measured"]; if any(.[]; . == $kind) then . else . + [$kind] end)
  | to_entries | map({key: .value, place: .key, name: (if .key == 0 then "measured" else "forecast, \(.value) model" end)})
  | map(select(.key as $kind | any($results[]; .times[$kind])));

# Part of the subtitle after the subject: the machine, and the run and the block size if there is only one.
def detail: (machines | join(" and ")), (runs | map({ranks, nodes}) | unique | select(length == 1)[0] | run_name([])), (map(.block_size) | unique | select(length == 1)[0] | "blocks of \(grouped)");

# Stacks panels (arrays of commands) downwards from $top, each $height high with $gap between them; all in pixels.
# Settings of one panel do not affect the next.
def stacked($top; $height; $gap): length as $panels | to_entries[] | ($top + .key * ($height + $gap)) as $at
  | "set tmargin at screen below_top(\($at))", "set bmargin at screen below_top(\($at + $height))",
    if $panels == 1 then empty else "set label \"\(.value.title)\" at graph 0.5, screen below_top(\($at - 14)) center font \"DejaVu Sans Bold,12\"" end,
    .value.commands[], "unset label", "unset arrow", "unset object";
