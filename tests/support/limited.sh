# Sourced by scripts: a command that hangs is ended, and named.
# shellcheck shell=bash

# The seconds are of a quiet machine, generously; one that others keep busy gets four times as many.
limited() { # seconds, command ..; 124 or 137 after that time
  local seconds=$((4 * $1)) rc=0
  shift
  timeout -k 5 "$seconds" "$@" || rc=$?
  case $rc in 124 | 137) echo "HANGS: not over after $seconds s: $*" >&2 ;; esac
  return $rc
}
