/* Partial file: output is appended to PATH.part and renamed to PATH when the run succeeds. If PATH.part of an
 * interrupted run exists, the next run uses PATH.part2 and so on, so that the old run can still be resumed if
 * the new one fails. Used by the history and residual files: tc_partial_file_prepare before the work begins,
 * tc_partial_file_find_free when the file is opened, tc_partial_file_remove_all after a successful run. Not
 * collective. */
#ifndef TC_BASE_FILE_PARTIAL_FILE_H
#define TC_BASE_FILE_PARTIAL_FILE_H

#include "base/file/file_list.h"

/* Returns "PATH.part" for number 1, "PATH.part2" for 2, and so on, in *out, which the caller frees with
 * tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_partial_file_name(const char *path, int64_t number, char **out);

/* Sets *number to the number of the first partial file of `path` that does not exist or is empty. Errors:
 * TC_OUTPUT if all 1000 possible names are in use. */
tc_status tc_partial_file_find_free(const char *path, int64_t *number);

/* Describes one kind of partial files: its names in messages, and the bytes with which its files begin. */
typedef struct tc_partial_file_kind {
  /* Messages call the file `label`, such as "history.file", and the partial file `partial_label`. */
  const char *label, *partial_label;
  const char *begin; /* first bytes of a file of this kind */
  const char *kind;  /* name of the kind in messages: "a history of Tetracast" */
} tc_partial_file_kind;

/* Prepares the output before the work begins. Creates missing directories. Checks that PATH and a partial
 * file can be written and that existing files are of this kind. Adds the two files to `files`, the file list
 * of the command. Errors: TC_USAGE if they conflict with another file of the command; TC_OUTPUT if they
 * cannot be written or replaced. */
tc_status tc_partial_file_prepare(const tc_partial_file_kind *kind, const char *path, tc_file_list *files);

/* Removes all partial files of PATH after a successful run. `own_number` is the number of the partial file
 * that this run has written. Files of another kind are not removed. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_partial_file_remove_all(const tc_partial_file_kind *kind, const char *path, int64_t own_number);

#endif
