# Tables of jobs/blame_cases.sh.

def words: ltrimstr("*") | gsub("[.\\[(-].*$"; "");

# Largest blame of any row of a variable in a report, in percent with half the width of the interval; null if there is none.
# Rows of members cover all variables of a type, so rows of whole variables have priority.
def rows_of($name): [.variables[] | select((.name | words) == $name)]
  | if . == [] then empty else . end;
def share_of($name): (first(rows_of($name), [.variables[] | select((.written | words) == $name)]))
  | if . == [] then null else max_by(.blame) | [100 * .blame, 100 * .half_width] end;

def fixed($digits): (. * pow(10; $digits) | round / pow(10; $digits)) | tostring
  | if test("\\.") then . else . + ".0" end;
def pad($width): tostring | . + " " * ([$width - length, 0] | max);
def left($width): tostring | " " * ([$width - length, 0] | max) + .;

# $paper: [[name, blame in the paper], ..]. Prints a line for each name.
def compared($paper): . as $report | $paper[] | . as [$name, $theirs] | ($report | share_of($name)) as $ours
  | "  \($name | pad(20)) \($theirs | fixed(1) | left(8)) \(if $ours then "\($ours[0] | fixed(1) | left(8)) +-\($ours[1] | fixed(1))" else "       -" end)";

# Table VIII: blame before the improvements and after P1, VG and CENN.
def paper_8: [["hgfx", 29.5, 20.5, 31.3, 26.4], ["hgfy", 29.2, 18.8, 31.3, 27.4], ["hgfz", 30.8, 19.8, 28.0, 27.1], ["shx", 26.9, 18.1, 27.7, 23.08],
  ["shy", 26.6, 17.0, 28.0, 24.8], ["shz", 27.9, 17.4, 27.0, 24.4], ["hx", 26.6, 17.0, 27.7, 23.1], ["hy", 26.6, 16.3, 27.0, 23.4],
  ["hz", 27.6, 17.0, 27.0, 23.8], ["hourgam", 25.0, 13.2, 25.7, 22.1], ["hourmodx", 5.8, 2.8, 7.3, 6.4], ["hourmody", 5.1, 3.8, 6.1, 6.7],
  ["hourmodz", 4.8, 2.4, 8.3, 6.0], ["dvdz", 8.3, 7.3, 8.2, 7.0], ["determ", 15.7, 20.8, 14.8, 16.1], ["b_x", 9.7, 10.4, 9.0, 6.0],
  ["b_y", 8.7, 10.1, 9.0, 6.0], ["b_z", 9.7, 10.8, 9.3, 6.0]];

# A static array of a function, as VG creates them, has rows in every caller. The innermost one has the least blame.
def static_share($name): [.variables[] | select(.name | endswith(".\($name)[]"))] | if . == [] then null else min_by(.blame) | [100 * .blame, 100 * .half_width] end;

# Input: the reports before the improvements and after each. Prints a line for each variable, with four values of the paper and here.
def table_8: . as $reports
  | "  \("" | pad(10))\("Table VIII: before" | left(20))\("P1" | left(7))\("VG" | left(7))\("CENN" | left(7)) |\("ours: before" | left(13))\("P1" | left(7))\("VG" | left(7))\("CENN" | left(7))",
  (paper_8[] | . as $row | "  \($row[0] | pad(10))\($row[1] | fixed(1) | left(20))\($row[2:] | map(fixed(1) | left(7)) | join("")) |"
    + ([range(4) as $k | ($reports[$k] | share_of($row[0]) // static_share($row[0])) as $ours | (if $ours then $ours[0] | fixed(1) else "-" end) | left(if $k == 0 then 13 else 7 end)] | join("")));

# Counts the pairs that have the same order in the paper and here, except for differences within the sampling error.
def order($paper): . as $report | [$paper[] | . as [$name, $theirs] | ($report | share_of($name)) as $ours | select($ours) | {$theirs, ours: $ours[0], half: $ours[1]}] as $rows
  | [$rows[] as $a | $rows[] as $b | select($a.theirs > $b.theirs) | $a.ours >= $b.ours - ($a.half * $a.half + $b.half * $b.half | sqrt)]
  | "  \(map(select(.)) | length) of \(length) pairs have the same order as in the paper";
