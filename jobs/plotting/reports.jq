# From reports to results: one for each strategy, block size, ranks and nodes.
include "common";

# Times are null where there are none, for a result and for its ranks.
def times: if (.total? | type) == "number" then . else null end;
def all_times: .measured_s |= times | .predicted_s |= times | .refined_s |= times;

def results: . as $top | .results[]
  | {strategy, block_size, distribution, ranks: (.ranks // $top.ranks), nodes: (.nodes // $top.nodes // 1), measured_s, predicted_s,
     refined_s, per_rank: [.per_rank[] | {rank, node: (.node // 0), measured_s, predicted_s, refined_s} | all_times]} | all_times;

# Whether a report says what pictures need to know; two distributions in one report could not be told apart.
def complete: ([.mesh.cells, .width, (.ranks as $ranks | .results[] | .ranks // $ranks)] | all(type == "number" and . > 0))
  and (.scheme | type == "string") and (.results | map(.distribution) | unique | length <= 1);

# What must agree for results to stand in one picture, in words.
def subject: .results as $results
  | "\(.mesh.cells | grouped) cells, \(.scheme) scheme (width \(.width)), "
    + "\($results | map(.distribution // "unknown") | unique | join(" and ")) distribution, \(plural(.threads // 1; "thread")) a rank";

# What one result lacks, the same one of a later report gives: a forecast for a machine beside the measured times, say.
def merged: reduce .[] as $r ({}; .[[$r.strategy, $r.block_size, $r.ranks, $r.nodes] | tostring] |=
    if . == null then $r else
      (if any(.per_rank[]; .measured_s) or all($r.per_rank[]; .measured_s == null) then . else .per_rank = $r.per_rank end)
      | .measured_s //= $r.measured_s | .predicted_s //= $r.predicted_s | .refined_s //= $r.refined_s end)
  | [.[]];

def run_name: "\(plural(.ranks; "rank")) on \(plural(.nodes; "node"))";

# Runs of results in rising order.
def runs: map({ranks, nodes}) | unique_by([.ranks, .nodes]);
def of_run($run): map(select(.ranks == $run.ranks and .nodes == $run.nodes));

def timed: map(select(.measured_s or .predicted_s or .refined_s));

# How measured times and forecasts are called and where they stand, in the order of pictures.
def kinds: [{key: "measured_s", name: "measured"}, {key: "predicted_s", name: "forecast"}, {key: "refined_s", name: "refined model"}];
def kinds_in: . as $results | kinds | map(select(.key as $key | any($results[]; .[$key])));

# What a subtitle says of results beside their subject: the run and the block size, where there is only one.
def detail: (runs | select(length == 1)[0] | run_name), (map(.block_size) | unique | select(length == 1)[0] | "blocks of \(grouped)");

# Of an array of panels, commands each: one below the other, $height high, from $top on with $gap between; all in pixels.
# Nothing that stands in one stays for the next.
def stacked($top; $height; $gap): length as $panels | to_entries[] | ($top + .key * ($height + $gap)) as $at
  | "set tmargin at screen below_top(\($at))", "set bmargin at screen below_top(\($at + $height))",
    if $panels == 1 then empty else "set label \"\(.value.title)\" at graph 0.5, screen below_top(\($at - 14)) center font \"DejaVu Sans Bold,12\"" end,
    .value.commands[], "unset label", "unset arrow", "unset object";
