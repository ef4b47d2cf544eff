/* ELF image of a program or library: segments, symbols, build-id and debug information. profile/binary.c
 * opens it for each module of a sampled process. The file remains mapped until tb_image_close, and all texts
 * and bytes point into it. Addresses are those of the file, without the load bias. */
#ifndef TC_BLAME_DWARF_ELF_IMAGE_H
#define TC_BLAME_DWARF_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tb_segment {
  uint64_t address, bytes;     /* Range in memory, without the load bias. */
  uint64_t offset, file_bytes; /* Range in the file. Memory beyond file_bytes is zero. */
  bool code;
} tb_segment;

typedef struct tb_symbol {
  uint64_t address, bytes; /* A missing size is replaced by the distance to the next symbol. */
  const char *name;        /* Name of the symbol; points into the file. */
  const char *source; /* Source file of a local symbol, without directory; NULL if the symbol is global or its
                         file is unknown. */
} tb_symbol;

/* Symbols, sorted by address and distinct. */
typedef struct tb_symbols {
  int count;
  tb_symbol *symbol;
} tb_symbols;

typedef struct tb_image {
  int descriptor;
  Elf *elf;
  Dwarf *dwarf; /* NULL without debug information */
  const uint8_t *file;
  size_t size;
  bool x86_64;
  int segments;
  tb_segment *segment;
  const uint8_t *build_id; /* NULL if there is none */
  size_t build_id_bytes;
  tb_symbols functions, objects;
} tb_image;

/* Opens a file. Sets `*out` to NULL without an error if the file does not exist or is not an ELF file. The
 * caller closes `*out` with tb_image_close. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_image_open(const char *path, tb_image **out);
void tb_image_close(tb_image **image);

/* Returns the bytes at an address and sets *count to the number available in the file from there. Returns
 * NULL if there are none. */
const uint8_t *tb_image_bytes(const tb_image *image, uint64_t address, size_t *count);

/* Returns the symbol that contains an address; NULL if there is none. */
const tb_symbol *tb_symbols_find(const tb_symbols *symbols, uint64_t address);
/* Reads functions and objects of an image from the full symbol table if there is one, otherwise from the
 * dynamic one. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_symbols_read(tb_image *image);
void tb_symbols_clear(tb_symbols *symbols);

#endif
