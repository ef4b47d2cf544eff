/* A program or library as its file has it: what it is mapped from, its symbols, its debug information. */
#ifndef TC_BLAME_DWARF_ELF_IMAGE_H
#define TC_BLAME_DWARF_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tc_segment {
  uint64_t address, bytes;     /* in memory, before the load bias is added */
  uint64_t offset, file_bytes; /* in the file; the rest is zeros */
  bool code;
} tc_segment;

typedef struct tc_symbol {
  uint64_t address, bytes; /* bytes: up to the next one where the file says none */
  const char *name;        /* in the file */
  const char *source; /* of a name that only one source file knows: its name, without a folder; else NULL */
} tc_symbol;

/* By address, distinct. */
typedef struct tc_symbols {
  int count;
  tc_symbol *symbol;
} tc_symbols;

typedef struct tc_image {
  int descriptor;
  Elf *elf;
  Dwarf *dwarf; /* NULL: it has no debug information */
  const uint8_t *file;
  size_t size;
  bool x86_64;
  int segments;
  tc_segment *segment;
  const uint8_t *build_id; /* NULL: none */
  size_t build_id_bytes;
  tc_symbols functions, objects;
} tc_image;

/* *out NULL without an error: there is no such file, or it is no program or library. Errors: TC_INTERNAL out
 * of memory. */
tc_status tc_image_open(const char *path, tc_image **out);
void tc_image_close(tc_image **image);

/* The bytes at an address, as many as the file has from there; NULL: none. */
const uint8_t *tc_image_bytes(const tc_image *image, uint64_t address, size_t *count);

/* The symbol that an address is in; NULL: none. */
const tc_symbol *tc_symbols_find(const tc_symbols *symbols, uint64_t address);
/* Both lists of an image: of all symbols where there are any, else of those that libraries show. */
tc_status tc_symbols_read(tc_image *image);
void tc_symbols_clear(tc_symbols *symbols);

#endif
