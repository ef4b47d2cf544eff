/* Reader of the stream that import_meshio.py writes. Internal to io/importers. The stream consists of
 *   - the line "tcraw1",
 *   - one line of JSON with the counts below, in this order: {"status": 0, "base": 1, ..},
 *   - `text` bytes: texts that end with NUL: the format, the names of the groups, then warnings. If `status`
 *     is not 0, the texts are the cause of an error and the remedy, and nothing follows.
 *   - [groups][2] dimension and number of each group,
 *   - [elements] number of each element in the source file,
 *   - [elements + 1] index of the first group of each element in the next array,
 *   - [members] indices of the groups of all elements,
 *   - [blocks][2] type (tc_element_type) and number of elements of each block of consecutive elements,
 *   - [corners] points of all elements,
 *   - [points][3] coordinates; if `numbered` is 1, [points] numbers of the points in the source file,
 *   - [elements][width] directions of fibres.
 * Coordinates and directions are little-endian float64, all other arrays int64. Every value is checked, and
 * memory grows with the bytes that arrive, because the other process may fail in any way. Not collective. */
#ifndef TC_IO_IMPORTERS_MESHIO_STREAM_H
#define TC_IO_IMPORTERS_MESHIO_STREAM_H

#include <stdbool.h>

#include "base/program/log.h"
#include "convert/raw_mesh.h"

/* Reads a stream from an open file until its end. `source` is the path of the mesh, for messages. Sets
 * *is_missing to true and returns TC_OK with *out NULL if the stream reports that meshio is not installed.
 * Sets *is_cut to true if the stream ended early. Logs the warnings of the stream. The caller frees *out.
 * Errors: TC_INPUT and TC_USAGE that the stream reports; TC_INPUT if it is invalid; TC_INTERNAL. */
tc_status tc_meshio_stream_read(int file, const char *source, const tc_log *log, bool *is_missing,
                                bool *is_cut, tc_raw_mesh **out);

#endif
