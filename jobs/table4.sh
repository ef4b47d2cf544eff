#!/usr/bin/env bash
# Prints Table 4 of Lagraviere et al. (2019) with the forecast of tetracast for the same cluster:
#
#   jobs/table4.sh [MESH]
#
# MESH: default is an idealised ventricle with about the number of cells of the paper's heart (6 810 586), which is not public.
# meshes/make.sh generates the mesh if it does not exist. The width is 16, the distribution is cyclic, and ranks, block sizes
# and machine (configs/machines/abel.yaml) are those of the paper. The cells are ordered by METIS blocks of 32 768, in TetGen's
# order inside a block. The ordering determines the number of values that ranks read from each other, and the paper does not
# give its ordering. ORDER=metis shows the effect of reverse Cuthill-McKee inside the blocks. Times are seconds for 1000
# products. Takes about three minutes on two cores.
set -euo pipefail
# shellcheck source=jobs/common.sh
. "$(dirname "$0")/common.sh"

offer_help "$@"
order=${ORDER:-blocks}
in_blocks=()
case $order in blocks | metis) in_blocks=(-s order.block=32768) ;; esac
made=$root/meshes/generated/ventricle-6735000
mesh=${1:-$made}
if [ "$mesh" != "$made" ] && [ ! -f "$mesh.ele" ]; then
  echo "table4.sh: $mesh.ele: no such file: correct MESH (see jobs/table4.sh --help)" >&2
  exit 2
fi
install_packages "${packages_build[@]}" "${packages_figures[@]}" tetgen
cd "$root"
build_preset release tetracast-bin
[ -f "$mesh.ele" ] || meshes/make.sh ventricle 6735000

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

predict() { # nodes, block size
  log "forecasting: nodes $1, blocks of $2" >&2
  build/bin/tetracast predict configs/ventricle.yaml -q --machine configs/machines/abel.yaml --nodes "$1" \
    --block-sizes "$2" --strategies fine,block,condensed -s distribution.kind=cyclic -s order.method="$order" "${in_blocks[@]}" \
    -s mesh.file="$mesh" --json "$work/$1.json" > "$work/$1.txt"
}

predict 1,2,4 65536
predict 8 53200
predict 16 26600
predict 32 13300
predict 64 6650

# Published values. Columns: ranks, then actual and predicted seconds of UPCv1, UPCv2 and UPCv3.
published='16 28.80 26.40 39.37 37.21 25.01 22.95
32 522.15 410.86 36.70 34.30 15.07 14.07
64 443.98 607.08 23.68 20.19 8.22 7.83
128 1882.01 677.99 18.89 12.43 4.65 4.07
256 551.20 679.83 13.61 9.59 2.91 3.06
512 311.54 388.42 9.98 7.83 2.68 2.96
1024 183.73 200.96 9.57 8.15 5.56 3.55'

# ours RANKS STRATEGY: prints Tetracast's forecast for 1000 products, in seconds.
ours() {
  jq -r --argjson ranks "$1" --arg name "$2" \
    '.results[] | select(.ranks == $ranks and .strategy == $name) | .predicted_s.total * 1000' "$work"/*.json
}

line='%6s %7s | %9s %9s %9s | %9s %9s %9s | %9s %9s %9s\n'
# shellcheck disable=SC2059
printf "$line" '' '' 'v1 fine' '' '' 'v2 block' '' '' 'v3 cond.' '' ''
# shellcheck disable=SC2059
printf "$line" ranks block actual predicted ours actual predicted ours actual predicted ours
while read -r ranks a1 p1 a2 p2 a3 p3; do
  block=$(jq -r --argjson r "$ranks" '[.results[] | select(.ranks == $r)][0] | values | .block_size' "$work"/*.json)
  # shellcheck disable=SC2059
  LC_ALL=C printf "$line" "$ranks" "$block" "$a1" "$p1" "$(printf %.2f "$(ours "$ranks" fine)")" \
    "$a2" "$p2" "$(printf %.2f "$(ours "$ranks" block)")" "$a3" "$p3" "$(printf %.2f "$(ours "$ranks" condensed)")"
done <<< "$published"
echo "Seconds for 1000 products. actual, predicted: published; ours: forecast of tetracast for $(jq .mesh.cells "$work/8.json") cells."
echo "v1: from 32 to 256 ranks the published forecast rises and ours falls (lib/model/README.md)."
