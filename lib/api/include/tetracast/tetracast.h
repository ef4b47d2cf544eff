/* All public headers of the library Tetracast, which solves diffusion on tetrahedral meshes with MPI and
 * OpenMP. Order of use: world, mesh, problem, stepper. The caller initialises MPI with MPI_Init_thread and at
 * least MPI_THREAD_FUNNELED, and finalises it. A program that uses MPI_Init must call
 * tetracast_world_set_threads with 1. The library never exits and never prints. It changes no signal handler,
 * locale, environment variable, OpenMP setting or MPI error handler of the program. METIS, which partitions
 * the mesh, is an exception. During tetracast_problem_set_up and tetracast_forecast_create it installs
 * handlers of SIGTERM and SIGABRT, and may print a line on stdout if it fails. If SIGTERM interrupts METIS,
 * the function returns TETRACAST_STOPPED.
 *
 * Example, without the checks of the errors that each call returns:
 *
 *   tetracast_world_create(MPI_COMM_WORLD, 0, &world);
 *   tetracast_mesh_read(world, "meshes/bar", &mesh);
 *   tetracast_problem_create(mesh, &problem);
 *   tetracast_problem_set(problem, "initial", "exp(-x*x)");
 *   tetracast_problem_set_up(problem);
 *   tetracast_stepper_create(problem, NULL, NULL, &stepper);
 *   tetracast_stepper_advance(stepper, 100);
 *   tetracast_stepper_field(stepper, NULL, &value);
 */
#ifndef TETRACAST_TETRACAST_H
#define TETRACAST_TETRACAST_H

#include "error.h"
#include "forecast.h"
#include "mesh.h"
#include "operator.h"
#include "problem.h"
#include "snapshot.h"
#include "stepper.h"
#include "transport.h"
#include "version.h"
#include "world.h"

#endif
