#include "blame/dwarf/debug_info.h"

#include <dwarf.h>
#include <string.h>

#include "base/containers/array_grow.h"
#include "base/core/memory.h"
#include "blame/dwarf/debug_internal.h"

/* ---- units ---- */

static const char *text_of(Dwarf_Die *die, unsigned attribute) {
  Dwarf_Attribute found;
  const char *text = dwarf_attr(die, attribute, &found) ? dwarf_formstring(&found) : NULL;
  return text ? text : "";
}

static tc_status note_unit(tc_debug *debug, Dwarf_Die *die) {
  TC_TRY(TC_GROW(debug->unit, debug->units, debug->room));
  debug->unit[debug->units] = (tc_compiled){
      .die = *die,
      .folder = text_of(die, DW_AT_comp_dir),
      .clang = strstr(text_of(die, DW_AT_producer), "clang") != NULL,
  };
  return tc_extents_add(&debug->code, die, debug->units++);
}

/* All that has code: clang writes no table of addresses (.debug_aranges) to begin with. */
static tc_status note_units(tc_debug *debug) {
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  uint8_t kind;
  while (dwarf_get_units(debug->image->dwarf, unit, &unit, NULL, &kind, &die, NULL) == 0)
    if (kind == DW_UT_compile || kind == DW_UT_skeleton) TC_TRY(note_unit(debug, &die));
  tc_extents_sort(&debug->code);
  return TC_OK;
}

tc_status tc_debug_create(const tc_image *image, tc_intern *texts, tc_debug **out) {
  tc_debug *debug = NULL;
  TC_TRY(TC_ALLOC_ZERO(debug, 1));
  debug->image = image;
  debug->texts = texts;
  tc_status status = note_units(debug);
  if (status)
    tc_debug_destroy(&debug);
  else
    *out = debug;
  return status;
}

void tc_debug_destroy(tc_debug **debug) {
  tc_debug *d = *debug;
  if (!d) return;
  for (int u = 0; u < d->units; u++) tc_compiled_clear(&d->unit[u]);
  tc_free(d->unit);
  tc_free(d->code.extent);
  tc_free(d);
  *debug = NULL;
}

static tc_status visit_files(tc_debug *debug, tc_compiled *unit,
                             tc_status (*visit)(void *self, const char *path), void *self) {
  Dwarf_Files *files;
  size_t count;
  if (dwarf_getsrcfiles(&unit->die, &files, &count) != 0) return TC_OK;
  for (size_t f = 0; f < count; f++) {
    const char *path = NULL;
    TC_TRY(tc_debug_path(debug, unit, dwarf_filesrc(files, f, NULL, NULL), &path));
    if (path) TC_TRY(visit(self, path));
  }
  return TC_OK;
}

tc_status tc_debug_files(tc_debug *debug, tc_status (*visit)(void *self, const char *path), void *self) {
  for (int u = 0; u < debug->units; u++) TC_TRY(visit_files(debug, &debug->unit[u], visit, self));
  return TC_OK;
}

/* ---- names ---- */

/* The function that a line stands in, as functions of C do not nest: the last that begins before it. */
static const char *function_around(const tc_compiled *unit, const char *file, int line) {
  const tc_written *best = NULL;
  for (int w = 0; w < unit->writtens; w++) {
    const tc_written *at = &unit->written[w];
    if (at->line <= line && (!best || at->line > best->line) && strcmp(at->file, file) == 0) best = at;
  }
  return best ? best->name : "";
}

/* gcc does not say where its parts begin: where their function does. */
static tc_status place_outlined(tc_debug *debug, const tc_compiled *unit, tc_call *call) {
  for (int w = 0; w < unit->writtens && !call->home; w++) {
    const tc_written *at = &unit->written[w];
    if (strcmp(at->name, call->function) != 0) continue;
    call->home_line = at->line;
    TC_TRY(tc_debug_path(debug, unit, at->file, &call->home));
  }
  return TC_OK;
}

/* gcc's parts have the name of their function in front; clang's must be looked for. */
static tc_status name_outlined(tc_debug *debug, const tc_compiled *unit, const char *name, const char *file,
                               tc_call *call) {
  const char *end = strstr(name, "._omp_fn.");
  int number;
  if (!end)
    return tc_intern_text(debug->texts, file ? function_around(unit, file, call->home_line) : "",
                          &call->function);
  TC_TRY(tc_intern_add(debug->texts, name, (size_t)(end - name), &number, NULL));
  call->function = tc_intern_at(debug->texts, number, NULL);
  return place_outlined(debug, unit, call);
}

static tc_status name_call(tc_debug *debug, const tc_compiled *unit, Dwarf_Die *die, tc_call *call) {
  const char *name = tc_debug_name(die), *home = tc_compiled_file(unit, die, DW_AT_decl_file);
  call->outlined = tc_name_is_outlined(name);
  call->home_line = tc_debug_number(die, DW_AT_decl_line, 0);
  TC_TRY(tc_debug_path(debug, unit, home, &call->home));
  return call->outlined ? name_outlined(debug, unit, name, home, call)
                        : tc_intern_text(debug->texts, name, &call->function);
}

/* ---- finding ---- */

static bool begins_with(const tc_chain *longer, const tc_chain *chain) {
  for (int c = 0; c < chain->count; c++)
    if (longer->die[c].addr != chain->die[c].addr) return false;
  return longer->count > chain->count;
}

/* Instructions that a compiler made without saying what for belong to no inlined function, but to the row
 * before, which has no line either: then what that row begins in has made them. */
static void find_chain(const tc_compiled *unit, const tc_extent *code, uint64_t address, tc_chain *chain) {
  const Dwarf_Die *function = &unit->function[code->number];
  ptrdiff_t number;
  Dwarf_Addr begin = address;
  int line = 0;
  tc_chain before;
  tc_chain_find(function, address, chain);
  Dwarf_Line *row = tc_compiled_row(unit, address, &number);
  if (!row || dwarf_lineno(row, &line) != 0 || line != 0 || dwarf_lineaddr(row, &begin) != 0) return;
  if (begin >= address || begin < code->low) return;
  tc_chain_find(function, begin, &before);
  if (begins_with(&before, chain)) *chain = before;
}

static tc_status fill(tc_debug *debug, const tc_compiled *unit, const tc_extent *code, uint64_t address,
                      tc_calls *out) {
  tc_chain chain;
  find_chain(unit, code, address, &chain);
  for (int c = 0; c < chain.count; c++) {
    tc_call *call = &out->call[c];
    const int at = chain.count - 1 - c;
    *call = (tc_call){.inlined = at > 0};
    TC_TRY(name_call(debug, unit, &chain.die[at], call));
    if (c == 0)
      TC_TRY(tc_call_place_innermost(debug, unit, code, &chain, address, call));
    else
      TC_TRY(tc_call_place_outer(debug, unit, &chain.die[at + 1], call));
  }
  out->count = chain.count;
  out->low = code->low;
  out->high = code->high;
  return TC_OK;
}

tc_status tc_debug_find(tc_debug *debug, uint64_t address, tc_calls *out) {
  const tc_extent *code = tc_extents_find(&debug->code, address);
  out->count = 0;
  out->clang = false;
  if (!code) return TC_OK;
  tc_compiled *unit = &debug->unit[code->number];
  if (!unit->ready) TC_TRY(tc_compiled_read(unit));
  out->clang = unit->clang;
  code = tc_extents_find(&unit->code, address);
  return code ? fill(debug, unit, code, address, out) : TC_OK;
}
