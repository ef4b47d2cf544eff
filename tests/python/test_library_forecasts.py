"""Machines and forecasts."""

from __future__ import annotations

import math
import unittest

from tetracast import library, run

import support
from library_case import LibraryTest


class Forecasts(LibraryTest):
    def test_forecast_equals_program(self) -> None:
        machine = self.enter(library.Machine(self.world, "tests/support/machine.yaml"))
        config = support.small_config(states=None)  # seconds of sources are measured
        report = run.predict(config, ["--machine", "tests/support/machine.yaml", "-q", "--nodes", "4", "--ranks-per-node", "2"])
        mesh = self.enter(library.Mesh.read(self.world, "meshes/cube"))
        problem = self.enter(library.Problem.load(self.world, config, mesh))
        with library.Forecast(problem, machine, 4, 2) as forecast:
            self.assertEqual(forecast.strategies, [case["strategy"] for case in sorted(report.results, key=lambda case: case["predicted_s"]["total"])])
            self.assertTrue(math.isnan(forecast.job()[0]))  # the machine file has no section job
            own = forecast.report()["results"]
            self.assertEqual([case["predicted_s"] for case in own], [case["predicted_s"] for case in report.results])
            for case in report.results:
                self.assertEqual(forecast.seconds(case["strategy"]), case["predicted_s"]["total"])
                self.assertEqual(forecast.seconds(case["strategy"], part="compute"), case["predicted_s"]["compute"])
                for name, count in case["counts"].items():
                    self.assertEqual(forecast.count(name, case["strategy"]), count)

    def test_machine_is_measured(self) -> None:
        with library.Machine.measure(self.world) as machine:
            mesh = self.enter(library.Mesh.read(self.world, "meshes/cube"))
            problem = self.enter(library.Problem.load(self.world, support.small_config(), mesh))
            with library.Forecast(problem, machine) as forecast:
                self.assertGreater(forecast.seconds(), 0)
                seconds, bound = forecast.job()
                self.assertGreater(bound, seconds)
                phases = sum(forecast.job(phase=phase)[0] for phase in library.names("job_phases"))
                self.assertAlmostEqual(phases, seconds)


if __name__ == "__main__":
    unittest.main()
