/* Counts of values, blocks, messages and batches. Each function makes passes over the columns of a rank's
 * rows. Sets of global positions ensure that each position is counted once. Memory is proportional to the
 * number of ghosts of the rank. */
#include "count/count_exchange.h"

#include <stdbool.h>

#include "base/containers/map.h"
#include "base/core/memory.h"

/* Adds to *out the numbers of values that a row reads from other ranks. Returns true if the row reads such
 * values and all their owners are on the node of `rank`. */
static bool count_row(const tc_pattern *pattern, int32_t row, const tc_distribution *distribution,
                      const int *node_of_rank, int rank, tc_counts *out) {
  int local = 0, remote = 0;
  for (size_t e = tc_pattern_begin(pattern, row), end = tc_pattern_end(pattern, row); e < end; e++) {
    int owner = tc_distribution_owner(distribution, tc_pattern_at(pattern, e));
    if (owner == rank) continue;
    if (node_of_rank[owner] == node_of_rank[rank])
      local++;
    else
      remote++;
  }
  out->local_individual += local;
  out->remote_individual += remote;
  return local > 0 && remote == 0;
}

tc_status tc_count_individual(const tc_pattern *pattern, const tc_distribution *distribution,
                              const int *node_of_rank, int rank, tc_counts *out) {
  bool continues_run = false;
  *out = (tc_counts){.barriers = 2};
  for (int32_t i = 0; i < pattern->rows; i++) {
    const bool is_pointer_row = count_row(pattern, i, distribution, node_of_rank, rank, out);
    out->pointer_rows += is_pointer_row;
    out->pointer_runs += is_pointer_row && !continues_run;
    continues_run = is_pointer_row;
  }
  return TC_OK;
}

/* Tile: a group of rows for which the strategy batched fetches the values of other nodes together. `rows` is
 * the number of rows that read such values. `columns` is the set of columns that these rows read from other
 * nodes, and `owners` the set of the ranks that own these columns. */
typedef struct tile {
  int rows;
  tc_map columns, owners;
} tile;

static void count_tile(tile *t, tc_counts *out) {
  out->remote_individual += t->columns.count;
  out->remote_batches += t->owners.count;
  tc_map_free(&t->columns);
  tc_map_free(&t->owners);
  *t = (tile){0};
}

/* Adds a row to a tile: adds those columns of the row that other nodes own, and the owners of these
 * columns. */
static tc_status add_to_tile(const tc_pattern *pattern, int32_t row, const tc_distribution *distribution,
                             const int *node_of_rank, int rank, tile *t) {
  bool reads_other_node = false, is_new;
  for (size_t e = tc_pattern_begin(pattern, row), end = tc_pattern_end(pattern, row); e < end; e++) {
    const tc_gid column = tc_pattern_at(pattern, e);
    const int owner = tc_distribution_owner(distribution, column);
    if (node_of_rank[owner] == node_of_rank[rank]) continue;
    TC_TRY(tc_map_add_gid(&t->columns, column, &is_new));
    TC_TRY(tc_map_add_gid(&t->owners, owner, &is_new));
    reads_other_node = true;
  }
  t->rows += reads_other_node;
  return TC_OK;
}

tc_status tc_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution,
                         const int *node_of_rank, int rank, tc_counts *out) {
  tile t = {0};
  tc_status status = tc_count_individual(pattern, distribution, node_of_rank, rank, out);
  out->remote_individual = 0;
  for (int32_t i = 0; i < pattern->rows && !status; i++) {
    status = add_to_tile(pattern, i, distribution, node_of_rank, rank, &t);
    if (t.rows == TC_REMOTE_TILE_ROWS) count_tile(&t, out);
  }
  count_tile(&t, out);
  return status;
}

/* Adds block number `block` of `owner` to the counts. `local` is true if `owner` is on the same node. */
static void add_block(const tc_distribution *distribution, bool local, int owner, int32_t block,
                      tc_counts *out) {
  int32_t rows = tc_distribution_block_rows(distribution, owner, block);
  if (local) {
    out->local_blocks++;
    out->local_block_values += rows;
  } else {
    out->remote_blocks++;
    out->remote_block_values += rows;
  }
}

/* Lists in receiver[] the other ranks that own a column of a row, and returns their number. These ranks need
 * the value of the row, because patterns are structurally symmetric. Consecutive columns of long rows often
 * have the same owner, so the owner of the previous column is tested first. */
static int list_receivers(const tc_pattern *pattern, const tc_distribution *distribution, int rank,
                          int32_t row, int *receiver) {
  int count = 0, previous = rank;
  for (size_t e = tc_pattern_begin(pattern, row), end = tc_pattern_end(pattern, row); e < end; e++) {
    const int owner = tc_distribution_owner(distribution, tc_pattern_at(pattern, e));
    bool is_listed = owner == rank || owner == previous;
    for (int i = 0; i < count && !is_listed; i++) is_listed = receiver[i] == owner;
    if (!is_listed) receiver[count++] = owner;
    previous = owner;
  }
  return count;
}

/* Input and output of a pass over the rows that counts the traffic of each colour separately. The counts are
 * stored in out[colours]. */
typedef struct colour_pass {
  const tc_pattern *pattern;
  const tc_distribution *distribution;
  const int *node_of_rank;
  int rank;
  const int32_t *colour; /* colour of each column number; NULL if all columns have colour 0 */
  int colours;
  tc_counts *out;
} colour_pass;

static int get_colour(const colour_pass *w, int32_t column) { return w->colour ? w->colour[column] : 0; }

static bool is_local(const colour_pass *w, int rank) {
  return w->node_of_rank[rank] == w->node_of_rank[w->rank];
}

/* Counts the values that other ranks send to this rank. Each ghost counts once. `counted` is the set of
 * ghosts counted so far. */
static tc_status count_received(const colour_pass *w, tc_map *counted) {
  for (size_t e = 0, end = tc_pattern_entries(w->pattern); e < end; e++) {
    const tc_gid column = tc_pattern_at(w->pattern, e);
    const int owner = tc_distribution_owner(w->distribution, column);
    tc_counts *const out = &w->out[get_colour(w, w->pattern->column[e])];
    bool is_new;
    if (owner == w->rank) continue;
    TC_TRY(tc_map_add_gid(counted, column, &is_new));
    *(is_local(w, owner) ? &out->local_values : &out->remote_values) += is_new;
  }
  return TC_OK;
}

/* Returns the number by which the pattern refers to the column of an owned row. This is the local row or, if
 * column numbers are global positions, the position of the row. */
static int32_t get_own_column(const colour_pass *w, int32_t row) {
  return w->pattern->position ? row : (int32_t)tc_distribution_position(w->distribution, w->rank, row);
}

/* Counts the values and messages that this rank sends. `counted` is the set of messages counted so far, by
 * receiver and colour. receiver[] is scratch memory for the receivers of a row. */
static tc_status count_sent(const colour_pass *w, int *receiver, tc_map *counted) {
  for (int32_t row = 0; row < w->pattern->rows; row++) {
    const int n = list_receivers(w->pattern, w->distribution, w->rank, row, receiver);
    const int colour = get_colour(w, get_own_column(w, row));
    tc_counts *const out = &w->out[colour];
    for (int i = 0; i < n; i++) {
      const bool local = is_local(w, receiver[i]);
      bool is_new;
      TC_TRY(tc_map_add_gid(counted, (tc_gid)receiver[i] * w->colours + colour, &is_new));
      *(local ? &out->local_values_out : &out->remote_values_out) += 1;
      *(local ? &out->local_messages : &out->remote_messages) += is_new;
    }
  }
  return TC_OK;
}

static tc_status count_by_colour(const colour_pass *w) {
  tc_map columns = {0}, messages = {0};
  int *receiver = NULL;
  tc_status status = TC_ALLOC(receiver, w->pattern->width);
  if (!status) status = count_received(w, &columns);
  if (!status) status = count_sent(w, receiver, &messages);
  tc_free(receiver);
  tc_map_free(&columns);
  tc_map_free(&messages);
  return status;
}

tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out) {
  *out = (tc_counts){.barriers = 1};
  return count_by_colour(&(colour_pass){pattern, distribution, node_of_rank, rank, NULL, 1, out});
}

tc_status tc_count_colours(const tc_pattern *pattern, const tc_distribution *distribution,
                           const int *node_of_rank, int rank, const int32_t *colour, int colours,
                           tc_counts *out) {
  for (int c = 0; c < colours; c++) out[c] = (tc_counts){0};
  return count_by_colour(&(colour_pass){pattern, distribution, node_of_rank, rank, colour, colours, out});
}

/* Counts each column of another rank once, and each block of rows that contains such a column once. `columns`
 * and `blocks` are the sets of columns and blocks already counted. The position of the first row identifies a
 * block. */
static tc_status count_other_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                                    const int *node_of_rank, int rank, tc_map *columns, tc_map *blocks,
                                    tc_counts *out) {
  for (size_t e = 0, end = tc_pattern_entries(pattern); e < end; e++) {
    const tc_gid column = tc_pattern_at(pattern, e);
    const tc_location location = tc_distribution_locate(distribution, column);
    bool is_new;
    if (location.rank == rank) continue;
    TC_TRY(tc_map_add_gid(columns, column, &is_new));
    if (!is_new) continue;
    out->picked_values++;
    TC_TRY(tc_map_add_gid(blocks, column - location.local % distribution->block_size, &is_new));
    if (is_new)
      add_block(distribution, node_of_rank[location.rank] == node_of_rank[rank], location.rank,
                location.local / distribution->block_size, out);
  }
  return TC_OK;
}

tc_status tc_count_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out) {
  *out = (tc_counts){.barriers = 2};
  tc_map columns = {0}, blocks = {0};
  for (int32_t b = 0; b < tc_distribution_blocks(distribution, rank); b++)
    add_block(distribution, true, rank, b, out);
  tc_status status = count_other_blocks(pattern, distribution, node_of_rank, rank, &columns, &blocks, out);
  tc_map_free(&columns);
  tc_map_free(&blocks);
  return status;
}
