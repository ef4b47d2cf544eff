#!/usr/bin/python3
"""Compares cg with multigrid of `tetracast solve` with hypre's conjugate gradients and BoomerAMG on K = V A of a config.

All programs receive the files of `tetracast export --weighting volume` and stop by the same norm. A block is one run of each program:
Tetracast on R ranks, Tetracast on one rank with R threads, and hypre with HMIS and PMIS on R ranks. A block counts if hypre's smaller
total is within 10 % of its minimum over all blocks. The last lines are the ratios of Tetracast's total to hypre's smaller total in
the same block, median and range. Setup does not include reading, distributing and ordering. Use a quiet machine.

    tests/bench/hypre.py build configs/steady.yaml -s mesh.file=meshes/generated/ventricle-600000 -s diffusion.scheme=two-point

The build folder needs tetracast and solve_hypre (-DTETRACAST_BENCH=ON).
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'OMP_WAIT_POLICY': 'passive'}


class Comparison:
    def __init__(self, options, folder):
        self.options, self.base = options, pathlib.Path(folder) / 'k'
        self.files = [f'{self.base}{ending}.mtx' for ending in ('', '-rhs', '-start')]
        words = [word for override in options.override for word in ('-s', override)]
        self.launch(1, 1, ['tetracast', 'export', options.config, '-q', '-o', self.base, '--weighting', 'volume', *words])

    def launch(self, ranks, threads, words):
        command = ['mpirun', *(['--bind-to', 'core'] if threads == 1 else ['--bind-to', 'none']), '-np', ranks,
                   f'{self.options.build}/bin/{words[0]}', *words[1:]]
        return subprocess.run([str(word) for word in command], env={**ENVIRONMENT, 'OMP_NUM_THREADS': str(threads)}, check=True,
                              capture_output=True, text=True).stdout

    def ours(self, ranks, threads):
        """Returns iterations, true residual, and seconds of setup and solve."""
        report = f'{self.base}.json'
        self.launch(ranks, threads, ['tetracast', 'solve', *self.files[:2], '--start', self.files[2], '-q', '--json', report,
                                     '-s', 'solver.method=cg', '-s', 'solver.preconditioner.name=multigrid',
                                     '-s', f'solver.tolerance={self.options.tolerance}'])
        with open(report, encoding='ascii') as file:
            report = json.load(file)
        result = report['results'][0]
        return result['iterations'], result['true_residual'], report['setup_s'], report['solve_s']

    def theirs(self, coarsening):
        words = ['solve_hypre', *self.files, coarsening, self.options.tolerance, 1000]
        iterations, *figures = self.launch(self.options.ranks, 1, words).split()
        return int(iterations), *map(float, figures)

    def block(self):
        """Runs each program once, prints the figures, and returns the totals."""
        ranks = self.options.ranks
        found = {'ranks': self.ours(ranks, 1), 'threads': self.ours(1, ranks)}
        found |= {coarsening: self.theirs(coarsening) for coarsening in ('hmis', 'pmis')}
        for name, (iterations, residual, setup, solve) in found.items():
            print(f'{name:8} {iterations:11d} {residual:14.2e} {setup:10.3f} {solve:10.3f} {setup + solve:10.3f}', flush=True)
        return {name: figures[2] + figures[3] for name, figures in found.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', help='build folder')
    parser.add_argument('config', help='config of a steady or implicit run with a symmetric matrix')
    parser.add_argument('-s', dest='override', action='append', default=[], metavar='KEY=VALUE', help='override of the config')
    parser.add_argument('--blocks', type=int, default=5)
    parser.add_argument('--ranks', type=int, default=2)
    parser.add_argument('--tolerance', type=float, default=1e-10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options, folder)
        print('program   iterations  true residual  setup [s]  solve [s]  total [s]')
        totals = [comparison.block() for _ in range(options.blocks)]
    peer = [min(total['hmis'], total['pmis']) for total in totals]
    quiet = [k for k, seconds in enumerate(peer) if seconds <= 1.1 * min(peer)]
    for name in ('ranks', 'threads'):
        ratios = [totals[k][name] / peer[k] for k in quiet]
        print(f'{options.ranks} {name}: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) of hypre\'s total in '
              f'{len(quiet)} of {len(peer)} blocks')


if __name__ == '__main__':
    main()
