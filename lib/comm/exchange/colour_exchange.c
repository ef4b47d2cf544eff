/* Colour exchange. The creation sorts the rows of the halo by colour and peer once, on the send side and on
 * the receive side, and allocates buffers for the colour with the most rows. A run packs the rows of one
 * colour, exchanges one message with each peer that shares rows of it, and unpacks the ghosts. The tally of
 * received values reads the MPI statuses, so it is independent of the lists. */
#include "comm/exchange/colour_exchange.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/memory/tally.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "exchanging values of one colour"

/* Messages of one direction, sorted by colour, then peer. The message of colour c and peer p contains the
 * rows row[begin[c * peers + p]] .. row[begin[c * peers + p + 1] - 1], sorted by position. */
typedef struct exchange_side {
  int32_t *begin; /* [colours * peers + 1] start of each message */
  int32_t *row;   /* send side: owned rows; receive side: owned + g for ghost g */
} exchange_side;

struct tc_colour_exchange {
  const tc_world *world; /* borrowed, like the halo */
  const tc_halo *halo;
  int colours;
  int values; /* number of values per row */
  exchange_side send, receive;
  MPI_Comm comm; /* duplicate of the communicator; errors abort the run, because peers that wait for a message
                    of this rank cannot be notified */
  double *outbox, *inbox; /* send buffer; receive buffer */
  MPI_Request *request;   /* [2 peers] requests of the messages of one run */
  MPI_Status *status;     /* [2 peers] statuses of these messages */
};

/* Fills in a side with the given rows, sorted by colour, then peer. Before sorting, row[from[p]] ..
 * row[from[p+1]-1] are the rows of peer p. */
static tc_status sort_side(int peers, const int32_t *from, const int32_t *row, const tc_colouring *colouring,
                           exchange_side *side) {
  const int32_t n = from[peers], keys = colouring->colours * peers;
  int32_t *key = NULL, *order = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(key, n));
  TC_GUARD(status, TC_ALLOC(order, n));
  TC_GUARD(status, TC_ALLOC_ZERO(side->begin, keys + 1));
  TC_GUARD(status, TC_ALLOC(side->row, n));
  for (int p = 0; p < peers; p++)
    for (int32_t i = from[p]; i < from[p + 1]; i++)
      side->begin[1 + (key[i] = colouring->colour[row[i]] * peers + p)]++;
  for (int32_t k = 0; k < keys; k++) side->begin[k + 1] += side->begin[k];
  TC_GUARD(status, tc_sort_by_key(n, key, keys, order));
  for (int32_t i = 0; i < n; i++) side->row[i] = row[order[i]];
cleanup:
  tc_free(key);
  tc_free(order);
  return status;
}

static tc_status sort_ghosts(const tc_halo *halo, const tc_colouring *colouring, exchange_side *side) {
  int32_t *row = NULL;
  TC_TRY(TC_ALLOC(row, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++) row[g] = halo->owned + g;
  const tc_status status = sort_side(halo->peers, halo->recv_begin, row, colouring, side);
  tc_free(row);
  return status;
}

/* Allocates a buffer for the values of the colour that has the most rows in side->row. */
static tc_status create_buffer(const tc_colour_exchange *r, const exchange_side *side, double **box) {
  int32_t most = 0;
  for (int c = 0; c < r->colours; c++) {
    const int32_t *from = side->begin + c * r->halo->peers;
    if (from[r->halo->peers] - from[0] > most) most = from[r->halo->peers] - from[0];
  }
  return TC_ALLOC(*box, (size_t)most * (size_t)r->values);
}

static tc_status prepare_sides(const tc_colouring *colouring, tc_colour_exchange *r) {
  TC_TRY(sort_side(r->halo->peers, r->halo->send_begin, r->halo->send_index, colouring, &r->send));
  TC_TRY(sort_ghosts(r->halo, colouring, &r->receive));
  TC_TRY(create_buffer(r, &r->send, &r->outbox));
  TC_TRY(create_buffer(r, &r->receive, &r->inbox));
  TC_TRY(TC_ALLOC(r->request, 2 * r->halo->peers));
  return TC_ALLOC(r->status, 2 * r->halo->peers);
}

tc_status tc_colour_exchange_create(const tc_world *world, const tc_halo *halo, const tc_colouring *colouring,
                                    int values, tc_colour_exchange **out) {
  tc_colour_exchange *r = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, r, 1));
  *r = (tc_colour_exchange){.world = world,
                            .halo = halo,
                            .colours = colouring->colours,
                            .values = values,
                            .comm = MPI_COMM_NULL};
  TC_GUARD(status, TC_MPI(MPI_Comm_dup(tc_world_comm(world), &r->comm)));
  TC_GUARD(status, tc_world_agree(world, prepare_sides(colouring, r)));
  *out = r;
  return TC_OK;
cleanup:
  tc_colour_exchange_destroy(&r);
  return status;
}

static void free_side(exchange_side *side) {
  tc_free(side->begin);
  tc_free(side->row);
}

void tc_colour_exchange_destroy(tc_colour_exchange **refresh) {
  tc_colour_exchange *r = *refresh;
  if (!r) return;
  if (r->comm != MPI_COMM_NULL) MPI_Comm_free(&r->comm);
  free_side(&r->send);
  free_side(&r->receive);
  tc_free(r->outbox);
  tc_free(r->inbox);
  tc_free(r->request);
  tc_free(r->status);
  tc_free(r);
  *refresh = NULL;
}

/* Copies the values of the rows row[from] .. row[to-1] of the send side to the start of the send buffer. */
static void pack_rows(const tc_colour_exchange *r, int32_t from, int32_t to, const double *array) {
  const size_t size = (size_t)r->values;
  for (int32_t i = from; i < to; i++)
    memcpy(r->outbox + (size_t)(i - from) * size, array + (size_t)r->send.row[i] * size,
           size * sizeof *array);
}

static void unpack_rows(const tc_colour_exchange *r, int32_t from, int32_t to, double *array) {
  const size_t size = (size_t)r->values;
  for (int32_t i = from; i < to; i++)
    memcpy(array + (size_t)r->receive.row[i] * size, r->inbox + (size_t)(i - from) * size,
           size * sizeof *array);
}

/* Starts the messages of a colour, whose parts of the send side and the receive side begin at `out` and `in`.
 * Returns the numbers of receives and sends in *coming and *going. The receives have the first requests,
 * because count_received reads their statuses. */
static tc_status start_messages(tc_colour_exchange *r, const int32_t *out, const int32_t *in,
                                tc_ledger *ledger, int *coming, int *going) {
  const tc_halo *halo = r->halo;
  MPI_Request *next = r->request;
  for (int p = 0; p < halo->peers; p++)
    if (in[p + 1] > in[p])
      TC_TRY(
          TC_MPI(MPI_Irecv(r->inbox + (size_t)(in[p] - in[0]) * (size_t)r->values,
                           (in[p + 1] - in[p]) * r->values, MPI_DOUBLE, halo->peer[p], 0, r->comm, next++)));
  *coming = (int)(next - r->request);
  for (int p = 0; p < halo->peers; p++) {
    const int count = (out[p + 1] - out[p]) * r->values;
    if (count == 0) continue;
    TC_TRY(TC_MPI(MPI_Isend(r->outbox + (size_t)(out[p] - out[0]) * (size_t)r->values, count, MPI_DOUBLE,
                            halo->peer[p], 0, r->comm, next++)));
    tc_tally_sent(r->world, halo->peer[p], count, ledger);
  }
  *going = (int)(next - r->request) - *coming;
  return TC_OK;
}

/* Adds the numbers of received values to the ledger. They come from the MPI statuses, not from the lists of
 * the halo, so that the tally is independent. */
static tc_status count_received(const tc_colour_exchange *r, int coming, tc_ledger *ledger) {
  for (int m = 0; m < coming; m++) {
    int values;
    TC_TRY(TC_MPI(MPI_Get_count(&r->status[m], MPI_DOUBLE, &values)));
    tc_tally_received(r->world, r->status[m].MPI_SOURCE, values, ledger);
  }
  return TC_OK;
}

tc_status tc_colour_exchange_run(tc_colour_exchange *r, int colour, double *array, tc_ledger *ledger) {
  const int peers = r->halo->peers;
  const int32_t *const out = r->send.begin + colour * peers, *const in = r->receive.begin + colour * peers;
  int coming, going;
  double now = tc_now_s();
  if (peers == 0) return TC_OK;
  pack_rows(r, out[0], out[peers], array);
  tc_ledger_add_values(ledger, TC_PHASE_pack, (int64_t)(out[peers] - out[0]) * r->values);
  now = tc_ledger_add_time(ledger, TC_PHASE_pack, now);
  TC_TRY(start_messages(r, out, in, ledger, &coming, &going));
  now = tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  TC_TRY(TC_MPI(MPI_Waitall(coming + going, r->request, r->status)));
  now = tc_ledger_add_time(ledger, TC_PHASE_wait, now);
  TC_TRY(count_received(r, coming, ledger));
  unpack_rows(r, in[0], in[peers], array);
  tc_ledger_add_values(ledger, TC_PHASE_unpack, (int64_t)(in[peers] - in[0]) * r->values);
  tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
  return TC_OK;
}
