#include <unistd.h>

#include "base/core/memory.h"
#include "run/plan/run_material.h"
#include "run/session/session_internal.h"

#define TC_PHASE "reading the fibres"

/* Texts have none; whether there is a file at all is left to who reads it. */
static tc_status check_dataset(const tc_config *c) {
  static const char *const key = "diffusion.fibres.dataset";
  const char *file = c->diffusion.fibres.file;
  if (!tc_config_is_set(c, key) || access(file, R_OK) || tc_fibres_in_hdf(file)) return TC_OK;
  return tc_status_create(TC_USAGE, "%s: %s is no HDF5 file, so it has no datasets: leave the key out",
                          tc_config_location(c, key), file);
}

/* Once, on the root, while the mesh is there. */
static tc_status read_fibres(tc_session *s) {
  const char *file = s->config->diffusion.fibres.file;
  if (!file || !s->mesh || s->fibres.value) return TC_OK;
  TC_TRY(check_dataset(s->config));
  return tc_fibres_read(file, s->config->diffusion.fibres.dataset, s->mesh->cells, s->mesh->base, s->log,
                        &s->fibres);
}

tc_status tc_session_material(tc_session *s, tc_material *out) {
  TC_TRY(tc_world_agree(s->world, read_fibres(s)));
  TC_TRY(TC_MPI(MPI_Bcast(&s->fibres.width, 1, MPI_INT, 0, s->world->comm)));
  return tc_run_material(s->config, &s->fibres, out);
}
