/* Warnings about a linear system of matrix files: the matrix may not be the one that the user means, or its
 * solution may be wrong although the residual is small. The command solve calls them on the root, the first
 * one after reading the files and the second one after the solve. Not collective. */
#ifndef TC_SYSTEM_SYSTEM_WARNINGS_H
#define TC_SYSTEM_SYSTEM_WARNINGS_H

#include "base/program/log.h"
#include "system/system_solve.h"

/* Warns if all entries off the diagonal are in one triangle, because a file may store one triangle of a
 * symmetric matrix and declare it as general. `path` is the path of the matrix file. */
void tc_system_warn_of_triangle(const tc_system_input *input, const char *path, const tc_log *log);

/* Warns once if a solution differs much from the known solution, which is 1 in all rows, although its true
 * residual is small. The matrix is then singular or ill-conditioned. Does nothing if the solution is not
 * known. */
void tc_system_warn_of_errors(const tc_system_input *input, const tc_system_result *result, const char *path,
                              const tc_log *log);

#endif
