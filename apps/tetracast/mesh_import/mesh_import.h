/* The action `import` of the command `tetracast mesh`, which cmd_mesh.c lists. */
#ifndef TC_APP_MESH_IMPORT_H
#define TC_APP_MESH_IMPORT_H

#include "base/command/program.h"

extern const tc_command app_mesh_import;

#endif
