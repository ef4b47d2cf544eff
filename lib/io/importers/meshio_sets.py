"""Groups of Abaqus files that meshio drops or confuses.

The build puts this text before that of import_meshio.py, whose functions and names it uses.
"""


class NodeSections:
    """Replaces meshio's function that reads a section *NODE, because meshio forgets earlier sections."""

    def __init__(self, module):
        self.read_section, self.points, self.index, self.count = module._read_nodes, [], {}, 0
        module._read_nodes = self.read

    def read(self, file):
        points, index, line = self.read_section(file)
        for number, at in index.items():
            if number in self.index:
                raise Failure(f"node {number} occurs twice", "merge the parts of the file into one part")
            self.index[number] = len(self.points) + at
        self.points.extend(points)
        self.count += 1
        return np.array(self.points), self.index, line


class Abaqus:
    """Numbers and element sets of an Abaqus file, because meshio drops the numbers and confuses the sets of
    files with several blocks. Blocks are those of meshio, in its order."""

    def __init__(self, path, elements, nodes):
        self.points, self.numbers = list(nodes.index), []
        self.sets, self.names = {}, {}  # parts and name of each set, by its name in capital letters
        self.keyword, self.block, self.name, self.ranges = "", -1, "", False
        self.rows = [[] for _ in elements.blocks]
        self.node_sections, self.parts = 0, set()
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                self.read_line(line.strip(), elements)
        if self.block + 1 != len(elements.blocks) or self.node_sections != nodes.count:
            raise Failure("the file includes nodes or elements of other files, which is not supported",
                          "save the mesh in one file without *INCLUDE")
        self.number_elements(elements)

    def read_line(self, line, elements):
        if line.startswith("**") or not line:
            return
        if line.startswith("*"):
            self.read_keyword(line)
            return
        words = [word.strip() for word in line.split(",") if word.strip()]
        if self.keyword == "ELEMENT" and self.block < len(self.rows):
            self.rows[self.block].extend(map(int, words))
        elif self.keyword == "ELSET":
            self.read_set(words)
        elif self.keyword == "INSTANCE" and words:
            raise Failure("the file moves a part with *INSTANCE, which meshio ignores", "mesh the assembly")

    def read_keyword(self, line):
        words = [word.strip() for word in line[1:].split(",")]
        options = {key.strip().upper(): value.strip().strip('"') for key, _, value in
                   (word.partition("=") for word in words[1:])}
        self.keyword = words[0].upper()
        name, self.ranges = options.get("ELSET", ""), "GENERATE" in options
        self.name = name.upper()  # Abaqus ignores the case of names
        self.node_sections += self.keyword == "NODE"
        if self.keyword == "INSTANCE":
            part = options.get("PART", "")
            if part in self.parts:
                raise Failure(f"the file uses part {part} twice, which meshio ignores", "mesh the assembly")
            self.parts.add(part)
        self.block += self.keyword == "ELEMENT"
        if self.keyword in ("ELEMENT", "ELSET") and self.name:
            self.names.setdefault(self.name, name)
            self.sets.setdefault(self.name, []).append(self.block if self.keyword == "ELEMENT" else [])

    def read_set(self, words):
        members = self.sets[self.name][-1]
        if self.ranges:
            first, last = int(words[0]), int(words[1])
            members.extend(range(first, last + 1, int(words[2]) if len(words) > 2 else 1))
        else:
            members.extend(int(word) if word.isdigit() else word for word in words)

    def number_elements(self, elements):
        for row, block in zip(self.rows, elements.blocks):
            self.numbers.append(np.array(row, "<i8").reshape(len(block.data), -1)[:, 0])
        self.all = join(self.numbers, "<i8")
        self.order = np.argsort(self.all, kind="stable")

    def indices(self, name, elements, depth=0):
        """Returns the indices of the elements of a set, which may contain names of other sets."""
        found = []
        for part in self.sets.get(name.upper(), []):
            if isinstance(part, int):
                found.append(np.arange(elements.begin[part], elements.begin[part + 1]))
                continue
            numbers = np.array([member for member in part if isinstance(member, int)], "<i8")
            at = np.searchsorted(self.all, numbers, sorter=self.order)
            at = self.order[np.minimum(at, len(self.all) - 1)]
            found.append(at[self.all[at] == numbers])
            for member in part:
                if isinstance(member, str) and depth < 8:
                    found.append(self.indices(member, elements, depth + 1))
        return join(found, "<i8")

    def list_sets(self, elements):
        return [(self.names[name], self.indices(name, elements)) for name in self.sets]
