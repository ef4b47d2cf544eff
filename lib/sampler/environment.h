/* What `tcblame run` passes on to the sampler: by the environment, so that it reaches whatever the program
 * starts. */
#ifndef TC_SAMPLER_ENVIRONMENT_H
#define TC_SAMPLER_ENVIRONMENT_H

#define TS_SAMPLER_FOLDER  "TCBLAME_FOLDER"  /* where files go: a full path. Not set: nothing is sampled */
#define TS_SAMPLER_PERIOD  "TCBLAME_PERIOD"  /* nanoseconds */
#define TS_SAMPLER_TICKS   "TCBLAME_CLOCK"   /* a name of clocks.def */
#define TS_SAMPLER_OBJECTS "TCBLAME_OBJECTS" /* bytes: smaller allocations are not recorded */

#endif
