/* Fills the tensors of all cells in three passes. The passes choose the configured tensor of each region,
 * evaluate the axes of the cells if a tensor follows fibres, and evaluate each tensor in its cells. A final
 * collective check finds the lowest cell with an invalid tensor. The rank that owns this cell creates the
 * error message. */
#include "solve/problem/material.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/text/line.h"
#include "comm/layout/mesh_scatter.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "distributing fibre directions"

/* ---- directions of fibres and sheets ---- */

static bool has_sheets(const tc_fibres *fibres) { return fibres->sheet || fibres->width == 6; }

/* Evaluates a formula at the centroids of the owned and ghost cells. Writes the results to value[cells]. */
static tc_status evaluate_formula(const tc_space *space, tc_expression *formula, double *value) {
  const double *c = space->geometry->centroid;
  const tc_strided_values column[3] = {{c, 3}, {c + 1, 3}, {c + 2, 3}};
  return tc_expression_evaluate(formula, space->submesh->cells, column, value);
}

/* Evaluates the three formulas of a direction for every owned and ghost cell. Writes the value of formula k
 * to out[6*cell+k]. */
static tc_status evaluate_direction(const tc_space *space, tc_expression *const formula[3], double *out) {
  const int32_t cells = space->submesh->cells;
  double *value = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(value, cells));
  for (int k = 0; k < 3; k++) {
    TC_GUARD(status, evaluate_formula(space, formula[k], value));
    for (int32_t c = 0; c < cells; c++) out[6 * (size_t)c + (size_t)k] = value[c];
  }
cleanup:
  tc_free(value);
  return status;
}

/* Collective. Writes the vectors that the user set for every owned and ghost cell: the fibre to out[6*cell]
 * .. out[6*cell+2], the sheet to out[6*cell+3] .. out[6*cell+5]. */
static tc_status collect_directions(const tc_space *space, const tc_fibres *fibres, double *out) {
  const int32_t cells = space->submesh->cells;
  double *values = NULL;
  tc_status status = TC_OK;
  if (!fibres->direction) {
    const size_t width = (size_t)fibres->width;
    TC_TRY(TC_WORLD_ALLOC(space->world, values, (size_t)cells * width));
    status = tc_scatter_cells(space->world, cells, space->submesh->id, fibres->width, fibres->values, values);
    for (int32_t c = 0; !status && c < cells; c++)
      memcpy(out + 6 * (size_t)c, values + width * (size_t)c, width * sizeof *values);
    tc_free(values);
  }
  if (fibres->direction && !status) status = evaluate_direction(space, fibres->direction, out);
  if (fibres->sheet && !status) status = evaluate_direction(space, fibres->sheet, out + 3);
  return tc_world_agree(space->world, status);
}

tc_status tc_material_axes(const tc_space *space, const tc_fibres *fibres, tc_axes **out) {
  const int32_t cells = space->submesh->cells;
  const bool sheets = has_sheets(fibres);
  double *given = NULL;
  tc_axes *axes = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_WORLD_ALLOC(space->world, given, 6 * (size_t)cells));
  TC_GUARD(status, TC_WORLD_ALLOC(space->world, axes, cells));
  TC_GUARD(status, collect_directions(space, fibres, given));
  for (int32_t c = 0; c < cells; c++) {
    const double *direction = given + 6 * (size_t)c;
    tc_axes_init(direction, sheets ? direction + 3 : NULL, &axes[c]);
  }
  *out = axes;
  axes = NULL;
cleanup:
  tc_free(given);
  tc_free(axes);
  return status;
}

/* ---- tensors of the cells ---- */

typedef struct filling {
  const tc_space *space;
  const tc_tensor_input **of_region; /* [regions of the mesh] Configured tensor of each region. */
  tc_axes *axes;                     /* [cells] Axes of each cell; NULL if no tensor follows fibres. */
  tc_physics *physics;
} filling;

static const tc_tensor_input *tensor_of(const filling *f, int32_t cell) {
  return f->of_region[tc_labels_find(f->space->regions, f->space->submesh->region[cell])];
}

/* Evaluates one configured tensor and writes it to the cells of the regions that use it. value[6][cells] is
 * scratch for its components. */
static tc_status fill_tensor(const filling *f, const tc_tensor_input *tensor, double *value) {
  const int parts = tc_tensor_input_components(tensor->form);
  const size_t cells = (size_t)f->physics->cells;
  for (int k = 0; k < parts; k++)
    if (tensor->component[k].formula)
      TC_TRY(evaluate_formula(f->space, tensor->component[k].formula, value + (size_t)k * cells));
  for (int32_t c = 0; c < f->physics->cells; c++) {
    double own[6];
    if (tensor_of(f, c) != tensor) continue;
    for (int k = 0; k < parts; k++)
      own[k] =
          tensor->component[k].formula ? value[(size_t)k * cells + (size_t)c] : tensor->component[k].number;
    tc_tensor_evaluate(tensor->form, own, f->axes ? &f->axes[c] : NULL, f->physics->tensor + 6 * (size_t)c);
  }
  return TC_OK;
}

/* Not collective. Fills the tensors of the owned and ghost cells from the configured tensors of their
 * regions. */
static tc_status fill_cells(const filling *f, const tc_material *material) {
  double *value = NULL;
  TC_TRY(tc_physics_set_nonuniform(f->physics));
  TC_TRY(TC_ALLOC(value, 6 * (size_t)f->physics->cells));
  tc_status status = fill_tensor(f, &material->tensor, value);
  for (int r = 0; r < material->regions && !status; r++)
    status = fill_tensor(f, &material->region[r].tensor, value);
  tc_free(value);
  return status;
}

/* ---- errors ---- */

static bool lacks_axes(const filling *f, int32_t cell) {
  return f->axes && tensor_of(f, cell)->form == TC_TENSOR_FIBRES && !tc_axes_are_orthonormal(&f->axes[cell]);
}

static bool is_bad(const filling *f, int32_t cell) {
  if (lacks_axes(f, cell)) return true;
  tc_status status = tc_diffusion_check(TC_INPUT, "", f->physics->tensor + 6 * (size_t)cell);
  const bool bad = status;
  tc_status_free(&status);
  return bad;
}

/* Returns the error code for a fibre or sheet vector that is zero or otherwise invalid: TC_USAGE if the
 * vector is a constant in the config, otherwise TC_INPUT. */
static tc_code blame_code(const tc_fibres *fibres) {
  for (int k = 0; k < 3; k++) {
    if (!fibres->direction || !tc_expression_is_constant(fibres->direction[k])) return TC_INPUT;
    if (fibres->sheet && !tc_expression_is_constant(fibres->sheet[k])) return TC_INPUT;
  }
  return TC_USAGE;
}

/* Returns the error that describes the invalid tensor of a cell. */
static tc_status tensor_error(const filling *f, const tc_fibres *fibres, int32_t cell) {
  const tc_space *space = f->space;
  const long long number = (long long)space->id[cell] + space->base;
  if (lacks_axes(f, cell)) {
    const double *d = f->axes[cell].fibre, *s = f->axes[cell].sheet;
    tc_line sheet = {0};
    if (has_sheets(fibres))
      tc_line_add(&sheet, " and its sheet the direction (%g, %g, %g)", s[0], s[1], s[2]);
    return tc_status_create(blame_code(fibres),
                            "%s: in cell %lld the fibre has the direction (%g, %g, %g)%s: use directions "
                            "that are finite and not zero%s",
                            fibres->where, number, d[0], d[1], d[2], sheet.text,
                            sheet.length ? ", and not parallel" : "");
  }
  char where[512];
  snprintf(where, sizeof where, "%.400s: cell %lld (region %d)", tensor_of(f, cell)->where, number,
           (int)space->submesh->region[cell]);
  return tc_diffusion_check(TC_INPUT, where, f->physics->tensor + 6 * (size_t)cell);
}

/* Collective. Checks the tensors of all cells. The rank that owns the lowest invalid cell creates the error
 * message. */
static tc_status check_cells(const filling *f, const tc_fibres *fibres) {
  const tc_space *space = f->space;
  int32_t here = -1;
  for (int32_t c = 0; c < space->owned; c++)
    if ((here < 0 || space->id[c] < space->id[here]) && is_bad(f, c)) here = c;
  const tc_gid own = here < 0 ? TC_GID_NONE : space->id[here];
  tc_gid lowest = own;
  TC_TRY(TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world))));
  if (lowest == TC_GID_NONE) return TC_OK;
  return tc_world_agree(space->world, own == lowest ? tensor_error(f, fibres, here) : TC_OK);
}

/* ---- tensors of the regions ---- */

static const char *advise_regions(const tc_labels *regions) {
  const bool none = regions->count == 1 && regions->label[0] == 0;
  return none ? "): add regions to the mesh (with TetGen: run tetgen -A)" : "): use one of these";
}

/* Not collective, but equal on all ranks. Chooses the tensor of each region. */
static tc_status choose_tensors(const tc_material *material, const filling *f) {
  const tc_labels *regions = f->space->regions;
  tc_line list;
  for (int32_t k = 0; k < regions->count; k++) f->of_region[k] = &material->tensor;
  for (int r = 0; r < material->regions; r++) {
    const tc_region_tensor *region = &material->region[r];
    const int32_t k = tc_labels_find(regions, region->region.number);
    if (k < 0)
      return tc_status_create(TC_USAGE, "%s: the mesh has no region %d (its regions: %s%s", region->where,
                              (int)region->region.number, tc_labels_format(regions, &list),
                              advise_regions(regions));
    if (f->of_region[k] != &material->tensor)
      return tc_status_create(TC_USAGE, "%s: region %d already has a tensor: remove one of the two",
                              region->where, (int)region->region.number);
    f->of_region[k] = &region->tensor;
  }
  return TC_OK;
}

/* Example: region 7 'scar' (120 cells, volume 0.25): the common tensor */
static void log_material(const filling *f, const tc_tensor_input *common, const tc_log *log) {
  const tc_labels *regions = f->space->regions;
  char label[TC_LABEL_TEXT];
  for (int32_t k = 0; k < regions->count; k++)
    tc_log_write(log, TC_LOG_NORMAL, "region %s (%lld cells, volume %.6g): %s",
                 tc_labels_format_label(regions, k, label), (long long)regions->items[k], regions->size[k],
                 f->of_region[k] == common ? "the common tensor" : "the tensor of this region");
}

static bool follows_fibres(const filling *f) {
  for (int32_t k = 0; k < f->space->regions->count; k++)
    if (f->of_region[k]->form == TC_TENSOR_FIBRES) return true;
  return false;
}

/* Removes the sheet from the axes of all cells whose tensor does not use it. An invalid sheet vector then
 * causes no error in these cells. */
static void clear_unread_sheets(const filling *f) {
  for (int32_t c = 0; c < f->physics->cells; c++)
    if (!tc_tensor_has_sheet(tensor_of(f, c))) tc_axes_drop_sheet(&f->axes[c]);
}

static tc_status fill_material(const tc_material *material, const tc_log *log, filling *f) {
  TC_TRY(choose_tensors(material, f));
  if (material->regions) log_material(f, &material->tensor, log);
  if (follows_fibres(f)) {
    TC_TRY(tc_material_axes(f->space, &material->fibres, &f->axes));
    clear_unread_sheets(f);
  }
  TC_TRY(tc_world_agree(f->space->world, fill_cells(f, material)));
  return check_cells(f, &material->fibres);
}

/* Not collective. Fills the tensors of the owned and ghost cells with the results of the program's
 * function. */
static tc_status call_function(const tc_space *space, const tc_tensor_function *function,
                               tc_physics *physics) {
  TC_TRY(tc_physics_set_nonuniform(physics));
  const int result = function->evaluate(function->self, physics->cells, space->submesh->id,
                                        space->geometry->centroid, physics->tensor);
  if (result == 0) return TC_OK;
  return tc_status_create(TC_CALLBACK, "tensor function: it has returned %d: correct the program", result);
}

static tc_status apply_function(const tc_space *space, const tc_tensor_function *function,
                                tc_physics *physics) {
  const tc_tensor_input input = {.where = "tensor function", .form = TC_TENSOR_FULL};
  const tc_material material = {.tensor = input};
  filling f = {.space = space, .physics = physics};
  TC_TRY(tc_world_agree(space->world, call_function(space, function, physics)));
  TC_TRY(TC_WORLD_ALLOC(space->world, f.of_region, space->regions->count));
  tc_status status = choose_tensors(&material, &f);
  if (!status) status = check_cells(&f, &material.fibres);
  tc_free(f.of_region);
  return status;
}

tc_status tc_material_apply(const tc_space *space, const tc_material *material, const tc_log *log,
                            tc_physics *physics) {
  const tc_tensor_input *tensor = &material->tensor;
  filling f = {.space = space, .physics = physics};
  if (material->function) return apply_function(space, material->function, physics);
  if (!material->regions && tensor->form != TC_TENSOR_FIBRES && tc_tensor_is_constant(tensor)) {
    tc_tensor_evaluate_constant(tensor, physics->tensor);
    return TC_OK;
  }
  TC_TRY(TC_WORLD_ALLOC(space->world, f.of_region, space->regions->count));
  const tc_status status = fill_material(material, log, &f);
  tc_free(f.axes);
  tc_free(f.of_region);
  return status;
}
