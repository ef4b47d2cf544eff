/* Guard of standard output during a call of METIS. METIS 5.1 prints a harmless remark about empty parts that
 * it cannot divide, which would appear among the tables of a program. Called by graph/partition/metis_guard.c
 * around each call of METIS, by one thread at a time. */
#ifndef TC_GRAPH_STDOUT_GUARD_H
#define TC_GRAPH_STDOUT_GUARD_H

typedef struct tc_stdout_guard {
  int saved_stdout; /* duplicate of standard output; -1 if standard output was not redirected */
} tc_stdout_guard;

/* Output that is written to standard output between the two calls is discarded. If standard output cannot be
 * redirected, the output appears as usual. */
tc_stdout_guard tc_stdout_guard_begin(void);
void tc_stdout_guard_end(tc_stdout_guard *guard);

#endif
