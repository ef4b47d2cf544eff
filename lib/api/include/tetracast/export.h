/* Macros and opaque types of the public headers. Every public header includes this header. Programs need not
 * include it. The types are declared here once, because C99 forbids a repeated typedef. */
#ifndef TETRACAST_EXPORT_H
#define TETRACAST_EXPORT_H

#include <stddef.h>
#include <stdint.h>

#define TETRACAST_VERSION_MAJOR 0
#define TETRACAST_VERSION_MINOR 2
#define TETRACAST_VERSION_PATCH 0
/* Version as one number that can be compared: version 0.2.0 is 200. */
#define TETRACAST_VERSION_NUMBER                                                                             \
  (TETRACAST_VERSION_MAJOR * 10000 + TETRACAST_VERSION_MINOR * 100 + TETRACAST_VERSION_PATCH)

#if defined(__cplusplus)
#define TETRACAST_BEGIN extern "C" {
#define TETRACAST_END   }
#else
#define TETRACAST_BEGIN
#define TETRACAST_END
#endif

/* TETRACAST_RESULT marks a function that returns an error, which the caller must use. */
#if defined(__GNUC__)
#define TETRACAST_API    __attribute__((visibility("default")))
#define TETRACAST_RESULT __attribute__((visibility("default"), warn_unused_result))
#else
#define TETRACAST_API
#define TETRACAST_RESULT
#endif

TETRACAST_BEGIN

/* All objects are opaque. A destroy function accepts NULL and a pointer to NULL. After MPI_Finalize, or after
 * an error for which tetracast_error_is_local is 1, it only frees memory. Create functions set *out on
 * success only. */
typedef struct tetracast_error tetracast_error;       /* immutable; any thread may read and free it */
typedef struct tetracast_world tetracast_world;       /* ranks that work together */
typedef struct tetracast_mesh tetracast_mesh;         /* tetrahedra, regions, markers */
typedef struct tetracast_problem tetracast_problem;   /* dv/dt = div(K grad v) + s with boundary conditions */
typedef struct tetracast_operator tetracast_operator; /* assembled matrix, and vector of the forcing */
typedef struct tetracast_machine tetracast_machine;   /* machine parameters for forecasts */
typedef struct tetracast_forecast tetracast_forecast; /* counts and seconds of a step, without a run */
typedef struct tetracast_stepper tetracast_stepper;   /* a field at one time, and the steps that advance it */
typedef struct tetracast_snapshot tetracast_snapshot; /* file of fields at several steps */
typedef struct tetracast_halo tetracast_halo;         /* values that a rank exchanges with other ranks */

TETRACAST_END
#endif
