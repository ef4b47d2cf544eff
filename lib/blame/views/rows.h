/* Rows of a view: named counters of samples, some contained in others, and the selection of those that a
 * table shows. Called by the views (view_*.c), which find and count rows, and by the tables and documents,
 * which read them. Usage: initialise with the selection, count all stacks one after another, call
 * tb_rows_arrange, read, tb_rows_clear. All functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_VIEWS_ROWS_H
#define TC_BLAME_VIEWS_ROWS_H

#include "blame/profile/selection.h"

typedef enum tb_row_kind {
  TB_ROW_VARIABLE,
  TB_ROW_FUNCTION,
  TB_ROW_LINE,
  TB_ROW_TOUCH,
  TB_ROW_WAITING, /* waiting samples; `name` has the call */
  TB_ROW_LIBRARY  /* samples in stacks without an analysed function */
} tb_row_kind;

/* Owner of a variable's memory, in order of increasing lifetime. */
typedef enum tb_row_lifetime {
  TB_ROW_LOCAL,   /* the function */
  TB_ROW_POINTED, /* unknown, reached through a pointer */
  TB_ROW_GLOBAL   /* a struct of which it is a member, or the program */
} tb_row_lifetime;

typedef struct tb_row {
  tb_row_kind kind;
  const char *name;    /* "condensed.copy[]" */
  const char *written; /* source text: "self->copy[]"; all texts of this struct are "" if there is none */
  const char *type;
  const char *context; /* function of a variable; site of an object's allocation */
  const char *file;
  int line;                       /* 0: none */
  int node;                       /* in a tree: index + 1 of the row of the node; 0: no tree */
  const void *scope;              /* distinguishes rows of one name and kind: the function */
  const tb_touched_data *touched; /* touched data; NULL for rows of other kinds */
  int64_t *bin;               /* [TB_TOUCH_BINS] samples along touched data; NULL for rows of other kinds */
  int64_t samples, exclusive; /* exclusive: samples of a function without those of its analysed callees */
  int64_t *by;                /* [groups] parts of `samples` */
  int parent;                 /* row that contains it; -1: none */
  uint64_t stacks[2];         /* fingerprint of the set of its stacks */
  int last;                   /* number + 1 of the stack that was counted last */
  tb_row_lifetime kept;       /* of variables */
  tc_bit_set stack_set;       /* stacks, if counted with tb_rows_count_with_frame; otherwise empty */
  int64_t out;                /* with them: sum of samples times calls from the innermost function outwards */
  /* Set by tb_rows_arrange: */
  int folded;  /* row with the same samples, or nearly, that stands for this one; -1: none */
  int rank;    /* index among the significant rows, largest first; -1: not significant */
  int weight;  /* tb_row_weight, for the first row of a class the largest of its class */
  bool around; /* contains another row with the same stacks */
  bool named;  /* named next to the row that it is folded into */
} tb_row;

typedef struct tb_row_shown {
  int row, depth;
} tb_row_shown;

typedef struct tb_rows {
  const tb_selection *selection;
  int count, capacity;
  tb_row *row; /* owned */
  int slots;
  int *slot; /* owned: hash table of index + 1 */
  /* Set by tb_rows_arrange, except `unmatched`: */
  int *order; /* [count] all rows, largest first */
  int shown;
  tb_row_shown *show; /* [shown] rows of the table, from top to bottom */
  int64_t unmatched;  /* samples with a call that no definition matches; view `data` only */
  tc_pool pool;       /* owns texts and counters */
} tb_rows;

/* {0} with the selection is a valid empty object. */
void tb_rows_clear(tb_rows *rows);

/* Finds the row of this kind, name, scope and node, or adds it without samples. Its texts are borrowed; NULL
 * becomes "". */
tc_status tb_rows_find(tb_rows *rows, const tb_row *like, int *index);

/* Counts a stack of the selection for a row, unless it was the last one counted. */
void tb_rows_count(tb_rows *rows, int index, int stack);

/* Counts a stack as above, and records it with the frame of the row's function. */
tc_status tb_rows_count_with_frame(tb_rows *rows, int index, int stack, int frame);

/* Finds the row of a stack that waits or has no analysed function. *index is -1 if neither is the case. */
tc_status tb_rows_find_unattributed(tb_rows *rows, int stack, int *index);

/* True if the row has at least options->min of the samples, or if options->all is set. */
bool tb_rows_is_significant(const tb_rows *rows, const tb_row *row);

/* Sorts the rows and selects those of the table: the first options->top significant rows, as a forest with
 * parents first and larger rows before smaller ones. Among rows with the same stacks, scope and node one
 * stands for all. It is the innermost of those that contain each other. Of the remaining ones the order is:
 * arrays before scalars, floating-point numbers before pointers and counters, short paths before long ones,
 * early discovery before late. A struct stands for its scalars if only these have the samples. Then
 * tb_rows_fold_duplicates is called. options->all: shows all rows and folds none. */
tc_status tb_rows_arrange(tb_rows *rows);

/* Weight of a variable: 2 for an array or a part of one (except characters), plus 1 for floating-point
 * numbers. */
int tb_row_weight(const tb_row *row);

/* True if row a contains row b. */
bool tb_rows_contains(const tb_rows *rows, int a, int b);

/* Folds a variable into a more significant one if all but 5 % of the samples of either are in both. Requires
 * counts of tb_rows_count_with_frame. Outer arrays are blamed for the work of inner ones, and so are values
 * computed on the way (status codes, counters, structs). Order of significance: weight (tb_row_weight), then
 * lifetime, then the inner one of two. Rows that contain each other are not folded. */
tc_status tb_rows_fold_duplicates(tb_rows *rows);

#endif
