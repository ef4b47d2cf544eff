/* The variables that the samples of a selection are blamed on. */
#ifndef TC_BLAME_VIEWS_VARIABLE_ROWS_H
#define TC_BLAME_VIEWS_VARIABLE_ROWS_H

#include "blame/profile/attribute.h"
#include "blame/views/rows.h"

/* Whoever wants each variable of each stack. */
typedef struct tb_variable_visitor {
  /* The stack (number in the selection) is blamed on the place, in the frame credit->frame. */
  tc_status (*credit)(void *self, int stack, const tb_blamed_variable *credit);
  void *self;
  int64_t *unmatched;        /* NULL, or counts samples with a call that no definition was found for */
  const char *const *points; /* where bubbling ends besides, as in the options; NULL: nowhere */
} tb_variable_visitor;

/* All that run, and those that wait where waiting is blamed. */
tc_status tb_variables_visit(const tb_selection *selection, const tb_variable_visitor *variables);

/* Rows of places, which are looked up once. */
typedef struct tb_variable_rows {
  tb_rows *rows;
  int slots;
  int **row;    /* [slots] for each place of a function the number of its row + 1; NULL: none yet */
  tc_pool pool; /* owns the numbers */
} tb_variable_rows;

/* {.rows = ..} is an empty one. */
void tb_variable_rows_clear(tb_variable_rows *rows);

/* The row of a place, with those that contain it as parents, the outermost below row `node` (-1: none). slot:
 * any small number, one for each function and node. */
tc_status tb_variable_rows_of(tb_variable_rows *rows, int slot, int node, const tb_function *function,
                              int place, int *index);

/* A row as the place tells it; the parent is left to the caller. Texts live in rows->pool. */
tc_status tb_variable_describe(tb_rows *rows, const tb_function *function, int place, tb_row *out);

/* The name of a shown row, and of those that it stands for besides. */
void tb_variable_name(const tb_rows *rows, const tb_row *row, tc_line *out);

/* The place of the function that contains it most closely; -1: none. */
int tb_variable_find_container(const tb_function *function, int place);

#endif
