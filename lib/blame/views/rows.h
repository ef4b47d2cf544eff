/* Rows of a view: named counters of samples, some of which contain others, and the selection of the rows that
 * a table shows. The views (view_*.c) find and count rows, and the tables and documents read them. Usage:
 * initialise with the selection, count all stacks in order, call tb_rows_arrange, read the rows, call
 * tb_rows_clear. Errors of all functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_VIEWS_ROWS_H
#define TC_BLAME_VIEWS_ROWS_H

#include "base/containers/hash_index.h"
#include "blame/profile/selection.h"

typedef enum tb_row_kind {
  TB_ROW_VARIABLE,
  TB_ROW_FUNCTION,
  TB_ROW_LINE,
  TB_ROW_TOUCH,
  TB_ROW_WAITING, /* samples of waiting threads; `name` is the call that waits */
  TB_ROW_LIBRARY  /* samples in stacks without a frame of user code */
} tb_row_kind;

/* Owner of a variable's memory, in the order of rising lifetime of the memory. */
typedef enum tb_row_lifetime {
  TB_ROW_LOCAL,   /* the memory belongs to the function whose local variable it is */
  TB_ROW_POINTED, /* the owner is unknown, because the memory is reached through a pointer */
  TB_ROW_GLOBAL   /* the memory belongs to a struct of which the variable is a member, or to the program */
} tb_row_lifetime;

typedef struct tb_row {
  tb_row_kind kind;
  const char *name; /* name of the row in the table, such as "condensed.copy[]" */
  /* name in the source, such as "self->copy[]"; "" if there is none. The other texts of this struct are also
   * "" if they do not exist. */
  const char *written;
  const char *type;
  const char *context; /* function of a variable, or site of an object's allocation */
  const char *file;
  int line; /* line of the variable, function or statement; 0 if there is none */
  /* for rows of the call tree of view `hybrid`: index + 1 of the row of the calling function; 0 for the
   * outermost function and in all other views */
  int node;
  /* pointer that distinguishes rows of equal name and kind. It identifies the function or, without facts, the
   * file. In view `touch` it identifies the site or the kind of the touched data. */
  const void *scope;
  const tb_touched_data *touched; /* touched data of the row; NULL for rows of other kinds */
  /* [TB_TOUCH_BINS] samples in each of TB_TOUCH_BINS address ranges of equal size of the touched data; NULL
   * for rows of other kinds */
  int64_t *bin_samples;
  /* `samples`: number of all samples; `exclusive`: for a function, number of samples without those of its
   * analysed callees */
  int64_t samples, exclusive;
  int64_t *group_samples;   /* [groups] samples of each group */
  int parent;               /* index of the row that contains this row; -1 if there is none */
  uint64_t stack_hash[2];   /* fingerprint of the set of the row's stacks */
  int last_stack;           /* index + 1 of the stack that was counted last; 0 if none was counted */
  tb_row_lifetime lifetime; /* lifetime of a variable */
  /* indices of the stacks whose samples count for this row; only tb_rows_count_with_frame fills this set */
  tc_bit_set stack_set;
  /* sum over the stacks in `stack_set`: number of samples of the stack, times the number of calls from the
   * function of this row to the innermost function */
  int64_t call_distance;
  /* The following members are set by tb_rows_arrange. */
  /* index of the row with (nearly) the same samples that is shown instead of this one; -1 if there is none */
  int folded_into;
  /* position among the significant rows, of which the largest has 0; -1 if the row is not significant */
  int rank;
  /* weight of the row (tb_row_weight). If other rows with the same stacks are folded into this row, the
   * largest weight of all these rows, without those that contain another one of them. */
  int weight;
  bool has_inner_row; /* true if the row contains another row with the same stacks */
  /* true if the table shows the name of this row next to that of the row into which it is folded */
  bool is_named;
} tb_row;

typedef struct tb_row_shown {
  int row, depth;
} tb_row_shown;

typedef struct tb_rows {
  const tb_selection *selection;
  int count;
  tb_row *row; /* [count] the rows, stored as the items of `list` */
  TC_ARRAY(tb_row) list;
  tc_hash_index index; /* finds the index of a row by kind, name, scope and node */
  /* The following members, except `unmatched_samples`, are set by tb_rows_arrange. */
  int *order; /* [count] indices of all rows, largest row first */
  int shown_rows;
  tb_row_shown *shown_row; /* [shown_rows] rows of the table, from top to bottom */
  /* number of samples whose stack has a call that matches no statement; for view `data` only */
  int64_t unmatched_samples;
  tc_pool pool; /* owns texts and counters */
} tb_rows;

/* Frees the rows. A struct that is zero except for the selection is a valid empty object. */
void tb_rows_clear(tb_rows *rows);

/* Finds the row that has the kind, name, scope and node of `key`. If there is none, adds a copy of `key`
 * without samples. The texts are borrowed, and NULL becomes "". */
tc_status tb_rows_find(tb_rows *rows, const tb_row *key, int *index);

/* Adds the samples of a stack to the counters of a row, unless the last call for this row had the same stack.
 * `stack` is an index in the selection. */
void tb_rows_count(tb_rows *rows, int index, int stack);

/* Counts a stack like tb_rows_count, and also updates `stack_set` and `call_distance` of the row. `frame` is
 * the index of the frame of the row's function in the stack. */
tc_status tb_rows_count_with_frame(tb_rows *rows, int index, int stack, int frame);

/* Finds the row of a stack whose thread waits or that has no frame of user code, and counts the stack. *index
 * is -1 for all other stacks. */
tc_status tb_rows_count_unattributed(tb_rows *rows, int stack, int *index);

/* Describes the row of a function with facts. */
tb_row tb_rows_function_row(const tb_rows *rows, const tb_function *function);

/* True if the share of the row in the samples is at least options->share_min, or if options->shows_all is
 * set. */
bool tb_rows_is_significant(const tb_rows *rows, const tb_row *row);

/* Sorts the rows and selects those that the table shows: the first options->rows_max significant rows. They
 * form a forest in which parents precede children and larger rows precede smaller ones. Of rows with the same
 * stacks, scope and node, only one is shown, and the others are folded into it. If some of them contain
 * others, the innermost one is shown. Otherwise arrays are preferred to scalars, floating-point numbers to
 * pointers and counters, short paths to long ones, and rows that were found early to later ones. If only
 * scalar members of one struct have the samples, the row of the struct is shown instead. Then
 * tb_rows_fold_duplicates is called. With options->shows_all, all rows are shown and none is folded. */
tc_status tb_rows_arrange(tb_rows *rows);

/* Returns the weight of a variable: 2 for an array or a part of one (except characters), plus 1 for
 * floating-point numbers. */
int tb_row_weight(const tb_row *row);

/* True if row a contains row b. */
bool tb_rows_contains(const tb_rows *rows, int a, int b);

/* Folds a variable into a more significant one if at least 95 % of the samples of each variable are common to
 * both. Such duplicates occur because the work of a function is also attributed to variables of the callers
 * and to intermediate values (status codes, counters, structs). The stacks must have been counted with
 * tb_rows_count_with_frame. A variable is more significant if its weight (tb_row_weight) or, at equal weight,
 * its lifetime is larger. At equal weight and lifetime, the variable of the inner function is more
 * significant. Rows that contain each other are not folded. */
tc_status tb_rows_fold_duplicates(tb_rows *rows);

#endif
