# PREFIX-bars: blame of each rank from a report of `tcblame report --by rank --json`, as bars for variables and for arrays.
include "common";

# Name as in the source. Inside single quotes of gnuplot no part of it is a command.
def shown: gsub("[^\\p{L}\\p{N} ._:/+()@\\[\\]>*,-]"; "_") | if length > 34 then .[0:33] + "…" else . end;

def colours: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c510a", "#777777"];

# One colour for all ranks if there are more ranks than colours.
def groups: if (.groups | length) > (colours | length) then ["all ranks"] else .groups end;
def percent($row; $g): if (groups | length) < (.groups | length) then 100 * $row.samples / .samples.used
  else 100 * $row.per_rank[$g] / ([.used_by[$g], 1] | max) end;

# Label of a row. Rows with the same name also name the function of their variable.
def told_apart: map(.name) as $names
  | map(.name as $name | if .context and ($names | map(select(. == $name)) | length) > 1 then .name += ", " + .context else . end);

# Panels: {heading, rows}. The panel of variables contains only rows of whole variables.
def panels: [{heading: "blame: percent of the samples, each for every variable it helped to compute",
              rows: (.variables // [] | map(select(member("duplicate_of"; "folded_into") == null)) | .[0:14] | told_apart)},
             {heading: "touch: percent of the samples, each once, for what its instruction used", rows: (.touch // [] | .[0:14])}]
  | map(select(.rows | length > 0));

# Commands of a panel. The bars of a row are stacked downwards in the order of the ranks.
def panel($p): . as $report | groups as $groups | (0.8 / ($groups | length)) as $thick
  | "$bars << EOD",
    ($p.rows | to_entries[] | .key as $i | .value as $row | range($groups | length) as $g
     | ($i - 0.4 + ($g + 0.5) * $thick) as $y | "\($g) \($y) \($report | percent($row; $g)) \($y - 0.46 * $thick) \($y + 0.46 * $thick)"),
    "EOD",
    "set yrange [\($p.rows | length - 0.5) : -0.5]", "set xrange [0 : *]", "set format x '%g %%'", "set grid noytics xtics",
    "set ytics (\([$p.rows | to_entries[] | "'\(.value.name | shown)' \(.key)"] | join(", "))) scale 0",
    "set label 100 '\($p.heading)' at screen left(16), graph 1 offset 0, 1 left",
    "plot " + ([range($groups | length) as $g | "$bars using ($1 == \($g) ? $3 : 1 / 0):2:(0):3:4:5 with boxxyerror linecolor '\(colours[$g])' notitle"] | join(", "));

def legend: groups | to_entries | map("box \(colours[.key]) - \(.value)");

def title: .command | map(split("/")[-1]) | join(" ") | .[0:110];
def subtitle: "\(.samples.used | tostring | grouped) samples of \(.period_s * 1000 | digits) ms\(if .from then ", from \(.from)" else "" end), transfer \(.transfer // "none"), \(.processes[0].host)";
