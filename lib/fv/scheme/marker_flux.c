/* Builds the factors of the inflow through each marker in CSR form: a first pass over the faces counts the
 * entries, a second pass writes them. tc_system_end_assembly calls it with the inflow through each face. Each
 * rank adds the factors of the cells that it owns, also if they belong to faces of ring-1 cells. The factors
 * of boundary data are added only on the rank that owns the face's cell. */
#include "fv/scheme/marker_flux.h"

#include "base/core/memory.h"

/* State of a pass over the boundary faces that have a datum. The first pass counts the entries of each
 * marker, the second pass writes them. */
typedef struct face_pass {
  const tc_boundary_data *data;
  const tc_face_inflow *inward;
  int32_t owned;
  tc_marker_flux *flux;
  /* [markers] In the first pass, number of entries found so far; in the second pass, index of the next entry
   * to be written. */
  int32_t *next, *datum_next;
  tc_pool memory; /* owns `next` and `datum_next` */
  bool writes;
} face_pass;

static void add_cell_factor(const face_pass *w, int marker, int32_t cell, double factor) {
  const int32_t entry = w->next[marker];
  if (cell >= w->owned) return;
  w->next[marker]++;
  if (!w->writes) return;
  w->flux->cell[entry] = cell;
  w->flux->factor[entry] = factor;
}

static void add_datum_factor(const face_pass *w, int marker, int32_t face, double factor) {
  const int32_t entry = w->datum_next[marker]++;
  if (!w->writes) return;
  w->flux->face[entry] = face;
  w->flux->datum_factor[entry] = factor;
}

static void visit_face(const face_pass *w, int32_t f) {
  const tc_face_inflow *in = &w->inward[f];
  const int marker = w->data->boundary[f];
  double cell_factor = 0.0;
  for (int l = 0; l < 4; l++) {
    const bool has_datum = in->side[l] == TC_FACE_SIDE_DATUM || in->side[l] == TC_FACE_SIDE_FLUX;
    if (in->side[l] == TC_FACE_SIDE_CELL) add_cell_factor(w, marker, in->other[l], in->factor[l]);
    if (has_datum && w->data->is_owned[f]) add_datum_factor(w, marker, in->other[l], in->factor[l]);
    if (in->side[l] == TC_FACE_SIDE_CELL || in->side[l] == TC_FACE_SIDE_DATUM) cell_factor -= in->factor[l];
  }
  add_cell_factor(w, marker, w->data->cell[f], cell_factor);
}

static void visit_faces(const face_pass *w) {
  for (int32_t f = 0; f < w->data->faces; f++) visit_face(w, f);
}

/* Converts counts to CSR indices. On entry next[m] is the number of entries of marker m. On return begin[m]
 * and next[m] are the index of its first entry, and begin[markers] is the total number of entries. */
static void compute_begins(int markers, int32_t *next, int32_t *begin) {
  begin[0] = 0;
  for (int m = 0; m < markers; m++) {
    begin[m + 1] = begin[m] + next[m];
    next[m] = begin[m];
  }
}

static tc_status fill_marker_flux(face_pass *w) {
  tc_marker_flux *flux = w->flux;
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->begin, (size_t)flux->markers + 1));
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->datum_begin, (size_t)flux->markers + 1));
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->next, flux->markers));
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->datum_next, flux->markers));
  visit_faces(w);
  compute_begins(flux->markers, w->next, flux->begin);
  compute_begins(flux->markers, w->datum_next, flux->datum_begin);
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->cell, flux->begin[flux->markers]));
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->factor, flux->begin[flux->markers]));
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->face, flux->datum_begin[flux->markers]));
  TC_TRY(TC_POOL_ARRAY(&flux->memory, flux->datum_factor, flux->datum_begin[flux->markers]));
  w->writes = true;
  visit_faces(w);
  return TC_OK;
}

tc_status tc_marker_flux_create(const tc_boundary_data *data, const tc_face_inflow *inward, int markers,
                                int32_t owned, tc_marker_flux **out) {
  face_pass w = {.data = data, .inward = inward, .owned = owned};
  TC_TRY(TC_ALLOC_ZERO(w.flux, 1));
  w.flux->markers = markers;
  const tc_status status = fill_marker_flux(&w);
  tc_pool_free(&w.memory);
  TC_RETURN_CREATED(status, w.flux, tc_marker_flux_destroy(&w.flux), out);
}

void tc_marker_flux_destroy(tc_marker_flux **flux) { TC_POOL_DESTROY_OWNER(flux); }
