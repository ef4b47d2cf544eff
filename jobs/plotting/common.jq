# Texts, units, axes, colours and marks of all pictures. The results are parts of gnuplot commands or texts for the reader.

def plural($n; $what): "\($n) \($what)\(if $n == 1 then "" else "s" end)";

# A member of a report by its name, or by its former name in a report of an earlier version.
def member($name; $former): if has($name) then .[$name] else .[$former] end;

# True if a report contains a forecast for another machine.
def is_for_other_machine: (.machine | objects | member("is_other_machine"; "foreign")) // false;

# Makes any name safe inside a command of gnuplot.
def harmless: tostring | gsub("[^\\p{L}\\p{N} ._:/+()@-]"; "_") | .[0:60];

# 1234567 -> "1 234 567"; four digits are not split.
def grouped: tostring | if length < 5 then . else
  . as $digits | (length % 3) as $head
  | [if $head > 0 then $digits[0:$head] else empty end, (range($head; length; 3) | $digits[.:. + 3])] | join(" ") end;

# From the largest number of seconds: [factor, unit] in which it is at least 1.
def unit: . as $max | ([[1, "s"], [1e3, "ms"], [1e6, "µs"], [1e9, "ns"]] | map(select($max * .[0] >= 0.9995))[0] // .[-1]);

def fixed($digits): (. * pow(10; $digits) | round | tostring) as $all
  | if $digits == 0 then $all else
      (if ($all | length) <= $digits then "000"[0:$digits + 1 - ($all | length)] + $all else $all end)
      | .[0:-$digits] + "." + .[-$digits:] end;

# Formats three significant digits of a number of at least 1.
def digits: fixed(if . >= 99.95 then 0 elif . >= 9.995 then 1 else 2 end);

# Colours that colour-blind readers can distinguish: Okabe and Ito's for strategies (which also differ by mark), Tol's light
# ones for parts. Parts are in the order in which bars are stacked.
def parts: [["compute", "#77aadd"], ["vector", "#bbcc33"], ["precond", "#bb99dd"], ["reduce", "#aaaaaa"], ["unpack", "#44bb99"], ["copy", "#ffaabb"],
  ["wait", "#dddddd"], ["transfer", "#ee8866"], ["pack", "#eedd88"],
  ["boundary", "#99ddff"], ["source", "#aaaa00"]];
# Parts that take time in one of the results.
def parts_in: . as $all | parts | map(select(.[0] as $part | any($all[].times[]?; (.[$part]? // 0) > 0)));
def colour_of_part($name): parts | map(select(.[0] == $name))[0][1];
def strategies: [["naive", "#cc79a7", 13], ["fine", "#d55e00", 7], ["block", "#009e73", 5], ["condensed", "#0072b2", 9],
  ["none", "#777777", 11]];
def spare: [["#e69f00", 15], ["#56b4e9", 4], ["#8c510a", 6], ["#332288", 8], ["#000000", 12]];

# {name, colour, mark} of each name, in the order of the pictures. Unknown names are sorted and get spare colours.
def looks: unique as $names
  | [strategies[] | select(.[0] | IN($names[])) | {name: .[0], colour: .[1], mark: .[2]}]
  + [($names - (strategies | map(.[0]))) | to_entries[] | {name: .value, colour: spare[.key % 5][0], mark: spare[.key % 5][1]}];

# From the nodes of ranks 0, 1, ..: grey stripes for every second node, and labels of the nodes if there are few.
def stripes: . as $node | length as $ranks
  | [range($ranks) | select(. == 0 or $node[.] != $node[. - 1])] + [$ranks] | select(length > 2) as $start
  | range($start | length - 1) | ($start[.] - 0.5) as $from | ($start[. + 1] - 0.5) as $to
  | (select(. % 2 == 1) | "set object rectangle from \($from), graph 0 to \($to), graph 1 behind fillcolor \"#eeeeee\" fillstyle solid noborder"),
    (select($start | length < 20) | "set label \"node \($node[$start[.]])\" at \(($from + $to) / 2), graph 1.06 center textcolor \"#555555\"");

# At most $most elements of an array, evenly spaced, with the first and the last one.
def few($most): if length <= $most then . else
  . as $all | [range($most) | $all[. * (($all | length) - 1) / ($most - 1) | round]] end;

# From rising positive numbers: those whose labels fit on a logarithmic axis, always with the last one.
def apart($share): . as $all | (.[0] | log) as $first | ((.[-1] | log) - $first) as $range
  | reduce ($all | reverse | .[]) as $x ([]; if . == [] or (.[0] | log) - ($x | log) >= $share * $range then [$x] + . else . end);

# Ticks of a logarithmic axis of seconds from $low to $high: decades, or 1, 2, 5 if there are few decades.
def seconds_ticks($low; $high): (if $high / $low > 1e4 then [1] else [1, 2, 5] end) as $steps
  | [range($low | log10 | floor; $high | log10 | ceil) as $e | $steps[] | . * pow(10; $e) | select(. >= $low * 0.999 and . <= $high * 1.001)]
  | map(unit as [$scale, $unit] | "\"\(. * $scale * 1000 | round / 1000) \($unit)\" \(.)") | "(\(join(", ")))";
