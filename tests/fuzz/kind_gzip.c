/* Matrices in files compressed by gzip, some of which are damaged or truncated. The uncompressed text is
 * that of kind_matrix.c. */
#include <string.h>
#include <unistd.h>

#include "base/numeric/hash.h"
#include "fuzz/kinds.h"
#include "fuzz/matrix_rules.h"

extern const kind kind_matrix;

static const char *const words[] = {"1", "2",       "3",  "9", "-1",       "nan", "1e308",
                                    "%", "general", "\n", " ", "\x1f\x8b", NULL};

static void begin(dice *d, mutant *m) { kind_matrix.begin(d, m); }

static void add_bytes(mutant *out, uint32_t value, int bytes) {
  for (int k = 0; k < bytes; k++) out->text[out->length++] = (char)(value >> (8 * k) & 255U);
}

static uint32_t compute_crc(const char *text, size_t bytes) {
  uint32_t crc = UINT32_MAX;
  for (size_t k = 0; k < bytes; k++) {
    crc ^= (unsigned char)text[k];
    for (int b = 0; b < 8; b++) crc = crc >> 1 ^ (crc & 1U ? 0xedb88320U : 0U);
  }
  return ~crc;
}

enum { member_bytes = 10 + 5 + 8, text_max = MUTATE_MOST - 2 * member_bytes };

/* Appends a gzip member that consists of one uncompressed block (RFC 1952 and 1951). */
static void add_member(const char *text, size_t length, mutant *out) {
  static const unsigned char header[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  memcpy(out->text + out->length, header, sizeof header);
  out->length += sizeof header;
  add_bytes(out, 1, 1);
  add_bytes(out, (uint32_t)length, 2);
  add_bytes(out, ~(uint32_t)length, 2);
  memcpy(out->text + out->length, text, length);
  out->length += length;
  add_bytes(out, compute_crc(text, length), 4);
  add_bytes(out, (uint32_t)length, 4);
}

/* Reads a compressed file. Half of the files are intact and have one or two members. The others have a
 * changed byte or are truncated. */
static bool use(const mutant *m, uint64_t number) {
  static mutant packed;
  char path[MUTATE_PATH];
  const uint64_t random = tc_hash_mix(number);
  const size_t length = m->length < text_max ? m->length : text_max, first = number % 4 ? length : length / 2;
  packed.length = 0;
  add_member(m->text, first, &packed);
  if (first < length) add_member(m->text + first, length - first, &packed);
  const size_t at = random / 256 % packed.length;
  if (number % 4 == 2) packed.text[at] ^= (char)(1u << random % 8);
  if (number % 4 == 3) packed.length = at > 0 ? at : 1;
  bool good = mutant_write(&packed, ".mtx.gz", path);
  good = matrix_file_is_proper(path) && good;
  unlink(path);
  return good;
}

/* The reader has buffers for the compressed and for the decompressed bytes. kind_matrix.c explains the
 * memory per byte. */
enum { buffers = 1 << 20 };

const kind kind_gzip = {"gzip", 1, NULL, words, begin, use, .room = buffers + 48 * MUTATE_MOST};
