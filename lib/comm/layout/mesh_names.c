#include "comm/layout/mesh_names.h"

#include <string.h>

#include "comm/world/mpi_world.h"

#define TC_PHASE "distributing the names of regions and markers"

/* Names of regions and markers in the form in which they are broadcast: two numbers for each name, and the
 * texts of all names, each with its final NUL. */
typedef struct packed_names {
  int64_t size[2]; /* number of names, and number of bytes of all texts */
  /* [names][2] for each name, the dimension of the group, and the number of the region or marker */
  int32_t *number;
  char *text;
} packed_names;

/* Called on the root only. Sets size[0] to the number of names and size[1] to the bytes of their texts.
 * Errors: TC_INPUT if MPI_Bcast could not transfer them in one call. */
static tc_status count_names(const tc_mesh *mesh, int64_t size[2]) {
  const int64_t most = INT64_C(1) << 30;
  size[0] = mesh->names;
  for (int32_t i = 0; i < mesh->names; i++) size[1] += (int64_t)strlen(mesh->name_list[i].text) + 1;
  if (size[1] <= most && 2 * size[0] <= most) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: the %lld names of regions and markers have %lld bytes, but at most %lld are "
                          "supported: use fewer or shorter names",
                          mesh->name, (long long)size[0], (long long)size[1], (long long)most);
}

static void pack_names(const tc_mesh *mesh, packed_names *p) {
  char *text = p->text;
  for (int32_t i = 0; i < mesh->names; i++) {
    const size_t bytes = strlen(mesh->name_list[i].text) + 1;
    p->number[2 * (size_t)i] = mesh->name_list[i].dimension;
    p->number[2 * (size_t)i + 1] = mesh->name_list[i].number;
    memcpy(text, mesh->name_list[i].text, bytes);
    text += bytes;
  }
}

static void unpack_names(const packed_names *p, tc_mesh_name *name) {
  const char *text = p->text;
  for (int64_t i = 0; i < p->size[0]; i++) {
    name[i] = (tc_mesh_name){p->number[2 * i], p->number[2 * i + 1], text};
    text += strlen(text) + 1;
  }
}

static tc_status alloc_names(packed_names *p, tc_pool *memory, tc_mesh_name **name) {
  TC_TRY(TC_POOL_ARRAY(memory, p->number, 2 * p->size[0]));
  TC_TRY(TC_POOL_ARRAY(memory, p->text, p->size[1]));
  return TC_POOL_ARRAY(memory, *name, p->size[0]);
}

tc_status tc_mesh_names_broadcast(const tc_world *world, const tc_mesh *mesh, tc_mesh_names *out) {
  const MPI_Comm comm = tc_world_comm(world);
  packed_names p = {.text = NULL};
  tc_mesh_name *name = NULL;
  *out = (tc_mesh_names){0};
  TC_TRY(tc_world_agree(world, mesh ? count_names(mesh, p.size) : TC_OK));
  TC_TRY(TC_MPI(world, MPI_Bcast(p.size, 2, MPI_INT64_T, 0, comm)));
  if (p.size[0] == 0) return TC_OK;
  TC_TRY(tc_world_agree(world, alloc_names(&p, &out->memory, &name)));
  if (mesh) pack_names(mesh, &p);
  TC_TRY(TC_MPI(world, MPI_Bcast(p.number, 2 * (int)p.size[0], MPI_INT32_T, 0, comm)));
  TC_TRY(TC_MPI(world, MPI_Bcast(p.text, (int)p.size[1], MPI_CHAR, 0, comm)));
  unpack_names(&p, name);
  out->count = (int32_t)p.size[0];
  out->name = name;
  return TC_OK;
}

void tc_mesh_names_free(tc_mesh_names *names) {
  tc_pool_free(&names->memory);
  *names = (tc_mesh_names){0};
}
