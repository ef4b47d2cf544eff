#include "report/render/json_topology.h"

#include <math.h>

void tc_json_topology(tc_json *json, const tc_topology *t) {
  tc_json_begin(json, "topology", '{');
  tc_json_integer(json, "components", t->components);
  tc_json_integer(json, "smallest_component", t->smallest);
  tc_json_integer(json, "largest_component", t->largest);
  tc_json_bool(json, "touching", tc_topology_touches(t));
  tc_json_integer(json, "coincident_nodes", t->coincident);
  tc_json_number(json, "coincident_distance", t->coincident ? t->distance : NAN);
  tc_json_number(json, "coincident_tolerance", t->tolerance);
  tc_json_integer(json, "coincident_nodes_within", t->coincident_within);
  tc_json_integer(json, "shared_nodes", t->shared);
  tc_json_integer(json, "interior_boundary_faces", t->interfaces);
  tc_json_integer(json, "overlapping_boundary_faces", t->overlapping);
  tc_json_integer(json, "marked_interior_faces", t->marked);
  tc_json_integer(json, "unused_nodes", t->unused);
  tc_json_end(json, '}');
}
