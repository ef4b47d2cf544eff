"""Types, groups and side sets of Exodus files, which meshio drops or confuses.

The build puts this text before that of import_meshio.py, whose functions and names it uses. meshio knows few
of the names that Exodus has for types, ignores the order of the points and the numbers and names of the
element blocks, and does not read side sets. Source of the orders: Exodus II, SAND92-2137, and the headers of
SEACAS.
"""

# meshio's linear type for each type of Exodus, by the first three letters of its name in Exodus.
EXODUS_NAMES = {"SPH": "vertex", "CIR": "vertex", "POI": "vertex", "BAR": "line", "BEA": "line",
                "TRU": "line", "EDG": "line", "ROD": "line", "TRI": "triangle", "QUA": "quad", "SHE": "quad",
                "TET": "tetra", "HEX": "hexahedron", "WED": "wedge", "PYR": "pyramid"}
# For each linear type: the numbers of points for which meshio has a type, and the largest number of points in
# Exodus. For other numbers, the last points of an element are dropped. They are centres of faces or of cells.
EXODUS_POINTS = {"vertex": ((1,), 1), "line": ((2,), 4), "triangle": ((3, 6), 7), "quad": ((4, 8, 9), 9),
                 "tetra": ((4, 10), 15), "hexahedron": ((8, 20, 27), 27), "wedge": ((6, 15, 18), 21),
                 "pyramid": ((5, 13, 14), 19)}
# Position in Exodus's order of each point in VTK's order, for the types whose orders differ.
EXODUS_ORDER = {"hexahedron20": [*range(12), 16, 17, 18, 19, 12, 13, 14, 15],
                "hexahedron27": [*range(12), 16, 17, 18, 19, 12, 13, 14, 15, 23, 24, 25, 26, 21, 22, 20],
                "wedge15": [*range(9), 12, 13, 14, 9, 10, 11],
                "wedge18": [*range(9), 12, 13, 14, 9, 10, 11, 15, 16, 17]}
# Corners of each side of an element, numbered from 0. The first entry of a type is side 1 of Exodus.
EXODUS_SIDES = {"tetra": ((0, 1, 3), (1, 2, 3), (0, 2, 3), (0, 1, 2)),
                "hexahedron": ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (0, 3, 2, 1),
                               (4, 5, 6, 7)),
                "wedge": ((0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5)),
                "pyramid": ((0, 1, 4), (1, 2, 4), (2, 3, 4), (0, 4, 3), (0, 3, 2, 1))}


class ExodusTypes(dict):
    """Replaces meshio's table of types, because meshio refuses names that it lacks. The class Exodus sets the
    types afterwards."""

    def __missing__(self, key):
        return "vertex"


def exodus_type(name, points):
    """Returns meshio's type of elements of a type of Exodus, or None if it is not supported."""
    linear = EXODUS_NAMES.get(name[:3].upper(), "")
    if linear == "quad" and points in (3, 6, 7):  # shells
        linear = "triangle"
    used, complete = EXODUS_POINTS.get(linear, ((1,), 0))
    if not used[0] <= points <= complete:
        return None
    count = points if points in used else max(n for n in used[:2] if n <= points)
    return linear + (str(count) if count > used[0] else "")


class Exodus:
    """Numbers and names of the element blocks and side sets of an Exodus file. The sides are appended to the
    mesh as blocks of triangles and quadrilaterals."""

    def __init__(self, path, mesh, block_type):
        import netCDF4
        self.groups = []  # number and name of each block of the mesh
        self.ignored = {}  # numbers of sides that are not faces of cells, by the name of the set
        self.notes, self.shells, self.block_type = [], set(), block_type
        with netCDF4.Dataset(path) as file:
            file.set_auto_mask(False)
            self.file = file
            numbers = [int(key[7:]) for key in file.variables if key[:7] == "connect"]
            for k, number in enumerate(numbers):
                mesh.cells[k] = self.convert_block(number, np.asarray(mesh.cells[k].data))
                self.groups.append(self.label("eb", number))
            self.shells = {label[0] for label, block in zip(self.groups, mesh.cells)
                           if block.type.startswith(("triangle", "quad"))}
            cells = [mesh.cells[numbers.index(number)] for number in sorted(numbers)]
            begin = np.concatenate([[0], np.cumsum([len(block.data) for block in cells])])
            for key in [key for key in file.variables if key.startswith("elem_ss")]:
                self.add_sides(int(key[7:]), cells, begin, mesh)
        if self.ignored:
            sets = ", ".join(f"{name} ({count})" for name, count in self.ignored.items())
            self.notes.append(f"ignored sides of side sets that are not faces of cells, by set: {sets}")

    def convert_block(self, number, data):
        name = str(self.file.variables[f"connect{number}"].elem_type)
        points = data.shape[1] if data.ndim == 2 else 0
        kind = exodus_type(name, points)
        if not kind:
            size = f" with {points} points" if points else ""
            raise Failure(f"element block {self.label('eb', number)[0]} has elements of the type {name}{size}, "
                          "which are not supported", "save the mesh with linear or quadratic elements")
        count = int(kind[len(kind.rstrip("0123456789")):] or EXODUS_POINTS[kind][0][0])
        return self.block_type(kind, data[:, EXODUS_ORDER.get(kind, range(count))])

    def label(self, kind, number):
        """Returns the number that the file gives to block or set `number`, and its name. Number 0 would mean
        no group, so a block or set with this number has a name."""
        numbers, names = (self.file.variables.get(kind + ending) for ending in ("_prop1", "_names"))
        name = b"".join(names[number - 1]).decode("utf-8", "replace").strip("\0 ") if names else ""
        number = int(numbers[number - 1]) if numbers else number
        return number, name or ("" if number else {"eb": "block_0", "ss": "sideset_0"}[kind])

    def renumber(self, number, name):
        """Returns the number of the group of a side set. Blocks of shells are groups of faces, too, so a set
        that has the number of such a block gets another number."""
        if number not in self.shells:
            return number
        numbers = self.file.variables.get("ss_prop1")
        replaced = max([*self.shells, *(map(int, numbers[:]) if numbers else [])]) + 1
        self.shells.add(replaced)
        self.notes.append(f"side set {name or number} has the number {number} of a block of shells: the set "
                          f"has marker {replaced}")
        return replaced

    def add_sides(self, index, cells, begin, mesh):
        faces, found = self.find_faces(index, cells, begin)
        number, name = self.label("ss", index)
        sides = len(self.file.variables[f"elem_ss{index}"])
        if found < sides:
            self.ignored[name or str(number)] = sides - found
        number = self.renumber(number, name) if found else number
        for kind, corners in (("triangle", 3), ("quad", 4)):
            if faces[corners]:
                mesh.cells.append(self.block_type(kind, np.concatenate(faces[corners])))
                self.groups.append((number, name))

    def find_faces(self, number, cells, begin):
        """Returns lists of faces by their number of corners, and the number of all faces."""
        element = self.file.variables[f"elem_ss{number}"][:].astype("<i8") - 1
        side = self.file.variables[f"side_ss{number}"][:].astype("<i8") - 1
        block = np.searchsorted(begin, element, side="right") - 1
        faces, found = {3: [], 4: []}, 0
        for k, cell in enumerate(cells):
            for s, corners in enumerate(EXODUS_SIDES.get(cell.type.rstrip("0123456789"), ())):
                where = np.flatnonzero((block == k) & (side == s))
                if len(where):
                    faces[len(corners)].append(np.asarray(cell.data)[element[where] - begin[k]][:, corners])
                    found += len(where)
        return faces, found
