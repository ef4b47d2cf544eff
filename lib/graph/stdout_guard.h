/* Standard output while METIS works. METIS 5.1 prints there, among a program's own tables, what is no error:
 * that a part which it leaves empty cannot be cut. */
#ifndef TC_GRAPH_STDOUT_GUARD_H
#define TC_GRAPH_STDOUT_GUARD_H

typedef struct tc_mute {
  int output; /* standard output; -1: it was left as it is */
} tc_mute;

/* Between the two calls nothing that is printed arrives. Not for two threads at once. */
tc_mute tc_mute_begin(void);
void tc_mute_end(tc_mute *mute);

#endif
