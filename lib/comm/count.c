#include "comm/count.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

/* Counts the accesses of one row; true when it reads other ranks, and only ranks of the same node. */
static bool count_row(const tc_gid *column, int width, const tc_distribution *distribution,
                      const int *node_of_rank, int rank, tc_counts *out) {
  int local = 0, remote = 0;
  for (int k = 0; k < width; k++) {
    int owner = tc_distribution_owner(distribution, column[k]);
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
  *out = (tc_counts){.barriers = 2};
  for (int32_t i = 0; i < pattern->rows; i++)
    out->pointer_rows += count_row(pattern->column + (size_t)i * (size_t)pattern->width, pattern->width,
                                   distribution, node_of_rank, rank, out);
  return TC_OK;
}

/* Notes one block of `owner`. */
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

static int rising(const void *a, const void *b) {
  tc_gid x = *(const tc_gid *)a, y = *(const tc_gid *)b;
  return (x > y) - (x < y);
}

/* The distinct columns of the pattern that other ranks own, in rising order; returns how many. */
static int32_t foreign_columns(const tc_pattern *pattern, const tc_distribution *distribution, int rank,
                               tc_gid *columns) {
  size_t entries = (size_t)pattern->rows * (size_t)pattern->width, foreign = 0;
  for (size_t e = 0; e < entries; e++)
    if (tc_distribution_owner(distribution, pattern->column[e]) != rank)
      columns[foreign++] = pattern->column[e];
  qsort(columns, foreign, sizeof *columns, rising);
  int32_t unique = 0;
  for (size_t e = 0; e < foreign; e++)
    if (unique == 0 || columns[unique - 1] != columns[e]) columns[unique++] = columns[e];
  return unique;
}

/* Ranks other than `rank` that own a column of a row: they need that row's value. Returns how many. */
static int takers(const tc_pattern *pattern, const tc_distribution *distribution, int rank, int32_t row,
                  int *taker) {
  int found = 0;
  const tc_gid *column = pattern->column + (size_t)row * (size_t)pattern->width;
  for (int k = 0; k < pattern->width; k++) {
    int owner = tc_distribution_owner(distribution, column[k]), seen = owner == rank;
    for (int i = 0; i < found; i++) seen |= taker[i] == owner;
    if (!seen) taker[found++] = owner;
  }
  return found;
}

static void count_sent(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, char *addressed, tc_counts *out) {
  int taker[64];
  for (int32_t row = 0; row < pattern->rows; row++) {
    int n = takers(pattern, distribution, rank, row, taker);
    for (int i = 0; i < n; i++) {
      const bool local = node_of_rank[taker[i]] == node_of_rank[rank], first = !addressed[taker[i]];
      *(local ? &out->local_values_out : &out->remote_values_out) += 1;
      *(local ? &out->local_messages : &out->remote_messages) += first;
      addressed[taker[i]] = 1;
    }
  }
}

tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out) {
  *out = (tc_counts){.barriers = 1};
  tc_gid *columns = NULL;
  char *addressed = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(columns, (size_t)pattern->rows * (size_t)pattern->width));
  TC_GUARD(status, TC_ALLOC_ZERO(addressed, distribution->ranks));
  int32_t unique = foreign_columns(pattern, distribution, rank, columns);
  for (int32_t i = 0; i < unique; i++) {
    int owner = tc_distribution_owner(distribution, columns[i]);
    if (node_of_rank[owner] == node_of_rank[rank])
      out->local_values++;
    else
      out->remote_values++;
  }
  count_sent(pattern, distribution, node_of_rank, rank, addressed, out);
cleanup:
  tc_free(columns);
  tc_free(addressed);
  return status;
}

tc_status tc_count_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out) {
  *out = (tc_counts){.barriers = 2};
  tc_gid *columns = NULL;
  TC_TRY(TC_ALLOC(columns, (size_t)pattern->rows * (size_t)pattern->width));
  int32_t unique = foreign_columns(pattern, distribution, rank, columns), last_block = -1;
  for (int32_t b = 0; b < tc_distribution_blocks(distribution, rank); b++)
    add_block(distribution, true, rank, b, out);
  /* Rising positions visit each foreign block once, without a break: in both kinds a block is contiguous. */
  for (int32_t i = 0, last_owner = -1; i < unique; i++) {
    int32_t owner = tc_distribution_owner(distribution, columns[i]);
    int32_t block = tc_distribution_local(distribution, columns[i]) / distribution->block_size;
    if (owner == last_owner && block == last_block) continue;
    add_block(distribution, node_of_rank[owner] == node_of_rank[rank], owner, block, out);
    last_owner = owner;
    last_block = block;
  }
  tc_free(columns);
  return TC_OK;
}
