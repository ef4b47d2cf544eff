#!/usr/bin/env bash
# extension_test.sh [--all]: checks that a plug-in needs one new file and one line in a list. In a copy of the tree, the test
# adds a plug-in without functions to each list and builds the program. It then checks the names that `tetracast list` prints.
# Objects that include none of the lists are copied from the build of the tree. A third of the objects include the lists of formats
# and models. Without --all, the test therefore builds only the libraries of these two lists and searches them for the plug-ins.
set -uo pipefail
readonly all=${1-}
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
add graph/orders.def order_ graph/order.h tc_order orders
add solve/integrators/integrators.def integrator_ solve/step/integrator.h tc_integrator integrators
add linear/methods/methods.def method_ linear/solver/method.h tc_method methods
add linear/preconditioners/preconditioners.def precondition_ linear/precondition/preconditioner.h tc_preconditioner preconditioners

# A strategy needs only a line. Here it names the new transport.
echo 'TC_EXCHANGE(nothing, nothing, IN_PLACE, "does nothing at all")' >> lib/comm/exchange/strategies.def
added+=(strategies) lists+=(comm/exchange/strategies.def)

add_widely_included() {
  add sparse/formats.def format_ sparse/matrix.h tc_format formats
  add model/models/models.def model_ model/step/model.h tc_model models
}
[ "$all" != --all ] || add_widely_included

# Lists the objects of the tree's build that include (-l) or do not include (-L) a list. Objects of back-ends are excluded,
# because the copy builds fewer of them. The names end with a zero byte. Ninja has the dependencies in a file of its own.
objects() { # -l or -L, list...
  local option=$1 pattern
  pattern=$(printf '|%s' "${@:2}")
  if [ -f build.ninja ]; then
    ninja -t deps | awk -v option="$option" -v pattern="/(${pattern#|})\$" '
      function flush() { if (object != "" && includes == (option == "-l")) printf "%s%c", object, 0 }
      /^[^ ]/ { flush(); object = ""; includes = 0; sub(/:.*/, ""); if (/^(lib|apps\/tetracast)\/.*\.c\.o$/ && !/\/backend_/) object = $0 }
      /^ / && $1 ~ pattern { includes = 1 }
      END { flush() }'
  else
    find lib apps/tetracast -name '*.c.o.d' ! -name 'backend_*' -print0 | xargs -0r grep "$option" -ZE "/(${pattern#|})" | sed -z 's/\.d$//'
  fi
}

# Make uses the copied objects, because they are newer than the sources.
lend_objects() {
  local built=${TETRACAST_TESTS:-$source/build/tests}
  cd "${built%/tests}" && objects -L "${lists[@]}" | xargs -0r cp --parents -t "$folder/build"
}

# Removes the copied objects that include a list, because make does not know their dependencies.
remove_lent_objects() { # list...
  local built=${TETRACAST_TESTS:-$source/build/tests}
  cd "${built%/tests}" && objects -l "$@" | (cd "$folder/build" && xargs -0r rm -f)
}

build() { # command..
  "$@" > log 2>&1 && return
  tail -n 30 log
  fail "the copy is not built: $*"
}

# Checks that the archive of a target defines the plug-in and that another object of the archive refers to it.
expect_linked() { # target, name
  nm "build/lib/libtetracast-$1.a" 2> /dev/null | awk -v name="$2" '
    $NF == name { if ($(NF - 1) == "U") refers = 1; else defines = 1 }
    END { exit !(refers && defines) }' || fail "libtetracast-$1.a does not refer to $2"
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
if [ "$all" != --all ]; then
  add_widely_included
  (remove_lent_objects sparse/formats.def model/models/models.def)
  # This target also builds tetracast-sparse.
  build cmake --build build -j2 --target tetracast-model
  expect_linked sparse tc_format_nothing
  expect_linked model tc_model_nothing
fi
echo "added with one file and one line each: ${added[*]}"
