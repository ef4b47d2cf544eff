/* View `touch`: arrays whose memory the sampled instructions used. Each sample counts once. */
#include <inttypes.h>

#include "blame/views/view.h"

static const char *const kind_names[TB_TOUCH_KINDS] =
    {[TB_TOUCH_OBJECT] = "object",           [TB_TOUCH_STATIC] = "static",   [TB_TOUCH_STACK] = "stack",
     [TB_TOUCH_ARITHMETIC] = "arithmetic",   [TB_TOUCH_WAITING] = "waiting", [TB_TOUCH_LIBRARY] = "library",
     [TB_TOUCH_OVERWRITTEN] = "overwritten", [TB_TOUCH_OTHER] = "other"};

static const char *const kind_texts[TB_TOUCH_KINDS] = {[TB_TOUCH_OBJECT] = "(unnamed object)",
                                                       [TB_TOUCH_STATIC] = "(unnamed static)",
                                                       [TB_TOUCH_STACK] = "(stack)",
                                                       [TB_TOUCH_ARITHMETIC] = "(arithmetic)",
                                                       [TB_TOUCH_WAITING] = "(waiting)",
                                                       [TB_TOUCH_LIBRARY] = "(library)",
                                                       [TB_TOUCH_OVERWRITTEN] = "(address overwritten)",
                                                       [TB_TOUCH_OTHER] = "(other memory)"};

/* Formats the name of touched data with its owner, because many objects have the same name, such as
 * tc_vector.value. */
static tc_status format_touched_name(tb_rows *rows, const tb_touched_data *touched, const char **out) {
  *out = touched->name ? touched->name : kind_texts[touched->kind];
  return touched->owner ? tc_pool_printf(&rows->pool, out, "%s of %s", touched->name, touched->owner) : TC_OK;
}

/* Finds the row of touched data. Waiting samples are distinguished by the call that waits. */
static tc_status find_touch_row(tb_rows *rows, int stack, const tb_touched_data *touched, int *index) {
  const tb_stack *s = rows->selection->stack[stack].stack;
  tb_row row = {.kind = TB_ROW_TOUCH, .touched = touched, .context = touched->site, .parent = -1};
  if (touched->kind == TB_TOUCH_WAITING && s->waiting_call)
    TC_TRY(tc_pool_printf(&rows->pool, &row.name, "(waiting in %s)", s->waiting_call));
  else
    TC_TRY(format_touched_name(rows, touched, &row.name));
  /* Two objects without a name are different rows if their allocation sites differ, and two static variables
   * if their source files differ. */
  const bool by_site = touched->site && (touched->kind == TB_TOUCH_STATIC || !touched->name);
  row.scope = by_site ? (const void *)touched->site : &kind_names[touched->kind];
  return tb_rows_find(rows, &row, index);
}

static tc_status count_touch_stack(tb_rows *rows, int stack) {
  const tb_selection *s = rows->selection;
  const tb_stack *stack_data = s->stack[stack].stack;
  for (int c = 0; c < stack_data->cells; c++) {
    const tb_stack_cell *cell = &stack_data->cell[c];
    int index;
    TC_TRY(find_touch_row(rows, stack, &s->profile->touched[cell->touch_number], &index));
    tb_row *row = &rows->row[index];
    row->samples += cell->samples;
    row->group_samples[s->group_of_thread[cell->thread]] += cell->samples;
    if (cell->bin >= 0) row->bin_samples[cell->bin] += cell->samples;
  }
  return TC_OK;
}

static tc_status build_touch_view(tb_rows *rows) {
  for (int i = 0; i < rows->selection->stacks; i++) TC_TRY(count_touch_stack(rows, i));
  return TC_OK;
}

static void format_bytes(int64_t bytes, tc_line *out) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double value = (double)bytes;
  int u = 0;
  for (; value >= 1024.0 && u < 4; u++) value /= 1024.0;
  tc_line_add(out, value < 10.0 && u > 0 ? "%.1f %s" : "%.0f %s", value, units[u]);
}

static void describe_touch_row(const tb_rows *rows, const tb_row *row, tb_view_texts *out) {
  const tb_touched_data *touched = row->touched;
  (void)rows;
  tc_line_add(&out->name, "%s", row->name);
  if (touched->bytes > 0) format_bytes(touched->bytes, &out->type);
  if (touched->allocations > 1) tc_line_add(&out->type, " x %" PRId64, touched->allocations);
  tc_line_add(&out->remark, "%s", row->context);
}

static void add_touch_items(const tb_row *row, tc_section *out) {
  const tb_touched_data *t = row->touched;
  TC_ADD(out, TC_VALUE("kind", kind_names[t->kind]), TC_VALUE("site", t->site), TC_VALUE("owner", t->owner),
         TC_VALUE("bytes", t->bytes), TC_VALUE("allocations", t->allocations));
  tc_list_add_integers(out, "bins", TB_TOUCH_BINS, row->bin_samples);
}

const tb_view tb_view_touch = {
    .name = "touch",
    .summary = "arrays whose memory the instructions used; each sample once",
    .heading = "touch (a sample counts once, for the data that its instruction used)",
    .list = "touch",
    .measure = "share",
    .build = build_touch_view,
    .describe_row = describe_touch_row,
    .add_items = add_touch_items,
};
