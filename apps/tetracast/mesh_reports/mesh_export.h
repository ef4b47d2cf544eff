/* The action `export` of the command `tetracast mesh`, which writes a mesh in the format of another program.
 * cmd_mesh.c lists the action. */
#ifndef TC_APP_MESH_EXPORT_H
#define TC_APP_MESH_EXPORT_H

#include "base/command/program.h"

extern const tc_command app_mesh_export;

#endif
