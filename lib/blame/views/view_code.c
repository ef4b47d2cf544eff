/* View `code`: functions, as in other profilers. Exclusive samples are counted for the innermost user
 * function of a stack, so the time of a library function counts for the user function that called it. The sum
 * of the exclusive samples of all rows is the number of all samples. */

#include "base/file/path.h"
#include "blame/views/view.h"

/* Counts a stack for the function of a frame. *index receives the row of the function. If nothing was
 * analysed, a function is identified by its name alone. */
static tc_status count_function(tb_rows *rows, int stack, const tb_frame *frame, int *index) {
  tb_row row = {.kind = TB_ROW_FUNCTION, .name = frame->function, .parent = -1};
  if (frame->facts) row = tb_rows_function_row(rows, frame->facts);
  TC_TRY(tb_rows_find(rows, &row, index));
  tb_rows_count(rows, *index, stack);
  return TC_OK;
}

static tc_status count_code_stack(tb_rows *rows, int stack) {
  const tb_selected_stack *selected = &rows->selection->stack[stack];
  int other, innermost = -1;
  for (int f = selected->frames - 1; f >= 0; f--)
    if (tb_profile_is_user(rows->selection->profile, &selected->stack->frame[f]))
      TC_TRY(count_function(rows, stack, &selected->stack->frame[f], &innermost));
  TC_TRY(tb_rows_count_unattributed(rows, stack, &other));
  rows->row[other >= 0 ? other : innermost].exclusive += selected->samples;
  return TC_OK;
}

static tc_status build_code_view(tb_rows *rows) {
  for (int i = 0; i < rows->selection->stacks; i++) TC_TRY(count_code_stack(rows, i));
  return TC_OK;
}

static void describe_code_row(const tb_rows *rows, const tb_row *row, tb_view_texts *out) {
  (void)rows;
  tc_line_add(&out->name, "%s", row->name);
  if (row->line > 0) tc_line_add(&out->remark, "%s:%d", tc_path_name(row->file), row->line);
}

static void add_code_items(const tb_row *row, tc_section *out) {
  TC_ADD(out, TC_VALUE("file", row->line > 0 ? row->file : NULL), TC_VALUE("line", row->line),
         TC_VALUE("exclusive", row->exclusive), TC_VALUE("inclusive", row->samples));
}

const tb_view tb_view_code = {
    .name = "code",
    .summary = "functions, inclusive and exclusive",
    .heading = "code (inclusive: the function and all that it calls; exclusive: the function and the "
               "libraries that it calls)",
    .list = "functions",
    .measure = "share",
    .exclusive = true,
    .build = build_code_view,
    .describe_row = describe_code_row,
    .add_items = add_code_items,
};
