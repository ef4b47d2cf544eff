/* Machine cache: one machine file per host, nodes, ranks, threads and build of the program in the user's
 * cache folder, $XDG_CACHE_HOME/tetracast or ~/.cache/tetracast. Not collective. The parameters measured by a
 * debug build or with another compiler are those of its code, so each build has files of its own. Files of an
 * earlier version of the cache are never read, because they may hold what ranks on shared cores measured. */
#ifndef TC_IO_MACHINE_MACHINE_CACHE_H
#define TC_IO_MACHINE_MACHINE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/parameters/machine.h"

/* What a machine is remembered under. */
typedef struct tc_machine_key {
  char host[TC_MACHINE_TEXT];
  int nodes, ranks_per_node, threads;
  const char *build; /* borrowed; NULL: this one */
} tc_machine_key;

/* Compiler, type, flags and MPI of this build. */
const char *tc_machine_cache_build(void);

/* The key of this host and this build, for as many threads as a parallel region has now. */
tc_machine_key tc_machine_cache_key(int nodes, int ranks_per_node, int threads);

/* Writes the path of the file into path[size]; false when no cache folder is known or the path is too long.
 */
bool tc_machine_cache_path(const tc_machine_key *key, char *path, size_t size);

/* True when the machine is remembered. A file that cannot be read or is not what it should be counts as not
 * there. */
bool tc_machine_cache_read(const tc_machine_key *key, tc_machine *out);

/* Remembers; false when that is impossible (no folder, no room): nothing depends on it. */
bool tc_machine_cache_write(const tc_machine_key *key, const tc_machine *machine);

#endif
