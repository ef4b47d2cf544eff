# PREFIX-ranks: stacked bars of the parts on each rank, one panel per strategy; measured times as bars, forecasts as marks.
include "common";
include "reports";

# The run with the most ranks that has times of each rank, preferably measured ones, with its first block size.
def known(condition): map(select((.per_rank | length > 1) and any(.per_rank[].times; condition))) | select(. != []);
def ranks_results: known(.measured) // known(. != {}) // []
  | if . == [] then . else
      of_run(max_by([.ranks, -.nodes]) | {machine, ranks, nodes}) | .[0].block_size as $size
      | group_by(.strategy) | map(map(select(.block_size == $size))[0] // .[0])
    end;

# Kinds of times of ranks: the first one is drawn as bars (forecasts if nothing was measured), the others as marks.
def rank_kinds: map(.times = (.per_rank | map(.times) | add)) | kinds_in;
def marks_in: rank_kinds[1:] | to_entries | map(.value + {column: (.key + (parts | length) + 2), colour: ["#222222", "#aa3377", "#117733", "#ddaa33", "#4477aa"][(.value.place - 1) % 5]});

# From a result, per rank: rank, upper ends of the parts, then one column per mark.
def rank_rows($shown; $marks; $scale): .per_rank | sort_by(.rank)[]
  | [.rank, (.times[$shown.key] as $times | foreach parts[] as [$part] (0; . + ($times[$part] // 0) * $scale)),
     (.times[$marks[].key] | if . then .total * $scale else "NaN" end)];

# With many ranks each part is one outline with two points per rank, because thousands of boxes make a slow and large picture.
def crowded: .per_rank | length > 100;
def outline: (.[0] -= 0.5), (.[0] += 0.5);

# Draws higher ends of the stack first, so that each part is visible above the parts below it.
def rank_plots($shown; $marks): (if crowded then "filledcurves y1=0" else "boxes" end) as $style
  | (if $shown.place == 0 then "solid" else "solid 0.4" end) as $fill
  | (range((parts | length) + 1; 1; -1) | "$ranks using 1:\(.) with \($style) linecolor \"\(parts[. - 2][1])\" fillstyle \($fill) notitle"),
    (if crowded then $marks[] | "$ranks using 1:\(.column) with lines linewidth 0.8 linecolor \"\(.colour)\" notitle"
     else $marks[] | "$ranks using ($1 - 0.6 * width):\(.column):(1.2 * width):(0) with vectors nohead linewidth 2.5 linecolor \"\(.colour)\" notitle" end);

# Commands of a panel from one result.
def ranks_panel($look; $shown; $marks; $last): (.per_rank | length) as $ranks
  | ([rank_rows($shown; $marks; 1)[1:][] | numbers] | max) as $top | ($top | unit) as [$scale, $unit]
  | "$ranks << EOD",
    (if crowded then rank_rows($shown; $marks; $scale) | outline else rank_rows($shown; $marks; $scale) end | map(tostring) | join(" ")), "EOD",
    (.per_rank | sort_by(.rank) | map(.node) | stripes),
    "set xrange [-0.5 : \($ranks - 0.5)]", "set yrange [0 : \($top * $scale * 1.06)]",
    "set xtics \([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] | map(select($ranks <= 22 * .))[0] // 10000) scale 0.5",
    "width = \(if $ranks > 8 then 0.8 else 0.4 end)", "set boxwidth width",
    "set ylabel \"\($look.name) (\($unit))\" textcolor \"\($look.colour)\"",
    (if $last then "set xlabel \"rank\"", "set format x \"%g\"" else "set format x \"\"" end),
    "plot " + ([rank_plots($shown; $marks)] | join(", "));

def ranks_panels($looks): ranks_results | rank_kinds[0] as $shown | marks_in as $marks | length as $count | . as $results
  | [$looks[] | . as $look | $results[] | select(.strategy == $look.name) | {title: "", results: [.], look: $look}] | to_entries
  | map(.key as $i | .value | .look as $look
      | .commands = [.results[0] | ranks_panel($look; $shown; $marks; $i == $count - 1)]);

def ranks_legend($looks): rank_kinds[0] as $shown | [parts_in[] | "box \(.[1]) - \(.[0])"],
  ["\(if $shown.place == 0 then "box" else "tint" end) #777777 - \($shown.name)", (marks_in[] | "line \(.colour) 1 \(.name)")];
