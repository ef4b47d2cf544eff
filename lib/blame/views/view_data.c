/* The flat view of variables: what each is blamed for (Zhang and Hollingsworth, section 4.4). */
#include "blame/views/variable_rows.h"
#include "blame/views/view.h"

static tc_status count(void *self, int stack, const tc_credit *credit) {
  tc_variable_rows *rows = self;
  const int slot = (int)(credit->function - rows->rows->selection->profile->facts->function);
  int index;
  TC_TRY(tc_variable_rows_of(rows, slot, -1, credit->function, credit->place, &index));
  return tc_rows_place(rows->rows, index, stack, credit->frame);
}

/* What can be blamed on no variable. */
static tc_status count_others(tc_rows *rows) {
  for (int i = 0; i < rows->selection->stacks; i++) {
    int index;
    TC_TRY(tc_rows_other(rows, i, &index));
    if (index >= 0) tc_rows_count(rows, index, i);
  }
  return TC_OK;
}

static tc_status make(tc_rows *rows) {
  tc_variable_rows variables = {.rows = rows};
  tc_status status = TC_OK;
  TC_GUARD(status,
           tc_variables_walk(rows->selection, &(tc_variables){count, &variables, &rows->unmatched, NULL}));
  TC_GUARD(status, count_others(rows));
cleanup:
  tc_variable_rows_clear(&variables);
  return status;
}

static void tell(const tc_rows *rows, const tc_row *row, tc_view_words *out) {
  tc_variable_name(rows, row, &out->name);
  tc_line_add(&out->type, "%s", row->type);
  tc_line_add(&out->behind, "%s", row->context);
}

static void json(const tc_rows *rows, const tc_row *row, tc_json *out) {
  (void)rows;
  tc_json_text(out, "written", row->written);
  tc_json_text(out, "type", row->type);
  tc_json_text(out, "context", row->context);
}

const tc_view tc_view_data = {
    .name = "data",
    .summary = "variables, each with the samples that it is blamed for; inclusive",
    .heading = "blame (a sample counts for every variable it helped to compute)",
    .list = "variables",
    .measure = "blame",
    .make = make,
    .tell = tell,
    .json = json,
};
