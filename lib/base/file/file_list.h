/* The files that a command reads and writes, so that no output destroys an input or another output. Not
 * collective. */
#ifndef TC_BASE_FILE_FILE_LIST_H
#define TC_BASE_FILE_FILE_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/core/pool.h"

enum { TC_FILE_LIST_MAX = 40 };

/* Zeroed before use; holds no memory. */
typedef struct tc_file_list {
  int count;
  struct {
    const char *label, *name; /* borrowed as long as files are added */
    bool written;
    bool beside;  /* another, which the user has not named: not `name` */
    bool lock;    /* nothing that anybody would miss */
    bool full;    /* there is something in it */
    dev_t device; /* of the file, or of the deepest folder above that exists, .. */
    ino_t inode;
    uint64_t rest;  /* .. and the hash of the names below it; 0: the file exists */
    uint64_t whole; /* hash of the absolute path without links: the same when files and folders come to be */
  } file[TC_FILE_LIST_MAX];
} tc_file_list;

/* Adds a file; path NULL adds nothing. what: how the user knows it, "--json" or "the config". The file itself
 * counts, whatever its name: links, "./", a folder's other name. Errors: TC_USAGE when it is one of the
 * earlier files and either is written, naming both. */
tc_status tc_file_list_add_input(tc_file_list *files, const char *what, const char *path);
tc_status tc_file_list_add_output(tc_file_list *files, const char *what, const char *path);

/* The file that was added by tc_file_list_add_output is not written after all. */
void tc_files_skip(tc_file_list *files, const char *name);

/* Adds a file that is written or read. The user knows it by the name `name`. Errors as above. */
tc_status tc_files_add(tc_file_list *files, bool written, const char *what, const char *name,
                       const char *path);

/* A file that is written beside the one that the user named: `path` is not kept. */
tc_status tc_file_list_add_companion(tc_file_list *files, const char *what, const char *name,
                                     const char *path);

tc_status tc_file_list_add_lock(tc_file_list *files, const char *what, const char *name, const char *path);

/* Errors, TC_OUTPUT, naming the first: one of the files that are written was there when it was added, or is
 * now, and not empty. */
tc_status tc_file_list_check_new(const tc_file_list *files);

/* Of a run that goes on: the same of those that the user has named and the run has not written so far. own:
 * what tc_file_list_format_outputs has told of it, "" when there is nothing to go on from; allowed: one that
 * may be there (NULL: none). */
tc_status tc_file_list_check_resumable(const tc_file_list *files, const char *own, const char *allowed);

/* True if `name` is one of the files that are written, and `own` lists it. */
bool tc_file_list_is_own(const tc_file_list *files, const char *own, const char *name);

/* `own`, and those of the files that are written and that the user has named which it lacks, a line each:
 * hash of the absolute path, name. The text lives in the pool. Errors: TC_INTERNAL. */
tc_status tc_file_list_format_outputs(const tc_file_list *files, const char *own, tc_pool *pool,
                                      const char **out);

#endif
