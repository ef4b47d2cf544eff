#include "base/core/memory.h"

#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/core/process.h"
#include "support/expect.h"

/* Allocates arrays with sizes next to those at which padding or alignment changes. Each must be aligned,
 * and every byte must be writable. */
Test(memory, is_aligned_and_whole) {
  static const size_t sizes[] = {1, 63, 64, 65, 4095, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, (6 << 20) + 7};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char *bytes = NULL;
    expect_ok(TC_ALLOC(bytes, sizes[i]));
    memset(bytes, 0x5A, sizes[i]);
    size_t alignment = sizes[i] >= 4 << 20 ? 2 << 20 : TC_ALIGNMENT;
    cr_assert_eq((uintptr_t)bytes % alignment, 0, "%zu bytes", sizes[i]);
    tc_free(bytes);
  }
}

Test(memory, nothing_is_a_valid_pointer) {
  double *none = NULL, *zeroed = NULL;
  expect_ok(TC_ALLOC(none, 0));
  expect_ok(TC_ALLOC_ZERO(zeroed, 0));
  cr_assert(none && zeroed && none != zeroed);
  tc_free(none);
  tc_free(zeroed);
  tc_free(NULL);
}

/* Before each allocation of a zeroed array, the test frees a non-zero array of the same size. The
 * allocator probably reuses this memory. */
Test(memory, zeroed_is_zero) {
  enum { count = 5000 };
  for (int round = 0; round < 4; round++) {
    int64_t *dirty = NULL, *clean = NULL;
    expect_ok(TC_ALLOC(dirty, count));
    memset(dirty, 0xFF, count * sizeof *dirty);
    tc_free(dirty);
    expect_ok(TC_ALLOC_ZERO(clean, count));
    for (int i = 0; i < count; i++) cr_assert_eq(clean[i], 0);
    tc_free(clean);
  }
}

/* The product of count and size must not wrap around to a small request. The pointer must remain
 * unchanged. */
Test(memory, refuses_what_overflows) {
  double *values = NULL;
  expect_error(TC_ALLOC(values, SIZE_MAX / 8 + 2), TC_INTERNAL, "for values");
  expect_error(tc_alloc(SIZE_MAX, SIZE_MAX, "ghosts", &values), TC_INTERNAL, "for ghosts");
  expect_error(TC_ALLOC_ZERO(values, -1), TC_INTERNAL, "for values");
  cr_assert_null(values);
}

Test(memory, names_what_there_is_no_memory_for) {
  double *ghosts = NULL;
  expect_error(TC_ALLOC(ghosts, (size_t)1 << 57), TC_INTERNAL,
               "out of memory: 1152921504606846976 bytes for ghosts");
  cr_assert_null(ghosts);
}

/* An error message contains the name of the array without the C syntax, because users do not know the
 * program's pointers and members. */
Test(memory, names_the_array_without_c) {
  struct plan {
    double *ghosts;
  } plan = {0}, *self = &plan, **out = &self;
  const size_t n = (size_t)1 << 57;
  expect_error(TC_ALLOC(self->ghosts, n), TC_INTERNAL, "bytes for ghosts");
  expect_error(TC_ALLOC((*out)->ghosts, n), TC_INTERNAL, "bytes for ghosts");
  expect_error(TC_ALLOC(plan.ghosts, n), TC_INTERNAL, "bytes for ghosts");
  expect_error(TC_ALLOC_ZERO(*out, n), TC_INTERNAL, "bytes for out");
}

Test(memory, peak_follows_what_is_touched) {
  enum { bytes = 64 << 20 };
  size_t before = tc_memory_peak();
  char *block = NULL;
  cr_assert_gt(before, 0);
  expect_ok(TC_ALLOC(block, bytes));
  memset(block, 1, bytes);
  size_t touched = tc_memory_peak();
  cr_assert_geq(touched, (size_t)bytes);
  cr_assert_gt(touched, before);
  tc_free(block);
  /* The kernel counts pages in batches, so the peak may change by some hundred kilobytes. */
  cr_assert_gt(tc_memory_peak(), touched - (1 << 20), "the peak must not decrease");
}

Test(memory, a_forgotten_peak_is_that_of_what_follows) {
  skip_with_sanitizers("freed memory is not given back");
  enum { bytes = 64 << 20 };
  char *block = NULL;
  expect_ok(TC_ALLOC(block, bytes));
  memset(block, 1, bytes);
  tc_free(block);
  size_t before = tc_memory_peak();
  tc_memory_reset_peak();
  size_t after = tc_memory_peak();
  cr_assert_gt(after, 0);
  cr_assert_leq(after, before);
  if (access("/proc/self/clear_refs", W_OK) == 0)
    cr_assert_lt(after, before, "%zu bytes after the reset", after);
}

/* The available memory is positive and not larger than the installed memory. A limit of the process's
 * address space reduces it. */
Test(memory, available) {
  const size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
  cr_assert(tc_memory_available() > 0 && tc_memory_available() <= all, "%zu", tc_memory_available());
  struct rlimit before, little;
  getrlimit(RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = (rlim_t)64 << 20;
  cr_assert_eq(setrlimit(RLIMIT_AS, &little), 0);
  const size_t left = tc_memory_available();
  setrlimit(RLIMIT_AS, &before);
  cr_assert_lt(left, (size_t)64 << 20);
}

/* The installed memory belongs to all processes. A limit of this process's address space must not change
 * it. */
Test(memory, installed) {
  struct rlimit before, little;
  cr_assert(tc_memory_unused() > 0 && tc_memory_unused() <= tc_memory_installed(), "%zu of %zu",
            tc_memory_unused(), tc_memory_installed());
  getrlimit(RLIMIT_AS, &before);
  little = before;
  little.rlim_cur = (rlim_t)64 << 20;
  cr_assert_eq(setrlimit(RLIMIT_AS, &little), 0);
  const size_t allowed = tc_memory_limit(), installed = tc_memory_installed();
  setrlimit(RLIMIT_AS, &before);
  cr_assert_lt(allowed, (size_t)64 << 20);
  cr_assert_gt(installed, (size_t)64 << 20);
}

/* Memory that was written is resident. Memory that was freed is not. */
Test(memory, resident) {
  enum { bytes = 64 << 20 };
  char *block = NULL;
  const size_t before = tc_memory_resident();
  cr_assert_gt(before, 0);
  expect_ok(TC_ALLOC(block, bytes));
  memset(block, 1, bytes);
  cr_assert_geq(tc_memory_resident(), before + bytes / 2);
  tc_free(block);
#ifndef __SANITIZE_ADDRESS__ /* The sanitizer delays the release of freed memory. */
  cr_assert_lt(tc_memory_resident(), before + bytes / 2);
#endif
}

static char *allocate_and_touch(size_t bytes) {
  char *array = NULL;
  cr_assert(!tc_alloc(bytes, 1, "an array", &array));
  memset(array, 1, bytes);
  return array;
}

/* When a large array is freed, its memory must be returned to the system. This must also hold if another
 * large array was freed before, and if an array that was allocated later still exists. */
Test(memory, what_a_large_array_took_is_given_back) {
  tc_process_prepare(TC_PROCESS_LARGE_ARRAYS);
  skip_with_sanitizers("freed memory is not given back");
  enum { bytes = 10 << 20 };
  tc_free(allocate_and_touch(2 * bytes));
  char *const first = allocate_and_touch(bytes), *const second = allocate_and_touch(bytes);
  const size_t both = tc_memory_resident();
  tc_free(first);
  const size_t one = tc_memory_resident();
  cr_assert(both == 0 || one + bytes < both + (1 << 20), "%zu bytes before, %zu bytes after the release",
            both, one);
  tc_free(second);
}
