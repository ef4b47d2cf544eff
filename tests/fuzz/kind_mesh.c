/* TetGen meshes of three files. Valid ones are processed up to the rates of both schemes, with tensors of
 * all magnitudes. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "fuzz/kinds.h"
#include "fv/scheme/scheme.h"
#include "graph/structure/graph.h"
#include "io/mesh/tetgen.h"
#include "mesh/check.h"
#include "mesh/dual.h"
#include "mesh/labels.h"

enum { parts = 3 };

static const char *const endings[parts] = {".node", ".ele", ".face"};

static const char *const texts[][parts] = {
    {"# two cells\n5 3 1 1\n1  0 0 0  7.5 1\n2  1 0 0  7.5 1\n3  0 1 0  7.5 1\n4  0 0 1  7.5 1\n5  1 1 1  "
     "7.5 0\n",
     "2 4 1\n1  1 2 3 4  10\n2  2 3 4 5  20\n# end\n", "3 1\n1  1 2 3  6\n2  2 3 4  9\n3  5 4 2  -7\n"},
    {"6 3 0 0\r\n0 0 0 0\r\n1 1 0 0\r\n2 0 1 0\r\n3 0 0 1\r\n4 1 1 1\r\n5 -1 .5 -1e0\r\n",
     "3 4 0\n0 0 1 2 3\n1 4 2 1 3\n2 0 2 1 5\n", "0 0\n"},
};

static const char *const words[] = {
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775804",
    "4611686018427387904",
    "99999999999999999999",
    "2147483648",
    "4294967296",
    "536870912",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "10",
    "1e308",
    "1e-320",
    "1e999",
    "nan",
    "inf",
    "1e100",
    "1e-100",
    "1e15",
    "0x10",
    "1.0",
    "1.0D+00",
    "1.0-100",
    "1,",
    "0,5",
    "\xef\xbb\xbf",
    "version https://git-lfs.github.com/spec/v1\n",
    "#",
    "\n",
    "\r",
    " ",
    "# region 10 a\n",
    "# marker 6 b\n",
    "3 4 1\n",
    "4 3 0 0\n",
    "1 1 2 3 4\n",
    NULL,
};

static void begin(dice *d, mutant m[parts]) {
  const char *const *text = texts[roll(d, sizeof texts / sizeof *texts)];
  for (int p = 0; p < parts; p++) mutant_set(&m[p], text[p]);
}

static const double tensors[][6] = {
    {1, 1, 1, 0, 0, 0},
    {2.0, 1.0, 0.7, 0.5, -0.3, 0.2},
    {1e110, 1e110, 1e110, 0, 0, 0},
    {1e-110, 1e-110, 1e-110, 0, 0, 0},
    {1e110, 1, 1e-110, 0, 0, 0},
    {1, 1, 1e-8, 0, 0, 5e-5},
};

static bool are_finite(const tc_ell *rates) {
  bool finite = true;
  for (int32_t row = 0; row < rates->rows; row++) {
    finite = finite && isfinite(rates->diagonal[row]);
    for (int32_t k = 0; k < rates->width; k++)
      finite = finite && isfinite(rates->value[(size_t)row * (size_t)rates->width + (size_t)k]);
  }
  return finite;
}

/* Assembles the rates. Sets *good to false if a rate is not finite, unless the scheme reports a cell that
 * is too flat. */
static tc_status assemble(const tc_geometry *geometry, const tc_scheme *scheme, const tc_physics *physics,
                          bool *good) {
  const int32_t owned = geometry->submesh->owned;
  tc_system *system = NULL;
  TC_TRY(tc_system_create(owned, owned, scheme->width, &system));
  system->stabilisation = 0.3;
  tc_status status = scheme->assemble(geometry, physics, system);
  if (!status && system->flat_cell == TC_GID_NONE) *good = *good && are_finite(system->rates);
  tc_system_destroy(&system);
  return status;
}

/* Creates one submesh with all cells in the order of the mesh. */
static tc_status cut(const tc_mesh *mesh, const tc_dual *dual, tc_submesh **out) {
  tc_submesh_extractor *cutter = NULL;
  int32_t *all = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(all, mesh->cells));
  for (int32_t cell = 0; cell < mesh->cells; cell++) all[cell] = cell;
  TC_GUARD(status, tc_submesh_extractor_create(mesh, dual, all, &cutter));
  TC_GUARD(status, tc_submesh_extract(cutter, mesh->cells, all, 2, out));
cleanup:
  tc_submesh_extractor_destroy(&cutter);
  tc_free(all);
  return status;
}

static tc_status use_files(const char *base, const double tensor[6], bool *good) {
  tc_mesh *mesh = NULL;
  tc_dual *dual = NULL;
  tc_graph *graph = NULL;
  tc_submesh *submesh = NULL;
  tc_geometry *geometry = NULL;
  tc_physics *physics = NULL;
  tc_labels *markers = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_tetgen_read(base, NULL, &mesh));
  TC_GUARD(status, tc_mesh_orient(mesh));
  TC_GUARD(status, tc_dual_create(mesh, &dual));
  TC_GUARD(status, tc_graph_create(mesh->cells, 4, dual->neighbour, &graph));
  TC_GUARD(status, cut(mesh, dual, &submesh));
  TC_GUARD(status, tc_geometry_create(submesh, &geometry));
  TC_GUARD(status, tc_labels_create_markers(mesh, dual, &markers));
  TC_GUARD(status, tc_physics_create(submesh, markers->count, markers->label, tensor, &physics));
  for (int s = 0; s < tc_scheme_count(); s++)
    TC_GUARD(status, assemble(geometry, tc_scheme_at(s), physics, good));
cleanup:
  tc_labels_destroy(&markers);
  tc_physics_destroy(&physics);
  tc_geometry_destroy(&geometry);
  tc_submesh_destroy(&submesh);
  tc_graph_destroy(&graph);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  return status;
}

static bool use(const mutant m[parts], uint64_t number) {
  char path[parts][MUTATE_PATH], base[MUTATE_PATH];
  bool written = true, good = true;
  for (int p = 0; p < parts; p++) written = mutant_write(&m[p], endings[p], path[p]) && written;
  mutant_base(base);
  tc_status status = use_files(base, tensors[number % (sizeof tensors / sizeof *tensors)], &good);
  for (int p = 0; p < parts; p++) unlink(path[p]);
  return is_proper(&status, TC_INPUT, base) && written && good;
}

const kind kind_mesh = {"mesh", parts, endings, words, begin, use, .room = KIND_LITTLE};
