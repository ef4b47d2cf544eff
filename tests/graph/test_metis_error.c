/* METIS reports its internal errors by raising SIGTERM. This program replaces METIS_PartGraphKway by a
 * function that raises the signal. */
#include <metis.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "graph/graphs.h"
#include "graph/partition/metis_guard.h"
#include "graph/partition/partition.h"
#include "support/expect.h"

TestSuite(metis_error, .init = tc_metis_guard_install);

/* Behaviour of METIS_PartGraphKway: time before the signal in microseconds, and number of calls that raise
 * the signal. */
static int wait_us, raises;
static bool has_handler, from_outside;
static int calls;
static sigjmp_buf out;

static void jump_out(int signal) { siglongjmp(out, signal); }

int METIS_PartGraphKway(idx_t *vertices, idx_t *constraints, idx_t *start, idx_t *adjacent, idx_t *weight,
                        idx_t *size, idx_t *cost, idx_t *parts, real_t *target, real_t *imbalance,
                        idx_t *options, idx_t *cut, idx_t *part) {
  (void)constraints, (void)start, (void)adjacent, (void)weight, (void)size, (void)cost, (void)parts;
  (void)target, (void)imbalance, (void)options, (void)cut;
  void (*before)(int) = has_handler ? signal(SIGTERM, jump_out) : NULL;
  calls++;
  if (sigsetjmp(out, 1) != 0) {
    signal(SIGTERM, before);
    return METIS_ERROR;
  }
  usleep((useconds_t)wait_us);
  if (calls <= raises && from_outside) kill(getpid(), SIGTERM);
  if (calls <= raises && !from_outside) raise(SIGTERM);
  if (has_handler) signal(SIGTERM, before);
  for (idx_t v = 0; v < *vertices; v++) part[v] = v % *parts;
  return METIS_OK;
}

static volatile sig_atomic_t received;
static void store_signal(int signal) { received = signal; }

static tc_status partition_with_errors(int us, int errors, bool handler) {
  int32_t part[400];
  tc_graph *graph = graphs_grid(20, 20, 1);
  wait_us = us;
  raises = errors;
  has_handler = handler;
  tc_status status = tc_partition_metis(graph, 20, TC_OBJECTIVE_CUT, part);
  tc_graph_destroy(&graph);
  return status;
}

/* After the error the process must continue, and its own action on SIGTERM must be restored. */
Test(metis_error, without_a_handler_of_metis) {
  struct sigaction now;
  expect_error(partition_with_errors(2000, 100, false), TC_INTERNAL, "internal error of METIS");
  cr_assert_eq(sigaction(SIGTERM, NULL, &now), 0);
  cr_expect_eq(now.sa_handler, SIG_DFL);
}

Test(metis_error, long_after_metis_took_the_signal) {
  signal(SIGTERM, store_signal);
  expect_error(partition_with_errors(20000, 100, true), TC_INTERNAL, "internal error of METIS");
  cr_expect_eq(calls, 1);
  cr_expect_eq(received, 0);
}

Test(metis_error, as_soon_as_metis_took_the_signal) {
  signal(SIGTERM, store_signal);
  expect_error(partition_with_errors(0, 100, true), TC_INTERNAL, "internal error of METIS");
  cr_expect_eq(received, 0);
}

/* A signal that another process sends must reach the handler of the program. If METIS catches the signal,
 * the library raises it again after its next attempt. */
Test(metis_error, signal_from_outside) {
  signal(SIGTERM, store_signal);
  from_outside = true;
  expect_ok(partition_with_errors(0, 1, true));
  cr_expect_eq(received, SIGTERM, "%d calls", calls);
}

static void *send_term(void *unused) {
  (void)unused;
  usleep(10000);
  kill(getpid(), SIGTERM);
  return NULL;
}

/* If another process sends the signal during a long call of METIS, the handler of the program must be
 * called. */
Test(metis_error, signal_from_outside_during_metis) {
  pthread_t sender;
  signal(SIGTERM, store_signal);
  cr_assert_eq(pthread_create(&sender, NULL, send_term, NULL), 0);
  expect_ok(partition_with_errors(60000, 0, true));
  pthread_join(sender, NULL);
  cr_expect_eq(received, SIGTERM);
}

/* In a library, which has no guard, the signal is not raised again but reported as an error. The handler
 * of the program must be restored after the call. */
Test(unguarded, reports_a_signal_from_outside) {
  struct sigaction now;
  signal(SIGTERM, store_signal);
  from_outside = true;
  expect_error(partition_with_errors(0, 1, true), TC_STOPPED, "interrupted by SIGTERM");
  cr_expect_eq(received, 0);
  cr_assert_eq(sigaction(SIGTERM, NULL, &now), 0);
  cr_expect_eq(now.sa_handler, store_signal);
}

Test(unguarded, reports_an_internal_error) {
  expect_error(partition_with_errors(0, 100, true), TC_INTERNAL, "internal error of METIS");
  cr_expect_eq(calls, 3);
}
