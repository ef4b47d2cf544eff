#include "base/program/numa_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "support/expect.h"

/* If the system can report the NUMA node of pages, exactly the pages that were written must be counted. */
Test(pages, those_that_were_touched_are_found) {
  const size_t size = (size_t)sysconf(_SC_PAGESIZE), pages = 3000;
  char *memory = mmap(NULL, pages * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  tc_numa_pages found = {0}, part = {0};
  cr_assert_neq(memory, MAP_FAILED);
  cr_assert_eq(madvise(memory, pages * size, MADV_NOHUGEPAGE), 0);
  tc_numa_pages_count(memory, pages * size, &found);
  cr_assert(found.local == 0 && found.remote == 0, "nothing was touched");
  for (size_t p = 0; p < pages; p += 2) memory[p * size] = 1;
  tc_numa_pages_count(memory, pages * size, &found);
  if (found.local + found.remote == 0) cr_skip_test("this system does not report the NUMA nodes of pages");
  cr_assert_eq(found.local + found.remote, pages / 2);
  if (tc_numa_node_count() == 1) cr_assert_eq(found.remote, 0);
  tc_numa_pages_count(memory + size - 1, 2, &part); /* two bytes, which are in two pages */
  cr_assert_eq(part.local + part.remote, 1);
  tc_numa_pages_count(memory, 0, &part);
  cr_assert_eq(part.local + part.remote, 1);
  munmap(memory, pages * size);
}

Test(pages, there_is_a_node) {
  cr_assert_geq(tc_numa_node_count(), access("/sys/devices/system/node", F_OK) == 0);
}
