/* NUMA placement of pages. Used by reports to show if arrays are on the NUMA node of the threads that use
 * them. Pages are counted on Linux only. On other systems, and if a container blocks move_pages, all counts
 * are 0. Not collective. */
#ifndef TC_BASE_PROGRAM_NUMA_PAGES_H
#define TC_BASE_PROGRAM_NUMA_PAGES_H

#include <stddef.h>
#include <stdint.h>

typedef struct tc_numa_pages {
  /* `local` is the number of pages on the NUMA node of the calling thread's processor, and `remote` is the
   * number of pages on other NUMA nodes. */
  int64_t local, remote;
} tc_numa_pages;

/* Returns the number of NUMA nodes of the system; 0 if it is unknown. */
int tc_numa_node_count(void);

/* Adds to `sum` the pages of the `bytes` bytes at `address`. Pages that no thread has touched are not
 * counted. */
void tc_numa_pages_count(const void *address, size_t bytes, tc_numa_pages *sum);

#endif
