/* Debug information of a program: from an address to functions, files and lines. */
#ifndef TC_BLAME_DWARF_DEBUG_INFO_H
#define TC_BLAME_DWARF_DEBUG_INFO_H

#include "base/containers/intern.h"
#include "blame/dwarf/elf_image.h"

/* A function at work at an address. Texts are the intern's. */
typedef struct tc_call {
  const char
      *function; /* "" unknown; of a part that a compiler cut out for OpenMP the function that it stood in */
  const char *file; /* full path; NULL: no line information */
  int line, column; /* 0: unknown */
  const char *home; /* where its definition stands, NULL: unknown; of a cut-out part where the part begins */
  int home_line;
  bool inlined;  /* into the next */
  bool outlined; /* a part that was cut out for OpenMP */
} tc_call;

enum { TC_CALLS = 64 };

typedef struct tc_calls {
  int count;
  tc_call call[TC_CALLS]; /* innermost first */
  uint64_t low, high;     /* the code that the function has around the address */
  bool clang;
} tc_calls;

typedef struct tc_debug tc_debug;

/* image: with debug information. It and the intern outlive the thing. Errors: TC_INTERNAL. */
tc_status tc_debug_create(const tc_image *image, tc_intern *texts, tc_debug **out);
void tc_debug_destroy(tc_debug **debug);

/* The files that the program was compiled from, headers among them: full paths, texts of the intern; some
 * more than once. Errors: those of `visit`, TC_INTERNAL. */
tc_status tc_debug_files(tc_debug *debug, tc_status (*visit)(void *self, const char *path), void *self);

/* Of an instruction that begins or lies at an address. count 0: nothing is known there. Errors: TC_INTERNAL.
 */
tc_status tc_debug_find(tc_debug *debug, uint64_t address, tc_calls *out);

#endif
