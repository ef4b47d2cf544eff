/* View `data`: variables with the samples for which they are blamed. Source: the flat view of Zhang and
 * Hollingsworth, section 4.4. */
#include "blame/views/variable_rows.h"
#include "blame/views/view.h"

static tc_status count_data_stack(void *self, int stack, const tb_blamed_variable *variable) {
  tb_variable_rows *rows = self;
  const int slot = (int)(variable->function - rows->rows->selection->profile->facts->function);
  int index;
  TC_TRY(tb_variable_rows_find(rows, slot, -1, variable->function, variable->access_path, &index));
  return tb_rows_count_with_frame(rows->rows, index, stack, variable->frame);
}

/* Counts the stacks of waiting threads and the stacks without an analysed function, for which no variable is
 * blamed. */
static tc_status count_unattributed(tb_rows *rows) {
  int index;
  for (int i = 0; i < rows->selection->stacks; i++) TC_TRY(tb_rows_count_unattributed(rows, i, &index));
  return TC_OK;
}

static tc_status build_data_view(tb_rows *rows) {
  tb_variable_rows variables = tb_variable_rows_init(rows);
  TC_TRY(tb_variables_visit(rows->selection, &(tb_variable_visitor){count_data_stack, &variables,
                                                                    &rows->unmatched_samples, NULL}));
  return count_unattributed(rows);
}

static void describe_data_row(const tb_rows *rows, const tb_row *row, tb_view_texts *out) {
  tb_variable_name(rows, row, &out->name);
  tc_line_add(&out->type, "%s", row->type);
  tc_line_add(&out->remark, "%s", row->context);
}

static void add_data_items(const tb_row *row, tc_section *out) {
  TC_ADD(out, TC_VALUE("written", row->written), TC_VALUE("type", row->type),
         TC_VALUE("context", row->context));
}

const tb_view tb_view_data = {
    .name = "data",
    .summary = "variables, each with the samples for which it is blamed; inclusive",
    .heading = "blame (a sample counts for every variable it helped to compute)",
    .list = "variables",
    .measure = "blame",
    .build = build_data_view,
    .describe_row = describe_data_row,
    .add_items = add_data_items,
};
