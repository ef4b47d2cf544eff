/* What views look at: some of a profile's stacks, cut where the user wants them to end, and counted by rank
 * or thread. */
#ifndef TC_BLAME_PROFILE_SELECTION_H
#define TC_BLAME_PROFILE_SELECTION_H

#include "base/text/registry.h"
#include "blame/profile/profile.h"

typedef enum tb_view_by { TB_BY_ALL, TB_BY_RANK, TB_BY_THREAD } tb_view_by;
extern const tc_registry tb_view_by_registry; /* indices are tb_view_by */

typedef struct tb_view_options {
  const char *from;          /* name of a function: only stacks with it, from there on; NULL: all */
  const char *const *points; /* names of functions where bubbling ends, NULL-terminated; NULL: none */
  tb_view_by by;
  bool blame_waiting; /* samples that wait count as others do; else they are rows of their own */
  double min;         /* share: rows with less are not shown */
  int top;            /* rows of a table */
  bool all;           /* tables show every row: none folded, none left out */
} tb_view_options;

typedef struct tb_selected_stack {
  const tb_stack *stack;
  int frames;      /* of the stack: up to the outermost call of `from` */
  bool is_waiting; /* it waits, and waiting is not blamed */
  int64_t samples;
  int64_t *by; /* [groups] sum to samples */
} tb_selected_stack;

typedef struct tb_selection {
  const tb_profile *profile; /* borrowed, as the options are */
  const tb_view_options *options;
  int groups;         /* at least one: ranks, threads, or all together */
  const char **group; /* [groups] "rank 0", "rank 1 thread 2", "process 4711"; "all" */
  int *group_of;      /* [threads of the profile] */
  int stacks;
  tb_selected_stack *stack; /* [stacks] */
  int64_t used, waiting;    /* samples of these; those that wait */
  int64_t *used_by;         /* [groups] */
  tc_pool pool;             /* owns the arrays */
} tb_selection;

/* The profile and the options live longer. Errors: TC_INPUT: `from` is in no stack. */
tc_status tb_selection_create(const tb_profile *profile, const tb_view_options *options, tb_selection **out);
void tb_selection_destroy(tb_selection **selection);

/* Half of the 95 % interval of a share p of n samples (normal; as if samples were independent). */
double tb_selection_half_width(int64_t samples, int64_t of);

/* samples / of, 0 where of is 0. */
double tb_selection_share(int64_t samples, int64_t of);

#endif
