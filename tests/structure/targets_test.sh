#!/usr/bin/env bash
# Checks the rules of the source tree. A target or a sub-folder may include only headers of certain
# others (the table in lib/CMakeLists.txt), and folders must not include each other in a cycle.
# Files and functions have a maximal length. Only certain files may be at the top of the repository.
# The lists (lib/lists.cmake) must name all their files. The test first applies the rules to a small
# tree that breaks each of them, to detect rules without effect.
set -uo pipefail
export LC_ALL=C

readonly top=' CMakeLists.txt CMakePresets.json apps lib meshes configs tests jobs README.md LICENSE CITATION.cff CONTRIBUTING.md .clang-format .clang-tidy .gitignore .ci '
readonly longest_file=400 longest_function=50

sources() { # root, folders. Prints the C files as paths from the root.
  (cd "$1" && shift && find "$@" -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.inc' \) | sort)
}

# Prints a line for each #include in a library file: the path of the file, and the included "x/y.h"
# or mpi.h.
includes() { # root
  (cd "$1" && sources . lib | xargs -d '\n' grep -HE '^[[:space:]]*#[[:space:]]*include' |
    sed -nE 's/^([^:]*):[[:space:]]*#[[:space:]]*include[[:space:]]*("([^"]*)"|<(mpi\.h)>).*/\1 \3\4/p')
}

# Prints the table of targets, one line "FOLDER WORD.." for each.
read_targets() { # root
  sed -n '/^ *tetracast_target(/,/)/p' "$1/lib/CMakeLists.txt" | tr '\n' ' ' | sed 's/)/\n/g' | sed -nE 's/^ *tetracast_target\((.*)/\1/p'
  echo sampler
}

declare -A may modules sees_mpi lists
load_targets() { # root
  local folder word keyword
  may=() modules=() sees_mpi=() lists=()
  while read -r folder words; do
    may[$folder]=" $folder " modules[$folder]=' ' lists[$folder]='' keyword=''
    for word in $words; do
      case $word in
      MPI) sees_mpi[$folder]=1 keyword='' ;;
      DEPENDS | HEADERS | MODULES | LISTS | LIBRARIES | PUBLIC_LIBRARIES | FILES) keyword=$word ;;
      *)
        case $keyword in
        DEPENDS | HEADERS) may[$folder]+="$word " ;;
        MODULES) modules[$folder]+="$word " ;;
        LISTS) lists[$folder]+="$word " ;;
        esac
        ;;
      esac
    done
  done < <(read_targets "$1")
}

# Succeeds if the sub-folder `to` is the sub-folder `from` or precedes it in the list of modules.
is_below() { # modules, from, to
  [ "$2" = "$3" ] && return
  local before=${1%% "$2" *}
  [[ "$before " == *" $3 "* ]]
}

# A library file may include headers of the targets that its target may use. Within its target, it
# may include its own sub-folder and earlier ones. Lists of plug-ins (.def) are exempt. So are
# tc_commit.h, tc_device_source.h, tc_meshio_script.h and tc_job_commands.h, which the build writes.
check_includes() { # root
  local file folder module name other
  while read -r file; do
    folder=${file#lib/} folder=${folder%%/*}
    if [ -z "${may[$folder]-}" ]; then echo "$file: \"$folder\" is no target"; continue; fi
    module=${file#lib/"$folder"/}
    case $module in
    */*) if [[ ${modules[$folder]} != *" ${module%%/*} "* ]]; then echo "$file: \"${module%%/*}\" is no module of $folder"; fi ;;
    *) if [ "${modules[$folder]}" != ' ' ]; then echo "$file: is in no module of $folder"; fi ;;
    esac
  done < <(sources "$1" lib)
  while read -r file name; do
    folder=${file#lib/} folder=${folder%%/*} other=${name%%/*}
    [ -n "${may[$folder]-}" ] || continue
    case "$folder $name" in 'base tc_commit.h' | 'device tc_device_source.h' | 'io tc_meshio_script.h' | 'report tc_job_commands.h') continue ;; esac
    if [ "$name" = mpi.h ]; then
      if [ -z "${sees_mpi[$folder]-}" ]; then echo "$file: includes mpi.h, which $folder may not see"; fi
    elif [[ $name == */* ]] && [ -e "$1/lib/$name" ]; then
      if [[ ${may[$folder]} != *" $other "* ]]; then echo "$file: includes \"$name\", but $folder does not depend on $other"
      elif [ "$other" = "$folder" ] && [[ $name != *.def ]] && [ "${modules[$folder]}" != ' ' ]; then
        module=${file#lib/"$folder"/} other=${name#"$folder"/}
        if ! is_below "${modules[$folder]}" "${module%%/*}" "${other%%/*}"; then echo "$file: includes \"$name\" of a higher module"; fi
      fi
    elif [[ $name == */* ]] || [ ! -e "$1/${file%/*}/$name" ]; then echo "$file: includes \"$name\", which is no file of the library"
    fi
  done < <(includes "$1")
}

# Prints one line "FOLDER OTHER" for each pair of folders of which the first includes a header of
# the second. Sub-folders may include each other in one direction only. Lists of plug-ins (.def) are
# exempt.
folder_includes() { # root
  local file name path
  (
    cd "$1" && sources . lib apps | xargs -d '\n' grep -HE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' |
      sed -nE 's/^([^:]*):[^"]*"([^"]*\.[^d"][^"]*)".*/\1 \2/p' | while read -r file name; do
      for path in "${file%/*}/$name" "lib/$name" "${file%"${file#apps/*/}"}$name"; do
        if [ "${path%/*}" != "${file%/*}" ] && [ -e "$path" ]; then echo "${file%/*} ${path%/*}"; fi
      done
    done
  ) | sort -u
}

check_cycles() { # root
  folder_includes "$1" | tsort 2>&1 > /dev/null | sed -E 's/^tsort: (-: .*)?//' | paste -sd' ' |
    sed -E 's/  +/\n/g' | sed -nE 's/^ *([^ ].*)/\1: folders include each other in a cycle/p'
}

check_file_lengths() { # root
  (cd "$1" && sources . lib apps tests | xargs -d '\n' awk -v longest=$longest_file '
    FNR == longest + 1 { long[FILENAME] }
    FILENAME in long { long[FILENAME] = FNR }
    END { for (file in long) printf "%s: has %d lines, more than %d\n", file, long[file], longest }')
}

# Relies on the layout of clang-format. A function begins at the last line that starts with a letter
# in column 0, except for labels. It ends at a line that contains only "}".
check_function_lengths() { # root
  (cd "$1" && sources . lib apps | xargs -d '\n' awk -v longest=$longest_function '
    FNR == 1 { start = 0 }
    /^[A-Za-z_]/ && !/^[A-Za-z_0-9]+:$/ { start = FNR; first = $0 }
    /^}$/ && FNR - start + 1 > longest {
      printf "%s:%d: a function of %d lines, more than %d: %s\n", FILENAME, start, FNR - start + 1, longest, first
    }')
}

check_top() { # root; skipped without git
  local name
  git -C "$1" rev-parse --is-inside-work-tree > /dev/null 2>&1 || { echo 'note: no git here, the top level is not checked' >&2; return; }
  while read -r name; do
    if [[ $top != *" $name "* ]]; then echo "$name: does not belong at the top level"; fi
  done < <(git -C "$1" ls-files | cut -d/ -f1 | sort -u)
}

# Prints the files that no list names, so that the build omits them. The reverse error, a name
# without a file, stops the build (registry_lists_test.sh).
check_list() { # root, list, prefix
  local folder=${2%/*} file name entries
  entries=$'\n'$(< "$1/$2")$'\n'
  for file in "$1/$folder/$3"*.c; do
    name=${file##*/"$3"} name=${name%.c}
    if [ -e "$file" ] && [[ $entries != *$'\n'"TC_ENTRY($name)"$'\n'* ]]; then echo "$folder/$3$name.c: is not in ${2##*/}"; fi
  done
}

check_lists() { # root
  local folder list prefix cmake
  for folder in "${!lists[@]}"; do
    # shellcheck disable=SC2086 # several words
    set -- "$1" ${lists[$folder]}
    while [ $# -gt 1 ]; do
      check_list "$1" "lib/$folder/$2" "$3"
      set -- "$1" "${@:4}"
    done
  done
  for cmake in apps/{tetracast,tcblame,finegrain,heat2d,kernels}/CMakeLists.txt; do
    [ -e "$1/$cmake" ] || continue
    while read -r list prefix; do check_list "$1" "${cmake%/*}/$list" "$prefix"; done \
      < <(sed -nE 's/^tc_list_sources\([a-z_]+ ([^ ]+\.def) ([a-z_]+)\)/\1 \2/p' "$1/$cmake")
  done
}

check_all() { # root
  load_targets "$1"
  check_includes "$1"
  check_cycles "$1"
  check_file_lengths "$1"
  check_function_lengths "$1"
  check_top "$1"
  check_lists "$1"
}

# Prints a function with a given number of lines.
write_function() { # lines
  printf 'int f(int a,\n      int b) {\n'
  seq -f '  a += %g;' $(($1 - 4))
  printf 'cleanup:\n}\n'
}

# Writes a tree with one example of each fault. Next to each fault, it contains an example that is
# only just allowed.
write_bad_tree() { # root
  mkdir -p "$1/lib/"{base/{low,high},sparse,device,comm/lists,model,io,blame,sampler,attic} "$1/apps/"{x,y/{a,b,c},tetracast} "$1/tests" "$1/extra"
  cat > "$1/lib/CMakeLists.txt" << 'END'
tetracast_target(base MODULES low high)
tetracast_target(sparse DEPENDS base)
tetracast_target(device DEPENDS base sparse)
tetracast_target(model DEPENDS base
                 sparse HEADERS comm)
tetracast_target(comm MPI DEPENDS base sparse MODULES lists LISTS lists/strategies.def strategy_)
tetracast_target(io MPI DEPENDS base comm LIBRARIES model)
if(TCBLAME_FOUND)
  tetracast_target(blame DEPENDS base HEADERS sampler)
endif()
END
  touch "$1/lib/"{base/low/low.h,base/high/high.h,base/stray.h,sparse/s.h,comm/lists/high.h,attic/a.c,sampler/s.h,model/m.h} "$1/extra/file" "$1/README.md"
  mkdir "$1/lib/base/attic" && touch "$1/lib/base/attic/a.h"
  printf '#include <stdio.h>\n#include "base/low/low.h"\n#include "comm/lists/high.h"\n#include <mpi.h>\n' > "$1/lib/comm/lists/fine.c"
  printf '#include "tc_commit.h"\n' | tee "$1/lib/base/low/p.c" > "$1/lib/io/p.c"
  printf '  #  include "comm/lists/high.h"\n' > "$1/lib/sparse/upwards.h"
  printf '#include "base/low/none.h"\n#include "comm/lists/strategies.def"\n' > "$1/lib/io/missing.c"
  printf '#include <mpi.h>\n#include "comm/lists/high.h"\n#include "m.h"\n' > "$1/lib/model/clock.c"
  printf '#include "model/m.h"\n' > "$1/lib/io/library.c"
  printf '#include "base/low/low.h"\n' > "$1/lib/base/high/down.c"
  printf '#include "base/high/high.h"\n' > "$1/lib/base/low/up.c"
  printf '#include "sampler/s.h"\n#include "base/low/low.h"\n' > "$1/lib/sampler/s.c"
  printf '#include "base/low/low.h"\n#include "sampler/s.h"\n#include "sparse/s.h"\n' > "$1/lib/blame/b.c"
  printf '#include "comm/lists/high.h"\n#include <mpi.h>\n' > "$1/apps/x/main.c"
  printf '#include "b/b.h"\n' | tee "$1/apps/y/a/a.h" > "$1/apps/y/c/c.h"
  printf '#include "c/c.h"\n' > "$1/apps/y/b/b.h"
  printf '#include "a/a.h"\n' > "$1/apps/y/main.c"
  seq 400 > "$1/lib/base/low/long.c"
  seq 401 > "$1/apps/x/longer.h"
  write_function 50 > "$1/apps/x/fine.c"
  { write_function 20; write_function 51; write_function 50; } > "$1/lib/io/f.c"
  printf '/* c */\nTC_ENTRY(here)\n' | tee "$1/apps/tetracast/commands.def" > "$1/lib/comm/lists/strategies.def"
  printf 'tc_list_sources(app_sources commands.def cmd_)\n' > "$1/apps/tetracast/CMakeLists.txt"
  touch "$1/apps/tetracast/cmd_"{here,lost}.c "$1/lib/comm/lists/strategy_"{here,forgotten}.c
  git -C "$1" init -q && git -C "$1" add -A
}

readonly expected='
apps/tetracast/cmd_lost.c: is not in commands.def
apps/x/longer.h: has 401 lines, more than 400
apps/y/b apps/y/c: folders include each other in a cycle
extra: does not belong at the top level
lib/attic/a.c: "attic" is no target
lib/base/attic/a.h: "attic" is no module of base
lib/base/high lib/base/low: folders include each other in a cycle
lib/base/low/up.c: includes "base/high/high.h" of a higher module
lib/base/stray.h: is in no module of base
lib/blame/b.c: includes "sparse/s.h", but blame does not depend on sparse
lib/comm/lists/strategy_forgotten.c: is not in strategies.def
lib/io/f.c:21: a function of 51 lines, more than 50: int f(int a,
lib/io/library.c: includes "model/m.h", but io does not depend on model
lib/io/missing.c: includes "base/low/none.h", which is no file of the library
lib/io/p.c: includes "tc_commit.h", which is no file of the library
lib/model/clock.c: includes mpi.h, which model may not see
lib/sampler/s.c: includes "base/low/low.h", but sampler does not depend on base
lib/sparse/upwards.h: includes "comm/lists/high.h", but sparse does not depend on comm'

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
if ! command -v git > /dev/null; then echo 'skipped: git is missing'; exit 77; fi
write_bad_tree "$folder"
if ! diff <(printf '%s\n' "${expected#*$'\n'}") <(check_all "$folder" | sort); then
  echo 'FAILED: this test does not find the faults of a tree made for it (< missed, > wrongly reported)'
  exit 1
fi

source=${TETRACAST_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
faults=$(check_all "$source")
if [ -n "$faults" ]; then
  printf 'FAILED:\n%s\n' "$faults"
  exit 1
fi
echo "the structure is in order: $(sources "$source" lib apps | wc -l) files"
