/* Machine cache: one machine file per host, number of nodes, ranks per node, threads and build of the
 * program, in $XDG_CACHE_HOME/tetracast or ~/.cache/tetracast. Not collective. machine_lookup.c reads it
 * before a run measures anything, and run/environment/machine_auto.c writes it after a measurement. Each
 * build has its own files, because measurements depend on compiler and flags. Files of earlier versions of
 * the cache are not read, because ranks that shared cores may have measured them. */
#ifndef TC_IO_MACHINE_MACHINE_CACHE_H
#define TC_IO_MACHINE_MACHINE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/parameters/machine.h"

/* Key of a cached machine. */
typedef struct tc_machine_key {
  char host[TC_MACHINE_TEXT];
  int nodes, ranks_per_node, threads;
  const char *build; /* description of the build, borrowed; NULL stands for this build */
} tc_machine_key;

/* Returns a text with compiler, build type, flags and MPI of this build. */
const char *tc_machine_cache_build(void);

/* Returns the key of this host and this build. */
tc_machine_key tc_machine_cache_key(int nodes, int ranks_per_node, int threads);

/* Writes the path of the cache file to `path`, an array of `size` bytes. Returns false if there is no cache
 * directory or the path is too long. */
bool tc_machine_cache_path(const tc_machine_key *key, char *path, size_t size);

/* Reads a cached machine. Returns false if there is no file, or if it is unreadable or invalid. */
bool tc_machine_cache_read(const tc_machine_key *key, tc_machine *out);

/* Writes a machine to the cache. Returns false if that fails, for example because the disk is full. Callers
 * do not depend on it. */
bool tc_machine_cache_write(const tc_machine_key *key, const tc_machine *machine);

#endif
