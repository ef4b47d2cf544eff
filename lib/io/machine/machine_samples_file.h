/* Files of samples (machine/parameters/machine_samples.h): text with one line for each sample and a hash in
 * the last line. machine_cache_update.c reads the file, adds the samples of a run and writes it while it
 * holds the lock of the cache. A file gets its final name only when it is complete. Not collective. */
#ifndef TC_IO_MACHINE_MACHINE_SAMPLES_FILE_H
#define TC_IO_MACHINE_MACHINE_SAMPLES_FILE_H

#include "base/core/status.h"
#include "machine/parameters/machine_samples.h"

/* Adds the samples of the file to `samples`, which has none. Adds nothing if there is no file. Samples of
 * parameters that this version does not have are skipped. Errors: TC_INPUT if the file cannot be read, is
 * damaged or is of another kind; *samples then has no samples. */
tc_status tc_machine_samples_read(const char *path, tc_machine_samples *samples);

/* Writes all samples to the file `path`. Errors: TC_OUTPUT if writing fails. */
tc_status tc_machine_samples_write(const tc_machine_samples *samples, const char *path);

#endif
