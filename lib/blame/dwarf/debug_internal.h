/* Inside of debug*.c. */
#ifndef TC_BLAME_DWARF_DEBUG_INTERNAL_H
#define TC_BLAME_DWARF_DEBUG_INTERNAL_H

#include "blame/dwarf/debug_info.h"

/* Code of a function. */
typedef struct tc_extent {
  uint64_t low, high;
  int number; /* of a unit, or of a function of a unit */
} tc_extent;

/* By `low`. */
typedef struct tc_extents {
  int count, room;
  tc_extent *extent;
} tc_extents;

/* A function as its source has it. */
typedef struct tc_written {
  const char *name, *file; /* as in the debug information */
  int line;
} tc_written;

/* What one compiler run made. Beyond `clang` read when it is first asked for. */
typedef struct tc_compiled {
  Dwarf_Die die;
  const char *folder; /* relative paths begin there */
  bool clang, ready;
  Dwarf_Lines *rows;
  size_t row_count;
  Dwarf_Files *files;
  tc_extents code; /* of functions: `function` */
  int functions, function_room;
  Dwarf_Die *function;
  int writtens, written_room;
  tc_written *written; /* all but what was cut out of others */
} tc_compiled;

struct tc_debug {
  const tc_image *image;
  tc_intern *texts;
  int units, room;
  tc_compiled *unit;
  tc_extents code; /* of units */
};

tc_status tc_extents_add(tc_extents *extents, Dwarf_Die *die, int number);
void tc_extents_sort(tc_extents *extents);
const tc_extent *tc_extents_find(const tc_extents *extents, uint64_t address); /* NULL: none */

/* Functions and rows of a unit. */
tc_status tc_compiled_read(tc_compiled *unit);
void tc_compiled_clear(tc_compiled *unit);

/* The row that an address is in, and its number; NULL: none. */
Dwarf_Line *tc_compiled_row(const tc_compiled *unit, uint64_t address, ptrdiff_t *number);

/* A function and what was inlined into it around an address, outermost first. */
typedef struct tc_chain {
  int count;
  Dwarf_Die die[TC_CALLS];
} tc_chain;

void tc_chain_find(const Dwarf_Die *function, uint64_t address, tc_chain *out);

/* A path as the debug information has it, made full; NULL for NULL. */
tc_status tc_debug_path(tc_debug *debug, const tc_compiled *unit, const char *path, const char **out);

/* Where the innermost function of a chain is; code: of its outermost. */
tc_status tc_call_place_innermost(tc_debug *debug, const tc_compiled *unit, const tc_extent *code,
                                  const tc_chain *chain, uint64_t address, tc_call *call);
/* Where a function calls the one that was inlined into it. */
tc_status tc_call_place_outer(tc_debug *debug, const tc_compiled *unit, Dwarf_Die *inlined, tc_call *call);

/* Of the thing or what it is a copy of. */
const char *tc_debug_name(Dwarf_Die *die); /* "": none */
int tc_debug_number(Dwarf_Die *die, unsigned attribute, int absent);
const char *tc_compiled_file(const tc_compiled *unit, Dwarf_Die *die, unsigned attribute); /* NULL: none */
bool tc_name_is_outlined(const char *name);

#endif
