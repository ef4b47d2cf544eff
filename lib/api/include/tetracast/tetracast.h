/* All public headers of the library Tetracast, which solves diffusion on tetrahedral meshes with MPI and
 * OpenMP. Order of use: world, mesh, problem, stepper. The caller initialises and finalises MPI.
 * The library never exits and never prints. It changes no signal handler, locale, environment variable,
 * OpenMP setting or MPI error handler of the program. Exception: during tetracast_problem_set_up, METIS has
 * handlers of SIGTERM and SIGABRT, and may print a line on stdout if it fails. A SIGTERM during METIS makes
 * the function return an error. */
#ifndef TETRACAST_TETRACAST_H
#define TETRACAST_TETRACAST_H

#include "error.h"
#include "forecast.h"
#include "mesh.h"
#include "operator.h"
#include "problem.h"
#include "snapshot.h"
#include "stepper.h"
#include "version.h"
#include "world.h"

#endif
