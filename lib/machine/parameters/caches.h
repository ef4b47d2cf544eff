/* The caches of this machine, as the system announces them. No MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_CACHES_H
#define TC_MACHINE_PARAMETERS_CACHES_H

#include "machine/parameters/params.h"

#define TC_CACHES_DIRECTORY "/sys/devices/system/cpu"

/* Bytes that one thread has of registers, L1, L2 and L3 when so many threads are at work, spread evenly over
 * so many cores: a cache is divided evenly among those that share it. From the files of Linux in `folder`, of
 * the first core; where there are none, from sysconf, L3 being shared by all cores. A cache that does not
 * exist counts as what the one before it holds; 0: nothing is known of any. Virtual machines announce what
 * others use as well. */
void tc_caches_from_system(const char *folder, int threads, int cores, double bytes[TC_LEVELS]);

#endif
