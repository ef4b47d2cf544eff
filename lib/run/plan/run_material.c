#include "run/plan/run_material.h"

#include "io/config/config_kinds.h"

/* Checks keys of sheets against the fibre file: values along sheets require a sheet direction, in the file or
 * the config, but not in both. */
static tc_status check_sheets(const tc_config *c, const tc_material *material) {
  const tc_fibres *fibres = &material->fibres;
  if (!fibres->where || fibres->direction) return TC_OK;
  if (fibres->sheet && fibres->width == 6)
    return tc_config_error(c, "diffusion.fibres.sheet",
                           "%s contains the sheets as well (6 numbers per cell): remove the key",
                           c->diffusion.fibres.file);
  if (fibres->sheet || fibres->width == 6) return TC_OK;
  for (int r = -1; r < material->regions; r++) {
    const tc_tensor_input *tensor = r < 0 ? &material->tensor : &material->region[r].tensor;
    if (tensor->form == TC_TENSOR_FIBRES && tc_tensor_has_sheet(tensor))
      return tc_status_create(TC_USAGE,
                              "%s: has a value for the sheet, but %s contains only fibres (3 numbers per "
                              "cell): remove the value",
                              tensor->where, c->diffusion.fibres.file);
  }
  return TC_OK;
}

tc_status tc_run_material(const tc_config *c, const tc_fibre_values *fibres, tc_material *out) {
  *out = (tc_material){.tensor = c->diffusion.tensor,
                       .regions = c->diffusion.regions.count,
                       .region = c->diffusion.regions.item};
  if (tc_config_is_set(c, "diffusion.fibres.tensor.along"))
    TC_TRY(tc_tensor_along_fibres(tc_config_location(c, "diffusion.fibres.tensor.along"),
                                  &c->diffusion.fibres.tensor.along, &c->diffusion.fibres.tensor.across,
                                  &c->diffusion.fibres.tensor.sheet, &out->tensor));
  const bool formulas = c->diffusion.fibres.direction.count;
  if (!formulas && !c->diffusion.fibres.file) return TC_OK;
  out->fibres = (tc_fibres){.where = tc_config_location(c, formulas ? "diffusion.fibres.direction"
                                                                    : "diffusion.fibres.file"),
                            .direction = formulas ? c->diffusion.fibres.direction.item : NULL,
                            .sheet = c->diffusion.fibres.sheet.count ? c->diffusion.fibres.sheet.item : NULL,
                            .width = fibres->width,
                            .values = fibres->value};
  return check_sheets(c, out);
}
