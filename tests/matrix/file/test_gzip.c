/* Tests of matrix and vector files in gzip format. The tests write the compressed files themselves. Stored
 * blocks contain the text uncompressed. A block of fixed Huffman codes that repeats a byte gives a small file
 * with a very long text. */
#include "matrix/file/vector_file.h"
#include "matrix/matrix_text.h"

enum { bytes_max = 1 << 20, stored_max = 100, trailer_bytes = 8 };

/* A compressed file. `bits` is the number of bits of the last byte that are used, 0 for all. */
typedef struct packed {
  size_t bytes;
  int bits;
  unsigned char byte[bytes_max];
} packed;

static packed file; /* too large for the stack */

static void add_byte(unsigned value) {
  cr_assert_lt(file.bytes, bytes_max);
  file.byte[file.bytes++] = (unsigned char)value;
}

static void add_number(uint32_t value, int bytes) {
  for (int k = 0; k < bytes; k++) add_byte(value >> (8 * k) & 255U);
}

static uint32_t compute_crc(const char *text, size_t bytes) {
  uint32_t crc = UINT32_MAX;
  for (size_t k = 0; k < bytes; k++) {
    crc ^= (unsigned char)text[k];
    for (int b = 0; b < 8; b++) crc = crc >> 1 ^ (crc & 1U ? 0xedb88320U : 0U);
  }
  return ~crc;
}

static void add_header(void) {
  static const unsigned char header[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
  for (size_t k = 0; k < sizeof header; k++) add_byte(header[k]);
}

/* Adds a complete gzip member that contains the text in stored blocks of at most stored_max bytes. */
static void add_member(const char *text) {
  const size_t length = strlen(text);
  size_t at = 0;
  add_header();
  for (bool is_last = false; !is_last; at += stored_max) {
    const size_t rest = length - at, bytes = rest < stored_max ? rest : stored_max;
    is_last = rest == bytes;
    add_byte(is_last);
    add_number((uint32_t)bytes, 2);
    add_number(~(uint32_t)bytes & 0xffffU, 2);
    for (size_t k = 0; k < bytes; k++) add_byte((unsigned char)text[at + k]);
  }
  add_number(compute_crc(text, length), 4);
  add_number((uint32_t)length, 4);
}

/* Adds a Huffman code, whose most significant bit comes first. */
static void add_code(unsigned code, int bits) {
  for (int k = bits - 1; k >= 0; k--) {
    if (file.bits == 0) add_byte(0);
    file.byte[file.bytes - 1] |= (unsigned char)((code >> k & 1U) << file.bits);
    file.bits = (file.bits + 1) % 8;
  }
}

/* Adds the fixed Huffman code of a character. */
static void add_character(unsigned character) {
  add_code(character < 144 ? 0x30 + character : 0x190 + character - 144, character < 144 ? 8 : 9);
}

/* Adds an incomplete gzip member: the text, followed by 258 * `repeats` copies of its last character. */
static void add_repetition(const char *text, int repeats) {
  add_header();
  file.bits = 0;
  add_code(1, 1); /* this block is the last one */
  add_code(2, 2); /* fixed Huffman codes, the less significant bit first */
  for (; *text; text++) add_character((unsigned char)*text);
  for (int k = 0; k < repeats; k++) {
    add_code(0xc5, 8); /* code for a match of length 258 */
    add_code(0, 5);    /* code for the distance 1 */
  }
}

/* ---- reading of compressed files ---- */

static void write_packed(const folder *f, char path[400]) {
  file_path(f, "a.mtx.gz", path);
  FILE *out = fopen(path, "wb");
  cr_assert(out && fwrite(file.byte, 1, file.bytes, out) == file.bytes && fclose(out) == 0);
}

/* Reads the file as a matrix. Skips the test in a program without zlib. */
static tc_status read_packed(tc_matrix_file *out) {
  char path[400];
  folder f = folder_make();
  write_packed(&f, path);
  const tc_status status = tc_matrix_file_read(path, out);
  folder_remove(&f);
  if (!strstr(tc_status_text(status), "without zlib")) return status;
  cr_expect(strstr(tc_status_text(status), "a.mtx.gz: is compressed with gzip, and"));
  cr_expect(strstr(tc_status_text(status), "decompress it with gunzip"));
  cr_skip("zlib is not installed");
  return status;
}

static void expect_refused(const char *message) {
  tc_matrix_file matrix;
  expect_error(read_packed(&matrix), TC_INPUT, message);
  cr_expect_null(matrix.matrix.value);
}

#define HEAD "%%MatrixMarket matrix coordinate real general\n"
static const char text[] = HEAD "% a comment that makes the text longer than a stored block of the file\n"
                                "2 2 3\n1 1 4\n2 1 -1\n2 2 0.5\n";

static void init_file(void) {
  file.bytes = 0;
  file.bits = 0;
}

TestSuite(gzip, .init = init_file);

Test(gzip, a_matrix) {
  tc_matrix_file matrix;
  add_member(text);
  expect_ok(read_packed(&matrix));
  expect_entries(&matrix, 2, 2, (const double[]){4.0, NAN, -1.0, 0.5});
  tc_matrix_file_free(&matrix);
}

Test(gzip, several_members) {
  tc_matrix_file matrix;
  add_member(HEAD "2 2 2\n1 1 4");
  add_member("");
  add_member("\n2 2 5\n");
  expect_ok(read_packed(&matrix));
  expect_entries(&matrix, 2, 2, (const double[]){4.0, NAN, NAN, 5.0});
  tc_matrix_file_free(&matrix);
}

Test(gzip, a_vector) {
  tc_vector_file vector;
  char path[400];
  folder f = folder_make();
  add_member("%%MatrixMarket matrix array real general\n2 1\n3\n-7\n");
  write_packed(&f, path);
  const tc_status status = tc_vector_file_read(path, 2, &vector);
  folder_remove(&f);
  if (strstr(tc_status_text(status), "without zlib")) cr_skip("zlib is not installed");
  expect_ok(status);
  cr_expect(vector.rows == 2 && vector.columns == 1 && vector.value[0] == 3.0 && vector.value[1] == -7.0);
  tc_vector_file_free(&vector);
}

/* If the file is truncated at any byte, the error message must be the same. */
Test(gzip, truncated_files) {
  add_member(text);
  const size_t complete = file.bytes;
  for (file.bytes = 2; file.bytes < complete; file.bytes++)
    expect_refused("a.mtx.gz: ends before its compressed data do: copy the complete file again");
}

/* If any byte is changed, reading must fail, unless the byte has no effect on the text, such as the date in
 * the header. */
Test(gzip, every_byte_changed) {
  static const unsigned char change[] = {1, 0x80, 0xff};
  add_member(text);
  for (size_t at = 2; at < file.bytes; at++)
    for (size_t k = 0; k < sizeof change; k++) {
      tc_matrix_file matrix;
      file.byte[at] ^= change[k];
      const tc_status status = read_packed(&matrix);
      file.byte[at] ^= change[k];
      if (!status) {
        expect_entries(&matrix, 2, 2, (const double[]){4.0, NAN, -1.0, 0.5});
        tc_matrix_file_free(&matrix);
      } else {
        expect_error(status, TC_INPUT, "a.mtx.gz:");
      }
    }
}

/* The checksum at the end must detect a changed byte of the text. The error must report the damage, even if
 * the change makes the text malformed. */
Test(gzip, damaged_files) {
  add_member(text);
  file.byte[file.bytes - trailer_bytes - 2] ^= 1U; /* a digit of the last value */
  expect_refused("a.mtx.gz: is damaged (incorrect data check): copy the complete file again");
  file.byte[file.bytes - trailer_bytes - 2] = 'x';
  expect_refused("a.mtx.gz: is damaged (incorrect data check): copy");
  init_file();
  add_member(text);
  file.byte[10] = 7; /* a block of a type that does not exist */
  expect_refused("a.mtx.gz: is damaged (invalid block type): copy");
  init_file();
  add_member(text);
  add_byte('a');
  add_byte('b');
  expect_refused("a.mtx.gz: is damaged (incorrect header check): copy");
}

/* An error in the compressed text must name the line of the text. */
Test(gzip, malformed_text) {
  add_member(HEAD "2 2 2\n1 1 4\n2 3 1\n");
  expect_refused("a.mtx.gz:4: column 3 of an entry is not from 1 to 2");
}

/* A file of 130 KB contains 20 MiB of blank lines. The reader must stop at the largest size that the header
 * of the matrix allows. */
Test(gzip, much_more_text_than_announced) {
  add_repetition(HEAD "2 2 3\n", (20 << 20) / 258);
  expect_refused(
      "a.mtx.gz: has more than 16780288 bytes after decompression, the largest size that its header "
      "allows: correct the sizes in the header, or decompress the file");
  init_file();
  add_repetition("\n", (20 << 20) / 258);
  tc_matrix_file matrix;
  expect_error(read_packed(&matrix), TC_INPUT, "a.mtx.gz:1: has no known format");
}

/* The number of rows in the header must be plausible for the size of the text. This size is known only at the
 * end of the compressed data. */
Test(gzip, more_rows_than_text) {
  add_member(HEAD "9999 9999 1\n1 1 1\n");
  expect_refused("announces the size 9999 x 9999, but a file of 64 bytes is too small for them");
}
