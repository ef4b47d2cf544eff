/* Checkpoints that contain values of only some cells. Each value is read by another rank than the one that
 * wrote it. */
#include "io/checkpoint/checkpoint.h"
#include "io/mesh/mesh_files.h"
#include "support/expect.h"
#include "support/parallel.h"

enum { cells = 200, step = 7 };

/* The owned cells of a rank in descending order of the cell number, with one value per cell. */
typedef struct share {
  tc_space space;
  tc_gid id[cells];
  int32_t row[cells];
  double value[cells];
  tc_restart_list keep;
} share;

/* Assigns cell c to rank c modulo the number of ranks. If `is_reversed` is true, the order of the ranks is
 * reversed. */
static void distribute_cells(tc_world *world, bool is_reversed, share *s) {
  *s = (share){.space = {.world = world, .cells = cells, .id = s->id}};
  for (int32_t c = cells; c-- > 0;) {
    const int rank = c % world->ranks;
    if ((is_reversed ? world->ranks - 1 - rank : rank) != world->rank) continue;
    s->row[s->space.owned] = s->space.owned;
    s->id[s->space.owned++] = c;
  }
}

static double number(tc_gid cell) { return 1.0 / (1.0 + (double)cell); }

/* Adds the owned cells with numbers >= `first` to the restart list. If `has_values` is false, the values
 * are set to -1, so that a later read must replace them. */
static void add_values(share *s, tc_gid first, bool has_values) {
  int32_t count = 0;
  while (count < s->space.owned && s->id[count] >= first) count++;
  for (int32_t k = 0; k < count; k++) s->value[k] = has_values ? number(s->id[k]) : -1.0;
  expect_ok(tc_restart_list_add_rows(&s->keep, &s->space, s->value, count, s->row, "some"));
}

static tc_status read_from(const tc_world *world, const folder *f, share *s, tc_gid first) {
  char path[200];
  snprintf(path, sizeof path, "%s/c.%d.h5", f->path, step);
  add_values(s, first, false);
  return tc_checkpoint_read(&s->space, world->rank == 0 ? path : NULL, &s->keep);
}

/* Collective. Writes a checkpoint that contains the cells with numbers >= 50. Returns its directory on the
 * root. */
static folder write_checkpoint(tc_world *world) {
  folder f = {"", ""};
  char path[200];
  share s;
  tc_checkpoint_attributes facts = {0};
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  snprintf(path, sizeof path, "%s/c.h5", f.path);
  const tc_checkpoint_paths place = {.path = path};
  distribute_cells(world, false, &s);
  add_values(&s, 50, true);
  expect_ok(tc_checkpoint_write(&s.space, &place, (tc_checkpoint_mark){step, 0}, &facts, &s.keep));
  tc_restart_list_free(&s.keep);
  return f;
}

ParallelTest(checkpoint_fill, each_rank_gets_what_it_wants) {
  const folder f = write_checkpoint(world);
  share s;
  for (tc_gid first = 50; first < 200; first += 70) {
    distribute_cells(world, true, &s);
    expect_ok(read_from(world, &f, &s, first));
    for (int64_t k = 0; k < s.keep.item[0].count; k++) cr_assert_eq(s.value[k], number(s.id[k]));
    tc_restart_list_free(&s.keep);
  }
  if (world->rank == 0) folder_remove(&f);
}

/* All ranks report the error, although only one rank reads cell 49, which is not in the checkpoint. */
ParallelTest(checkpoint_fill, what_is_missing_is_an_error_on_all_ranks) {
  const folder f = write_checkpoint(world);
  share s;
  distribute_cells(world, true, &s);
  expect_error(read_from(world, &f, &s, 49), TC_INPUT,
               "c.7.h5: is damaged: restart data some are incomplete");
  tc_restart_list_free(&s.keep);
  if (world->rank == 0) folder_remove(&f);
}
