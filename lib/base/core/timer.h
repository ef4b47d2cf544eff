/* Clocks of the program, used by ledgers, benchmarks and timeouts. The difference of two readings is a time
 * interval. Not collective. */
#ifndef TC_BASE_CORE_TIMER_H
#define TC_BASE_CORE_TIMER_H

/* Returns seconds of wall time since an arbitrary fixed moment. Never decreases. */
double tc_now_s(void);

/* Return the CPU time in seconds of the calling thread, and of all threads of the process. */
double tc_cpu_now_s(void);
double tc_process_cpu_now_s(void);

#endif
