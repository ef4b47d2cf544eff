/* Monotonic clock of the program, used by ledgers, benchmarks and timeouts. Differences of two readings are
 * wall time. Not collective. */
#ifndef TC_BASE_CORE_TIMER_H
#define TC_BASE_CORE_TIMER_H

/* Returns seconds since an arbitrary fixed moment. Never decreases. */
double tc_now_s(void);

#endif
