"""Memory of many objects in one process."""

from __future__ import annotations

import os
import unittest

import support


def resident_bytes() -> int:
    """Resident memory of this process (Linux)."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@support.needs_library
class Memory(support.FolderTest):
    def test_a_thousand_cycles(self) -> None:
        """Objects that are created, used and destroyed 1 000 times. The first 100 cycles fill caches."""
        from tetracast import library

        path = self.path("s.h5")

        def cycle() -> None:
            with library.World() as world, library.Mesh.box(world, (4, 4, 4), (1, 1, 1)) as mesh, library.Problem(mesh) as problem:
                world.set_log(lambda level, text: None)
                problem.set("strategy", "neighbour")
                problem.set_source_function(lambda t, ids, centroid, v: 1 - v)
                problem.set_up()
                with library.Stepper(problem) as stepper, library.Operator(problem) as operator:
                    stepper.add_hook(1, lambda step, time, value: None)
                    stepper.advance(1)
                    operator.apply(stepper.field(copy=False))
                    if not os.path.exists(path):
                        with library.SnapshotWriter(problem, mesh, path, 1) as writer:
                            writer.write(stepper)

        for _ in range(100):
            cycle()
        before = resident_bytes()
        for _ in range(900):
            cycle()
        self.assertLessEqual(resident_bytes() - before, 1 << 20)


if __name__ == "__main__":
    unittest.main()
