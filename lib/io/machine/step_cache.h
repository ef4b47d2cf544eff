/* Cache of stable steps: results of the search for a stable step (solve/stability/stable_step.h) in the file
 * stable-steps of the directory of the machine cache (io/machine/machine_cache.h). The key of an entry is a
 * hash of all data on which the result depends (run/plan/cached_step.h). The file has at most
 * TC_STEP_CACHE_ENTRIES_MAX entries, and the latest ones remain. Several runs may use the file at the same
 * time, because each change replaces the file by a rename. A damaged file does not end a run. Damaged entries
 * are ignored, and the next write removes them. A file that is a link, not regular, or owned by another user
 * is neither read nor written. Not collective: the root calls these functions. */
#ifndef TC_IO_MACHINE_STEP_CACHE_H
#define TC_IO_MACHINE_STEP_CACHE_H

#include "base/program/log.h"
#include "solve/stability/stable_step.h"

enum {
  TC_STEP_CACHE_ENTRIES_MAX = 64,
  TC_STEP_CACHE_BYTES_MAX = 256 << 10 /* a larger file is treated as damaged */
};

/* Version of the entries. Raise the version after a change of the search for the stable step, or of the
 * members of tc_stable_step and their meaning. Entries of earlier versions are then not used. */
enum { TC_STEP_CACHE_VERSION = 3 };

/* Writes the path of the file to path[size]. Returns false if neither environment variable of the directory
 * is set or the path is too long. */
bool tc_step_cache_path(char *path, size_t size);

/* Reads the cached step of `key`. Returns false if there is none. Logs one line if the file is unusable or
 * has damaged entries. */
bool tc_step_cache_read(uint64_t key, const tc_log *log, tc_stable_step *out);

/* Adds or replaces the entry of `key`. Waits at most 2 s for other runs that write the file. Returns false,
 * with a verbose log line, if the entry could not be written. The file is then unchanged. */
bool tc_step_cache_write(uint64_t key, const tc_stable_step *step, const tc_log *log);

/* Removes the entry of `key`. Returns false if there is none or if the file could not be written. */
bool tc_step_cache_remove(uint64_t key, const tc_log *log);

#endif
