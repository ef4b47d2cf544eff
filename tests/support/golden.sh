# Sourced by scripts after apps/common.sh: compares long texts with golden files, as support/golden.h does for C.
# shellcheck shell=bash

# expect_golden DIRECTORY NAME FILE: FILE must equal tests/DIRECTORY/golden/NAME. With TETRACAST_REWRITE_GOLDEN=1 it replaces it.
expect_golden() {
  local golden=tests/$1/golden/$2
  if [ "${TETRACAST_REWRITE_GOLDEN:-0}" = 1 ]; then mkdir -p "${golden%/*}" && cp "$3" "$golden" && return; fi
  diff -u -L "$golden" -L actual "$golden" "$3" && return
  fail "$2: the text has changed. If this is intended: rerun the test with TETRACAST_REWRITE_GOLDEN=1"
}
