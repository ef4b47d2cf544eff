/* Quadratic form of a cell from geometry and physics alone, as an assembly computes it from its flows. */
#ifndef TC_TESTS_FV_ENERGY_FORM_H
#define TC_TESTS_FV_ENERGY_FORM_H

#include "fv/scheme/cell_energy.h"

static inline void energy_form(const tc_gradient_setup *setup, double stabilisation,
                               const tc_cell_gradient *fit, int32_t cell, double form[TC_SYM4_ENTRIES]) {
  tc_cell_flow flow[4];
  for (int f = 0; f < 4; f++) {
    tc_face face;
    if (tc_face_get(setup->geometry, cell, f, &face)) {
      flow[f].side = face.cell[0] == cell ? 0 : 1;
      tc_flux_compute(setup, &face, &flow[f].flux);
    } else {
      tc_cell_gradient_inflow(setup, cell, fit, f, flow[f].inward);
    }
  }
  tc_cell_energy_form(stabilisation, fit, flow, form);
}

#endif
