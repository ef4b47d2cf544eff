/* Reading of whole files, and output files that appear under their name only when they are complete. An
 * output file is written under a temporary name in the same directory, synchronised and renamed, so an
 * interrupted program never leaves half a file. Usage: tc_file_open, write to `out` or, with HDF5 or MPI, to
 * the file `temporary`, then tc_file_commit or tc_file_discard. No function is collective. */
#ifndef TC_BASE_FILE_FILE_H
#define TC_BASE_FILE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/core/status.h"

/* Opens a regular file for reading. Pipes and devices are rejected, because a pipe could block the program
 * and a device has no end. *bytes is its size. Errors: `code` with the path if the file does not exist, is
 * not regular, or is a Git LFS pointer instead of the file. */
tc_status tc_file_open_regular(const char *path, tc_code code, int *descriptor, int64_t *bytes);

/* Returns "; ~ is not expanded: .." for a path that begins with ~, and "" for others. Error messages append
 * the returned text. */
const char *tc_file_home_advice(const char *path);

/* Returns the remedy for an operation on a file that failed with the errno value `reason`. The remedy is the
 * last part of a message, such as "free disk space or use another directory". */
const char *tc_file_remedy(int reason);

/* Returns the error `code` "PATH: cannot be read: REASON: REMEDY" for the errno value `reason`. If `reason`
 * is 0, EIO is used. */
tc_status tc_file_read_error(const char *path, tc_code code, int reason);

/* Reads a whole text file into *out, which the caller frees with tc_free. Errors: those of
 * tc_file_open_regular; `code` if the file is larger than `bytes_max` bytes or contains a NUL byte. */
tc_status tc_file_read_text(const char *path, size_t bytes_max, tc_code code, char **out);

/* An output file that still has its temporary name. Zero-initialise before use. Owns its two names. */
typedef struct tc_file {
  FILE *out;
  char *path;      /* final name: the name to which `path` leads if all symbolic links are followed */
  char *temporary; /* temporary name in the same directory; NULL if there is no file */
} tc_file;

/* Opens a temporary file in the directory of `path`, under a name that no other process uses. Several runs
 * may write the same path; the last one to finish determines its content. Errors of all functions on tc_file:
 * TC_OUTPUT "PATH: cannot be written: " with the system's reason and the remedy (tc_file_remedy); the
 * temporary file is then removed. */
tc_status tc_file_open(const char *path, tc_file *file);

/* Writes all bytes to disk and closes the file. */
tc_status tc_file_sync(tc_file *file);

/* Renames the finished file to its final name with tc_file_replace. */
tc_status tc_file_publish(tc_file *file);

/* Calls tc_file_sync and tc_file_publish. */
tc_status tc_file_commit(tc_file *file);

/* Writes the directory entries of the directory of `path` to disk (fsync), so that a rename survives a power
 * failure. Also succeeds if the file system does not support synchronisation. */
tc_status tc_file_sync_directory(const char *path);

/* Removes the temporary file and frees the names. Allowed in any state, also after zero-initialisation or the
 * commit. */
void tc_file_discard(tc_file *file);

/* Renames the complete file `from` to `to`, in the same directory, with the permissions of the file that it
 * replaces. If `to` is a symbolic link, the link itself is replaced. A device or a pipe is never replaced.
 * Errors: those of tc_file_open. */
tc_status tc_file_replace(const char *from, const char *to);

/* Returns the error that the functions on tc_file return for the errno value `reason`. If `reason` is 0, EIO
 * is used. */
tc_status tc_file_write_error(const char *path, int reason);

/* Type of functions that return true if `name`, a file name without directory, is the name of one of the
 * caller's output files. */
typedef bool tc_file_name_test(const void *self, const char *name);

/* Removes the temporary files that killed processes left in the directory of `path` for those output files
 * whose names pass the test. Files that were changed less than `age_s` seconds ago are not removed. The
 * caller must ensure that no other process is writing one of the removed files. Errors: TC_OUTPUT if the
 * directory cannot be read. */
tc_status tc_file_remove_temporaries(const char *path, double age_s, tc_file_name_test *is_own,
                                     const void *self);

/* Follows symbolic links, also a link whose target does not exist yet, and returns the resulting name in
 * *out, which the caller frees with tc_free. Errors: TC_OUTPUT. */
tc_status tc_file_resolve_links(const char *path, char **out);

/* These functions return true if the file begins with the bytes of `text`, contains them at offset `at` (-1
 * for the end of the file), or ends with them. They return false if the file cannot be read or is not a
 * regular file. */
bool tc_file_starts_with(const char *path, const char *text);
bool tc_file_has_bytes(const char *path, int64_t at, const char *text);
bool tc_file_ends_with(const char *path, const char *text);

/* Checks that no file with content exists at `path`, for commands that have an option --force. Errors:
 * TC_OUTPUT. */
tc_status tc_file_check_new(const char *path);

/* Checks that an existing file at `path` may be replaced: it must be absent, empty, or of the kind that will
 * be written. The caller sets `is_own` to true if the existing file is of this kind. `kind` names the kind in
 * the message, for example "a report of Tetracast". Errors: TC_OUTPUT. */
tc_status tc_file_check_replaceable(const char *path, bool is_own, const char *kind);

#endif
