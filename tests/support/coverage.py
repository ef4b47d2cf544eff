"""Sums the counts of gcov: lines and branches of the source files of a folder, by subfolder and by file.

usage: coverage.py OBJECTS SOURCES FILES_TABLE

OBJECTS is a folder with objects that were compiled with --coverage. A header that several sources include is counted once, with
the sum of their counts. The table of all files is written to FILES_TABLE, and the table of subfolders to stdout.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys


def counted(note):
    """Returns the JSON documents that gcov prints for an object."""
    output = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", note], capture_output=True,
                          text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def add(document, sources, lines, branches):
    for file in document["files"]:
        path = os.path.realpath(os.path.join(document["current_working_directory"], file["file"]))
        if not path.startswith(sources + os.sep):
            continue
        name = os.path.relpath(path, sources)
        for line in file["lines"]:
            place = name, line["line_number"]
            lines[place] += line["count"]
            for number, branch in enumerate(line["branches"]):
                branches[(*place, number)] += branch["count"]


def share(counts):
    """Returns, for each name, the number of counts and the number of counts above 0."""
    return {name: (len(of), sum(count > 0 for count in of)) for name, of in counts.items()}


def group(counts, key):
    grouped = collections.defaultdict(list)
    for place, count in counts.items():
        grouped[key(place[0])].append(count)
    return share(grouped)


def percent(of):
    return f"{of[1]:6d} of {of[0]:6d} {100 * of[1] / of[0]:6.1f} %" if of[0] else f"{'-':>25}"


def table(lines, branches, key, out):
    by_line, by_branch = group(lines, key), group(branches, key)
    print(f"{'':36} {'lines':>25} {'branches':>25}", file=out)
    for name in sorted(by_line):
        print(f"{name:36} {percent(by_line[name])} {percent(by_branch.get(name, (0, 0)))}", file=out)


def main():
    objects, sources = sys.argv[1], os.path.realpath(sys.argv[2])
    notes = [os.path.join(folder, name) for folder, _, names in os.walk(objects) for name in names if name.endswith(".gcno")]
    if not notes:
        sys.exit(f"{objects}: contains no objects that were compiled with --coverage")
    lines, branches = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for documents in pool.map(counted, notes):
            for document in documents:
                add(document, sources, lines, branches)
    with open(sys.argv[3], "w") as out:
        table(lines, branches, str, out)
    table(lines, branches, lambda name: name.split(os.sep)[0], sys.stdout)
    table(lines, branches, lambda name: "all", sys.stdout)


main()
