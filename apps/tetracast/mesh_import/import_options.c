/* Table of the options of `tetracast mesh import`, and their conversion. Maps and lists are parsed by
 * label_list.h. The options are also stored in the mesh file as text in a fixed order, so that a later error
 * message can repeat the command line. */
#include "mesh_import/import_options.h"

#include <math.h>
#include <string.h>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "mesh_import/label_list.h"
#include "mesh_reports/mesh_topology.h"

static tc_status set_scale(const tc_option *option, const char *value, void *member) {
  double *scale = member;
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_double(&text, scale) && tc_text_at_end(&text) && isfinite(*scale) && *scale > 0.0)
    return TC_OK;
  return tc_status_create(TC_USAGE, "%s %s: expected a positive factor: use for example 1e-3", option->name,
                          *value ? value : "(nothing)");
}

#define VALUE(kind, member) TC_OPTION_##kind(app_import_values, member)
const tc_option app_import_table[] = {
    {"FILE", "a mesh file of another program", NULL, VALUE(TEXTS, files), .is_required = true},
    {"-o", "BASE", "writes the mesh to BASE.mesh.h5", VALUE(TEXT, common.output), .is_required = true},
    {"--scale", "F",
     "factor by which coordinates are multiplied, such as 1e-3 from micrometres to millimetres",
     TC_OPTION_SET(app_import_values, scale, double, set_scale), .initial = "1"},
    {"--region-map", "A:N,B:N", "the region with the name or number A becomes N", VALUE(TEXT, region_map)},
    {"--marker-map", "A:N,B:N", "the marker with the name or number A becomes N", VALUE(TEXT, marker_map)},
    {"--groups", "A,B",
     "names or numbers of groups; a cell or face of several groups belongs to the first one of the list",
     VALUE(TEXT, groups)},
    {"--surf", "FILE.surf:N", "sets marker N on the faces of a surface file of openCARP; or a list of these",
     VALUE(TEXT, surfaces)},
    {"--merge", "exact|TOL|none",
     "merges vertices at the same point (exact), or whose distance is at most TOL times the diagonal of the "
     "bounding box; none: retains them, e.g. along cracks. Default: an error if boundary faces coincide",
     TC_OPTION_SET(app_import_values, merge, double, app_set_tolerance), .extra = "none"},
    {"--split", NULL, "divides hexahedra, prisms and pyramids into tetrahedra", VALUE(FLAG, divides)},
    {"--drop-curved", NULL, "accepts curved elements, whose edges become straight",
     VALUE(FLAG, drops_curved)},
    {"--fibres", "NAME[,SHEET]", "cell arrays with the fibre and sheet directions", VALUE(TEXT, fibres)},
    {"--regions-from", "NAME", "cell array with the regions", VALUE(TEXT, regions)},
    {"--format", "NAME", "format of FILE: msh, carp, tetgen or meshio; default: from its content or ending",
     TC_OPTION_CHOICE(app_import_values, format, tc_importer)},
    {"--text", NULL, "writes BASE.node, BASE.ele, BASE.face and BASE.lon instead", VALUE(FLAG, writes_text)},
    {"--force", NULL, "replaces existing files of the mesh BASE", VALUE(FLAG, common.run.force)},
    {"--json", "FILE", "writes the report as JSON", VALUE(TEXT, common.run.json)},
    {0},
};

/* ---- text of the options for the mesh file ---- */

static tc_status add_option(tc_pool *pool, const char *name, const char *value, const char **text) {
  const char *word = "";
  if (value) TC_TRY(tc_shell_word(pool, value, strlen(value), &word));
  return tc_pool_printf(pool, text, "%s%s%s%s%s", *text, **text ? " " : "", name, value ? " " : "", word);
}

static tc_status add_text(tc_pool *pool, const char *name, const char *value, const char **text) {
  return value ? add_option(pool, name, value, text) : TC_OK;
}

static tc_status add_flag(tc_pool *pool, const char *name, bool is_set, const char **text) {
  return is_set ? add_option(pool, name, NULL, text) : TC_OK;
}

static tc_status add_number(tc_pool *pool, const char *name, double number, const char **text) {
  char digits[TC_TEXT_NUMBER];
  tc_text_format_double(number, digits);
  return add_option(pool, name, digits, text);
}

static tc_status add_merge(tc_pool *pool, const tc_convert_options *convert, const char **text) {
  if (convert->merge == TC_MERGE_REFUSE) return TC_OK;
  if (convert->merge == TC_MERGE_NONE) return add_option(pool, "--merge", "none", text);
  if (convert->tolerance == 0.0) return add_option(pool, "--merge", "exact", text);
  return add_number(pool, "--merge", convert->tolerance, text);
}

static tc_status format_options(const app_import_values *v, tc_pool *pool, app_import_options *out) {
  out->text = "";
  if (v->scale != 1.0) TC_TRY(add_number(pool, "--scale", v->scale, &out->text));
  TC_TRY(add_text(pool, "--region-map", v->region_map, &out->text));
  TC_TRY(add_text(pool, "--marker-map", v->marker_map, &out->text));
  TC_TRY(add_text(pool, "--groups", v->groups, &out->text));
  TC_TRY(add_text(pool, "--surf", v->surfaces, &out->text));
  TC_TRY(add_merge(pool, &out->convert, &out->text));
  TC_TRY(add_flag(pool, "--split", v->divides, &out->text));
  TC_TRY(add_flag(pool, "--drop-curved", v->drops_curved, &out->text));
  TC_TRY(add_text(pool, "--fibres", v->fibres, &out->text));
  TC_TRY(add_text(pool, "--regions-from", v->regions, &out->text));
  return add_text(pool, "--format", out->format, &out->text);
}

/* ---- conversion ---- */

static tc_status read_map(const char *name, const char *value, tc_pool *pool, int *count,
                          const tc_label_map **out) {
  app_label_list list;
  tc_label_map *map = NULL;
  TC_TRY(app_label_list_parse(name, value, "blood:6,wall:3", pool, &list));
  TC_TRY(TC_POOL_ARRAY(pool, map, list.count));
  for (int i = 0; i < list.count; i++) map[i] = (tc_label_map){list.item[i].text, list.item[i].number};
  *count = list.count;
  *out = map;
  return TC_OK;
}

static tc_status read_surfaces(const char *value, tc_pool *pool, tc_import_options *out) {
  app_label_list list;
  tc_import_surface *surface = NULL;
  TC_TRY(app_label_list_parse("--surf", value, "wall.surf:3", pool, &list));
  TC_TRY(TC_POOL_ARRAY(pool, surface, list.count));
  for (int i = 0; i < list.count; i++)
    surface[i] = (tc_import_surface){list.item[i].text, list.item[i].number};
  out->surfaces = list.count;
  out->surface = surface;
  return TC_OK;
}

static tc_status read_groups(const char *value, tc_pool *pool, tc_convert_options *out) {
  app_label_list list;
  const char **priority = NULL;
  TC_TRY(app_label_list_parse("--groups", value, NULL, pool, &list));
  TC_TRY(TC_POOL_ARRAY(pool, priority, list.count));
  for (int i = 0; i < list.count; i++) priority[i] = list.item[i].text;
  out->priorities = list.count;
  out->priority = priority;
  return TC_OK;
}

static void set_merge(const tc_command_call *call, double merge, tc_convert_options *out) {
  if (!tc_command_line_has(call, "--merge")) return;
  out->merge = merge < 0.0 ? TC_MERGE_NONE : TC_MERGE_WITHIN;
  out->tolerance = merge < 0.0 ? 0.0 : merge;
}

tc_status app_import_options_read(const tc_command_call *call, tc_pool *pool, app_import_options *out) {
  const app_import_values *v = call->options;
  tc_convert_options *convert = &out->convert;
  *out = (app_import_options){.source = v->files.item[0], .format = v->format ? v->format->name : NULL};
  out->read = (tc_import_options){.fibres = v->fibres, .regions = v->regions};
  *convert = tc_convert_defaults;
  convert->scale = v->scale;
  convert->divides = v->divides;
  convert->drops_curved = v->drops_curved;
  set_merge(call, v->merge, convert);
  TC_TRY(read_map("--region-map", v->region_map, pool, &convert->region_maps, &convert->region_map));
  TC_TRY(read_map("--marker-map", v->marker_map, pool, &convert->marker_maps, &convert->marker_map));
  TC_TRY(read_groups(v->groups, pool, convert));
  TC_TRY(read_surfaces(v->surfaces, pool, &out->read));
  return format_options(v, pool, out);
}
