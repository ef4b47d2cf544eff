/* Damages a file by changing its bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/hdf.h"

enum { page = 4096 };

static void flip(unsigned char *bytes, size_t length, dice *d) {
  for (uint64_t n = 1 + roll(d, 4); n > 0; n--) bytes[roll(d, length)] ^= (unsigned char)(1u << roll(d, 8));
}

/* Overwrites up to a page with zeros or with other bytes of the file. */
static void overwrite(unsigned char *bytes, size_t length, dice *d) {
  const size_t count = 1 + roll(d, length < page ? length : page), to = roll(d, length - count + 1);
  if (roll(d, 2))
    memset(bytes + to, 0, count);
  else
    memmove(bytes + to, bytes + roll(d, length - count + 1), count);
}

/* Makes one change. In half of the cases it affects only the first bytes of the file, where HDF5 stores
 * its metadata. */
static size_t change(unsigned char *bytes, size_t length, dice *d) {
  const size_t front = roll(d, 2) ? length : length < 8 * page ? length : 8 * page;
  switch (roll(d, 4)) {
  case 0: return roll(d, length);
  case 1: overwrite(bytes, front, d); return length;
  default: flip(bytes, front, d); return length;
  }
}

static unsigned char *read_all(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*length + 1);
  const bool read = bytes && fread(bytes, 1, *length, file) == *length;
  fclose(file);
  if (read) return bytes;
  free(bytes);
  return NULL;
}

bool hdf_damage_bytes(const char *path, dice *d) {
  size_t length = 0;
  unsigned char *bytes = read_all(path, &length);
  if (!bytes) return false;
  const size_t left = change(bytes, length, d);
  FILE *file = fopen(path, "wb");
  const bool written = file && fwrite(bytes, 1, left, file) == left;
  free(bytes);
  return file && fclose(file) == 0 && written;
}
