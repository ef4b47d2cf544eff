/* Setup of the space. The root checks the mesh and computes dual graph, topology, labels and layout. The
 * ranks then agree on the distribution, receive labels and subdomains, compute their geometry without
 * communication, and set up the halo. */
#include "solve/space/space.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "comm/layout/mesh_names.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/world/mpi_world.h"
#include "mesh/check.h"
#include "solve/space/cell_curve.h"

#define TC_PHASE "distributing the mesh"

/* Results that only the root computes: topology and dual graph of the checked mesh, the regions and markers
 * of this mesh, and the layout. */
typedef struct root_work {
  tc_topology topology;
  tc_dual *dual;
  tc_labels *regions, *markers;
  tc_face_file face_file;
  tc_layout layout;
} root_work;

/* Creates a list of the markers that have a name in the mesh. */
static tc_status list_named_markers(const tc_mesh *mesh, tc_labels **out) {
  int32_t *number = NULL, count = 0;
  TC_TRY(TC_ALLOC(number, mesh->names));
  for (int32_t i = 0; i < mesh->names; i++)
    if (mesh->name_list[i].dimension == 2) number[count++] = mesh->name_list[i].number;
  tc_status status = tc_labels_create_distinct(count, number, out);
  if (!status) status = tc_labels_set_names(*out, 2, mesh->names, mesh->name_list);
  tc_free(number);
  return status;
}

tc_status tc_face_file_describe(const tc_mesh *mesh, const tc_dual *dual, tc_face_file *out) {
  const size_t size = strlen(mesh->name) + 1;
  out->faces = mesh->faces;
  out->is_imported = mesh->is_imported;
  TC_TRY(TC_ALLOC(out->mesh, size));
  memcpy(out->mesh, mesh->name, size);
  TC_TRY(list_named_markers(mesh, &out->named));
  return tc_labels_create_interior(dual, &out->interior);
}

void tc_face_file_free(tc_face_file *file) {
  tc_free(file->mesh);
  tc_labels_destroy(&file->interior);
  tc_labels_destroy(&file->named);
  *file = (tc_face_file){0};
}

static tc_status check_mesh(tc_components_policy policy, tc_mesh *mesh, const tc_log *log, root_work *work) {
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_neighbours, "checking the mesh, finding neighbours");
  TC_TRY(tc_mesh_orient(mesh));
  if (mesh->reoriented)
    tc_log_write(log, TC_LOG_NORMAL, "%s: %d inverted cells were reoriented", mesh->name,
                 (int)mesh->reoriented);
  TC_TRY(tc_dual_create(mesh, &work->dual));
  TC_TRY(tc_topology_find(mesh, work->dual, &work->topology));
  TC_TRY(tc_labels_create_regions(mesh, &work->regions));
  TC_TRY(tc_labels_create_markers(mesh, work->dual, &work->markers));
  TC_TRY(tc_face_file_describe(mesh, work->dual, &work->face_file));
  tc_log_end_phase(&phase);
  return tc_topology_check(&work->topology, mesh->name, policy, log);
}

/* Orders the cells along the curve if the layout needs it. The caller frees `*out`. */
static tc_status order_along_curve(const tc_world *world, const tc_layout_options *choice,
                                   const tc_mesh *mesh, int32_t **out) {
  if (!tc_layout_needs_curve(choice, mesh->cells, world->ranks)) return TC_OK;
  TC_TRY(TC_ALLOC(*out, mesh->cells));
  return tc_cell_curve_fill(mesh, *out);
}

static tc_status create_layout(const tc_world *world, const tc_layout_options *choice,
                               tc_components_policy policy, tc_mesh *mesh, const tc_log *log,
                               root_work *work) {
  tc_graph *graph = NULL;
  int32_t *curve = NULL;
  tc_status status = TC_OK;
  TC_TRY(check_mesh(policy, mesh, log, work));
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_order, "ordering and partitioning");
  const double start_s = tc_now_s();
  TC_GUARD(status, order_along_curve(world, choice, mesh, &curve));
  const double curve_s = tc_now_s() - start_s;
  TC_GUARD(status, tc_graph_create(mesh->cells, 4, work->dual->neighbour, &graph));
  TC_GUARD(status, tc_layout_create(graph, curve, world->ranks, choice, &work->layout));
  tc_job_clock_move(tc_log_clock(log), TC_JOB_PHASE_order, TC_JOB_PHASE_partition,
                    curve_s + work->layout.partition_s);
  tc_log_end_phase(&phase);
cleanup:
  tc_graph_destroy(&graph);
  tc_free(curve);
  return status;
}

/* Collective. Broadcasts the numbers of cells and vertices and, for a contiguous distribution, the first row
 * of each rank. All ranks then create the same distribution. */
static tc_status agree_distribution(tc_world *world, const tc_layout_options *choice, const tc_mesh *mesh,
                                    const tc_gid *root_first, tc_space *space) {
  tc_gid sizes[2] = {mesh ? mesh->cells : 0, mesh ? mesh->nodes : 0};
  tc_gid *first = NULL;
  size_t bounds = (size_t)world->ranks + 1;
  TC_TRY(TC_MPI(world, MPI_Bcast(sizes, 2, TC_MPI_GID, 0, tc_world_comm(world))));
  space->cells = sizes[0];
  space->nodes = sizes[1];
  tc_status status = tc_world_agree(world, TC_ALLOC_ZERO(first, bounds));
  if (!status && choice->kind == TC_DISTRIBUTION_METIS) {
    if (root_first) memcpy(first, root_first, bounds * sizeof *first);
    status = TC_MPI(world, MPI_Bcast(first, world->ranks + 1, TC_MPI_GID, 0, tc_world_comm(world)));
  }
  if (!status)
    status = tc_world_agree(world, tc_distribution_create(choice->kind, space->cells, world->ranks,
                                                          choice->block_size, first, &space->distribution));
  tc_free(first);
  return status;
}

/* Collective. Broadcasts the labels (regions or markers) of the root. On other ranks *out receives a copy. On
 * the root the labels are moved from *root to *out, and *root becomes NULL. */
static tc_status broadcast_labels(const tc_world *world, tc_labels **root, tc_labels **out) {
  int32_t count = *root ? (*root)->count : 0;
  TC_TRY(TC_MPI(world, MPI_Bcast(&count, 1, MPI_INT32_T, 0, tc_world_comm(world))));
  *out = *root;
  *root = NULL;
  TC_TRY(tc_world_agree(world, *out ? TC_OK : tc_labels_create(count, out)));
  TC_TRY(TC_MPI(world, MPI_Bcast((*out)->label, count, MPI_INT32_T, 0, tc_world_comm(world))));
  TC_TRY(TC_MPI(world, MPI_Bcast((*out)->items, count, MPI_INT64_T, 0, tc_world_comm(world))));
  return TC_MPI(world, MPI_Bcast((*out)->size, count, MPI_DOUBLE, 0, tc_world_comm(world)));
}

static tc_status set_names(const tc_mesh_names *names, tc_space *space) {
  TC_TRY(tc_labels_set_names(space->regions, 3, names->count, names->name));
  return tc_labels_set_names(space->markers, 2, names->count, names->name);
}

/* Collective. Gives the labels of all ranks the names that the mesh has on the root. */
static tc_status broadcast_names(const tc_mesh *mesh, tc_space *space) {
  tc_mesh_names names;
  tc_status status = tc_mesh_names_broadcast(space->world, mesh, &names);
  if (!status) status = tc_world_agree(space->world, set_names(&names, space));
  tc_mesh_names_free(&names);
  return status;
}

static tc_status distribute_mesh(const tc_layout_options *choice, int rings, tc_mesh *mesh, const tc_log *log,
                                 root_work *work, tc_space *space) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_distribute, "distributing the mesh");
  TC_TRY(agree_distribution(space->world, choice, mesh, work->layout.first, space));
  TC_TRY(broadcast_labels(space->world, &work->regions, &space->regions));
  TC_TRY(broadcast_labels(space->world, &work->markers, &space->markers));
  TC_TRY(broadcast_names(mesh, space));
  space->face_file = work->face_file;
  work->face_file = (tc_face_file){0};
  TC_TRY(tc_scatter_mesh(space->world, space->distribution, mesh, work->dual, work->layout.order, rings,
                         &space->submesh));
  tc_log_end_phase(&phase);
  return TC_OK;
}

/* Computes the members of the space that need no communication, such as volumes and centroids. */
static tc_status measure_owned(tc_space *space) {
  const tc_submesh *s = space->submesh;
  TC_TRY(TC_ALLOC(space->ghost_number, s->cells - s->owned));
  TC_TRY(tc_geometry_create(s, &space->geometry));
  space->owned = s->owned;
  space->base = s->base;
  space->id = s->id;
  space->volume = space->geometry->volume;
  space->centroid = space->geometry->centroid;
  return TC_OK;
}

static tc_status find_neighbours(const tc_log *log, tc_space *space) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_halo, "building the halos");
  TC_TRY(tc_world_agree(space->world, measure_owned(space)));
  const tc_submesh *s = space->submesh;
  TC_TRY(tc_halo_create(space->world, space->distribution, s->cells - s->owned, s->position + s->owned,
                        space->ghost_number, &space->halo));
  tc_log_end_phase(&phase);
  return TC_OK;
}

tc_status tc_space_create(tc_world *world, const tc_layout_options *layout, int rings,
                          tc_components_policy policy, tc_mesh *mesh, const tc_log *log, tc_space **out) {
  root_work work = {0};
  tc_space *space = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, space, 1));
  space->world = world;
  tc_status status =
      tc_world_agree(world, mesh ? create_layout(world, layout, policy, mesh, log, &work) : TC_OK);
  space->topology = work.topology;
  if (!status) status = distribute_mesh(layout, rings, mesh, log, &work, space);
  tc_dual_destroy(&work.dual);
  tc_labels_destroy(&work.regions);
  tc_labels_destroy(&work.markers);
  tc_face_file_free(&work.face_file);
  tc_layout_destroy(&work.layout);
  if (!status) status = find_neighbours(log, space);
  TC_RETURN_CREATED(status, space, tc_space_destroy(&space), out);
}

void tc_space_destroy(tc_space **space) {
  tc_space *s = *space;
  if (!s) return;
  tc_halo_destroy(&s->halo);
  tc_free(s->ghost_number);
  tc_distribution_destroy(&s->distribution);
  tc_geometry_destroy(&s->geometry);
  tc_submesh_destroy(&s->submesh);
  tc_labels_destroy(&s->regions);
  tc_labels_destroy(&s->markers);
  tc_face_file_free(&s->face_file);
  tc_free(s);
  *space = NULL;
}

tc_status tc_space_set_block_size(tc_space *space, int32_t block_size) {
  tc_distribution *old = space->distribution, *replacement = NULL;
  tc_status status =
      tc_world_agree(space->world, tc_distribution_create(old->kind, old->rows, old->ranks, block_size,
                                                          old->first, &replacement));
  if (status) {
    tc_distribution_destroy(&replacement);
    return status;
  }
  replacement->grid = old->grid;
  space->distribution = replacement;
  space->halo->distribution = replacement;
  tc_distribution_destroy(&old);
  return TC_OK;
}
