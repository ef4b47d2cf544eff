/* Tests of a run whose config names a source file for the mesh. The first run imports this file, and a second
 * run uses the imported mesh. The field must be that of a run with the same mesh in TetGen files. */
#include "run/run_case.h"
#include "run/session/report_facts.h"

/* Root. Writes the mesh of the scene as Gmsh MSH 2.2. */
static void write_msh(const scene *s) {
  char path[400];
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  file_path(&s->f, "box.msh", path);
  FILE *file = fopen(path, "w");
  fprintf(file, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%d\n", (int)mesh->nodes);
  for (int32_t n = 0; n < mesh->nodes; n++)
    fprintf(file, "%d %.17g %.17g %.17g\n", (int)n + 1, mesh->points[3 * n], mesh->points[3 * n + 1],
            mesh->points[3 * n + 2]);
  fprintf(file, "$EndNodes\n$Elements\n%d\n", (int)(mesh->cells + mesh->faces));
  for (int32_t f = 0; f < mesh->faces; f++)
    fprintf(file, "%d 2 2 %d 1 %d %d %d\n", (int)f + 1, (int)mesh->face_marker[f],
            (int)mesh->face_nodes[3 * f] + 1, (int)mesh->face_nodes[3 * f + 1] + 1,
            (int)mesh->face_nodes[3 * f + 2] + 1);
  for (int32_t c = 0; c < mesh->cells; c++)
    fprintf(file, "%d 4 2 %d 1 %d %d %d %d\n", (int)(mesh->faces + c) + 1, (int)mesh->region[c],
            (int)mesh->vertices[4 * c] + 1, (int)mesh->vertices[4 * c + 1] + 1,
            (int)mesh->vertices[4 * c + 2] + 1, (int)mesh->vertices[4 * c + 3] + 1);
  fprintf(file, "$EndElements\n");
  cr_assert_eq(fclose(file), 0);
  tc_mesh_destroy(&mesh);
}

/* Collective. Runs the scene and returns the hash of the final field. */
static uint64_t run(scene *s) {
  tc_session session = {0};
  scene_begin(s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL));
  const uint64_t hash = session.results.result[0].field.hash;
  if (s->world->rank == 0 && session.plan.input.origin)
    cr_assert_str_eq(session.plan.input.origin->source, "box.msh");
  tc_session_close(&session);
  return hash;
}

ParallelTest(mesh_source, gives_the_field_of_the_text) {
  scene s;
  char file[500];
  scene_make(world, &s);
  scene_add_forcing(&s);
  const uint64_t text = run(&s);
  if (world->rank == 0) write_msh(&s);
  snprintf(file, sizeof file, "mesh.file=%s/box.msh", s.f.path);
  scene_set(&s, file);
  const uint64_t imported = run(&s);
  cr_assert(scene_said(&s, "imported 216 cells into /tmp/"), "%s", s.said);
  const uint64_t again = run(&s);
  cr_assert_eq(imported, text);
  cr_assert_eq(again, text);
  scene_free(&s);
}
