#!/usr/bin/env bash
# Checks that files which external tools read have the version of the project and no unknown keys.
# These files are CITATION.cff, the changelog, the container files and the recipe for Spack. First,
# the test must find the faults of an invalid citation file.
set -uo pipefail
cd "${TETRACAST_SOURCE:-$(dirname "${BASH_SOURCE[0]}")/../..}" || exit 1
/usr/bin/python3 -c 'import yaml' 2> /dev/null || { echo 'skipped: python3 has no yaml (apt-get install python3-yaml)'; exit 77; }
exec /usr/bin/python3 - << 'END'
import ast, os, re, sys, yaml

# Keys of the Citation File Format 1.2.0. For a reference, only the keys that the project uses.
KEYS = set("abstract authors cff-version commit contact date-released doi identifiers keywords license license-url message "
           "preferred-citation references repository repository-artifact repository-code title type url version".split())
REFERENCE = set("type title authors journal volume issue start end pages year month doi url publisher".split())
PERSON = set("given-names family-names name-particle name-suffix affiliation orcid email name".split())


def people_faults(place, people):
    for person in people or [{}]:
        if not person or set(person) - PERSON or not ({"name", "family-names"} & set(person)):
            yield f"{place}: author {person}"


def citation_faults(text, version):
    cff = yaml.safe_load(text)
    yield from (f"no key {key}" for key in ("authors", "cff-version", "message", "title") if key not in cff)
    yield from (f"unknown key {key}" for key in sorted(set(cff) - KEYS))
    yield from people_faults("file", cff.get("authors"))
    if str(cff.get("version")) != version:
        yield f"version {cff.get('version')}, not {version}"
    for reference in cff.get("references", []):
        yield from (f"unknown key {key} of a reference" for key in sorted(set(reference) - REFERENCE))
        yield from (f"no key {key} of a reference" for key in ("type", "title", "authors") if key not in reference)
        yield from people_faults("reference", reference.get("authors"))
        if not re.fullmatch(r"10\.\d{4,9}/\S+", reference.get("doi", "10.1000/1")):
            yield f"doi {reference['doi']}"


faulty = "{cff-version: 1.2.0, title: a, colour: red, version: 1, authors: [{}], references: [{type: book, doi: x, authors: []}]}"
found = list(citation_faults(faulty, "0.1.0"))
assert len(found) == 7, f"this test finds only these faults of a faulty file: {found}"

read = lambda path: open(path, encoding="utf-8").read()
version = re.search(r"project\(tetracast VERSION (\S+)", read("CMakeLists.txt"))[1]
faults = [f"CITATION.cff: {fault}" for fault in citation_faults(read("CITATION.cff"), version)]
if f"\n## {version}" not in read("lib/CHANGELOG.md"):
    faults.append(f"lib/CHANGELOG.md: no heading for version {version}")

docker, apptainer = read("jobs/packaging/Dockerfile"), read("jobs/packaging/tetracast.def")
images = set(re.findall(r"^FROM (\S+)", docker, re.M)) | set(re.findall(r"^From: (\S+)", apptainer, re.M))
if images != {"debian:12-slim"}:
    faults.append(f"jobs/packaging: the images start from {sorted(images)}")
for command in re.findall(r"apt-get install [^\n\\]*", docker):
    if command.strip() not in apptainer:
        faults.append(f"jobs/packaging/tetracast.def: lacks a command of the Dockerfile: {command}")

copied = dict(re.findall(r"^    (\S+) /tetracast/(\S+)$", apptainer, re.M))
sources = [name for name in os.listdir(".") if re.match(r"[A-Z]|(apps|configs|jobs|lib|meshes|tests)$", name)]
for name in sorted({*sources, ".git"}):
    if copied.get(name) != name:
        faults.append(f"jobs/packaging/tetracast.def: does not copy {name}")

recipe = "jobs/packaging/spack/packages/tetracast/package.py"
classes = [node for node in ast.parse(read(recipe)).body if isinstance(node, ast.ClassDef)]
calls = [ast.unparse(node.value) for node in classes[0].body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
needed = [line.split()[0] for line in read("jobs/packaging/sources.txt").splitlines() if not line.startswith("#")]
for library in needed:
    if not any(call.startswith(f"depends_on('{library}@") for call in calls):
        faults.append(f"{recipe}: no version of {library}")
print(*faults or ["citation, changelog, container files and recipe are in order"], sep="\n")
sys.exit(bool(faults))
END
