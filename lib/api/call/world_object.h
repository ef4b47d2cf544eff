/* Defines the struct of the public type tetracast_world. Meshes, problems and all other objects of a world
 * retain it by reference counting, so that the program may destroy them in any order. */
#ifndef TC_API_CALL_WORLD_OBJECT_H
#define TC_API_CALL_WORLD_OBJECT_H

#include "api/include/tetracast/world.h"
#include "base/containers/array.h"
#include "base/program/log.h"
#include "comm/world/mpi_world.h"

struct tc_api_transport; /* api/world/transport_object.h */

struct tetracast_world {
  tc_world *world; /* owned */
  tc_log log; /* log of all calls on this rank; passes its lines to `sink`, or discards them if log.sink is
                 NULL */
  tc_log_sink sink;
  tc_log_record record; /* phases and warnings of all calls, for reports */
  tc_job_clock clock;   /* clock of `log`; not used in the program tetracast, which has a separate clock */
  /* function of the program that receives the lines of the log, and the argument `self` of this function */
  tetracast_log_function *write_line;
  void *write_self;
  TC_ARRAY(struct tc_api_transport *) transports; /* transports that the program has added */
  tc_pool pool;                                   /* owns the memory of the list and of the transports */
  int ranks_per_node;
  int threads;     /* OpenMP threads of calls on this world; 0: omp_get_max_threads() of the caller */
  int users;       /* number of objects that retain the world, plus 1 until the program has destroyed it */
  bool is_program; /* true in the program tetracast; error messages then name the program's options */
  bool is_busy;    /* true during a call; a call from a callback is then an error */
  bool is_broken;  /* true after MPI has failed; calls then return an error without communication */
};

/* Not collective. Increases the number of users by 1. For each call, the caller must later call
 * tc_api_world_release once. */
void tc_api_world_retain(tetracast_world *world);

/* Not collective. Each destroy function calls it first. After MPI_Finalize, or if MPI has failed, marks
 * `world` and `own` as broken. The destroy function then only frees memory, because MPI is unavailable, or
 * because other ranks may not reach a collective call. `own`: separate internal world of the destroyed
 * object; NULL if it has none. */
void tc_api_world_abandon(tetracast_world *world, tc_world *own);

/* Collective. Decreases the number of users by 1, and frees the world if no user remains. */
void tc_api_world_release(tetracast_world *world);

#endif
