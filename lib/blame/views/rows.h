/* What views are made of: rows that count samples, some of them inside others, and which of them a table
 * shows. */
#ifndef TC_BLAME_VIEWS_ROWS_H
#define TC_BLAME_VIEWS_ROWS_H

#include "blame/profile/selection.h"

typedef enum tb_row_kind {
  TB_ROW_VARIABLE,
  TB_ROW_FUNCTION,
  TB_ROW_LINE,
  TB_ROW_TOUCH,
  TB_ROW_WAITING, /* samples that wait: in `name` */
  TB_ROW_LIBRARY  /* samples without any function that was analysed */
} tb_row_kind;

/* Whose memory a variable is: the more, the longer it is kept. */
typedef enum tb_row_lifetime {
  TB_ROW_LOCAL,   /* the function's own */
  TB_ROW_POINTED, /* a pointer leads there */
  TB_ROW_GLOBAL   /* a member's, or a global's */
} tb_row_lifetime;

typedef struct tb_row {
  tb_row_kind kind;
  const char *name;    /* "condensed.copy[]" */
  const char *written; /* as the source has it: "self->copy[]"; like all texts here, "" for none */
  const char *type;
  const char *context; /* function that it is a variable of, where an object was allocated */
  const char *file;
  int line;                       /* 0: none */
  int node;                       /* of a tree: number of the row that it belongs to + 1; 0: no tree */
  const void *scope;              /* rows are one, or alike, only in one scope and node: a function */
  const tb_touched_data *touched; /* NULL: it is no touch */
  int64_t *bin;                   /* [TB_TOUCH_BINS] of a touch; NULL */
  int64_t samples, exclusive;     /* exclusive: of code, those that are in it and in nothing that it calls */
  int64_t *by;                    /* [groups] of samples */
  int parent;                     /* the row that contains it; -1: none */
  uint64_t stacks[2];             /* fingerprint of the set of stacks: equal for rows of the same samples */
  int last;                       /* stack that was counted last, from 1 */
  tb_row_lifetime kept;           /* of variables */
  tc_bit_set stack_set;           /* stacks; empty where nobody asks which (tb_rows_count_with_frame) */
  int64_t out;                    /* with those: samples times calls from the innermost function out to it */
  /* By tb_rows_arrange: */
  int folded;  /* into that row, as it has the same samples, or nearly; -1: it stands for itself */
  int rank;    /* its number among those that matter, larger before smaller; -1: it does not */
  int weight;  /* tb_row_weight, of one that stands for others that of what says most among them */
  bool around; /* another of the very samples lies within it */
  bool named;  /* folded into one beside which it is named */
} tb_row;

typedef struct tb_row_shown {
  int row, depth;
} tb_row_shown;

typedef struct tb_rows {
  const tb_selection *selection;
  int count, capacity;
  tb_row *row; /* owned */
  int slots;
  int *slot; /* owned: hash table of indices + 1 */
  /* By tb_rows_arrange: */
  int *order; /* [count] all, larger before smaller */
  int shown;
  tb_row_shown *show; /* [shown] what a table shows, from top to bottom */
  int64_t unmatched;  /* samples with a call that no definition was found for: of variables */
  tc_pool pool;       /* texts and counts */
} tb_rows;

/* {0}, with the selection, is an empty one. */
void tb_rows_clear(tb_rows *rows);

/* The row of that kind, name, scope and node; a new one has the texts that are given here (borrowed; NULL:
 * "") and no samples. Errors, of all functions: TC_INTERNAL out of memory. */
tc_status tb_rows_find(tb_rows *rows, const tb_row *like, int *index);

/* Counts a stack (its number in the selection) for a row, once. */
void tb_rows_count(tb_rows *rows, int index, int stack);

/* The same, and remembers it, in which frame of the stack the row's function is. */
tc_status tb_rows_count_with_frame(tb_rows *rows, int index, int stack, int frame);

/* The row of a stack that no view can say more of than that it waits, or that it is in no function that was
 * analysed; -1: it is none. */
tc_status tb_rows_find_unattributed(tb_rows *rows, int stack, int *index);

/* Whether it has at least options->least of the samples, or all are wanted. */
bool tb_rows_is_significant(const tb_rows *rows, const tb_row *row);

/* Rows with at least options->least of the samples, the top ones, as a forest: parents before what is in
 * them, larger before smaller. Of rows in one scope and node with the very same samples one line stands for
 * all: the innermost of those that contain each other; of the others arrays before scalars, what holds
 * numbers before what points or counts, short paths before long ones, then the one that was found first. A
 * struct of which only scalars have these samples stands for them. Then tb_rows_fold_duplicates. All
 * rows where options->all says so. */
tc_status tb_rows_arrange(tb_rows *rows);

/* Of a variable: 2 for an array and what it consists of (but characters), 1 for what holds numbers. */
int tb_row_weight(const tb_row *row);

/* Whether row a contains row b. */
bool tb_rows_contains(const tb_rows *rows, int a, int b);

/* Folds variables that have nearly the samples of one that tells more, where stacks are remembered
 * (tb_rows_count_with_frame): what an array was computed for, around it, is blamed for all of it again, and
 * so is what is found out on the way (statuses, counts, structs). Nearly: all but 5 % of either. An array of
 * numbers tells more than what else there is, a member or a global more than what a pointer leads to, and
 * that more than a function's own; of equal ones the innermost. What a row contains is no reason to fold it.
 */
tc_status tb_rows_fold_duplicates(tb_rows *rows);

#endif
