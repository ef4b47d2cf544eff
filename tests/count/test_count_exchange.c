#include "count/count_exchange.h"

#include "comm/exchange/strategy.h"
#include "support/expect.h"

/* Pattern of six rows. Each row reads its neighbours in a ring, and rows 0 and 3 also read each other. The
 * width is 4 with padding. Each of three ranks owns two consecutive rows. */
static const int32_t touched[6][4] = {{1, 3, 5, 0}, {0, 2, 1, 1}, {1, 3, 2, 2},
                                      {0, 2, 4, 3}, {3, 5, 4, 4}, {0, 4, 5, 5}};

static const tc_gid first_rows[4] = {0, 2, 4, 6};

static tc_pattern make_pattern(int rank) {
  return (tc_pattern){.rows = 2, .width = 4, .column = touched[2 * rank]};
}

static tc_counts count(const int *node_of_rank, int rank) {
  tc_distribution *d = NULL;
  tc_counts traffic = {0};
  const tc_pattern pattern = make_pattern(rank);
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, 6, 3, 2, first_rows, &d));
  expect_ok(tc_count_unique(&pattern, d, node_of_rank, rank, &traffic));
  tc_distribution_destroy(&d);
  return traffic;
}

/* Returns the counts of one rank for a strategy. With some strategies a rank also moves values for rows of
 * other ranks, and these are included. */
static tc_counts count_strategy(const tc_strategy *strategy, const int *node_of_rank, int rank) {
  tc_distribution *d = NULL;
  tc_counts all[3] = {0};
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, 6, 3, 2, first_rows, &d));
  for (int r = 0; r < 3; r++) {
    const tc_pattern pattern = make_pattern(r);
    expect_ok(tc_strategy_count_traffic(strategy, &pattern, d, node_of_rank, r, all));
  }
  tc_distribution_destroy(&d);
  return all[rank];
}

static void expect_counts(tc_counts got, int64_t local_in, int64_t remote_in, int64_t local_out,
                          int64_t remote_out, int64_t messages) {
  cr_assert_eq(got.local_values, local_in, "local in: %lld", (long long)got.local_values);
  cr_assert_eq(got.remote_values, remote_in, "remote in: %lld", (long long)got.remote_values);
  cr_assert_eq(got.local_values_out, local_out, "local out: %lld", (long long)got.local_values_out);
  cr_assert_eq(got.remote_values_out, remote_out, "remote out: %lld", (long long)got.remote_values_out);
  cr_assert_eq(got.remote_messages, messages, "messages: %lld", (long long)got.remote_messages);
}

/* Expected counts of unique values. Rank 0 needs rows 2 and 3 of rank 1 and row 5 of rank 2. Rank 1 needs
 * rows 0, 1 and 4. Rank 2 needs rows 0 and 3. */
Test(count, unique_values_by_hand) {
  const int one_node[3] = {0, 0, 0}, three[3] = {0, 1, 2}, last_apart[3] = {0, 0, 1};
  expect_counts(count(one_node, 0), 3, 0, 3, 0, 0);
  expect_counts(count(one_node, 1), 3, 0, 3, 0, 0);
  expect_counts(count(one_node, 2), 2, 0, 2, 0, 0);
  expect_counts(count(three, 0), 0, 3, 0, 3, 2);
  expect_counts(count(three, 1), 0, 3, 0, 3, 2);
  expect_counts(count(three, 2), 0, 2, 0, 2, 2);
  expect_counts(count(last_apart, 0), 2, 1, 2, 1, 1);
  expect_counts(count(last_apart, 1), 2, 1, 2, 1, 1);
  expect_counts(count(last_apart, 2), 0, 2, 0, 2, 2);
}

static int64_t count_pointer_rows(const char *strategy, const int *node_of_rank, int rank) {
  return count_strategy(tc_strategy_find(strategy), node_of_rank, rank).pointer_rows;
}

/* Expected counts of rows that read through pointers. All six rows read values of other ranks. Row 0 reads
 * ranks 1 and 2, and row 3 reads ranks 0 and 2. Rows 1, 2, 4 and 5 read one rank each, which is 1, 0, 1
 * and 0.
 * If the last rank is on another node, rows 0 and 3 also read remote values, and rows 4 and 5 read only
 * remote values. */
Test(count, pointer_rows_by_hand) {
  const int one_node[3] = {0, 0, 0}, three[3] = {0, 1, 2}, last_apart[3] = {0, 0, 1},
            first_apart[3] = {0, 1, 1};
  const int64_t with_last_apart[3] = {1, 1, 0}, with_first_apart[3] = {0, 0, 1};
  for (int r = 0; r < 3; r++) {
    cr_expect_eq(count_pointer_rows("fine", one_node, r), 2);
    cr_expect_eq(count_pointer_rows("fine", three, r), 0);
    cr_expect_eq(count_pointer_rows("fine", last_apart, r), with_last_apart[r], "rank %d", r);
    cr_expect_eq(count_pointer_rows("fine", first_apart, r), with_first_apart[r], "rank %d", r);
    cr_expect_eq(count_pointer_rows("batched", first_apart, r), with_first_apart[r], "rank %d", r);
  }
}

/* Expects the counts of rank 0, which owns one row per letter of `row`. Ranks 1 and 2 own one row each. A
 * row reads own values only (o), also rank 1 (p), also rank 2 (r), or both (b). Ranks 0 and 1 are on one
 * node. Rank 2 is on another node unless `together` is true. */
static void expect_runs(const char *row, bool together, int64_t pointer_rows, int64_t runs) {
  enum { most = 16 };
  const int32_t rows = (int32_t)strlen(row);
  const tc_gid first[4] = {0, rows, rows + 1, rows + 2};
  const int nodes[3] = {0, 0, together ? 0 : 1};
  int32_t column[most][4];
  tc_distribution *d = NULL;
  tc_counts fine, tiles;
  for (int32_t i = 0; i < rows; i++) {
    for (int k = 0; k < 4; k++) column[i][k] = i;
    if (row[i] == 'p' || row[i] == 'b') column[i][1] = rows;
    if (row[i] == 'r' || row[i] == 'b') column[i][2] = rows + 1;
  }
  const tc_pattern pattern = {.rows = rows, .width = 4, .column = column[0]};
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, rows + 2, 3, 7, first, &d));
  expect_ok(tc_count_individual(&pattern, d, nodes, 0, &fine));
  expect_ok(tc_count_tiles(&pattern, d, nodes, 0, &tiles));
  cr_expect_eq(fine.pointer_rows, pointer_rows, "%s: %lld rows", row, (long long)fine.pointer_rows);
  cr_expect_eq(fine.pointer_runs, runs, "%s: %lld runs", row, (long long)fine.pointer_runs);
  cr_expect_eq(tiles.pointer_runs, runs, "%s: %lld runs of batched", row, (long long)tiles.pointer_runs);
  tc_distribution_destroy(&d);
}

/* A run is a sequence of consecutive rows that read through pointers. A row that reads another node must
 * end a run. */
Test(count, pointer_runs_by_hand) {
  expect_runs("oooo", false, 0, 0);
  expect_runs("p", false, 1, 1);
  expect_runs("pppp", false, 4, 1);
  expect_runs("poop", false, 2, 2);
  expect_runs("opoppopppo", false, 6, 3);
  expect_runs("pprpbp", false, 4, 3);
  expect_runs("rrbb", false, 0, 0);
  expect_runs("pprpbp", true, 6, 1);
  expect_runs("orobop", true, 3, 3);
}

/* Only the strategies fine and batched have separate counts for rows that read through pointers. */
Test(count, pointer_rows_of_the_others) {
  const int one_node[3] = {0, 0, 0};
  for (int i = 0; i < tc_strategy_count(); i++)
    if (strcmp(tc_strategy_at(i)->name, "fine") != 0 && strcmp(tc_strategy_at(i)->name, "batched") != 0)
      for (int r = 0; r < 3; r++) cr_expect_eq(count_pointer_rows(tc_strategy_at(i)->name, one_node, r), 0);
}

/* Expected numbers of barriers. Strategies that read x directly, and the strategy block, need two
 * barriers: after x is complete, and before x may be overwritten. The strategy condensed needs one barrier
 * after all messages. The other strategies wait only for their own messages and have no barriers. */
Test(count, barriers_by_hand) {
  static const struct {
    const char *name;
    int64_t barriers;
  } strategies[] = {{"naive", 2},     {"fine", 2}, {"batched", 2},   {"block", 2},
                    {"condensed", 1}, {"none", 0}, {"neighbour", 0}, {"bcs", 0}};
  enum { count = sizeof strategies / sizeof *strategies };
  const int nodes[3] = {0, 0, 1};
  cr_assert_eq(tc_strategy_count(), (int)count, "a strategy is missing here");
  for (int i = 0; i < (int)count; i++)
    for (int r = 0; r < 3; r++) {
      const tc_counts traffic = count_strategy(tc_strategy_find(strategies[i].name), nodes, r);
      cr_expect_eq(traffic.barriers, strategies[i].barriers, "%s: %lld", strategies[i].name,
                   (long long)traffic.barriers);
    }
}

/* The strategy batched reads remote values once per tile of 64 rows that need any. Rank 0 has 150 rows.
 * The 100 rows whose numbers are not divisible by 3 read both values of rank 1, so they form two tiles. */
Test(count, tiles_by_hand) {
  enum { rows = 150 };
  const tc_gid first[3] = {0, rows, rows + 2};
  const int nodes[2] = {0, 1}, one[2] = {0, 0};
  int32_t column[rows][4];
  tc_distribution *d = NULL;
  tc_counts apart, together;
  for (int32_t i = 0; i < rows; i++)
    for (int k = 0; k < 4; k++) column[i][k] = k < 2 && i % 3 ? rows + k : i;
  const tc_pattern pattern = {.rows = rows, .width = 4, .column = column[0]};
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, rows + 2, 2, 7, first, &d));
  expect_ok(tc_count_tiles(&pattern, d, nodes, 0, &apart));
  expect_ok(tc_count_tiles(&pattern, d, one, 0, &together));
  cr_expect_eq(apart.remote_individual, 4);
  cr_expect_eq(apart.remote_batches, 2);
  cr_expect_eq(apart.local_individual + apart.pointer_rows, 0);
  cr_expect_eq(together.local_individual, 200);
  cr_expect_eq(together.pointer_rows, 100);
  cr_expect_eq(together.remote_individual + together.remote_batches, 0);
  tc_distribution_destroy(&d);
}

Test(count, one_rank_and_no_rows) {
  const int node[2] = {0, 1};
  int32_t column[24];
  tc_distribution *d = NULL;
  tc_counts traffic = {0};
  memcpy(column, touched, sizeof column);
  const tc_pattern all = {.rows = 6, .width = 4, .column = column}, none = {.width = 4, .column = column};
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, 6, 2, 6, NULL, &d)); /* rank 1 has no rows */
  expect_ok(tc_count_unique(&all, d, node, 0, &traffic));
  expect_counts(traffic, 0, 0, 0, 0, 0);
  expect_ok(tc_count_unique(&none, d, node, 1, &traffic));
  expect_counts(traffic, 0, 0, 0, 0, 0);
  expect_ok(tc_count_individual(&all, d, node, 0, &traffic));
  cr_assert_eq(traffic.pointer_rows, 0, "a row that reads own values only needs no pointers");
  expect_ok(tc_count_individual(&none, d, node, 1, &traffic));
  cr_assert_eq(traffic.pointer_rows, 0);
  cr_assert_eq(traffic.barriers, 2, "a rank without rows takes part in the barriers");
  tc_distribution_destroy(&d);
}
