#include "comm/memory/shared_memory.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/expect.h"

enum { page_doubles = 512, pages = 4 };

/* Maps four pages of a file whose size is `file_pages` pages. */
static double *map_pages(long file_pages) {
  FILE *file = tmpfile();
  cr_assert_not_null(file);
  cr_assert_eq(ftruncate(fileno(file), file_pages * sysconf(_SC_PAGESIZE)), 0);
  double *piece = mmap(NULL, (size_t)(pages * sysconf(_SC_PAGESIZE)), PROT_READ | PROT_WRITE, MAP_SHARED,
                       fileno(file), 0);
  cr_assert_neq(piece, MAP_FAILED);
  fclose(file);
  return piece;
}

Test(shared_room, is_zeroed_where_asked) {
  double *piece = map_pages(pages);
  for (int i = 0; i < 1000; i++) piece[i] = 1.0;
  expect_ok(tc_shared_memory_zero(piece + 10, 1, 980));
  for (int i = 0; i < 1000; i++) cr_assert_eq(piece[i], i < 10 || i >= 990 ? 1.0 : 0.0, "%d", i);
  expect_ok(tc_shared_memory_zero(piece + 3, 1, 0));
  for (int i = 0; i < 1000; i++) piece[i] = 1.0;
  expect_ok(tc_shared_memory_zero(piece + 10, 7, 140)); /* seven consecutive arrays of 140 numbers */
  for (int i = 0; i < 1000; i++) cr_assert_eq(piece[i], i < 10 || i >= 990 ? 1.0 : 0.0, "%d", i);
}

/* The mapping is larger than the file, as if the file system were full. A plain store to the missing pages
 * would end the process. The function must return an error instead. */
Test(shared_room, that_is_gone_is_an_error_not_the_end) {
#ifdef MADV_POPULATE_WRITE
  double *piece = map_pages(pages);
  if (madvise(piece, (size_t)sysconf(_SC_PAGESIZE), MADV_POPULATE_WRITE) != 0)
    cr_skip_test("MADV_POPULATE_WRITE requires Linux 5.14");
  expect_error(tc_shared_memory_zero(map_pages(1), 1, pages * page_doubles), TC_INTERNAL,
               "is full: another program");
#endif
}
