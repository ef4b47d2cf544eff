/* Debug information of one program or shared library: finds the functions, source files and lines for a code
 * address. profile/binary.c creates it for each image that has debug information, and profile/resolver.c uses
 * it. The image and the map `texts`, which stores all names and paths, are borrowed and must outlive it.
 * Compilation units are read at their first use, so lookups are not thread-safe. Works with the output of gcc
 * and clang. */
#ifndef TC_BLAME_DWARF_DEBUG_INFO_H
#define TC_BLAME_DWARF_DEBUG_INFO_H

#include "base/containers/map.h"
#include "blame/dwarf/elf_image.h"

/* A function that is active at a code address, either called or inlined. All texts belong to the map `texts`
 * of tb_debug_create. */
typedef struct tb_inline_frame {
  /* Name of the function; "" if unknown. For a part that the compiler outlined for OpenMP, the name of the
   * function whose source contains the part. */
  const char *function;
  const char *file; /* Full path of the source file of the address; NULL if unknown. */
  int line, column; /* Source line and column of the address; 0 if unknown. */
  /* File in which the function is declared; NULL if unknown. For an outlined part compiled by clang, the file
   * in which the part begins. */
  const char *declaration_file;
  int declaration_line;
  bool is_inlined;  /* True if the function is inlined into the function of the next frame. */
  bool is_outlined; /* True for a part of a function that the compiler outlined for OpenMP. */
} tb_inline_frame;

enum { TB_INLINE_FRAMES_MAX = 64 };

typedef struct tb_inline_chain {
  int count;
  tb_inline_frame frame[TB_INLINE_FRAMES_MAX]; /* Active functions at the address, innermost first. */
  uint64_t low, high; /* Contiguous range [low, high) of code addresses of the outermost function that
                         contains the address. */
  bool is_clang;
} tb_inline_chain;

typedef struct tb_debug tb_debug;

/* Creates the debug information of an image, which must contain DWARF data. The caller frees `*out` with
 * tb_debug_destroy. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_debug_create(const tb_image *image, tc_map *texts, tb_debug **out);
void tb_debug_destroy(tb_debug **debug);

/* Calls `visit` with the full path of each source file and header from which the image was compiled. A path
 * may be visited several times. The paths belong to the map `texts` of tb_debug_create. Errors: those of
 * `visit`; TC_INTERNAL if memory is exhausted. */
tc_status tb_debug_visit_files(tb_debug *debug, tc_status (*visit)(void *self, const char *path), void *self);

/* Returns in *out the function at a code address and the functions inlined there. The address need not be the
 * start of an instruction. `out->count` is 0 if there is no debug information for the address. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_debug_find(tb_debug *debug, uint64_t address, tb_inline_chain *out);

#endif
