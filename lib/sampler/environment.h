/* Environment variables that configure the sampler. `tcblame run` sets them before it starts the program, and
 * attach.c reads them in each process. All programs that the program starts inherit them. */
#ifndef TC_SAMPLER_ENVIRONMENT_H
#define TC_SAMPLER_ENVIRONMENT_H

#define TS_SAMPLER_FOLDER                                                                                    \
  "TCBLAME_FOLDER" /* absolute path of the output directory; a process is not sampled if it is unset */
#define TS_SAMPLER_PERIOD     "TCBLAME_PERIOD"  /* sampling period in ns */
#define TS_SAMPLER_CLOCK_NAME "TCBLAME_CLOCK"   /* name of a clock in clocks.def */
#define TS_SAMPLER_OBJECTS    "TCBLAME_OBJECTS" /* smallest size in bytes of recorded allocations */

#endif
