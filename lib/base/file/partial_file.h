/* Partial file: output is appended to PATH.part and renamed to PATH when the run succeeds. If PATH.part of an
 * interrupted run exists, the next run uses PATH.part2 and so on, because the new run may fail and the old
 * one may still be resumed. Used by the history and residual files: prepare before the work, find a free
 * number, remove all parts at the end. Not collective. */
#ifndef TC_BASE_FILE_PARTIAL_FILE_H
#define TC_BASE_FILE_PARTIAL_FILE_H

#include "base/file/file_list.h"

/* Returns "PATH.part" for number 1, "PATH.part2" for 2, and so on, in *out, which the caller frees with
 * tc_free. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_partial_file_name(const char *path, int64_t number, char **out);

/* Sets *number to the first part that does not exist or is empty. Errors: TC_OUTPUT if all 1000 exist. */
tc_status tc_partial_file_find_free(const char *path, int64_t *number);

/* Names and content of one kind of partial files. */
typedef struct tc_partial_file_kind {
  const char *label, *beside; /* names of the file and of its part in messages: "history.file" */
  const char *begin;          /* first bytes of a file of this kind */
  const char *kind;           /* name of the kind in messages: "a history of Tetracast" */
} tc_partial_file_kind;

/* Prepares the output before the work begins. Creates missing directories, checks that PATH and a part can be
 * written and that existing files are of this kind, and adds both to the command's file list. Errors:
 * TC_USAGE if they conflict with another file of the command; TC_OUTPUT if they cannot be written or
 * replaced. */
tc_status tc_partial_file_prepare(const tc_partial_file_kind *kind, const char *path, tc_file_list *files);

/* Removes all parts of PATH after a successful run, whose part is number `own`. Files of another kind remain.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_partial_file_remove_all(const tc_partial_file_kind *kind, const char *path, int64_t own);

#endif
