#include "base/program/numa_pages.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { pages_per_call = 1024, nodes_max = 1024 };

int tc_numa_node_count(void) {
  char path[64];
  int nodes = 0;
  for (int n = 0; n < nodes_max; n++) { /* the numbers of NUMA nodes may have gaps */
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d", n);
    nodes += access(path, F_OK) == 0;
  }
  return nodes;
}

#if defined(SYS_move_pages) && defined(SYS_getcpu)
void tc_numa_pages_count(const void *address, size_t bytes, tc_numa_pages *sum) {
  const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), end = (uintptr_t)address + bytes;
  unsigned cpu, own_node;
  if (syscall(SYS_getcpu, &cpu, &own_node, NULL)) return;
  for (uintptr_t page_address = (uintptr_t)address / size * size; page_address < end;) {
    void *page[pages_per_call];
    int node[pages_per_call];
    unsigned long count = 0;
    for (; count < pages_per_call && page_address < end; page_address += size)
      page[count++] = (void *)page_address;
    /* If the list of target nodes is NULL, move_pages moves nothing and returns the node of each page. */
    if (syscall(SYS_move_pages, 0, count, page, NULL, node, 0)) return;
    for (unsigned long k = 0; k < count; k++) {
      sum->local += node[k] == (int)own_node;
      sum->remote += node[k] >= 0 && node[k] != (int)own_node;
    }
  }
}
#else
void tc_numa_pages_count(const void *address, size_t bytes, tc_numa_pages *sum) {
  (void)address;
  (void)bytes;
  (void)sum;
}
#endif
