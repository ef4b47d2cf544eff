/* Each function adds the work of one level on the rank with the largest load. The ranks of a node send one
 * after another to other nodes, so the number of values sent to other nodes is a mean over all ranks. A level
 * that few ranks own therefore counts less. */
#include "linear/hierarchy/multigrid_load.h"

#include <math.h>
#include <string.h>

#include "linear/cycle/row_windows.h"
#include "machine/parameters/params.h"

_Static_assert((int)TC_CYCLE_LEVELS == (int)TC_MULTIGRID_LEVELS, "a load has a part for each level");

enum { passes = 3, value_B = 4, message_value_B = 8, term_B = 8 };

static bool is(const tc_multigrid_level *level, const char *aggregation) {
  return strcmp(level->aggregation, aggregation) == 0;
}

static double width_of(const tc_multigrid_level *level) {
  return (double)level->entries / (double)level->rows;
}

/* Returns the fraction of the rows of a level that the rank with the most rows owns. */
static double share_of(const tc_multigrid_level *level) {
  return (double)level->rank_rows / (double)level->rows;
}

/* ---- load of the computations ---- */

static double stored_bytes(const tc_multigrid_level *level) {
  const double rows = (double)level->rank_rows, transfers = share_of(level) * (double)level->transfers;
  if (is(level, "direct")) return rows * rows * (double)sizeof(double) / 2.0;
  return rows * tc_smooth_row_bytes(width_of(level)) +
         2.0 * transfers * (is(level, "plain") ? value_B : term_B);
}

static tc_cycle_part part_of(const tc_multigrid_figures *f, int l, int degree) {
  const tc_multigrid_level *level = &f->level[l];
  const bool is_direct = is(level, "direct");
  const double all_B = tc_multigrid_count_level_bytes(f, l, degree);
  return (tc_cycle_part){.moved_B = is_direct ? all_B : share_of(level) * all_B,
                         .stored_B = stored_bytes(level),
                         .width = width_of(level),
                         .is_serial = is_direct || level->rank_rows < TC_SLICE_THREADED_ROWS};
}

/* ---- load of the messages ---- */

/* Returns the fraction of the messages of a level that goes to other nodes. */
static double remote_share(const tc_multigrid_level *level) {
  const tc_cycle_counts *c = &level->cycle;
  return c->messages > 0 ? (double)c->remote_messages / (double)c->messages : 0.0;
}

static int count_exchanges(const tc_multigrid_figures *f, int l, int degree) {
  const bool has_coarser = l < f->levels - 1;
  if (f->level[l].ranks <= 1) return 0;
  if (is(&f->level[l], "direct")) return 1;
  return tc_cycle_level_sweep_exchanges(degree, has_coarser) + 2 * has_coarser;
}

/* Converts a number of values: a value has 4 bytes in a cycle, but the load counts values of 8 bytes. */
static int64_t halve(double values) { return llround(values * value_B / message_value_B); }

static void add_messages(const tc_multigrid_level *level, int ranks, tc_counts *out) {
  const tc_cycle_counts *c = &level->cycle;
  out->local_messages += c->messages - c->remote_messages;
  out->remote_messages += c->remote_messages;
  out->local_values_out += halve((double)(c->values - c->remote_values));
  out->remote_values_out += halve((double)c->remote_values * level->ranks / ranks);
}

/* ---- load of the setup ---- */

/* Counts the messages of the setup of a level. Pairing exchanges ghosts twice in each round
 * (multigrid/pairing.c) and four times in each pass (multigrid/aggregation.c), and reduces once in each
 * round. A sparse exchange, of which a pass has two, takes about as long as two exchanges and a reduction.
 * Smoothed aggregation needs three exchanges, two sparse exchanges and a reduction. */
static void add_setup_messages(const tc_multigrid_figures *f, const tc_multigrid_level *level,
                               tc_levels_work *out) {
  const double rounds = (double)f->rounds / (f->levels - 1), is_smoothed = is(level, "smoothed"),
               sparse = 2.0 * passes + 2.0 * is_smoothed,
               exchanges = 2.0 * rounds + 4.0 * passes + 3.0 * is_smoothed + 2.0 * sparse;
  if (level->ranks <= 1) return;
  out->local_messages += exchanges * (1.0 - remote_share(level)) * level->peers;
  out->remote_messages += exchanges * remote_share(level) * level->peers;
  out->remote_B += exchanges * message_value_B * remote_share(level) * level->ghosts;
  out->reductions += rounds + is_smoothed + sparse;
}

static void add_setup(const tc_multigrid_figures *f, int l, tc_levels_work *out) {
  const tc_multigrid_level *level = &f->level[l];
  const double entries = (double)level->rank_rows * (1.0 + width_of(level));
  if (!is(level, "direct")) out->stored += entries;
  if (is(level, "smoothed")) out->smoothed += entries;
  if (l == f->levels - 1) return;
  out->aggregated += entries;
  add_setup_messages(f, level, out);
}

void tc_multigrid_load(const tc_multigrid_figures *f, int degree, tc_cycle_load *out) {
  *out = (tc_cycle_load){.levels = f->levels};
  for (int l = 0; l < f->levels; l++) {
    if (f->level[l].rows == 0) continue;
    out->part[l] = part_of(f, l, degree);
    out->exchanges += count_exchanges(f, l, degree);
    add_messages(&f->level[l], f->level[0].ranks, &out->counts);
    add_setup(f, l, &out->setup);
  }
}
