/* Options of `tetracast mesh import`: lists, maps, and their canonical text, which the mesh file stores. */
#include "commands/command.h"
#include "mesh_import/import_options.h"
#include "mesh_import/label_list.h"
#include "support/expect.h"
#include "support/program.h"

/* Parses a command line that begins with "mesh import heart.msh -o heart" and ends with `line`, and
 * converts its options. */
static tc_status read_options(const char *line, tc_pool *pool, tc_command_call *call,
                              app_import_options *out) {
  char text[400];
  snprintf(text, sizeof text, "mesh import heart.msh -o heart %s", line);
  TC_TRY(call_parse(&app_program, text, call));
  return app_import_options_read(call, pool, out);
}

static void expect_text(const char *line, const char *text) {
  tc_command_call call;
  tc_pool pool = {0};
  app_import_options options;
  expect_ok(read_options(line, &pool, &call, &options));
  cr_expect_str_eq(options.text, text);
  tc_pool_free(&pool);
  call_end(&call);
}

static void expect_refused(const char *line, const char *message) {
  tc_command_call call;
  tc_pool pool = {0};
  app_import_options options;
  expect_error(read_options(line, &pool, &call, &options), TC_USAGE, message);
  tc_pool_free(&pool);
  call_end(&call);
}

Test(mesh_import, options_become_those_of_the_conversion) {
  tc_command_call call;
  tc_pool pool = {0};
  app_import_options o;
  expect_ok(
      read_options("--scale 1e-3 --region-map 1:5,blood:6 --groups wall,in:let --surf a:b.surf:-3 --split "
                   "--merge 1e-9 --fibres f,s --format tetgen",
                   &pool, &call, &o));
  cr_assert(o.convert.scale == 1e-3 && o.convert.divides && !o.convert.drops_curved && !o.convert.command);
  cr_assert(o.convert.merge == TC_MERGE_WITHIN && o.convert.tolerance == 1e-9);
  cr_assert(o.convert.region_maps == 2 && o.convert.marker_maps == 0 && o.convert.priorities == 2);
  cr_assert_str_eq(o.convert.region_map[1].from, "blood");
  cr_assert_eq(o.convert.region_map[1].to, 6);
  cr_assert_str_eq(o.convert.priority[1], "in:let");
  cr_assert(o.read.surfaces == 1 && o.read.surface[0].marker == -3 && !o.read.regions);
  cr_assert_str_eq(o.read.surface[0].path, "a:b.surf");
  cr_assert_str_eq(o.source, "heart.msh");
  cr_assert_str_eq(o.format, "tetgen");
  tc_pool_free(&pool);
  call_end(&call);
}

Test(mesh_import, several_files_are_accepted) {
  tc_command_call call;
  expect_ok(call_parse(&app_program, "mesh import heart.pts -o heart heart.elem heart.lon", &call));
  const app_import_values *v = call.options;
  cr_assert_eq(v->files.count, 3);
  cr_assert_str_eq(v->files.item[2], "heart.lon");
  call_end(&call);
}

Test(mesh_import, the_stored_text_repeats_the_options) {
  expect_text("", "");
  expect_text("--text --force --json r.json --scale 1.0", "");
  expect_text("--split --merge exact --scale 0.0010", "--scale 0.001 --merge exact --split");
  expect_text("--merge none --groups=a;b,it's --drop-curved",
              "--groups 'a;b,it'\\''s' --merge none --drop-curved");
  expect_text("--regions-from r --marker-map 4:1", "--marker-map 4:1 --regions-from r");
}

Test(mesh_import, lists_are_checked) {
  expect_refused("--scale 0", "--scale 0: expected a positive factor");
  expect_refused("--scale -1", "expected a positive factor");
  expect_refused("--scale nan", "expected a positive factor");
  expect_refused("--scale=", "--scale (nothing)");
  expect_refused("--region-map 1", "--region-map: item '1' has no whole number of 32 bits after a colon");
  expect_refused("--region-map 1:2147483648", "item '1:2147483648'");
  expect_refused("--region-map :4", "item ':4'");
  expect_refused("--marker-map 1:2,,3:4",
                 "--marker-map: an item of the list is empty: remove the extra comma");
  expect_refused("--marker-map 1:2,1:3", "the list contains '1' twice: remove one of the items");
  expect_refused("--groups a,b,a", "--groups: the list contains 'a' twice");
  expect_refused("--groups=", "--groups: an item of the list is empty");
  expect_refused("--surf a.surf", "write it as in wall.surf:3");
  expect_refused("--merge 0.5",
                 "--merge 0.5: expected the word exact, none, or a number above 0 and at most ");
  expect_refused("--format no", "--format: expected one of");
}

Test(mesh_import, file_and_base_are_required) {
  tc_command_call call;
  expect_error(call_parse(&app_program, "mesh import heart.msh", &call), TC_USAGE,
               "mesh import needs -o BASE");
  call_end(&call);
  expect_error(call_parse(&app_program, "mesh import -o heart", &call), TC_USAGE,
               "mesh import needs a mesh file of another program");
  call_end(&call);
}
