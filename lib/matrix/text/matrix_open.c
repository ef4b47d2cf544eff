#include "matrix/text/matrix_open.h"

#include <string.h>
#include <unistd.h>

#include "base/file/file.h"

/* First bytes of files that are not text, with the second and third part of the message. */
static const struct {
  const char *begin, *reason;
} binary_files[] = {
    {"\x1f\x8b", "is compressed with gzip: decompress it with gunzip"},
    {"BZh", "is compressed with bzip2: decompress it with bunzip2"},
    {"\xfd\x37zXZ", "is compressed with xz: decompress it with unxz"},
    {"\x28\xb5\x2f\xfd", "is compressed with zstd: decompress it with unzstd"},
    {"PK\x03\x04", "is a zip archive: extract the matrix with unzip"},
    {"\x89HDF", "is an HDF5 file: write the matrix as a Matrix Market file"},
    {"MATLAB 5.0 MAT-file", "is a MATLAB file: write the matrix as a Matrix Market file"},
};

/* Reads the first bytes of the file; fewer if it is shorter. */
static tc_status read_begin(const char *path, char *out, size_t size, size_t *count) {
  int file;
  int64_t bytes;
  TC_TRY(tc_file_open_regular(path, TC_INPUT, &file, &bytes));
  const ssize_t n = pread(file, out, size, 0);
  close(file);
  *count = n > 0 ? (size_t)n : 0; /* the line reader reports a read error */
  return TC_OK;
}

static tc_status check_text(const char *path) {
  char begin[32];
  size_t count;
  TC_TRY(read_begin(path, begin, sizeof begin, &count));
  for (size_t k = 0; k < sizeof binary_files / sizeof *binary_files; k++) {
    const size_t length = strlen(binary_files[k].begin);
    if (count >= length && memcmp(begin, binary_files[k].begin, length) == 0)
      return tc_status_create(TC_INPUT, "%s: %s", path, binary_files[k].reason);
  }
  return TC_OK;
}

tc_status tc_matrix_open(const char *path, tc_line_reader **out) {
  TC_TRY(check_text(path));
  TC_TRY(tc_line_reader_open(path, out));
  tc_line_reader_return_all(*out, "use a text file in Matrix Market or Harwell-Boeing format");
  return TC_OK;
}
