#!/usr/bin/env bash
# Checks that libtetracast exports exactly the functions of symbols.txt and of the public headers. The library
# must not use symbols that change or end the process, except those of undefined_symbols.txt. The tests in
# tests/api must call each function of the library, and provoke an error of each function that can fail.
set -uo pipefail
: "${TETRACAST_TESTS:?must name the directory of the test programs}"
command -v /usr/bin/python3 > /dev/null || { echo 'skipped: python3 is missing (apt-get install python3)'; exit 77; }
exec /usr/bin/python3 - "$TETRACAST_TESTS/../lib" << 'END'
import glob, os, re, subprocess, sys

folder = sys.argv[1]
shared, static = f"{folder}/libtetracast.so", f"{folder}/libtetracast.a"
if not os.path.exists(shared):
    print("skipped: this build has no libtetracast.so")
    sys.exit(77)
unwanted = set("""exit _exit _Exit abort raise printf puts putchar fprintf vprintf vfprintf perror stdout stderr signal sigaction
    sigprocmask setlocale setenv putenv unsetenv mallopt dup2 fork system popen execv execvp chdir umask fesetround atexit setrlimit
    MPI_Abort MPI_Init MPI_Init_thread MPI_Finalize MPI_Comm_call_errhandler MPI_Comm_set_errhandler omp_set_num_threads""".split())
faults = []


def symbols(*options):
    """Returns the symbols as pairs of type and name, without versions."""
    lines = subprocess.run(["nm", *options], text=True, capture_output=True, check=True).stdout.splitlines()
    return {(line.split()[-2], line.split()[-1].split("@")[0]) for line in lines if len(line.split()) > 1}


def compare(names, others, what):
    for name in sorted(names ^ others):
        faults.append(f"{name}: is {'not ' if name in names else 'only '}in {what}")


def read(path):
    return re.sub(r"/\*.*?\*/", " ", open(path).read(), flags=re.S)


lines = [line.split() for line in open("lib/api/symbols.txt")]
listed = {line[0] for line in lines}
if any(len(line) != 2 or not re.fullmatch(r"\d+\.\d+", line[1]) for line in lines) or [line[0] for line in lines] != sorted(listed):
    faults.append("lib/api/symbols.txt: lines are not 'NAME VERSION', sorted and different")
headers = " ".join(read(path) for path in glob.glob("lib/api/include/tetracast/*.h"))
declared = set(re.findall(r"TETRACAST_(?:API|RESULT)\s[^;(]*?\b(tetracast_\w+)\(", headers))
fallible = set(re.findall(r"TETRACAST_RESULT\s+tetracast_error\s*\*\s*(tetracast_\w+)\(", headers))
compare(listed, declared, "the public headers")
compare(listed, {name for kind, name in symbols("-D", "--defined-only", shared) if kind == "T"}, "libtetracast.so")
compare(listed, {name for kind, name in symbols("-g", "--defined-only", static) if kind != "C"}, "libtetracast.a")

allowed = {line.split()[0] for line in open("tests/api/undefined_symbols.txt") if line.strip() and line[0] != "#"}
found = {name for kind, name in symbols("-D", "--undefined-only", shared)} & unwanted
for name in sorted(found - allowed):
    faults.append(f"{name}: libtetracast uses it, but must not change or end the process")
for name in sorted(allowed - found):
    faults.append(f"{name}: libtetracast no longer uses it: remove it from tests/api/undefined_symbols.txt")

tests = " ".join(read(path) for path in glob.glob("tests/api/*.[ch]"))
failing = " ".join(re.findall(r"\bfails\((.*?)\);", tests, re.S)) + " ".join(re.findall(r"return (.*?);", tests, re.S))
for name in sorted(listed):
    if not re.search(rf"\b{name}\(", tests):
        faults.append(f"{name}: no test calls it")
    elif name in fallible and not re.search(rf"\b{name}\(", failing):
        faults.append(f"{name}: no test makes it fail")
print(*(["FAILED:", *faults] if faults else [f"{len(listed)} functions, {len(allowed)} exceptions"]), sep="\n")
sys.exit(bool(faults))
END
