/* Line reader that uses the buffer of a block reader. Each refill searches the new bytes for NUL bytes. In a
 * file whose first line ends with CR alone, each LF is replaced by CR, so that all lines end with CR. */
#include "base/file/line_reader.h"

#include <stdbool.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/print.h"

struct tc_line_reader {
  tc_block_reader block;
  bool has_begun;          /* true after the first bytes have been read */
  bool returns_all;        /* true if blank lines and comments are returned too */
  bool ends_lines_with_cr; /* true if lines end with CR alone, as on old Macintosh systems */
  int64_t line_number;
  tc_line_comment *visit_comment; /* receiver of comments; NULL if there is none */
  void *comment_self;
  const char *binary_remedy; /* last part of the error for a NUL byte; borrowed */
};

static const char default_binary_remedy[] = "use a text file (for a mesh, TetGen's text format)";

tc_status tc_line_reader_open(const char *path, tc_line_reader **out) {
  tc_line_reader *lines = NULL;
  TC_TRY(TC_ALLOC_ZERO(lines, 1));
  lines->binary_remedy = default_binary_remedy;
  TC_RETURN_CREATED(tc_block_reader_open(&lines->block, path, TC_LINE_READER_MAX), lines,
                    tc_line_reader_close(&lines), out);
}

tc_status tc_line_reader_open_source(const char *path, const tc_byte_source *source, int64_t limit,
                                     tc_line_reader **out) {
  tc_line_reader *lines = NULL;
  const tc_status status = TC_ALLOC_ZERO(lines, 1);
  if (status) {
    source->close(source->self);
    return status;
  }
  lines->binary_remedy = default_binary_remedy;
  TC_RETURN_CREATED(tc_block_reader_open_source(&lines->block, path, source, limit, TC_LINE_READER_MAX),
                    lines, tc_line_reader_close(&lines), out);
}

void tc_line_reader_set_limit(tc_line_reader *lines, int64_t limit) { lines->block.limit = limit; }

tc_status tc_line_reader_finish(tc_line_reader *lines) {
  tc_block_reader *block = &lines->block;
  const int64_t limit = block->limit;
  block->limit = INT64_MAX;
  while (block->source.read && !block->is_at_end && block->offset + (int64_t)block->end < limit) {
    block->begin = block->end;
    TC_TRY(tc_block_reader_refill(block));
  }
  return TC_OK;
}

void tc_line_reader_close(tc_line_reader **lines) {
  if (!*lines) return;
  tc_block_reader_close(&(*lines)->block);
  tc_free(*lines);
  *lines = NULL;
}

/* Returns the error for the NUL byte at `found`, with the number of the line. This is the number of lines
 * returned so far, plus the lines in the buffer before `found`. */
static tc_status nul_byte_error(const tc_line_reader *lines, const char *found) {
  int64_t number = lines->line_number + 1;
  for (const char *at = lines->block.buffer + lines->block.begin; at < found; at++)
    number += *at == (lines->ends_lines_with_cr ? '\r' : '\n');
  return tc_status_create(TC_INPUT, "%s:%lld: contains a NUL byte, so this is a binary file: %s",
                          lines->block.path, (long long)number, lines->binary_remedy);
}

/* Skips a UTF-8 byte order mark. Sets ends_lines_with_cr to true if the first line ends with CR alone. */
static tc_status skip_byte_order_mark(tc_line_reader *lines) {
  const char *text = lines->block.buffer, *end = text + lines->block.end;
  lines->has_begun = true;
  if (lines->block.end >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2)))
    return tc_status_create(TC_INPUT, "%s: is encoded in UTF-16: save it as UTF-8", lines->block.path);
  if (lines->block.end >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) lines->block.begin = 3;
  while (text < end && *text != '\r' && *text != '\n') text++;
  const char *next = text;
  while (next < end && *next == '\r') next++;
  lines->ends_lines_with_cr = next > text && (next == end ? lines->block.is_at_end : *next != '\n');
  return TC_OK;
}

/* Replaces LF by CR in a file whose first line ends with CR alone. Another program may have appended lines
 * with other ends. */
static void replace_line_feeds(char *at, size_t count) {
  char *const end = at + count;
  while ((at = memchr(at, '\n', (size_t)(end - at)))) *at++ = '\r';
}

/* Reads more bytes of the file to the end of the buffer and checks them. */
static tc_status refill_buffer(tc_line_reader *lines) {
  const size_t remaining = lines->block.end - lines->block.begin;
  TC_TRY(tc_block_reader_refill(&lines->block));
  char *const added = lines->block.buffer + remaining;
  if (!lines->has_begun) TC_TRY(skip_byte_order_mark(lines));
  if (lines->ends_lines_with_cr) replace_line_feeds(added, lines->block.end - remaining);
  const char *nul = memchr(added, '\0', lines->block.end - remaining);
  return nul ? nul_byte_error(lines, nul) : TC_OK;
}

/* Returns the end of the first line in the buffer; NULL if the buffer does not contain the whole line. */
static const char *find_line_end(const tc_line_reader *lines) {
  return memchr(lines->block.buffer + lines->block.begin, lines->ends_lines_with_cr ? '\r' : '\n',
                lines->block.end - lines->block.begin);
}

/* Returns the next line without its end. The line may be blank. Its cursor is NULL at the end of the file. */
static tc_status read_raw_line(tc_line_reader *lines, tc_text *line) {
  const char *feed = find_line_end(lines);
  if (!feed && !lines->block.is_at_end) {
    TC_TRY(refill_buffer(lines));
    feed = find_line_end(lines);
  }
  if (!feed && !lines->block.is_at_end)
    return tc_status_create(TC_INPUT,
                            "%s:%lld: the line has more than %d bytes: use a text file with shorter lines",
                            lines->block.path, (long long)lines->line_number + 1, TC_LINE_READER_MAX - 8);
  *line = (tc_text){NULL, NULL};
  if (lines->block.begin == lines->block.end) return TC_OK;
  line->cursor = lines->block.buffer + lines->block.begin;
  line->end = feed ? feed : lines->block.buffer + lines->block.end;
  lines->block.begin = (size_t)(line->end - lines->block.buffer) + (feed ? 1 : 0);
  lines->line_number++;
  return TC_OK;
}

void tc_line_reader_visit_comments(tc_line_reader *lines, tc_line_comment *visit, void *self) {
  lines->visit_comment = visit;
  lines->comment_self = self;
}

void tc_line_reader_return_all(tc_line_reader *lines, const char *binary_remedy) {
  lines->returns_all = true;
  lines->binary_remedy = binary_remedy;
}

/* If the line is a comment, passes it to the receiver of comments. */
static tc_status visit_comment(const tc_line_reader *lines, tc_text line, const char *comment) {
  tc_text before = {line.cursor, comment};
  if (!lines->visit_comment || !tc_text_at_end(&before)) return TC_OK;
  return lines->visit_comment(lines->comment_self, (tc_text){comment + 1, line.end});
}

static void remove_carriage_return(tc_text *line) {
  if (line->end > line->cursor && line->end[-1] == '\r') line->end--;
}

tc_status tc_line_reader_next(tc_line_reader *lines, tc_text *text) {
  for (;;) {
    TC_TRY(read_raw_line(lines, text));
    if (!text->cursor) return TC_OK;
    if (lines->returns_all) {
      remove_carriage_return(text);
      return TC_OK;
    }
    const char *comment = memchr(text->cursor, '#', (size_t)(text->end - text->cursor));
    if (comment) {
      TC_TRY(visit_comment(lines, *text, comment));
      text->end = comment;
    }
    remove_carriage_return(text);
    if (!tc_text_at_end(text)) return TC_OK;
  }
}

bool tc_line_reader_quote(tc_text text, char *out, size_t size) {
  const size_t length = (size_t)(text.end - text.cursor), n = length < size ? length : size - 1;
  bool printable = true;
  for (size_t i = 0; i < n; i++) {
    const bool is_printable = text.cursor[i] >= ' ' && text.cursor[i] < 127;
    out[i] = is_printable ? text.cursor[i] : '?';
    printable = printable && is_printable;
  }
  out[n] = '\0';
  return printable;
}

tc_status tc_line_reader_verror(const tc_line_reader *lines, const char *format, va_list arguments) {
  char text[512];
  tc_vsnprintf(text, sizeof text, format, arguments);
  return tc_status_create(TC_INPUT, "%s:%lld: %s", tc_line_reader_path(lines),
                          (long long)tc_line_reader_number(lines), text);
}

int64_t tc_line_reader_number(const tc_line_reader *lines) { return lines->line_number; }
int64_t tc_line_reader_offset(const tc_line_reader *lines) {
  return lines->block.offset + (int64_t)lines->block.begin;
}
int64_t tc_line_reader_bytes(const tc_line_reader *lines) { return lines->block.bytes; }
uint64_t tc_line_reader_hash(const tc_line_reader *lines) { return lines->block.hash; }
const char *tc_line_reader_path(const tc_line_reader *lines) { return lines->block.path; }
