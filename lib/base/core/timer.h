/* A monotonic clock. */
#ifndef TC_BASE_CORE_TIMER_H
#define TC_BASE_CORE_TIMER_H

/* Seconds since an arbitrary fixed moment; never runs backwards. */
double tc_now_s(void);

#endif
