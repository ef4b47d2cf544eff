"""Texts about files that meshio cannot read.

The build puts this text before that of import_meshio.py, whose functions and names it uses.
"""
import traceback

PACKAGES = {"netCDF4": "python3-netcdf4", "h5py": "python3-h5py", "lxml": "python3-lxml",
            "numpy": "python3-numpy", "rich": "python3-rich"}


def describe_structure(path, error):
    """Returns the cause and the remedy of an error to which meshio gives no useful text, or nothing."""
    with open(path, "rb") as file:
        begin = file.read(4096).decode("utf-8", "replace")
    first, ending = begin.strip().partition("\n")[0].strip()[:40], os.path.splitext(path)[1].lower()
    if first.startswith("MFEM "):
        return (f"this is a mesh of MFEM ({first}), which meshio does not read",
                "save it in MFEM as VTU (PrintVTU), or as Gmsh MSH 4.1")
    if ending == ".mesh" and "MeshVersionFormatted" not in begin:
        return f'the file begins with "{first}", so it is not a mesh of Medit', ADVICE
    if str(error):
        return None
    if ending in (".xdmf", ".xmf") and "Collection" in begin:
        return ("the file has a collection of grids (time steps or parts), but meshio reads one grid",
                "save one grid as XDMF")
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}"
    return f"the file is not structured as meshio requires ({place})", ADVICE


def describe_failure(path, error, log):
    """Returns the cause and the remedy of an exception of meshio."""
    text = " ".join(log.getvalue().split())
    if type(error).__name__ == "ReadError" and not str(error):
        error = error.__context__ or error
    if isinstance(error, KeyboardInterrupt):
        return "the import was interrupted", "run it again"
    if isinstance(error, ModuleNotFoundError):
        package = PACKAGES.get((error.name or "").split(".")[0], "the Python module " + str(error.name))
        return (f"meshio needs {package} for this format, which is not installed",
                f"run apt-get install {package}, or {ADVICE}")
    structure = describe_structure(path, error) if type(error).__name__ == "ReadError" else None
    if structure:
        return structure
    reason = str(error) if type(error).__name__ == "ReadError" else f"{type(error).__name__}: {error}"
    if isinstance(error, SystemExit):
        reason = text or "meshio ended the process"
    reason = " ".join(reason.split())[:300].rstrip(": ") or type(error).__name__
    return f"meshio cannot read the file: {reason}", ADVICE
