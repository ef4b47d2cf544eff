/* Builds the factors of the inflow through each marker in CSR form: a first pass over the faces counts the
 * entries, a second pass writes them. tc_system_end_assembly calls it with the inflow through each face. Each
 * rank adds the factors of the cells that it owns, also if they belong to faces of ring-1 cells. The factors
 * of boundary data are added only on the rank that owns the face's cell. */
#include "fv/scheme/marker_flux.h"

#include "base/core/memory.h"

/* State of a pass over the boundary faces that have a datum. The first pass counts the entries of each
 * marker, the second pass writes them. */
typedef struct walk {
  const tc_boundary_data *inflow;
  const tc_face_inflow *inward;
  int32_t owned;
  tc_marker_flux *to;
  /* [markers] In the first pass, number of entries found so far; in the second pass, index of the next entry
   * to be written. */
  int32_t *next, *datum_next;
  tc_pool memory; /* owns `next` and `datum_next` */
  bool writes;
} walk;

static void add_cell_factor(const walk *w, int marker, int32_t cell, double factor) {
  const int32_t at = w->next[marker];
  if (cell >= w->owned) return;
  w->next[marker]++;
  if (!w->writes) return;
  w->to->cell[at] = cell;
  w->to->factor[at] = factor;
}

static void add_datum_factor(const walk *w, int marker, int32_t face, double factor) {
  const int32_t at = w->datum_next[marker]++;
  if (!w->writes) return;
  w->to->face[at] = face;
  w->to->datum_factor[at] = factor;
}

static void visit_face(const walk *w, int32_t f) {
  const tc_face_inflow *in = &w->inward[f];
  const int marker = w->inflow->boundary[f];
  double own = 0.0;
  for (int l = 0; l < 4; l++) {
    const bool given = in->side[l] == TC_FACE_SIDE_DATUM || in->side[l] == TC_FACE_SIDE_FLUX;
    if (in->side[l] == TC_FACE_SIDE_CELL) add_cell_factor(w, marker, in->other[l], in->factor[l]);
    if (given && w->inflow->own[f]) add_datum_factor(w, marker, in->other[l], in->factor[l]);
    if (in->side[l] == TC_FACE_SIDE_CELL || in->side[l] == TC_FACE_SIDE_DATUM) own -= in->factor[l];
  }
  add_cell_factor(w, marker, w->inflow->cell[f], own);
}

static void visit_all(const walk *w) {
  for (int32_t f = 0; f < w->inflow->faces; f++) visit_face(w, f);
}

/* Converts numbers of entries into offsets. On entry `next` contains the number of entries of each marker. On
 * return `from` and `next` contain the index of the first entry of each marker, and from[markers] the total
 * number of entries. */
static void begin_at(int markers, int32_t *next, int32_t *from) {
  from[0] = 0;
  for (int m = 0; m < markers; m++) {
    from[m + 1] = from[m] + next[m];
    next[m] = from[m];
  }
}

static tc_status fill_marker_flux(walk *w) {
  tc_marker_flux *to = w->to;
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->begin, (size_t)to->markers + 1));
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->datum_from, (size_t)to->markers + 1));
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->next, to->markers));
  TC_TRY(TC_POOL_ARRAY_ZERO(&w->memory, w->datum_next, to->markers));
  visit_all(w);
  begin_at(to->markers, w->next, to->begin);
  begin_at(to->markers, w->datum_next, to->datum_from);
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->cell, to->begin[to->markers]));
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->factor, to->begin[to->markers]));
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->face, to->datum_from[to->markers]));
  TC_TRY(TC_POOL_ARRAY(&to->memory, to->datum_factor, to->datum_from[to->markers]));
  w->writes = true;
  visit_all(w);
  return TC_OK;
}

tc_status tc_marker_flux_create(const tc_boundary_data *inflow, const tc_face_inflow *inward, int markers,
                                int32_t owned, tc_marker_flux **out) {
  walk w = {.inflow = inflow, .inward = inward, .owned = owned};
  TC_TRY(TC_ALLOC_ZERO(w.to, 1));
  w.to->markers = markers;
  const tc_status status = fill_marker_flux(&w);
  tc_pool_free(&w.memory);
  TC_RETURN_CREATED(status, w.to, tc_marker_flux_destroy(&w.to), out);
}

void tc_marker_flux_destroy(tc_marker_flux **through) { TC_POOL_DESTROY_OWNER(through); }
