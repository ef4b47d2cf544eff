/* Setup of the block column scatter distribution, which creates the four rounds of messages of bcs.h. Rounds
 * 1 and 2 run once with positions as values. Each rank thus finds where the receive buffer of round 2 will
 * contain each x_j. Round 4 runs once to send to the owner of each row the number of this row on the rank
 * that sums it. The owner of each row then sends its matrix entries to the ranks that multiply with them. It
 * sends value, column, and slot (the index of the term in the row sum) of each entry. The first run of round
 * 3 distributes the slots to the ranks that sum rows. */
#include "comm/access/bcs.h"

#include "base/core/pool.h"

/* Data that only the creation of a tc_bcs needs. */
typedef struct bcs_work {
  const tc_halo *halo;
  const tc_ell *M;
  /* [ranks] all ranks, column by column of the grid. A rank receives matrix entries from the owners of rows
   * in this order. Round 3 sends the terms to the grid columns of these owners, so terms are sent in the
   * order in which their entries were received. */
  int *all_ranks;
  int32_t *send_count,
      *receive_count; /* [ranks] number of values to send to each peer, and to receive from each peer */
  int32_t *x_send_count, *x_receive_count; /* [ranks] numbers of values to send and to receive in round 2 */
  tc_group_exchange *entries; /* sends matrix entries from the owners of rows to the ranks that multiply */
  /* [owned] for each owned row, the number of the row among the rows of the rank that sums it */
  double *sum_row;
  /* [number of x_j in this rank's column of the grid] index of each x_j in the receive buffer of round 2 */
  int32_t *x_index;
  tc_pool memory; /* owns the arrays of this struct */
} bcs_work;

static tc_gid find_position(const bcs_work *w, const tc_bcs *b, int32_t column) {
  const int32_t owned = w->halo->owned;
  return column < owned ? tc_distribution_position(w->halo->distribution, b->world->rank, column)
                        : w->halo->ghost_position[column - owned];
}

static tc_group_exchange_setup init_exchange_setup(const tc_bcs *b, const bcs_work *w, int peers,
                                                   const int *rank) {
  return (tc_group_exchange_setup){.world = b->world,
                                   .peers = peers,
                                   .rank = rank,
                                   .send_count = w->send_count,
                                   .receive_count = w->receive_count};
}

static int32_t sum_counts(int count, const int32_t *count_of_peer) {
  int32_t total = 0;
  for (int i = 0; i < count; i++) total += count_of_peer[i];
  return total;
}

/* Sorts the owned rows by position mod `modulus`, and stores the number of rows with each remainder in
 * w->send_count[]. */
static void sort_owned_rows(const tc_bcs *b, const bcs_work *w, int32_t modulus, int32_t *sorted) {
  int32_t *next = w->receive_count, filled = 0;
  for (int32_t remainder = 0; remainder < modulus; remainder++) w->send_count[remainder] = 0;
  for (int32_t i = 0; i < b->owned; i++) w->send_count[find_position(w, b, i) % modulus]++;
  for (int32_t remainder = 0; remainder < modulus; remainder++) {
    next[remainder] = filled;
    filled += w->send_count[remainder];
  }
  for (int32_t i = 0; i < b->owned; i++) sorted[next[find_position(w, b, i) % modulus]++] = i;
}

/* Creates the messages of rounds 1 and 2. The receive buffer of round 1 is the send buffer of round 2. */
static tc_status create_x_exchanges(tc_bcs *b, bcs_work *w) {
  const tc_grid grid = b->grid;
  tc_group_exchange_setup row = init_exchange_setup(b, w, grid.cols, b->row_peer),
                          col = init_exchange_setup(b, w, grid.rows, b->col_peer);
  sort_owned_rows(b, w, grid.cols, b->row_by_col);
  TC_TRY(tc_group_exchange_counts(&row, w->send_count, w->receive_count));
  for (int p = 0; p < grid.rows; p++) w->x_send_count[p] = sum_counts(grid.cols, w->receive_count);
  TC_TRY(tc_group_exchange_counts(&col, w->x_send_count, w->x_receive_count));
  col.send_count = w->x_send_count;
  col.receive_count = w->x_receive_count;
  col.sends_same = true;
  TC_TRY(tc_group_exchange_create(&col, &b->x_col));
  row.inbox = b->x_col->outbox;
  return tc_group_exchange_create(&row, &b->x_row);
}

/* Creates the messages of round 4. Runs the round once, so that each owner receives, for each owned row, the
 * number of the row on the rank that sums it. */
static tc_status create_y_exchange(tc_bcs *b, bcs_work *w) {
  tc_group_exchange_setup setup = init_exchange_setup(b, w, b->grid.rows, b->col_peer);
  sort_owned_rows(b, w, b->grid.rows, b->row_by_row);
  TC_TRY(tc_group_exchange_counts(&setup, w->send_count, w->receive_count));
  setup.send_count = w->receive_count;
  setup.receive_count = w->send_count;
  TC_TRY(tc_group_exchange_create(&setup, &b->y_col));
  for (int p = 0; p < b->grid.rows; p++)
    for (int32_t t = b->y_col->send_begin[p]; t < b->y_col->send_begin[p + 1]; t++)
      tc_group_exchange_send_buffer(b->y_col, p)[t - b->y_col->send_begin[p]] = t;
  TC_TRY(tc_group_exchange_run(b->y_col, NULL));
  for (int32_t e = 0; e < b->owned; e++) w->sum_row[b->row_by_row[e]] = b->y_col->inbox[e];
  return TC_OK;
}

/* Finds the index of each x_j in the receive buffer of round 2 by running rounds 1 and 2 with positions as
 * values. */
static tc_status locate_x(tc_bcs *b, bcs_work *w) {
  const tc_grid grid = b->grid;
  const int32_t *from = b->x_row->send_begin;
  for (int q = 0; q < grid.cols; q++)
    for (int32_t e = from[q]; e < from[q + 1]; e++)
      tc_group_exchange_send_buffer(b->x_row, q)[e - from[q]] = (double)find_position(w, b, b->row_by_col[e]);
  TC_TRY(tc_group_exchange_run(b->x_row, NULL));
  TC_TRY(tc_group_exchange_run(b->x_col, NULL));
  const int32_t values = b->x_col->receive_begin[grid.rows];
  TC_TRY(tc_world_agree(b->world, TC_POOL_ARRAY(&w->memory, w->x_index, values)));
  for (int32_t e = 0; e < values; e++) w->x_index[(tc_gid)b->x_col->inbox[e] / grid.cols] = e;
  return TC_OK;
}

/* Selects the number of each matrix entry that pack_entries writes to the send buffer: the value, the column,
 * or the slot of the entry. With `datum_count` the function writes nothing and only counts the entries for
 * each rank. */
typedef enum entry_datum { datum_count, datum_value, datum_column, datum_slot } entry_datum;

/* Writes the value, column or slot of entry k of owned row i to the segment for the rank that multiplies with
 * this entry. The diagonal is the last entry of a row. */
static void pack_entry(const tc_bcs *b, const bcs_work *w, entry_datum datum, int32_t i, int k) {
  const tc_ell *M = w->M;
  const size_t e = tc_ell_begin(M, i) + (size_t)k;
  const int length = tc_ell_length(M, i);
  const int32_t column = k < length ? M->column[e] : i;
  /* Padding is stored as an entry in the row's own column and is not sent. */
  if (k < length && column == i) return;
  const int to = (int)(find_position(w, b, column) % b->grid.cols) * b->grid.rows +
                 (int)(find_position(w, b, i) % b->grid.rows);
  if (datum == datum_count) {
    w->send_count[to]++;
    return;
  }
  double *target = &tc_group_exchange_send_buffer(w->entries, to)[w->send_count[to]++];
  if (datum == datum_value) *target = k < length ? M->value[e] : M->diagonal[i];
  if (datum == datum_column) *target = (double)find_position(w, b, column);
  if (datum == datum_slot) *target = w->sum_row[i] * (b->width + 1.0) + k;
}

static void pack_entries(const tc_bcs *b, const bcs_work *w, entry_datum datum) {
  for (int r = 0; r < b->world->ranks; r++) w->send_count[r] = 0;
  for (int32_t i = 0; i < b->owned; i++)
    for (int k = 0; k <= tc_ell_length(w->M, i); k++) pack_entry(b, w, datum, i, k);
}

/* Checks that all counts of a rank fit in 32 bits, and that the slot numbers can be sent as doubles without
 * rounding. `entries` is the number of entries that this rank multiplies. */
static tc_status check_size(const tc_bcs *b, const bcs_work *w, int64_t entries) {
  const int64_t owned = b->owned + (int64_t)tc_ell_entries(w->M), rows = w->halo->distribution->rows;
  const double slots_max = (double)rows * (b->width + 1.0), exact_max = 9007199254740992.0; /* 2^53 */
  if (owned <= INT32_MAX && entries <= INT32_MAX && rows / b->grid.cols < INT32_MAX && slots_max < exact_max)
    return TC_OK;
  return tc_status_create(TC_USAGE, "strategy bcs: rank %d would have 2^31 entries or more: use more ranks",
                          b->world->rank);
}

/* Collective. Sends the entries of owned rows and receives the entries that this rank multiplies. The
 * received slots remain in the receive buffer of `entries` for round 3. */
static tc_status receive_entries(tc_bcs *b, bcs_work *w) {
  TC_TRY(tc_world_agree(b->world,
                        TC_POOL_ARRAY(&b->memory, b->value, w->entries->receive_begin[b->world->ranks])));
  TC_TRY(tc_world_agree(b->world,
                        TC_POOL_ARRAY(&b->memory, b->column, w->entries->receive_begin[b->world->ranks])));
  const int32_t entries = w->entries->receive_begin[b->world->ranks];
  pack_entries(b, w, datum_value);
  TC_TRY(tc_group_exchange_run(w->entries, NULL));
  for (int32_t e = 0; e < entries; e++) b->value[e] = w->entries->inbox[e];
  pack_entries(b, w, datum_column);
  TC_TRY(tc_group_exchange_run(w->entries, NULL));
  for (int32_t e = 0; e < entries; e++)
    b->column[e] = w->x_index[(tc_gid)w->entries->inbox[e] / b->grid.cols];
  pack_entries(b, w, datum_slot);
  return tc_group_exchange_run(w->entries, NULL);
}

static tc_status exchange_entries(tc_bcs *b, bcs_work *w) {
  int64_t entries = 0;
  const tc_group_exchange_setup plan = init_exchange_setup(b, w, b->world->ranks, w->all_ranks);
  pack_entries(b, w, datum_count);
  TC_TRY(tc_group_exchange_counts(&plan, w->send_count, w->receive_count));
  for (int r = 0; r < b->world->ranks; r++) entries += w->receive_count[r];
  TC_TRY(tc_world_agree(b->world, check_size(b, w, entries)));
  TC_TRY(tc_group_exchange_create(&plan, &w->entries));
  return receive_entries(b, w);
}

/* Sets b->slot_begin from the slot numbers that this rank has received. In these numbers, every row has
 * width+1 slots. The diagonal has the last used slot of a row. */
static tc_status find_slot_begins(tc_bcs *b, int32_t rows, int32_t terms) {
  const int64_t row_slots = (int64_t)b->width + 1;
  TC_TRY(TC_POOL_ARRAY_ZERO(&b->memory, b->slot_begin, rows + 1));
  for (int32_t e = 0; e < terms; e++) {
    const int64_t number = (int64_t)b->terms->inbox[e], row = number / row_slots, k = number % row_slots;
    if (b->slot_begin[row + 1] <= k) b->slot_begin[row + 1] = k + 1;
  }
  for (int32_t t = 0; t < rows; t++) b->slot_begin[t + 1] += b->slot_begin[t];
  return TC_OK;
}

/* Stores for each slot the index of the term in the receive buffer of round 3. During the setup this buffer
 * contains the slot numbers instead of the terms. */
static tc_status fill_slots(tc_bcs *b, const tc_ell *M) {
  const int32_t rows = b->y_col->send_begin[b->grid.rows], terms = b->terms->receive_begin[b->grid.cols];
  const int64_t row_slots = (int64_t)b->width + 1;
  if (M->begin) TC_TRY(find_slot_begins(b, rows, terms));
  const int64_t slots = M->begin ? b->slot_begin[rows] : rows * row_slots;
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->slot, slots));
  for (int64_t s = 0; s < slots; s++) b->slot[s] = terms;
  for (int32_t e = 0; e < terms; e++) {
    const int64_t number = (int64_t)b->terms->inbox[e];
    b->slot[M->begin ? b->slot_begin[number / row_slots] + number % row_slots : number] = e;
  }
  return TC_OK;
}

/* Creates the messages of round 3. The first run sends slot numbers instead of terms. A slot number is
 * received at the index of the receive buffer at which later runs receive the term. */
static tc_status create_terms_exchange(tc_bcs *b, bcs_work *w) {
  const tc_grid grid = b->grid;
  const tc_group_exchange_setup plan = init_exchange_setup(b, w, grid.cols, b->row_peer);
  const int32_t *from = w->entries->receive_begin;
  for (int q = 0; q < grid.cols; q++) w->send_count[q] = from[(q + 1) * grid.rows] - from[q * grid.rows];
  TC_TRY(tc_group_exchange_counts(&plan, w->send_count, w->receive_count));
  TC_TRY(tc_group_exchange_create(&plan, &b->terms));
  for (int q = 0; q < grid.cols; q++)
    for (int32_t e = from[q * grid.rows], to = 0; e < from[(q + 1) * grid.rows]; e++, to++)
      tc_group_exchange_send_buffer(b->terms, q)[to] = w->entries->inbox[e];
  TC_TRY(tc_group_exchange_run(b->terms, NULL));
  return tc_world_agree(b->world, fill_slots(b, w->M));
}

static tc_status alloc_bcs(tc_bcs *b, bcs_work *w) {
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->row_peer, b->grid.cols));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->col_peer, b->grid.rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->row_by_col, b->owned));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->row_by_row, b->owned));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->ones, b->width));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->all_ranks, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->send_count, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->receive_count, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->x_send_count, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->x_receive_count, b->world->ranks));
  return TC_POOL_ARRAY(&w->memory, w->sum_row, b->owned);
}

static void list_peers(tc_bcs *b, bcs_work *w) {
  const tc_grid grid = b->grid;
  const int32_t row = tc_grid_row(grid, b->world->rank), col = tc_grid_col(grid, b->world->rank);
  for (int q = 0; q < grid.cols; q++) b->row_peer[q] = tc_grid_rank(grid, row, q);
  for (int p = 0; p < grid.rows; p++) b->col_peer[p] = tc_grid_rank(grid, p, col);
  for (int q = 0; q < grid.cols; q++)
    for (int p = 0; p < grid.rows; p++) w->all_ranks[q * grid.rows + p] = tc_grid_rank(grid, p, q);
  for (int k = 0; k < b->width; k++) b->ones[k] = 1.0;
}

/* Sets b->width, the largest number of off-diagonal terms of a row on any rank. If M has no general rows,
 * M->width is equal on all ranks, so no communication is needed. */
static tc_status find_width(tc_bcs *b, const tc_ell *M) {
  double width = M->width;
  if (M->begin) TC_TRY(tc_world_max(b->world, &width, 1));
  b->width = (int)width;
  return TC_OK;
}

static tc_status build_bcs(tc_bcs *b, bcs_work *w) {
  TC_TRY(find_width(b, w->M));
  TC_TRY(tc_world_agree(b->world, alloc_bcs(b, w)));
  TC_TRY(tc_world_agree(b->world, check_size(b, w, 0)));
  list_peers(b, w);
  TC_TRY(create_x_exchanges(b, w));
  TC_TRY(create_y_exchange(b, w));
  TC_TRY(locate_x(b, w));
  TC_TRY(exchange_entries(b, w));
  return create_terms_exchange(b, w);
}

tc_status tc_bcs_create(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                        void **context) {
  tc_bcs *b = NULL;
  bcs_work w = {.halo = halo, .M = M};
  (void)arena;
  TC_TRY(TC_WORLD_ALLOC(world, b, 1));
  b->world = world;
  b->grid = halo->distribution->grid;
  b->owned = halo->owned;
  const tc_status status = build_bcs(b, &w);
  tc_group_exchange_destroy(&w.entries);
  tc_pool_free(&w.memory);
  TC_RETURN_CREATED(status, b, tc_bcs_destroy(b), context);
}

void tc_bcs_destroy(void *context) {
  tc_bcs *b = context;
  tc_group_exchange_destroy(&b->x_row);
  tc_group_exchange_destroy(&b->x_col);
  tc_group_exchange_destroy(&b->terms);
  tc_group_exchange_destroy(&b->y_col);
  TC_POOL_DESTROY_OWNER(&b);
}
