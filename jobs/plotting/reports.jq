# From reports to results: one for each strategy, block size, ranks and nodes.
include "common";

# Times of a result or rank by kind: "measured", and the names of models. Older reports hold one or two forecasts.
def times_by_kind($main): ({measured: .measured_s} + (.forecasts // {($main): .predicted_s, refined: (.refined_s // null)}))
  | with_entries(select((.value.total? | type) == "number"));
def keep($kinds): with_entries(select(.key | IN($kinds[])));

# Where there are several methods and preconditioners, they are what is compared: "cg+ssor", with the strategy behind where there are several.
def named: (map(select(.solver) | .solver | [.method, .preconditioner]) | unique | length > 1) as $methods
  | (map(.strategy) | unique | length > 1) as $strategies | .[]
  | if $methods and .solver then
      .strategy = "\(.solver.method)+\(.solver.preconditioner)\(if $strategies then " " + .strategy else "" end)" else . end;

# What was measured here, and a forecast for another machine, are results of two machines.
def results: . as $top | (.model // "paper") as $main | (.cluster // .hosts[0]? // "unnamed machine" | harmless) as $here
  | (if .machine.foreign? then .machine.name | harmless else $here end) as $there
  | .results | named
  | {strategy, block_size, distribution, ranks: (.ranks // $top.ranks), nodes: (.nodes // $top.nodes // 1), machine: $here, $main,
     times: times_by_kind($main), per_rank: [.per_rank[] | {rank, node: (.node // 0), times: times_by_kind($main)}]}
  | if $here == $there then . else
      ["measured"] as $measured | (.times | keys - $measured) as $forecasts
      | (select(.times.measured) | .times |= keep($measured) | .per_rank[].times |= keep($measured)),
        (.machine = $there | .times |= keep($forecasts) | .per_rank[].times |= keep($forecasts))
    end;

# Whether a report says what pictures need to know; two distributions in one report could not be told apart.
def complete: ([.mesh.cells, .width, (.ranks as $ranks | .results[] | .ranks // $ranks)] | all(type == "number" and . > 0))
  and (.scheme | type == "string") and (.results | map(.distribution) | unique | length <= 1);

# What must agree for results to stand in one picture, in words.
def subject: .results as $results
  | "\(.mesh.cells | grouped) cells, \(.scheme) scheme (width \(.width)), "
    + "\($results | map(.distribution // "unknown") | unique | join(" and ")) distribution, \(plural(.threads // 1; "thread")) a rank";

# What one result lacks, the same one of a later report of the same machine gives: a forecast beside the measured times, say.
def merged: reduce .[] as $r ({}; .[[$r.machine, $r.strategy, $r.block_size, $r.ranks, $r.nodes] | tostring] |=
    if . == null then $r else
      (if .per_rank != [] and (any(.per_rank[]; .times.measured) or all($r.per_rank[]; .times.measured | not)) then .
       else .per_rank = $r.per_rank end)
      | .times = $r.times + .times end)
  | [.[]];

# Runs of results in rising order: a picture never joins two machines.
def runs: map({machine, ranks, nodes}) | unique;
def of_run($run): map(select({machine, ranks, nodes} == $run));
def machines: map(.machine) | unique;
# A run among others, which may be of other machines.
def run_name($all): "\(plural(.ranks; "rank")) on \(plural(.nodes; "node"))\(if $all | machines | length > 1 then ", \(.machine)" else "" end)";

def timed: map(select(.times != {}));

# The kinds of times in results, measured ones first, the main forecast next; `place` decides how they look.
def kinds_in: . as $results
  | reduce (.[].main, (.[].times | keys_unsorted[])) as $kind (["measured"]; if any(.[]; . == $kind) then . else . + [$kind] end)
  | to_entries | map({key: .value, place: .key, name: (if .key == 0 then "measured" else "forecast, \(.value) model" end)})
  | map(select(.key as $kind | any($results[]; .times[$kind])));

# What a subtitle says of results beside their subject: the machine, and the run and the block size where there is only one.
def detail: (machines | join(" and ")), (runs | map({ranks, nodes}) | unique | select(length == 1)[0] | run_name([])), (map(.block_size) | unique | select(length == 1)[0] | "blocks of \(grouped)");

# Of an array of panels, commands each: one below the other, $height high, from $top on with $gap between; all in pixels.
# Nothing that stands in one stays for the next.
def stacked($top; $height; $gap): length as $panels | to_entries[] | ($top + .key * ($height + $gap)) as $at
  | "set tmargin at screen below_top(\($at))", "set bmargin at screen below_top(\($at + $height))",
    if $panels == 1 then empty else "set label \"\(.value.title)\" at graph 0.5, screen below_top(\($at - 14)) center font \"DejaVu Sans Bold,12\"" end,
    .value.commands[], "unset label", "unset arrow", "unset object";
