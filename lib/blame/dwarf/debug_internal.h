/* Internal types and functions of the debug information, included by the debug_*.c files only. debug_unit.c
 * reads the functions and the line table of a compilation unit. debug_ranges.c finds the unit or function
 * that contains an address. debug_inlines.c finds the functions inlined at the address, and debug_lines.c
 * their source positions. An entry of the debug information is called a DIE, as in DWARF. */
#ifndef TC_BLAME_DWARF_DEBUG_INTERNAL_H
#define TC_BLAME_DWARF_DEBUG_INTERNAL_H

#include "blame/dwarf/debug_info.h"

/* Range [low, high) of code addresses of a compilation unit or function. */
typedef struct tb_address_range {
  uint64_t low, high;
  int number; /* Index of the compilation unit, or of the function within its unit. */
} tb_address_range;

typedef TC_ARRAY(tb_address_range) tb_address_ranges; /* Sorted by `low` before the first lookup. */

/* A function as it is declared in the source. */
typedef struct tb_debug_function {
  const char *name, *file; /* The texts are borrowed from the debug information. */
  int line;
} tb_debug_function;

/* Compilation unit. The members after `is_clang` are set when the unit is first used. */
typedef struct tb_debug_unit {
  Dwarf_Die die;
  const char *folder; /* Compilation directory, to which relative paths refer. */
  bool is_clang, is_read;
  Dwarf_Lines *rows;
  size_t row_count;
  Dwarf_Files *files;
  tb_address_ranges function_ranges; /* Address ranges of the functions in the array `function`. */
  TC_ARRAY(Dwarf_Die) function;
  /* All functions in the source. Parts outlined for OpenMP are not among them. */
  TC_ARRAY(tb_debug_function) source_function;
} tb_debug_unit;

struct tb_debug {
  const tb_image *image;
  tc_map *texts;
  TC_ARRAY(tb_debug_unit) unit;
  tb_address_ranges unit_ranges; /* Address ranges of the compilation units. */
};

tc_status tb_address_ranges_add(tb_address_ranges *ranges, Dwarf_Die *die, int number);
void tb_address_ranges_sort(tb_address_ranges *ranges);
/* Returns the range that contains the address; NULL if there is none. */
const tb_address_range *tb_address_ranges_find(const tb_address_ranges *ranges, uint64_t address);

/* Reads the functions and the line table of a compilation unit. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_debug_unit_read(tb_debug_unit *unit);
void tb_debug_unit_free(tb_debug_unit *unit);

/* Returns the row of the line table that contains the address, and sets *number to the index of the row.
 * Returns NULL if there is none. */
Dwarf_Line *tb_debug_unit_row(const tb_debug_unit *unit, uint64_t address, ptrdiff_t *number);

/* The DIEs of a function and of the functions inlined into it at an address, outermost first. */
typedef struct tb_inline_dies {
  int count;
  Dwarf_Die die[TB_INLINE_FRAMES_MAX];
} tb_inline_dies;

void tb_inline_dies_find(const Dwarf_Die *function, uint64_t address, tb_inline_dies *out);

/* Returns in `*out` the full path for a path in the debug information, without "." and "..". Returns NULL if
 * `path` is NULL. */
tc_status tb_debug_full_path(tb_debug *debug, const tb_debug_unit *unit, const char *path, const char **out);

/* Sets the source position of the innermost function of a chain of inlined functions. `range` is that of the
 * outermost function. */
tc_status tb_inline_frame_locate_innermost(tb_debug *debug, const tb_debug_unit *unit,
                                           const tb_address_range *range, const tb_inline_dies *chain,
                                           uint64_t address, tb_inline_frame *frame);
/* Sets the source position of a frame to the place where its function calls the function `inlined`, which is
 * inlined into it. */
tc_status tb_inline_frame_locate_caller(tb_debug *debug, const tb_debug_unit *unit, Dwarf_Die *inlined,
                                        tb_inline_frame *frame);

/* The following functions read attributes of a DIE. If the DIE refers to another one (abstract origin or
 * specification), they also read the attributes of that DIE. */
const char *tb_debug_name(Dwarf_Die *die); /* returns "" if the DIE has no name */
int tb_debug_number(Dwarf_Die *die, unsigned attribute, int absent);
/* Returns the path of the file to which the attribute refers; NULL if there is none. */
const char *tb_debug_unit_file(const tb_debug_unit *unit, Dwarf_Die *die, unsigned attribute);
bool tb_debug_name_is_outlined(const char *name);

#endif
