"""kill_check.py REFERENCE.h5 DIRECTORY...: checks the files of killed runs. The steps that a file announces in /field/step
and in the XDMF file must have the bits of the reference. Prints the numbers of files and steps."""
import contextlib
import filecmp
import glob
import os
import sys
import xml.etree.ElementTree as xml

import h5py

with h5py.File(sys.argv[1], "r") as file:
    times = file["/field/time"][:]
    reference = {int(s): row.tobytes() for s, row in zip(file["/field/step"][:], file["/field/v"][:])}
    history = {name: column[:] for name, column in file["/history"].items()}
order = list(reference)


def check_h5(path):
    """The announced steps are the first ones of the reference, and all of them are complete. Returns their number."""
    with h5py.File(path, "r") as file:
        step, v = file["/field/step"][:], file["/field/v"]
        there = int((step >= 0).sum())
        assert list(step[:there]) == order[:there] and (step[there:] == -1).all(), f"{path}: steps {step}"
        assert (file["/field/time"][:there] == times[:there]).all(), f"{path}: times"
        assert file["/mesh/cells"].shape == (v.shape[1], 4) and len(file.attrs["config"]), f"{path}: mesh"
        for k in range(there):
            assert v[k].tobytes() == reference[order[k]], f"{path}: row {k} is not that of step {order[k]}"
        check_history(file, path, there)
    return there


def check_history(file, path, there):
    """Rows with a step number are those of the reference, and the other rows are empty. At most one row is missing."""
    step = file["/history/step"][:]
    rows = int((step >= 0).sum())
    assert rows >= there - 1, f"{path}: {rows} history rows for {there} snapshots"
    for name, column in history.items():
        assert file["/history"][name][:rows].tobytes() == column[:rows].tobytes(), f"{path}: /history/{name}"
    assert (step[rows:] == -1).all(), f"{path}: history steps {step}"


def check_xdmf(path):
    """Every frame in the XDMF file has the time and the data of the reference. Returns the number of frames."""
    frames = xml.parse(path).getroot().findall(".//Grid[@GridType='Uniform']")
    files = {}
    with contextlib.ExitStack() as stack:
        for k, frame in enumerate(frames):
            assert float(frame.find("Time").get("Value")) == times[k], f"{path}: time of frame {k}"
            name, dataset = frame.find("Attribute[@Name='v']/DataItem").text.split(":")
            if name not in files:
                files[name] = stack.enter_context(h5py.File(os.path.join(os.path.dirname(path), name), "r"))
            assert files[name][dataset][:].tobytes() == reference[order[k]], f"{path}: frame {k}"
    return len(frames)


def is_earlier(path):
    """True if the snapshots are those of the earlier run, byte for byte."""
    pairs = [(path[:-3] + end, sys.argv[1][:-3] + end) for end in (".h5", ".xdmf")]
    return all(os.path.exists(own) and filecmp.cmp(own, first, shallow=False) for own, first in pairs)


files = steps = empty = named = parts = earlier = 0
for folder in sys.argv[2:]:
    found = glob.glob(f"{folder}/*.h5")
    empty += not found
    for path in found:
        if os.path.basename(path) == os.path.basename(sys.argv[1]) and is_earlier(path):
            earlier += 1
            continue
        there = check_h5(path)
        files += 1
        parts += 0 < there < len(order)
        steps += there
        beside = path[:-3] + ".xdmf"
        if os.path.exists(beside):
            frames = check_xdmf(beside)
            assert frames <= there, f"{beside}: names {frames} frames of {there}"
            named += frames
print(f"{len(sys.argv) - 2} kills: {files} files ({parts} of runs that were under way), {steps} whole steps, {named} named by XDMF files; {earlier} files of the earlier run; {empty} before a file was there")
