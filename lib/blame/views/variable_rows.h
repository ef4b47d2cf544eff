/* Variables to which the samples of a selection are attributed ("blamed variables"), and their rows. Called
 * by view_data.c and view_hybrid.c: tb_variables_visit calls a function of the view for each blamed variable
 * of each stack. tb_variable_rows_find then finds the row, and tb_variable_name formats the name of the row
 * for the table. The facts must contain the call effects that blame/closure computes. */
#ifndef TC_BLAME_VIEWS_VARIABLE_ROWS_H
#define TC_BLAME_VIEWS_VARIABLE_ROWS_H

#include "blame/profile/attribute.h"
#include "blame/views/rows.h"

/* Callback of a view that tb_variables_visit calls for each blamed variable, with its options. */
typedef struct tb_variable_visitor {
  /* Called for each variable that is blamed for the samples of a stack. `stack` is the index of the stack in
   * the selection, credit->frame the frame of the variable. */
  tc_status (*visit)(void *self, int stack, const tb_blamed_variable *credit);
  void *data;
  /* receives the number of samples whose stack has a call that matches no statement; may be NULL */
  int64_t *unmatched_samples;
  /* names of the functions at which blame ends (blame points), in addition to the outermost frame; NULL if
   * there are none */
  const char *const *blame_points;
} tb_variable_visitor;

/* Visits all stacks of running threads. Visits stacks of waiting threads too if options->blame_waiting is
 * set. Returns the first error of `visit`. */
tc_status tb_variables_visit(const tb_selection *selection, const tb_variable_visitor *visitor);

/* Finds the rows of access paths and caches their indices. */
typedef struct tb_variable_rows {
  tb_rows *rows;
  /* [slots][access paths] index + 1 of the row of each access path of a function; 0 if the path has no row
   * yet. row_number[slot] is NULL before the first row of the slot. */
  TC_ARRAY(int *)
  row_number;
} tb_variable_rows;

/* Returns an empty object. The pool of the rows owns its memory. */
tb_variable_rows tb_variable_rows_init(tb_rows *rows);

/* Finds or adds the row of an access path. Rows of the access paths that contain it become its parents. The
 * row of the outermost path becomes a child of the row with index `node` (-1 for none). The index of the row
 * is cached under `slot`, a small number that is different for each pair of function and node. */
tc_status tb_variable_rows_find(tb_variable_rows *rows, int slot, int node, const tb_function *function,
                                int path, int *index);

/* Formats the name of a shown row, followed by the names of at most two rows that are folded into it and have
 * is_named set. If there are more such rows, appends their number, such as "+3". */
void tb_variable_name(const tb_rows *rows, const tb_row *row, tc_line *out);

#endif
