/* Stages of a solver's setup. The solver times them (linear/solver/solver.h) and a model forecasts them
 * (model/setup/setup_forecast.h); reports show both under the same names. A new stage is one line of
 * TC_SETUP_STAGES. */
#ifndef TC_BASE_LEDGER_SETUP_STAGES_H
#define TC_BASE_LEDGER_SETUP_STAGES_H

/* Applies the macro X to the name of each stage of a solver's setup, in the order of reports. */
#define TC_SETUP_STAGES(X)                                                                                   \
  X(transpose)       /* creation of the adjoint, used to check symmetry */                                   \
  X(colours)         /* colouring of the rows, which orders the sweeps */                                    \
  X(factors)         /* creation of triangular factors, from the matrix or an incomplete factorisation */    \
  X(aggregates)      /* grouping of the rows into aggregates,                                                \
                        for all multigrid levels */                                                          \
  X(coarse_matrices) /* matrices and transfer operators of all multigrid levels, and their storage */

enum {
#define TC_SETUP_STAGE(name) TC_SETUP_##name,
  TC_SETUP_STAGES(TC_SETUP_STAGE)
#undef TC_SETUP_STAGE
      TC_SETUP_COUNT
};

/* Seconds of each stage, accessible by name and by index. The value is 0 if a stage is not run, and NaN if
 * its time is unknown. */
typedef union tc_setup_times {
  struct {
#define TC_SETUP_STAGE(name) double name;
    TC_SETUP_STAGES(TC_SETUP_STAGE)
#undef TC_SETUP_STAGE
  };
  double by_index[TC_SETUP_COUNT];
} tc_setup_times;

const char *tc_setup_stage_name(int stage);

#endif
