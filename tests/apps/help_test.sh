#!/usr/bin/env bash
# The help texts list every command and its options. `tetracast list` prints every entry of the registries of
# the library.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

names() { # list file
  sed -nE 's/^TC_[A-Z]+\(([a-z0-9_]+)[,)].*/\1/p' "$1"
}

launch 0 --help
expect_code --help 0
expect_output --help 'usage:' 'Exit codes'
cp "$folder/stdout" "$folder/help"
commands=$(names apps/tetracast/commands/commands.def)
[ "$(wc -w <<< "$commands")" -ge 3 ] || fail 'commands.def could not be read'
for command in $commands; do
  grep -qE "^ +$command +[a-z]" "$folder/help" || fail "--help does not name $command"
  for flag in --help -h; do
    launch 0 "$command" "$flag"
    expect_code "$command $flag" 0
    expect_output "$command $flag" "tetracast $command" 'usage:' 'example'
  done
done
launch 0 # without a command: prints help, but fails
[ "$code" = 2 ] || fail "no command: exit code $code"
expect_output 'no command' 'usage:'

# The manual page that --help=config prints describes every key of configs/README.md.
launch 0 --help=config
expect_code --help=config 0
grep -q '^\.TH tetracast-config 5 ' "$folder/stdout" || fail '--help=config is no manual page'
keys=$(sed -nE 's/^\| `([a-z_.]+)` \|.*/\1/p' configs/README.md)
[ "$(wc -w <<< "$keys")" -gt 50 ] || fail 'configs/README.md could not be read'
page=$(< "$folder/stdout")
for key in $keys; do [[ $page == *$'\n'".BR $key \""* ]] || fail "--help=config does not describe $key"; done
! grep -E '`|\]\(' "$folder/stdout" || fail '--help=config contains Markdown'

launch 0 --help=none
expect_code 'an unknown help' 2 'expected --help, --help=man, --help=config or --help=completion'

launch 0 --version
expect_code --version 0
expect_output --version 'tetracast ' 'commit ' 'MPI' 'HDF5 ' 'METIS '

listed() { # name: a line with a summary
  has_line "$folder/stdout" "^  $1 +[^ ].{10,}" || fail "list does not name $1"
}
for ranks in 0 2; do
  launch $ranks list
  expect_code "list on $ranks ranks" 0
  strategies=$(names lib/comm/exchange/strategies.def)
  [ "$(wc -w <<< "$strategies")" -ge 2 ] || fail 'strategies.def could not be read'
  for name in $strategies; do listed "${name//_/-}"; done
  for name in two-point gradient none rcm metis cyclic ell ell16 paper refined flux; do listed "$name"; done
  [ "$(grep -c '^strategies' "$folder/stdout")" = 1 ] || fail 'list prints more than once'
done

# A config can select each strategy by its name in the registry. The report then shows this name.
for name in $strategies; do
  launch 0 run configs/cube.yaml -q --machine "$known" -s time.end=null -s time.steps=1 -s "strategy=${name//_/-}"
  expect_code "strategy $name" 0
  expect_output "strategy $name" "${name//_/-}, metis distribution"
done

limited 60 "$TETRACAST" list > /dev/full 2> "$folder/stderr"
code=$?
expect_code 'a full disk under stdout' 5 stdout
finish
