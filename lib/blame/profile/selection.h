/* What views look at: some of a profile's stacks, cut where the user wants them to end, and counted by rank
 * or thread. */
#ifndef TC_BLAME_PROFILE_SELECTION_H
#define TC_BLAME_PROFILE_SELECTION_H

#include "base/text/registry.h"
#include "blame/profile/profile.h"

typedef enum tc_view_by { TC_BY_ALL, TC_BY_RANK, TC_BY_THREAD } tc_view_by;
extern const tc_registry tc_view_by_registry; /* indices are tc_view_by */

typedef struct tc_view_options {
  const char *from;          /* name of a function: only stacks with it, from there on; NULL: all */
  const char *const *points; /* names of functions where bubbling ends, NULL-terminated; NULL: none */
  tc_view_by by;
  bool blame_waiting; /* samples that wait count as others do; else they are rows of their own */
  double least;       /* share: rows with less are not shown */
  int top;            /* rows of a table */
  bool all;           /* tables show every row: none folded, none left out */
} tc_view_options;

typedef struct tc_picked {
  const tc_stack *stack;
  int frames; /* of the stack: up to the outermost call of `from` */
  bool apart; /* it waits, and waiting is not blamed */
  int64_t samples;
  int64_t *by; /* [groups] sum to samples */
} tc_picked;

typedef struct tc_selection {
  const tc_profile *profile; /* borrowed, as the options are */
  const tc_view_options *options;
  int groups;         /* at least one: ranks, threads, or all together */
  const char **group; /* [groups] "rank 0", "rank 1 thread 2", "process 4711"; "all" */
  int *group_of;      /* [threads of the profile] */
  int stacks;
  tc_picked *stack;      /* [stacks] */
  int64_t used, waiting; /* samples of these; those that wait */
  int64_t *used_by;      /* [groups] */
  tc_pool pool;          /* owns the arrays */
} tc_selection;

/* The profile and the options live longer. Errors: TC_INPUT: `from` is in no stack. */
tc_status tc_selection_create(const tc_profile *profile, const tc_view_options *options, tc_selection **out);
void tc_selection_destroy(tc_selection **selection);

/* Half of the 95 % interval of a share p of n samples (normal; as if samples were independent). */
double tc_selection_half_width(int64_t samples, int64_t of);

/* samples / of, 0 where of is 0. */
double tc_selection_share(int64_t samples, int64_t of);

#endif
