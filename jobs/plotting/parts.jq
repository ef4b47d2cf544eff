# PREFIX-parts: stacked bars of the parts of a step, one panel per run with bars for each strategy and block size.
include "common";
include "reports";

# Locations of the bars in a panel: strategies with gaps between them, block sizes side by side; {result, look, x} each.
def places($looks): . as $results | (map(.block_size) | unique | few(4)) as $sizes
  | [foreach ($looks[] as $look | $sizes[] as $size | $results[] | select(.strategy == $look.name and .block_size == $size)
        | {result: ., look: $look}) as $place
      ({x: 0}; {x: (.x + (if .look == null or .look == $place.look then 1 else 1.6 end)), look: $place.look}; $place + {x: .x})];

# Bars at one location, one per kind of times: {kind, from, to, total, top, stack: [{part, from, to}]}.
def bars($all; $width): .x as $x | .result as $result | [$all[] | select($result.times[.key])] as $kinds
  | $kinds | to_entries[] | ($x + (.key - ($kinds | length) / 2) * $width) as $left | $result.times[.value.key] as $times
  | [foreach parts[] as [$part] ({to: 0}; {part: $part, from: .to, to: (.to + ($times[$part] // 0))})] as $stack
  | {kind: .value.place, from: ($left + 0.04 * $width), to: ($left + 0.96 * $width), total: $times.total,
     top: ([$stack[-1].to, $times.total] | max), stack: ($stack | map(select(.to > .from)))};

# Height of the tallest bar that is drawn completely. Bars more than four times as high as the median and clearly higher than
# the others are truncated.
def tallest: map(.top) | sort | .[(length - 1) / 2 | floor] as $middle | reduce .[] as $top (0; if $top <= 4 * $middle or $top <= 2 * . then $top else . end);

def data($name; rows): "$\($name) << EOD", (rows | map(tostring) | join(" ")), "EOD";

def segment_data($bars; $scale; $limit): $bars[] | .kind as $kind | .from as $from | .to as $to | .stack[]
  | [$kind, .part, $from, $to, ([.from, $limit] | min) * $scale, ([.to, $limit] | min) * $scale] | select(.[5] > .[4]);

def fill($kind): ["solid border linecolor \"#ffffff\"", "solid 0.4 border"][$kind] // "pattern \($kind + 2) border";

def segment_plots($bars): [$bars[] | .kind as $kind | .stack[] | [$kind, .part]] | unique | .[] as [$kind, $part]
  | "$segments using (column(1) == \($kind) && strcol(2) eq \"\($part)\" ? $3 : NaN):5:3:4:5:6 "
    + "with boxxyerror linecolor \"\(colour_of_part($part))\" fillstyle \(fill($kind)) notitle";

# Names of strategies below the axis, or below the block sizes if there are several.
def names($places; $sizes): $places | group_by(.look.name)[] | "set label \"\(.[0].look.name)\" at \(map(.x) | add / length), graph 0 "
  + "offset character 0, \(if $sizes then -2.3 else -1 end) center font \"DejaVu Sans Bold,12\" textcolor \"\(.[0].look.colour)\"";

# Text direction of a number: horizontal if the bar is wide enough, vertical if a line fits, else no number.
def numbers($pixels): if $pixels >= 34 then ["$numbers using 1:2:3 with labels offset 0, 0.6 font \"DejaVu Sans,10\" notitle"]
  elif $pixels >= 13 then ["$numbers using 1:2:3 with labels left rotate offset 0, 0.4 font \"DejaVu Sans,10\" notitle"] else [] end;

# Commands of a panel from the results of one run.
def parts_panel($looks; $kinds): places($looks) as $places | (0.86 / (kinds_in | length)) as $width
  | [$places[] | bars($kinds; $width)] as $bars | ($bars | tallest) as $tall | ($tall | unit) as [$scale, $unit]
  | ($places[-1].x - 1) as $span | ([0.6, (5 - $span) / 2] | max) as $margin
  | (980 * $width / ($span + 2 * $margin)) as $pixels
  | ($tall * (if $pixels >= 34 or $pixels < 13 then 1.12 else 1.3 end)) as $limit
  | ($places | map(.result.block_size) | unique | length > 1) as $sizes
  | data("segments"; segment_data($bars; $scale; $tall * 1.05)),
    data("totals"; $bars[] | select(.total <= $tall) | [.from, .total * $scale, .to - .from, 0]),
    data("numbers"; $bars[] | [(.from + .to) / 2, ([.top, $tall * 1.05] | min) * $scale, (.total * $scale | digits)]),
    "set xrange [\(1 - $margin) : \(1 + $span + $margin)]", "set yrange [0 : \($limit * $scale)]",
    "set ylabel \"time per step (\($unit))\"",
    "set xtics (\($places | map("\"\(if $sizes then .result.block_size | grouped else "" end)\" \(.x)") | join(", "))) scale 0 font \"DejaVu Sans,10\"",
    names($places; $sizes),
    ($bars[] | select(.top > $tall) | ($tall * $scale) as $y
      | "set arrow from \(.from), \($y * 0.9) to \(.to), \($y * 0.94) nohead front linewidth 5 linecolor \"#ffffff\""),
    "plot " + ([segment_plots($bars), "$totals using 1:2:3:4 with vectors nohead linewidth 2 linecolor \"#222222\" notitle"]
      + numbers($pixels) | join(", "));

# One panel per number of ranks and nodes; a selection if there are many.
def parts_panels($looks): timed | . as $all | [runs | few(4)[] | . as $run | {title: run_name($all), results: ($all | of_run($run))}]
  | (map(.results[]) | kinds_in) as $kinds | map(.commands = [.results | parts_panel($looks; $kinds)]);

def parts_legend($looks): [parts_in[] | "box \(.[1]) - \(.[0])"],
  [(kinds_in[] | "\(["box", "tint"][.place] // "hatch") #777777 - \(.name)"), "line #222222 1 whole step"];
