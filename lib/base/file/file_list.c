/* File list. A file that exists is identified by device and inode. A file that does not exist is identified
 * by device and inode of the deepest existing directory of its path and by a hash of the remaining names.
 * Comparing paths would not suffice, because the same directory may have several paths. In addition, files
 * are compared by a hash of the absolute path, which recognises files that are created between two calls. */
#include "base/file/file_list.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/file/file.h"
#include "base/numeric/hash.h"

/* Extends a hash by the names of the directories and of the file in a path. Empty names and "." are skipped.
 * Never returns 0. */
static uint64_t hash_names(uint64_t hash, const char *path) {
  while (*path) {
    const size_t length = strcspn(path, "/");
    if (length > 1 || (length == 1 && *path != '.')) hash = tc_hash_mix(tc_hash_bytes(hash, path, length));
    path += length + (path[length] == '/');
  }
  return hash ? hash : 1;
}

/* Returns the length of the directory part of the first `length` characters of a path; 0 for the current
 * directory. */
static size_t parent_length(const char *path, size_t length) {
  while (length && path[length - 1] == '/') length--;
  while (length && path[length - 1] != '/') length--;
  return length;
}

/* Queries device and inode of the file whose path is the first `length` characters of `path`. Sets *name to
 * the hash of the absolute path of this file. Returns false if the file does not exist. */
static bool query_file(const char *path, size_t length, struct stat *info, uint64_t *name) {
  char prefix[PATH_MAX], absolute[PATH_MAX];
  if (length >= sizeof prefix) return false;
  memcpy(prefix, path, length);
  prefix[length] = '\0';
  if (stat(length ? prefix : ".", info) || !realpath(length ? prefix : ".", absolute)) return false;
  *name = hash_names(1, absolute);
  return true;
}

/* Fills in device, inode and hashes of the entry that is being added to the list. If the file does not exist,
 * searches for the deepest existing directory of the path, which may be the current directory. */
static void identify_file(const char *path, tc_file_list *files) {
  const size_t full_length = strlen(path);
  size_t length = full_length;
  struct stat info = {0};
  uint64_t name = 1;
  while (!query_file(path, length, &info, &name) && length) length = parent_length(path, length);
  files->file[files->count].device = info.st_dev;
  files->file[files->count].inode = info.st_ino;
  files->file[files->count].missing_hash = length < full_length ? hash_names(1, path + length) : 0;
  files->file[files->count].path_hash = hash_names(name, path + length);
  files->file[files->count].has_content = length == full_length && info.st_size > 0;
}

static tc_status compare_files(const tc_file_list *files, int first, int second) {
  if (!files->file[first].is_output && !files->file[second].is_output) return TC_OK;
  const bool is_same = files->file[first].device == files->file[second].device &&
                       files->file[first].inode == files->file[second].inode &&
                       files->file[first].missing_hash == files->file[second].missing_hash;
  if (!is_same && files->file[first].path_hash != files->file[second].path_hash) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s (%s) and %s (%s) are the same file, so one would overwrite the other: use "
                          "another file for one of them",
                          files->file[first].label, files->file[first].name, files->file[second].label,
                          files->file[second].name);
}

tc_status tc_files_add(tc_file_list *files, bool written, const char *role, const char *name,
                       const char *path) {
  char *resolved = NULL;
  if (files->count == TC_FILE_LIST_MAX)
    return tc_status_create(TC_INTERNAL, "too many output files: at most %d are possible: use fewer",
                            (int)TC_FILE_LIST_MAX);
  tc_status status = tc_file_resolve_links(path, &resolved);
  /* An error of an input file is ignored here, because the reader of the file reports it. */
  if (!written && tc_status_code(status) == TC_OUTPUT) tc_status_free(&status);
  if (!resolved) return status;
  const int index = files->count;
  memset(&files->file[index], 0, sizeof files->file[index]);
  files->file[index].label = role;
  files->file[index].name = name;
  files->file[index].is_output = written;
  identify_file(resolved, files);
  tc_free(resolved);
  files->count++;
  for (int other = 0; other < index; other++) TC_TRY(compare_files(files, index, other));
  return TC_OK;
}

tc_status tc_file_list_add_input(tc_file_list *files, const char *role, const char *path) {
  return path ? tc_files_add(files, false, role, path, path) : TC_OK;
}

tc_status tc_file_list_add_output(tc_file_list *files, const char *role, const char *path) {
  return path ? tc_files_add(files, true, role, path, path) : TC_OK;
}

tc_status tc_file_list_add_companion(tc_file_list *files, const char *role, const char *name,
                                     const char *path) {
  TC_TRY(tc_files_add(files, true, role, name, path));
  files->file[files->count - 1].is_companion = true;
  return TC_OK;
}

tc_status tc_file_list_add_lock(tc_file_list *files, const char *role, const char *name, const char *path) {
  TC_TRY(tc_file_list_add_companion(files, role, name, path));
  files->file[files->count - 1].is_lock = true;
  return TC_OK;
}

/* True if file number k of the list has content, or had content when it was added. A file that the user named
 * is checked again, because another run may have written it before this run locked its files. */
static bool has_or_had_content(const tc_file_list *files, int k) {
  struct stat info;
  return files->file[k].has_content ||
         (!files->file[k].is_companion && stat(files->file[k].name, &info) == 0 && info.st_size > 0);
}

tc_status tc_file_list_check_new(const tc_file_list *files, const char *checkpoint) {
  for (int k = 0; k < files->count; k++)
    if (files->file[k].is_output && !files->file[k].is_lock && has_or_had_content(files, k))
      return tc_status_create(TC_OUTPUT,
                              "%s: %s already exists, and there is no checkpoint to resume from (%s%s): "
                              "use another name or replace it with --force",
                              files->file[k].name, files->file[k].label,
                              checkpoint ? "checkpoint.file: " : "checkpoint.file is not set",
                              checkpoint ? checkpoint : "");
  return TC_OK;
}

enum { hash_digits = 16 };

/* True if a line of `earlier_outputs`, such as "0123456789abcdef out/x.h5", has the hash of the absolute path
 * of the file, or its name. One of both suffices: the hash changes if directories are moved, and names may be
 * relative to another directory. */
static bool is_listed(const tc_file_list *files, int k, const char *earlier_outputs) {
  char hash[hash_digits + 1];
  const size_t length = strlen(files->file[k].name);
  snprintf(hash, sizeof hash, "%016" PRIx64, files->file[k].path_hash);
  for (const char *line = earlier_outputs; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (strncmp(line, hash, hash_digits) == 0) return true;
    if (strcspn(line, "\n") == hash_digits + 1 + length &&
        memcmp(line + hash_digits + 1, files->file[k].name, length) == 0)
      return true;
  }
  return false;
}

static bool is_user_output(const tc_file_list *files, int k) {
  return files->file[k].is_output && !files->file[k].is_companion;
}

void tc_files_skip(tc_file_list *files, const char *name) {
  for (int k = 0; k < files->count; k++)
    if (is_user_output(files, k) && strcmp(files->file[k].name, name) == 0) files->file[k].is_output = false;
}

bool tc_file_list_is_own(const tc_file_list *files, const char *earlier_outputs, const char *name) {
  for (int k = 0; k < files->count; k++)
    if (is_user_output(files, k) && strcmp(files->file[k].name, name) == 0 &&
        is_listed(files, k, earlier_outputs))
      return true;
  return false;
}

tc_status tc_file_list_check_resumable(const tc_file_list *files, const char *earlier_outputs,
                                       const char *allowed) {
  for (int k = 0; k < files->count; k++) {
    const char *name = files->file[k].name;
    if (!is_user_output(files, k) || !has_or_had_content(files, k) || is_listed(files, k, earlier_outputs))
      continue;
    if (allowed && strcmp(name, allowed) == 0) continue;
    /* Example of the message: out/a.csv: history.file already exists, and the run of the checkpoint did not
     * write it: .. */
    return tc_status_create(TC_OUTPUT, "%s: %s already exists, %s", name, files->file[k].label,
                            *earlier_outputs
                                ? "and the run of the checkpoint did not write it: use another file or "
                                  "remove this one"
                                : "but its run has no checkpoint: check checkpoint.file or use another file");
  }
  return TC_OK;
}

tc_status tc_file_list_format_outputs(const tc_file_list *files, const char *earlier_outputs, tc_pool *pool,
                                      const char **out) {
  const char *list = earlier_outputs;
  for (int k = 0; k < files->count; k++)
    if (is_user_output(files, k) && !is_listed(files, k, list))
      TC_TRY(tc_pool_printf(pool, &list, "%s%016" PRIx64 " %s\n", list, files->file[k].path_hash,
                            files->file[k].name));
  *out = list;
  return TC_OK;
}
