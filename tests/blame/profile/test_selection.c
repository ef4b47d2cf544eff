#include "blame/profile/selection.h"

#include <math.h>

#include "blame/synthetic_facts.h"

Test(selection, counts_by_rank) {
  made *m = make();
  tb_selection *s = NULL;
  expect_ok(tb_selection_create(&m->profile, &m->options, &s));
  cr_expect_eq(s->used_samples, 1800);
  cr_expect_eq(s->waiting_samples, 200);
  cr_assert_eq(s->groups, 2);
  cr_expect_str_eq(s->group[0], "rank 0");
  cr_expect_eq(s->used_group_samples[0], 890);
  cr_expect_eq(s->used_group_samples[1], 910);
  cr_expect(s->stack[4].is_waiting);
  tb_selection_destroy(&s);
  cr_expect_null(s);
  tb_selection_destroy(&s);
  unmake(m);
}

Test(selection, names_processes_without_ranks_and_threads) {
  made *m = make();
  tb_selection *s = NULL;
  m->options.by = TB_BY_THREAD;
  m->header[1].rank = -1;
  m->header[1].pid = 4711;
  m->thread[1].thread = 3;
  expect_ok(tb_selection_create(&m->profile, &m->options, &s));
  cr_expect_str_eq(s->group[0], "rank 0 thread 0");
  cr_expect_str_eq(s->group[1], "process 4711 thread 3");
  tb_selection_destroy(&s);
  m->options.by = TB_BY_ALL;
  expect_ok(tb_selection_create(&m->profile, &m->options, &s));
  cr_expect_eq(s->groups, 1);
  cr_expect_eq(s->used_group_samples[0], 1800);
  tb_selection_destroy(&s);
  unmake(m);
}

Test(selection, begins_at_a_function) {
  made *m = make();
  tb_selection *s = NULL;
  m->options.from = "step";
  m->options.blame_waiting = true;
  expect_ok(tb_selection_create(&m->profile, &m->options, &s));
  cr_expect_eq(s->used_samples, 1180);
  cr_assert_eq(s->stacks, 3);
  cr_expect_eq(s->stack[0].frames, 2, "kernel and step");
  cr_expect_not(s->stack[1].is_waiting, "waiting is blamed");
  tb_selection_destroy(&s);
  m->options.from = "stop";
  expect_error(tb_selection_create(&m->profile, &m->options, &s), TC_INPUT, "did you mean step?");
  cr_expect_null(s);
  unmake(m);
}

Test(selection, shares_and_their_width) {
  cr_expect_eq(tb_selection_share(1, 4), 0.25);
  cr_expect_eq(tb_selection_share(1, 0), 0.0);
  cr_expect_lt(fabs(tb_selection_half_width(50, 100) - 0.098), 1e-9);
  cr_expect_eq(tb_selection_half_width(0, 0), 0.0);
}
