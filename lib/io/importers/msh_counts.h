/* Numbers of points and elements of a Gmsh file, found without reading the mesh. They are used for the memory
 * forecast of an import. Internal to io/importers. */
#ifndef TC_IO_IMPORTERS_MSH_COUNTS_H
#define TC_IO_IMPORTERS_MSH_COUNTS_H

#include "io/importers/importer.h"

/* Sets the numbers of points and elements that the sections $Nodes and $Elements announce; 0 if a section is
 * missing or cannot be understood, which the reader reports. Searches the whole file for the two sections.
 * Errors: TC_INPUT if the file cannot be read; TC_INTERNAL. */
tc_status tc_msh_counts(const char *path, tc_import_counts *counts);

#endif
