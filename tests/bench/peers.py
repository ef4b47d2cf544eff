#!/usr/bin/python3
"""The system that `ksp --export BASE` has written, solved by SciPy and directly. See README.md beside this file.

usage: tests/bench/peers.py BASE [--curves FILE]

BASE.A.mtx and BASE.b.mtx are A and b, BASE.METHOD.PRECONDITIONER.mtx solutions of ours, all weighted with the root of the
volumes, so that the ordinary norm is ours. For each solution: its iterations and SciPy's, how far it is from the
direct solution over the norm of b, and whether that is within ten times the tolerance. Ends with 1 when one is not.
"""
import glob
import re
import sys
import warnings

import numpy
from scipy.io import mmread
from scipy.sparse import diags
from scipy.sparse import linalg

MOST = 1000


class Enough(Exception):
    pass


def qmr(A, b, P, tolerance, residuals):
    # SciPy splits the preconditioner; ours stands on the left: M1 = P, M2 = 1.
    one = linalg.aslinearoperator(diags(numpy.ones(len(b))))
    return stopped(linalg.qmr, A, b, tolerance, residuals, M1=adjoinable(P), M2=one)


def adjoinable(P):
    return linalg.LinearOperator(P.shape, matvec=P.matvec, rmatvec=P.matvec, dtype=float)


def stopped(method, A, b, tolerance, residuals, **options):
    """Runs it until the true residual is small enough: the norm that SciPy itself looks at differs between methods."""
    target = tolerance * numpy.linalg.norm(b)
    def look(x):
        residuals.append(numpy.linalg.norm(b - A @ x))
        if residuals[-1] <= target:
            raise Enough
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            method(A, b, callback=look, tol=0.0, atol=0.0, maxiter=MOST, **options)
    except Enough:
        pass


def plain(method):
    return lambda A, b, P, tolerance, residuals: stopped(method, A, b, tolerance, residuals, M=adjoinable(P))


def gmres(A, b, P, tolerance, residuals):
    """Preconditioned from the right, which SciPy has not: it solves A P^-1 u = b; norms are those that go along."""
    AP = linalg.LinearOperator(A.shape, matvec=lambda x: A @ P.matvec(x), dtype=float)
    target = tolerance * numpy.linalg.norm(b)
    def look(relative):
        residuals.append(relative * numpy.linalg.norm(b))
        if residuals[-1] <= target:
            raise Enough
    try:
        linalg.gmres(AP, b, callback=look, callback_type='pr_norm', tol=tolerance / 2, atol=0.0, restart=30,
                     maxiter=MOST // 30)
    except Enough:
        pass


METHODS = {'cg': plain(linalg.cg), 'bicg': plain(linalg.bicg), 'bicgstab': plain(linalg.bicgstab),
           'cgs': plain(linalg.cgs), 'gmres': gmres, 'qmr': qmr}


def preconditioner(name, A):
    """P^-1, or None for those that SciPy has not."""
    if name not in ('none', 'jacobi'):
        return None
    return linalg.aslinearoperator(diags(1.0 / A.diagonal() if name == 'jacobi' else numpy.ones(A.shape[0])))


def solutions(base):
    for path in sorted(glob.glob(glob.escape(base) + '.*.*.mtx')):
        with open(path, encoding='ascii') as file:
            comment = file.readlines()[1]
        said = re.match(r'% (\w+) after (\d+) iterations, tolerance (\S+)', comment)
        if said:
            yield (*path[len(base) + 1:].split('.')[:2], said[1], int(said[2]), float(said[3]), mmread(path))


def column(matrix):
    return numpy.asarray(matrix.todense()).ravel()


def main(base, curves):
    A, b = mmread(base + '.A.mtx').tocsr(), column(mmread(base + '.b.mtx'))
    direct = linalg.splu(A.tocsc()).solve(b)
    bad = 0
    print(f'{len(b)} rows, {A.nnz} entries; direct solution: residual '
          f'{numpy.linalg.norm(b - A @ direct) / numpy.linalg.norm(b):.1e}')
    print(f'{"method":9s} {"precond":13s} {"ours":>6s} {"scipy":>6s}  {"from direct":>11s}  within 10 x tolerance')
    for method, name, reason, ours, tolerance, x in solutions(base):
        residuals, P = [], preconditioner(name, A)
        if method in METHODS and P is not None:
            METHODS[method](A, b, P, tolerance, residuals)
        apart = numpy.linalg.norm(column(x) - direct) / numpy.linalg.norm(b)
        fine = apart <= 10 * tolerance
        bad += reason.startswith('converged') and not fine
        print(f'{method:9s} {name:13s} {ours:6d} {len(residuals) or "-":>6}  {apart:11.1e}  {"yes" if fine else "no, " + reason}')
        for k, r in enumerate(residuals):
            print(f'{method},{name},scipy,{k + 1},{r:.17g}', file=curves)
    return bad > 0


if __name__ == '__main__':
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3) or arguments[0].startswith('-'):
        sys.exit(__doc__)
    with open(arguments[2] if len(arguments) == 3 else '/dev/null', 'w', encoding='ascii') as out:
        sys.exit(main(arguments[0], out))
