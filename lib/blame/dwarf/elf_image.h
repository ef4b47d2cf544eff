/* A program or library as its file has it: what it is mapped from, its symbols, its debug information. */
#ifndef TC_BLAME_DWARF_ELF_IMAGE_H
#define TC_BLAME_DWARF_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tb_segment {
  uint64_t address, bytes;     /* in memory, before the load bias is added */
  uint64_t offset, file_bytes; /* in the file; the rest is zeros */
  bool code;
} tb_segment;

typedef struct tb_symbol {
  uint64_t address, bytes; /* bytes: up to the next one where the file says none */
  const char *name;        /* in the file */
  const char *source; /* of a name that only one source file knows: its name, without a folder; else NULL */
} tb_symbol;

/* By address, distinct. */
typedef struct tb_symbols {
  int count;
  tb_symbol *symbol;
} tb_symbols;

typedef struct tb_image {
  int descriptor;
  Elf *elf;
  Dwarf *dwarf; /* NULL: it has no debug information */
  const uint8_t *file;
  size_t size;
  bool x86_64;
  int segments;
  tb_segment *segment;
  const uint8_t *build_id; /* NULL: none */
  size_t build_id_bytes;
  tb_symbols functions, objects;
} tb_image;

/* *out NULL without an error: there is no such file, or it is no program or library. Errors: TC_INTERNAL out
 * of memory. */
tc_status tb_image_open(const char *path, tb_image **out);
void tb_image_close(tb_image **image);

/* The bytes at an address, as many as the file has from there; NULL: none. */
const uint8_t *tb_image_bytes(const tb_image *image, uint64_t address, size_t *count);

/* The symbol that an address is in; NULL: none. */
const tb_symbol *tb_symbols_find(const tb_symbols *symbols, uint64_t address);
/* Both lists of an image: of all symbols where there are any, else of those that libraries show. */
tc_status tb_symbols_read(tb_image *image);
void tb_symbols_clear(tb_symbols *symbols);

#endif
