/* Machine cache: measured machine parameters, stored as machine files in $XDG_CACHE_HOME/tetracast or
 * ~/.cache/tetracast. There is one file for each combination of host, number of nodes, ranks per node,
 * threads and build of the program. Measurements depend on the build, because it determines compiler and
 * flags. Not collective. machine_lookup.c reads the cache before a run measures the machine, and
 * run/environment/machine_auto.c writes it after a measurement. Files of cache version 1 are not read,
 * because their parameters may have been measured by ranks that shared cores. */
#ifndef TC_IO_MACHINE_MACHINE_CACHE_H
#define TC_IO_MACHINE_MACHINE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/parameters/machine.h"

/* Values that identify a file of the cache. */
typedef struct tc_machine_key {
  char host[TC_MACHINE_TEXT];
  int nodes, ranks_per_node, threads;
  const char *build; /* description of the build of the program; borrowed; NULL for the running program */
} tc_machine_key;

/* Returns a text with the compiler, build type, flags and MPI library of the running program. */
const char *tc_machine_cache_build(void);

/* Returns the key for this host and the running program. */
tc_machine_key tc_machine_cache_key(int nodes, int ranks_per_node, int threads);

/* Writes the directory of the cache to `directory`, an array of `size` bytes. Returns false if neither
 * environment variable of the directory is set or the path is too long. */
bool tc_machine_cache_directory(char *directory, size_t size);

/* Writes the path of the cache file of `key` to `path`, an array of `size` bytes. Returns false if neither
 * environment variable of the directory is set or the path is too long. */
bool tc_machine_cache_path(const tc_machine_key *key, char *path, size_t size);

/* Reads the machine parameters of `key` from the cache, without keys that users set by hand. Returns false if
 * the cache has no valid file for the key. */
bool tc_machine_cache_read(const tc_machine_key *key, tc_machine *out);

/* Writes machine parameters to the cache, without keys that users set by hand. Returns false if writing
 * fails, for example because the disk is full. A failure is harmless: the next run measures the machine
 * again. */
bool tc_machine_cache_write(const tc_machine_key *key, const tc_machine *machine);

#endif
