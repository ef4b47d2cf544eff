/* On which memory node pages lie. Not collective. Linux only: elsewhere, and where a container forbids the
 * question, nothing is known. */
#ifndef TC_BASE_PROGRAM_NUMA_PAGES_H
#define TC_BASE_PROGRAM_NUMA_PAGES_H

#include <stddef.h>
#include <stdint.h>

typedef struct tc_numa_pages {
  int64_t local, remote; /* on the node of the processor that the calling thread ran on, and elsewhere */
} tc_numa_pages;

/* Memory nodes that the system has; 0 where that is not known. */
int tc_numa_node_count(void);

/* Adds the pages of [address, address + bytes) that the calling thread finds; those that nobody has touched
 * lie nowhere and are left out. */
void tc_numa_pages_count(const void *address, size_t bytes, tc_numa_pages *sum);

#endif
