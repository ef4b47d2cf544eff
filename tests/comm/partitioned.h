/* A small mesh with a full table of adjacent cells, and a distribution that assigns rows one by one. Tests
 * compare the counts of dry runs with counts that are computed from these tables. */
#ifndef TC_TESTS_COMM_PARTITIONED_H
#define TC_TESTS_COMM_PARTITIONED_H

#include <stdlib.h>

#include "count/dry_run_counts.h"
#include "support/meshes.h"

enum { cells = 108, most_ranks = 8 };

/* ---- the mesh and its distribution ---- */

/* touch[a][b] is true if the row of cell a has an entry for cell b. */
typedef struct table {
  bool touch[cells][cells];
} table;

typedef struct sample {
  tc_graph *graph;
  table rings[3]; /* entries with one ring of neighbours [1] and with two rings [2]; [0] is unused */
  uint8_t given[cells], changing[cells];
} sample;

static inline void close_twice(const table *once, table *twice) {
  for (int a = 0; a < cells; a++)
    for (int b = 0; b < cells; b++) {
      twice->touch[a][b] = a != b && once->touch[a][b];
      for (int c = 0; c < cells && !twice->touch[a][b]; c++)
        twice->touch[a][b] = a != b && once->touch[a][c] && once->touch[c][b];
    }
}

static inline sample *sample_make(void) {
  sample *s = calloc(1, sizeof *s);
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.1);
  tc_dual *dual = NULL;
  cr_assert_eq(mesh->cells, cells);
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_graph_create(cells, 4, dual->neighbour, &s->graph));
  for (int e = 0; e < 4 * cells; e++)
    if (dual->neighbour[e] >= 0) s->rings[1].touch[e / 4][dual->neighbour[e]] = true;
  for (int c = 0; c < cells;
       c++) { /* boundary data in single and in consecutive cells, some at several faces of a cell */
    s->given[c] = (uint8_t)(c % 7 == 0 ? 2 : c > 80);
    s->changing[c] = (uint8_t)(c % 3 ? s->given[c] : c % 14 == 0);
  }
  close_twice(&s->rings[1], &s->rings[2]);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  return s;
}

static inline void sample_free(sample *s) {
  tc_graph_destroy(&s->graph);
  free(s);
}

/* Owner and block of each position. The tables are filled by assigning the rows to ranks one after
 * another. */
typedef struct division {
  tc_layout layout;
  tc_distribution *distribution;
  int32_t cell_at[cells], position_of[cells];
  int owner[cells], block[cells]; /* number of the block, counted on its owner */
  int block_rows[most_ranks][cells];
  int blocks[most_ranks];
} division;

static inline void deal(division *d, int ranks, int block_size) {
  const bool cyclic = d->distribution->kind == TC_DISTRIBUTION_CYCLIC;
  int rank = 0, owned[most_ranks] = {0};
  for (int p = 0; p < cells; p++) {
    if (cyclic && p > 0 && p % block_size == 0) rank = (rank + 1) % ranks;
    while (!cyclic && p == d->layout.first[rank + 1]) rank++;
    d->owner[p] = rank;
    d->block[p] = owned[rank]++ / block_size;
    d->block_rows[rank][d->block[p]]++;
    d->blocks[rank] = d->block[p] + 1;
  }
}

static inline division divide(const sample *s, int ranks, tc_distribution_kind kind, int block_size) {
  const tc_layout_options choice = {tc_order_find("rcm"), 0, kind, block_size, TC_OBJECTIVE_CUT,
                                    TC_PARTITIONER_AUTO};
  division d = {.distribution = NULL};
  expect_ok(tc_layout_create(s->graph, NULL, ranks, &choice, &d.layout));
  expect_ok(tc_distribution_create(kind, cells, ranks, block_size, d.layout.first, &d.distribution));
  for (int32_t p = 0; p < cells; p++) {
    d.cell_at[p] = d.layout.order[p];
    d.position_of[d.cell_at[p]] = p;
  }
  deal(&d, ranks, block_size);
  return d;
}

static inline void division_free(division *d) {
  tc_layout_destroy(&d->layout);
  tc_distribution_destroy(&d->distribution);
}

/* ---- counts computed from the tables ---- */

typedef struct view {
  const division *d;
  const table *t;
  const int *node; /* [ranks], compute node of each rank */
  int rank, ranks, width;
} view;

static inline bool reads(const view *v, int row, int column) {
  return v->d->owner[row] == v->rank && v->d->owner[column] != v->rank &&
         v->t->touch[v->d->cell_at[row]][v->d->cell_at[column]];
}

static inline bool is_local(const view *v, int other) { return v->node[other] == v->node[v->rank]; }

static inline void expect_same(tc_counts got, tc_counts wanted, const char *strategy, const char *what,
                               int rank) {
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    cr_assert_eq(got.by_index[c], wanted.by_index[c], "%s, %s, rank %d: %lld %s, %lld by hand", strategy,
                 what, rank, (long long)got.by_index[c], tc_count_name(c), (long long)wanted.by_index[c]);
}

#endif
