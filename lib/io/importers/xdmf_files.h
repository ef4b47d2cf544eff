/* HDF5 files with the arrays of an XDMF file. A change of one of them changes the mesh, so the hash of the
 * source files covers them. Not collective. */
#ifndef TC_IO_IMPORTERS_XDMF_FILES_H
#define TC_IO_IMPORTERS_XDMF_FILES_H

#include "base/containers/array.h"

typedef TC_ARRAY(const char *) tc_path_array;

/* Adds to `list` the existing HDF5 files that the XDMF file `path` names, each once. Names are relative to
 * the directory of the file, or of the file to which a symbolic link leads. The paths belong to list->pool.
 * Errors: TC_INPUT if the file cannot be read; TC_INTERNAL if memory is exhausted. */
tc_status tc_xdmf_add_hdf_files(const char *path, tc_path_array *list);

#endif
