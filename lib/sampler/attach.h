/* The beginning and the end of a process that is sampled. */
#ifndef TC_SAMPLER_ATTACH_H
#define TC_SAMPLER_ATTACH_H

#include <stdbool.h>

/* Attaches the process, once, if tcblame wants that (its environment: environment.h) and it is none of
 * launchers.def. */
void ts_process_attach(void);

/* The process says itself that it ends, or does not after all (exec failed). Nothing in children that borrow
 * its memory (vfork). */
void ts_process_end(bool ends);

#endif
