/* Finds for a code address the chain of inlined functions with their source files and lines. profile/binary.c
 * and profile/resolver.c call it for the sampled addresses of one program or library. All compilation units
 * are indexed by address at creation. The functions and the line table of a unit are read when the unit is
 * first used. Code that a compiler moved to a separate function for OpenMP (an outlined part) is attributed
 * to the function whose source contains it. */
#include "blame/dwarf/debug_info.h"

#include <dwarf.h>
#include <string.h>

#include "base/core/memory.h"
#include "blame/dwarf/debug_internal.h"

/* ---- compilation units ---- */

static const char *get_text(Dwarf_Die *die, unsigned attribute) {
  Dwarf_Attribute found;
  const char *text = dwarf_attr(die, attribute, &found) ? dwarf_formstring(&found) : NULL;
  return text ? text : "";
}

static tc_status add_unit(tb_debug *debug, Dwarf_Die *die) {
  const tb_debug_unit unit = {
      .die = *die,
      .folder = get_text(die, DW_AT_comp_dir),
      .is_clang = strstr(get_text(die, DW_AT_producer), "clang") != NULL,
  };
  TC_TRY(tb_address_ranges_add(&debug->unit_ranges, die, debug->unit.count));
  return TC_ARRAY_ADD(&debug->unit, &unit);
}

/* Builds the index of all compilation units that contain code. The index in the file (.debug_aranges) is not
 * used, because clang does not write one by default. */
static tc_status add_units(tb_debug *debug) {
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  uint8_t kind;
  while (dwarf_get_units(debug->image->dwarf, unit, &unit, NULL, &kind, &die, NULL) == 0)
    if (kind == DW_UT_compile || kind == DW_UT_skeleton) TC_TRY(add_unit(debug, &die));
  tb_address_ranges_sort(&debug->unit_ranges);
  return TC_OK;
}

tc_status tb_debug_create(const tb_image *image, tc_map *texts, tb_debug **out) {
  TC_TRY(tc_alloc_zero(1, sizeof **out, "debug", out));
  (*out)->image = image;
  (*out)->texts = texts;
  tc_status status = add_units(*out);
  if (status) tb_debug_destroy(out);
  return status;
}

void tb_debug_destroy(tb_debug **debug) {
  tb_debug *d = *debug;
  if (!d) return;
  for (int u = 0; u < d->unit.count; u++) tb_debug_unit_free(&d->unit.item[u]);
  TC_ARRAY_FREE(&d->unit);
  TC_ARRAY_FREE(&d->unit_ranges);
  tc_free(d);
  *debug = NULL;
}

static tc_status visit_files(tb_debug *debug, tb_debug_unit *unit,
                             tc_status (*visit)(void *self, const char *path), void *self) {
  Dwarf_Files *files;
  size_t count;
  if (dwarf_getsrcfiles(&unit->die, &files, &count) != 0) return TC_OK;
  for (size_t f = 0; f < count; f++) {
    const char *path = NULL;
    TC_TRY(tb_debug_full_path(debug, unit, dwarf_filesrc(files, f, NULL, NULL), &path));
    if (path) TC_TRY(visit(self, path));
  }
  return TC_OK;
}

tc_status tb_debug_visit_files(tb_debug *debug, tc_status (*visit)(void *self, const char *path),
                               void *self) {
  for (int u = 0; u < debug->unit.count; u++) TC_TRY(visit_files(debug, &debug->unit.item[u], visit, self));
  return TC_OK;
}

/* ---- names of outlined parts ---- */

/* Returns the name of the function whose source contains the line. Because C functions do not nest, this is
 * the last function that begins at or before the line. Returns "" if there is none. */
static const char *find_function_around(const tb_debug_unit *unit, const char *file, int line) {
  const tb_debug_function *best = NULL;
  for (int w = 0; w < unit->source_function.count; w++) {
    const tb_debug_function *candidate = &unit->source_function.item[w];
    if (candidate->line <= line && (!best || candidate->line > best->line) &&
        strcmp(candidate->file, file) == 0)
      best = candidate;
  }
  return best ? best->name : "";
}

/* Sets the declaration position of an outlined part that gcc has compiled. gcc records no position for the
 * part, so the function sets the position of the function that contains the part. */
static tc_status locate_outlined(tb_debug *debug, const tb_debug_unit *unit, tb_inline_frame *frame) {
  for (int w = 0; w < unit->source_function.count && !frame->declaration_file; w++) {
    const tb_debug_function *candidate = &unit->source_function.item[w];
    if (strcmp(candidate->name, frame->function) != 0) continue;
    frame->declaration_line = candidate->line;
    TC_TRY(tb_debug_full_path(debug, unit, candidate->file, &frame->declaration_file));
  }
  return TC_OK;
}

/* Finds the function that contains an outlined part. gcc derives the name of a part from this function. clang
 * does not, so the containing function is found by the line of the part. */
static tc_status find_outlined_name(tb_debug *debug, const tb_debug_unit *unit, const char *name,
                                    const char *file, tb_inline_frame *frame) {
  const char *end = strstr(name, "._omp_fn.");
  int number;
  if (!end)
    return tc_map_add_text(debug->texts,
                           file ? find_function_around(unit, file, frame->declaration_line) : "",
                           &frame->function);
  TC_TRY(tc_map_add(debug->texts, name, (size_t)(end - name), &number, NULL));
  frame->function = tc_map_key(debug->texts, number, NULL);
  return locate_outlined(debug, unit, frame);
}

static tc_status describe_frame(tb_debug *debug, const tb_debug_unit *unit, Dwarf_Die *die,
                                tb_inline_frame *frame) {
  const char *name = tb_debug_name(die), *file = tb_debug_unit_file(unit, die, DW_AT_decl_file);
  frame->is_outlined = tb_debug_name_is_outlined(name);
  frame->declaration_line = tb_debug_number(die, DW_AT_decl_line, 0);
  TC_TRY(tb_debug_full_path(debug, unit, file, &frame->declaration_file));
  return frame->is_outlined ? find_outlined_name(debug, unit, name, file, frame)
                            : tc_map_add_text(debug->texts, name, &frame->function);
}

/* ---- lookup of an address ---- */

static bool is_longer_chain(const tb_inline_dies *longer, const tb_inline_dies *chain) {
  for (int c = 0; c < chain->count; c++)
    if (longer->die[c].addr != chain->die[c].addr) return false;
  return longer->count > chain->count;
}

/* Finds the inlined functions at an address. In the debug information, an instruction with source line 0
 * belongs to no inlined function, even if it is a part of a statement of one. Such an instruction is
 * therefore attributed to the inlined functions at the start address of its row in the line table. */
static void find_inline_chain(const tb_debug_unit *unit, const tb_address_range *range, uint64_t address,
                              tb_inline_dies *chain) {
  const Dwarf_Die *function = &unit->function.item[range->number];
  ptrdiff_t number;
  Dwarf_Addr begin = address;
  int line = 0;
  tb_inline_dies row_chain;
  tb_inline_dies_find(function, address, chain);
  Dwarf_Line *row = tb_debug_unit_row(unit, address, &number);
  if (!row || dwarf_lineno(row, &line) != 0 || line != 0 || dwarf_lineaddr(row, &begin) != 0) return;
  if (begin >= address || begin < range->low) return;
  tb_inline_dies_find(function, begin, &row_chain);
  if (is_longer_chain(&row_chain, chain)) *chain = row_chain;
}

static tc_status fill_inline_chain(tb_debug *debug, const tb_debug_unit *unit, const tb_address_range *range,
                                   uint64_t address, tb_inline_chain *out) {
  tb_inline_dies chain;
  find_inline_chain(unit, range, address, &chain);
  for (int c = 0; c < chain.count; c++) {
    tb_inline_frame *frame = &out->frame[c];
    const int at = chain.count - 1 - c;
    *frame = (tb_inline_frame){.is_inlined = at > 0};
    TC_TRY(describe_frame(debug, unit, &chain.die[at], frame));
    if (c == 0)
      TC_TRY(tb_inline_frame_locate_innermost(debug, unit, range, &chain, address, frame));
    else
      TC_TRY(tb_inline_frame_locate_caller(debug, unit, &chain.die[at + 1], frame));
  }
  out->count = chain.count;
  out->low = range->low;
  out->high = range->high;
  return TC_OK;
}

tc_status tb_debug_find(tb_debug *debug, uint64_t address, tb_inline_chain *out) {
  const tb_address_range *range = tb_address_ranges_find(&debug->unit_ranges, address);
  out->count = 0;
  out->is_clang = false;
  if (!range) return TC_OK;
  tb_debug_unit *unit = &debug->unit.item[range->number];
  if (!unit->is_read) TC_TRY(tb_debug_unit_read(unit));
  out->is_clang = unit->is_clang;
  range = tb_address_ranges_find(&unit->function_ranges, address);
  return range ? fill_inline_chain(debug, unit, range, address, out) : TC_OK;
}
