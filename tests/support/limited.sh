# Sourced by test scripts. Ends a command that hangs, and prints the command.
# shellcheck shell=bash

# limited SECONDS COMMAND ..: runs a command. SECONDS is a generous limit for an idle machine. The limit used is four times as long,
# because the machine may be busy. Returns 124 or 137 if the command exceeds the limit.
limited() {
  local seconds=$((4 * $1)) rc=0
  shift
  timeout -k 5 "$seconds" "$@" || rc=$?
  case $rc in 124 | 137) echo "HANGS: not over after $seconds s: $*" >&2 ;; esac
  return $rc
}
