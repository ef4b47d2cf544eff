/* File list: all files that a command reads and writes. It ensures that no output overwrites an input or
 * another output. Each part of a command adds its files before any work begins, and an addition returns an
 * error if there is a conflict. Files are compared by device and inode, not by name. The checkpoint stores
 * the list of a run's outputs, so that a resumed run may replace its own files only. Not collective. */
#ifndef TC_BASE_FILE_FILE_LIST_H
#define TC_BASE_FILE_FILE_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/core/pool.h"

enum { TC_FILE_LIST_MAX = 40 };

/* List of the files that a command reads and writes, which finds files that are named twice. Zero-initialise
 * before use; owns no memory. */
typedef struct tc_file_list {
  int count;
  struct {
    /* `label` is the role of the file, the argument `role` of the functions below. `name` is the name that
     * messages use. Both are borrowed while the list is in use. */
    const char *label, *name;
    bool is_output;
    bool is_companion; /* true for a companion file, whose path differs from `name` */
    bool is_lock;      /* true for a lock file, which may be replaced at any time */
    bool has_content;  /* true if the file existed and was not empty when it was added to the list */
    /* Device and inode of the file. If the file does not exist, device and inode of the deepest existing
     * directory in the path. */
    dev_t device;
    ino_t inode;
    uint64_t missing_hash; /* hash of the part of the path below this directory; 0 if the file exists */
    /* Hash of the absolute path without links. It does not change when files and directories of the path are
     * created. */
    uint64_t path_hash;
  } file[TC_FILE_LIST_MAX];
} tc_file_list;

/* These functions add an input or output file. They do nothing if `path` is NULL. `role` is the name of the
 * file's role in messages, such as "--json" or "the config". Links, "./" and other names of the same
 * directory are recognised. Errors: TC_USAGE with both names if the list already contains the file, unless
 * both are inputs. */
tc_status tc_file_list_add_input(tc_file_list *files, const char *role, const char *path);
tc_status tc_file_list_add_output(tc_file_list *files, const char *role, const char *path);

/* Marks the output with the name `name` as not written, so that the following checks ignore it. */
void tc_files_skip(tc_file_list *files, const char *name);

/* Adds the file at `path`, which the command writes (`written` is true) or reads (false). Messages call it
 * `name`. Errors: those of tc_file_list_add_input. */
tc_status tc_files_add(tc_file_list *files, bool written, const char *role, const char *name,
                       const char *path);

/* These functions add a companion file or a lock file of the output `name`, which the user named. The command
 * writes the companion or lock file at `path`, which is not stored. Errors: those of
 * tc_file_list_add_input. */
tc_status tc_file_list_add_companion(tc_file_list *files, const char *role, const char *name,
                                     const char *path);

tc_status tc_file_list_add_lock(tc_file_list *files, const char *role, const char *name, const char *path);

/* Checks that all outputs except lock files are new. Errors: TC_OUTPUT with the first output that is not
 * empty or was not empty when it was added. The message names `checkpoint`, the value of checkpoint.file for
 * which no checkpoint exists, or NULL. */
tc_status tc_file_list_check_new(const tc_file_list *files, const char *checkpoint);

/* Checks the outputs of a resumed run. Every output that the user named must be new, or the run must have
 * written it before. `earlier_outputs` is the text of tc_file_list_format_outputs from the checkpoint, "" if
 * there is no checkpoint. `allowed` is the name of one further output that may exist, or NULL. Errors:
 * TC_OUTPUT. */
tc_status tc_file_list_check_resumable(const tc_file_list *files, const char *earlier_outputs,
                                       const char *allowed);

/* True if the user named the output `name` and `earlier_outputs` contains it. */
bool tc_file_list_is_own(const tc_file_list *files, const char *earlier_outputs, const char *name);

/* Formats the text `earlier_outputs`, followed by those outputs named by the user that `earlier_outputs` does
 * not contain. Each line has the hash of the absolute path and the name. The text belongs to the pool.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_file_list_format_outputs(const tc_file_list *files, const char *earlier_outputs, tc_pool *pool,
                                      const char **out);

#endif
