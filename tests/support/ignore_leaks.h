/* For tests that do not free all objects on purpose, for example because MPI has failed. */
#ifndef TC_TESTS_SUPPORT_IGNORE_LEAKS_H
#define TC_TESTS_SUPPORT_IGNORE_LEAKS_H

#include <stdbool.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

/* Makes the leak sanitizer ignore allocations of this thread from now on, or report them again. */
static inline void ignore_leaks(bool are_ignored) {
#ifdef __SANITIZE_ADDRESS__
  if (are_ignored)
    __lsan_disable();
  else
    __lsan_enable();
#endif
  (void)are_ignored;
}

#endif
