/* Selection: the stacks of a profile whose samples the views of a report count. The samples of each stack are
 * grouped by rank or thread. A selection may be restricted to one function and the functions that it calls.
 * tcblame report and diff (apps/tcblame/launch/report_input.c) create it after tb_profile_create and before
 * the views. The profile and the options must outlive it. */
#ifndef TC_BLAME_PROFILE_SELECTION_H
#define TC_BLAME_PROFILE_SELECTION_H

#include "base/text/registry.h"
#include "blame/profile/profile.h"

typedef enum tb_view_by { TB_BY_ALL, TB_BY_RANK, TB_BY_THREAD } tb_view_by;
/* names of the groupings; their indices are those of tb_view_by */
extern const tc_registry tb_view_by_registry;

typedef struct tb_view_options {
  /* name of a function. Only stacks that contain this function are selected, and the callers of its outermost
   * call are removed from them. NULL selects all stacks. */
  const char *from;
  /* names of the blame points, the functions at which blame ends; NULL-terminated; NULL if there are none */
  const char *const *blame_points;
  tb_view_by by;
  /* true if samples of waiting threads are attributed to variables; otherwise they have separate rows */
  bool blame_waiting;
  double share_min; /* rows with a smaller share of the samples are not shown; 0 to 1 */
  int rows_max;     /* maximum number of rows of a table */
  bool shows_all;   /* true if tables show every row, including folded and small ones */
} tb_view_options;

typedef struct tb_selected_stack {
  const tb_stack *stack;
  int frames;      /* number of selected frames: the innermost ones, up to the outermost call of `from` */
  bool is_waiting; /* true if the thread waits in this stack and options->blame_waiting is false */
  int64_t samples;
  int64_t *group_samples; /* [groups] samples of each group; their sum is `samples` */
} tb_selected_stack;

typedef struct tb_selection {
  const tb_profile *profile; /* borrowed; `options` is borrowed too */
  const tb_view_options *options;
  int groups; /* number of ranks or threads; 1 for TB_BY_ALL */
  /* [groups] names such as "rank 0", "rank 1 thread 2" or "process 4711"; "all" for TB_BY_ALL */
  const char **group;
  int *group_of_thread; /* [threads of the profile] index of the group of each thread */
  int stacks;
  tb_selected_stack *stack; /* [stacks] selected stacks */
  /* number of selected samples, and number of selected samples whose stack has is_waiting set */
  int64_t used_samples, waiting_samples;
  int64_t *used_group_samples; /* [groups] number of selected samples of each group */
  tc_pool pool;                /* owns the arrays */
} tb_selection;

/* Creates a selection. The profile and the options are borrowed. Errors: TC_INPUT if no stack contains `from`
 * or one of the blame points; TC_INTERNAL if memory is exhausted. */
tc_status tb_selection_create(const tb_profile *profile, const tb_view_options *options, tb_selection **out);
void tb_selection_destroy(tb_selection **selection);

/* Returns the half width of the 95 % confidence interval of the share samples / of. Uses the normal
 * approximation for independent samples. */
double tb_selection_half_width(int64_t samples, int64_t of);

/* Returns samples / of; 0 if `of` is 0. */
double tb_selection_share(int64_t samples, int64_t of);

#endif
