/* Creates the output file of a process and fills in its header, block 0. attach.c calls this module in each
 * process and each forked child before any record is written. The header then remains mapped, because the
 * sampler updates counters in it. */
#ifndef TC_SAMPLER_FILE_HEADER_H
#define TC_SAMPLER_FILE_HEADER_H

#include "sampler/process_state.h"

/* Creates a new output file in the directory `folder`, maps its header and fills in the data of the process,
 * such as host, rank and command. Sets state->header. Returns false if the file cannot be written. */
bool ts_header_create(ts_state *state, const char *folder);

#endif
