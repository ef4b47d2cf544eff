/* Attaches the sampler to a process and ends the sampling.
 * The dynamic linker calls ts_process_attach as a constructor, or pthread_create does if it runs earlier.
 * wrap_exit.c calls ts_process_end for exits that run no destructors. */
#ifndef TC_SAMPLER_ATTACH_H
#define TC_SAMPLER_ATTACH_H

#include <stdbool.h>

/* Attaches the process once, if tcblame requests it (environment.h) and launchers.def lacks the program. */
void ts_process_attach(void);

/* Records the end of the process in the header; ends false: an exec failed, and the process continues. Does
 * nothing in children that share the memory of their parent (vfork). */
void ts_process_end(bool ends);

#endif
