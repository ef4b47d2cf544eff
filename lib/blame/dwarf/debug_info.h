/* Debug information of one program or library: functions, files and lines at a code address. profile/binary.c
 * creates it for each image that has debug information, and profile/resolver.c uses it. The image and the
 * table of texts are borrowed and must outlive it. Units are read on first use, so a lookup is not
 * thread-safe. Works with the output of gcc and clang. */
#ifndef TC_BLAME_DWARF_DEBUG_INFO_H
#define TC_BLAME_DWARF_DEBUG_INFO_H

#include "base/containers/map.h"
#include "blame/dwarf/elf_image.h"

/* A function active at an address, inlined or not. Texts belong to the table of texts. */
typedef struct tb_inline_frame {
  const char *function; /* "" if unknown. For an outlined part, the function whose source contains it. */
  const char *file;     /* Full path; NULL without line information. */
  int line, column;     /* 0 if unknown */
  const char *home; /* File of its definition, NULL if unknown. For an outlined part, the file in which the
                       part begins. */
  int home_line;
  bool inlined;  /* True if it is inlined into the next frame. */
  bool outlined; /* True for a part outlined for OpenMP. */
} tb_inline_frame;

enum { TB_CALLS = 64 };

typedef struct tb_inline_chain {
  int count;
  tb_inline_frame call[TB_CALLS]; /* Functions at the address, innermost first. */
  uint64_t low, high;             /* Contiguous code range of the function around the address. */
  bool clang;
} tb_inline_chain;

typedef struct tb_debug tb_debug;

/* Creates the debug information. `image` must have some. The image and `texts` must outlive `*out`. The
 * caller frees it with tb_debug_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_debug_create(const tb_image *image, tc_map *texts, tb_debug **out);
void tb_debug_destroy(tb_debug **debug);

/* Calls `visit` with the full path of each file from which the program was compiled, including headers. A
 * path may occur several times. The paths belong to the table of texts. Errors: those of `visit`; TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_debug_files(tb_debug *debug, tc_status (*visit)(void *self, const char *path), void *self);

/* Returns the inlined functions at an address, which need not be the start of an instruction. `count` is 0 if
 * there is no debug information for the address. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_debug_find(tb_debug *debug, uint64_t address, tb_inline_chain *out);

#endif
