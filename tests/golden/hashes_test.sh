#!/usr/bin/env bash
# hashes_test.sh [--all] [--draw]: runs combinations of settings. The bits of the field and the counts of each
# rank must equal those stored in hashes.json. With TETRACAST_REWRITE_GOLDEN=1 the results are stored instead.
# --draw selects new random combinations and stores their results.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
need /usr/bin/python3 python3
hashes() { FOLDER=$folder /usr/bin/python3 tests/golden/hashes.py "$@"; }

selection=() way=compare
[[ " $* " == *' --all '* ]] && selection=(--all)
if [[ " $* " == *' --draw '* ]]; then hashes draw || exit 1; fi
if [[ " $* " == *' --draw '* ]] || [ "${TETRACAST_REWRITE_GOLDEN:-0}" = 1 ]; then selection=(--all) way=rewrite; fi
while read -r line; do
  eval "words=($line)" # quoted by hashes.py
  launch "${words[@]}"
  expect_code "$line" 0
done < <(hashes commands "${selection[@]}")
[ "$failures" = 0 ] && { hashes $way "${selection[@]}" || fail 'see above'; }
finish
