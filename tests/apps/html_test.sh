#!/usr/bin/env bash
# HTML pages contain the numbers of the JSON report of the same run, escaped texts, and a curve of the
# history. Pages of other commands are not replaced.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need /usr/bin/python3 python3

check() { # name, page, report, title
  /usr/bin/python3 tests/apps/html_check.py "${@:2}" > "$folder/stderr" 2>&1 || fail "$1"
}
expect_in_page() { # name, page, texts...
  local text
  for text in "${@:3}"; do grep -qF -- "$text" "$2" || fail "$1: the page lacks \"$text\""; done
}

odd="a<b>&\"c\".yaml" title='1 < 2 & "quoted"'
cp configs/cube.yaml "$folder/$odd" || exit 1
quick=(-q --machine "$known" -s time.end=null -s time.steps=20)
launch 2 run "$folder/$odd" "${quick[@]}" -s "title='$title'" -s "history.file=$folder/h.csv" -s history.every=2 \
  --json "$folder/run.json" --html "$folder/run.html"
expect_code 'run' 0
expect_output 'run' "Report: $folder/run.html (open it in a browser)"
check 'the page of a run' "$folder/run.html" "$folder/run.json" "$title"
expect_in_page 'the page of a run' "$folder/run.html" 'a&lt;b&gt;&amp;&quot;c&quot;.yaml' 'part of a step on the slowest rank' 'a step by rank, strategy condensed, measured' \
  '<figcaption>Smallest and largest value of the field</figcaption>' 'warnings'

# The key report.html of the config names the page. The page of a resumed run shows only rows of the history
# after the checkpoint.
steps=(-s "checkpoint.file=$folder/c.h5" -s "history.file=$folder/again.csv" -s history.every=1)
launch 0 run configs/cube.yaml "${quick[@]}" "${steps[@]}"
expect_code 'a run with a checkpoint' 0
force=
launch 0 run configs/cube.yaml "${quick[@]}" "${steps[@]}" -s time.steps=30 --resume -s "report.html=$folder/again.html" \
  -s "report.json=$folder/again.json"
force=--force
expect_code 'a resumed run' 0
check 'the page of a resumed run' "$folder/again.html" "$folder/again.json" 'Fading cosine in the unit cube'
expect_in_page 'the page of a resumed run' "$folder/again.html" 'value of the field after step 20, from which the run was resumed'

launch 2 compare configs/cube.yaml "${quick[@]}" --strategies condensed,block --json "$folder/compare.json" \
  --html "$folder/compare.html"
expect_code 'compare' 0
check 'the page of compare' "$folder/compare.html" "$folder/compare.json" 'Fading cosine in the unit cube'
expect_in_page 'the page of compare' "$folder/compare.html" 'a step by result' 'fastest: '

launch 0 predict configs/cube.yaml -v --machine "$known" --ranks-per-node 64 --strategies condensed --json "$folder/predict.json" \
  --html "$folder/predict.html"
expect_code 'predict' 0
check 'the page of 64 ranks' "$folder/predict.html" "$folder/predict.json" 'Fading cosine in the unit cube'
expect_in_page 'the page of 64 ranks' "$folder/predict.html" 'rank 63, node 0' 'Advice'

launch 0 verify configs/cube.yaml -q --boxes 2,4 --html "$folder/verify.html" --json "$folder/verify.json"
expect_code 'verify' 0
expect_in_page 'the page of verify' "$folder/verify.html" '<td class=l>command<td class=l>verify' 'converges with order'

# A command replaces its own pages, but no page of another command.
cp "$folder/compare.html" "$folder/kept.html"
launch 0 predict configs/cube.yaml -q --machine "$known" --html "$folder/compare.html"
expect_code 'predict over a page of compare' 5 'compare.html: is a report of tetracast compare'
launch 0 predict configs/cube.yaml -q --machine "$known" --html "$folder/predict.html"
expect_code 'predict over its own page' 0
launch 0 verify configs/cube.yaml -q --boxes 2 --html "$folder/compare.html"
expect_code 'verify over a page of compare' 5 'compare.html'
cmp -s "$folder/compare.html" "$folder/kept.html" || fail 'a page of another command was replaced'
sed 's/Report of tetracast/Report of tcblame/' "$folder/compare.html" > "$folder/other.html"
launch 0 run configs/cube.yaml "${quick[@]}" --html "$folder/other.html"
expect_code 'run over a page of another program' 5 'other.html' 'not overwritten'
finish
