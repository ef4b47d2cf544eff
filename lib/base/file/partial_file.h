/* A file that grows while a run goes on: it is PATH.part until the run has ended well. Where one is there
 * already, of a run that was interrupted, the next one is PATH.part2, and so on: a run that is to begin anew
 * may fail, and the other one is to go on. Not collective. */
#ifndef TC_BASE_FILE_PARTIAL_FILE_H
#define TC_BASE_FILE_PARTIAL_FILE_H

#include "base/file/file_list.h"

/* "PATH.part" for number 1, "PATH.part2", ..: a new string (tc_free). Errors: TC_INTERNAL out of memory. */
tc_status tc_partial_file_name(const char *path, int64_t number, char **out);

/* *number: the first that is not there, or is empty. Errors: TC_OUTPUT, all are there. */
tc_status tc_partial_file_find_free(const char *path, int64_t *number);

/* What such a file is called. */
typedef struct tc_partial_file_kind {
  const char *label, *beside; /* for the user, the file and its part: "history.file" */
  const char *begin;          /* the bytes that such files begin with */
  const char *kind;           /* "a history of Tetracast" */
} tc_partial_file_kind;

/* Before the work: makes missing folders, checks that PATH and a part can be written there, that what is
 * there are such files and that none of them is another file of the command, to which they are added. Errors:
 * TC_USAGE, TC_OUTPUT. */
tc_status tc_partial_file_prepare(const tc_partial_file_kind *kind, const char *path, tc_file_list *files);

/* The run has ended well with part `own`, so all that are there go. Errors: TC_INTERNAL out of memory. */
tc_status tc_partial_file_remove_all(const tc_partial_file_kind *kind, const char *path, int64_t own);

#endif
