/* Tests of the work and traffic of multigrid cycles that models use, and of the log of multigrid figures. The
 * expected values are computed by hand for two small levels. */
#include "linear/hierarchy/multigrid_load.h"

#include <math.h>

#include "base/program/log_stream.h"
#include "support/expect.h"

/* Returns figures of two levels. The first one has 100 rows on two ranks, each on its own node. The coarsest
 * level has 10 rows on one of these ranks. */
static tc_multigrid_figures two_levels(void) {
  return (tc_multigrid_figures){.levels = 2,
                                .level = {{.rows = 100,
                                           .entries = 400,
                                           .rank_rows = 50,
                                           .transfers = 100,
                                           .aggregation = "plain",
                                           .ranks = 2,
                                           .ghosts = 8,
                                           .peers = 2,
                                           .cycle = {12, 100, 6, 40}},
                                          {.rows = 10, .rank_rows = 10, .aggregation = "direct", .ranks = 1}},
                                .complexity = 1.02,
                                .rounds = 12};
}

/* The bytes of the finest level must be those computed in test_multigrid.c. One rank solves the coarsest
 * level with a dense triangular factor. */
Test(multigrid_load, bytes_of_two_levels) {
  const tc_multigrid_figures f = two_levels();
  tc_cycle_load load;
  tc_multigrid_load(&f, 2, &load);
  const tc_cycle_part *part = load.part;
  cr_expect_eq(load.levels, 2);
  cr_expect_eq(part[0].moved_B, (3200 + 2 * 4000 + 11 * 400 + 2080) / 2.0);
  cr_expect_eq(part[0].stored_B, 50 * (8 * 4 + 24) + 2 * 50 * 4);
  cr_expect(part[0].width == 4.0 && part[0].is_serial);
  cr_expect_eq(part[1].moved_B, 8 * 10 * 10);
  cr_expect_eq(part[1].stored_B, 8 * 10 * 10 / 2);
  cr_expect(part[1].is_serial);
  cr_expect_eq(part[0].moved_B * 2 + part[1].moved_B, tc_multigrid_count_cycle_bytes(&f, 2));
}

/* A cycle has six exchanges, four of the smoother and two of the transfers. A value has 4 bytes, but the load
 * counts values of 8 bytes. If only half of the ranks own rows, a node sends half of the values. */
Test(multigrid_load, messages_of_two_levels) {
  tc_multigrid_figures f = two_levels();
  tc_cycle_load load;
  tc_multigrid_load(&f, 2, &load);
  cr_expect_eq(load.exchanges, 6);
  cr_expect(load.counts.local_messages == 6 && load.counts.remote_messages == 6);
  cr_expect(load.counts.local_values_out == 30 && load.counts.remote_values_out == 20);
  f.levels = 3;
  f.level[2] = f.level[1];
  f.level[1] = f.level[0];
  f.level[0].ranks = 4;
  tc_multigrid_load(&f, 2, &load);
  cr_expect_eq(load.exchanges, 12);
  cr_expect(load.counts.local_messages == 12 && load.counts.remote_messages == 12);
  cr_expect(load.counts.local_values_out == 60 && load.counts.remote_values_out == 20 + 10);
}

/* The figures contain 12 rounds of pairing, which determine the exchanges of the setup. Half of the messages
 * go to the other node. */
Test(multigrid_load, setup_of_two_levels) {
  const tc_multigrid_figures f = two_levels();
  tc_cycle_load load;
  tc_multigrid_load(&f, 2, &load);
  const tc_levels_work *w = &load.setup;
  const double exchanges = 2 * 12 + 4 * 3 + 2 * 6;
  cr_expect(w->aggregated == 250 && w->smoothed == 0 && w->stored == 250);
  cr_expect(w->local_messages == exchanges && w->remote_messages == exchanges);
  cr_expect(w->remote_B == exchanges * 8 * 4 && w->reductions == 12 + 6);
}

/* The setup of a smoothed level needs three more exchanges with peers, two more sparse exchanges and one more
 * reduction than a plain level. */
Test(multigrid_load, smoothed_level) {
  tc_multigrid_figures f = two_levels();
  tc_cycle_load plain, smoothed;
  tc_multigrid_load(&f, 2, &plain);
  f.level[0].aggregation = "smoothed";
  tc_multigrid_load(&f, 2, &smoothed);
  cr_expect_eq(smoothed.setup.smoothed, 250);
  cr_expect_eq(smoothed.setup.local_messages, plain.setup.local_messages + 3 + 2 * 2);
  cr_expect_eq(smoothed.setup.reductions, plain.setup.reductions + 1 + 2);
  cr_expect_eq(smoothed.part[0].stored_B, plain.part[0].stored_B + 2 * 50 * 4);
}

/* A level on one rank has no exchanges, and a hierarchy of one level has no aggregates. */
Test(multigrid_load, one_rank_and_one_level) {
  tc_multigrid_figures f = two_levels();
  tc_cycle_load load;
  f.level[0].ranks = 1;
  f.level[0].cycle = (tc_cycle_counts){0, 0, 0, 0};
  tc_multigrid_load(&f, 2, &load);
  cr_expect(load.exchanges == 0 && load.counts.local_messages == 0 && load.setup.reductions == 0.0);
  f.levels = 1;
  f.level[0].aggregation = "none";
  f.level[0].ranks = 2;
  tc_multigrid_load(&f, 2, &load);
  cr_expect_eq(load.exchanges, 3);
  cr_expect(load.setup.aggregated == 0 && load.setup.stored == 250);
  f.levels = 0;
  tc_multigrid_load(&f, 2, &load);
  cr_expect_eq(load.levels, 0);
}

static void expect_log(const tc_multigrid_figures *f, const tc_multigrid_forecast *forecast,
                       const char *first, const char *last) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, stream), TC_LOG_NORMAL, NULL, NULL};
  tc_multigrid_figures_log(f, forecast, &log);
  fclose(stream);
  cr_expect(strstr(text, first) && strstr(text, last), "%s", text);
  cr_expect(strstr(text, "      0         100          5.0  plain            2            2             8"),
            "%s", text);
  free(text);
}

Test(multigrid_load, log_of_figures) {
  tc_multigrid_figures f = two_levels();
  tc_multigrid_forecast forecast = {.ranks = 2, .exchanges = 6, .setup_s = 0.25, .cycle_s = 4.5e-3};
  expect_log(&f, &forecast,
             "multigrid on 2 ranks: 2 levels, operator complexity 1.02, 12 rounds of pairing in the setup, "
             "setup",
             "  one cycle  forecast 4.50 ms  6 exchanges, 0 reductions\n");
  forecast.setup_s = forecast.cycle_s = NAN;
  expect_log(&f, &forecast, "1.02, 12 rounds of pairing in the setup\n",
             "  one cycle  forecast -  6 exchanges, 0 reductions\n");
  f.aggregates_s = f.coarse_matrices_s = 0.25;
  f.bytes = 15000;
  expect_log(&f, NULL,
             "multigrid: 2 levels, operator complexity 1.02, 150 bytes per row, setup 0.50 s, 12 rounds of "
             "pairing",
             "direct");
}
