/* Attaches the sampler to a process and ends the sampling. The dynamic linker calls ts_process_attach as a
 * constructor. pthread_create calls it if the program creates a thread before that. wrap_exit.c calls
 * ts_process_end for exits that run no destructors. */
#ifndef TC_SAMPLER_ATTACH_H
#define TC_SAMPLER_ATTACH_H

#include <stdbool.h>

/* Attaches the process once. Does nothing if tcblame did not request sampling (environment.h) or if
 * launchers.def lists the program. */
void ts_process_attach(void);

/* Records the end of the process in the header. `ends` is false if an exec failed, so that the process
 * continues. Does nothing in children that share the memory of their parent (vfork). */
void ts_process_end(bool ends);

#endif
