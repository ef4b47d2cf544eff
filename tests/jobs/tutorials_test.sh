#!/usr/bin/env bash
# tutorials_test.sh [--all]: tests that the runner of tutorials detects errors of a page. With
# --all, also tests that the commands of the tutorials succeed, and that their outputs contain the
# excerpts that the pages show.
set -uo pipefail
# shellcheck source=tests/apps/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../apps/common.sh"
PATH=$(dirname "$TETRACAST"):$PATH
export OMPI_MCA_ess_singleton_isolated=1 # as in start_process of tests/apps/common.sh

# run_tutorial PAGE DIRECTORY: creates links in DIRECTORY to the parts of the project that the
# commands of PAGE use, and runs the commands.
run_tutorial() {
  mkdir -p "$2/out"
  ln -s "$PWD"/{configs,meshes,jobs} "$2"
  limited 1000 python3 jobs/manual/tutorial.py "$1" "$2" > "$folder/stdout" 2>&1
  code=$?
}

cat > "$folder/wrong.md" << 'END'
```console
$ echo first; echo '1.5 s, 3 cells'
..
2.5 ms, 3 cells
$ echo 4 cells
5 cells
$ false
$ printf 'a\nb\n'
b
a
```

```yaml out/file.yaml
a: 1
```

```console exact
$ echo '1 s' \
    | cat
2 s
$ echo 'long line'
long ..
```
END
run_tutorial "$folder/wrong.md" "$folder/wrong"
[ "$code" = 1 ] || fail "a page with errors: exit code $code"
[ "$(cat "$folder/wrong/out/file.yaml")" = 'a: 1' ] || fail 'a block of YAML was not written'
expect_output 'a page with errors' 'echo 4 cells: the output lacks the line: 5 cells' 'false: exit code 1' 'lacks the line: a' 'lacks the line: 2 s' \
  '7 commands, 4 failures'

[ "${1-}" = --all ] || finish

need_field
for page in apps/tetracast/tutorials/*.md; do
  if [[ $page = */own-mesh.md ]] && ! /usr/bin/python3 -c 'import meshio' 2> /dev/null; then
    echo "$page is not tested: meshio is missing (apt-get install python3-meshio)"
    continue
  fi
  run_tutorial "$page" "$folder/$(basename "$page" .md)"
  [ "$code" = 0 ] || fail "$page: $(cat "$folder/stdout")"
  checks=$((checks + $(grep -c '^\$ ' "$page")))
done
finish
