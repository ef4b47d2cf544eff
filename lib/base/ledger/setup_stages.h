/* What it takes to make a solver ready. */
#ifndef TC_BASE_LEDGER_SETUP_STAGES_H
#define TC_BASE_LEDGER_SETUP_STAGES_H

/* The list fixes their order. */
#define TC_SETUP_STAGES(X)                                                                                   \
  X(transpose) /* the adjoint of the matrix, by which one sees whether that is symmetric */                  \
  X(colours)   /* by which sweeps take rows */                                                               \
  X(factors)   /* what sweeps solve: triangles of the matrix, or of its incomplete factors */

enum {
#define TC_SETUP_STAGE(name) TC_SETUP_##name,
  TC_SETUP_STAGES(TC_SETUP_STAGE)
#undef TC_SETUP_STAGE
      TC_SETUP_COUNT
};

/* Seconds, by name and by number. 0: it is not made; NaN: nobody knows. */
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
