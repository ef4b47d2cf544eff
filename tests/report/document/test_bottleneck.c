#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"

enum { text_size = 256 };

/* Fills in two ranks. Rank 1 is slower: it computes for 9 ms of its 10 ms, rank 0 for 6 ms. Its million rows
 * of width 4 would take 7.2 ms at 10 GB/s, the bandwidth of the sample. Rank 1 therefore has 80 % of this
 * bandwidth. */
static void fill_ranks(sample *s) {
  sample_fill(s);
  for (int r = 0; r < 2; r++) {
    s->measured[r].rows = 1000000;
    s->measured[r].total_s = 9e-3 + 1e-3 * r;
    s->measured[r].ledger.count = (tc_counts){0};
    s->measured[r].ledger.seconds = (tc_seconds){.transfer = 0.5e-3, .compute = 6e-3 + 3e-3 * r};
  }
}

static void expect_limit(const sample *s, const char *wanted) {
  char text[text_size];
  tc_result_bottleneck(&s->report, s->result, text, sizeof text);
  cr_assert_str_eq(text, wanted, "\"%s\", not \"%s\"", text, wanted);
}

/* The imbalance is the longest time of computing divided by the mean: 9 ms / 7.5 ms. */
Test(limit, computing) {
  static sample s;
  fill_ranks(&s);
  expect_limit(&s, "compute takes 90 % of the step, bound by memory: 8 GB/s a rank, STREAM 10 GB/s; "
                   "imbalance 1.20");
  s.report.in_cache = true;
  expect_limit(&s, "compute takes 90 % of the step, limited by the caches: 8 GB/s a rank, STREAM 10 GB/s; "
                   "imbalance 1.20");
  s.report.machine.private_bandwidth_Bps = 0.0;
  expect_limit(&s, "compute takes 90 % of the step; imbalance 1.20");
}

/* A steady solve has no steps, so the sentence has the word solve instead of step. */
Test(limit, of_a_solve) {
  static sample s;
  fill_ranks(&s);
  sample_solve(&s);
  s.report.dt = 0.0;
  s.measured[1].ledger.seconds = (tc_seconds){.vector = 8e-3};
  char text[text_size];
  tc_result_bottleneck(&s.report, s.result, text, sizeof text);
  cr_assert_not_null(strstr(text, "vector takes 80 % of the solve, updates and dot products of the solver"),
                     "%s", text);
}

/* The product has far less than the bandwidth of STREAM. The sentence names single reads as the cause if the
 * rank makes any. */
Test(limit, computing_below_the_bandwidth) {
  static sample s;
  fill_ranks(&s);
  s.report.machine.private_bandwidth_Bps = 2e10;
  expect_limit(&s, "compute takes 90 % of the step, not bound by memory: 8 GB/s a rank, STREAM 20 GB/s; "
                   "imbalance "
                   "1.20");
  s.measured[1].ledger.count.local_individual = 1;
  expect_limit(&s, "compute takes 90 % of the step, slowed by single reads: 8 GB/s a rank, STREAM 20 GB/s; "
                   "imbalance 1.20");
  s.report.in_cache = true;
  expect_limit(&s, "compute takes 90 % of the step, slowed by single reads: 8 GB/s a rank, STREAM 20 GB/s; "
                   "imbalance 1.20");
  s.report.machine.private_bandwidth_Bps = 1e10; /* the measured bandwidth is again 80 % of it */
  expect_limit(&s, "compute takes 90 % of the step, limited by the caches: 8 GB/s a rank, STREAM 10 GB/s; "
                   "imbalance 1.20");
}

/* A step that solves a system makes several products, and the bytes of all of them count. */
Test(limit, computing_of_many_products) {
  static sample s;
  fill_ranks(&s);
  s.report.machine.private_bandwidth_Bps = 2e10;
  s.measured[1].ledger.work.products = 1;
  s.measured[1].ledger.work.adjoint_products = 1;
  expect_limit(&s,
               "compute takes 90 % of the step, bound by memory: 16 GB/s a rank, STREAM 20 GB/s; imbalance "
               "1.20");
}

/* The counts of the slowest rank determine what is written about its transfers. The counts of other ranks do
 * not matter. */
Test(limit, transfer) {
  static const struct {
    tc_counts traffic;
    const char *wanted;
  } cases[] = {{{.remote_individual = 12345}, "12345 single reads from other nodes"},
               {{.remote_blocks = 3, .remote_block_values = 250000}, "3 blocks (2 MB) from other nodes"},
               {{.remote_messages = 7, .remote_values_out = 500}, "7 messages (0.004 MB) to other nodes"},
               {{.local_values_out = 9, .local_blocks = 9}, "copying inside the node"}};
  static sample s;
  char wanted[text_size];
  fill_ranks(&s);
  s.measured[1].ledger.seconds = (tc_seconds){.transfer = 7e-3, .compute = 2e-3};
  s.measured[0].ledger.count.remote_individual = 99;
  for (int c = 0; c < 4; c++) {
    s.measured[1].ledger.count = cases[c].traffic;
    snprintf(wanted, sizeof wanted, "transfer takes 70 %% of the step, %s; imbalance 1.50", cases[c].wanted);
    expect_limit(&s, wanted);
  }
}

Test(limit, other_parts) {
  static sample s;
  fill_ranks(&s);
  s.measured[1].ledger.seconds = (tc_seconds){.unpack = 6e-3, .copy = 3e-3};
  /* only the other rank has computing time */
  expect_limit(&s, "unpack takes 60 % of the step; imbalance 2.00");
  s.measured[0].ledger.seconds.compute = 0.0;
  expect_limit(&s, "unpack takes 60 % of the step; imbalance 1.00");
}

/* The sentence must contain the largest fraction of a step that a rank waits, but only if it exceeds 10 %. */
Test(limit, waiting) {
  static sample s;
  fill_ranks(&s);
  s.measured[0].ledger.seconds = (tc_seconds){.compute = 6e-3, .wait = 3e-3};
  s.measured[1].ledger.seconds = (tc_seconds){.compute = 9.9e-3, .wait = 0.1e-3};
  s.report.machine.private_bandwidth_Bps = 0.0;
  expect_limit(&s, "compute takes 99 % of the step; imbalance 1.25, the fastest rank waits 33 %");
  s.measured[0].ledger.seconds.wait = 0.9e-3;
  expect_limit(&s, "compute takes 99 % of the step; imbalance 1.25");
  /* Rank 1 is still the slowest. */
  s.measured[1].ledger.seconds = (tc_seconds){.compute = 2e-3, .wait = 6e-3};
  s.measured[0].ledger.seconds = (tc_seconds){.compute = 2e-3, .wait = 6e-3};
  expect_limit(&s, "wait takes 60 % of the step, for barriers and messages; imbalance 1.00, the fastest rank "
                   "waits "
                   "67 %");
}

Test(limit, one_rank_is_not_uneven) {
  static sample s;
  fill_ranks(&s);
  s.result[0].ranks = 1;
  expect_limit(&s, "compute takes 67 % of the step, bound by memory: 12 GB/s a rank, STREAM 10 GB/s");
}

Test(limit, nothing_measured) {
  static sample s;
  fill_ranks(&s);
  s.result[0].dry_run = true;
  expect_limit(&s, "");
  s.result[0].dry_run = false;
  s.measured[0].total_s = s.measured[1].total_s = 0.0;
  expect_limit(&s, "");
}

/* If the buffer is too small, the sentence is truncated and no byte beyond the buffer is written. */
Test(limit, room) {
  static sample s;
  char text[text_size];
  fill_ranks(&s);
  for (size_t size = 1; size < 90; size++) {
    memset(text, 'x', sizeof text);
    tc_result_bottleneck(&s.report, s.result, text, size);
    cr_assert_lt(strlen(text), size);
    cr_assert_eq(text[size], 'x');
  }
}

/* For sources and boundary conditions, the sentence contains the number of cells, boundary data or rows. The
 * time of sources and boundary conditions is included in the imbalance. */
Test(limit, what_is_prescribed) {
  static sample s;
  sample_fill(&s);
  for (int r = 0; r < 2; r++) {
    s.measured[r].total_s = 10e-3 + 1e-3 * r;
    s.measured[r].ledger.count =
        (tc_counts){.source_cells = 2000000 * r, .boundary_data = 12 * r, .boundary_rows = 30 * r};
    s.measured[r].ledger.seconds = (tc_seconds){.compute = 2e-3, .source = 2e-3 + 4e-3 * r, .boundary = 1e-3};
  }
  expect_limit(&s, "source takes 55 % of the step, 3 ns in each of 2000000 cells; imbalance 1.29");
  s.measured[1].ledger.seconds = (tc_seconds){.compute = 2e-3, .boundary = 5.5e-3};
  expect_limit(&s, "boundary takes 50 % of the step, 12 boundary data evaluated, 30 rows changed in each "
                   "step; imbalance 1.20");
}
