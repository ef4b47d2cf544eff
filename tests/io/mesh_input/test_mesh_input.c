/* Names of meshes in configs: the files that a name selects, and the files that are then imported,
 * replaced or unchanged. */
#include "io/mesh_input/import_memory.h"
#include "io/mesh_input/sources.h"
#include "support/out_of_memory.h"

/* ---- files that a name selects ---- */

ParallelTest(mesh_input, text_is_read_with_and_without_ending) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, NULL);
  mesh_write(&s.f, good_node, good_ele, NULL);
  cr_assert_eq(read_region(&s, "m"), 20);
  cr_assert_eq(read_region(&s, "m.node"), 20);
  cr_assert_eq(read_region(&s, "m.ele"), 20);
  cr_assert_eq(s.record.warnings, 0);
  expect_error(try_load(&s, "none"), TC_INPUT, "none.node");
  scene_free(&s);
}

ParallelTest(mesh_input, source_file_is_imported_once) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  cr_assert(has_logged(&s, "m.msh (Gmsh MSH 2.2, text)"), "%s", s.text);
  cr_assert(has_logged(&s, "imported 2 cells into /tmp/"), "%s", s.text);
  cr_assert(has_logged(&s, "importing the mesh"), "%s", s.text);
  cr_assert(has_logged(&s, "memory: about "), "%s", s.text);
  cr_assert(file_exists(&s.f, "m.mesh.h5"));
  /* The directory contains the source and the mesh file, but no lock file. */
  cr_assert_eq(folder_files(&s.f, 0), 2);
  cr_assert_eq(s.record.phases, 1);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  cr_assert_eq(s.record.phases, 1, "imported again");
  cr_assert_eq(read_region(&s, "m"), 20);
  cr_assert_eq(read_region(&s, "m.mesh.h5"), 20);
  scene_free(&s);
}

ParallelTest(mesh_input, counts_and_origin_are_those_of_the_mesh_file) {
  if (world->rank > 0) return;
  scene s;
  tc_mesh_input input;
  scene_make(&s, good_msh);
  expect_ok(tc_mesh_input_find(s.source, &s.log, &input));
  cr_assert_eq(input.cells, 2);
  cr_assert_eq(input.vertices, 5);
  /* good_msh has a marker on one boundary face. */
  cr_assert_eq(input.faces, 1);
  cr_assert_str_eq(input.origin->source, "m.msh");
  cr_assert(input.origin->is_automatic);
  tc_mesh_input_free(&input);
  scene_free(&s);
}

ParallelTest(mesh_input, text_is_preferred_to_a_mesh_file_with_a_warning) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, changed_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 30);
  mesh_write(&s.f, good_node, good_ele, NULL);
  cr_assert_eq(read_region(&s, "m"), 20);
  cr_assert_eq(s.record.warnings, 1);
  cr_assert(strstr(s.record.warning[0], "m.mesh.h5 contains another mesh"), "%s", s.record.warning[0]);
  cr_assert_eq(read_region(&s, "m.mesh.h5"), 30);
  cr_assert_eq(s.record.warnings, 1);
  scene_free(&s);
}

/* If the text has not changed since its import into the mesh file, both contain the same mesh, and no
 * warning is logged. */
ParallelTest(mesh_input, text_with_its_own_mesh_file_gives_no_warning) {
  if (world->rank > 0) return;
  const char *const face[] = {NULL, good_face};
  for (int k = 0; k < 2; k++) {
    scene s;
    scene_make(&s, NULL);
    mesh_write(&s.f, good_node, good_ele, face[k]);
    file_path(&s.f, "m.node", s.source);
    import_source(&s, "", false);
    cr_assert_eq(read_region(&s, "m"), 20);
    cr_assert_eq(s.record.warnings, 0);
    cr_assert(has_logged(&s, "m.mesh.h5 contains the same mesh"), "%s", s.text);
    scene_free(&s);
  }
}

/* A source file without an ending is identified by its first bytes. */
ParallelTest(mesh_input, source_file_without_ending_is_recognised) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, NULL);
  file_write(&s.f, "m", good_msh);
  cr_assert_eq(read_region(&s, "m"), 20);
  cr_assert(file_exists(&s.f, "m.mesh.h5"));
  file_write(&s.f, "m", changed_msh);
  cr_assert_eq(read_region(&s, "m"), 30);
  scene_free(&s);
}

/* ---- changed sources and mesh files of other sources ---- */

ParallelTest(mesh_input, changed_source_is_imported_again) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  file_write(&s.f, "m.msh", changed_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 30);
  cr_assert(has_logged(&s, "m.msh has changed since "), "%s", s.text);
  cr_assert(has_logged(&s, "m.mesh.h5 was written: importing it again"), "%s", s.text);
  cr_assert_eq(folder_files(&s.f, 0), 2);
  scene_free(&s);
}

ParallelTest(mesh_input, mesh_file_of_the_command_is_used_but_never_replaced) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  import_source(&s, "--groups wall,inlet", false);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  cr_assert_eq(s.record.phases, 0, "imported although the mesh file is current");
  cr_assert(has_logged(&s, "m.mesh.h5 was imported from m.msh with --groups wall,inlet"));
  file_write(&s.f, "m.msh", changed_msh);
  expect_error(try_load(&s, "m.msh"), TC_INPUT,
               "m.mesh.h5: the file was not imported from the present /tmp/");
  expect_error(try_load(&s, "m.msh"), TC_INPUT, "m --groups wall,inlet --force");
  cr_assert_eq(read_region(&s, "m.mesh.h5"), 20);
  scene_free(&s);
}

/* The report of a run names the source of the mesh. It would be wrong if another process replaced the mesh
 * file after the run found it and before the run read it. */
ParallelTest(mesh_input, mesh_file_that_is_replaced_before_it_is_read_is_an_error) {
  if (world->rank > 0) return;
  scene s;
  tc_mesh_input input;
  tc_mesh *mesh = NULL;
  scene_make(&s, good_msh);
  expect_ok(tc_mesh_input_find(s.source, &s.log, &input));
  file_write(&s.f, "m.msh", changed_msh);
  import_source(&s, "", true);
  expect_error(tc_mesh_input_read(&input, &s.log, &mesh), TC_INPUT,
               "m.mesh.h5: the file was replaced while this run was reading it: rerun");
  tc_mesh_input_free(&input);
  scene_free(&s);
}

/* A source file may change while it is read, for example because it is being copied. Its hash and its mesh
 * may then belong to different contents. */
ParallelTest(mesh_input, source_that_changes_while_it_is_read_is_an_error) {
  if (world->rank > 0) return;
  scene s;
  tc_mesh_source source = {0};
  scene_make(&s, good_msh);
  const char *paths[1] = {s.source};
  expect_ok(tc_mesh_source_open(1, paths, NULL, &source));
  expect_ok(tc_mesh_source_check_unchanged(&source));
  file_write(&s.f, "m.msh", ambiguous_msh);
  expect_error(tc_mesh_source_check_unchanged(&source), TC_INPUT,
               "m.msh: the file changed while it was read");
  tc_mesh_source_free(&source);
  scene_free(&s);
}

ParallelTest(mesh_input, missing_source_with_a_mesh_file) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  file_write(&s.f, "m.msh", NULL);
  expect_error(try_load(&s, "m.msh"), TC_INPUT,
               "m.msh: the file does not exist, but its mesh file does: use ");
  scene_free(&s);
}

/* A mesh file that was imported automatically from another source is not replaced. */
ParallelTest(mesh_input, mesh_file_of_another_source_is_not_replaced) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  cr_assert_eq(read_region(&s, "m.msh"), 20);
  file_write(&s.f, "m.pts", good_pts);
  file_write(&s.f, "m.elem", good_elem);
  expect_error(try_load(&s, "m.pts"), TC_INPUT, "m.mesh.h5: the file was not imported from the present");
  expect_error(try_load(&s, "m.pts"), TC_INPUT, "m.pts, but from m.msh: run tetracast mesh import ");
  scene_free(&s);
}

ParallelTest(mesh_input, foreign_file_is_not_replaced) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, good_msh);
  file_write(&s.f, "m.mesh.h5", "mine");
  expect_error(try_load(&s, "m.msh"), TC_INPUT, "m.mesh.h5: ");
  char *text = file_text(&s.f, "m.mesh.h5");
  cr_assert_str_eq(text, "mine");
  free(text);
  cr_assert_eq(folder_files(&s.f, 0), 2);
  scene_free(&s);
}

ParallelTest(mesh_input, decision_is_left_to_the_user) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, ambiguous_msh);
  expect_error(try_load(&s, "m.msh"), TC_INPUT, "belongs to the groups");
  expect_error(try_load(&s, "m.msh"), TC_INPUT, "run tetracast mesh import /tmp/");
  expect_error(try_load(&s, "m.msh"), TC_INPUT, "/m --groups ");
  /* no file was written, so the source is alone */
  cr_assert_eq(folder_files(&s.f, 0), 1);
  scene_free(&s);
}

/* The path has a blank and quotes. The command in the message quotes the path for the shell. */
ParallelTest(mesh_input, path_in_the_command_is_quoted) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, NULL);
  file_write(&s.f, "my 'm'.msh", ambiguous_msh);
  expect_error(try_load(&s, "my 'm'.msh"), TC_INPUT, "/my '\\''m'\\''.msh' -o '/tmp/");
  scene_free(&s);
}

/* The path begins like an option. The command in the message adds ./ to the path. */
ParallelTest(mesh_input, path_in_the_command_is_no_option) {
  if (world->rank > 0) return;
  scene s;
  char directory[400];
  tc_mesh *mesh = NULL;
  scene_make(&s, NULL);
  file_write(&s.f, "-m.msh", ambiguous_msh);
  cr_assert(getcwd(directory, sizeof directory) && chdir(s.f.path) == 0);
  expect_error(tc_mesh_input_load("-m.msh", &s.log, &mesh), TC_INPUT,
               "run tetracast mesh import ./-m.msh -o ./-m --groups ");
  cr_assert_eq(chdir(directory), 0);
  scene_free(&s);
}

/* ---- output files of a run ---- */

ParallelTest(mesh_input, outputs_do_not_replace_the_source_or_its_mesh_file) {
  if (world->rank > 0) return;
  static const char *const name[] = {"m.msh", "m.mesh.h5"};
  scene s;
  scene_make(&s, good_msh);
  for (int k = 0; k < 2; k++) {
    char path[400];
    tc_file_list files = {0};
    file_path(&s.f, name[k], path);
    expect_ok(tc_file_list_add_mesh_input(&files, "the mesh", s.source));
    expect_error(tc_file_list_add_output(&files, "--json", path), TC_USAGE, "are the same file");
  }
  cr_assert_eq(folder_files(&s.f, 0), 1);
  scene_free(&s);
}

ParallelTest(mesh_input, all_files_of_a_source_are_inputs) {
  if (world->rank > 0) return;
  static const char *const name[] = {"m.pts", "m.elem", "m.lon", "m.mesh.h5"};
  scene s;
  char source[400];
  scene_make(&s, NULL);
  write_carp(&s);
  file_path(&s.f, "m.pts", source);
  for (int k = 0; k < 4; k++) {
    char path[400];
    tc_file_list files = {0};
    file_path(&s.f, name[k], path);
    expect_ok(tc_file_list_add_mesh_input(&files, "the mesh", source));
    expect_error(tc_file_list_add_output(&files, "--json", path), TC_USAGE, "are the same file");
  }
  scene_free(&s);
}

/* ---- fibre directions of the mesh ---- */

static void expect_fibres(scene *s, const char *mesh_name, const char *file) {
  char path[400], fibre_path[400];
  tc_mesh_input input;
  tc_mesh *mesh = NULL;
  tc_fibre_values fibres;
  file_path(&s->f, mesh_name, path);
  file_path(&s->f, file, fibre_path);
  expect_ok(tc_mesh_input_find(path, &s->log, &input));
  expect_ok(tc_mesh_input_read(&input, &s->log, &mesh));
  expect_ok(tc_mesh_input_read_fibres(&input, fibre_path, "/mesh/fibres", mesh, &s->log, &fibres));
  cr_assert_eq(fibres.width, 3);
  cr_assert(fibres.value[0] == 1.0 && fibres.value[5] == 1.0);
  tc_free(fibres.value);
  tc_mesh_destroy(&mesh);
  tc_mesh_input_free(&input);
}

ParallelTest(mesh_input, fibres_of_the_source_are_read_by_any_name) {
  if (world->rank > 0) return;
  scene s;
  scene_make(&s, NULL);
  write_carp(&s);
  /* Selecting m.pts imports the mesh into m.mesh.h5. */
  expect_fibres(&s, "m.pts", "m.mesh.h5");
  cr_assert(has_logged(&s, "the mesh has one fibre direction per cell: set diffusion.fibres.file to /tmp/"),
            "%s", s.text);
  expect_fibres(&s, "m.pts", "m.pts");
  expect_fibres(&s, "m.elem", "m.elem");
  expect_fibres(&s, "m", "m");
  expect_fibres(&s, "m", "m.lon");
  scene_free(&s);
}

/* ---- meshes that do not fit into memory ---- */

ParallelTest(mesh_input, meshes_that_do_not_fit_into_memory_are_refused) {
  (void)world;
  const tc_import_counts small = {1000, 5000, 0}, huge = {(int64_t)1 << 46, (int64_t)1 << 48, 6};
  const double small_B = tc_import_memory_forecast(&small, 5e7),
               huge_B = tc_import_memory_forecast(&huge, 5e7);
  cr_assert(small_B > 5.01e7 && small_B < 5.2e7, "%g", small_B);
  expect_ok(tc_import_memory_check("m.msh", small_B, 5e7, NULL));
  expect_error(tc_import_memory_check("m.msh", huge_B, 5e7, NULL), TC_INTERNAL, "m.msh: the import needs ");
}

/* Each attempt lets one allocation fail. The import must then return an error and remove the lock and the
 * incomplete file. If the failure occurs while points and elements are counted, the import succeeds
 * without a memory forecast. */
ParallelTest(mesh_input, exhausted_memory_is_an_error) {
  if (world->rank > 0) return;
  scene s;
  int refused = 0;
  scene_make(&s, good_msh);
  short_memory_hit = true;
  for (int k = 0; short_memory_hit; k += 1 + k / 8) {
    tc_mesh_input input;
    file_write(&s.f, "m.mesh.h5", NULL);
    short_memory_hit = false;
    short_memory_left = k;
    tc_status status = tc_mesh_input_find(s.source, &s.log, &input);
    short_memory_left = -1;
    tc_mesh_input_free(&input);
    cr_assert(folder_files(&s.f, 0) == 1 + file_exists(&s.f, "m.mesh.h5"), "allocation %d", k);
    refused += status != NULL;
    if (status) cr_assert_eq(tc_status_code(status), TC_INTERNAL, "%s", tc_status_text(status));
    tc_status_free(&status);
  }
  cr_assert_gt(refused, 20, "%d", refused);
  scene_free(&s);
}
