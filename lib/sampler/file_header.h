/* Creates the output file of a process and fills in its header, block 0.
 * attach.c calls it first, before any record is written, in each process and in each forked child.
 * The header then remains mapped for the counters of process_state.h. */
#ifndef TC_SAMPLER_FILE_HEADER_H
#define TC_SAMPLER_FILE_HEADER_H

#include "sampler/process_state.h"

/* Creates a new file in the directory and fills in the facts of the process. False if the file cannot be
 * written. */
bool ts_header_create(ts_state *state, const char *folder);

#endif
