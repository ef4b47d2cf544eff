#include "io/mesh_file/mesh_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "io/mesh/fibre_file.h"
#include "io/mesh/tetgen.h"
#include "io/mesh_file/mesh_contents.h"
#include "support/out_of_memory.h"
#include "support/parallel.h"

/* Writes a content, reads it again and compares the two. */
static void expect_round_trip(const tc_mesh_content *content) {
  char path[400];
  folder f = folder_make();
  tc_mesh_content read = {0};
  file_path(&f, "heart.mesh.h5", path);
  expect_ok(tc_mesh_file_write(path, content));
  expect_ok(tc_mesh_file_read(path, "heart", &read));
  content_expect_same(&read, content);
  cr_assert_str_eq(read.mesh->name, "heart");
  tc_mesh_content_free(&read);
  cr_assert_eq(folder_files(&f, 0), 1);
  folder_remove(&f);
}

ParallelTest(mesh_file, restores_names_fibres_and_marked_interior_faces) {
  (void)world;
  static const int widths[] = {0, 3, 6};
  for (int i = 0; i < 3; i++) {
    tc_mesh_content content = content_make(widths[i]);
    cr_assert_eq(content.dual->marked_interior, 2);
    expect_round_trip(&content);
    content_free(&content);
  }
}

ParallelTest(mesh_file, restores_a_mesh_without_optional_data) {
  (void)world;
  static const int32_t bricks[3] = {2, 3, 4};
  static const double length[3] = {1.0, 1.0, 1.0};
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_generate_box(bricks, length, &mesh));
  tc_mesh_content content = content_of(mesh);
  content.origin = (tc_mesh_origin){.scale = 1.0};
  expect_round_trip(&content);
  content_free(&content);
}

/* A mesh of a single cell, whose faces have no markers, is written and read without a change. */
ParallelTest(mesh_file, restores_one_cell) {
  (void)world;
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("one", 4, 1, 0, &mesh));
  memcpy(mesh->points, (const double[]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 96);
  memcpy(mesh->vertices, (const int32_t[]){3, 1, 0, 2}, 16);
  mesh->region[0] = 0;
  tc_mesh_content content = content_of(mesh);
  expect_round_trip(&content);
  content_free(&content);
}

ParallelTest(mesh_file, restores_the_ventricle) {
  if (world->rank != 0) return;
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  tc_mesh_content content = content_of(mesh);
  expect_round_trip(&content);
  content_free(&content);
}

ParallelTest(mesh_file, reads_the_origin_and_the_counts) {
  (void)world;
  char path[400];
  folder f = folder_make();
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  tc_mesh_content content = content_make(3);
  file_path(&f, "heart.mesh.h5", path);
  expect_ok(tc_mesh_file_write(path, &content));
  expect_ok(tc_mesh_file_read_origin(path, &origin, &counts, &memory));
  content_expect_same_origin(&origin, &content.origin);
  cr_assert_eq(counts.vertices, content.mesh->nodes);
  cr_assert_eq(counts.cells, content.mesh->cells);
  tc_mesh_content read = {0};
  expect_ok(tc_mesh_file_read(path, "heart", &read));
  cr_assert_eq(counts.faces, read.mesh->faces);
  tc_mesh_content_free(&read);
  tc_pool_free(&memory);
  content_free(&content);
  folder_remove(&f);
}

/* A mesh file can contain fibres. Runs read them with the function that reads fibre files, and the result
 * must be equal. */
ParallelTest(mesh_file, fibres_are_those_of_a_fibre_file) {
  (void)world;
  char path[400];
  folder f = folder_make();
  tc_fibre_values values = {0};
  tc_mesh_content content = content_make(6);
  file_path(&f, "heart.mesh.h5", path);
  expect_ok(tc_mesh_file_write(path, &content));
  expect_ok(tc_fibres_read(path, "/mesh/fibres", content.mesh->cells, 1, NULL, &values));
  cr_assert_eq(values.width, 6);
  cr_assert_arr_eq(values.value, content.fibre, 48 * (size_t)content.mesh->cells);
  tc_free(values.value);
  content_free(&content);
  folder_remove(&f);
}

/* The bytes of a mesh file do not depend on its name, on the time or on an existing file. */
ParallelTest(mesh_file, equal_meshes_have_equal_bytes) {
  (void)world;
  char path[400];
  folder f = folder_make();
  static char text[2][1 << 18];
  size_t length[2] = {0};
  for (int i = 0; i < 2; i++) {
    tc_mesh_content content = content_make(3);
    file_path(&f, i ? "b.mesh.h5" : "a.mesh.h5", path);
    if (i) file_write(&f, "b.mesh.h5", "another file");
    expect_ok(tc_mesh_file_write(path, &content));
    content_free(&content);
    FILE *file = fopen(path, "rb");
    length[i] = fread(text[i], 1, sizeof text[i], file);
    fclose(file);
  }
  cr_assert_eq(length[0], length[1]);
  cr_assert_lt(length[0], sizeof text[0]);
  cr_assert(memcmp(text[0], text[1], length[0]) == 0);
  folder_remove(&f);
}

/* If a file cannot be written, no temporary file remains, and the earlier file does not change. */
ParallelTest(mesh_file, errors_of_the_writer) {
  if (world->rank != 0) return;
  char path[400];
  struct rlimit limit, small;
  folder f = folder_make();
  tc_mesh_content content = content_make(0);
  file_path(&f, "heart.mesh.h5", path);
  expect_error(tc_mesh_file_write("/nowhere/heart.mesh.h5", &content), TC_OUTPUT,
               "/nowhere/heart.mesh.h5: cannot be written");
  expect_ok(tc_mesh_file_write(path, &content));
  cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small = (struct rlimit){10000, limit.rlim_max};
  cr_assert_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  tc_status status = tc_mesh_file_write(path, &content);
  cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
  expect_error(status, TC_OUTPUT, "heart.mesh.h5");
  cr_assert_eq(folder_files(&f, 0), 1);
  tc_mesh_content read = {0};
  expect_ok(tc_mesh_file_read(path, "heart", &read));
  content_expect_same(&read, &content);
  tc_mesh_content_free(&read);
  content_free(&content);
  folder_remove(&f);
}

/* Repeats `attempt` with one failing allocation until no allocation fails. The failing allocation is first
 * each of the earliest ones, and then later ones at growing distances. Returns the number of failures. */
static int fail_allocations(tc_status (*attempt)(const char *path, const tc_mesh_content *content),
                            const char *path, const tc_mesh_content *content) {
  for (int n = 0, failures = 0;; n += 1 + n / 8, failures++) {
    short_memory_hit = false;
    short_memory_left = n;
    tc_status status = attempt(path, content);
    short_memory_left = -1;
    if (!short_memory_hit) {
      expect_ok(status);
      return failures;
    }
    expect_error(status, TC_INTERNAL, "memory");
  }
}

static tc_status read_and_free(const char *path, const tc_mesh_content *content) {
  tc_mesh_content read = {0};
  const tc_status status = tc_mesh_file_read(path, "heart", &read);
  if (!status) content_expect_same_mesh(read.mesh, content->mesh);
  tc_mesh_content_free(&read);
  return status;
}

ParallelTest(mesh_file, failed_allocations_are_errors) {
  if (world->rank != 0) return;
  char path[400];
  folder f = folder_make();
  tc_mesh_content content = content_make(3);
  file_path(&f, "heart.mesh.h5", path);
  cr_expect_gt(fail_allocations(tc_mesh_file_write, path, &content), 15);
  cr_assert_eq(folder_files(&f, 0), 1);
  cr_expect_gt(fail_allocations(read_and_free, path, &content), 15);
  content_free(&content);
  folder_remove(&f);
}

/* ---- a mesh file of an earlier version ---- */

static void expect_hash(const char *what, const void *values, size_t bytes, uint64_t hash) {
  const uint64_t found = tc_hash_bytes(0, values, bytes);
  cr_expect_eq(found, hash, "%s has the hash 0x%016llx", what, (unsigned long long)found);
}

/* All later versions must read this stored file and get the same bits (golden/stored/README.md). */
ParallelTest(mesh_file, reads_the_stored_file) {
  if (world->rank != 0) return;
  tc_mesh_content read = {0};
  expect_ok(tc_mesh_file_read("tests/golden/stored/groups.mesh.h5", "groups", &read));
  const tc_mesh *mesh = read.mesh;
  const size_t nodes = (size_t)mesh->nodes, cells = (size_t)mesh->cells, faces = (size_t)mesh->faces;
  cr_assert(nodes == 38 && cells == 72 && faces == 53 && mesh->base == 1 && mesh->reoriented == 2);
  cr_assert_eq(mesh->hash, 0xfedcba9876543210);
  expect_hash("points", mesh->points, 24 * nodes, 0x11fe530d09aabfb1);
  expect_hash("vertices", mesh->vertices, 16 * cells, 0x644178d1170dc6d8);
  expect_hash("region", mesh->region, 4 * cells, 0x2163f9d333d1b331);
  expect_hash("face_nodes", mesh->face_nodes, 12 * faces, 0xfee77f945ccb5fa7);
  expect_hash("face_marker", mesh->face_marker, 4 * faces, 0xaad0466501c8c667);
  expect_hash("fibre", read.fibre, 48 * cells, 0x7be033df21e00ab2);
  expect_hash("source", read.source, 8 * cells, 0x0141de7824c090f3);
  cr_assert_eq(mesh->names, 5);
  cr_assert_str_eq(mesh->name_list[1].text, "m\xc3\xbcller");
  cr_assert(mesh->name_list[1].dimension == 2 && mesh->name_list[1].number == 9);
  cr_assert_str_eq(read.origin.options, "--groups wall,inlet");
  tc_mesh_content_free(&read);
}

/* ---- writers that are killed ---- */

/* Writes the two contents alternately until the process is killed. */
static void write_until_killed(const char *path, const tc_mesh_content *a, const tc_mesh_content *b) {
  while (!tc_mesh_file_write(path, b) && !tc_mesh_file_write(path, a)) {}
  _exit(1);
}

/* Starts a process that writes the file repeatedly, and kills it after `microseconds`. */
static void kill_writer(const char *path, unsigned microseconds, const tc_mesh_content *a,
                        const tc_mesh_content *b) {
  int result;
  const pid_t writer = fork();
  cr_assert_geq(writer, 0);
  if (writer == 0) write_until_killed(path, a, b);
  usleep(microseconds);
  kill(writer, SIGKILL);
  cr_assert_eq(waitpid(writer, &result, 0), writer);
  cr_assert(WIFSIGNALED(result), "the writer ended with status %d", result);
}

/* Returns false if the file cannot be read. A file that can be read must contain one of the two meshes. */
static bool has_mesh(const char *path, const tc_mesh_content *a, const tc_mesh_content *b) {
  tc_mesh_content read = {0};
  tc_status status = tc_mesh_file_read(path, "heart", &read);
  const bool is_read = !status;
  if (is_read) content_expect_same(&read, read.width == a->width ? a : b);
  tc_status_free(&status);
  tc_mesh_content_free(&read);
  return is_read;
}

/* Removes the temporary files of the writer and of MPI and returns their number. None of their names may
 * end like that of a mesh file. */
static int remove_temporaries(const folder *f, const tc_mesh_content *a, const tc_mesh_content *b) {
  char path[400];
  int count = 0;
  DIR *list = opendir(f->path);
  for (struct dirent *entry; (entry = readdir(list));) {
    if (entry->d_name[0] == '.' || strcmp(entry->d_name, "heart.mesh.h5") == 0) continue;
    file_path(f, entry->d_name, path);
    cr_assert_neq(strcmp(path + strlen(path) - strlen(TC_MESH_FILE_ENDING), TC_MESH_FILE_ENDING), 0);
    has_mesh(path, a, b);
    cr_assert_eq(unlink(path), 0);
    count++;
  }
  closedir(list);
  return count;
}

/* The writer is killed at many moments. The file always contains the earlier or the later mesh completely. */
ParallelTest(mesh_file, is_never_half_written) {
  if (world->rank != 0) return;
  char path[400];
  folder f = folder_make();
  tc_mesh_content a = content_make(3), b = content_of(content_mesh());
  int temporaries = 0;
  file_path(&f, "heart.mesh.h5", path);
  expect_ok(tc_mesh_file_write(path, &a));
  for (uint64_t k = 0; k < 20 || (k < 500 && temporaries == 0); k++) {
    kill_writer(path, (unsigned)(tc_hash_mix(k) % 4000), &a, &b);
    cr_assert(has_mesh(path, &a, &b), "kill %d", (int)k);
    temporaries += remove_temporaries(&f, &a, &b);
  }
  content_free(&a);
  content_free(&b);
  folder_remove(&f);
}
