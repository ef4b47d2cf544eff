# Tables and plots of jobs/finegrain.sh from reports of finegrain bench and run.
include "common";
include "zhang2006";

def place: if .nodes > 1 then "\(.nodes) nodes" else "one node" end;
def line_name: "\(.layer), \(plural(.ranks; "rank")), \(place)";
def signed: if . == null then "-" else (. * 100) as $p | (if $p < 0 then "-" else "+" end) + ($p | fabs | fixed(1)) end;

def layer_place: .layer as $layer | ["plain", "cached", "batched", "private"] | index($layer) // 9;

# Formats a published error in per cent with its sign; "" if the table has no such column.
def signed_percent: if . == null then "" else (if . < 0 then "-" else "+" end) + (fabs | fixed(1)) end;

# Published errors of a table in the columns used here, one line per platform and number of threads.
def published_lines($number; $columns): published[] | select(.table == $number) | . as $line
  | ["\(.name), \(.ranks) threads", ($columns[] | . as $c | $line.columns[$c] | signed_percent)] | @tsv;

# Prints lines of layers and columns by name (*: rates drifted by more than 20 %), then the lines of the paper.
def table($number; column): map(select(.table == $number)) | (reduce (.[] | column) as $c ([]; if index([$c]) then . else . + [$c] end)) as $columns
  | ([""] + $columns | @tsv),
    (group_by([.nodes, .ranks])[] | group_by(layer_place)[] | . as $cases | [$cases[0] | line_name]
      + [$columns[] as $c | $cases | map(select(column == $c))[0] | if . then (.error | signed) + (if .drift > 0.2 then "*" else "" end) else "" end] | @tsv),
    (["published"] | @tsv), published_lines($number; $columns);

def within($limit): map(select(. <= $limit)) | length;
def sorted_errors($key): map(.[$key] | select(. != null) | fabs) | sort;
def summary($key): sorted_errors($key) | if . == [] then "no forecast" else
  "median \(.[(length - 1) / 2 | floor] * 100 | fixed(1)) %, \(within(0.15)) of \(length) within 15 %, worst \(.[-1] * 100 | fixed(1)) %" end;
def conclusion: (group_by(.nodes)[] | "\(.[0] | place): accesses beyond private ones \(summary("error")); as printed, \(summary("printed_error"))"),
  (if all(.[]; .is_comparable) then empty else "Not judged: ranks shared cores, or the machine did something else." end),
  ([published[].columns[] | fabs / 100] | sort | "Published, four platforms: median \(.[(length - 1) / 2 | floor] * 100 | fixed(1)) %, \(within(0.15)) of \(length) within 15 %, worst \(.[-1] * 100 | fixed(1)) %");

# ---- plots: gnuplot commands with their data ----
def colours: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#332288", "#777777"];
def block($name; $lines): "$\($name) << EOD", $lines[], "EOD";
def blocks($prefix; $groups): $groups | to_entries[] | block("\($prefix)\(.key)"; .value.lines);

# Points of one colour and mark for each group {name, lines}, with x from the first column.
def points($prefix; $groups): [$groups | to_entries[] | "$\($prefix)\(.key) using 1:2 with points pointtype \([7, 5, 9, 13, 11, 4, 6, 8][.key % 8]) pointsize 1.2 linecolor '\(colours[.key % 8])' title '\(.value.name | harmless)'"];

def programs: ["histogram", "matrix", "sobel"];
def spread($k; $n): ($k + 0.5) / $n - 0.5;
def by_layer_and_place: group_by([.nodes, layer_place]);
def errors: by_layer_and_place as $groups | ($groups | length) as $n
  | [$groups | to_entries[] | .key as $k | {name: "\(.value[0].layer) (\(.value[0] | place))",
      lines: [.value[] | select(.error != null) | (.program as $p | programs | index($p)) as $x | "\($x + 0.8 * spread($k; $n)) \([[.error * 100, -100] | max, 100] | min)"]} | select(.lines != [])] as $series
  | blocks("e"; $series), "set xrange [-0.6 : 2.6]", "set xtics ('histogram' 0, 'matrix' 1, 'Sobel' 2)", "set ylabel 'forecast / measured - 1 (%)'",
    "set yrange [-100 < * < -20 : 20 < * < 100]",
    "plot " + (points("e"; $series) + ["0 with lines linecolor '#444444' notitle", "15 with lines dashtype 2 linecolor '#888888' notitle",
      "-15 with lines dashtype 2 linecolor '#888888' notitle"] | join(", "));

# {pattern, x, s, private} of every measured pattern, by layer and location.
def measured: [.[] as $bench | $bench.results[] | .layer as $layer | .pattern as $pattern | ("near", "far", "local") as $where | .[$where] | select(. != null)
  | . as $of | ("read", "write") as $use | $of["\($use)_s"] | select(. != null and . > 0)
  | {layer: $layer, pattern: $pattern, where: $where, use: $use, ranks: $bench.ranks, s: ., private: $bench.machine.patterns["private_\($use)_s"]}];
def patterns: ["local", "baseline", "vector", "coalesce"];
def by_pattern(value): measured | map(.pattern as $p | .x = (patterns | index($p)) | select(.x != null)) | group_by([.where == "far", layer_place])
  | length as $n | [to_entries[] | .key as $k | {name: "\(.value[0].layer) (\(if .value[0].where == "far" then "far" else "near" end))",
      lines: [.value[] | value as $v | select($v != null) | "\(.x + 0.7 * spread($k; $n) + (if .use == "write" then 0.05 else 0 end)) \($v)"]} | select(.lines != [])];
def logarithmic($series; $axis): blocks("p"; $series), "set xrange [-0.6 : 3.6]", "set xtics ('local' 0, 'baseline' 1, 'vector' 2, 'coalesce' 3)",
  "set logscale y", "set format y '10^{%L}'", "set ytics format '%.0e'", "set ylabel '\($axis)'", "plot " + (points("p"; $series) | join(", "));
def rates: logarithmic(by_pattern(1 / .s); "accesses / s (left: reads, right: writes)");
def gaps: logarithmic(by_pattern(if .private then .s / .private else null end); "gap (left: reads, right: writes)");

def speedups: by_layer_and_place
  | [.[] | {name: "\(.[0].layer) (\(.[0] | place))", lines: [.[] | select(.speedup != null and .speedup_measured != null) | "\(.speedup_measured) \(.speedup)"]} | select(.lines != [])] as $series
  | blocks("s"; $series), "set logscale xy", "set xlabel 'measured'", "set ylabel 'by (3)'",
    "plot " + (points("s"; $series) + ["x with lines linecolor '#444444' notitle"] | join(", "));
