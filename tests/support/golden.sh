# Sourced by scripts after apps/common.sh: compares long texts with golden files, as support/golden.h does for C.
# shellcheck shell=bash

# expect_golden DIRECTORY NAME FILE: FILE must equal tests/DIRECTORY/golden/NAME. With TETRACAST_REWRITE_GOLDEN=1 it replaces it.
expect_golden() {
  local golden=tests/$1/golden/$2
  if [ "${TETRACAST_REWRITE_GOLDEN:-0}" = 1 ]; then mkdir -p "${golden%/*}" && cp "$3" "$golden" && return; fi
  diff -u -L "$golden" -L actual "$golden" "$3" && return
  fail "$2: the text has changed. If this is intended: rerun the test with TETRACAST_REWRITE_GOLDEN=1"
}

# record_error NAME RANKS: appends exit code and error line of the last launch to $folder/errors, unless the launch recorded
# before had the same. Without the words of libfyaml and HDF5 and without lists of names, which grow.
record_error() {
  local error
  error="exit code $code"$'\n'$(sed -nE "s|$folder|FOLDER|g; s/(bad YAML at column [0-9]+: ).*/\1../;
    s/: [^:]* (\(reported by HDF5\))/: .. \1/; s/(expected one of ).*,/\1..,/; s|^tetracast: error: |  |p" "$folder/stderr")
  [ "$error" = "${last_error-}" ] || printf '%s, %s ranks: %s\n' "$1" "$2" "$error" >> "$folder/errors"
  last_error=$error
}
