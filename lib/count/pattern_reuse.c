/* Local column numbers for patterns in global positions, and the reuse counts of their rows. An owned column
 * gets the local row as its number. Ghosts get the numbers after those of all owned rows, in the order of a
 * halo. Patterns of real runs already have these numbers, so the module computes numbers only for dry
 * runs. */
#include "count/pattern_reuse.h"

#include <stdlib.h>

#include "base/containers/map.h"
#include "base/core/memory.h"

/* Local numbering, as in a halo, of the columns of a pattern that contains global positions. */
typedef struct numbering {
  const tc_pattern *pattern;
  const tc_distribution *distribution;
  int32_t rank;
  int32_t *column; /* local number of the column of each entry */
  tc_map ghosts;   /* set of the positions of the ghosts */
  int32_t *number; /* [ghosts.count] local number of each entry of `ghosts` */
} numbering;

/* Returns the local row at a position; -1 if another rank owns the row. The function has a fast path for the
 * kind metis, because it is called for each entry. */
static int32_t find_own_row(const numbering *n, tc_gid position) {
  const tc_distribution *d = n->distribution;
  if (d->kind == TC_DISTRIBUTION_METIS) {
    const tc_gid row = position - d->first[n->rank];
    return row >= 0 && row < n->pattern->rows ? (int32_t)row : -1;
  }
  const tc_location location = tc_distribution_locate(d, position);
  return location.rank == n->rank ? location.local : -1;
}

/* Sets the local numbers of owned columns. Adds the positions of all other columns to the set `ghosts`. Such
 * a column gets the number -1 - g, where g is the number of the position in the set. */
static tc_status number_own_columns(numbering *n) {
  for (size_t e = 0; e < tc_pattern_entries(n->pattern); e++) {
    const tc_gid position = tc_pattern_at(n->pattern, e);
    int ghost;
    n->column[e] = find_own_row(n, position);
    if (n->column[e] >= 0) continue;
    TC_TRY(tc_map_add(&n->ghosts, &position, sizeof position, &ghost, NULL));
    n->column[e] = -1 - ghost;
  }
  return TC_OK;
}

typedef struct ghost {
  tc_location location;
  int entry; /* number that the ghost has in the set numbering.ghosts */
} ghost;

/* Comparison for qsort: sorts positions by owner and then by local row, as a halo does. */
static int compare_owners(const void *a, const void *b) {
  const tc_location x = ((const ghost *)a)->location, y = ((const ghost *)b)->location;
  if (x.rank != y.rank) return (x.rank > y.rank) - (x.rank < y.rank);
  return (x.local > y.local) - (x.local < y.local);
}

static tc_status sort_ghosts(numbering *n) {
  const int count = n->ghosts.count;
  ghost *ghosts = NULL;
  TC_TRY(TC_ALLOC(n->number, count));
  TC_TRY(TC_ALLOC(ghosts, count));
  for (int g = 0; g < count; g++) {
    const tc_gid *position = tc_map_key(&n->ghosts, g, NULL);
    ghosts[g] = (ghost){tc_distribution_locate(n->distribution, *position), g};
  }
  if (count > 0) qsort(ghosts, (size_t)count, sizeof *ghosts, compare_owners);
  for (int g = 0; g < count; g++) n->number[ghosts[g].entry] = n->pattern->rows + g;
  tc_free(ghosts);
  return TC_OK;
}

static tc_status number_columns(numbering *n) {
  const size_t entries = tc_pattern_entries(n->pattern);
  TC_TRY(TC_ALLOC(n->column, entries));
  TC_TRY(number_own_columns(n));
  TC_TRY(sort_ghosts(n));
  for (size_t e = 0; e < entries; e++)
    if (n->column[e] < 0) n->column[e] = n->number[-1 - n->column[e]];
  return TC_OK;
}

/* Sets *out to the pattern with local column numbers. The pattern of a real run already has local column
 * numbers, which are used unchanged. */
static tc_status create_columns(numbering *n, tc_ell_pattern *out) {
  const tc_pattern *p = n->pattern;
  if (!p->position) TC_TRY(number_columns(n));
  *out = (tc_ell_pattern){p->rows, p->rows, p->width, p->position ? p->column : n->column, p->begin};
  for (size_t e = 0; e < tc_pattern_entries(p); e++)
    if (out->column[e] >= out->columns) out->columns = out->column[e] + 1;
  return TC_OK;
}

static void free_columns(numbering *n) {
  tc_map_free(&n->ghosts);
  tc_free(n->number);
  tc_free(n->column);
}

tc_status tc_pattern_count_reuse(const tc_pattern *pattern, const tc_distribution *distribution, int32_t rank,
                                 tc_reuse *out) {
  numbering n = {.pattern = pattern,
                 .distribution = distribution,
                 .rank = rank,
                 .ghosts = {.key_bytes = sizeof(tc_gid)}};
  tc_ell_pattern columns;
  tc_status status = create_columns(&n, &columns);
  if (!status) status = tc_reuse_count(&columns, tc_reuse_pattern_row_bytes(&columns), out);
  free_columns(&n);
  return status;
}
