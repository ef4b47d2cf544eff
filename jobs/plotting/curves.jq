# PREFIX-scaling and PREFIX-blocks: curves of the strategies, measured times as points, forecasts as lines.
include "common";
include "reports";

def values($over): map(.[$over]) | unique;
def totals: [.times.measured, .times[.main], .times[] | (. // {}).total // 0 | select(. > 0)];
def low_and_high: [.[] | totals[]] | [min, max];

# Axis of times: {scale: factor of the data, commands}.
def logarithmic_axis: (.[0] / 1.3) as $low | (.[1] * 1.3) as $high | {scale: 1, commands: ["set logscale y",
  "set yrange [\($low) : \($high)]", "set ytics \(seconds_ticks($low; $high))", "set ylabel \"time per step\""]};
def linear_axis: .[1] as $high | ($high | unit) as [$scale, $unit] | {scale: $scale, commands: ["unset logscale y",
  "set yrange [0 : \($high * $scale * 1.08)]", "set ytics autofreq", "set ylabel \"time per step (\($unit))\""]};

# Data blocks curve0, curve1, .. of the strategies: x, then one column per kind of times.
def curve_data($looks; $over; $scale; $kinds): . as $results | $looks | to_entries[] | .value.name as $name
  | "$curve\(.key) << EOD",
  ($results | map(select(.strategy == $name)) | sort_by(.[$over])[]
    | [.[$over], (.times[$kinds[].key] | if . then .total * $scale else "NaN" end)] | map(tostring) | join(" ")), "EOD";

def dashes($place): ["", "1", "(9, 5)", "(3, 5)", "(12, 4, 3, 4)"][$place] // "(2, 2)";
def curve_plots($looks; $kinds): $looks | to_entries[] | .value as $look | .key as $curve
  | ($kinds | to_entries | reverse[])
  | "$curve\($curve) using 1:\(.key + 2) with "
    + (if .value.place == 0 then "points pointtype \($look.mark) pointsize 1.5"
       else "linespoints linewidth 2 pointtype 7 pointsize \(if .value.place == 1 then 0.4 else 0 end) dashtype \(dashes(.value.place))" end)
    + " linecolor \"\($look.colour)\" notitle";

# Common part of panels over ranks and over block sizes. `before`: plots that come first. A kind has the same style in all panels.
def curves($looks; $over; axis; $before; $all): map(.strategy) as $used | kinds_in as $own
  | ($all | map(select(.key | IN($own[].key)))) as $kinds | [$looks[] | select(.name | IN($used[]))] as $looks
  | values($over) as $x | pow($x[-1] / $x[0]; 0.04) as $margin | (low_and_high | axis) as $axis
  | curve_data($looks; $over; $axis.scale; $kinds), $axis.commands[],
    "set logscale x", "unset mxtics", "set xrange [\($x[0] / $margin) : \($x[-1] * $margin)]",
    "set xtics (\($x | apart(0.07) | map("\"\(grouped)\" \(.)") | join(", ")))",
    "set xlabel \"\({ranks: "ranks", block_size: "block size (rows)"}[$over])\"",
    "plot " + ($before + [curve_plots($looks; $kinds)] | join(", "));

# Ideal curve: starts at the fastest strategy on the fewest ranks, and is inversely proportional to the number of ranks.
def scaling_panel($looks; $kinds): values("ranks") as [$first] | values("ranks")[-1] as $last
  | (map(select(.ranks == $first and .strategy != "none")) | map(totals[0]) | min) as $time
  | if $time then "$ideal << EOD", "\($first) \($time)", "\($last) \($time * $first / $last)", "EOD" else empty end,
    curves($looks; "ranks"; logarithmic_axis; if $time then
      ["$ideal using 1:2 with lines linewidth 2 dashtype (2, 3) linecolor \"#555555\" notitle"] else [] end; $kinds);

# Strategies that are slow everywhere; on a common axis the other curves would coincide.
def slow: group_by(.strategy) | map({name: .[0].strategy, range: low_and_high}) | sort_by(.range[0])
  | .[(length - 1) / 2 | floor].range[0] as $middle | map(select(.range[0] > 4 * $middle));
def range_text: map(unit as [$scale, $unit] | "\(. * $scale | digits) \($unit)") | unique | join(" to ");

# Chooses a linear axis if it shows all strategies, or all but the slow ones, which the picture then names; else a logarithmic one.
def blocks_panel($looks; $kinds): . as $all | slow as $slow | map(select(.strategy | IN($slow[].name) | not))
  | low_and_high as [$low, $high]
  | if $high > 6 * $low then $all | curves($looks; "block_size"; logarithmic_axis; []; $kinds)
    else
      ($slow | select(. != []) | map("\(.name) \(.range | range_text)") | "set label \"not drawn: \(join(", "))\" at graph 1, graph 1 "
        + "offset character 0, 0.8 right textcolor \"#555555\""),
      curves($looks; "block_size"; linear_axis; []; $kinds)
    end;

# One panel per machine, or one per number of ranks per node if results with the same number of ranks differ in it.
# For each strategy and run, uses the block size that occurs with most numbers of ranks, else the first one.
def at_one_block_size: . as $all
  | (values("block_size") | min_by(. as $size | [-($all | map(select(.block_size == $size)) | values("ranks") | length),
      ($all | map(.block_size) | index($size))])) as $common
  | group_by([.strategy, .ranks, .nodes]) | map(map(select(.block_size == $common))[0] // .[0]);
def per_node_panels($all): if all(group_by(.ranks)[]; values("nodes") | length == 1) then [{title: "", results: .}]
    else group_by(.ranks / .nodes) | map({title: "\(plural(.[0].ranks / .[0].nodes; "rank")) per node", results: .}) end
  | map(if $all | machines | length > 1 then .title = ([.results[0].machine, .title] - [""] | join(", ")) else . end);
def scaling_panels($looks): timed | . as $all
  | [group_by(.machine)[] | at_one_block_size | per_node_panels($all)[]]
  | map(select(.results | values("ranks") | length > 1)) | few(4)
  | (map(.results[]) | kinds_in) as $kinds | map(.commands = [.results | scaling_panel($looks; $kinds)]);

# One panel per run with several block sizes.
def blocks_panels($looks): timed | . as $all | runs
  | map(. as $run | {title: run_name($all), results: ($all | of_run($run))} | select(.results | values("block_size") | length > 1))
  | few(4) | (map(.results[]) | kinds_in) as $kinds | map(.commands = [.results | blocks_panel($looks; $kinds)]);

# Only the entry of the main model contains the word forecast, because the row of the legend has no space for more.
def curves_legend($looks): map(.strategy) as $used
  | [$looks[] | select(.name | IN($used[])) | "curve \(.colour) \(.mark) \(.name)"],
    [kinds_in[] | "\(if .place == 0 then "point #555555 7" else "line #555555 \(dashes(.place) | gsub(" "; ""))" end) \(if .place > 1 then .name | ltrimstr("forecast, ") | rtrimstr(" model") else .name end)"];
def blocks_legend($looks): curves_legend($looks);
def scaling_legend($looks): [curves_legend($looks)] | .[0], .[1] + ["line #555555 (2,3) ideal, from the fastest on"];
