/* Standard output while METIS works. METIS 5.1 prints there, among a program's own tables, what is no error:
 * that a part which it leaves empty cannot be cut. */
#ifndef TC_GRAPH_STDOUT_GUARD_H
#define TC_GRAPH_STDOUT_GUARD_H

typedef struct tc_stdout_guard {
  int output; /* standard output; -1: it was left as it is */
} tc_stdout_guard;

/* Between the two calls nothing that is printed arrives. Not for two threads at once. */
tc_stdout_guard tc_stdout_guard_begin(void);
void tc_stdout_guard_end(tc_stdout_guard *mute);

#endif
