/* Caches of this machine as the operating system reports them. Calibration calls this module to choose the
 * working sets, and stores the sizes in the machine's parameters. On a virtual machine, other virtual
 * machines may share the reported caches. No MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_CACHES_H
#define TC_MACHINE_PARAMETERS_CACHES_H

#include "machine/parameters/params.h"

#define TC_CACHES_DIRECTORY "/sys/devices/system/cpu"

/* Sets bytes[] to the bytes of registers, L1, L2 and L3 that one thread can use if `threads` threads are
 * spread evenly over `cores` cores. A cache that several cores share is divided evenly. Reads the files in
 * which Linux describes the caches of the first core; `folder` is TC_CACHES_DIRECTORY or, in tests, a copy of
 * it. Without these files the function calls sysconf and assumes that all cores share L3. A missing cache
 * level gets the size of the previous level. All results are 0 if the system reports no cache. */
void tc_caches_from_system(const char *folder, int threads, int cores, double bytes[TC_LEVELS]);

#endif
