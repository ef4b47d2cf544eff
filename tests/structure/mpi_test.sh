#!/usr/bin/env bash
# Checks that targets without MPI cannot include mpi.h. A source file that includes mpi.h must not
# compile with the options of these targets, and none of their object files may depend on mpi.h. The
# same source file must compile with the options of a target with MPI.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
readonly build=${TETRACAST_TESTS%/tests} without='base blame count device fv graph linear loops machine mesh model papers report sparse yaml'
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
[ -e "$build/compile_commands.json" ] || { echo 'skipped: the build has no compile_commands.json'; exit 77; }
exec /usr/bin/python3 - "$build" comm $without << 'END'
import glob, json, os, re, shlex, subprocess, sys

build, control, without = sys.argv[1], sys.argv[2], sys.argv[3:]
commands = {}
for entry in json.load(open(f"{build}/compile_commands.json")):
    target = re.search(r"CMakeFiles/tetracast-(\w+)\.dir/", entry["command"])
    if target:
        commands.setdefault(target[1], entry)


def finds_mpi(entry):
    """True if a source that includes mpi.h compiles with the options of a target."""
    words = shlex.split(entry["command"])
    options = [word for before, word in zip(words, words[1:])
               if re.match(r"-(I|D|std|f|isystem)", word) or before == "-isystem"]
    compiler = next(word for word in words if not word.endswith("ccache"))
    return subprocess.run([compiler, *options, "-x", "c", "-E", "-o", os.devnull, "-"], input="#include <mpi.h>\n", text=True,
                          cwd=entry["directory"], stderr=subprocess.DEVNULL).returncode == 0


faults = []
if not finds_mpi(commands[control]):
    faults.append(f"{control}, which has MPI, does not find mpi.h: this test checks nothing")
for target in without:
    if target not in commands:
        if target != "blame":  # blame is not built without LLVM
            faults.append(f"{target}: is not compiled")
        continue
    if finds_mpi(commands[target]):
        faults.append(f"{target}: mpi.h is in its include path: remove the dependency that brings it")
    for made in glob.glob(f"{build}/lib/CMakeFiles/tetracast-{target}.dir/**/*.d", recursive=True):
        if re.search(r"/mpi\.h\b", open(made).read()):
            faults.append(f"{made}: depends on mpi.h")
print("\n".join(["FAILED:", *faults]) if faults else f"without mpi.h: {len(without)} targets")
sys.exit(bool(faults))
END
