/* JSON object that describes the topology of a mesh, in reports of runs and of `tetracast mesh`. The caller
 * has an object open. Not collective. */
#ifndef TC_REPORT_RENDER_JSON_TOPOLOGY_H
#define TC_REPORT_RENDER_JSON_TOPOLOGY_H

#include "base/text/json_writer.h"
#include "mesh/topology.h"

/* Writes an object "topology" into the open object. */
void tc_json_topology(tc_json *json, const tc_topology *topology);

#endif
