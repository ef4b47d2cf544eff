"""Which calls are to fail."""
import collections
import random

from launch import Place


def spread(calls, sample):
    """So many numbers from 1 to calls, evenly, the first at a third of its share; all if there are no more."""
    if sample >= calls:
        return list(range(1, calls + 1))
    return [1 + (3 * i + 1) * calls // (3 * sample) for i in range(sample)]


class Stacks:
    """Of those calls that the same functions have made from the same places, the first, the second, the last and one between;
    none, where a scene before has had such calls."""

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
    """What the options ask for: a function of where (ranks, kind, rank) and all calls there, (K, hash of the stack)."""
    if given.all:
        return lambda _, calls: [k for k, _ in calls]
    if given.stacks:
        return Stacks().choose
    return lambda _, calls: spread(len(calls), given.sample)


def all_places(ranks, listed, select):
    """listed: all calls by kind and rank. In an order at random, the same each time: so the first ones are a sample."""
    chosen = [Place(kind, k, rank) for (kind, rank), calls in sorted(listed.items()) for k in select((ranks, kind, rank), calls)]
    random.Random(0).shuffle(chosen)
    return chosen


def read_list(path):
    """What libtc_faults.so has listed for one rank: by kind, (K, hash) of all calls."""
    listed = collections.defaultdict(list)
    with open(path) as file:
        for kind, k, stack, _ in map(str.split, file):
            listed[kind].append((int(k), stack))
    return listed


def clean_ones(path):
    """What stands in a log as clean: "SCENE on RANKS: PLACE"."""
    try:
        with open(path) as file:
            return {" ".join(line.split()[:4]) for line in file if line.endswith(", clean\n")}
    except FileNotFoundError:
        return set()
