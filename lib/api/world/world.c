#include "api/include/tetracast/world.h"

#include <omp.h>

#include "api/call/call.h"
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/world/world_threads.h"

#define TC_PHASE "creating a world"

/* ---- creation ---- */

static tc_status check_mpi(void) {
  int is_initialised = 0, is_finalised = 0;
  MPI_Initialized(&is_initialised);
  MPI_Finalized(&is_finalised);
  if (is_initialised && !is_finalised) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_world_create: MPI is %s: call it between MPI_Init and MPI_Finalize",
                          is_finalised ? "finalised" : "not initialised");
}

static tc_status check_communicator(MPI_Comm comm) {
  int is_inter = 0;
  if (comm != MPI_COMM_NULL) MPI_Comm_test_inter(comm, &is_inter);
  if (comm != MPI_COMM_NULL && !is_inter) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_world_create: the communicator is %s: pass an intra-communicator",
                          is_inter ? "an inter-communicator" : "MPI_COMM_NULL");
}

/* Collective. Returns an error unless all ranks pass the same number, 0 or more. Each rank computes from it
 * which node each rank is on, and the results must agree. */
static tc_status check_ranks_per_node(const tc_world *world, int ranks_per_node) {
  double range[2] = {ranks_per_node, -(double)ranks_per_node};
  TC_TRY(tc_world_max(world, range, 2));
  if (range[0] == -range[1] && ranks_per_node >= 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_world_create: ranks_per_node ranges from %.0f to %.0f over the ranks: "
                          "pass the same number, 0 or more, on all ranks",
                          -range[1], range[0]);
}

static tc_status create_object(MPI_Comm comm, int ranks_per_node, tetracast_world **out) {
  tc_world *world = NULL;
  tetracast_world *object = NULL;
  TC_TRY(tc_world_create(comm, 0, &world));
  tc_status status = tc_api_agree_argument(world, out, "out");
  if (!status) status = check_ranks_per_node(world, ranks_per_node);
  if (!status) status = TC_WORLD_ALLOC(world, object, 1);
  if (status) {
    tc_world_destroy(&world);
    return status;
  }
  tc_world_set_ranks_per_node(world, ranks_per_node);
  *object = (tetracast_world){.world = world, .ranks_per_node = ranks_per_node, .users = 1};
  object->log.record = &object->record;
  object->log.clock = &object->clock;
  tc_job_clock_start(&object->clock, tc_now_s());
  tc_job_clock_end_start(&object->clock);
  *out = object;
  return TC_OK;
}

static tc_status create_world(MPI_Comm comm, int ranks_per_node, tetracast_world **out) {
  TC_TRY(check_mpi());
  TC_TRY(check_communicator(comm));
  return create_object(comm, ranks_per_node, out);
}

tetracast_error *tetracast_world_create(MPI_Comm comm, int ranks_per_node, tetracast_world **out) {
  return tc_api_error(create_world(comm, ranks_per_node, out));
}

static tc_status create_world_f(MPI_Fint comm, int ranks_per_node, tetracast_world **out) {
  TC_TRY(check_mpi());
  return create_world(comm == TETRACAST_COMM_WORLD_F ? MPI_COMM_WORLD : MPI_Comm_f2c(comm), ranks_per_node,
                      out);
}

tetracast_error *tetracast_world_create_f(MPI_Fint comm, int ranks_per_node, tetracast_world **out) {
  return tc_api_error(create_world_f(comm, ranks_per_node, out));
}

/* ---- threads ---- */

/* Sets the number of threads of the world. `own` is the number of threads of the caller. */
static tc_status set_threads(tetracast_world *world, int threads, int own) {
  if (threads < 0)
    return tc_status_create(TC_USAGE,
                            "tetracast_world_set_threads: the number of threads is %d: pass a positive "
                            "number, or 0 for that of OpenMP",
                            threads);
  TC_TRY(tc_world_set_threads(world->world, threads ? threads : own));
  world->threads = threads;
  return TC_OK;
}

static tc_status agree_on_threads(tetracast_world *world, int threads, int own) {
  double range[2] = {threads, -(double)threads};
  TC_TRY(tc_world_max(world->world, range, 2));
  if (range[0] == -range[1]) return set_threads(world, threads, own);
  return tc_status_create(TC_USAGE,
                          "tetracast_world_set_threads: threads ranges from %.0f to %.0f over the ranks: "
                          "pass the same number on all ranks",
                          -range[1], range[0]);
}

tetracast_error *tetracast_world_set_threads(tetracast_world *world, int threads) {
  /* This number must be queried before TC_API_CALL, which sets the number of threads to that of the world */
  const int own = omp_get_max_threads();
  TC_API_CALL(world, 0, agree_on_threads(world, threads, own));
}

/* ---- destruction ---- */

void tc_api_world_retain(tetracast_world *world) { world->users++; }

void tc_api_world_abandon(tetracast_world *world, tc_world *own) {
  int is_finalised = 0;
  MPI_Finalized(&is_finalised);
  if (is_finalised) world->is_broken = true;
  if (!world->is_broken) return;
  world->world->mpi->is_broken = true;
  if (own) own->mpi->is_broken = true;
}

void tc_api_world_release(tetracast_world *world) {
  if (--world->users > 0) return;
  tc_api_world_abandon(world, NULL);
  tc_world_destroy(&world->world);
  tc_pool_free(&world->pool);
  tc_free(world);
}

void tetracast_world_destroy(tetracast_world **world) {
  if (!world || !*world) return;
  tc_api_world_release(*world);
  *world = NULL;
}
