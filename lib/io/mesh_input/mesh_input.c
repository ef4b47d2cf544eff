/* Meshes of any kind (see mesh_input.h). The kind of mesh that a name refers to depends on the ending of the
 * name and on the files that exist. Only if a file has an unknown ending, its first bytes are read to
 * identify the format. */
#include "io/mesh_input/mesh_input.h"

#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "io/importers/importer.h"
#include "io/mesh/tetgen.h"
#include "io/mesh/tetgen_ranks.h"
#include "io/mesh_input/automatic_import.h"

typedef enum mesh_kind { MESH_TETGEN, MESH_FILE, MESH_SOURCE } mesh_kind;

/* The files that the name of a mesh refers to, and their kind. */
typedef struct meaning {
  mesh_kind kind;
  const char *mesh_file; /* mesh file of this name; NULL if the name means TetGen text only */
  /* true if the name refers to TetGen text although a mesh file of the same name exists */
  bool hides_mesh_file;
} meaning;

struct tc_mesh_input_state {
  const char *file; /* name of the mesh as the user wrote it */
  meaning meaning;
  tc_mesh_origin origin;
  tc_automatic_import import; /* import of the source file, if the kind is MESH_SOURCE */
  tc_fibre_values fibres;     /* fibres of the mesh that was read, if they are retained */
  tc_pool memory;
};

/* ---- meaning of a name ---- */

static bool has_ending(const char *file, const char *ending) {
  const size_t length = strlen(file), bytes = strlen(ending);
  return length > bytes && strcmp(file + length - bytes, ending) == 0;
}

static bool is_tetgen_file(const char *file) {
  return has_ending(file, ".node") || has_ending(file, ".ele") || has_ending(file, ".face");
}

static bool exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

/* True if the format of the file can be identified by its beginning or its ending. */
static bool is_source(const char *file) {
  const tc_importer *importer;
  tc_status status = tc_importer_select(file, NULL, &importer);
  const bool is_known = !status;
  tc_status_free(&status);
  return is_known;
}

/* Returns the kind of a mesh whose name has no ending that determines the kind. `has_text` is true if
 * NAME.node exists, `has_mesh_file` if NAME.mesh.h5 exists. Does not report missing files and unknown
 * formats, because the readers do this. */
static mesh_kind find_kind(const char *file, bool has_text, bool has_mesh_file) {
  const bool is_file = exists(file);
  if (tc_importer_has_ending(file) && (is_file || !has_text)) return MESH_SOURCE;
  if (has_text) return MESH_TETGEN;
  if (is_file && is_source(file)) return MESH_SOURCE;
  if (has_mesh_file) return MESH_FILE;
  return is_file ? MESH_SOURCE : MESH_TETGEN;
}

static tc_status find_meaning(const char *file, tc_pool *memory, meaning *out) {
  const char *text;
  *out = (meaning){.kind = MESH_FILE, .mesh_file = file};
  if (has_ending(file, TC_MESH_FILE_ENDING)) return TC_OK;
  *out = (meaning){.kind = MESH_TETGEN};
  if (is_tetgen_file(file)) return TC_OK;
  TC_TRY(tc_pool_printf(memory, &text, "%s.node", file));
  TC_TRY(tc_pool_printf(memory, &out->mesh_file, "%s" TC_MESH_FILE_ENDING, file));
  const bool has_mesh_file = exists(out->mesh_file);
  out->kind = find_kind(file, exists(text), has_mesh_file);
  out->hides_mesh_file = out->kind == MESH_TETGEN && has_mesh_file;
  return out->kind == MESH_SOURCE ? tc_mesh_source_mesh_file(file, memory, &out->mesh_file) : TC_OK;
}

/* ---- finding ---- */

static void set_counts(const tc_mesh_file_counts *counts, const tc_mesh_origin *origin, tc_mesh_input *out) {
  out->vertices = counts->vertices;
  out->cells = counts->cells;
  out->faces = counts->faces;
  out->origin = origin;
}

static tc_status find_mesh_file(tc_mesh_input *out) {
  struct tc_mesh_input_state *s = out->state;
  tc_mesh_file_counts counts;
  TC_TRY(tc_mesh_file_read_origin(s->meaning.mesh_file, &s->origin, &counts, &s->memory));
  set_counts(&counts, &s->origin, out);
  return TC_OK;
}

static tc_status find_source(const tc_log *log, tc_mesh_input *out) {
  tc_automatic_import *import = &out->state->import;
  TC_TRY(tc_automatic_import_find(out->state->file, log, import));
  set_counts(&import->counts, &import->origin, out);
  return TC_OK;
}

static tc_status find_by_kind(const tc_log *log, tc_mesh_input *out) {
  const struct tc_mesh_input_state *s = out->state;
  switch (s->meaning.kind) {
  case MESH_FILE: return find_mesh_file(out);
  case MESH_SOURCE: return find_source(log, out);
  default: return tc_tetgen_counts(s->file, &out->vertices, &out->cells, &out->faces);
  }
}

/* Sets *out to the files that belong to a source file, followed by NULL. If the file does not exist, the list
 * contains only its name. */
static tc_status list_source(const char *file, tc_pool *memory, const char *const **out) {
  const tc_importer *importer;
  const char **single;
  *out = NULL;
  tc_status status = tc_importer_select(file, NULL, &importer);
  if (!status && importer->list_files) status = importer->list_files(file, memory, out);
  tc_status_free(&status); /* The error is ignored here, because the import reports it later. */
  if (*out) return TC_OK;
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, single, 2));
  single[0] = file;
  *out = single;
  return TC_OK;
}

/* Adds the sizes of the files that exist to *bytes, and their number to *files. */
static void add_sizes(const char *const *path, double *bytes, int *files) {
  struct stat info;
  for (; path && *path; path++) {
    if (stat(*path, &info) != 0) continue;
    *bytes += (double)info.st_size;
    ++*files;
  }
}

/* Sets out->bytes to the sizes of the files that were found. */
static tc_status set_sizes(tc_mesh_input *out) {
  struct tc_mesh_input_state *s = out->state;
  const char *const mesh_file[] = {s->meaning.mesh_file, NULL};
  const char **text = NULL;
  const char *const *source = NULL;
  tc_mesh_input_bytes *bytes = &out->bytes;
  if (s->meaning.kind == MESH_TETGEN)
    TC_TRY(tc_tetgen_list_files(s->file, &s->memory, &text));
  else if (!s->import.is_in_memory)
    add_sizes(mesh_file, &bytes->binary, &bytes->files);
  if (s->import.has_imported) TC_TRY(list_source(s->file, &s->memory, &source));
  add_sizes(text, &bytes->text, &bytes->files);
  add_sizes(source, &bytes->imported, &bytes->files);
  return TC_OK;
}

/* Logs the options with which the user imported the mesh, because options such as --scale change the
 * results. */
static void log_options(const tc_mesh_input *input, const tc_log *log) {
  const tc_mesh_origin *origin = input->origin;
  /* Example: heart.mesh.h5 was imported from heart.msh with --scale 1e-3 */
  if (origin && *origin->options)
    tc_log_write(log, TC_LOG_NORMAL, "%s was imported from %s with %s", input->state->meaning.mesh_file,
                 origin->source, origin->options);
}

tc_status tc_mesh_input_find(const char *file, const tc_log *log, tc_mesh_input *out) {
  *out = (tc_mesh_input){0};
  TC_TRY(TC_ALLOC_ZERO(out->state, 1));
  struct tc_mesh_input_state *s = out->state;
  TC_TRY(tc_pool_printf(&s->memory, &s->file, "%s", file));
  TC_TRY(find_meaning(s->file, &s->memory, &s->meaning));
  TC_TRY(find_by_kind(log, out));
  log_options(out, log);
  return set_sizes(out);
}

void tc_mesh_input_free_arrays(tc_mesh_input *input) {
  struct tc_mesh_input_state *s = input->state;
  if (!s) return;
  tc_converted_free(&s->import.import.converted);
  tc_free(s->fibres.value);
  s->fibres = (tc_fibre_values){0};
}

void tc_mesh_input_free(tc_mesh_input *input) {
  if (!input->state) return;
  tc_mesh_input_free_arrays(input);
  tc_automatic_import_free(&input->state->import);
  tc_pool_free(&input->state->memory);
  tc_free(input->state);
  *input = (tc_mesh_input){0};
}

/* ---- reading ---- */

/* Logs that the text of a mesh is read although a mesh file of this name exists. Warns if the mesh file was
 * imported from something other than this text, or cannot be read. */
static void log_hidden_file(const struct tc_mesh_input_state *s, const tc_log *log, uint64_t hash) {
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  tc_status status = tc_mesh_file_read_origin(s->meaning.mesh_file, &origin, &counts, &memory);
  if (!status && origin.source_hash == hash)
    tc_log_write(log, TC_LOG_NORMAL, "read %s.node; %s contains the same mesh", s->file,
                 s->meaning.mesh_file);
  else
    tc_log_warn(log, "%s: read %s.node, although %s contains another mesh: set mesh.file to one of them",
                s->file, s->file, s->meaning.mesh_file);
  tc_status_free(&status);
  tc_pool_free(&memory);
}

static void report_hidden_file(const struct tc_mesh_input_state *s, const tc_log *log, const tc_mesh *mesh) {
  if (mesh && s->meaning.hides_mesh_file) log_hidden_file(s, log, mesh->hash);
}

static tc_status read_text(const struct tc_mesh_input_state *s, const tc_log *log, tc_mesh **mesh) {
  TC_TRY(tc_tetgen_read(s->file, log, mesh));
  report_hidden_file(s, log, *mesh);
  return TC_OK;
}

/* Moves fibre directions to the state of the input. */
static void retain_fibres(struct tc_mesh_input_state *s, int width, double **fibre) {
  s->fibres = (tc_fibre_values){width, *fibre};
  *fibre = NULL;
}

/* Returns an error if another run has replaced the mesh file after this run had found it. `now` is the origin
 * in the file that exists now. */
static tc_status check_unchanged(const struct tc_mesh_input_state *s, const tc_mesh_origin *now) {
  const tc_mesh_origin *found = s->meaning.kind == MESH_SOURCE ? &s->import.origin : &s->origin;
  if (found->source_hash == now->source_hash && strcmp(found->options, now->options) == 0) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: the file was replaced while this run was reading it: rerun",
                          s->meaning.mesh_file);
}

static tc_status read_file(struct tc_mesh_input_state *s, bool retains_fibres, tc_mesh **mesh) {
  tc_mesh_content content = {0};
  tc_status status = tc_mesh_file_read(s->meaning.mesh_file, s->file, &content);
  if (!status) status = check_unchanged(s, &content.origin);
  if (!status) {
    *mesh = content.mesh;
    content.mesh = NULL;
    if (retains_fibres) retain_fibres(s, content.width, &content.fibre);
  }
  tc_mesh_content_free(&content);
  return status;
}

/* Moves a mesh that was imported into memory to *mesh, and its fibre directions to the state. Destroys the
 * dual graph of the imported mesh, because the run creates another one. */
static void move_mesh(struct tc_mesh_input_state *s, tc_mesh **mesh) {
  tc_converted *converted = &s->import.import.converted;
  *mesh = converted->mesh;
  converted->mesh = NULL;
  tc_dual_destroy(&converted->dual);
  retain_fibres(s, converted->width, &converted->fibre);
}

tc_status tc_mesh_input_read(tc_mesh_input *input, const tc_log *log, tc_mesh **mesh) {
  struct tc_mesh_input_state *s = input->state;
  if (s->meaning.kind == MESH_TETGEN) return read_text(s, log, mesh);
  if (!s->import.is_in_memory) return read_file(s, input->retains_fibres, mesh);
  move_mesh(s, mesh);
  return TC_OK;
}

tc_status tc_mesh_input_read_by_ranks(const tc_world *world, const tc_mesh_input *input, const tc_log *log,
                                      tc_mesh **mesh) {
  const struct tc_mesh_input_state *s = input->state;
  const char *base = s && s->meaning.kind == MESH_TETGEN ? s->file : NULL;
  TC_TRY(tc_tetgen_read_by_ranks(world, base, TC_TETGEN_BYTES_PER_READER, mesh));
  if (s) report_hidden_file(s, log, *mesh);
  return TC_OK;
}

tc_status tc_mesh_input_load(const char *file, const tc_log *log, tc_mesh **mesh) {
  tc_mesh_input input;
  tc_status status = tc_mesh_input_find(file, log, &input);
  if (!status) status = tc_mesh_input_read(&input, log, mesh);
  tc_mesh_input_free(&input);
  return status;
}

/* ---- fibres ---- */

/* True if `file` is the name of the mesh or of the mesh file. The user then refers to the fibres in the mesh
 * file. */
static bool is_of_mesh(const struct tc_mesh_input_state *s, const char *file) {
  return s && s->meaning.kind != MESH_TETGEN &&
         (strcmp(file, s->file) == 0 || strcmp(file, s->meaning.mesh_file) == 0);
}

int tc_mesh_input_fibre_width(const tc_mesh_input *input) { return input->state->fibres.width; }

void tc_mesh_input_move_fibres(tc_mesh_input *input, tc_fibre_values *out) {
  *out = input->state->fibres;
  input->state->fibres = (tc_fibre_values){0};
}

static tc_status move_from_memory(tc_mesh_input *input, const char *file, tc_fibre_values *out) {
  tc_mesh_input_move_fibres(input, out);
  if (out->width) return TC_OK;
  return tc_status_create(TC_INPUT, "%s: contains no fibres: set diffusion.fibres.file to another file",
                          file);
}

/* Checks after reading the fibres that the mesh file has not been replaced since the mesh was read from
 * it. */
static tc_status check_file(const struct tc_mesh_input_state *s) {
  tc_mesh_origin origin;
  tc_mesh_file_counts counts;
  tc_pool memory = {0};
  tc_status status = tc_mesh_file_read_origin(s->meaning.mesh_file, &origin, &counts, &memory);
  if (!status) status = check_unchanged(s, &origin);
  tc_pool_free(&memory);
  return status;
}

tc_status tc_mesh_input_read_fibres(tc_mesh_input *input, const char *file, const char *dataset,
                                    const tc_mesh *mesh, const tc_log *log, tc_fibre_values *out) {
  const struct tc_mesh_input_state *s = input->state;
  *out = (tc_fibre_values){0};
  if (!is_of_mesh(s, file)) return tc_fibres_read(file, dataset, mesh->cells, mesh->base, log, out);
  if (s->import.is_in_memory) return move_from_memory(input, file, out);
  TC_TRY(tc_fibres_read(s->meaning.mesh_file, dataset, mesh->cells, mesh->base, log, out));
  const tc_status status = check_file(s);
  if (status) tc_free(out->value);
  if (status) *out = (tc_fibre_values){0};
  return status;
}

/* ---- file lists ---- */

static tc_status add_source(tc_file_list *files, const char *role, const char *file, tc_pool *memory) {
  const char *const *list;
  TC_TRY(list_source(file, memory, &list));
  for (; *list; list++) TC_TRY(tc_files_add(files, false, role, file, *list));
  return TC_OK;
}

static tc_status add_files(tc_file_list *files, const char *role, const char *file, tc_pool *memory) {
  meaning found;
  TC_TRY(find_meaning(file, memory, &found));
  if (found.kind == MESH_TETGEN) return tc_file_list_add_mesh(files, false, role, file);
  if (found.kind == MESH_SOURCE) TC_TRY(add_source(files, role, file, memory));
  return tc_files_add(files, false, role, file, found.mesh_file);
}

tc_status tc_file_list_add_mesh_input(tc_file_list *files, const char *role, const char *file) {
  tc_pool memory = {0};
  const tc_status status = file ? add_files(files, role, file, &memory) : TC_OK;
  tc_pool_free(&memory);
  return status;
}
