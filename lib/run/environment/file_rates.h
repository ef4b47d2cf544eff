/* Measures how fast files are read and written, from which the phases of a job that use files are forecast.
 * The command `calibrate` calls tc_file_rates_measure when it writes a machine file, unless it is called with
 * --quick. Not collective. */
#ifndef TC_RUN_ENVIRONMENT_FILE_RATES_H
#define TC_RUN_ENVIRONMENT_FILE_RATES_H

#include <stdint.h>

#include "base/core/status.h"
#include "machine/parameters/machine.h"

/* Usual arguments: bytes of the file whose writing is timed, and a mesh of 6 * 24^3 cells with 4 MB of text.
 */
enum { TC_FILE_RATES_BYTES = 64 << 20, TC_FILE_RATES_BRICKS = 24 };

/* Measures in the directory of `path`. Writes a file of 64 bytes, then one of `bytes` bytes, and forces each
 * to the disk. Stores in `machine` the time of the small file as sync_s, and the size of the large file
 * divided by its time as write_file_Bps. Each file is written twice, and the time is that of the second pass,
 * which needs no fresh pages. Then writes the mesh of 6 bricks^3 cells as TetGen text, reads it several
 * times, and stores its bytes divided by the shortest time as read_text_Bps. Removes all files. Errors:
 * TC_OUTPUT if a file cannot be written; TC_INPUT if it cannot be read again; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_file_rates_measure(const char *path, int64_t bytes, int32_t bricks, tc_machine *machine);

#endif
