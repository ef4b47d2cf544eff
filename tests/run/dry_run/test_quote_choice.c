#include <criterion/criterion.h>

#include "run/dry_run/quote.h"

enum { cases_max = 8 };

/* A quote, with storage for its cases and their jobs. A test adds cases with add_case. */
typedef struct offer {
  tc_quote quote;
  tc_quote_case item[cases_max];
  tc_job_report job[cases_max];
} offer;

/* Sets the times of the next case. Node-hours follow from them. */
static void add_case(offer *o, int nodes, double median_s, double bound_s) {
  const int i = o->quote.cases++;
  const double launch_s = 10.0;
  o->quote.item = o->item;
  o->job[i] = (tc_job_report){.has_bound = true, .bound = {.median_s = median_s, .bound_s = bound_s}};
  o->item[i] = (tc_quote_case){.nodes = nodes,
                               .job = &o->job[i],
                               .launch_s = launch_s,
                               .limit_s = bound_s + launch_s,
                               .node_hours = nodes * (median_s + launch_s) / 3600.0,
                               .bound_node_hours = nodes * (bound_s + launch_s) / 3600.0};
}

/* 1, 2, 4 and 8 nodes with decreasing efficiency. The cases need 1.00, 1.12, 1.34 and 1.79 node-hours. */
static void offer_four(offer *o) {
  *o = (offer){.quote = {.cases = 0}};
  add_case(o, 1, 3590.0, 5390.0);
  add_case(o, 2, 2000.0, 3000.0);
  add_case(o, 4, 1200.0, 1800.0);
  add_case(o, 8, 800.0, 1200.0);
}

static void expect_choice(offer *o, double deadline_s, double budget_hours, int chosen, int best, int next,
                          int second) {
  const tc_quote_request request = {.deadline_s = deadline_s, .budget_hours = budget_hours};
  tc_quote_choose(&request, &o->quote);
  cr_expect(o->quote.chosen == chosen && o->quote.best == best, "deadline %g, budget %g: chosen %d, best %d",
            deadline_s, budget_hours, o->quote.chosen, o->quote.best);
  cr_expect(o->quote.next[0] == next && o->quote.next[1] == second, "deadline %g, budget %g: next %d, %d",
            deadline_s, budget_hours, o->quote.next[0], o->quote.next[1]);
}

Test(quote_choice, requests) {
  offer o;
  offer_four(&o);
  expect_choice(&o, 0.0, 0.0, 0, -1, 1, 2);
  expect_choice(&o, 5400.0, 0.0, 0, -1, 1, 2);
  expect_choice(&o, 5399.0, 0.0, 1, -1, 2, 3); /* too short for case 0, because the deadline includes the time
                                                * of the launcher */
  expect_choice(&o, 1900.0, 0.0, 2, -1, 3, -1);
  expect_choice(&o, 0.0, 2.0, 1, -1, 0, -1); /* the bounds of the two cases need 1.50 and 1.67 node-hours */
  expect_choice(&o, 0.0, 2.5, 2, -1, 1, 0);
  expect_choice(&o, 4000.0, 2.5, 1, -1, 2, -1);
}

Test(quote_choice, no_case_satisfies_the_request) {
  offer o;
  offer_four(&o);
  expect_choice(&o, 600.0, 0.0, -1, 3, -1, -1);
  expect_choice(&o, 0.0, 0.5, -1, 0, -1, -1);
  expect_choice(&o, 4000.0, 0.5, -1, 1, -1, -1); /* the cheapest case before the deadline */
  expect_choice(&o, 600.0, 0.5, -1, 3, -1, -1);
}

Test(quote_choice, equal_node_hours) {
  offer o = {.quote = {.cases = 0}};
  add_case(&o, 1, 3590.0, 5390.0);
  add_case(&o, 2, 1820.0, 2800.0); /* 1.7 % more node-hours than the first case, but a shorter bound */
  add_case(&o, 4, 910.0, 1400.0);  /* 2.2 % more node-hours than the first case */
  expect_choice(&o, 0.0, 0.0, 1, -1, 0, 2);
  expect_choice(&o, 0.0, 1.52, 0, -1, -1, -1); /* the budget of 1.52 node-hours allows only case 0 */
}

Test(quote_choice, excluded_cases_are_never_chosen) {
  offer o;
  offer_four(&o);
  o.item[0].exclusion = TC_QUOTE_MEMORY;
  o.item[2].exclusion = TC_QUOTE_NO_BOUND;
  expect_choice(&o, 0.0, 0.0, 1, -1, 3, -1);
  expect_choice(&o, 600.0, 0.0, -1, 3, -1, -1);
  o.item[1].exclusion = o.item[3].exclusion = TC_QUOTE_MEMORY;
  expect_choice(&o, 0.0, 0.0, -1, -1, -1, -1);
}

/* ---- shapes: ranks per node and threads per rank ---- */

static void expect_shapes(int cores, tc_option_numbers ranks, tc_option_numbers threads, int count,
                          const tc_quote_shape *shape) {
  tc_quote_shape out[64];
  cr_assert_eq(tc_quote_shapes(cores, &ranks, &threads, out), count, "%d cores", cores);
  for (int i = 0; i < count; i++)
    cr_expect(out[i].ranks_per_node == shape[i].ranks_per_node && out[i].threads == shape[i].threads,
              "%d cores, %d: %d x %d", cores, i, (int)out[i].ranks_per_node, (int)out[i].threads);
}

#define SHAPES(...)                                                                                          \
  (const tc_quote_shape[]) { __VA_ARGS__ }

Test(quote_choice, shapes) {
  const tc_option_numbers none = {0, {0}};
  expect_shapes(4, none, none, 3, SHAPES({4, 1}, {2, 2}, {1, 4}));
  expect_shapes(6, none, none, 2, SHAPES({6, 1}, {3, 2}));
  expect_shapes(1, none, none, 1, SHAPES({1, 1}));
  expect_shapes(8, (tc_option_numbers){2, {2, 8}}, (tc_option_numbers){3, {1, 3, 4}}, 4,
                SHAPES({2, 1}, {2, 3}, {2, 4}, {8, 1}));
  expect_shapes(8, (tc_option_numbers){1, {4}}, none, 2, SHAPES({4, 1}, {4, 2}));
  expect_shapes(8, none, (tc_option_numbers){3, {3, 8, 9}}, 2, SHAPES({2, 3}, {1, 8}));
  expect_shapes(4, (tc_option_numbers){1, {5}}, none, 0, NULL);
}

Test(quote_choice, at_most_64_shapes) {
  tc_option_numbers many = {100, {0}};
  tc_quote_shape out[TC_QUOTE_SHAPES + 1] = {[TC_QUOTE_SHAPES] = {-1, -1}};
  for (int i = 0; i < many.count; i++) many.item[i] = i + 1;
  cr_expect_eq(tc_quote_shapes(1 << 20, &many, &many, out), 100 * 100, "all are counted");
  cr_expect_eq(out[TC_QUOTE_SHAPES - 1].threads, TC_QUOTE_SHAPES);
  cr_expect_eq(out[TC_QUOTE_SHAPES].threads, -1, "and 64 are stored");
}

/* ---- date until which a quote is valid ---- */

Test(quote_choice, expiry) {
  const int64_t day = 86400, now = 20000 * day;
  cr_expect_eq(tc_quote_expiry(now, 0, 0), now + 30 * day);
  cr_expect_eq(tc_quote_expiry(now, now - 10 * day, now - 3 * day), now + 20 * day);
  cr_expect_eq(tc_quote_expiry(now, now - 3 * day, now - 10 * day), now + 20 * day);
  cr_expect_eq(tc_quote_expiry(now, 0, now - 10 * day), now + 20 * day);
  cr_expect_eq(tc_quote_expiry(now, now - 100 * day, 0), now + 7 * day);
  cr_expect_eq(tc_quote_expiry(now, now + 5 * day, 0), now + 30 * day);
}
