/* What it takes to make a solver ready. */
#ifndef TC_BASE_LEDGER_SETUP_STAGES_H
#define TC_BASE_LEDGER_SETUP_STAGES_H

/* The list fixes their order. */
#define TC_SET_UP_STAGES(X)                                                                                  \
  X(transpose) /* the adjoint of the matrix, by which one sees whether that is symmetric */                  \
  X(colours)   /* by which sweeps take rows */                                                               \
  X(factors)   /* what sweeps solve: triangles of the matrix, or of its incomplete factors */

enum {
#define TC_SET_UP_STAGE(name) TC_SET_UP_##name,
  TC_SET_UP_STAGES(TC_SET_UP_STAGE)
#undef TC_SET_UP_STAGE
      TC_SET_UP_COUNT
};

/* Seconds, by name and by number. 0: it is not made; NaN: nobody knows. */
typedef union tc_set_up {
  struct {
#define TC_SET_UP_STAGE(name) double name;
    TC_SET_UP_STAGES(TC_SET_UP_STAGE)
#undef TC_SET_UP_STAGE
  };
  double of[TC_SET_UP_COUNT];
} tc_set_up;

const char *tc_set_up_name(int stage);

#endif
