/* Lines of one byte range of a text file. A line belongs to the range that contains its first byte, so the
 * lines of consecutive ranges are those of the file, each once. Several processes thereby read one file
 * together (io/mesh/tetgen_range.h). Usage: tc_line_range_open, then tc_line_reader_next until the cursor is
 * NULL, tc_line_range_is_plain, tc_line_reader_close. Not collective. */
#ifndef TC_BASE_FILE_LINE_RANGE_H
#define TC_BASE_FILE_LINE_RANGE_H

#include "base/file/line_reader.h"

/* State of a range. The caller provides the memory until the line reader is closed. */
typedef struct tc_line_range {
  int file;          /* descriptor of the open file */
  int64_t next, end; /* offset of the next byte to read, and end of the range */
  bool has_begun;    /* true after the first line of the range was found */
  bool is_complete;  /* true after the last line of the range was read */
  bool ends_with_cr; /* true if the last byte that was read is CR */
  bool is_unusual;   /* true if the range has a CR without LF, or begins with a byte order mark */
  const char *path;  /* borrowed */
} tc_line_range;

/* Opens the lines of `path` that begin at the offsets begin .. end-1, where offset 0 is the beginning of the
 * file. Line numbers of the reader count from the first line of the range. Errors: those of
 * tc_line_reader_open. */
tc_status tc_line_range_open(const char *path, int64_t begin, int64_t end, tc_line_range *range,
                             tc_line_reader **out);

/* Returns true if all lines read so far ended with LF or CR LF, and if the range does not begin with a byte
 * order mark. Otherwise only a reader of the whole file can interpret the bytes, because the first line of
 * the file determines how lines end. */
bool tc_line_range_is_plain(const tc_line_range *range);

#endif
