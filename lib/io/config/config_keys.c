/* The table of all keys. Each line gives the name, type, member, default, range and whether the key changes
 * the solution. The order matters in one place: the key `states` precedes the formulas that refer to states.
 */
#include "io/config/config_keys.h"

#include <float.h>
#include <string.h>

#include "io/config/config.h"
#include "io/config/config_boundary.h"
#include "io/config/config_solver.h"
#include "io/config/config_source.h"
#include "io/config/config_tensor.h"
#include "io/config/config_value.h"
#include "model/step/model.h"
#include "yaml/key_types.h"

#define VALUE(name, kind, member)       TC_KEY_VALUE(tc_config, name, kind, member)
#define CHOICE(name, type, member)      TC_KEY_CHOICE(tc_config, name, type, member)
#define INDEX(name, list, type, member) TC_KEY_INDEX(tc_config, name, list, type, member)
#define FORMULAS(name, member)          TC_KEY_LIST(tc_config, name, formula_xyz, member)
#define CONDUCTIVITY                    .default_value = "null", .min = TC_DIFFUSION_MIN, .max = TC_DIFFUSION_MAX
#define SOLUTION                        .solution = true /* for keys that can change the result */

/* The only list of keys. A new key is a line here, a member of tc_config and a row in configs/README.md. */
static const tc_key keys[] = {
    {VALUE("title", text, title), .default_value = "null"},
    {VALUE("mesh.file", path, mesh.file), SOLUTION},
    {INDEX("mesh.components", tc_components_policies, tc_components_policy, mesh.components),
     .default_value = "warn"},
    {CHOICE("order.method", tc_order, order.method), .default_value = "metis"},
    {VALUE("order.block", int32, order.block), .default_value = "0", .max = INT32_MAX},
    {INDEX("order.objective", tc_objectives, tc_objective, order.objective), .default_value = "cut"},
    {INDEX("distribution.kind", tc_distribution_kinds, tc_distribution_kind, distribution.kind),
     .default_value = "metis"},
    {VALUE("distribution.block_size", int32, distribution.block_size), .default_value = "65536", .min = 1,
     .max = INT32_MAX},
    {VALUE("distribution.grid", grid, distribution.grid), .default_value = "null", .min = 1,
     .max = INT32_MAX},
    {CHOICE("diffusion.scheme", tc_scheme, diffusion.scheme), .default_value = "gradient", SOLUTION},
    {VALUE("diffusion.tensor", tensor, diffusion.tensor), .default_value = "1.0", SOLUTION},
    {VALUE("diffusion.stabilisation", auto_or_number, diffusion.stabilisation), .default_value = "auto",
     .max = 1e6, SOLUTION},
    {TC_KEY_MAPS(tc_config, "diffusion.regions", tc_region_tensor, diffusion.regions), .default_value = "[]",
     SOLUTION},
    {FORMULAS("diffusion.fibres.direction", diffusion.fibres.direction), .default_value = "[]", SOLUTION},
    {FORMULAS("diffusion.fibres.sheet", diffusion.fibres.sheet), .default_value = "[]", SOLUTION},
    {VALUE("diffusion.fibres.file", path, diffusion.fibres.file), .default_value = "null", SOLUTION},
    {VALUE("diffusion.fibres.dataset", text, diffusion.fibres.dataset), .default_value = "/mesh/fibres",
     SOLUTION},
    {VALUE("diffusion.fibres.tensor.along", amount, diffusion.fibres.tensor.along), CONDUCTIVITY, SOLUTION},
    {VALUE("diffusion.fibres.tensor.across", amount, diffusion.fibres.tensor.across), CONDUCTIVITY, SOLUTION},
    {VALUE("diffusion.fibres.tensor.sheet", amount, diffusion.fibres.tensor.sheet), CONDUCTIVITY, SOLUTION},
    {INDEX("boundary.default.kind", tc_boundary_kinds, tc_boundary_kind, boundary.common.kind),
     .default_value = "flux", SOLUTION},
    {VALUE("boundary.default.value", formula_xyzt, boundary.common.value), .default_value = "null", SOLUTION},
    {VALUE("boundary.default.h", formula_xyz, boundary.common.h), .default_value = "null", SOLUTION},
    {VALUE("boundary.default.outside", formula_xyzt, boundary.common.outside), .default_value = "null",
     SOLUTION},
    {TC_KEY_MAPS(tc_config, "boundary.markers", tc_boundary_rule, boundary.markers), .default_value = "[]",
     SOLUTION},
    {VALUE("initial", initial, initial), SOLUTION},
    {VALUE("states", states, source), .default_value = "null",
     SOLUTION}, /* must precede the formulas that refer to states */
    {VALUE("source", source, source), .default_value = "0", SOLUTION},
    {VALUE("exact", formula_xyzt, exact), .default_value = "null", SOLUTION},
    {CHOICE("time.method", tc_integrator, time.method), .default_value = "euler", SOLUTION},
    {VALUE("time.steps", int64, time.steps), .default_value = "1000", .max = 1e15, SOLUTION,
     .run_length = true},
    {VALUE("time.dt", auto_or_positive, time.dt), .default_value = "auto", .max = DBL_MAX, SOLUTION,
     .run_length = true},
    {VALUE("time.safety", positive, time.safety), .default_value = "0.9", .max = 1, SOLUTION},
    {VALUE("time.theta", number, time.theta), .default_value = "1", .min = 0.5, .max = 1,
     .reason = "large steps are unstable below 0.5", SOLUTION},
    {VALUE("time.multiple", positive, time.multiple), .default_value = "100", .max = 1e15, SOLUTION},
    {VALUE("time.end", positive, time.end), .default_value = "null", .max = DBL_MAX, SOLUTION,
     .run_length = true},
    {VALUE("time.steady", positive, time.steady), .default_value = "null", .max = DBL_MAX, SOLUTION},
    {CHOICE("solver.method", tc_method, solver.method), .default_value = "auto", .extra_word = "auto",
     SOLUTION},
    {VALUE("solver.restart", int32, solver.restart), .default_value = "30", .min = 2, .max = 500, SOLUTION},
    {VALUE("solver.relaxation", between, solver.relaxation), .default_value = "1", .max = 2,
     .reason = "the iteration does not converge at 0 and at 2", SOLUTION},
    {VALUE("solver.tolerance", positive, solver.tolerance), .default_value = "1e-8", .max = 1, SOLUTION},
    {VALUE("solver.absolute", number, solver.absolute), .default_value = "0", .max = DBL_MAX, SOLUTION},
    {INDEX("solver.relative_to", tc_config_references, tc_config_reference, solver.relative_to),
     .default_value = "rhs", SOLUTION},
    {VALUE("solver.most_iterations", int64, solver.most_iterations), .default_value = "1000", .min = 1,
     .max = 1e15, SOLUTION, .run_length = true},
    {VALUE("solver.iterations", int64, solver.iterations), .default_value = "null", .min = 1, .max = 1e15,
     SOLUTION},
    {VALUE("solver.accept", positive, solver.accept), .default_value = "null", .max = DBL_MAX, SOLUTION},
    {CHOICE("solver.preconditioner.name", tc_preconditioner, solver.preconditioner.name),
     .default_value = "jacobi", SOLUTION},
    {INDEX("solver.preconditioner.scope", tc_scopes, int, solver.preconditioner.scope),
     .default_value = "global", SOLUTION},
    {VALUE("solver.preconditioner.degree", int32, solver.preconditioner.degree), .default_value = "3",
     .min = 1, .max = 100, SOLUTION},
    {VALUE("solver.preconditioner.fill", int32, solver.preconditioner.fill), .default_value = "10",
     .max = 1000, SOLUTION},
    {VALUE("solver.preconditioner.drop", number, solver.preconditioner.drop), .default_value = "1e-3",
     .max = 1, SOLUTION},
    {VALUE("solver.history", path, solver.history), .default_value = "null"},
    {CHOICE("strategy", tc_strategy, strategy), .default_value = "condensed", .extra_word = "auto"},
    {INDEX("kernel", tc_row_forms, tc_row_form, kernel), .default_value = "matrix",
     SOLUTION}, /* affects the last bits of the solution */
    {CHOICE("storage", tc_format, storage), .default_value = "auto", .extra_word = "auto"},
    {VALUE("ranks_per_node", int32, ranks_per_node), .default_value = "0", .max = 1000000},
    {INDEX("placement", tc_placements, tc_placement, placement), .default_value = "local"},
    {VALUE("device", word, device.name), .default_value = "none"},
    {INDEX("device_kernel", tc_stagings, tc_staging, device.staging), .default_value = "shared"},
    {VALUE("device_tile", int32, device.tile), .default_value = "0", .max = 512},
    {VALUE("threads", int32, threads), .default_value = "null", .min = 1, .max = 4096},
    {VALUE("snapshots.file", path, snapshots.file), .default_value = "null"},
    {VALUE("snapshots.every", int64, snapshots.every), .default_value = "0", .max = 1e15},
    {VALUE("snapshots.tensor", boolean, snapshots.tensor), .default_value = "false"},
    {VALUE("snapshots.fibres", boolean, snapshots.fibres), .default_value = "false"},
    {VALUE("snapshots.compress", int32, snapshots.compress), .default_value = "0", .max = 9},
    {VALUE("history.file", path, history.file), .default_value = "null"},
    {VALUE("history.every", int64, history.every), .default_value = "0", .max = 1e15},
    {TC_KEY_LIST(tc_config, "probes", point, probes), .default_value = "[]"},
    {VALUE("checkpoint.file", path, checkpoint.file), .default_value = "null"},
    {VALUE("checkpoint.every", int64, checkpoint.every), .default_value = "0", .max = 1e15},
    {VALUE("checkpoint.seconds", positive, checkpoint.seconds), .default_value = "null", .max = DBL_MAX},
    {VALUE("checkpoint.wall", positive, checkpoint.wall), .default_value = "null", .max = DBL_MAX},
    {VALUE("checkpoint.keep", int64, checkpoint.keep), .default_value = "2", .min = 1, .max = 1000},
    {VALUE("machine", path, machine), .default_value = "auto"},
    {INDEX("model", tc_model_registry, int, model), .default_value = "auto", .extra_word = "auto"},
    {VALUE("report.json", path, report.json), .default_value = "null"},
    {VALUE("report.csv", path, report.csv), .default_value = "null"},
};

/* A new alias is a line here and a word in configs/README.md. */
static const tc_key_alias aliases[] = {
    {"solver.max_iterations", "solver.most_iterations"},
    {"checkpoint.wall_seconds", "checkpoint.wall"},
    {"time.explicit_multiple", "time.multiple"},
};

const tc_keys tc_config_keys = {TC_KEYS(keys), TC_KEYS_ALIASES(aliases)};

bool tc_config_key_changes_solution(const char *name) {
  const int key = tc_keys_find(&tc_config_keys, name);
  if (key >= 0) return keys[key].solution;
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (keys[k].solution && tc_key_is_below(&keys[k], name)) return true;
  return false;
}
