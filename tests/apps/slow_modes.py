"""Series of meshes with bad cells, a tensor of 1000:1 and an exact steady state: orders, errors and the stabilisation chosen.

usage: slow_modes.py TETRACAST [--series random,slivers,lattice,graded] [--tensors along,turned] [--exact still,moving]
                     [--sides 14,20,28,40] [--implicit] [--ladder]

Start it at the top of the sources; it needs tetgen. TetGen makes the meshes without quality options from these points:

  random    random points of the unit cube
  slivers   a cubic lattice with inner points moved at random by up to 5 % of its spacing; slivers become flatter with refinement
  lattice   a cubic lattice with inner points moved by +-10/64 of its spacing in x, y and z; slivers have a bounded flatness
  graded    a lattice with inner points moved by up to 30 %, graded by 3:1 in x and z

A side of 20 makes about 54 000 cells, a side of 40 about 440 000. The solution is a product of sines in x, y and z. The solution
`still` is 0 on the walls of constant x and y, and `moving` is not. --implicit reaches the steady state in implicit steps. --ladder
runs each stabilisation instead of `auto`. The last column is the largest error divided by the range of the solution. A series ends
with the least-squares slope of the L2 error over its last three meshes. The default takes some hours on two cores.
"""
import argparse
import json
import math
import os
import random
import subprocess
import tempfile

TENSORS = {"along": [1, 1, 1000, 0, 0, 0],
           "turned": [147.55931618615796, 104.19068381384201, 750.25, 122.97786815739946, 331.37526711038475, 278.0568644135964]}
ANGLES = {"still": ["(pi*x)", "(pi*y)", "(pi*z+pi/3)"], "moving": ["(pi*x)", "(pi*y+pi/2)", "(pi*z+pi/3)"]}
UNIT, MOVED = 64, 10  # spacing of the lattice and displacement of its points, as integers
LADDER = [0.3, 1, 3, 10, 30, 100]


def exact_of(angles):
    return "*".join("sin" + angle for angle in angles)


def source_of(tensor, angles):
    """Returns the formula of -div(K grad v) for the exact solution v."""
    mixed = "".join(f"-2*{tensor[3 + i + j - 1]!r}*cos{angles[i]}*cos{angles[j]}*sin{angles[3 - i - j]}"
                    for i in range(3) for j in range(i + 1, 3))
    return f"pi^2*({sum(tensor[:3])!r}*{exact_of(angles)}{mixed})"


def surface_points(side, draw):
    """Returns the corners of the unit cube, and random points on its edges and faces."""
    points = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    for axis in range(3):
        others = [i for i in range(3) if i != axis]
        for a in (0, 1):
            for b in (0, 1):
                for _ in range(side - 1):
                    point = [0, 0, 0]
                    point[axis], point[others[0]], point[others[1]] = draw.random(), a, b
                    points.append(point)
            for _ in range((side - 1) ** 2):
                point = [0, 0, 0]
                point[axis], point[others[0]], point[others[1]] = a, draw.random(), draw.random()
                points.append(point)
    return points


def lattice_of(side, length, move):
    axis = [length * i for i in range(side + 1)]
    return [[c + (move() if 0 < c < length * side else 0) for c in (x, y, z)] for x in axis for y in axis for z in axis]


def points_of(series, side, draw):
    """Returns points, and the divisor of their coordinates after TetGen."""
    if series == "random":
        return surface_points(side, draw) + [[draw.random() for _ in range(3)] for _ in range((side - 1) ** 3)], 1
    if series == "lattice":
        return lattice_of(side, UNIT, lambda: draw.choice((-MOVED, MOVED))), UNIT * side
    by = {"slivers": 0.05, "graded": 0.3}[series] / side
    points = lattice_of(side, 1 / side, lambda: by * draw.uniform(-1, 1))
    if series == "graded":
        points = [[(4 ** x - 1) / 3, y, (4 ** z - 1) / 3] for x, y, z in points]
    return points, 1


def write_nodes(points, path):
    with open(path, "w") as file:
        print(len(points), 3, 0, 0, file=file)
        for number, point in enumerate(points, 1):
            print(number, *(repr(float(c)) for c in point), file=file)


def make_mesh(series, side, folder):
    base = os.path.join(folder, f"{series}-{side}")
    points, divisor = points_of(series, side, random.Random(side))
    write_nodes(points, f"{base}.node")
    subprocess.run(["tetgen", "-Q", f"{base}.node"], check=True, stdout=subprocess.DEVNULL, timeout=600)
    if divisor > 1:
        write_nodes([[c / divisor for c in point] for point in points], f"{base}.1.node")
    return f"{base}.1"


def write_config(mesh, tensor, angles, implicit, path):
    exact = exact_of(angles)
    time = "{method: implicit, multiple: 1e7, end: 20, steady: 1e-6}" if implicit else "{method: steady}"
    with open(path, "w") as file:
        file.write(f"mesh: {{file: {mesh}}}\ndiffusion: {{tensor: {tensor}}}\ninitial: 0\nmachine: none\n"
                   f'boundary: {{default: {{kind: value, value: "{exact}"}}}}\nsource: "{source_of(tensor, angles)}"\nexact: "{exact}"\n'
                   f"time: {time}\nsolver: {{method: bicgstab, tolerance: 1e-8, most_iterations: 20000}}\n")


def run(program, config, stabilisation, folder):
    """Returns the report and "", or None and the last line of the errors."""
    path = os.path.join(folder, "report.json")
    result = subprocess.run([program, "run", config, "-q", "--force", "--json", path, "-s", f"diffusion.stabilisation={stabilisation}"],
                            capture_output=True, text=True, timeout=3600)
    if result.returncode:
        return None, f"exit code {result.returncode}: {result.stderr.strip().splitlines()[-1][:300]}"
    with open(path) as file:
        return json.load(file), ""


def show(case, report):
    """Prints a line. Returns (log h, log L2 error)."""
    stability, field, cells = report["stability"], report["results"][0]["field"], report["mesh"]["cells"]
    response = stability.get("response") or {"largest": math.nan, "products": 0}
    print(f"{case:29s} {cells:7d} cells  stabilisation {stability['stabilisation']:5g}  response {response['largest']:7.1f}  "
          f"products {response['products']:4d} of {stability['products']:5d}  L2 {field['l2_error']:.3e}  "
          f"largest {field['max_error'] / 2:.3f}", flush=True)
    return math.log(cells ** (-1 / 3)), math.log(field["l2_error"])


def slope(points):
    x, y = ([p[i] for p in points] for i in (0, 1))
    x0, y0 = sum(x) / len(x), sum(y) / len(y)
    return sum((a - x0) * (b - y0) for a, b in zip(x, y)) / sum((a - x0) ** 2 for a in x)


def one_series(given, series, name, exact, folder):
    points = []
    for side in map(int, given.sides.split(",")):
        config = os.path.join(folder, "case.yaml")
        write_config(make_mesh(series, side, folder), TENSORS[name], ANGLES[exact], given.implicit, config)
        for stabilisation in LADDER if given.ladder else ["auto"]:
            report, words = run(given.program, config, stabilisation, folder)
            if report:
                points.append(show(f"{series} {side} {name} {exact}", report))
            else:
                print(f"{series} {side} {name} {exact} {stabilisation}: {words}", flush=True)
    if len(points) >= 3 and not given.ladder:
        print(f"{series} {name} {exact}: slope {slope(points[-3:]):.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--series", default="random,slivers,lattice,graded")
    parser.add_argument("--tensors", default="along,turned")
    parser.add_argument("--exact", default="still,moving")
    parser.add_argument("--sides", default="14,20,28,40")
    parser.add_argument("--implicit", action="store_true")
    parser.add_argument("--ladder", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for series in given.series.split(","):
            for name in given.tensors.split(","):
                for exact in given.exact.split(","):
                    one_series(given, series, name, exact, folder)


main()
