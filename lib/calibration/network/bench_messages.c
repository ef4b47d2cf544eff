#include "calibration/network/network_benches.h"

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring messages"

enum { repeats = 201, warm_up = 20, tag_message = 1, tag_received };

typedef struct message_pair {
  const tc_world *world;
  int partner, doubles;
  double *data;
} message_pair;

/* Stores the seconds of MPI_Send in *seconds. Then waits for an empty message with which the partner confirms
 * the receipt, so that no rank starts the next message early. */
static tc_status time_send(const message_pair *p, double *seconds) {
  const double began = tc_now_s();
  TC_TRY(TC_MPI(p->world,
                MPI_Send(p->data, p->doubles, MPI_DOUBLE, p->partner, tag_message, tc_world_comm(p->world))));
  *seconds = tc_now_s() - began;
  return TC_MPI(p->world, MPI_Recv(NULL, 0, MPI_DOUBLE, p->partner, tag_received, tc_world_comm(p->world),
                                   MPI_STATUS_IGNORE));
}

static tc_status time_receive(const message_pair *p, double *seconds) {
  TC_TRY(TC_MPI(p->world, MPI_Probe(p->partner, tag_message, tc_world_comm(p->world), MPI_STATUS_IGNORE)));
  const double began = tc_now_s();
  TC_TRY(TC_MPI(p->world, MPI_Recv(p->data, p->doubles, MPI_DOUBLE, p->partner, tag_message,
                                   tc_world_comm(p->world), MPI_STATUS_IGNORE)));
  *seconds = tc_now_s() - began;
  return TC_MPI(p->world, MPI_Send(NULL, 0, MPI_DOUBLE, p->partner, tag_received, tc_world_comm(p->world)));
}

/* Sends and receives messages alternately. Sets seconds[0] and seconds[1] to the median times to send and to
 * receive. */
static tc_status time_pair(const message_pair *p, int sends_first, double *seconds) {
  double send[repeats], receive[repeats], unused[2];
  for (int round = -warm_up; round < repeats; round++)
    for (int half = 0; half < 2; half++)
      if ((half == 0) == sends_first)
        TC_TRY(time_send(p, round < 0 ? &unused[0] : &send[round]));
      else
        TC_TRY(time_receive(p, round < 0 ? &unused[1] : &receive[round]));
  seconds[0] = tc_median(send, repeats);
  seconds[1] = tc_median(receive, repeats);
  return TC_OK;
}

static tc_status measure_message_sizes(const tc_world *world, message_pair *p, int sizes, const int *doubles,
                                       double *send_s, double *receive_s) {
  const int half = world->ranks / 2;
  for (int i = 0; i < sizes; i++) {
    double seconds[2] = {0.0, 0.0};
    p->doubles = doubles[i];
    const tc_status status = world->rank < 2 * half ? time_pair(p, world->rank < half, seconds) : TC_OK;
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
  message_pair p = {.world = world, .partner = world->rank < half ? world->rank + half : world->rank - half};
  int max_doubles = 0;
  *out = half > 0;
  if (half == 0) return TC_OK;
  for (int i = 0; i < sizes; i++) max_doubles = doubles[i] > max_doubles ? doubles[i] : max_doubles;
  tc_status status = tc_world_agree(world, TC_ALLOC_ZERO(p.data, max_doubles));
  if (!status) status = measure_message_sizes(world, &p, sizes, doubles, send_s, receive_s);
  tc_free(p.data);
  return status;
}
