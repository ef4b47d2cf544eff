/* Sweeps visit the rows by colour and exchange ghosts between colours. Compares the counts of these
 * exchanges in dry runs with counts that are computed from the tables. */
#include "comm/partitioned.h"

/* Returns the colour of a cell. There are 5 colours, of which two occur only in a few cells. */
static int colour_of_cell(int cell) { return cell < 9 ? cell % 5 : cell % 3; }

static int64_t needed_of_colour(const view *v, int from, int to, int colour) {
  view other = *v;
  int64_t count = 0;
  other.rank = to;
  for (int column = 0; column < cells; column++) {
    bool any = false;
    if (v->d->owner[column] != from || colour_of_cell(v->d->cell_at[column]) != colour) continue;
    for (int row = 0; row < cells; row++) any |= reads(&other, row, column);
    count += any;
  }
  return count;
}

/* Returns the counts of the exchanges in one sweep. The forward sweep exchanges all colours but the last,
 * and the backward sweep (`back`) all but the first. */
static tc_counts sweeps(const view *v, bool back) {
  tc_counts out = {0};
  for (int colour = 0; colour < 5; colour++)
    for (int other = 0; other < v->ranks; other++) {
      const int times = (colour < 4) + (back && colour > 0);
      if (other == v->rank) continue;
      const int64_t in = needed_of_colour(v, other, v->rank, colour),
                    sent = needed_of_colour(v, v->rank, other, colour);
      *(is_local(v, other) ? &out.local_values : &out.remote_values) += times * in;
      *(is_local(v, other) ? &out.local_values_out : &out.remote_values_out) += times * sent;
      *(is_local(v, other) ? &out.local_messages : &out.remote_messages) += sent > 0 ? times : 0;
    }
  return out;
}

static void expect_sweeps(const sample *s, const division *d, int rings, const int *node) {
  const tc_dry_run_layout run = {s->graph, d->cell_at, d->position_of,      d->distribution,
                                 node,     rings,      rings == 1 ? 4 : 16, {NULL, NULL, false}};
  int32_t colour[cells];
  tc_counts moved[most_ranks];
  for (int p = 0; p < cells; p++) colour[p] = colour_of_cell(d->cell_at[p]);
  for (int back = 0; back < 2; back++) {
    memset(moved, 0x5a, sizeof moved);
    expect_ok(tc_dry_run_count_sweeps(&run, &(tc_dry_run_colours){colour, 5, back}, moved));
    for (int r = 0; r < d->distribution->ranks; r++) {
      const view v = {d, &s->rings[rings], node, r, d->distribution->ranks, 0};
      expect_same(moved[r], sweeps(&v, back), back ? "there and back" : "there", "sweeps", r);
    }
  }
}

static void expect_distribution(tc_distribution_kind kind, int block_size) {
  sample *s = sample_make();
  int node[most_ranks];
  for (int ranks = 1; ranks <= most_ranks; ranks++) {
    division d = divide(s, ranks, kind, block_size);
    for (int together = 1; together <= most_ranks; together *= 2) {
      for (int r = 0; r < most_ranks; r++) node[r] = r / together;
      for (int rings = 1; rings <= 2; rings++) expect_sweeps(s, &d, rings, node);
    }
    division_free(&d);
  }
  sample_free(s);
}

Test(imagine_sweeps, parts_of_the_mesh) { expect_distribution(TC_DISTRIBUTION_METIS, 7); }
Test(imagine_sweeps, blocks_dealt) { expect_distribution(TC_DISTRIBUTION_CYCLIC, 10); }

/* There are fewer blocks than ranks, so some ranks have no rows. */
Test(imagine_sweeps, fewer_blocks_than_ranks) { expect_distribution(TC_DISTRIBUTION_CYCLIC, 40); }
