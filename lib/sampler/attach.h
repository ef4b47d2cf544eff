/* Attaches the sampler to a process and ends the sampling. The dynamic linker calls ts_process_attach as a
 * constructor. The sampler's pthread_create and thrd_create call ts_process_attach too, because the
 * constructor of another library may run first and create a thread. The destructor in attach.c calls
 * ts_process_end. wrap_exit.c calls ts_process_end for exits that run no destructors. */
#ifndef TC_SAMPLER_ATTACH_H
#define TC_SAMPLER_ATTACH_H

#include <stdbool.h>

/* Begins to sample the process. Later calls do nothing. Does nothing if the variables of environment.h are
 * not set or if launchers.def lists the program. */
void ts_process_attach(void);

/* Records the end of the process in the header of the output file. `has_ended` is true if the process ends.
 * It is false after an exec that failed, and the function then removes the recorded end, because the process
 * continues. Does nothing in children that share the memory of their parent (vfork). */
void ts_process_end(bool has_ended);

#endif
