#include "io/exporters/msh_groups.h"

#include <string.h>

static tc_status check_numbers(const char *path, const char *kind, const tc_labels *labels) {
  if (labels->count == 0 || labels->label[0] >= 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the %s %d is negative, but physical numbers of Gmsh are positive: use "
                          "--format vtu or tetgen, or change the number in the source of the mesh",
                          path, kind, (int)labels->label[0]);
}

static bool has_invalid_character(const char *name) {
  for (; *name; name++)
    if (*name == '"' || (unsigned char)*name < ' ') return true;
  return false;
}

static tc_status check_names(const char *path, const tc_mesh *mesh) {
  for (int32_t i = 0; i < mesh->names; i++)
    if (has_invalid_character(mesh->name_list[i].text))
      return tc_status_create(TC_USAGE,
                              "%s: the name of %s %d contains a quotation mark or a control character, which "
                              "MSH cannot store: use --format vtu",
                              path, mesh->name_list[i].dimension == 3 ? "region" : "marker",
                              (int)mesh->name_list[i].number);
  return TC_OK;
}

tc_status tc_msh_groups_init(const char *path, const tc_mesh *mesh, tc_msh_groups *out) {
  *out = (tc_msh_groups){.mesh = mesh};
  TC_TRY(tc_marked_faces_init(mesh, &out->faces));
  TC_TRY(tc_labels_create_distinct(mesh->cells, mesh->region, &out->region));
  TC_TRY(tc_labels_create_distinct(out->faces.count, out->faces.marker, &out->marker));
  TC_TRY(check_numbers(path, "region", out->region));
  TC_TRY(check_numbers(path, "marker", out->marker));
  return check_names(path, mesh);
}

void tc_msh_groups_free(tc_msh_groups *groups) {
  tc_labels_destroy(&groups->marker);
  tc_labels_destroy(&groups->region);
  tc_marked_faces_free(&groups->faces);
}

/* True if entry i is the first name of a group. */
static bool is_first_name(const tc_mesh *mesh, int32_t i) {
  const tc_mesh_name *name = &mesh->name_list[i];
  return name->number > 0 &&
         tc_mesh_find_name(mesh->names, mesh->name_list, name->dimension, name->number) == i;
}

void tc_msh_groups_write_names(const tc_msh_groups *groups, FILE *out) {
  const tc_mesh *mesh = groups->mesh;
  int count = 0;
  for (int32_t i = 0; i < mesh->names; i++) count += is_first_name(mesh, i);
  if (count == 0) return;
  fprintf(out, "$PhysicalNames\n%d\n", count);
  for (int32_t i = 0; i < mesh->names; i++)
    if (is_first_name(mesh, i))
      fprintf(out, "%d %d \"%s\"\n", mesh->name_list[i].dimension, (int)mesh->name_list[i].number,
              mesh->name_list[i].text);
  fputs("$EndPhysicalNames\n", out);
}
