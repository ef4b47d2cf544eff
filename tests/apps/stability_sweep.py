"""Runs anisotropic tensors on good and bad meshes: either the field falls, or the run is refused before its first step.

usage: stability_sweep.py TETRACAST STEPS [--ratios 9,25] [--meshes ventricle,flat] [--fields turning,random] [--values]

To be started at the top of the sources. All of it is 60 cases: 5 meshes (the ventricle and the cube that ship, both
made anew by tetgen without -q, and the cube flattened to a fifth), diffusion along fibres that turn by 120 degrees
through the wall or the height, that jump by 100 degrees from layer to layer, or that point anywhere in each cell, and
four ratios of along to across. A case is a line; the sum of them is the last. --values: the value 1, the mean, at the
whole boundary instead of no flux. The exit code is 1 when a case ended well with a field that had grown, had left its
range by more than 5 % (turning fibres up to 25:1) or did not keep its integral, or was refused without a reason.
"""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time

RATIOS = [9, 25, 100, 1000]
MESHES = ["ventricle", "cube", "flat", "ventricle-no-q", "cube-no-q"]
FIELDS = ["turning", "layers", "random"]
ROUGH = "sin(12345*x+23456*y+34567*z)"  # as good as noise: every mode is in it


def make_mesh(name, folder):
    """The path of a mesh, made when it does not ship; None without tetgen."""
    base = os.path.join(folder, name)
    solid = name.split("-")[0]
    if name in ("ventricle", "cube"):
        return f"meshes/{name}"
    if name == "flat":
        for ending in ("ele", "face", "node"):
            with open(f"meshes/cube.{ending}") as source, open(f"{base}.{ending}", "w") as target:
                for number, line in enumerate(source):
                    part = line.split()
                    if ending == "node" and number > 0 and len(part) >= 4 and not line.startswith("#"):
                        line = " ".join([*part[:3], repr(0.2 * float(part[3])), *part[4:]]) + "\n"
                    target.write(line)
        return base
    with open(f"meshes/{solid}.poly") as source, open(f"{base}.poly", "w") as target:
        target.write(source.read())
    try:
        options = "-pAa3Q" if solid == "ventricle" else "-pAa0.0005Q"
        subprocess.run(["tetgen", options, f"{base}.poly"], check=True, stdout=subprocess.DEVNULL, timeout=60)
    except FileNotFoundError:
        return None
    return f"{base}.1"


def cells_of(mesh):
    with open(f"{mesh}.ele") as file:
        return int(file.readline().split()[0])


def turning_through_the_wall():
    """The formulas of configs/fibres.yaml."""
    with open("configs/fibres.yaml") as file:
        text = file.read()
    items = re.search(r"direction:\n(.*?)\n    tensor:", text, re.S).group(1).split("      - >-\n")[1:]
    return [" ".join(item.split()) for item in items]


def fibres_of(field, mesh, solid, folder):
    """The value of the key diffusion.fibres, but for the tensor."""
    if field == "turning":
        height = "5*z" if solid == "flat" else "z"
        formulas = turning_through_the_wall() if solid.startswith("ventricle") else [
            f"cos(2*pi/3*{height})", f"sin(2*pi/3*{height})", "0"]
        return "direction: [" + ", ".join(f'"{formula}"' for formula in formulas) + "]"
    if field == "layers":
        layer = "sign(sin(2*x+3*z))" if solid.startswith("ventricle") else "sign(sin(20*x+7*y))"
        return f'direction: ["cos(5*pi/18*{layer})", "sin(5*pi/18*{layer})", "0.5"]'
    path = os.path.join(folder, f"{os.path.basename(mesh)}.fibres")
    direction = random.Random(7)
    with open(path, "w") as file:
        for _ in range(cells_of(mesh)):
            print(*(repr(direction.gauss(0, 1)) for _ in range(3)), file=file)
    return f"file: {path}"


def write_config(mesh, fibres, ratio, values, path):
    with open(path, "w") as file:
        file.write(f"mesh: {{file: {os.path.abspath(mesh)}}}\n"
                   f"diffusion: {{fibres: {{{fibres}, tensor: {{along: {ratio}, across: 1}}}}}}\n"
                   f'initial: "1 + {ROUGH}"\nexact: 1\nmachine: none\n')
        if values:
            file.write("boundary: {default: {kind: value, value: 1}}\n")


def run(program, config, steps, report):
    """Exit code, seconds, words, report."""
    began = time.monotonic()
    result = subprocess.run([program, "run", "--force", config, "-q", "-s", f"time.steps={steps}", "--json", report],
                            capture_output=True, text=True, timeout=900)
    seconds = time.monotonic() - began
    if result.returncode:
        return result.returncode, seconds, result.stderr.strip().splitlines()[-1], None
    with open(report) as file:
        return 0, seconds, "", json.load(file)


def judge(case, values, begin, outcome):
    """What is wrong with it (empty: nothing), and what is to be told."""
    code, seconds, words, report = outcome
    if code:
        refused = any(reason in words for reason in ("no step is stable", "a mode grows", "modes barely decay"))
        late = "by step" in words
        wrong = "" if code == 4 and (refused or late) else "no reason given"
        return wrong, f"{'stopped' if late else 'refused'} after {seconds:.1f} s: {words.split('): ')[-1][:110]}"
    result, start = report["results"][0], begin["results"][0]
    norm = result["field"]["l2_error"] / start["field"]["l2_error"]
    low, high = start["field"]["min"], start["field"]["max"]
    beyond = max(low - result["field"]["min"], result["field"]["max"] - high) / (high - low)
    integral = abs(result["field"]["integral"] - start["field"]["integral"]) / abs(start["field"]["integral"])
    stability = report["stability"]
    told = (f"norm {norm:.3g} of the first, beyond the range by {100 * beyond:.2g} %, integral {integral:.1e}; "
            f"stabilisation {stability['stabilisation']:g}{', limited' if stability['limited_points'] else ''}; {seconds:.1f} s")
    if not norm < 1:
        return "THE FIELD HAS GROWN", told
    if beyond > (0.05 if case[0] <= 25 and case[2] == "turning" else 0.5):
        return "out of range", told
    return ("" if values or integral < 1e-12 else "the integral is not kept"), told


def one_case(given, case, folder):
    ratio, name, field = case
    mesh = make_mesh(name, folder)
    if mesh is None:
        return None, "tetgen is missing"
    config, report = os.path.join(folder, "case.yaml"), os.path.join(folder, "case.json")
    write_config(mesh, fibres_of(field, mesh, name, folder), ratio, given.values, config)
    begin = run(given.program, config, 0, report)
    return judge(case, given.values, begin[3], begin if begin[0] else run(given.program, config, given.steps, report))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("steps", type=int)
    for name, known in (("ratios", RATIOS), ("meshes", MESHES), ("fields", FIELDS)):
        parser.add_argument(f"--{name}", default=",".join(map(str, known)))
    parser.add_argument("--values", action="store_true")
    given = parser.parse_args()
    cases = [(int(ratio), mesh, field) for mesh in given.meshes.split(",") for field in given.fields.split(",")
             for ratio in given.ratios.split(",")]
    count = {"stable": 0, "refused": 0, "stopped": 0, "skipped": 0, "wrong": 0}
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            wrong, told = one_case(given, case, folder)
        kind = "skipped" if wrong is None else "wrong" if wrong else told.split()[0] if told[0] in "rs" else "stable"
        count[kind] += 1
        print(f"{case[0]:4d}:1 {case[1]:14s} {case[2]:8s} {wrong + ': ' if wrong else ''}{told}", flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in count.items()))
    sys.exit(1 if count["wrong"] else 0)


main()
