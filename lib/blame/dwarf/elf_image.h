/* ELF file of a program or shared library: segments, symbols, build ID and debug information.
 * profile/binary.c opens it for each program or library of a sampled process. The file remains mapped until
 * tb_image_close, and all texts and bytes point into the mapping. Addresses are those in the file, without
 * the load address of the process. */
#ifndef TC_BLAME_DWARF_ELF_IMAGE_H
#define TC_BLAME_DWARF_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/status.h"

typedef struct tb_segment {
  uint64_t address, bytes;     /* Address range in memory, without the load address of the process. */
  uint64_t offset, file_bytes; /* Byte range in the file. Memory beyond file_bytes is zero. */
  bool is_code;
} tb_segment;

typedef struct tb_symbol {
  /* Address and size in bytes. A missing size is replaced by the distance to the next symbol. */
  uint64_t address, bytes;
  const char *name; /* Name of the symbol; points into the file. */
  /* Source file of a local symbol, without directory; NULL for a global symbol, or if unknown. */
  const char *source;
} tb_symbol;

/* Symbols sorted by address, with one symbol per address. */
typedef struct tb_symbols {
  int count;
  tb_symbol *symbol;
} tb_symbols;

typedef struct tb_image {
  int descriptor;
  Elf *elf;
  Dwarf *dwarf; /* NULL if the file has no debug information */
  const uint8_t *file;
  size_t size;
  bool is_x86_64;
  int segments;
  tb_segment *segment;
  const uint8_t *build_id; /* GNU build ID; NULL if the file has none */
  size_t build_id_bytes;
  tb_symbols functions, objects;
} tb_image;

/* Opens an ELF file. If the file does not exist or is not an ELF file, sets `*out` to NULL and returns no
 * error. The caller closes `*out` with tb_image_close. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_image_open(const char *path, tb_image **out);
void tb_image_close(tb_image **image);

/* Returns the bytes of the file at an address, and sets *count to the number of bytes available from there.
 * Returns NULL if there are none. */
const uint8_t *tb_image_bytes(const tb_image *image, uint64_t address, size_t *count);

/* Returns the symbol that contains an address; NULL if there is none. */
const tb_symbol *tb_symbols_find(const tb_symbols *symbols, uint64_t address);
/* Reads the symbols of functions and data objects. Uses the full symbol table if there is one, otherwise the
 * dynamic symbol table. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_symbols_read(tb_image *image);
void tb_symbols_clear(tb_symbols *symbols);

#endif
