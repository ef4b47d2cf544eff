#!/usr/bin/env bash
# Adding something that a list names takes one new file and one line in the list, nothing else: in a copy of the tree, what
# does nothing is added to several lists, built, and named by `tetracast list`. Of what includes none of these lists the build
# of the tree itself, where there is one, lends its objects.
set -uo pipefail
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

fail() {
  printf 'FAILED: %s\n' "$1"
  exit 1
}

cp -r "$source"/{CMakeLists.txt,lib,apps} "$folder" || fail 'the tree cannot be copied'
cd "$folder" || exit 1

added=() lists=()
add() { # list, prefix of files, header that declares its type, type, heading of `tetracast list`
  local file
  file=$(dirname "$1")/$2nothing.c
  printf '#include "%s"\n\nconst %s %s_nothing = {.name = "nothing", .summary = "does nothing at all"};\n' "$3" "$4" "$4" > "lib/$file"
  echo 'TC_ENTRY(nothing)' >> "lib/$1"
  added+=("$5") lists+=("$1")
}
add sparse/formats.def format_ sparse/matrix.h tc_format formats
add comm/exchange/transports.def transport_ comm/exchange/transport.h tc_transport transports
add comm/access/accesses.def access_ comm/access/access.h tc_access accesses
add device/backends.def backend_ device/backend.h tc_backend backends
add fv/scheme/schemes.def scheme_ fv/scheme/scheme.h tc_scheme schemes
add graph/orders.def order_ graph/order.h tc_order orders
add model/models/models.def model_ model/step/model.h tc_model models
add solve/integrators/integrators.def integrator_ solve/step/integrator.h tc_integrator integrators
add linear/methods/methods.def method_ linear/solver/method.h tc_method methods
add linear/preconditioners/preconditioners.def precondition_ linear/precondition/preconditioner.h tc_preconditioner preconditioners

# A strategy is a line alone: a pair of what is there.
echo 'TC_EXCHANGE(nothing, nothing, IN_PLACE, "does nothing at all")' >> lib/comm/exchange/strategies.def
added+=(strategies) lists+=(comm/exchange/strategies.def)

# Objects newer than all else here: make then takes them for its own. Not those of back-ends, which this copy has fewer of.
lend_objects() {
  local built=${TETRACAST_TESTS:-$source/build/tests} pattern
  pattern=$(printf '|%s' "${lists[@]}")
  cd "${built%/tests}" || return 0
  find lib apps/tetracast -name '*.c.o.d' ! -name 'backend_*' -print0 | xargs -0r grep -LZE "/(${pattern#|})" | sed -z 's/\.d$//' |
    xargs -0r cp --parents -t "$folder/build"
}

unset CMAKE_C_COMPILER_LAUNCHER
if ! { cmake -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DTETRACAST_TESTS=OFF -DTETRACAST_WERROR=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON && (lend_objects) &&
  cmake --build build -j2 --target tetracast-bin; } > log 2>&1; then
  tail -n 30 log
  fail 'the copy is not built'
fi
build/bin/tetracast list > names || fail 'tetracast list'
for heading in "${added[@]}"; do
  awk -v heading="$heading" '/^[^ ]/ { here = $1 } here == heading && $0 ~ /^  nothing +does nothing at all(;.*)?$/ { found++ } END { exit found != 1 }' names ||
    fail "tetracast list does not name what was added to its $heading"
done
echo "added with one file and one line each: ${added[*]}"
