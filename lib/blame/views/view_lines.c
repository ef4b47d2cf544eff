/* View `lines`: source lines. Each sample counts once. */

#include "base/core/memory.h"
#include "base/file/path.h"
#include "blame/facts/source_line.h"
#include "blame/views/view.h"

/* Finds the row of the source line of a frame. Member `written` of a new row is the text of the line. */
static tc_status find_line_row(tb_rows *rows, tb_source_lines *sources, const tb_frame *frame, int *index) {
  const tb_facts *facts = rows->selection->profile->facts;
  const char *path = frame->file ? frame->file : facts->file[frame->facts->file].path;
  tb_row row = {.kind = TB_ROW_LINE,
                .context = frame->function,
                .file = path,
                .line = frame->line,
                .parent = -1};
  TC_TRY(tc_pool_printf(&rows->pool, &row.name, "%s:%d", tc_path_name(path), frame->line));
  TC_TRY(tb_source_line(sources, path, frame->line, &row.written));
  /* equal file paths are the same pointer (blame/dwarf/debug_info.h), so the pointer identifies the file */
  row.scope = frame->facts ? (const void *)frame->facts : path;
  return tb_rows_find(rows, &row, index);
}

static tc_status count_line_stack(tb_rows *rows, tb_source_lines *sources, int stack) {
  const tb_selected_stack *selected = &rows->selection->stack[stack];
  int index;
  TC_TRY(tb_rows_count_unattributed(rows, stack, &index));
  if (index >= 0) return TC_OK;
  TC_TRY(find_line_row(rows, sources, &selected->stack->frame[selected->stack->user_frame], &index));
  tb_rows_count(rows, index, stack);
  return TC_OK;
}

static tc_status build_lines_view(tb_rows *rows) {
  tb_source_lines sources = {.pool = &rows->pool};
  for (int i = 0; i < rows->selection->stacks; i++) TC_TRY(count_line_stack(rows, &sources, i));
  return TC_OK;
}

static void describe_line_row(const tb_rows *rows, const tb_row *row, tb_view_texts *out) {
  (void)rows;
  tc_line_add(&out->name, "%s", row->name);
  tc_line_add(&out->type, "%s", row->context);
  tc_line_add(&out->remark, "%s", row->written);
}

static void add_line_items(const tb_row *row, tc_section *out) {
  TC_ADD(out, TC_VALUE("file", row->line > 0 ? row->file : NULL), TC_VALUE("line", row->line),
         TC_VALUE("function", row->context), TC_VALUE("text", row->written));
}

const tb_view tb_view_lines = {
    .name = "lines",
    .summary = "source lines, each sample once",
    .heading = "lines (each sample counts once, at the innermost analysed line)",
    .list = "lines",
    .measure = "share",
    .build = build_lines_view,
    .describe_row = describe_line_row,
    .add_items = add_line_items,
};
