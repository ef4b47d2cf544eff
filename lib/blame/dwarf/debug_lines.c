#include <dwarf.h>

#include "blame/dwarf/debug_internal.h"
#include "blame/facts/source_file.h"

tc_status tc_debug_path(tc_debug *debug, const tc_compiled *unit, const char *path, const char **out) {
  tc_pool pool = {NULL};
  const char *whole = path;
  tc_status status = TC_OK;
  *out = NULL;
  if (!path) return TC_OK;
  if (path[0] != '/') TC_GUARD(status, tc_pool_print(&pool, &whole, "%s/%s", unit->folder, path));
  TC_GUARD(status, tc_source_clean(&pool, whole, &whole));
  TC_GUARD(status, tc_intern_text(debug->texts, whole, out));
cleanup:
  tc_pool_empty(&pool);
  return status;
}

static bool same_function(const tc_chain *a, const tc_chain *b) {
  return a->count == b->count && a->die[a->count - 1].addr == b->die[b->count - 1].addr;
}

/* Whether a row tells a line, and is of the same function: then it is the one that was looked for. Whether
 * the search may go on: the row is of the same code. */
static bool look_at(const tc_compiled *unit, const tc_extent *code, const tc_chain *chain, ptrdiff_t row,
                    Dwarf_Line **out) {
  tc_chain there;
  Dwarf_Addr at = 0;
  int line = 0;
  Dwarf_Line *found = dwarf_onesrcline(unit->rows, (size_t)row);
  if (dwarf_lineaddr(found, &at) != 0 || at < code->low || at >= code->high) return false;
  tc_chain_find(&chain->die[0], at, &there);
  if (same_function(&there, chain) && dwarf_lineno(found, &line) == 0 && line > 0) *out = found;
  return true;
}

/* A row without a line stands for several statements that became one, and its file may be any: then the row
 * before it that is of the same function, or else behind it. NULL: none has a line. */
static Dwarf_Line *row_beside(const tc_compiled *unit, const tc_extent *code, const tc_chain *chain,
                              ptrdiff_t row) {
  Dwarf_Line *found = NULL;
  for (ptrdiff_t r = row - 1; r >= 0 && !found; r--)
    if (!look_at(unit, code, chain, r, &found)) break;
  for (ptrdiff_t r = row + 1; r < (ptrdiff_t)unit->row_count && !found; r++)
    if (!look_at(unit, code, chain, r, &found)) break;
  return found;
}

tc_status tc_call_place_innermost(tc_debug *debug, const tc_compiled *unit, const tc_extent *code,
                                  const tc_chain *chain, uint64_t address, tc_call *call) {
  ptrdiff_t number;
  Dwarf_Line *row = tc_compiled_row(unit, address, &number);
  if (!row) return TC_OK;
  dwarf_lineno(row, &call->line);
  dwarf_linecol(row, &call->column);
  if (call->line == 0) {
    Dwarf_Line *beside = row_beside(unit, code, chain, number);
    if (beside) dwarf_lineno(row = beside, &call->line);
    call->column = 0;
  }
  return tc_debug_path(debug, unit, dwarf_linesrc(row, NULL, NULL), &call->file);
}

tc_status tc_call_place_outer(tc_debug *debug, const tc_compiled *unit, Dwarf_Die *inlined, tc_call *call) {
  call->line = tc_debug_number(inlined, DW_AT_call_line, 0);
  call->column = tc_debug_number(inlined, DW_AT_call_column, 0);
  return tc_debug_path(debug, unit, tc_compiled_file(unit, inlined, DW_AT_call_file), &call->file);
}
