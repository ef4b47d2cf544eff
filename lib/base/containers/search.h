/* Binary search in sorted data of any type. */
#ifndef TC_BASE_CONTAINERS_SEARCH_H
#define TC_BASE_CONTAINERS_SEARCH_H

/* Sets the int variable `at` to the first number from 0 to `count` - 1 for which the expression `precedes` is
 * false, or to `count` if the expression is true for all. The expression tests item number `at`. If the
 * expression is false for an item, it must be false for all later items. */
#define TC_SEARCH(at, count, precedes)                                                                       \
  do {                                                                                                       \
    int tc_low_ = 0, tc_high_ = (count);                                                                     \
    while (tc_low_ < tc_high_) {                                                                             \
      (at) = tc_low_ + (tc_high_ - tc_low_) / 2;                                                             \
      if (precedes)                                                                                          \
        tc_low_ = (at) + 1;                                                                                  \
      else                                                                                                   \
        tc_high_ = (at);                                                                                     \
    }                                                                                                        \
    (at) = tc_low_;                                                                                          \
  } while (0)

#endif
