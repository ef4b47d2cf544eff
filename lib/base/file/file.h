/* Files that are read whole, and files that appear under their name only when they are complete: until then a
 * file is as it was before. Nothing here is collective. */
#ifndef TC_BASE_FILE_FILE_H
#define TC_BASE_FILE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/core/status.h"

/* Opens a file to read, without waiting: a pipe must give an error, not a hang, and a device has no end.
 * *bytes: its size. Errors, of the given code, begin with the path: no such file, no regular one, a Git LFS
 * pointer in its place. */
tc_status tc_file_open_regular(const char *path, tc_code code, int *descriptor, int64_t *bytes);

/* Returns "; ~ is not expanded: .." for a path that begins with ~, "" for others: the end of an error. */
const char *tc_file_home_advice(const char *path);

/* A whole text; the caller frees *out (tc_free). Errors also: larger than `most` bytes, a NUL byte in it. */
tc_status tc_file_read_text(const char *path, size_t most, tc_code code, char **out);

/* A file on its way. Zeroed before use; the names are its own. */
typedef struct tc_file {
  FILE *out;
  char *path;      /* what it will replace: the name that was given, links followed */
  char *temporary; /* where it is now, in the same folder; NULL when there is nothing */
} tc_file;

/* Opens a new file beside `path`, under a name that nothing and nobody else has: several runs may write the
 * same path, the last one to finish wins. Errors, of all functions: TC_OUTPUT "PATH: cannot be written: " and
 * the system's reason; then nothing is left behind. */
tc_status tc_file_open(const char *path, tc_file *file);

/* Closes it when every byte is on the disk. */
tc_status tc_file_sync(tc_file *file);

/* A finished file takes its name, and the permissions of the file that it replaces. */
tc_status tc_file_publish(tc_file *file);

/* Both. */
tc_status tc_file_commit(tc_file *file);

/* The folder of `path` is on the disk as it is now, so that a file that has taken that name keeps it after a
 * failure of power. File systems that cannot be asked are believed. */
tc_status tc_file_sync_directory(const char *path);

/* Removes what there is; fine in any state, also zeroed or after the commit. */
void tc_file_discard(tc_file *file);

/* A new empty file beside `path`, under a name of its own; out is the caller's (tc_free), *descriptor is open
 * for writing. */
tc_status tc_file_create_temporary(const char *path, char **out, int *descriptor);

/* Whether `name` is one that tc_file_create_temporary gives beside the file of that name, no folders in
 * either. */
bool tc_file_is_temporary(const char *name, const char *of);

/* The name behind symbolic links, also behind one that leads to nothing yet; a new string (tc_free). */
tc_status tc_file_resolve_links(const char *path, char **out);

/* Whether the file begins or ends with these bytes, or has them at a place; false when it cannot be read or
 * is no regular file. */
bool tc_file_starts_with(const char *path, const char *text);
bool tc_file_has_bytes(const char *path, int64_t at, const char *text);
bool tc_file_ends_with(const char *path, const char *text);

/* What is in the way of an output is replaced only when it is one of the same kind: TC_OUTPUT unless `own` or
 * there is no file or an empty one. kind: "a report of Tetracast". */
tc_status tc_file_check_replaceable(const char *path, bool own, const char *kind);

#endif
