/* Caches of this machine as the operating system reports them. Calibration calls it to choose the working
 * sets, and stores the result in the machine. Virtual machines report caches that other guests also use.
 * No MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_CACHES_H
#define TC_MACHINE_PARAMETERS_CACHES_H

#include "machine/parameters/params.h"

#define TC_CACHES_DIRECTORY "/sys/devices/system/cpu"

/* Computes the bytes per thread of registers, L1, L2 and L3 if `threads` threads are spread evenly over
 * `cores` cores; a shared cache is divided evenly. Reads Linux's files of the first core in `folder`;
 * without them calls sysconf and assumes that all cores share L3. A missing cache level gets the size of
 * the level before it. All are 0 if nothing is known. */
void tc_caches_from_system(const char *folder, int threads, int cores, double bytes[TC_LEVELS]);

#endif
