/* Material of a config: the diffusion tensors of regions and the axes of fibres and sheets. Called by
 * sessions and dry runs after the fibre file has been read. Only the root has the values of the file. On
 * other ranks the material contains only the number of values per cell. */
#ifndef TC_RUN_PLAN_RUN_MATERIAL_H
#define TC_RUN_PLAN_RUN_MATERIAL_H

#include "io/config/config.h"
#include "io/mesh/fibre_file.h"

/* Not collective, but equal on all ranks. Fills in *out, which borrows from the config and from `fibres`, the
 * values of diffusion.fibres.file (zeroed without a file). Errors: TC_USAGE if keys of diffusion.fibres
 * contradict each other or the file. */
tc_status tc_run_material(const tc_config *config, const tc_fibre_values *fibres, tc_material *out);

#endif
