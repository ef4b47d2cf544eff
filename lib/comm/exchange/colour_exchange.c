/* Colour exchange. The creation sorts the sent and the received rows of the halo by colour and peer. It
 * allocates buffers for the colour with the most rows, and creates a neighbour exchange for each colour. A
 * run packs the rows of one colour, exchanges one message with each peer that needs or owns rows of this
 * colour, and unpacks the ghosts. */
#include "comm/exchange/colour_exchange.h"

#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/core/timer.h"
#include "comm/layout/neighbour_exchange.h"

/* One side of the exchange: all messages that a rank sends, or all messages that it receives, sorted by
 * colour, then peer. The message of colour c and peer p contains the rows row[begin[c * peers + p]] ..
 * row[begin[c * peers + p + 1] - 1], sorted by position. */
typedef struct exchange_side {
  int32_t *begin; /* [colours * peers + 1] start of each message */
  /* rows of the messages; the send side has owned rows, and the receive side has owned + g for ghost g */
  int32_t *row;
  double *buffer; /* packed values of the rows of one colour */
} exchange_side;

struct tc_colour_exchange {
  const tc_halo *halo; /* borrowed */
  int colours;
  size_t values; /* number of values per row */
  exchange_side send, receive;
  /* [colours] exchange of each colour, between the send and receive buffers */
  tc_neighbour_exchange **exchange;
  tc_pool memory; /* owns the arrays of this struct */
};

/* Sets begin[] and row[] of `side`. The argument `row` contains the rows by peer: row[from[p]] ..
 * row[from[p+1]-1] are the rows of peer p. The function sorts these rows by colour, then peer. */
static tc_status sort_side(tc_pool *memory, int peers, const int32_t *from, const int32_t *row,
                           const tc_colouring *colouring, exchange_side *side) {
  const int32_t n = from[peers], keys = colouring->colours * peers;
  int32_t *key = NULL, *order = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(key, n));
  TC_GUARD(status, TC_ALLOC(order, n));
  TC_GUARD(status, TC_POOL_ARRAY_ZERO(memory, side->begin, keys + 1));
  TC_GUARD(status, TC_POOL_ARRAY(memory, side->row, n));
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

static tc_status sort_ghosts(tc_pool *memory, const tc_halo *halo, const tc_colouring *colouring,
                             exchange_side *side) {
  int32_t *row = NULL;
  TC_TRY(TC_ALLOC(row, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++) row[g] = halo->owned + g;
  const tc_status status = sort_side(memory, halo->peers, halo->recv_begin, row, colouring, side);
  tc_free(row);
  return status;
}

static const int32_t *find_colour_begin(const tc_colour_exchange *r, const exchange_side *side, int colour) {
  return side->begin + colour * r->halo->peers;
}

static int32_t count_rows(const tc_colour_exchange *r, const exchange_side *side, int colour) {
  const int32_t *from = find_colour_begin(r, side, colour);
  return from[r->halo->peers] - from[0];
}

/* Allocates a buffer for the values of the colour that has the most rows in side->row. */
static tc_status create_buffer(tc_colour_exchange *r, exchange_side *side) {
  int32_t rows_max = 0;
  for (int c = 0; c < r->colours; c++)
    if (count_rows(r, side, c) > rows_max) rows_max = count_rows(r, side, c);
  return TC_POOL_ARRAY(&r->memory, side->buffer, (size_t)rows_max * r->values);
}

static tc_status create_messages(const tc_world *world, tc_colour_exchange *r) {
  TC_TRY(TC_POOL_ARRAY_ZERO(&r->memory, r->exchange, r->colours));
  for (int c = 0; c < r->colours; c++) {
    const tc_neighbour_segments send = tc_halo_segments(r->halo, find_colour_begin(r, &r->send, c),
                                                        r->send.buffer),
                                receive = tc_halo_segments(r->halo, find_colour_begin(r, &r->receive, c),
                                                           r->receive.buffer);
    TC_TRY(tc_neighbour_exchange_create(world, r->values * sizeof(double), &send, &receive, &r->exchange[c]));
  }
  return TC_OK;
}

static tc_status setup_sides(const tc_world *world, const tc_colouring *colouring, tc_colour_exchange *r) {
  TC_TRY(
      sort_side(&r->memory, r->halo->peers, r->halo->send_begin, r->halo->send_index, colouring, &r->send));
  TC_TRY(sort_ghosts(&r->memory, r->halo, colouring, &r->receive));
  TC_TRY(create_buffer(r, &r->send));
  TC_TRY(create_buffer(r, &r->receive));
  return create_messages(world, r);
}

tc_status tc_colour_exchange_create(const tc_world *world, const tc_halo *halo, const tc_colouring *colouring,
                                    int values, tc_colour_exchange **out) {
  tc_colour_exchange *r = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, r, 1));
  *r = (tc_colour_exchange){.halo = halo, .colours = colouring->colours, .values = (size_t)values};
  TC_RETURN_CREATED(tc_world_agree(world, setup_sides(world, colouring, r)), r,
                    tc_colour_exchange_destroy(&r), out);
}

void tc_colour_exchange_destroy(tc_colour_exchange **exchange) {
  tc_colour_exchange *r = *exchange;
  if (!r) return;
  for (int c = 0; r->exchange && c < r->colours; c++) tc_neighbour_exchange_destroy(&r->exchange[c]);
  TC_POOL_DESTROY_OWNER(exchange);
}

/* Copies the values of row[0] .. row[rows-1] into the buffer of the send side. */
static void pack_rows(const tc_colour_exchange *r, int32_t rows, const int32_t *row, const double *array) {
  const size_t size = r->values;
  for (int32_t i = 0; i < rows; i++)
    memcpy(r->send.buffer + (size_t)i * size, array + (size_t)row[i] * size, size * sizeof *array);
}

static void unpack_rows(const tc_colour_exchange *r, int32_t rows, const int32_t *row, double *array) {
  const size_t size = r->values;
  for (int32_t i = 0; i < rows; i++)
    memcpy(array + (size_t)row[i] * size, r->receive.buffer + (size_t)i * size, size * sizeof *array);
}

tc_status tc_colour_exchange_run(tc_colour_exchange *r, int colour, double *array, tc_ledger *ledger) {
  const int32_t sent = count_rows(r, &r->send, colour), received = count_rows(r, &r->receive, colour);
  double now = tc_now_s();
  if (r->halo->peers == 0) return TC_OK;
  pack_rows(r, sent, r->send.row + find_colour_begin(r, &r->send, colour)[0], array);
  tc_ledger_add_values(ledger, TC_PHASE_pack, sent * (int64_t)r->values);
  now = tc_ledger_add_time(ledger, TC_PHASE_pack, now);
  TC_TRY(tc_neighbour_exchange_begin(r->exchange[colour], &now, ledger));
  TC_TRY(tc_neighbour_exchange_end(r->exchange[colour], &now, ledger));
  unpack_rows(r, received, r->receive.row + find_colour_begin(r, &r->receive, colour)[0], array);
  tc_ledger_add_values(ledger, TC_PHASE_unpack, received * (int64_t)r->values);
  tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
  return TC_OK;
}
