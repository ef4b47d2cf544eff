"""resume_check.py REFERENCE.h5 FILE.h5: checks that both files have the same datasets, bit for bit, and the same attributes.
resume_check.py --data REFERENCE.h5 FILE.h5: compares the datasets only, because attributes contain the overrides of a run.
resume_check.py --read FILE...: reads every dataset of each existing file. The steps of written rows must rise, and unwritten rows
(step -1) follow them."""
import os
import sys

import h5py


def datasets(file):
    """Returns the bytes of every dataset by name, including datasets in groups."""
    found = {}
    file.visititems(lambda name, item: found.update({name: item[()].tobytes()}) if isinstance(item, h5py.Dataset) else None)
    return found


def read(path):
    with h5py.File(path, "r") as file:
        datasets(file)
        if "field" in file:
            step = list(file["/field/step"][:])
            there = sum(s >= 0 for s in step)
            assert step[:there] == sorted(set(step[:there])) and all(s == -1 for s in step[there:]), f"{path}: {step}"


if sys.argv[1] == "--read":
    for name in sys.argv[2:]:
        if os.path.exists(name):
            read(name)
else:
    data_alone = sys.argv[1] == "--data"
    with h5py.File(sys.argv[-2], "r") as one, h5py.File(sys.argv[-1], "r") as other:
        wanted, found = datasets(one), datasets(other)
        assert wanted.keys() == found.keys(), f"{sys.argv[-1]}: other datasets: {wanted.keys() ^ found.keys()}"
        for name, bytes_ in wanted.items():
            assert found[name] == bytes_, f"{sys.argv[-1]}: {name} differs"
        assert data_alone or dict(one.attrs) == dict(other.attrs), f"{sys.argv[-1]}: other attributes"
