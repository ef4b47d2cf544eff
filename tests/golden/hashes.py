"""Lists the runs of hashes.json, one per line, and compares their bits and counts with the stored ones.

usage: hashes.py draw | commands [--all] | compare [--all] | rewrite
  draw       draws the combinations again (seed 1) and stores them without results
  commands   prints a line of shell words for each run: ranks (0: no launcher) and the arguments of tetracast
  compare    compares the reports of these runs with the stored results
  rewrite    stores the results of the reports of all runs
  --all      also the runs marked "long"

Called by hashes_test.sh, which makes the runs and provides TETRACAST and the directory of the reports, FOLDER.
"""
import glob
import itertools
import json
import os
import random
import shlex
import subprocess
import sys

STORE = "tests/golden/hashes.json"
TETRACAST, FOLDER = (os.environ[name] for name in ("TETRACAST", "FOLDER"))
GIVEN = ("name", "long", "ranks", "config", "set")  # the other members of a run are results


def report_path(run):
    return os.path.join(FOLDER, run["name"] + ".json")


def command(run, options):
    """Returns the ranks and arguments of a run as words of the shell."""
    overrides = [word for text in run["set"] for word in ("-s", text)]
    ranks = run["ranks"] if run["ranks"] > 1 else 0
    return shlex.join([str(ranks), "run", run["config"], *options, *overrides, "--json", report_path(run)])


def results(report):
    """Returns the hashes of a run and the counts of each of its ranks, without zeros."""
    result = report["results"][0]
    ranks = sorted(result["per_rank"], key=lambda rank: rank["rank"])
    counts = {name: [rank["counts"][name] for rank in ranks] for name in result["counts"]}
    found = {"field": result["field"]["hash"], "matrix": report["matrix_hash"], "steps": report["steps"]}
    if result["solver"]:
        found["iterations"] = result["solver"]["iterations"]["total"]
    found["rows"] = [rank["rows"] for rank in ranks]
    found["counts"] = {name: values for name, values in counts.items() if any(values)}
    return found


def read_results(run):
    """Returns the run with the results of its report. Ends the script if there is no report."""
    try:
        with open(report_path(run), encoding="utf-8") as file:
            return {**{key: run[key] for key in GIVEN if key in run}, **results(json.load(file))}
    except FileNotFoundError:
        sys.exit(f"FAILED: {run['name']}: the run has left no report")


def listed(heading):
    """Returns the names below a heading of `tetracast list`."""
    text = subprocess.run([TETRACAST, "list"], capture_output=True, check=True, encoding="utf-8").stdout
    section = f"\n{text}".split(f"\n{heading}", 1)[1].split("\n")[1:]
    return [line.split()[0] for line in itertools.takewhile(lambda line: line.startswith("  "), section)]


def is_allowed(strategy, storage, scheme, ranks):
    if storage == "difference" and (scheme != "two-point" or strategy == "bcs"):
        return False
    return strategy != "none" or ranks == 1


def draw():
    """Yields 24 runs, drawn with seed 1 from all allowed combinations; orders, distributions and nodes are drawn as well."""
    random.seed(1)
    product = itertools.product(listed("strategies"), listed("formats"), listed("schemes"), (1, 2, 3))
    for number, (strategy, storage, scheme, ranks) in enumerate(random.sample([p for p in product if is_allowed(*p)], 24)):
        kernel = "difference" if storage == "difference" else "matrix"
        distribution = random.choice(["{kind: metis}", "{kind: cyclic, block_size: 100}", "{kind: cyclic, block_size: 7}"])
        settings = [f"strategy={strategy}", f"storage={storage}", f"kernel={kernel}", f"diffusion.scheme={scheme}",
                    f"order.method={random.choice(['none', 'rcm', 'metis', 'random'])}", f"distribution={distribution}",
                    f"ranks_per_node={random.choice([0, 1, 2])}", "source=v*(1-v)", "time={end: null, steps: 20}"]
        yield {"name": f"drawn-{number + 1:02}", "ranks": ranks, "config": "configs/cube.yaml", "set": settings}


def read():
    with open(STORE, encoding="utf-8") as file:
        return json.load(file)


def write(options, runs):
    """Writes one run per line, so that a diff shows the runs that changed."""
    with open(STORE, "w", encoding="utf-8") as file:
        lines = ",\n".join(json.dumps(run) for run in runs)
        file.write(f'{{"options": {json.dumps(options)},\n"runs": [\n{lines}\n]}}\n')


def differences(stored, run):
    keys = [key for key in {**stored, **run} if key not in GIVEN and stored.get(key) != run.get(key)]
    return [f"{key}: stored {json.dumps(stored.get(key))}, now {json.dumps(run.get(key))}" for key in keys]


def selected(store, with_long):
    return [run for run in store["runs"] if with_long or "long" not in run]


def compare(store, with_long):
    failures = 0
    for stored in selected(store, with_long):
        for text in differences(stored, read_results(stored)):
            failures += 1
            print(f"FAILED: {stored['name']}: {text}\n    {command(stored, store['options'])}", flush=True)
    return failures


def missing(store):
    """Returns the shipped configs that no run uses without overrides."""
    as_shipped = {run["config"] for run in store["runs"] if not run["set"]}
    return [config for config in sorted(glob.glob("configs/*.yaml")) if config not in as_shipped]


def main():
    store, way, with_long = read(), sys.argv[1], "--all" in sys.argv
    if way == "draw":
        write(store["options"], [run for run in store["runs"] if not run["name"].startswith("drawn-")] + list(draw()))
        return
    if way == "rewrite":
        write(store["options"], [read_results(run) for run in store["runs"]])
        return
    if way == "commands":
        print("\n".join(command(run, store["options"]) for run in selected(store, with_long)))
        return
    lacking = missing(store)
    for config in lacking:
        print(f"FAILED: {STORE} has no run of {config} as shipped: add a line with name, ranks, config and set, then rewrite the file")
    if compare(store, with_long):
        sys.exit("If the change is intended: TETRACAST_REWRITE_GOLDEN=1 ctest --preset ci -R golden/hashes_test, then git diff")
    sys.exit(bool(lacking))


main()
