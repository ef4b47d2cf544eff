/* Names of regions and markers in configs, and the numbers that replace them. */
#include "io/config/config_labels.h"

#include "io/config/configs.h"
#include "support/meshes.h"

static const tc_mesh_name names[] = {{2, 1, "wall"},   {2, 4, "inlet"}, {3, 7, "wall"},
                                     {3, -3, "scar"},  {2, 6, "inlet"}, {2, 1, "other wall"},
                                     {3, 0, "Blut é"}, {2, 4, "inlet"}};
enum { name_count = sizeof names / sizeof *names };

static tc_config *resolved(const char *lines) {
  char text[512];
  snprintf(text, sizeof text, MINIMAL "%s", lines);
  tc_config *c = parse(text, 0, NULL);
  cr_assert(tc_config_has_names(c));
  expect_ok(tc_config_resolve_names(c, name_count, names, NULL));
  cr_assert_not(tc_config_has_names(c));
  return c;
}

Test(config_labels, are_numbers_or_names) {
  static const char *const values[] = {"wall", "'two words'", "\"1.5\"", "true", "Blut é", "1a"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    char text[128];
    snprintf(text, sizeof text, MINIMAL "boundary: {markers: [{marker: %s, kind: flux}]}\n", values[i]);
    tc_config *c = parse(text, 0, NULL);
    cr_expect_not_null(c->boundary.markers.item[0].marker.name, "%s", values[i]);
    tc_config_destroy(&c);
  }
  tc_config *c = parse(MINIMAL "boundary: {markers: [{marker: 1e3, kind: flux}]}\n", 0, NULL);
  cr_expect(c->boundary.markers.item[0].marker.number == 1000 && !tc_config_has_names(c));
  expect_ok(tc_config_resolve_names(c, 0, NULL, NULL));
  tc_config_destroy(&c);
  refuse("boundary: {markers: [{marker: '', kind: flux}]}\n",
         "boundary.markers, item 1: marker: expected an integer or a name, found the quoted text ''");
  refuse("boundary: {markers: [{marker: '3', kind: flux}]}\n",
         "boundary.markers, item 1: marker: expected an integer or a name, found the quoted text '3'");
  refuse("boundary: {markers: [{marker: [3], kind: flux}]}\n",
         "boundary.markers, item 1: marker: expected an integer or a name, found a list");
  refuse("diffusion: {regions: [{region: 1e10, tensor: 2}]}\n",
         "diffusion.regions, item 1: region: 1e10 is out of range");
}

/* A name is replaced by all its numbers. Names of regions and names of markers are separate. */
Test(config_labels, become_numbers) {
  tc_config *c = resolved("diffusion: {regions: [{region: wall, tensor: 2}, {region: 5, tensor: 3}, "
                          "{region: Blut é, tensor: x}]}\n"
                          "boundary: {markers: [{marker: 9, kind: flux}, {marker: inlet, kind: value, value: "
                          "y}, {marker: other wall, kind: flux}]}\n");
  const tc_region_tensor *region = c->diffusion.regions.item;
  cr_assert_eq(c->diffusion.regions.count, 3);
  cr_expect(region[0].region.number == 7 && region[0].tensor.component[0].number == 2);
  cr_expect(region[1].region.number == 5 && region[1].tensor.component[0].number == 3);
  cr_expect(region[2].region.number == 0 && region[2].tensor.component[0].formula);
  const tc_boundary_rule *rule = c->boundary.markers.item;
  cr_assert_eq(c->boundary.markers.count, 4);
  cr_expect(rule[0].marker.number == 9 && rule[1].marker.number == 4 && rule[2].marker.number == 6);
  cr_expect(rule[3].marker.number == 1 && rule[3].kind == TC_BOUNDARY_FLUX);
  cr_expect(rule[1].kind == TC_BOUNDARY_VALUE && rule[1].value == rule[2].value);
  cr_expect_str_eq(rule[2].where, "run.yaml:4: boundary.markers, item 2");
  expect_ok(tc_config_resolve_names(c, 0, NULL, NULL));
  cr_expect_eq(c->boundary.markers.count, 4, "all names have been replaced");
  tc_config_destroy(&c);
}

static void expect_unknown(const char *lines, int32_t count, const tc_mesh *mesh, const char *message) {
  char text[256];
  snprintf(text, sizeof text, MINIMAL "%s", lines);
  tc_config *c = parse(text, 0, NULL);
  expect_message(tc_config_resolve_names(c, count, names, mesh), message);
  tc_config_destroy(&c);
}

Test(config_labels, that_the_mesh_lacks) {
  tc_mesh *mesh = mesh_box(2, 1, 1, 0.0);
  mesh->name = "heart";
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c % 3;
  expect_unknown("boundary: {markers: [{marker: 1, kind: flux}, {marker: inlets, kind: flux}]}\n", 2, mesh,
                 "run.yaml:3: boundary.markers, item 2: marker 'inlets': the mesh heart has no marker of "
                 "this "
                 "name (did you mean 'inlet'?); it has 'wall' (1), 'inlet' (4): use one of these");
  expect_unknown("diffusion: {regions: [{region: Scar, tensor: 2}]}\n", name_count, mesh,
                 "run.yaml:3: diffusion.regions, item 1: region 'Scar': the mesh heart has no region of this "
                 "name (did you mean 'scar'?); it has 'wall' (7), 'scar' (-3), 'Blut é' (0): use one of "
                 "these");
  expect_unknown("diffusion: {regions: [{region: inlet, tensor: 2}]}\n", 2, mesh,
                 "run.yaml:3: diffusion.regions, item 1: region 'inlet': the mesh heart has no names of "
                 "regions (its regions: 0, 1, 2): use a number");
  expect_unknown("boundary: {markers: [{marker: x, kind: flux}]}\n", 0, mesh,
                 "run.yaml:3: boundary.markers, item 1: marker 'x': the mesh heart has no names of markers "
                 "(its markers: 1, 2, 3, 4, 5, 6): use a number");
  tc_mesh_destroy(&mesh);
}
