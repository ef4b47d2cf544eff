# Tables of jobs/blame_cases.sh.

def words: ltrimstr("*") | gsub("[.\\[(-].*$"; "");

# Of a report: the largest blame of any row of a variable, in percent with the half width; null: none. Rows of members
# stand for all variables of their type: those of the variable itself come first.
def rows_of($name): [.variables[] | select((.name | words) == $name)]
  | if . == [] then empty else . end;
def share_of($name): (first(rows_of($name), [.variables[] | select((.written | words) == $name)]))
  | if . == [] then null else max_by(.blame) | [100 * .blame, 100 * .half_width] end;

def fixed($digits): (. * pow(10; $digits) | round / pow(10; $digits)) | tostring
  | if test("\\.") then . else . + ".0" end;
def pad($width): tostring | . + " " * ([$width - length, 0] | max);
def left($width): tostring | " " * ([$width - length, 0] | max) + .;

# $paper: [[name, its blame in the paper], ..]: a line each.
def beside($paper): . as $report | $paper[] | . as [$name, $theirs] | ($report | share_of($name)) as $ours
  | "  \($name | pad(20)) \($theirs | fixed(1) | left(8)) \(if $ours then "\($ours[0] | fixed(1) | left(8)) +-\($ours[1] | fixed(1))" else "       -" end)";

# Of all pairs that the paper orders: how many stand the same way round here, but for what chance explains.
def order($paper): . as $report | [$paper[] | . as [$name, $theirs] | ($report | share_of($name)) as $ours | select($ours) | {$theirs, ours: $ours[0], half: $ours[1]}] as $rows
  | [$rows[] as $a | $rows[] as $b | select($a.theirs > $b.theirs) | $a.ours >= $b.ours - ($a.half * $a.half + $b.half * $b.half | sqrt)]
  | "  \(map(select(.)) | length) of \(length) pairs stand in the paper\u0027s order";
