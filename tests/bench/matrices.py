#!/usr/bin/python3
"""Compares `tetracast solve` with PETSc's KSP on ten generated matrices (tests/support/matrices.h) and four of the Harwell-Boeing
collection. The right-hand side is A times ones.

For each method and preconditioner it prints the iterations of both solvers, the true residuals relative to b, and the reasons of
the end. Both use one rank, rows in the order of the file, and the same norm. FAR marks a difference of more than 2 iterations, or
for bicg, bicgstab and cgs of more than 2 and more than 10 %, because these methods amplify rounding errors, or an end of only one
solver by convergence. With --keep, both residual histories of such rows are stored as CSV. README.md has the known differences, and
histories/ their residuals.

With --hashes, it also solves with 10 iterations on 1, 2, 3 and 5 ranks and 1 and 2 threads, and prints the hash of x, or DIFFERENT.
The exit code is 1 after FAR or DIFFERENT. The build folder needs tetracast, bench_matrices and solve_petsc (-DTETRACAST_BENCH=ON).
"""
import argparse
import csv
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BOEING = ['jpwh_991.rua', 'nos7.rsa', 'orsreg_1.rua', 'sherman1.rua']
METHODS = ['cg', 'gmres', 'bicg', 'bicgstab', 'cgs', 'jacobi', 'sor']
STATIONARY, IRREGULAR = ('jacobi', 'sor'), ('bicg', 'bicgstab', 'cgs')
# Open MPI starts faster without a daemon and without searching for network components and devices.
ENVIRONMENT = {**os.environ, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1', 'OMP_WAIT_POLICY': 'passive',
               'OMPI_MCA_pml': 'ob1', 'OMPI_MCA_btl': 'self,vader', 'OMPI_MCA_ess_singleton_isolated': '1',
               'HWLOC_COMPONENTS': '-opencl,-gl,-pci'}


class Comparison:
    def __init__(self, options, folder):
        self.options, self.folder, self.faults = options, pathlib.Path(folder), 0

    def matrices(self):
        program = f'{self.options.build}/bin/bench_matrices'
        made = subprocess.run([program, self.folder], check=True, capture_output=True, text=True).stdout.split()
        paths = [*map(pathlib.Path, made), *(SOURCE / 'tests/matrix/data' / name for name in BOEING)]
        wanted = self.options.matrices and self.options.matrices.split(',')
        return [path for path in paths if not wanted or path.stem in wanted]

    def solve(self, path, words, ranks=1, threads=1):
        """Returns the report of a solve, or None and the message if there is none."""
        report = self.folder / 'report.json'
        report.unlink(missing_ok=True)
        launcher = ['mpirun', '--oversubscribe', '--bind-to', 'none', '--mca', 'mpi_yield_when_idle', '1', '-np', str(ranks)]
        done = subprocess.run([*(launcher if ranks > 1 else []), f'{self.options.build}/bin/tetracast', 'solve', path, '-q',
                               '--json', report, *words], env={**ENVIRONMENT, 'OMP_NUM_THREADS': str(threads)},
                              check=False, capture_output=True, text=True)
        if not report.exists():
            return None, done.stderr.strip().splitlines()[-1]
        with open(report, encoding='ascii') as file:
            return json.load(file), None

    def ours(self, path, method, preconditioner):
        """Returns iterations, true residual and reason, or a message. The rows have the order of the file, as in PETSc."""
        history = self.folder / 'ours.csv'
        for old in (history, pathlib.Path(f'{history}.part')):
            old.unlink(missing_ok=True)
        words = [*settings(method, preconditioner), '-s', 'order.method=none', '-s', f'solver.tolerance={self.options.tolerance}',
                 '-s', f'solver.most_iterations={self.options.most}', '--history', history]
        if method == 'sor' or preconditioner == 'ilu0':
            words += ['-s', 'solver.preconditioner.scope=rank']
        report, message = self.solve(path, words)
        if not report:
            return message
        if not report['results']:
            return report['failure']
        result = report['results'][0]
        return result['iterations'], result['true_residual'] or result['residual'], result['reason']

    def theirs(self, path, method, preconditioner):
        done = subprocess.run([f'{self.options.build}/bin/solve_petsc', path, method, preconditioner, str(self.options.tolerance),
                               str(self.options.most), self.folder / 'petsc.txt'], env=ENVIRONMENT, check=True,
                              capture_output=True, text=True).stdout.split()
        return int(done[0]), float(done[1]), done[2]

    def keep(self, name):
        """Stores both histories side by side."""
        history = self.folder / 'ours.csv'
        history = history if history.exists() else pathlib.Path(f'{history}.part')
        with open(history, encoding='ascii') as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith('#')))
        ours = {int(row['iteration']): row['residual'] for row in rows}
        with open(self.folder / 'petsc.txt', encoding='ascii') as file:
            theirs = [line.split()[1] for line in file]
        scale = float(theirs[0]) if theirs else 1.0
        with open(pathlib.Path(self.options.keep) / f'{name}.csv', 'w', encoding='ascii') as out:
            out.write('iteration,ours,petsc\n')
            for k in range(max(len(theirs), max(ours, default=0) + 1)):
                pair = (ours.get(k), float(theirs[k]) / scale if k < len(theirs) else None)
                out.write(f'{k},{",".join("" if value is None else f"{float(value):.3e}" for value in pair)}\n')

    def compare(self, path, method, preconditioner):
        name = f'{path.stem}-{method}-{preconditioner}'
        ours, theirs = self.ours(path, method, preconditioner), self.theirs(path, method, preconditioner)
        if isinstance(ours, str):
            self.faults += 'needs a symmetric ' not in ours
            print(f'{path.stem:10} {method:8} {preconditioner:7} {ours}')
            return
        apart = abs(ours[0] - theirs[0])
        both = ours[2].startswith('converged') and theirs[2].startswith('CONVERGED')
        one = ours[2].startswith('converged') != theirs[2].startswith('CONVERGED')
        far = one or (both and apart > 2 and not (method in IRREGULAR and apart <= 0.1 * theirs[0]))
        self.faults += far
        if far and self.options.keep:
            self.keep(name)
        print(f'{path.stem:10} {method:8} {preconditioner:7} {ours[0]:5d} {theirs[0]:5d}  {ours[1]:8.1e} {theirs[1]:8.1e}  '
              f'{ours[2]} {theirs[2]}{"  FAR" if far else ""}', flush=True)

    def hashes(self, path, method, preconditioner):
        """Prints the hash of x after 10 iterations, which must be the same on any number of ranks and threads."""
        words = [*settings(method, preconditioner), '-s', 'solver.iterations=10']
        found = set()
        for ranks, threads in itertools.product((1, 2, 3, 5), (1, 2)):
            report, message = self.solve(path, words, ranks, threads)
            if not report or not report['results']:
                found.add(message or report['failure'])
            else:
                found.add(report['results'][0]['hash'] or report['failure'])
        self.faults += len(found) != 1
        print(f'{path.stem:10} {method:8} {preconditioner:7} {" ".join(map(str, found))}'
              f'{"  DIFFERENT" if len(found) != 1 else ""}', flush=True)


def settings(method, preconditioner):
    return ['-s', f'solver.method={method}', '-s', f'solver.preconditioner.name={preconditioner}']


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build', help='build folder')
    parser.add_argument('--matrices', help='names such as stencil5,nos7; default: all')
    parser.add_argument('--methods', default=','.join(METHODS))
    parser.add_argument('--preconditioners', default='none,jacobi,ilu0')
    parser.add_argument('--tolerance', type=float, default=1e-8)
    parser.add_argument('--most', type=int, default=2000, help='largest number of iterations')
    parser.add_argument('--hashes', action='store_true')
    parser.add_argument('--keep', metavar='FOLDER', help='folder of the residual histories')
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(options, folder)
        for path in comparison.matrices():
            for method in options.methods.split(','):
                for preconditioner in options.preconditioners.split(','):
                    if method in STATIONARY and preconditioner != 'none':
                        continue
                    if options.hashes:
                        comparison.hashes(path, method, preconditioner)
                    else:
                        comparison.compare(path, method, preconditioner)
    return comparison.faults > 0


if __name__ == '__main__':
    sys.exit(main())
