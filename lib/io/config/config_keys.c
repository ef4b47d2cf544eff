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
#define CONDUCTIVITY                    .standard = "null", .least = TC_DIFFUSION_MIN, .most = TC_DIFFUSION_MAX
#define SOLUTION                        .solution = true /* the others: only how it is computed or reported */

/* Every key, one line each: the only list there is. A new key is a line here, a member of tc_config and a row
 * in configs/README.md. */
static const tc_key keys[] = {
    {VALUE("title", text, title), .standard = "null"},
    {VALUE("mesh.file", path, mesh.file), SOLUTION},
    {INDEX("mesh.components", tc_components_policies, tc_components_policy, mesh.components),
     .standard = "warn"},
    {CHOICE("order.method", tc_order, order.method), .standard = "metis"},
    {VALUE("order.block", int32, order.block), .standard = "0", .most = INT32_MAX},
    {INDEX("order.objective", tc_objectives, tc_objective, order.objective), .standard = "cut"},
    {INDEX("distribution.kind", tc_distribution_kinds, tc_distribution_kind, distribution.kind),
     .standard = "metis"},
    {VALUE("distribution.block_size", int32, distribution.block_size), .standard = "65536", .least = 1,
     .most = INT32_MAX},
    {VALUE("distribution.grid", grid, distribution.grid), .standard = "null", .least = 1, .most = INT32_MAX},
    {CHOICE("diffusion.scheme", tc_scheme, diffusion.scheme), .standard = "gradient", SOLUTION},
    {VALUE("diffusion.tensor", tensor, diffusion.tensor), .standard = "1.0", SOLUTION},
    {VALUE("diffusion.stabilisation", auto_or_number, diffusion.stabilisation), .standard = "auto",
     .most = 1e6, SOLUTION},
    {TC_KEY_MAPS(tc_config, "diffusion.regions", tc_region_tensor, diffusion.regions), .standard = "[]",
     SOLUTION},
    {FORMULAS("diffusion.fibres.direction", diffusion.fibres.direction), .standard = "[]", SOLUTION},
    {FORMULAS("diffusion.fibres.sheet", diffusion.fibres.sheet), .standard = "[]", SOLUTION},
    {VALUE("diffusion.fibres.file", path, diffusion.fibres.file), .standard = "null", SOLUTION},
    {VALUE("diffusion.fibres.dataset", text, diffusion.fibres.dataset), .standard = "/mesh/fibres", SOLUTION},
    {VALUE("diffusion.fibres.tensor.along", amount, diffusion.fibres.tensor.along), CONDUCTIVITY, SOLUTION},
    {VALUE("diffusion.fibres.tensor.across", amount, diffusion.fibres.tensor.across), CONDUCTIVITY, SOLUTION},
    {VALUE("diffusion.fibres.tensor.sheet", amount, diffusion.fibres.tensor.sheet), CONDUCTIVITY, SOLUTION},
    {INDEX("boundary.default.kind", tc_boundary_kinds, tc_boundary_kind, boundary.common.kind),
     .standard = "flux", SOLUTION},
    {VALUE("boundary.default.value", formula_xyzt, boundary.common.value), .standard = "null", SOLUTION},
    {VALUE("boundary.default.h", formula_xyz, boundary.common.h), .standard = "null", SOLUTION},
    {VALUE("boundary.default.outside", formula_xyzt, boundary.common.outside), .standard = "null", SOLUTION},
    {TC_KEY_MAPS(tc_config, "boundary.markers", tc_boundary_rule, boundary.markers), .standard = "[]",
     SOLUTION},
    {VALUE("initial", initial, initial), SOLUTION},
    {VALUE("states", states, source), .standard = "null", SOLUTION}, /* before formulas that name them */
    {VALUE("source", source, source), .standard = "0", SOLUTION},
    {VALUE("exact", formula_xyzt, exact), .standard = "null", SOLUTION},
    {CHOICE("time.method", tc_integrator, time.method), .standard = "euler", SOLUTION},
    {VALUE("time.steps", int64, time.steps), .standard = "1000", .most = 1e15, SOLUTION, .extent = true},
    {VALUE("time.dt", auto_or_positive, time.dt), .standard = "auto", .most = DBL_MAX, SOLUTION,
     .extent = true},
    {VALUE("time.safety", positive, time.safety), .standard = "0.9", .most = 1, SOLUTION},
    {VALUE("time.theta", number, time.theta), .standard = "1", .least = 0.5, .most = 1,
     .why = "below it large steps are not stable", SOLUTION},
    {VALUE("time.multiple", positive, time.multiple), .standard = "100", .most = 1e15, SOLUTION},
    {VALUE("time.end", positive, time.end), .standard = "null", .most = DBL_MAX, SOLUTION, .extent = true},
    {VALUE("time.steady", positive, time.steady), .standard = "null", .most = DBL_MAX, SOLUTION},
    {CHOICE("solver.method", tc_method, solver.method), .standard = "auto", .besides = "auto", SOLUTION},
    {VALUE("solver.restart", int32, solver.restart), .standard = "30", .least = 2, .most = 500, SOLUTION},
    {VALUE("solver.relaxation", between, solver.relaxation), .standard = "1", .most = 2,
     .why = "at 0 and at 2 nothing converges", SOLUTION},
    {VALUE("solver.tolerance", positive, solver.tolerance), .standard = "1e-8", .most = 1, SOLUTION},
    {VALUE("solver.absolute", number, solver.absolute), .standard = "0", .most = DBL_MAX, SOLUTION},
    {INDEX("solver.relative_to", tc_config_references, tc_config_reference, solver.relative_to),
     .standard = "rhs", SOLUTION},
    {VALUE("solver.most_iterations", int64, solver.most_iterations), .standard = "1000", .least = 1,
     .most = 1e15, SOLUTION, .extent = true},
    {VALUE("solver.iterations", int64, solver.iterations), .standard = "null", .least = 1, .most = 1e15,
     SOLUTION},
    {VALUE("solver.accept", positive, solver.accept), .standard = "null", .most = DBL_MAX, SOLUTION},
    {CHOICE("solver.preconditioner.name", tc_preconditioner, solver.preconditioner.name),
     .standard = "jacobi", SOLUTION},
    {INDEX("solver.preconditioner.scope", tc_scopes, int, solver.preconditioner.scope), .standard = "global",
     SOLUTION},
    {VALUE("solver.preconditioner.degree", int32, solver.preconditioner.degree), .standard = "3", .least = 1,
     .most = 100, SOLUTION},
    {VALUE("solver.preconditioner.fill", int32, solver.preconditioner.fill), .standard = "10", .most = 1000,
     SOLUTION},
    {VALUE("solver.preconditioner.drop", number, solver.preconditioner.drop), .standard = "1e-3", .most = 1,
     SOLUTION},
    {VALUE("solver.history", path, solver.history), .standard = "null"},
    {CHOICE("strategy", tc_strategy, strategy), .standard = "condensed", .besides = "auto"},
    {INDEX("kernel", tc_row_forms, tc_row_form, kernel), .standard = "matrix", SOLUTION}, /* its last bits */
    {CHOICE("storage", tc_format, storage), .standard = "auto", .besides = "auto"},
    {VALUE("ranks_per_node", int32, ranks_per_node), .standard = "0", .most = 1000000},
    {INDEX("placement", tc_placements, tc_placement, placement), .standard = "local"},
    {VALUE("device", word, device.name), .standard = "none"},
    {INDEX("device_kernel", tc_stagings, tc_staging, device.staging), .standard = "shared"},
    {VALUE("device_tile", int32, device.tile), .standard = "0", .most = 512},
    {VALUE("threads", int32, threads), .standard = "null", .least = 1, .most = 4096},
    {VALUE("snapshots.file", path, snapshots.file), .standard = "null"},
    {VALUE("snapshots.every", int64, snapshots.every), .standard = "0", .most = 1e15},
    {VALUE("snapshots.tensor", boolean, snapshots.tensor), .standard = "false"},
    {VALUE("snapshots.fibres", boolean, snapshots.fibres), .standard = "false"},
    {VALUE("snapshots.compress", int32, snapshots.compress), .standard = "0", .most = 9},
    {VALUE("history.file", path, history.file), .standard = "null"},
    {VALUE("history.every", int64, history.every), .standard = "0", .most = 1e15},
    {TC_KEY_LIST(tc_config, "probes", point, probes), .standard = "[]"},
    {VALUE("checkpoint.file", path, checkpoint.file), .standard = "null"},
    {VALUE("checkpoint.every", int64, checkpoint.every), .standard = "0", .most = 1e15},
    {VALUE("checkpoint.seconds", positive, checkpoint.seconds), .standard = "null", .most = DBL_MAX},
    {VALUE("checkpoint.wall", positive, checkpoint.wall), .standard = "null", .most = DBL_MAX},
    {VALUE("checkpoint.keep", int64, checkpoint.keep), .standard = "2", .least = 1, .most = 1000},
    {VALUE("machine", path, machine), .standard = "auto"},
    {INDEX("model", tc_model_registry, int, model), .standard = "auto", .besides = "auto"},
    {VALUE("report.json", path, report.json), .standard = "null"},
    {VALUE("report.csv", path, report.csv), .standard = "null"},
};

const tc_keys tc_config_keys = {TC_KEYS(keys)};

bool tc_config_key_changes_solution(const char *name) {
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (keys[k].solution && (!strcmp(keys[k].name, name) || tc_key_is_below(&keys[k], name))) return true;
  return false;
}
