#include <dwarf.h>

#include "blame/dwarf/debug_internal.h"
#include "blame/facts/source_file.h"

tc_status tb_debug_full_path(tb_debug *debug, const tb_debug_unit *unit, const char *path, const char **out) {
  tc_pool pool = {NULL};
  const char *full_path = path;
  tc_status status = TC_OK;
  *out = NULL;
  if (!path) return TC_OK;
  if (path[0] != '/') TC_GUARD(status, tc_pool_printf(&pool, &full_path, "%s/%s", unit->folder, path));
  TC_GUARD(status, tb_source_path_normalise(&pool, full_path, &full_path));
  TC_GUARD(status, tc_map_add_text(debug->texts, full_path, out));
cleanup:
  tc_pool_free(&pool);
  return status;
}

static bool have_same_innermost(const tb_inline_dies *a, const tb_inline_dies *b) {
  return a->count == b->count && a->die[a->count - 1].addr == b->die[b->count - 1].addr;
}

/* Sets *out to row number `row` of the line table if this row has a source line and belongs to the innermost
 * inlined function of `chain`. Returns false if the row is outside `range`, which ends the search in this
 * direction. */
static bool check_row(const tb_debug_unit *unit, const tb_address_range *range, const tb_inline_dies *chain,
                      ptrdiff_t row, Dwarf_Line **out) {
  tb_inline_dies other_chain;
  Dwarf_Addr at = 0;
  int line = 0;
  Dwarf_Line *found = dwarf_onesrcline(unit->rows, (size_t)row);
  if (dwarf_lineaddr(found, &at) != 0 || at < range->low || at >= range->high) return false;
  tb_inline_dies_find(&chain->die[0], at, &other_chain);
  if (have_same_innermost(&other_chain, chain) && dwarf_lineno(found, &line) == 0 && line > 0) *out = found;
  return true;
}

/* Finds a replacement for a row of the line table that has no source line. Compilers write such rows for
 * merged statements, with an arbitrary file. Returns the nearest earlier row that has a source line and
 * belongs to the innermost inlined function of `chain`. Without one, returns the nearest such later row, or
 * NULL. */
static Dwarf_Line *find_nearest_row(const tb_debug_unit *unit, const tb_address_range *range,
                                    const tb_inline_dies *chain, ptrdiff_t row) {
  Dwarf_Line *found = NULL;
  for (ptrdiff_t r = row - 1; r >= 0 && !found; r--)
    if (!check_row(unit, range, chain, r, &found)) break;
  for (ptrdiff_t r = row + 1; r < (ptrdiff_t)unit->row_count && !found; r++)
    if (!check_row(unit, range, chain, r, &found)) break;
  return found;
}

tc_status tb_inline_frame_locate_innermost(tb_debug *debug, const tb_debug_unit *unit,
                                           const tb_address_range *range, const tb_inline_dies *chain,
                                           uint64_t address, tb_inline_frame *frame) {
  ptrdiff_t number;
  Dwarf_Line *row = tb_debug_unit_row(unit, address, &number);
  if (!row) return TC_OK;
  dwarf_lineno(row, &frame->line);
  dwarf_linecol(row, &frame->column);
  if (frame->line == 0) {
    Dwarf_Line *nearest = find_nearest_row(unit, range, chain, number);
    if (nearest) dwarf_lineno(row = nearest, &frame->line);
    frame->column = 0;
  }
  return tb_debug_full_path(debug, unit, dwarf_linesrc(row, NULL, NULL), &frame->file);
}

tc_status tb_inline_frame_locate_caller(tb_debug *debug, const tb_debug_unit *unit, Dwarf_Die *inlined,
                                        tb_inline_frame *frame) {
  frame->line = tb_debug_number(inlined, DW_AT_call_line, 0);
  frame->column = tb_debug_number(inlined, DW_AT_call_column, 0);
  return tb_debug_full_path(debug, unit, tb_debug_unit_file(unit, inlined, DW_AT_call_file), &frame->file);
}
