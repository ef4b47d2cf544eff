"""Reads a mesh with meshio and writes it to descriptor 3 as the stream that meshio_stream.h describes.

Tetracast contains this text, after those of the other scripts meshio_*.py, and runs it with python3 -c. The
arguments are the path of the mesh, the name of the cell array that has the regions (or nothing), and the
names of the cell arrays that have the directions of fibres and sheets, separated by a comma (or nothing).
meshio prints to standard output and ends the process if it cannot read a file. The script therefore captures
both, and sends the reason as a message.
"""
import contextlib
import io
import json
import os
import pathlib
import sys

# The index in this list is the number of a type in the stream (tc_element_type).
TYPES = ["vertex", "line", "line3", "triangle", "triangle6", "quad", "quad8", "quad9", "tetra", "tetra10",
         "hexahedron", "hexahedron20", "hexahedron27", "wedge", "wedge15", "wedge18", "pyramid", "pyramid13",
         "pyramid14"]
DIMENSIONS = [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]
# Types of VTK that become another type, which depends on the number of points. Both have equal point orders.
BY_POINTS = {"polygon": {3: "triangle", 4: "quad"},
             "VTK_LAGRANGE_CURVE": {2: "line", 3: "line3"},
             "VTK_LAGRANGE_TRIANGLE": {3: "triangle", 6: "triangle6"},
             "VTK_LAGRANGE_QUADRILATERAL": {4: "quad"},
             "VTK_LAGRANGE_TETRAHEDRON": {4: "tetra", 10: "tetra10"},
             "VTK_LAGRANGE_HEXAHEDRON": {8: "hexahedron"},
             "VTK_LAGRANGE_WEDGE": {6: "wedge"},
             "VTK_LAGRANGE_PYRAMID": {5: "pyramid"}}
# Cell arrays that have the regions if the user names none. The first that exists is used.
REGIONS = ["gmsh:physical", "medit:ref", "nastran:ref", "netgen:index", "avsucd:material", "region",
           "cell_tags", "elemTag", "material", "attribute"]
FORMATS = {"inp": "Abaqus", "e": "Exodus", "exo": "Exodus", "ex2": "Exodus", "bdf": "Nastran",
           "fem": "Nastran", "nas": "Nastran", "vol": "Netgen", "gz": "Netgen", "mesh": "Medit",
           "meshb": "Medit", "msh": "Gmsh", "xmf": "XDMF", "f3grid": "FLAC3D", "h5m": "MOAB"}
COUNTS = ["status", "base", "numbered", "points", "elements", "corners", "blocks", "groups", "members",
          "width", "sides", "text"]
MESH, FAILED, WRONG_OPTION, NO_MESHIO = 0, 1, 2, 3
ADVICE = "save the mesh as Gmsh MSH 4.1"


class Failure(Exception):
    """An error for the user: what is wrong, and what to do."""

    def __init__(self, cause, remedy, status=FAILED):
        super().__init__(cause)
        self.cause, self.remedy, self.status = cause, remedy, status


# ---- elements ----

def resolve_type(block):
    """Returns the number of the block's type. Lines of higher order become lines."""
    name = block.type
    if name.startswith("line") and name not in TYPES:
        return TYPES.index("line")
    if name in BY_POINTS:
        name = BY_POINTS[name].get(np.shape(block.data)[1], name)
    if name in TYPES:
        return TYPES.index(name)
    raise Failure(f"the file contains {len(block.data)} elements of meshio's type {block.type}, which is not "
                  "supported", "save the mesh with linear elements")


class Elements:
    """The elements of all blocks in sequence."""

    def __init__(self, mesh):
        self.blocks = [block for block in mesh.cells]
        self.types = [resolve_type(block) for block in self.blocks]
        self.counts = [len(block.data) for block in self.blocks]
        self.begin = np.concatenate([[0], np.cumsum(self.counts)]).astype("<i8")
        self.total = int(self.begin[-1])

    def dimension(self, block):
        return DIMENSIONS[self.types[block]]

    def corners(self, points, number, base):
        """Returns the points of all elements. `number` has the numbers of the elements."""
        arrays = []
        for k, (block, kind) in enumerate(zip(self.blocks, self.types)):
            data = np.asarray(block.data)
            if TYPES[kind] == "line":
                data = data[:, :2]
            wrong = np.argwhere((data < 0) | (data >= points))
            if len(wrong):
                row, column = wrong[0]
                raise Failure(f"element {number[self.begin[k] + row]} has point {data[row, column] + base}, "
                              f"but the points are numbered {base} to {base + points - 1}", "correct it")
            arrays.append(data.reshape(-1).astype("<i8"))
        return join(arrays, "<i8")


def join(arrays, kind):
    return np.concatenate(arrays).astype(kind) if arrays else np.zeros(0, kind)


# ---- groups ----

class Groups:
    """Groups by dimension and number, and the pairs of an element and its group."""

    def __init__(self):
        self.index, self.names, self.elements, self.members = {}, [], [], []

    def find(self, dimension, number, name=""):
        key = (dimension, int(number))
        if key not in self.index:
            self.index[key] = len(self.names)
            self.names.append(name)
        return self.index[key]

    def add(self, elements, groups):
        self.elements.append(np.asarray(elements, "<i8"))
        self.members.append(np.broadcast_to(np.asarray(groups, "<i8"), np.shape(elements)))

    def rows(self, total):
        """Returns the beginning of each element's groups, and the groups."""
        elements, members = join(self.elements, "<i8"), join(self.members, "<i8")
        begin = np.concatenate([[0], np.cumsum(np.bincount(elements, minlength=total))])
        return begin.astype("<i8"), members[np.argsort(elements, kind="stable")]


def integers(values):
    """Returns an array of one integer per element, or None if the array has other values."""
    values = np.asarray(values)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1 or values.dtype.kind not in "biuf":
        return None
    if values.dtype.kind != "i" and not np.all((values == np.floor(values)) & (np.abs(values) < 2**53)):
        return None
    return values.astype("<i8")


def add_array(groups, elements, values, names, families, ignores_zero):
    """Adds the groups of a cell array. `families` are lists of names of negative numbers (MED)."""
    numbers = {}
    for names_of_family in families.values():
        for name in names_of_family:
            numbers.setdefault(name, len(numbers) + 1)
    for block, array in enumerate(values):
        dimension = elements.dimension(block)
        distinct, counts = np.unique(array, return_counts=True)
        parts = np.split(np.argsort(array, kind="stable"), np.cumsum(counts)[:-1])
        for value, part in zip(distinct, parts):
            where = elements.begin[block] + part
            family = families.get(value, [])
            for name in family:
                groups.add(where, groups.find(dimension, numbers[name], name))
            if not family and not (value == 0 and ignores_zero):
                groups.add(where, groups.find(dimension, value, names.get((dimension, int(value)), "")))


def add_sets(groups, elements, sets):
    """Adds groups from pairs of a name and indices of elements. Sets have numbers from 1."""
    dimensions = np.repeat([elements.dimension(b) for b in range(len(elements.blocks))], elements.counts)
    for number, (name, members) in enumerate(sets, 1):
        members = np.unique(np.asarray(members, "<i8"))
        for dimension in np.unique(dimensions[members]):
            where = members[dimensions[members] == dimension]
            groups.add(where, groups.find(int(dimension), number, name))


def names_of_numbers(mesh):
    """Returns the names that the field data have for (dimension, number), as meshio stores them."""
    names = {}
    for name, value in mesh.field_data.items():
        value = np.asarray(value)
        if value.shape == (2,) and value.dtype.kind in "iu":
            names[int(value[1]), int(value[0])] = str(name)
    return names


def list_arrays(mesh):
    return ", ".join(mesh.cell_data) if mesh.cell_data else "none"


def find_regions(mesh, chosen, automatic):
    """Returns the name and the values of the cell array that has the regions, or nothing."""
    if chosen and chosen not in mesh.cell_data:
        raise Failure(f"--regions-from {chosen}: the file has no cell array of this name",
                      f"use one of the cell arrays: {list_arrays(mesh)}", WRONG_OPTION)
    for name in [chosen] if chosen else automatic:
        if name not in mesh.cell_data:
            continue
        values = [integers(array) for array in mesh.cell_data[name]]
        if all(array is not None for array in values):
            return name, values
        if chosen:
            raise Failure(f"--regions-from {chosen}: the cell array does not have one integer per cell",
                          f"use another cell array: {list_arrays(mesh)}", WRONG_OPTION)
        print(f"the cell array {name} has no regions, because it does not have one integer per cell")
    return None, None


def sets_of_mesh(mesh, elements):
    """Returns the element sets of meshio: for each block, an array of indices or nothing."""
    sets = []
    for name, members in mesh.cell_sets.items():
        if not name.startswith("gmsh:"):
            parts = [elements.begin[k] + np.asarray(part, "<i8") for k, part in enumerate(members)
                     if part is not None and len(part)]
            sets.append((name, join(parts, "<i8")))
    return sets


# ---- the mesh ----

def correct_meshio(meshio):
    """Corrects errors of meshio 5.0: the name of linear tetrahedra, the types of Exodus, and the missing
    numbers of entities of Gmsh without a physical group, which become 0. Also adds the dimensions of types
    that a table lacks."""
    dimensions = getattr(getattr(meshio, "_mesh", None), "topological_dimension", {})
    for kind, dimension in zip(TYPES, DIMENSIONS):
        dimensions.setdefault(kind, dimension)
    gmsh = getattr(meshio.gmsh, "_gmsh41", None)
    read_elements = getattr(gmsh, "_read_elements", None)
    if read_elements:
        def read_all(file, points, numbers, *rest):
            filled = numbers and tuple({tag: part or [0] for tag, part in d.items()} for d in numbers)
            return read_elements(file, points, filled, *rest)
        gmsh._read_elements = read_all
    abaqus, exodus = (getattr(getattr(meshio, name, None), "_" + name, None) for name in ("abaqus", "exodus"))
    types = getattr(abaqus, "abaqus_to_meshio_type", {})
    types.update({key: "tetra" for key, value in types.items() if value == "tetra4"})
    if exodus:
        exodus.exodus_to_meshio_type = ExodusTypes()


def call_meshio(meshio, path):
    """Calls the readers of the path's ending. meshio.read would print their errors and end the process."""
    try:
        from meshio._helpers import _filetypes_from_path, reader_map
        readers = [reader_map[name] for name in _filetypes_from_path(pathlib.Path(path))]
    except (ImportError, KeyError):
        return meshio.read(path)
    for reader in readers:
        try:
            return reader(path)
        except meshio.ReadError as error:
            failed = error
    raise failed


def read_points(mesh):
    points = np.asarray(mesh.points, "<f8")
    if points.ndim != 2 or points.shape[1] not in (2, 3):
        raise Failure("the points do not have three coordinates", "save a mesh in three dimensions")
    if points.shape[1] == 2:
        points = np.column_stack([points, np.zeros(len(points))])
    return points


def read_groups(mesh, elements, regions, abaqus, exodus):
    """Returns the groups and texts about what they lack."""
    groups = Groups()
    name, values = find_regions(mesh, regions, [] if exodus else REGIONS)
    if values is not None:
        families = getattr(mesh, "cell_tags", {}) if name == "cell_tags" else {}
        families = {int(key): list(names) for key, names in families.items()}
        add_array(groups, elements, values, names_of_numbers(mesh), families,
                  name in ("gmsh:physical", "cell_tags"))
    elif abaqus:
        add_sets(groups, elements, abaqus.list_sets(elements))
    elif not exodus:
        add_sets(groups, elements, sets_of_mesh(mesh, elements))
    for block, (number, text) in enumerate(exodus.groups if exodus else []):
        if values is None or block >= len(values):
            where = np.arange(elements.begin[block], elements.begin[block + 1])
            groups.add(where, groups.find(elements.dimension(block), number, text))
    notes = exodus.notes if exodus else []
    return groups, notes if regions else notes + find_unused(mesh, name)


def read_vectors(mesh, elements, fibres):
    """Returns the directions of all elements, [elements][3 or 6]."""
    columns = []
    for name in fibres.split(",") if fibres else []:
        if name not in mesh.cell_data:
            raise Failure(f"--fibres {fibres}: the file has no cell array {name}",
                          f"use its cell arrays of 3 components; it has: {list_arrays(mesh)}", WRONG_OPTION)
        arrays = [np.asarray(array) for array in mesh.cell_data[name]]
        if any(array.ndim != 2 or array.shape[1] != 3 or array.dtype.kind not in "iuf" for array in arrays):
            raise Failure(f"--fibres {fibres}: the cell array {name} does not have 3 components",
                          f"use an array of 3 components; the file has: {list_arrays(mesh)}", WRONG_OPTION)
        sides = np.zeros((elements.total - sum(map(len, arrays)), 3))
        columns.append(join(arrays + [sides], "<f8"))
    if len(columns) > 2:
        raise Failure(f"--fibres {fibres}: there are {len(columns)} names", "use NAME or NAME,SHEET",
                      WRONG_OPTION)
    return np.column_stack(columns) if columns else np.zeros((elements.total, 0))


def find_unused(mesh, used):
    """Returns a text about the cell arrays of integers that could be regions, or nothing."""
    names = [name for name, arrays in mesh.cell_data.items()
             if name != used and not name.startswith(("gmsh:", "vtk")) and len(arrays)
             and all(np.asarray(array).dtype.kind in "iu" and integers(array) is not None for array in arrays)
             and any(np.any(array) for array in arrays)]
    plural = ("s", "are") if len(names) > 1 else ("", "is")
    return [f"the cell array{plural[0]} {', '.join(names)} {plural[1]} not used: use --regions-from "
            f"{names[0]} for its groups"] if names else []


def format_text(path, groups, notes, log):
    """Returns the texts of the stream: the format, the names of the groups, and warnings."""
    ending = os.path.splitext(path)[1][1:].lower()
    warnings = " ".join(log.getvalue().split())
    texts = [f"{FORMATS.get(ending, ending.upper())}, by meshio"] + groups.names
    texts += [note[:1000] for note in notes]
    texts += ["meshio reports: " + warnings[:1000]] if warnings else []
    return b"".join(text.replace("\0", " ").encode("utf-8", "replace") + b"\0" for text in texts)


def read(path, regions, fibres, log):
    """Returns the counts of the stream and its arrays."""
    import meshio
    correct_meshio(meshio)
    is_abaqus, is_exodus = (path.lower().endswith(endings) for endings in (".inp", (".e", ".exo", ".ex2")))
    nodes = NodeSections(meshio.abaqus._abaqus) if is_abaqus else None
    mesh = call_meshio(meshio, path)
    exodus = Exodus(path, mesh, meshio.CellBlock) if is_exodus else None
    elements = Elements(mesh)
    abaqus = Abaqus(path, elements, nodes) if is_abaqus else None
    points = read_points(mesh)
    groups, notes = read_groups(mesh, elements, regions, abaqus, exodus)
    vectors = read_vectors(mesh, elements, fibres)
    begin, members = groups.rows(elements.total)
    text = format_text(path, groups, notes, log)
    base = 0 if path.lower().endswith((".vtu", ".vtk", ".xdmf", ".xmf")) else 1
    is_numbered = is_abaqus and len(abaqus.points) == len(points)
    number = abaqus.all if is_abaqus else np.arange(base, base + elements.total)
    corners = elements.corners(len(points), number, base)
    counts = {"status": MESH, "base": base, "numbered": int(is_numbered), "points": len(points),
              "elements": elements.total, "corners": len(corners), "blocks": len(elements.blocks),
              "groups": len(groups.names), "members": len(members), "width": vectors.shape[1],
              "sides": sum(exodus.ignored.values()) if exodus else 0, "text": len(text)}
    blocks = np.array([elements.types, elements.counts], "<i8").T
    return counts, [text, np.array(list(groups.index), "<i8"), np.asarray(number, "<i8"), begin, members,
                    blocks, corners, points, np.array(abaqus.points if is_numbered else [], "<i8"),
                    np.asarray(vectors, "<f8")]


def failure(status, *texts):
    """Returns the counts and the text of a stream that reports an error."""
    text = b"".join(text.replace("\0", " ").encode("utf-8", "replace") + b"\0" for text in texts)
    return {**dict.fromkeys(COUNTS, 0), "status": status, "text": len(text)}, [text]


def run(path, regions, fibres):
    global np
    log = io.StringIO()
    with contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        try:
            import meshio
        except ModuleNotFoundError as error:
            if error.name == "meshio":
                return failure(NO_MESHIO)
            return failure(FAILED, *describe_failure(path, error, log))
        except BaseException as error:
            return failure(FAILED, *describe_failure(path, error, log))
        try:
            import numpy as np
            return read(path, regions, fibres, log)
        except Failure as error:
            return failure(error.status, error.cause, error.remedy)
        except BaseException as error:
            return failure(FAILED, *describe_failure(path, error, log))


def main():
    sys.path = [folder for folder in sys.path if folder]  # modules of the working directory are not used
    counts, arrays = run(*sys.argv[1:4])
    with os.fdopen(3, "wb") as stream:
        stream.write(b"tcraw1\n" + json.dumps({key: counts[key] for key in COUNTS}).encode() + b"\n")
        for array in arrays:
            stream.write(array if isinstance(array, bytes) else np.ascontiguousarray(array).tobytes())


main()
