/* The material that a config describes: for sessions, and for forecasts without one. */
#ifndef TC_RUN_PLAN_RUN_MATERIAL_H
#define TC_RUN_PLAN_RUN_MATERIAL_H

#include "io/config/config.h"
#include "io/mesh/fibre_file.h"

/* Everything in *out belongs to the config or to `fibres`: what diffusion.fibres.file holds (zeroed: no
 * file). Not collective, but the same on all ranks. Errors: TC_USAGE if keys about fibres contradict each
 * other or the file. */
tc_status tc_run_material(const tc_config *config, const tc_fibre_values *fibres, tc_material *out);

#endif
