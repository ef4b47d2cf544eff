#include "machine/parameters/memory_reader.h"

#include <omp.h>

#include "support/expect.h"

/* In every round, the threads together must read every value exactly once, for any number of threads. */
Test(reading, all_threads_read_all_of_it) {
  static uint64_t array[4096];
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    for (size_t bytes = 128; bytes <= sizeof array; bytes += 8 * 123) {
      tc_memory_reader r = tc_memory_reader_init(bytes, array);
      cr_assert(r.n <= bytes / 8 && r.n + 16 > bytes / 8 && r.rounds >= 1);
      cr_assert_eq(tc_memory_reader_bytes(&r), 8.0 * (double)r.n * r.rounds);
      tc_memory_reader_run(&r);
      cr_assert_eq(r.sum, (uint64_t)r.rounds * (r.n * (r.n - 1) / 2), "%d threads, %zu bytes", threads,
                   bytes);
    }
  }
}

/* Checks the number of bytes that the benchmark reads to measure a memory level, for machines with a large
 * L3, a small L3, no L3, and unknown caches. */
Test(reading, what_is_read_for_a_level) {
  const double KiB = 1024, MiB = 1 << 20, most = 96 * MiB;
  const double large[] = {1120, 48 * KiB, 2 * MiB, 150 * MiB}, little_L3[] = {1120, 48 * KiB, 2 * MiB, MiB},
               no_L3[] = {1120, 64 * KiB, MiB, MiB}, unknown[] = {0, 0, 0, 0};
  cr_expect_eq(tc_memory_reader_level_B(large, 0, 1, most), 24 * KiB);
  cr_expect_eq(tc_memory_reader_level_B(large, 0, 4, most), 96 * KiB, "each thread has its own");
  cr_expect_eq(tc_memory_reader_level_B(large, 1, 1, most), 192 * KiB);
  cr_expect_eq(tc_memory_reader_level_B(large, 2, 1, most), 8 * MiB);
  cr_expect_eq(tc_memory_reader_level_B(little_L3, 2, 1, most), 2.5 * MiB);
  cr_expect_eq(tc_memory_reader_level_B(no_L3, 2, 1, most), tc_memory_reader_level_B(no_L3, 1, 1, most));
  cr_expect_eq(tc_memory_reader_level_B(large, 2, 64, most), most);
  cr_expect_eq(tc_memory_reader_level_B(large, 3, 1, most), most);
  for (int level = 0; level < TC_LEVELS; level++)
    cr_expect_eq(tc_memory_reader_level_B(unknown, level, 1, most), 0.0);
}
