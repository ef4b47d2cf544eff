/* Token reader for Gmsh MSH files: lines of text, and numbers from text or from binary data. The readers of
 * both versions (msh_version2.c, msh_version4.c) call the same functions for text and binary files, so both
 * forms have the same checks. A file is read once, in sequence, through one buffer of fixed size.
 * Usage: tc_msh_open; for each section tc_msh_begin_section, then rows and numbers, then tc_msh_end_section
 * or tc_msh_skip_section; tc_msh_close. All errors are TC_INPUT and begin with "path:line" or, in binary
 * files, "path: byte N"; TC_INTERNAL if memory is exhausted. Not collective. */
#ifndef TC_IO_IMPORTERS_MSH_TOKENS_H
#define TC_IO_IMPORTERS_MSH_TOKENS_H

#include "base/file/block_reader.h"
#include "base/text/text.h"

enum { TC_MSH_SECTION_MAX = 80 };

/* State of reading the words or binary numbers of an MSH file. Zero-initialise before use. */
typedef struct tc_msh_tokens {
  tc_block_reader file;
  bool is_binary;     /* true if numbers are binary; lines that begin and end sections are always text */
  bool swaps;         /* true if the byte order of a binary file differs from that of this machine */
  bool is_row;        /* true if the numbers of the current row must be on one line */
  int64_t lines;      /* number of lines that were read */
  int64_t row_offset; /* binary files: offset in the file of the current row, or of the number if is_row is
                         false */
  tc_text line;       /* rest of the current line; valid until the next line or binary number is read */
  char section[TC_MSH_SECTION_MAX]; /* name of the current section without $ */
} tc_msh_tokens;

tc_status tc_msh_open(tc_msh_tokens *tokens, const char *path);
void tc_msh_close(tc_msh_tokens *tokens);

/* Returns an error whose message begins with the file and the current line or row. `format` gives the rest,
 * "what is wrong: what to do". */
tc_status tc_msh_error(const tc_msh_tokens *tokens, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the error "expected .., found .." for the next word of the current line. */
tc_status tc_msh_word_error(const tc_msh_tokens *tokens, const char *expected);

/* Reads the next line that is not blank. Its cursor is NULL at the end of the file. */
tc_status tc_msh_next_line(tc_msh_tokens *tokens);

/* Reads the next line, which begins a section, and sets *found to false at the end of the file. */
tc_status tc_msh_begin_section(tc_msh_tokens *tokens, bool *found);
/* Reads the line that ends the current section. */
tc_status tc_msh_end_section(tc_msh_tokens *tokens);
/* Skips the remaining lines or bytes of the current section and the line that ends it. */
tc_status tc_msh_skip_section(tc_msh_tokens *tokens);

/* Begins row `done` of `total` rows of a list of vertices, elements or blocks. In a text file, the numbers of
 * the row must be on one new line. `nouns` names the rows in errors. */
tc_status tc_msh_begin_row(tc_msh_tokens *tokens, const char *nouns, int64_t done, int64_t total);
/* Begins a row of text, also in a binary file. */
tc_status tc_msh_begin_text_row(tc_msh_tokens *tokens, const char *nouns, int64_t done, int64_t total);

/* Read `count` numbers: integers of 4 bytes, integers of 8 bytes that are not negative, or finite real
 * numbers of 8 bytes. In text files, numbers are separated by blanks or line ends. `expected` names the
 * number in errors. */
tc_status tc_msh_read_ints(tc_msh_tokens *tokens, const char *expected, int count, int64_t *out);
tc_status tc_msh_read_sizes(tc_msh_tokens *tokens, const char *expected, int count, int64_t *out);
tc_status tc_msh_read_reals(tc_msh_tokens *tokens, const char *expected, int count, double *out);
/* Skips `count` numbers of `bytes` bytes each, which may have any value. */
tc_status tc_msh_skip_numbers(tc_msh_tokens *tokens, int64_t count, int bytes);

/* Reads an integer from a line of text, also in a binary file. */
tc_status tc_msh_read_text_integer(tc_msh_tokens *tokens, const char *expected, int64_t *out);

/* Checks a count that the file states, where `nouns` names the items in messages. The count must be from 0 to
 * 2^31 - 1. The rest of the file must have space for the items, each with at least `bytes_min` bytes. */
tc_status tc_msh_check_count(const tc_msh_tokens *tokens, const char *nouns, int64_t count,
                             int64_t bytes_min);

#endif
