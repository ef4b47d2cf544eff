/* Environment variables that `tcblame run` sets for the sampler.
 * tcblame sets them before it starts the program; attach.c reads them in each process. The environment passes
 * them on to all programs that the program starts. */
#ifndef TC_SAMPLER_ENVIRONMENT_H
#define TC_SAMPLER_ENVIRONMENT_H

#define TS_SAMPLER_FOLDER  "TCBLAME_FOLDER"  /* absolute path of the output directory; unset: no sampling */
#define TS_SAMPLER_PERIOD  "TCBLAME_PERIOD"  /* period in ns */
#define TS_SAMPLER_TICKS   "TCBLAME_CLOCK"   /* name of a clock in clocks.def */
#define TS_SAMPLER_OBJECTS "TCBLAME_OBJECTS" /* size in bytes; smaller allocations are not recorded */

#endif
