/* Remembered machines: one machine file per host, nodes, ranks and threads in the user's cache folder,
 * $XDG_CACHE_HOME/tetracast or ~/.cache/tetracast. Not collective. */
#ifndef TC_IO_MACHINE_CACHE_H
#define TC_IO_MACHINE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine/machine.h"

/* What a machine is remembered under. */
typedef struct tc_machine_key {
  char host[TC_MACHINE_TEXT];
  int nodes, ranks_per_node, threads;
} tc_machine_key;

/* Writes the path of the file into path[size]; false when no cache folder is known or the path is too long.
 */
bool tc_machine_cache_path(const tc_machine_key *key, char *path, size_t size);

/* True when the machine is remembered. A file that cannot be read or is not what it should be counts as not
 * there. */
bool tc_machine_cache_recall(const tc_machine_key *key, tc_machine *out);

/* Remembers; false when that is impossible (no folder, no room): nothing depends on it. */
bool tc_machine_cache_remember(const tc_machine_key *key, const tc_machine *machine);

#endif
