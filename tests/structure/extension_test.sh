#!/usr/bin/env bash
# Checks that a new plug-in needs only one file and one line in a list. In a copy of the source
# tree, the test adds a plug-in without functions to each list, builds the program, and checks the
# names that `tetracast list` prints. To save time, it copies all object files that include none of
# the lists from the existing build.
set -uo pipefail
readonly source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

fail() {
  printf 'FAILED: %s\n' "$1"
  exit 1
}

mkdir "$folder/configs" && cp -r "$source"/{CMakeLists.txt,lib,apps} "$folder" && cp -r "$source/configs/starters" "$folder/configs" &&
  mkdir "$folder/jobs" && cp "$source/jobs/long-run.slurm" "$folder/jobs" || fail 'the tree cannot be copied'
cd "$folder" || exit 1

added=() lists=()
add() { # list, prefix of files, header that declares its type, type, heading of `tetracast list`
  local file
  file=$(dirname "$1")/$2nothing.c
  printf '#include "%s"\n\nconst %s %s_nothing = {.name = "nothing", .summary = "does nothing at all"};\n' "$3" "$4" "$4" > "lib/$file"
  echo 'TC_ENTRY(nothing)' >> "lib/$1"
  added+=("$5") lists+=("$1")
}
add comm/exchange/transports.def transport_ comm/exchange/transport.h tc_transport transports
add comm/access/accesses.def access_ comm/access/access.h tc_access accesses
add device/backends.def backend_ device/backend.h tc_backend backends
add fv/scheme/schemes.def scheme_ fv/scheme/scheme.h tc_scheme schemes
add graph/order/orders.def order_ graph/order/order.h tc_order orders
add solve/integrators/integrators.def integrator_ solve/step/integrator.h tc_integrator integrators
add linear/methods/methods.def method_ linear/solver/method.h tc_method methods
add linear/preconditioners/preconditioners.def precondition_ linear/precondition/preconditioner.h tc_preconditioner preconditioners
add sparse/formats.def format_ sparse/matrix.h tc_format formats
add model/models/models.def model_ model/step/model.h tc_model models

# A new strategy needs no file, only a line in the list. The line names the new transport.
echo 'TC_EXCHANGE(nothing, nothing, IN_PLACE, "does nothing at all")' >> lib/comm/exchange/strategies.def
added+=(strategies) lists+=(comm/exchange/strategies.def)

# Prints the names of the object files of the existing build that include none of the lists, each
# followed by a zero byte. Object files of device back-ends are excluded, because the copy builds
# fewer of them. Ninja stores the dependencies in its own file.
objects() { # list...
  local pattern
  pattern=$(printf '|%s' "$@")
  if [ -f build.ninja ]; then
    ninja -t deps | awk -v pattern="/(${pattern#|})\$" '
      function flush() { if (object != "" && !includes) printf "%s%c", object, 0 }
      /^[^ ]/ { flush(); object = ""; includes = 0; sub(/:.*/, ""); if (/^(lib|apps\/tetracast)\/.*\.c\.o$/ && !/\/backend_/) object = $0 }
      /^ / && $1 ~ pattern { includes = 1 }
      END { flush() }'
  else
    find lib apps/tetracast -name '*.c.o.d' ! -name 'backend_*' -print0 | xargs -0r grep -LZE "/(${pattern#|})" | sed -z 's/\.d$//'
  fi
}

# Copies the object files. Make uses them, because they are newer than the sources.
lend_objects() {
  local built=${TETRACAST_TESTS:-$source/build/tests}
  cd "${built%/tests}" && objects "${lists[@]}" | xargs -0r cp --parents -t "$folder/build"
}

build() { # command..
  "$@" > log 2>&1 && return
  tail -n 30 log
  fail "the copy is not built: $*"
}

unset CMAKE_C_COMPILER_LAUNCHER
build cmake -G 'Unix Makefiles' -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O0 -DTETRACAST_TESTS=OFF -DTETRACAST_WERROR=ON -DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON
(lend_objects)
build cmake --build build -j2 --target tetracast-bin
build/bin/tetracast list > names || fail 'tetracast list'
for heading in "${added[@]}"; do
  awk -v heading="$heading" '/^[^ ]/ { here = $1 } here == heading && $0 ~ /^  nothing +does nothing at all(;.*)?$/ { found++ } END { exit found != 1 }' names ||
    fail "tetracast list does not name what was added to its $heading"
done
echo "added with one file and one line each: ${added[*]}"
