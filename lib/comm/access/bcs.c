/* Setup of the block column scatter distribution, which creates the four rounds of messages of bcs.h. Rounds
 * 1 and 2 are created first. Both run once with positions as values, which shows each rank where the receive
 * buffer of round 2 will contain each x_j. Round 4 is created next. It runs once to send to each owner the
 * number that its row has on the rank that sums the row. The owners then send each entry to the rank that
 * multiplies with it: value, column, and slot (the index of the term in the row sum). Round 3 is created
 * last, and its first run distributes the slots. */
#include "comm/access/bcs.h"

#include "base/core/pool.h"

/* Data that only the creation of a tc_bcs needs. */
typedef struct work {
  const tc_halo *halo;
  const tc_ell *M;
  /* [ranks] all ranks, column by column of the grid. Entries are received in this order of their senders,
   * which own the rows. Round 3 sends terms to the grid columns of these owners, so terms are sent in the
   * order in which their entries were received. */
  int *all;
  int32_t *mine, *theirs;  /* [ranks] number of values to send to each peer, and to receive from each peer */
  int32_t *piece, *others; /* [ranks] numbers of values to send and to receive in round 2 */
  tc_group_exchange *entries; /* sends matrix entries from the owners of rows to the ranks that multiply */
  double *row;                /* [owned] number of each owned row among the rows that its summing rank sums */
  /* [number of x_j in this rank's column of the grid] index of each x_j in the receive buffer of round 2 */
  int32_t *read_at;
  tc_pool memory; /* owns the arrays of this struct */
} work;

static tc_gid position_of(const work *w, const tc_bcs *b, int32_t column) {
  const int32_t owned = w->halo->owned;
  return column < owned ? tc_distribution_position(w->halo->distribution, b->world->rank, column)
                        : w->halo->ghost_position[column - owned];
}

static tc_group_exchange_setup plan_of(const tc_bcs *b, const work *w, int peers, const int *rank) {
  return (tc_group_exchange_setup){.world = b->world,
                                   .peers = peers,
                                   .rank = rank,
                                   .send_count = w->mine,
                                   .receive_count = w->theirs};
}

static int32_t sum_counts(int count, const int32_t *each) {
  int32_t all = 0;
  for (int i = 0; i < count; i++) all += each[i];
  return all;
}

/* Sorts the owned rows by position mod `modulus`, and stores the number of rows with each remainder in
 * w->mine[]. */
static void sort_own(const tc_bcs *b, const work *w, int32_t modulus, int32_t *sorted) {
  int32_t *next = w->theirs, filled = 0;
  for (int32_t rest = 0; rest < modulus; rest++) w->mine[rest] = 0;
  for (int32_t i = 0; i < b->owned; i++) w->mine[position_of(w, b, i) % modulus]++;
  for (int32_t rest = 0; rest < modulus; rest++) {
    next[rest] = filled;
    filled += w->mine[rest];
  }
  for (int32_t i = 0; i < b->owned; i++) sorted[next[position_of(w, b, i) % modulus]++] = i;
}

/* Creates rounds 1 and 2. The values that this rank receives in round 1 are stored directly in the send
 * buffer of round 2. */
static tc_status create_x_exchanges(tc_bcs *b, work *w) {
  const tc_grid grid = b->grid;
  tc_group_exchange_setup row = plan_of(b, w, grid.cols, b->along_row),
                          col = plan_of(b, w, grid.rows, b->along_col);
  sort_own(b, w, grid.cols, b->by_col);
  TC_TRY(tc_group_exchange_counts(&row, w->mine, w->theirs));
  for (int p = 0; p < grid.rows; p++) w->piece[p] = sum_counts(grid.cols, w->theirs);
  TC_TRY(tc_group_exchange_counts(&col, w->piece, w->others));
  col.send_count = w->piece;
  col.receive_count = w->others;
  col.same = true;
  TC_TRY(tc_group_exchange_create(&col, &b->x_col));
  row.inbox = b->x_col->outbox;
  return tc_group_exchange_create(&row, &b->x_row);
}

/* Creates round 4. Runs it once, so that each owner receives, for each owned row, the number of the row at
 * the rank that sums it. */
static tc_status create_y_exchange(tc_bcs *b, work *w) {
  tc_group_exchange_setup back = plan_of(b, w, b->grid.rows, b->along_col);
  sort_own(b, w, b->grid.rows, b->by_row);
  TC_TRY(tc_group_exchange_counts(&back, w->mine, w->theirs));
  back.send_count = w->theirs;
  back.receive_count = w->mine;
  TC_TRY(tc_group_exchange_create(&back, &b->y_col));
  for (int p = 0; p < b->grid.rows; p++)
    for (int32_t t = b->y_col->sent_from[p]; t < b->y_col->sent_from[p + 1]; t++)
      tc_group_exchange_send_buffer(b->y_col, p)[t - b->y_col->sent_from[p]] = t;
  TC_TRY(tc_group_exchange_run(b->y_col, NULL));
  for (int32_t e = 0; e < b->owned; e++) w->row[b->by_row[e]] = b->y_col->inbox[e];
  return TC_OK;
}

/* Finds the index of each x_j in the receive buffer of round 2 by running rounds 1 and 2 with positions as
 * values. */
static tc_status find_x(tc_bcs *b, work *w) {
  const tc_grid grid = b->grid;
  const int32_t *from = b->x_row->sent_from;
  for (int q = 0; q < grid.cols; q++)
    for (int32_t e = from[q]; e < from[q + 1]; e++)
      tc_group_exchange_send_buffer(b->x_row, q)[e - from[q]] = (double)position_of(w, b, b->by_col[e]);
  TC_TRY(tc_group_exchange_run(b->x_row, NULL));
  TC_TRY(tc_group_exchange_run(b->x_col, NULL));
  const int32_t values = b->x_col->received_from[grid.rows];
  TC_TRY(tc_world_agree(b->world, TC_POOL_ARRAY(&w->memory, w->read_at, values)));
  for (int32_t e = 0; e < values; e++) w->read_at[(tc_gid)b->x_col->inbox[e] / grid.cols] = e;
  return TC_OK;
}

/* Datum of a matrix entry that distribute_entries sends: its value, its column, or its slot (`part_place`).
 * With `part_count` the function sends nothing and counts the entries. */
typedef enum part { part_count, part_value, part_column, part_place } part;

/* Writes the datum `what` of entry k of owned row i to the segment for the rank that multiplies with the
 * entry. The diagonal is the last entry of a row. */
static void distribute_entry(const tc_bcs *b, const work *w, part what, int32_t i, int k) {
  const tc_ell *M = w->M;
  const size_t e = (size_t)i * (size_t)M->width + (size_t)k;
  const int32_t column = k < M->width ? M->column[e] : i;
  if (k < M->width && column == i) return; /* padding is stored as an entry in the row's own column */
  const int to = (int)(position_of(w, b, column) % b->grid.cols) * b->grid.rows +
                 (int)(position_of(w, b, i) % b->grid.rows);
  if (what == part_count) {
    w->mine[to]++;
    return;
  }
  double *target = &tc_group_exchange_send_buffer(w->entries, to)[w->mine[to]++];
  if (what == part_value) *target = k < M->width ? M->value[e] : M->diagonal[i];
  if (what == part_column) *target = (double)position_of(w, b, column);
  if (what == part_place) *target = w->row[i] * (M->width + 1) + k;
}

static void distribute_entries(const tc_bcs *b, const work *w, part what) {
  for (int r = 0; r < b->world->ranks; r++) w->mine[r] = 0;
  for (int32_t i = 0; i < b->owned; i++)
    for (int k = 0; k <= w->M->width; k++) distribute_entry(b, w, what, i, k);
}

/* Checks that all counts of a rank fit in 32 bits. `entries` is the number of entries that this rank
 * multiplies. */
static tc_status check_size(const tc_bcs *b, const work *w, int64_t entries) {
  const int64_t owned = b->owned * (int64_t)(b->width + 1), all = w->halo->distribution->rows;
  if (owned <= INT32_MAX && entries <= INT32_MAX && all / b->grid.cols < INT32_MAX) return TC_OK;
  return tc_status_create(TC_USAGE, "strategy bcs: rank %d would have 2^31 entries or more: use more ranks",
                          b->world->rank);
}

/* Collective. Sends the entries of owned rows and receives the entries that this rank multiplies. Stores the
 * values and columns of the received entries. Their slots remain in the receive buffer of `entries` for round
 * 3. */
static tc_status receive_entries(tc_bcs *b, work *w) {
  TC_TRY(tc_world_agree(b->world,
                        TC_POOL_ARRAY(&b->memory, b->value, w->entries->received_from[b->world->ranks])));
  TC_TRY(tc_world_agree(b->world,
                        TC_POOL_ARRAY(&b->memory, b->column, w->entries->received_from[b->world->ranks])));
  const int32_t entries = w->entries->received_from[b->world->ranks];
  distribute_entries(b, w, part_value);
  TC_TRY(tc_group_exchange_run(w->entries, NULL));
  for (int32_t e = 0; e < entries; e++) b->value[e] = w->entries->inbox[e];
  distribute_entries(b, w, part_column);
  TC_TRY(tc_group_exchange_run(w->entries, NULL));
  for (int32_t e = 0; e < entries; e++)
    b->column[e] = w->read_at[(tc_gid)w->entries->inbox[e] / b->grid.cols];
  distribute_entries(b, w, part_place);
  return tc_group_exchange_run(w->entries, NULL);
}

static tc_status exchange_entries(tc_bcs *b, work *w) {
  int64_t entries = 0;
  const tc_group_exchange_setup plan = plan_of(b, w, b->world->ranks, w->all);
  distribute_entries(b, w, part_count);
  TC_TRY(tc_group_exchange_counts(&plan, w->mine, w->theirs));
  for (int r = 0; r < b->world->ranks; r++) entries += w->theirs[r];
  TC_TRY(tc_world_agree(b->world, check_size(b, w, entries)));
  TC_TRY(tc_group_exchange_create(&plan, &w->entries));
  return receive_entries(b, w);
}

/* Creates round 3. Its first run sends slots instead of terms. A slot is received at the same index of the
 * receive buffer as its term in later runs. */
static tc_status create_terms_exchange(tc_bcs *b, work *w) {
  const tc_grid grid = b->grid;
  const tc_group_exchange_setup plan = plan_of(b, w, grid.cols, b->along_row);
  const int32_t *from = w->entries->received_from;
  for (int q = 0; q < grid.cols; q++) w->mine[q] = from[(q + 1) * grid.rows] - from[q * grid.rows];
  TC_TRY(tc_group_exchange_counts(&plan, w->mine, w->theirs));
  TC_TRY(tc_group_exchange_create(&plan, &b->terms));
  const size_t slots = (size_t)b->y_col->sent_from[grid.rows] * ((size_t)b->width + 1);
  TC_TRY(tc_world_agree(b->world, TC_POOL_ARRAY(&b->memory, b->slot, slots)));
  for (int q = 0; q < grid.cols; q++)
    for (int32_t e = from[q * grid.rows], to = 0; e < from[(q + 1) * grid.rows]; e++, to++)
      tc_group_exchange_send_buffer(b->terms, q)[to] = w->entries->inbox[e];
  TC_TRY(tc_group_exchange_run(b->terms, NULL));
  const int32_t terms = b->terms->received_from[grid.cols];
  for (size_t s = 0; s < slots; s++) b->slot[s] = terms;
  for (int32_t e = 0; e < terms; e++) b->slot[(size_t)b->terms->inbox[e]] = e;
  return TC_OK;
}

static tc_status alloc_bcs(tc_bcs *b, work *w) {
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->along_row, b->grid.cols));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->along_col, b->grid.rows));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->by_col, b->owned));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->by_row, b->owned));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->one, b->width));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->all, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->mine, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->theirs, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->piece, b->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&w->memory, w->others, b->world->ranks));
  return TC_POOL_ARRAY(&w->memory, w->row, b->owned);
}

static void name_peers(tc_bcs *b, work *w) {
  const tc_grid grid = b->grid;
  const int32_t row = tc_grid_row(grid, b->world->rank), col = tc_grid_col(grid, b->world->rank);
  for (int q = 0; q < grid.cols; q++) b->along_row[q] = tc_grid_rank(grid, row, q);
  for (int p = 0; p < grid.rows; p++) b->along_col[p] = tc_grid_rank(grid, p, col);
  for (int q = 0; q < grid.cols; q++)
    for (int p = 0; p < grid.rows; p++) w->all[q * grid.rows + p] = tc_grid_rank(grid, p, q);
  for (int k = 0; k < b->width; k++) b->one[k] = 1.0;
}

static tc_status build_bcs(tc_bcs *b, work *w) {
  TC_TRY(tc_world_agree(b->world, alloc_bcs(b, w)));
  TC_TRY(tc_world_agree(b->world, check_size(b, w, 0)));
  name_peers(b, w);
  TC_TRY(create_x_exchanges(b, w));
  TC_TRY(create_y_exchange(b, w));
  TC_TRY(find_x(b, w));
  TC_TRY(exchange_entries(b, w));
  return create_terms_exchange(b, w);
}

tc_status tc_bcs_create(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                        void **context) {
  tc_bcs *b = NULL;
  work w = {.halo = halo, .M = M};
  (void)arena;
  TC_TRY(TC_WORLD_ALLOC(world, b, 1));
  b->world = world;
  b->grid = halo->distribution->grid;
  b->owned = halo->owned;
  b->width = M->width;
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
