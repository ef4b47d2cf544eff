#include "comm/fine_rows.h"

#include "base/memory.h"

static tc_reach reach_of(const tc_world *world, const tc_fine_rows *rows, const tc_ell *M, int32_t row) {
  const int32_t *column = M->column + (size_t)row * (size_t)M->width;
  tc_reach reach = TC_REACH_OWN;
  for (int k = 0; k < M->width; k++) {
    if (column[k] < rows->owned) continue;
    int owner = tc_fine_place(rows, column[k]).rank;
    if (world->near_of_rank[owner] != world->near_of_rank[world->rank]) return TC_REACH_FAR;
    reach = TC_REACH_NEAR;
  }
  return reach;
}

/* Walks the rows; stores the runs when `run` is not NULL. Returns how many there are; *slots: NEAR rows. */
static int32_t find_runs(const tc_world *world, const tc_fine_rows *rows, const tc_ell *M, tc_fine_run *run,
                         int32_t *slots) {
  tc_fine_run open = {.end = 0};
  int32_t runs = 0;
  *slots = 0;
  for (int32_t i = 0; i < rows->owned; i++) {
    tc_reach reach = reach_of(world, rows, M, i);
    if (i == 0 || reach != open.reach || i - open.begin == TC_FINE_RUN) {
      runs++;
      open = (tc_fine_run){.reach = reach, .begin = i, .slot = *slots};
    }
    open.end = i + 1;
    *slots += reach == TC_REACH_NEAR;
    if (run) run[runs - 1] = open;
  }
  return runs;
}

static void fill_near(tc_fine_rows *rows, const tc_ell *M) {
  const size_t width = (size_t)M->width;
  for (int32_t r = 0; r < rows->runs; r++) {
    const tc_fine_run *run = &rows->run[r];
    if (run->reach != TC_REACH_NEAR) continue;
    tc_place *place = rows->near + (size_t)run->slot * width;
    const int32_t *column = M->column + (size_t)run->begin * width;
    for (size_t e = 0; e < (size_t)(run->end - run->begin) * width; e++)
      place[e] = tc_fine_place(rows, column[e]);
  }
}

static tc_status fill(const tc_world *world, const tc_halo *halo, const tc_ell *M, tc_fine_rows *rows) {
  int32_t slots;
  TC_TRY(TC_ALLOC(rows->ghost, halo->ghosts));
  for (int32_t g = 0; g < halo->ghosts; g++)
    rows->ghost[g] = tc_distribution_locate(halo->distribution, halo->ghost_position[g]);
  rows->runs = find_runs(world, rows, M, NULL, &slots);
  TC_TRY(TC_ALLOC(rows->run, rows->runs));
  TC_TRY(TC_ALLOC(rows->near, (size_t)slots * (size_t)M->width));
  find_runs(world, rows, M, rows->run, &slots);
  fill_near(rows, M);
  return TC_OK;
}

tc_status tc_fine_rows_create(const tc_world *world, const tc_halo *halo, const tc_ell *M,
                              tc_fine_rows **out) {
  tc_fine_rows *rows = NULL;
  TC_TRY(TC_ALLOC_ZERO(rows, 1));
  rows->owned = halo->owned;
  rows->rank = world->rank;
  tc_status status = fill(world, halo, M, rows);
  if (status)
    tc_fine_rows_destroy(&rows);
  else
    *out = rows;
  return status;
}

void tc_fine_rows_destroy(tc_fine_rows **rows) {
  if (!*rows) return;
  tc_free((*rows)->run);
  tc_free((*rows)->ghost);
  tc_free((*rows)->near);
  tc_free(*rows);
  *rows = NULL;
}

int32_t tc_fine_first_run(const tc_fine_rows *rows, int64_t row) {
  int32_t low = 0, high = rows->runs;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (rows->run[middle].begin < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
