"""Selection of the calls that fail."""
import collections
import random

from launch import Place


def spread(calls, sample):
    """Returns `sample` numbers that are evenly distributed from 1 to `calls`, or all numbers if there are fewer."""
    if sample >= calls:
        return list(range(1, calls + 1))
    return [1 + (3 * i + 1) * calls // (3 * sample) for i in range(sample)]


class Stacks:
    """Selects from all calls with the same call stack the first, the second, the last and a random one. Call stacks of earlier
    scenes are skipped."""

    def __init__(self):
        self.seen = collections.defaultdict(set)

    def choose(self, where, calls):
        groups = collections.defaultdict(list)
        for k, stack in calls:
            if stack not in self.seen[where]:
                groups[stack].append(k)
        self.seen[where].update(groups)
        return sorted({k for stack, numbers in groups.items()
                       for k in (*numbers[:2], numbers[-1], random.Random(stack).choice(numbers))})


def selection(given):
    """Returns the function that selects calls according to the options. The arguments of the function are (ranks, kind, rank) and
    the list of all calls (K, hash of the stack)."""
    if given.all:
        return lambda _, calls: [k for k, _ in calls]
    if given.stacks:
        return Stacks().choose
    return lambda _, calls: spread(len(calls), given.sample)


def all_places(ranks, listed, select):
    """Returns the selected calls. `listed` has all calls by kind and rank. The order is random but reproducible, so the first calls
    are a sample of all."""
    chosen = [Place(kind, k, rank) for (kind, rank), calls in sorted(listed.items()) for k in select((ranks, kind, rank), calls)]
    random.Random(0).shuffle(chosen)
    return chosen


def read_list(path):
    """Reads the list of libtc_faults.so for one rank. Returns (K, hash) of all calls by kind."""
    listed = collections.defaultdict(list)
    with open(path) as file:
        for kind, k, stack, _ in map(str.split, file):
            listed[kind].append((int(k), stack))
    return listed


def clean_ones(path):
    """Returns the launches "SCENE on RANKS: PLACE" that a log contains as clean."""
    try:
        with open(path) as file:
            return {" ".join(line.split()[:4]) for line in file if line.endswith(", clean\n")}
    except FileNotFoundError:
        return set()
