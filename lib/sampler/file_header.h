/* Block 0 of the file: who was sampled. */
#ifndef TC_SAMPLER_FILE_HEADER_H
#define TC_SAMPLER_FILE_HEADER_H

#include "sampler/process_state.h"

/* Makes a new file in the folder and fills in what is known of the process. False: it cannot be written. */
bool ts_header_create(ts_state *state, const char *folder);

#endif
