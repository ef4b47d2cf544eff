/* Debug information of a program: from an address to functions, files and lines. */
#ifndef TC_BLAME_DWARF_DEBUG_INFO_H
#define TC_BLAME_DWARF_DEBUG_INFO_H

#include "base/containers/intern.h"
#include "blame/dwarf/elf_image.h"

/* A function at work at an address. Texts are the intern's. */
typedef struct tb_inline_frame {
  const char
      *function; /* "" unknown; of a part that a compiler cut out for OpenMP the function that it stood in */
  const char *file; /* full path; NULL: no line information */
  int line, column; /* 0: unknown */
  const char *home; /* where its definition stands, NULL: unknown; of a cut-out part where the part begins */
  int home_line;
  bool inlined;  /* into the next */
  bool outlined; /* a part that was cut out for OpenMP */
} tb_inline_frame;

enum { TB_CALLS = 64 };

typedef struct tb_inline_chain {
  int count;
  tb_inline_frame call[TB_CALLS]; /* innermost first */
  uint64_t low, high;             /* the code that the function has around the address */
  bool clang;
} tb_inline_chain;

typedef struct tb_debug tb_debug;

/* image: with debug information. It and the intern outlive the thing. Errors: TC_INTERNAL. */
tc_status tb_debug_create(const tb_image *image, tc_intern *texts, tb_debug **out);
void tb_debug_destroy(tb_debug **debug);

/* The files that the program was compiled from, headers among them: full paths, texts of the intern; some
 * more than once. Errors: those of `visit`, TC_INTERNAL. */
tc_status tb_debug_files(tb_debug *debug, tc_status (*visit)(void *self, const char *path), void *self);

/* Of an instruction that begins or lies at an address. count 0: nothing is known there. Errors: TC_INTERNAL.
 */
tc_status tb_debug_find(tb_debug *debug, uint64_t address, tb_inline_chain *out);

#endif
