/* Version of the library at run time, and lists of what it offers by name. No function is collective. */
#ifndef TETRACAST_VERSION_H
#define TETRACAST_VERSION_H

#include "error.h"

TETRACAST_BEGIN

/* Returns TETRACAST_VERSION_NUMBER of the library that runs. It may exceed the number in the headers with
 * which the program was compiled. */
TETRACAST_API int tetracast_version(void);

/* Sets *json to a JSON object with the members version, commit, compiler, and libraries (versions of MPI,
 * HDF5 and METIS). The caller frees it with tetracast_text_free. Error: TETRACAST_USAGE if `json` is NULL;
 * TETRACAST_INTERNAL if memory is exhausted. Must not be called while another thread uses
 * HDF5. */
TETRACAST_RESULT tetracast_error *tetracast_version_describe(char **json);

typedef enum tetracast_list {
  TETRACAST_LIST_STRATEGIES = 0,
  TETRACAST_LIST_SCHEMES = 1,
  TETRACAST_LIST_METHODS = 2, /* time methods: euler, implicit, steady */
  TETRACAST_LIST_SOLVERS = 3,
  TETRACAST_LIST_PRECONDITIONERS = 4,
  TETRACAST_LIST_MODELS = 5,
  TETRACAST_LIST_PARTS = 6,     /* parts into which the time of a step is divided: pack, transfer, .. */
  TETRACAST_LIST_COUNTS = 7,    /* counts of a step: local_values, remote_values, .. */
  TETRACAST_LIST_JOB_PHASES = 8 /* phases of a job: read, partition, assemble, steps, .. */
} tetracast_list;

/* Returns the name of entry `index` (from 0) of a list, or NULL for any other index and for an unknown list.
 * If `summary` is not NULL, *summary becomes the one-line description of the entry. Both texts are static. */
TETRACAST_API const char *tetracast_list_name(tetracast_list list, int index, const char **summary);

TETRACAST_END
#endif
