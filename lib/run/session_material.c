#include <unistd.h>

#include "base/memory.h"
#include "io/config_tensor.h"
#include "run/phases.h"

#define TC_PHASE "reading the fibres"

/* Texts have none; whether there is a file at all is left to who reads it. */
static tc_status check_dataset(const tc_config *c) {
  static const char *const key = "diffusion.fibres.dataset";
  const char *file = c->diffusion.fibres.file;
  if (!tc_config_given(c, key) || access(file, R_OK) || tc_fibres_in_hdf(file)) return TC_OK;
  return tc_status_make(TC_USAGE, "%s: %s is no HDF5 file, so it has no datasets: leave the key out",
                        tc_config_where(c, key), file);
}

/* Once, on the root, while the mesh is there. */
static tc_status read_fibres(tc_session *s) {
  const char *file = s->config->diffusion.fibres.file;
  if (!file || !s->mesh || s->fibres.value) return TC_OK;
  TC_TRY(check_dataset(s->config));
  return tc_fibres_read(file, s->config->diffusion.fibres.dataset, s->mesh->cells, s->mesh->base, s->log,
                        &s->fibres);
}

/* What the file alone tells: whether there are sheets. */
static tc_status check_sheets(const tc_session *s, const tc_material *material) {
  const tc_fibres *fibres = &material->fibres;
  if (!fibres->where || fibres->direction) return TC_OK;
  if (fibres->sheet && fibres->width == 6)
    return tc_status_make(TC_USAGE, "%s: %s tells the sheets as well (6 numbers a cell): keep one",
                          tc_config_where(s->config, "diffusion.fibres.sheet"),
                          s->config->diffusion.fibres.file);
  if (fibres->sheet || fibres->width == 6) return TC_OK;
  for (int r = -1; r < material->regions; r++) {
    const tc_tensor *tensor = r < 0 ? &material->tensor : &material->region[r].tensor;
    if (tensor->form == TC_TENSOR_FIBRES && tc_tensor_has_sheet(tensor))
      return tc_status_make(TC_USAGE,
                            "%s: has a value for the sheet, but %s tells only fibres (3 numbers a cell)",
                            tensor->where, s->config->diffusion.fibres.file);
  }
  return TC_OK;
}

tc_status tc_session_material(tc_session *s, tc_material *out) {
  const tc_config *c = s->config;
  *out = (tc_material){c->diffusion.tensor, c->diffusion.regions.count, c->diffusion.regions.item, {0}};
  TC_TRY(tc_world_agree(s->world, read_fibres(s)));
  TC_TRY(TC_MPI(MPI_Bcast(&s->fibres.width, 1, MPI_INT, 0, s->world->comm)));
  if (tc_config_given(c, "diffusion.fibres.tensor.along"))
    TC_TRY(tc_tensor_along_fibres(tc_config_where(c, "diffusion.fibres.tensor.along"),
                                  &c->diffusion.fibres.tensor.along, &c->diffusion.fibres.tensor.across,
                                  &c->diffusion.fibres.tensor.sheet, &out->tensor));
  const bool formulas = c->diffusion.fibres.direction.count;
  if (!formulas && !c->diffusion.fibres.file) return TC_OK;
  out->fibres = (tc_fibres){.where = tc_config_where(c, formulas ? "diffusion.fibres.direction"
                                                                 : "diffusion.fibres.file"),
                            .direction = formulas ? c->diffusion.fibres.direction.item : NULL,
                            .sheet = c->diffusion.fibres.sheet.count ? c->diffusion.fibres.sheet.item : NULL,
                            .width = s->fibres.width,
                            .values = s->fibres.value};
  return check_sheets(s, out);
}
