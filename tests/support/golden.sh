# Sourced by test scripts after apps/common.sh. Compares long texts with golden files, like
# support/golden.h for C.
# shellcheck shell=bash

# expect_golden DIRECTORY NAME FILE: expects that FILE equals tests/DIRECTORY/golden/NAME. With
# TETRACAST_REWRITE_GOLDEN=1, FILE replaces the golden file.
expect_golden() {
  local golden=tests/$1/golden/$2
  if [ "${TETRACAST_REWRITE_GOLDEN:-0}" = 1 ]; then mkdir -p "${golden%/*}" && cp "$3" "$golden" && return; fi
  diff -u -L "$golden" -L actual "$golden" "$3" && return
  fail "$2: the text has changed. If this is intended: rerun the test with TETRACAST_REWRITE_GOLDEN=1"
}

# record_error NAME RANKS: appends the exit code and the error line of the last launch to
# $folder/errors, unless the previous record is equal. Removes the messages of libfyaml and HDF5,
# which depend on their versions, and lists of names, which change often.
record_error() {
  local lines line error="exit code $code"
  mapfile -t lines < "$folder/stderr"
  for line in "${lines[@]}"; do
    [[ $line == 'tetracast: error: '* ]] || continue
    line=${line#tetracast: error: } line=${line//"$folder"/FOLDER}
    [[ ! $line =~ (.*'invalid YAML at column '[0-9]+': ') ]] || line=${BASH_REMATCH[1]}..
    [[ ! $line =~ (.*': ')[^:]*(' (reported by HDF5)'.*) ]] || line=${BASH_REMATCH[1]}..${BASH_REMATCH[2]}
    [[ ! $line =~ (.*'expected one of ').*(,.*) ]] || line=${BASH_REMATCH[1]}..${BASH_REMATCH[2]}
    error+=$'\n'"  $line"
  done
  [ "$error" = "${last_error-}" ] || printf '%s, %s ranks: %s\n' "$1" "$2" "$error" >> "$folder/errors"
  last_error=$error
}
