#include <unistd.h>

#include "base/core/memory.h"
#include "comm/world/mpi_world.h"
#include "run/plan/run_material.h"
#include "run/session/session_internal.h"

#define TC_PHASE "reading the fibres"

/* Returns an error if the config names a dataset of a text file, which has no datasets. If the file does not
 * exist, the reader reports it. */
static tc_status check_dataset(const tc_config *c) {
  static const char *const key = "diffusion.fibres.dataset";
  const char *file = c->diffusion.fibres.file;
  if (!tc_config_is_set(c, key) || access(file, R_OK) || tc_fibres_in_hdf(file)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: %s is not an HDF5 file and has no datasets: remove the key",
                          tc_config_location(c, key), file);
}

/* Reads the fibre file on the root. Only the first call reads it; it must precede the freeing of the mesh. */
static tc_status read_fibres(tc_session *s) {
  const char *file = s->config->diffusion.fibres.file;
  if (!file || !s->mesh || s->fibres.value) return TC_OK;
  TC_TRY(check_dataset(s->config));
  return tc_fibres_read(file, s->config->diffusion.fibres.dataset, s->mesh->cells, s->mesh->base, s->log,
                        &s->fibres);
}

tc_status tc_session_material(tc_session *s, tc_material *out) {
  TC_TRY(tc_world_agree(s->world, read_fibres(s)));
  TC_TRY(TC_MPI(MPI_Bcast(&s->fibres.width, 1, MPI_INT, 0, tc_world_comm(s->world))));
  return tc_run_material(s->config, &s->fibres, out);
}
