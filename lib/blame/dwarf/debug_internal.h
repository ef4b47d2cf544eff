/* Inside of debug*.c. */
#ifndef TC_BLAME_DWARF_DEBUG_INTERNAL_H
#define TC_BLAME_DWARF_DEBUG_INTERNAL_H

#include "blame/dwarf/debug_info.h"

/* Code of a function. */
typedef struct tb_address_range {
  uint64_t low, high;
  int number; /* of a unit, or of a function of a unit */
} tb_address_range;

/* By `low`. */
typedef struct tb_address_ranges {
  int count, capacity;
  tb_address_range *extent;
} tb_address_ranges;

/* A function as its source has it. */
typedef struct tb_debug_function {
  const char *name, *file; /* as in the debug information */
  int line;
} tb_debug_function;

/* What one compiler run made. Beyond `clang` read when it is first asked for. */
typedef struct tb_debug_unit {
  Dwarf_Die die;
  const char *folder; /* relative paths begin there */
  bool clang, ready;
  Dwarf_Lines *rows;
  size_t row_count;
  Dwarf_Files *files;
  tb_address_ranges code; /* of functions: `function` */
  int functions, function_room;
  Dwarf_Die *function;
  int writtens, written_room;
  tb_debug_function *written; /* all but what was cut out of others */
} tb_debug_unit;

struct tb_debug {
  const tb_image *image;
  tc_intern *texts;
  int units, capacity;
  tb_debug_unit *unit;
  tb_address_ranges code; /* of units */
};

tc_status tb_address_ranges_add(tb_address_ranges *extents, Dwarf_Die *die, int number);
void tb_address_ranges_sort(tb_address_ranges *extents);
const tb_address_range *tb_address_ranges_find(const tb_address_ranges *extents,
                                               uint64_t address); /* NULL: none */

/* Functions and rows of a unit. */
tc_status tb_debug_unit_read(tb_debug_unit *unit);
void tb_debug_unit_free(tb_debug_unit *unit);

/* The row that an address is in, and its number; NULL: none. */
Dwarf_Line *tb_debug_unit_row(const tb_debug_unit *unit, uint64_t address, ptrdiff_t *number);

/* A function and what was inlined into it around an address, outermost first. */
typedef struct tb_inline_dies {
  int count;
  Dwarf_Die die[TB_CALLS];
} tb_inline_dies;

void tb_inline_dies_find(const Dwarf_Die *function, uint64_t address, tb_inline_dies *out);

/* A path as the debug information has it, made full; NULL for NULL. */
tc_status tb_debug_path(tb_debug *debug, const tb_debug_unit *unit, const char *path, const char **out);

/* Where the innermost function of a chain is; code: of its outermost. */
tc_status tb_inline_frame_locate_innermost(tb_debug *debug, const tb_debug_unit *unit,
                                           const tb_address_range *code, const tb_inline_dies *chain,
                                           uint64_t address, tb_inline_frame *call);
/* Where a function calls the one that was inlined into it. */
tc_status tb_inline_frame_locate_caller(tb_debug *debug, const tb_debug_unit *unit, Dwarf_Die *inlined,
                                        tb_inline_frame *call);

/* Of the thing or what it is a copy of. */
const char *tb_debug_name(Dwarf_Die *die); /* "": none */
int tb_debug_number(Dwarf_Die *die, unsigned attribute, int absent);
const char *tb_debug_unit_file(const tb_debug_unit *unit, Dwarf_Die *die,
                               unsigned attribute); /* NULL: none */
bool tb_debug_name_is_outlined(const char *name);

#endif
