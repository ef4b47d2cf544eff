/* Rules that a raw mesh must satisfy if a reader has created it. */
#ifndef TC_TESTS_FUZZ_RAW_MESH_RULES_H
#define TC_TESTS_FUZZ_RAW_MESH_RULES_H

#include <stdbool.h>

#include "convert/raw_mesh.h"

/* True if all numbers of the mesh are in range and all coordinates and directions are finite. */
bool raw_mesh_is_valid(const tc_raw_mesh *mesh);

#endif
