#!/usr/bin/python3
"""Solves the first implicit step of a config with Tetracast, with SciPy and directly, and compares the solvers.

Prints the numbers of iterations and the distance of Tetracast's field from the direct solution, relative to the first
residual. The exit code is 1 if a distance exceeds ten times the tolerance. See README.md in this directory.
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile
import warnings

import h5py
import numpy
from scipy.io import mmread
from scipy.sparse import diags, linalg

MOST, FIRST = 1000, 10
norm = numpy.linalg.norm


class Enough(Exception):
    pass


class Watch:
    """Records the residuals of a method and ends it when they reach the target."""

    def __init__(self, target):
        self.target, self.residuals = target, []

    def see(self, residual):
        self.residuals.append(residual)
        if residual <= self.target:
            raise Enough

    def run(self, method, A, b, **options):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter('ignore')
                method(A, b, atol=0.0, **options)
        except Enough:
            pass


def operator(P, multiply=None):
    return linalg.LinearOperator(P.shape, matvec=multiply or P.dot, rmatvec=P.dot, dtype=float)


def with_true_residuals(method, parts=('M',)):
    """Uses the true residual for all methods, because SciPy uses different norms in different methods."""
    def solve(A, b, P, watch):
        one = operator(diags(numpy.ones(len(b))))
        options = dict(zip(parts, (operator(P), one)))
        watch.run(method, A, b, tol=0.0, maxiter=MOST, callback=lambda x: watch.see(norm(b - A @ x)), **options)
    return solve


def gmres(A, b, P, watch):
    """SciPy preconditions from the left. Like Tetracast, this function preconditions from the right: A P^-1 u = b."""
    watch.run(linalg.gmres, operator(P, lambda x: A @ (P @ x)), b, tol=watch.target / norm(b) / 2, restart=30,
              maxiter=MOST // 30, callback=lambda share: watch.see(share * norm(b)), callback_type='pr_norm')


METHODS = {'cg': with_true_residuals(linalg.cg), 'bicg': with_true_residuals(linalg.bicg),
           'bicgstab': with_true_residuals(linalg.bicgstab), 'cgs': with_true_residuals(linalg.cgs), 'gmres': gmres,
           'qmr': with_true_residuals(linalg.qmr, ('M2', 'M1'))}


class System:
    """Matrix, initial field and initial residual of the system that the program exports."""

    def __init__(self, program, words, folder):
        self.program, self.words, self.folder = program, words, folder
        subprocess.run([program, 'export', *words, '-o', folder / 'system', '--weighting', 'symmetric', '-q'],
                       check=True, stdout=subprocess.DEVNULL)
        self.A = mmread(folder / 'system.mtx').tocsr()
        b, self.start = (mmread(folder / f'system-{name}.mtx').ravel() for name in ('rhs', 'start'))
        self.residual = b - self.A @ self.start

    def ours(self, method, preconditioner):
        """Returns Tetracast's residuals relative to the first one and the field, or None and the error message."""
        history, field = self.folder / 'history.csv', self.folder / 'field.h5'
        done = subprocess.run([self.program, 'run', *self.words, '-q', '-s', f'solver.method={method}',
                               '-s', f'solver.preconditioner.name={preconditioner}',
                               '-s', f'solver.history={history}', '-s', f'snapshots.file={field}', '-s', 'snapshots.every=1'],
                              check=False, capture_output=True, text=True)
        if done.returncode:
            return None, done.stderr.strip().splitlines()[-1]
        with h5py.File(field) as file:
            corner = file['mesh/points'][()][file['mesh/cells'][()]]
            volume = abs(numpy.linalg.det(corner[:, 1:] - corner[:, :1])) / 6
            value = numpy.sqrt(volume) * file['field/v'][-1]
        with open(history, encoding='ascii') as file:
            return [float(row['residual']) for row in csv.DictReader(file) if row['kind'] == 'recursive'], value


def theirs(system, method, preconditioner, tolerance):
    """Returns SciPy's residuals relative to the first one, or an empty list if SciPy lacks the method."""
    if method not in METHODS or preconditioner not in ('none', 'jacobi'):
        return []
    A, b = system.A, system.residual
    watch = Watch(tolerance * norm(b))
    METHODS[method](A, b, diags(1 / A.diagonal() if preconditioner == 'jacobi' else numpy.ones(len(b))), watch)
    return watch.residuals / norm(b)


def difference(ours, others):
    """Returns the largest relative difference of the first residuals."""
    return f'{max(abs(x - y) / y for x, y in zip(ours[:FIRST], others)):.1e}' if len(others) else '-'


def main(a):
    words = [a.config, '-s', 'time.method=implicit', '-s', 'time.steps=1', '-s', 'solver.relative_to=start',
             '-s', f'solver.tolerance={a.tolerance}', *(word for s in a.s for word in ('-s', s))]
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        system = System(a.program, words, pathlib.Path(folder))
        direct = linalg.splu(system.A.tocsc()).solve(system.residual)
        print(f'{len(direct)} rows, {system.A.nnz} entries; residual of the direct solution '
              f'{norm(system.residual - system.A @ direct) / norm(system.residual):.1e}')
        print(f'{"method":9s} {"precond":13s} {"ours":>5s} {"SciPy":>5s}     distance  residual difference')
        for method in a.methods.split(','):
            for preconditioner in a.preconditioners.split(','):
                ours, value = system.ours(method, preconditioner)
                if ours is None:
                    print(f'{method:9s} {preconditioner:13s} {value}')
                    continue
                others = theirs(system, method, preconditioner, a.tolerance)
                apart = norm(value - system.start - direct) / norm(system.residual)
                fine = apart <= 10 * a.tolerance
                bad |= not fine
                print(f'{method:9s} {preconditioner:13s} {len(ours):5d} {len(others) or "-":>5}  {apart:11.1e}'
                      f'  {difference(ours, others)}{"" if fine else "  TOO FAR"}', flush=True)
    return bad


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('program', help='tetracast')
    parser.add_argument('config')
    parser.add_argument('--methods', default='bicg,bicgstab,cgs,gmres,qmr')
    parser.add_argument('--preconditioners', default='none,jacobi')
    parser.add_argument('--tolerance', type=float, default=1e-8)
    parser.add_argument('-s', action='append', default=[], metavar='KEY=VALUE', help='override of the config')
    sys.exit(main(parser.parse_args()))
