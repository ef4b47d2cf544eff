#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring messages"

enum { repeats = 201, warm_up = 20, tag_ball = 1, tag_done };

typedef struct player {
  const tc_world *world;
  int partner, doubles;
  double *data;
} player;

/* Sends one message and stores the seconds of MPI_Send in *seconds. Then waits until the partner has received
 * the message, so that no rank starts the next message early. */
static tc_status throw_ball(const player *p, double *seconds) {
  const double began = tc_now_s();
  TC_TRY(TC_MPI(p->world,
                MPI_Send(p->data, p->doubles, MPI_DOUBLE, p->partner, tag_ball, tc_world_comm(p->world))));
  *seconds = tc_now_s() - began;
  return TC_MPI(p->world, MPI_Recv(NULL, 0, MPI_DOUBLE, p->partner, tag_done, tc_world_comm(p->world),
                                   MPI_STATUS_IGNORE));
}

static tc_status catch_ball(const player *p, double *seconds) {
  TC_TRY(TC_MPI(p->world, MPI_Probe(p->partner, tag_ball, tc_world_comm(p->world), MPI_STATUS_IGNORE)));
  const double began = tc_now_s();
  TC_TRY(TC_MPI(p->world, MPI_Recv(p->data, p->doubles, MPI_DOUBLE, p->partner, tag_ball,
                                   tc_world_comm(p->world), MPI_STATUS_IGNORE)));
  *seconds = tc_now_s() - began;
  return TC_MPI(p->world, MPI_Send(NULL, 0, MPI_DOUBLE, p->partner, tag_done, tc_world_comm(p->world)));
}

/* Sends and receives messages alternately, starting with a send if `begins` is not 0. Sets seconds[0] and
 * seconds[1] to the median times to send and to receive. */
static tc_status run_player(const player *p, int begins, double *seconds) {
  double send[repeats], receive[repeats], unused[2];
  for (int turn = -warm_up; turn < repeats; turn++)
    for (int half = 0; half < 2; half++)
      if ((half == 0) == begins)
        TC_TRY(throw_ball(p, turn < 0 ? &unused[0] : &send[turn]));
      else
        TC_TRY(catch_ball(p, turn < 0 ? &unused[1] : &receive[turn]));
  seconds[0] = tc_median(send, repeats);
  seconds[1] = tc_median(receive, repeats);
  return TC_OK;
}

static tc_status measure_sizes(const tc_world *world, player *p, int sizes, const int *doubles,
                               double *send_s, double *receive_s) {
  const int half = world->ranks / 2;
  for (int i = 0; i < sizes; i++) {
    double seconds[2] = {0.0, 0.0};
    p->doubles = doubles[i];
    const tc_status status = world->rank < 2 * half ? run_player(p, world->rank < half, seconds) : TC_OK;
    TC_TRY(tc_world_agree(world, status));
    TC_TRY(tc_world_max(world, seconds, 2));
    send_s[i] = seconds[0];
    receive_s[i] = seconds[1];
  }
  return TC_OK;
}

tc_status tc_bench_messages(const tc_world *world, int sizes, const int *doubles, double *send_s,
                            double *receive_s, bool *out) {
  const int half = world->ranks / 2;
  player p = {.world = world, .partner = world->rank < half ? world->rank + half : world->rank - half};
  int most = 0;
  *out = half > 0;
  if (half == 0) return TC_OK;
  for (int i = 0; i < sizes; i++) most = doubles[i] > most ? doubles[i] : most;
  tc_status status = tc_world_agree(world, TC_ALLOC_ZERO(p.data, most));
  if (!status) status = measure_sizes(world, &p, sizes, doubles, send_s, receive_s);
  tc_free(p.data);
  return status;
}
