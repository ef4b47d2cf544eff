/* The root opens the files and broadcasts their headers. Each reader then reads its ranges. All ranks gather
 * the numbers of the rows and decide if the ranges form a mesh. Finally the root receives the rows. The first
 * row of .node determines if the numbering of nodes begins at 0 or 1. Therefore the node numbers in cells and
 * faces are checked after the gathering. */
#include "io/mesh/tetgen_ranks.h"

#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/file/file_hash.h"
#include "comm/world/mpi_world.h"
#include "io/mesh/tetgen.h"
#include "io/mesh/tetgen_range.h"

#define TC_PHASE "reading the mesh"

int tc_tetgen_count_readers(double bytes, double bytes_per_reader, int ranks) {
  const double readers = bytes / bytes_per_reader;
  return readers >= ranks ? ranks : readers > 1.0 ? (int)readers : 1;
}

/* Headers of the files, and number of ranks that read them. The root broadcasts the struct as bytes. */
typedef struct plan {
  tc_tetgen_header header[TC_TETGEN_KINDS];
  int64_t readers; /* less than 2 if the root reads alone */
} plan;

/* Result of one reader. All members are int64_t, because MPI gathers the struct as an array of
 * MPI_INT64_T. */
typedef struct range_rows {
  int64_t first[TC_TETGEN_KINDS], count[TC_TETGEN_KINDS];
  int64_t lowest, highest;             /* lowest and highest node number in cells and faces */
  int64_t name_bytes[TC_TETGEN_KINDS]; /* bytes of the text with the names in comments */
  int64_t is_accepted;
} range_rows;

enum { range_numbers = sizeof(range_rows) / sizeof(int64_t), move_tag = 71 };

/* State of one call of tc_tetgen_read_by_ranks. */
typedef struct reading {
  const tc_world *world;
  char *base; /* name of the mesh on all ranks */
  plan plan;
  tc_tetgen_slab slab;
  char *names[TC_TETGEN_KINDS];            /* lines with the names in the comments of this rank's ranges */
  char *all_names[TC_TETGEN_KINDS];        /* root: such lines from all ranks */
  range_rows *rows;                        /* [ranks] result of each rank */
  int64_t base_number;                     /* number of the first node */
  tc_mesh *mesh;                           /* root: mesh that receives the rows */
  tc_name_comments found[TC_TETGEN_KINDS]; /* root: names in comments, by file */
} reading;

/* ---- headers ---- */

static tc_status set_header(const tc_tetgen_file *file, tc_tetgen_header *out) {
  struct stat info;
  if (!file->lines) return TC_OK;
  if (stat(tc_line_reader_path(file->lines), &info))
    return tc_status_create(TC_INPUT, "%s: has disappeared", tc_line_reader_path(file->lines));
  *out = (tc_tetgen_header){.rows = file->rows,
                            .attributes = file->attributes,
                            .markers = file->markers,
                            .begin = tc_line_reader_offset(file->lines),
                            .end = info.st_size,
                            .modified_s = info.st_mtim.tv_sec,
                            .modified_ns = info.st_mtim.tv_nsec};
  return TC_OK;
}

static tc_status open_files(reading *r, tc_tetgen_file *file) {
  TC_TRY(tc_tetgen_open_node(r->base, &file[TC_TETGEN_NODE]));
  TC_TRY(tc_tetgen_open_ele(r->base, &r->found[TC_TETGEN_ELE], &file[TC_TETGEN_ELE]));
  TC_TRY(tc_tetgen_open_face(r->base, &r->found[TC_TETGEN_FACE], &file[TC_TETGEN_FACE]));
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) TC_TRY(set_header(&file[kind], &r->plan.header[kind]));
  return TC_OK;
}

/* Root only. Creates the mesh. The slab of the root borrows the arrays of the mesh, so that the root reads
 * its rows directly into the mesh. */
static tc_status create_mesh(reading *r) {
  const tc_tetgen_header *h = r->plan.header;
  char *name = NULL;
  TC_TRY(tc_tetgen_path(r->base, "", &name));
  tc_status status = tc_mesh_create(name, (int32_t)h[TC_TETGEN_NODE].rows, (int32_t)h[TC_TETGEN_ELE].rows,
                                    (int32_t)h[TC_TETGEN_FACE].rows, &r->mesh);
  tc_free(name);
  if (status) return status;
  r->slab.borrows = true;
  r->slab.mesh = (tc_mesh){.points = r->mesh->points,
                           .vertices = r->mesh->vertices,
                           .region = r->mesh->region,
                           .face_nodes = r->mesh->face_nodes,
                           .face_marker = r->mesh->face_marker};
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) r->slab.capacity[kind] = h[kind].rows;
  return TC_OK;
}

/* Discards an error about the input files and returns TC_OK, because tc_tetgen_read reports it later. Returns
 * other errors unchanged. */
static tc_status discard_input_error(tc_status status) {
  if (tc_status_code(status) != TC_INPUT) return status;
  tc_status_free(&status);
  return TC_OK;
}

/* Root only. Opens the files and plans the ranges. If a file is missing or its header is invalid, sets the
 * number of readers to 0, so that the root reads alone. */
static tc_status plan_ranges(reading *r, double bytes_per_reader) {
  tc_tetgen_file file[TC_TETGEN_KINDS] = {{.lines = NULL}};
  double bytes = 0.0;
  tc_status status = open_files(r, file);
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) {
    bytes += (double)(r->plan.header[kind].end - r->plan.header[kind].begin);
    tc_line_reader_close(&file[kind].lines);
  }
  const int readers = tc_tetgen_count_readers(bytes, bytes_per_reader, r->world->ranks);
  if (!status && readers > 1) status = create_mesh(r);
  r->plan.readers = status ? 0 : readers;
  return discard_input_error(status);
}

/* Collective. Plans the ranges on the root, and broadcasts the name of the mesh and the plan. */
static tc_status share_plan(reading *r, const char *base, double bytes_per_reader) {
  memset(&r->plan, 0, sizeof r->plan);
  TC_TRY(tc_world_broadcast_text(r->world, base ? base : "", &r->base));
  TC_TRY(TC_ON_ROOT(r->world, *r->base ? plan_ranges(r, bytes_per_reader) : TC_OK));
  return TC_MPI(r->world, MPI_Bcast(&r->plan, (int)sizeof r->plan, MPI_BYTE, 0, tc_world_comm(r->world)));
}

/* ---- ranges ---- */

/* Root only. Computes the hash that tc_tetgen_read computes. The other readers still read their ranges. */
static tc_status hash_files(reading *r) {
  tc_pool pool = {0};
  const char **files = NULL;
  tc_status status = tc_tetgen_list_files(r->base, &pool, &files);
  if (!status && r->mesh->faces == 0) files[TC_TETGEN_FACE] = NULL;
  if (!status) status = tc_file_hash(files, &r->mesh->hash);
  tc_pool_free(&pool);
  return status;
}

static tc_status read_kind(reading *r, int kind) {
  const tc_tetgen_header *header = &r->plan.header[kind];
  if (header->end == 0) return TC_OK;
  TC_TRY(tc_tetgen_range_read(r->base, (tc_tetgen_kind)kind, header, (int)r->plan.readers, r->world->rank,
                              &r->slab));
  return tc_name_comments_format(&r->slab.names[kind], &r->names[kind]);
}

static tc_status read_ranges(reading *r) {
  /* Accept one node number more than the file has nodes, because it is not known yet if numbering begins at 0
   * or 1. */
  r->slab.mesh.nodes = (int32_t)r->plan.header[TC_TETGEN_NODE].rows + 1;
  r->slab.lowest = INT64_MAX;
  r->slab.highest = -1;
  if (r->world->rank >= r->plan.readers) return TC_OK;
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) TC_TRY(read_kind(r, kind));
  return r->world->rank == 0 ? hash_files(r) : TC_OK;
}

/* Collective. Each reader reads its ranges. Gathers the results of all readers on all ranks. */
static tc_status gather_rows(reading *r) {
  range_rows own = {.is_accepted = 0};
  tc_status status = read_ranges(r);
  own.is_accepted = !status;
  TC_TRY(tc_world_agree(r->world, discard_input_error(status)));
  own.lowest = r->slab.lowest;
  own.highest = r->slab.highest;
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) {
    own.first[kind] = r->slab.first[kind];
    own.count[kind] = r->slab.count[kind];
    own.name_bytes[kind] = r->names[kind] ? (int64_t)strlen(r->names[kind]) : 0;
  }
  TC_TRY(TC_WORLD_ALLOC(r->world, r->rows, r->world->ranks));
  return TC_MPI(r->world, MPI_Allgather(&own, range_numbers, MPI_INT64_T, r->rows, range_numbers, MPI_INT64_T,
                                        tc_world_comm(r->world)));
}

/* ---- acceptance of the ranges: all ranks decide from the same data ---- */

/* Sets r->base_number to the number of the first node. Returns false if no reader has a node. */
static bool find_base(reading *r) {
  for (int k = 0; k < r->plan.readers; k++) {
    if (r->rows[k].count[TC_TETGEN_NODE] == 0) continue;
    r->base_number = r->rows[k].first[TC_TETGEN_NODE];
    return r->base_number == 0 || r->base_number == 1;
  }
  return false;
}

/* True if the rows of all readers are numbered consecutively, and if the header states the same number of
 * rows. */
static bool is_consecutive(const reading *r, int kind) {
  int64_t next = r->base_number;
  for (int k = 0; k < r->plan.readers; k++) {
    if (r->rows[k].count[kind] > 0 && r->rows[k].first[kind] != next) return false;
    next += r->rows[k].count[kind];
  }
  return next - r->base_number == r->plan.header[kind].rows;
}

static bool is_accepted(reading *r) {
  const int64_t nodes = r->plan.header[TC_TETGEN_NODE].rows;
  for (int k = 0; k < r->plan.readers; k++)
    if (!r->rows[k].is_accepted) return false;
  if (!find_base(r)) return false;
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++)
    if (!is_consecutive(r, kind)) return false;
  for (int k = 0; k < r->plan.readers; k++)
    if (r->rows[k].lowest < r->base_number || r->rows[k].highest >= nodes + r->base_number) return false;
  return true;
}

/* ---- collecting the rows ---- */

/* Moves `count` values of `size` bytes from a reader to the root, in messages of at most 2^24 values. */
static tc_status move(const reading *r, int reader, void *values, int64_t count, MPI_Datatype type,
                      int size) {
  const int64_t most = 1 << 24;
  MPI_Comm comm = tc_world_comm(r->world);
  for (int64_t from = 0; from < count; from += most) {
    const int n = (int)(count - from < most ? count - from : most);
    char *at = (char *)values + from * size;
    TC_TRY(r->world->rank == 0
               ? TC_MPI(r->world, MPI_Recv(at, n, type, reader, move_tag, comm, MPI_STATUS_IGNORE))
               : TC_MPI(r->world, MPI_Send(at, n, type, 0, move_tag, comm)));
  }
  return TC_OK;
}

static tc_status move_integers(const reading *r, int reader, int32_t *values, int64_t count) {
  return move(r, reader, values, count, MPI_INT32_T, (int)sizeof *values);
}

/* Subtracts the number of the first node (0 or 1) from node numbers. */
static void subtract_base(const reading *r, int32_t *node, int64_t count) {
  for (int64_t i = 0; i < count; i++) node[i] -= (int32_t)r->base_number;
}

/* Moves the rows of a reader to the root. before[kind] is the number of rows of all readers of lower rank. */
static tc_status move_rows(reading *r, int reader, const int64_t *before) {
  const int64_t *count = r->rows[reader].count;
  const bool is_root = r->world->rank == 0;
  tc_mesh *m = is_root ? r->mesh : &r->slab.mesh;
  const int64_t node = is_root ? before[TC_TETGEN_NODE] : 0, cell = is_root ? before[TC_TETGEN_ELE] : 0,
                face = is_root ? before[TC_TETGEN_FACE] : 0;
  TC_TRY(move(r, reader, m->points + 3 * node, 3 * count[TC_TETGEN_NODE], MPI_DOUBLE, (int)sizeof(double)));
  TC_TRY(move_integers(r, reader, m->vertices + 4 * cell, 4 * count[TC_TETGEN_ELE]));
  TC_TRY(move_integers(r, reader, m->region + cell, count[TC_TETGEN_ELE]));
  TC_TRY(move_integers(r, reader, m->face_nodes + 3 * face, 3 * count[TC_TETGEN_FACE]));
  return move_integers(r, reader, m->face_marker + face, count[TC_TETGEN_FACE]);
}

/* Moves the lines with names of one file to the root, which appends them to those of earlier readers. */
static tc_status move_names(reading *r, int reader, int kind) {
  const int64_t bytes = r->rows[reader].name_bytes[kind];
  const bool is_root = r->world->rank == 0;
  char *text = is_root ? r->all_names[kind] + strlen(r->all_names[kind]) : r->names[kind];
  return move(r, reader, text, bytes, MPI_CHAR, 1);
}

static tc_status move_reader(reading *r, int reader, const int64_t *before) {
  TC_TRY(move_rows(r, reader, before));
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) TC_TRY(move_names(r, reader, kind));
  return TC_OK;
}

/* The root receives the rows of all other readers in the order of their ranges, and these readers send their
 * rows. */
static tc_status move_all(reading *r) {
  int64_t before[TC_TETGEN_KINDS] = {0};
  subtract_base(r, r->slab.mesh.vertices, 4 * r->slab.count[TC_TETGEN_ELE]);
  subtract_base(r, r->slab.mesh.face_nodes, 3 * r->slab.count[TC_TETGEN_FACE]);
  for (int k = 0; k < r->plan.readers; k++) {
    if (k > 0 && (r->world->rank == 0 || r->world->rank == k)) TC_TRY(move_reader(r, k, before));
    for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) before[kind] += r->rows[k].count[kind];
  }
  return TC_OK;
}

/* ---- names ---- */

/* Root only. Allocates memory for the lines with the names of all ranks, and copies the lines of the root to
 * the start of this memory. */
static tc_status create_names(reading *r) {
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) {
    int64_t bytes = 1;
    for (int k = 0; k < r->plan.readers; k++) bytes += r->rows[k].name_bytes[kind];
    TC_TRY(TC_ALLOC_ZERO(r->all_names[kind], bytes));
    if (r->names[kind]) memcpy(r->all_names[kind], r->names[kind], strlen(r->names[kind]));
  }
  return TC_OK;
}

static tc_status add_names(const char *lines, tc_name_comments *out) {
  for (const char *end; (end = strchr(lines, '\n')); lines = end + 1)
    TC_TRY(tc_name_comments_add(out, (tc_text){lines, end}));
  return TC_OK;
}

/* Root only. Sets the names in the order of tc_tetgen_read, which opens both files and reads their headers
 * before the rows: names before the headers precede those after them, and names of .ele those of .face. */
static tc_status set_names(reading *r) {
  tc_name_comments *all = &r->found[TC_TETGEN_ELE], *face = &r->found[TC_TETGEN_FACE];
  for (int i = 0; i < face->name.count; i++) TC_TRY(TC_ARRAY_ADD(&all->name, &face->name.item[i]));
  TC_TRY(add_names(r->all_names[TC_TETGEN_ELE], all));
  TC_TRY(add_names(r->all_names[TC_TETGEN_FACE], all));
  r->mesh->base = (int32_t)r->base_number;
  return tc_mesh_set_names(r->mesh, all->name.count, all->name.item);
}

/* ---- reading ---- */

static tc_status collect(reading *r, tc_mesh **out) {
  TC_TRY(TC_ON_ROOT(r->world, create_names(r)));
  TC_TRY(tc_world_agree(r->world, move_all(r)));
  TC_TRY(TC_ON_ROOT(r->world, set_names(r)));
  *out = r->mesh;
  r->mesh = NULL;
  return TC_OK;
}

static tc_status read_by_ranks(reading *r, const char *base, double bytes_per_reader, tc_mesh **out) {
  TC_TRY(share_plan(r, base, bytes_per_reader));
  if (r->plan.readers < 2) return TC_OK;
  TC_TRY(gather_rows(r));
  return is_accepted(r) ? collect(r, out) : TC_OK;
}

static void free_reading(reading *r) {
  for (int kind = 0; kind < TC_TETGEN_KINDS; kind++) {
    tc_name_comments_free(&r->found[kind]);
    tc_free(r->names[kind]);
    tc_free(r->all_names[kind]);
  }
  tc_tetgen_slab_free(&r->slab);
  tc_mesh_destroy(&r->mesh);
  tc_free(r->rows);
  tc_free(r->base);
}

tc_status tc_tetgen_read_by_ranks(const tc_world *world, const char *base, double bytes_per_reader,
                                  tc_mesh **out) {
  reading r = {.world = world};
  *out = NULL;
  const tc_status status = read_by_ranks(&r, base, bytes_per_reader, out);
  free_reading(&r);
  return status;
}
