"""Makes the runs that hashes.json lists, one per line, and compares their bits and counts with the stored ones.

usage: hashes.py [--all] [--draw] [--rewrite]
  --all      also the runs marked "long"
  --draw     draws the combinations again (seed 1), then as --rewrite
  --rewrite  makes all runs and stores what they return

Called by hashes_test.sh, which provides TETRACAST, MPIRUN, a scratch directory FOLDER and the environment of Open MPI.
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
SECONDS = 600
TETRACAST, MPIRUN, FOLDER = (os.environ[name] for name in ("TETRACAST", "MPIRUN", "FOLDER"))
GIVEN = ("name", "long", "ranks", "config", "set")  # the other members of a run are results
ALONE = {"OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_btl": "self", "OMPI_MCA_orte_tmpdir_base": FOLDER}


def command(run, options):
    overrides = [word for text in run["set"] for word in ("-s", text)]
    launcher = [*MPIRUN.split(), "-np", str(run["ranks"])] if run["ranks"] > 1 else []
    return [*launcher, TETRACAST, "run", run["config"], *options, *overrides]


def results(report):
    """The bits of a run and the counts of each of its ranks, zeros omitted."""
    result = report["results"][0]
    ranks = sorted(result["per_rank"], key=lambda rank: rank["rank"])
    counts = {name: [rank["counts"][name] for rank in ranks] for name in result["counts"]}
    found = {"field": result["field"]["hash"], "matrix": report["matrix_hash"], "steps": report["steps"]}
    if result["solver"]:
        found["iterations"] = result["solver"]["iterations"]["total"]
    found["rows"] = [rank["rows"] for rank in ranks]
    found["counts"] = {name: values for name, values in counts.items() if any(values)}
    return found


def make(run, options):
    """The run with its results; sys.exit if it fails."""
    report = os.path.join(FOLDER, run["name"] + ".json")
    words = [*command(run, options), "--json", report]
    environment = {**os.environ, **(ALONE if run["ranks"] == 1 else {})}
    try:
        done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
                              encoding="utf-8", errors="replace")
    except subprocess.TimeoutExpired:
        sys.exit(f"FAILED: {run['name']}: not over after {SECONDS} s: {shlex.join(words)}")
    if done.returncode:
        sys.exit(f"FAILED: {run['name']}: exit code {done.returncode}: {shlex.join(words)}\n{done.stderr}")
    with open(report, encoding="utf-8") as file:
        return {**{key: run[key] for key in GIVEN if key in run}, **results(json.load(file))}


def listed(heading):
    """The names below a heading of `tetracast list`."""
    text = subprocess.run([TETRACAST, "list"], capture_output=True, check=True, encoding="utf-8").stdout
    section = f"\n{text}".split(f"\n{heading}", 1)[1].split("\n")[1:]
    return [line.split()[0] for line in itertools.takewhile(lambda line: line.startswith("  "), section)]


def is_allowed(strategy, storage, scheme, ranks):
    if storage == "difference" and (scheme != "two-point" or strategy == "bcs"):
        return False
    return strategy != "none" or ranks == 1


def draw():
    """24 runs, drawn with seed 1 from all allowed combinations; orders, distributions and nodes are drawn as well."""
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
    """One run per line, so that a difference shows the runs that changed."""
    with open(STORE, "w", encoding="utf-8") as file:
        lines = ",\n".join(json.dumps(run) for run in runs)
        file.write(f'{{"options": {json.dumps(options)},\n"runs": [\n{lines}\n]}}\n')


def differences(stored, run):
    keys = [key for key in {**stored, **run} if key not in GIVEN and stored.get(key) != run.get(key)]
    return [f"{key}: stored {json.dumps(stored.get(key))}, now {json.dumps(run.get(key))}" for key in keys]


def compare(store, with_long):
    failures = 0
    for stored in store["runs"]:
        if "long" in stored and not with_long:
            continue
        run = make(stored, store["options"])
        for text in differences(stored, run):
            failures += 1
            print(f"FAILED: {run['name']}: {text}\n    {shlex.join(command(run, store['options']))}", flush=True)
    return failures


def missing(store):
    """Shipped configs without a run as shipped."""
    as_shipped = {run["config"] for run in store["runs"] if not run["set"]}
    return [config for config in sorted(glob.glob("configs/*.yaml")) if config not in as_shipped]


def main():
    store = read()
    if "--draw" in sys.argv:
        store["runs"] = [run for run in store["runs"] if not run["name"].startswith("drawn-")] + list(draw())
    if "--draw" in sys.argv or "--rewrite" in sys.argv:
        write(store["options"], [make(run, store["options"]) for run in store["runs"]])
        return
    lacking = missing(store)
    for config in lacking:
        print(f"FAILED: {STORE} has no run of {config} as shipped: add a line with name, ranks, config and set, then rewrite the file")
    if compare(store, "--all" in sys.argv):
        sys.exit("If the change is intended: TETRACAST_REWRITE_GOLDEN=1 ctest --preset ci -R golden/hashes_test, then git diff")
    sys.exit(bool(lacking))


main()
