#!/usr/bin/env bash
# The house rules that a program can check: what may include what, how long files and functions may be, what lies at the
# top of the repository, and that the files of the lists (lib/lists.cmake) are in them. First the rules are tried on a small tree
# that breaks each of them once, so that a rule that checks nothing is found out.
set -uo pipefail
export LC_ALL=C

readonly floors=(base graph mesh sparse device fv comm machine model linear solve io report run sampler blame)
declare -rA only=([sampler]=sampler [blame]='base report sampler blame') # floors that stand beside the others
readonly mpi_floors=' base comm machine solve io run '
readonly top=' CMakeLists.txt CMakePresets.json apps lib meshes configs tests jobs README.md LICENSE .clang-format .clang-tidy .gitignore .ci '
readonly longest_file=400 longest_function=50

declare -A number # of each floor
for i in "${!floors[@]}"; do number[${floors[i]}]=$i; done

sources() { # root, folders: the C files, as paths from the root
  (cd "$1" && shift && find "$@" -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.inc' \) | sort)
}

# In each library file that includes any: its path, and the name of one "x/y.h" or mpi.h.
includes() { # root
  (cd "$1" && sources . lib | xargs -d '\n' grep -HE '^[[:space:]]*#[[:space:]]*include' |
    sed -nE 's/^([^:]*):[[:space:]]*#[[:space:]]*include[[:space:]]*("([^"]*)"|<(mpi\.h)>).*/\1 \3\4/p')
}

# Every "x/y.h" a library file includes is on its own floor or a lower one. tc_commit.h and tc_device_source.h are written by the
# build.
check_includes() { # root
  local file floor name other
  while read -r file; do
    floor=${file#lib/} floor=${floor%%/*}
    if [ -z "${number[$floor]-}" ]; then echo "$file: \"$floor\" is no floor"; fi
  done < <(sources "$1" lib)
  while read -r file name; do
    floor=${file#lib/} floor=${floor%%/*} other=${number[${name%%/*}]-}
    [ -n "${number[$floor]-}" ] || continue
    case "$floor $name" in 'report tc_commit.h' | 'device tc_device_source.h') continue ;; esac
    if [ "$name" = mpi.h ]; then
      if [[ $mpi_floors != *" $floor "* ]]; then echo "$file: includes mpi.h, which is not for floor $floor"; fi
    elif [ -z "$other" ] || [ ! -e "$1/lib/$name" ]; then echo "$file: includes \"$name\", which is no file of the library"
    elif [[ -n "${only[$floor]-}" && " ${only[$floor]} " != *" ${name%%/*} "* ]]; then
      echo "$file: includes \"$name\", but floor $floor sees ${only[$floor]} only"
    elif [ "$other" -gt "${number[$floor]}" ]; then echo "$file: includes \"$name\" of a higher floor"
    fi
  done < <(includes "$1")
}

check_file_lengths() { # root
  (cd "$1" && sources . lib apps tests | xargs -d '\n' awk -v longest=$longest_file '
    FNR == longest + 1 { long[FILENAME] }
    FILENAME in long { long[FILENAME] = FNR }
    END { for (file in long) printf "%s: has %d lines, more than %d\n", file, long[file], longest }')
}

# As clang-format lays them out: a function begins at the last line that starts with a letter in column 0 (labels aside)
# and ends at a line that is "}".
check_function_lengths() { # root
  (cd "$1" && sources . lib apps | xargs -d '\n' awk -v longest=$longest_function '
    FNR == 1 { start = 0 }
    /^[A-Za-z_]/ && !/^[A-Za-z_0-9]+:$/ { start = FNR; first = $0 }
    /^}$/ && FNR - start + 1 > longest {
      printf "%s:%d: a function of %d lines, more than %d: %s\n", FILENAME, start, FNR - start + 1, longest, first
    }')
}

check_top() { # root; only where git knows what belongs to the repository
  local name
  git -C "$1" rev-parse --is-inside-work-tree > /dev/null 2>&1 || { echo 'note: no git here, the top level is not checked' >&2; return; }
  while read -r name; do
    if [[ $top != *" $name "* ]]; then echo "$name: does not belong at the top level"; fi
  done < <(git -C "$1" ls-files | cut -d/ -f1 | sort -u)
}

# Files that the build leaves out because no list names them; a name without a file stops it (lists_test.sh).
check_lists() { # root
  local cmake list prefix folder file name
  for cmake in lib/CMakeLists.txt lib/blame/CMakeLists.txt apps/{tetracast,tcblame}/CMakeLists.txt; do
    [ -e "$1/$cmake" ] || continue
    while read -r list prefix; do
      folder=$(dirname "$cmake")/$list folder=${folder%/*}
      while read -r file; do
        name=${file##*/"$prefix"} name=${name%.c}
        if ! grep -qxF "TC_ENTRY($name)" "$1/$(dirname "$cmake")/$list"; then echo "$folder/$prefix$name.c: is not in ${list##*/}"; fi
      done < <(find "$1/$folder" -maxdepth 1 -name "$prefix*.c" | sort)
    done < <(sed -nE 's/^tc_list_sources\([a-z_]+ ([^ ]+\.def) ([a-z_]+)\)/\1 \2/p' "$1/$cmake")
  done
}

check_all() { # root
  check_includes "$1"
  check_file_lengths "$1"
  check_function_lengths "$1"
  check_top "$1"
  check_lists "$1"
}

# A function of so many lines.
write_function() { # lines
  printf 'int f(int a,\n      int b) {\n'
  seq -f '  a += %g;' $(($1 - 4))
  printf 'cleanup:\n}\n'
}

# A tree with one of each fault, and next to each what is just allowed.
write_bad_tree() { # root
  local floor
  for floor in "${floors[@]}" attic; do mkdir -p "$1/lib/$floor"; done
  mkdir -p "$1/apps/x" "$1/apps/tetracast" "$1/tests" "$1/extra"
  touch "$1/lib/"{base/low.h,comm/high.h,attic/a.c} "$1/extra/file" "$1/README.md"
  printf '#include <stdio.h>\n#include "base/low.h"\n#include "comm/high.h"\n#include <mpi.h>\n' > "$1/lib/comm/fine.c"
  printf '#include "tc_commit.h"\n' | tee "$1/lib/report/p.c" > "$1/lib/io/p.c"
  printf '  #  include "comm/high.h"\n' > "$1/lib/sparse/upwards.h"
  printf '#include "base/none.h"\n' > "$1/lib/solve/missing.c"
  printf '#include <mpi.h>\n' > "$1/lib/model/clock.c"
  touch "$1/lib/sampler/s.h" "$1/lib/report/r.h"
  printf '#include "sampler/s.h"\n#include "base/low.h"\n' > "$1/lib/sampler/s.c"
  printf '#include "base/low.h"\n#include "report/r.h"\n#include "sampler/s.h"\n#include "comm/high.h"\n' > "$1/lib/blame/b.c"
  printf '#include "comm/high.h"\n#include <mpi.h>\n' > "$1/apps/x/main.c"
  seq 400 > "$1/lib/base/long.c"
  seq 401 > "$1/apps/x/longer.h"
  write_function 50 > "$1/apps/x/fine.c"
  { write_function 20; write_function 51; write_function 50; } > "$1/lib/io/f.c"
  printf '/* c */\nTC_ENTRY(here)\n' | tee "$1/apps/tetracast/commands.def" > "$1/lib/comm/exchange/strategies.def"
  printf 'tc_list_sources(sources comm/exchange/strategies.def strategy_)\ntc_list_sources(sources fv/none.def "")\n' > "$1/lib/CMakeLists.txt"
  printf 'tc_list_sources(app_sources commands.def cmd_)\n' > "$1/apps/tetracast/CMakeLists.txt"
  touch "$1/apps/tetracast/cmd_"{here,lost}.c
  touch "$1/lib/comm/strategy_here.c" "$1/lib/comm/strategy_forgotten.c"
  git -C "$1" init -q && git -C "$1" add -A
}

readonly expected='
apps/tetracast/cmd_lost.c: is not in commands.def
apps/x/longer.h: has 401 lines, more than 400
extra: does not belong at the top level
lib/attic/a.c: "attic" is no floor
lib/blame/b.c: includes "comm/high.h", but floor blame sees base report sampler blame only
lib/comm/strategy_forgotten.c: is not in strategies.def
lib/io/f.c:21: a function of 51 lines, more than 50: int f(int a,
lib/io/p.c: includes "tc_commit.h", which is no file of the library
lib/model/clock.c: includes mpi.h, which is not for floor model
lib/sampler/s.c: includes "base/low.h", but floor sampler sees sampler only
lib/solve/missing.c: includes "base/none.h", which is no file of the library
lib/sparse/upwards.h: includes "comm/high.h" of a higher floor'

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
if ! command -v git > /dev/null; then echo 'skipped: git is missing'; exit 77; fi
write_bad_tree "$folder"
if ! diff <(printf '%s\n' "${expected#*$'\n'}") <(check_all "$folder" | sort); then
  echo 'FAILED: this test does not find the faults of a tree made for it (< missed, > found for nothing)'
  exit 1
fi

source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
faults=$(check_all "$source")
if [ -n "$faults" ]; then
  printf 'FAILED:\n%s\n' "$faults"
  exit 1
fi
echo "the house is in order: $(sources "$source" lib apps | wc -l) files"
