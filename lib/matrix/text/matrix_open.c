#include "matrix/text/matrix_open.h"

#include <string.h>
#include <unistd.h>

#include "base/file/file.h"
#include "matrix/text/gzip_source.h"

enum { header_bytes_max = 16 << 20, line_bytes_max = 1 << 10 };

static const char gzip_begin[] = "\x1f\x8b";

/* First bytes of file formats that are not text, and the text that follows the path in the error message
 * about such a file. */
static const struct {
  const char *begin, *reason;
} binary_files[] = {
    {"BZh", "is compressed with bzip2: decompress it with bunzip2"},
    {"\xfd\x37zXZ", "is compressed with xz: decompress it with unxz"},
    {"\x28\xb5\x2f\xfd", "is compressed with zstd: decompress it with unzstd"},
    {"PK\x03\x04", "is a zip archive: extract the matrix with unzip"},
    {"\x89HDF", "is an HDF5 file: write the matrix as a Matrix Market file"},
    {"MATLAB 5.0 MAT-file", "is a MATLAB file: write the matrix as a Matrix Market file"},
};

/* Reads the first `size` bytes of the file, or all bytes if it is shorter. */
static tc_status read_begin(const char *path, char *out, size_t size, size_t *count) {
  int file;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &file, &bytes));
  const ssize_t n = pread(file, out, size, 0);
  close(file);
  /* A read error is ignored here, because the line reader reports it later. */
  *count = n > 0 ? (size_t)n : 0;
  return TC_OK;
}

/* True if the first bytes of a file, begin[count], are those of `expected`. */
static bool begins_with(const char *begin, size_t count, const char *expected) {
  const size_t length = strlen(expected);
  return count >= length && memcmp(begin, expected, length) == 0;
}

static tc_status check_text(const char *path, const char *begin, size_t count) {
  for (size_t k = 0; k < sizeof binary_files / sizeof *binary_files; k++)
    if (begins_with(begin, count, binary_files[k].begin))
      return tc_status_create(TC_INPUT, "%s: %s", path, binary_files[k].reason);
  return TC_OK;
}

static tc_status open_gzip(const char *path, tc_line_reader **out) {
  tc_byte_source source;
  TC_TRY(tc_gzip_source_open(path, &source));
  return tc_line_reader_open_source(path, &source, header_bytes_max, out);
}

tc_status tc_matrix_open(const char *path, tc_line_reader **out) {
  char begin[32];
  size_t count;
  TC_TRY(read_begin(path, begin, sizeof begin, &count));
  TC_TRY(check_text(path, begin, count));
  TC_TRY(begins_with(begin, count, gzip_begin) ? open_gzip(path, out) : tc_line_reader_open(path, out));
  tc_line_reader_return_all(*out, "use a text file in Matrix Market or Harwell-Boeing format");
  return TC_OK;
}

void tc_matrix_expect_lines(tc_line_reader *lines, int64_t count) {
  const int64_t count_max = INT64_MAX / (2 * line_bytes_max);
  tc_line_reader_set_limit(lines,
                           header_bytes_max + line_bytes_max * (count < count_max ? count : count_max));
}

tc_status tc_matrix_close(tc_line_reader **lines, tc_status status) {
  const tc_status damage = status && *lines ? tc_line_reader_finish(*lines) : TC_OK;
  tc_line_reader_close(lines);
  return damage ? tc_status_replace(status, damage) : status;
}
