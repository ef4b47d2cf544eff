/* Generalised minimal residuals with restarts, preconditioned from the right. Classical Gram-Schmidt
 * orthogonalisation needs one reduction per iteration, and one more if a vector must be orthogonalised a
 * second time. A cycle consists of the iterations between two restarts. Each cycle solves a least squares
 * problem by Givens rotations and updates x at its end. With a preconditioner that is linear only in single
 * precision, the method stores the preconditioned vectors z_j = P^-1 v_j and adds their weighted sum to x, as
 * in flexible gmres (Saad 1993). P^-1 applied to the weighted sum of the v_j would give a different result.
 * Source: Saad and Schultz 1986; Barrett et al., Templates, 1994, figure 2.6. */
#include <math.h>
#include <stdlib.h>

#include "linear/solver/solver.h"

enum { PRODUCT_INPUT, OPERANDS };

/* A vector is orthogonalised a second time in two cases: if less than a tenth of the norm remains after the
 * first time (Rutishauser 1967), or if the loss of orthogonality of the basis may exceed
 * max_orthogonality_loss. The loss is the largest dot product of two basis vectors. Each new vector
 * multiplies its bound `loss_bound` by the ratio of the vector's norms before and after its
 * orthogonalisation. A second orthogonalisation sets the bound to the measured loss. If the limit were one
 * half instead of a tenth, nearly every vector of a large step would be orthogonalised twice. */
static const double min_remaining_square = 0.1 * 0.1, machine_epsilon = 0x1p-52,
                    max_orthogonality_loss = 0x1p-26;

/* State of a cycle with its least squares problem. All arrays are stored directly after the struct
 * (assign_state_arrays). */
typedef struct state {
  int64_t columns;   /* number of columns of the least squares problem so far, that is, of iterations in this
                        cycle */
  double loss_bound; /* upper bound of the largest dot product of two different vectors of the basis */
  /* [restart][restart + 1] Hessenberg matrix by columns, which the Givens rotations transform into an upper
   * triangle */
  double *h;
  double *cosine, *sine; /* [restart] cosine and sine of each Givens rotation */
  double *g;   /* [restart + 1] right-hand side of the least squares problem after the rotations; entry
                  `columns` is the norm of the residual up to its sign */
  double *y;   /* [restart] solution of the least squares problem */
  double *dot; /* [2 (restart + 1)] results of the dot products, at the indices that dot_index_of returns */
  tc_vector_op *op; /* scratch: list of vector operations */
} state;

/* Returns the index in dot[] of <v_j, w>, where v_j is basis vector j and w the new vector, or of <w, w> if j
 * = restart. `pass` is 0 for the first orthogonalisation of w and 1 for the second. */
static int dot_index_of(int restart, int pass, int j) { return pass * (restart + 1) + j; }

static size_t count_state_numbers(size_t restart) {
  return restart * (restart + 1) + 4 * restart + 1 + 2 * (restart + 1);
}

static void compute_gmres_storage(const tc_method_options *options, tc_method_storage *out) {
  const int m = options->restart;
  *out = (tc_method_storage){(m + 1) * (1 + options->is_flexible), OPERANDS, dot_index_of(m, 2, 0),
                             sizeof(state) + count_state_numbers((size_t)m) * sizeof(double) +
                                 (size_t)(2 * m + 5) * sizeof(tc_vector_op)};
}

static void assign_state_arrays(tc_solver *s) {
  state *c = s->state;
  const size_t m = (size_t)s->options.method_options.restart;
  c->h = (double *)(c + 1);
  c->cosine = c->h + m * (m + 1);
  c->sine = c->cosine + m;
  c->g = c->sine + m;
  c->y = c->g + m + 1;
  c->dot = c->y + m;
  c->op = (tc_vector_op *)(c->dot + 2 * (m + 1));
}

static tc_work compute_start_work(bool is_flexible, bool preconditioned, bool diagonal) {
  return (tc_work){.streams = 3 + diagonal - (preconditioned && !diagonal) + 2 * is_flexible,
                   .row_flops = 1,
                   .preconditionings = preconditioned};
}

/* Returns the work of iteration k of a cycle, 1 <= k <= restart, if one orthogonalisation suffices. */
static tc_work compute_column_work(bool is_flexible, bool preconditioned, bool diagonal, int64_t k) {
  return (tc_work){.products = 1,
                   .streams = 2 * k + 5 + diagonal - (preconditioned && !diagonal) + 2 * is_flexible,
                   .dots = k + 1,
                   .reductions = 1,
                   .row_flops = 4 * k + 3,
                   .preconditionings = preconditioned};
}

static tc_work compute_reorthogonalisation_work(int64_t k) {
  return (tc_work){.streams = k + 3, .dots = k + 1, .reductions = 1, .row_flops = 4 * k + 2};
}

static tc_work compute_update_work(bool is_flexible, bool preconditioned, bool diagonal, int64_t k) {
  if (is_flexible) return (tc_work){.streams = k + 2, .row_flops = 2 * k};
  return (tc_work){.streams = k + 4 + diagonal, .row_flops = 2 * k + 1, .preconditionings = preconditioned};
}

static void compute_gmres_work(const tc_method_options *options, bool preconditioned, bool diagonal,
                               int64_t iteration, tc_work *out) {
  const int m = options->restart;
  const bool is_flexible = options->is_flexible;
  const int64_t k = (llabs(iteration) - 1) % m + 1;
  tc_work start = compute_start_work(is_flexible, preconditioned, diagonal),
          update = compute_update_work(is_flexible, preconditioned, diagonal, m);
  if (iteration <= 0) {
    *out = iteration == 0 ? start : compute_update_work(is_flexible, preconditioned, diagonal, k);
    return;
  }
  *out = compute_column_work(is_flexible, preconditioned, diagonal, k);
  if (k > 1 || iteration == 1) return;
  /* An iteration after a restart also does the work of the update at the end of the previous cycle and of the
   * restart itself. */
  tc_work_add(out, 1, &start);
  tc_work_add(out, 1, &update);
  tc_work_add(out, 1, &tc_solver_residual_work);
}

static bool is_flexible(const tc_solver *s) { return s->options.method_options.is_flexible; }

/* Returns basis vector j. If preconditioned vectors are stored, the array after it contains its
 * preconditioned vector. */
static double *basis_vector(const tc_solver *s, int j) {
  return tc_solver_array(s, j * (1 + is_flexible(s)));
}

static double *preconditioned_vector(const tc_solver *s, int j) { return tc_solver_array(s, 2 * j + 1); }

/* Returns the vector operation that writes P^-1 v to the operand of the next product. */
static tc_vector_op preconditioning_op(const tc_solver *s, const double *v) {
  double *out = tc_solver_operand(s, PRODUCT_INPUT);
  return s->options.preconditioner->create ? TC_VECTOR_PRECONDITION(v, out) : TC_VECTOR_COPY(v, out);
}

/* Appends to the list c->op, which has `count` operations, the preconditioning of basis vector j, and the
 * copy of the result if it must be stored. Returns the new length of the list. */
static int append_preconditioning(const tc_solver *s, int j, int count) {
  const state *c = s->state;
  c->op[count++] = preconditioning_op(s, basis_vector(s, j));
  if (is_flexible(s))
    c->op[count++] = TC_VECTOR_COPY(tc_solver_operand(s, PRODUCT_INPUT), preconditioned_vector(s, j));
  return count;
}

static tc_status start_gmres(tc_solver *s) {
  assign_state_arrays(s);
  state *c = s->state;
  c->columns = 0;
  c->loss_bound = machine_epsilon;
  c->g[0] = sqrt(s->rr);
  c->op[0] = TC_VECTOR_SCALE(1.0 / c->g[0], s->r, basis_vector(s, 0));
  return tc_solver_vector_ops(s, append_preconditioning(s, 0, 1), c->op, NULL);
}

/* Appends to the list c->op, which has `count` operations, the operations that compute w = w - sum of h_j v_j
 * for j < k, where v_j is basis vector j. Returns the new length of the list. */
static int append_subtractions(const tc_solver *s, int k, const double *h, double *w, int count) {
  const state *c = s->state;
  for (int j = 0; j < k; j++) c->op[count++] = TC_VECTOR_AXPY(-h[j], basis_vector(s, j), w);
  return count;
}

static int append_projections(const tc_solver *s, int k, int pass, const double *w, int count) {
  const state *c = s->state;
  const int m = s->options.method_options.restart;
  for (int j = 0; j < k; j++) c->op[count++] = TC_VECTOR_DOT(dot_index_of(m, pass, j), basis_vector(s, j), w);
  c->op[count++] = TC_VECTOR_DOT(dot_index_of(m, pass, m), w, w);
  return count;
}

/* Returns the squared norm of the part of w that is orthogonal to the basis, from the dot products of the
 * first (`pass` = 0) or second (`pass` = 1) orthogonalisation. Returns 0 if less than a tenth of the norm of
 * w remains. */
static double remaining_square(const tc_solver *s, int k, int pass) {
  const state *c = s->state;
  const int m = s->options.method_options.restart;
  const double *h = c->dot + dot_index_of(m, pass, 0), total = c->dot[dot_index_of(m, pass, m)];
  double remaining = total;
  for (int j = 0; j < k; j++) remaining -= h[j] * h[j];
  return remaining < min_remaining_square * total ? 0.0 : remaining;
}

/* Subtracts from w the components h along the k basis vectors. Computes the components that rounding
 * has left in w and adds them to h. */
static tc_status reorthogonalise(tc_solver *s, int k, double *w, double *h) {
  state *c = s->state;
  const int m = s->options.method_options.restart;
  const double *projection = c->dot + dot_index_of(m, 1, 0), *total = c->dot + dot_index_of(m, 1, m);
  const tc_work extra_work = compute_reorthogonalisation_work(k);
  double square_sum = 0.0;
  tc_solver_add_forecast_work(s, &extra_work);
  TC_TRY(tc_solver_vector_ops(s, append_projections(s, k, 1, w, append_subtractions(s, k, h, w, 0)), c->op,
                              c->dot));
  for (int j = 0; j < k; j++) {
    h[j] += projection[j];
    square_sum += projection[j] * projection[j];
  }
  c->loss_bound = fmax(machine_epsilon,
                       /* the ratio is NaN if nothing remains of w, and fmax ignores a NaN */
                       sqrt(square_sum / *total));
  return TC_OK;
}

/* Orthonormalises w, the next basis vector, against the k previous basis vectors. The coefficients become
 * column h of the Hessenberg matrix. */
static tc_status orthogonalise_vector(tc_solver *s, int k, double *w, double *h) {
  state *c = s->state;
  const int m = s->options.method_options.restart;
  const double *projection = c->dot;
  TC_TRY(tc_solver_vector_ops(s, append_projections(s, k, 0, w, 0), c->op, c->dot));
  double remaining = remaining_square(s, k, 0);
  for (int j = 0; j < k; j++) h[j] = projection[j];
  c->loss_bound *= sqrt(projection[dot_index_of(m, 0, m)] / remaining);
  if (!(c->loss_bound <= max_orthogonality_loss)) {
    TC_TRY(reorthogonalise(s, k, w, h));
    projection = c->dot + dot_index_of(m, 1, 0);
    remaining = remaining_square(s, k, 1);
  }
  h[k] = sqrt(remaining);
  int count = append_subtractions(s, k, projection, w, 0);
  c->op[count++] = TC_VECTOR_SCALE(remaining > 0.0 ? 1.0 / h[k] : 0.0, w, w);
  return tc_solver_vector_ops(s, append_preconditioning(s, k, count), c->op, NULL);
}

static void rotate_pair(double cosine, double sine, double *a, double *b) {
  const double x = *a, y = *b;
  *a = cosine * x + sine * y;
  *b = cosine * y - sine * x;
}

/* Adds column k (counted from 0) of the Hessenberg matrix to the least squares problem. Returns false if the
 * matrix is then singular. */
static bool add_hessenberg_column(state *c, int k, double *h) {
  for (int j = 0; j < k; j++) rotate_pair(c->cosine[j], c->sine[j], &h[j], &h[j + 1]);
  const double length = sqrt(h[k] * h[k] + h[k + 1] * h[k + 1]);
  if (length == 0.0) return false;
  c->cosine[k] = h[k] / length;
  c->sine[k] = h[k + 1] / length;
  rotate_pair(c->cosine[k], c->sine[k], &h[k], &h[k + 1]);
  c->g[k + 1] = 0.0;
  rotate_pair(c->cosine[k], c->sine[k], &c->g[k], &c->g[k + 1]);
  c->columns = k + 1;
  return true;
}

/* Computes y, the solution of the least squares problem with k columns. */
static void solve_least_squares(state *c, int m, int k) {
  for (int i = k - 1; i >= 0; i--) {
    c->y[i] = c->g[i];
    for (int j = i + 1; j < k; j++) c->y[i] -= c->h[j * (m + 1) + i] * c->y[j];
    c->y[i] /= c->h[i * (m + 1) + i];
  }
}

/* Appends to the empty list c->op the operations that add the sum of y_j P^-1 v_j for j < k to x. Returns the
 * length of the list. */
static int append_update(const tc_solver *s, int k) {
  const state *c = s->state;
  double *sum = basis_vector(s, k);
  int count = 0;
  for (int j = 0; j < k && is_flexible(s); j++)
    c->op[count++] = TC_VECTOR_AXPY(c->y[j], preconditioned_vector(s, j), s->x);
  if (is_flexible(s)) return count;
  for (int j = 0; j < k; j++)
    c->op[count++] = j == 0 ? TC_VECTOR_SCALE(c->y[j], basis_vector(s, j), sum)
                            : TC_VECTOR_AXPY(c->y[j], basis_vector(s, j), sum);
  c->op[count++] = preconditioning_op(s, sum);
  c->op[count++] = TC_VECTOR_AXPY(1.0, tc_solver_operand(s, PRODUCT_INPUT), s->x);
  return count;
}

/* Ends the cycle: adds the combination of the basis that minimises the residual to x. */
static tc_status update_solution(tc_solver *s) {
  state *c = s->state;
  const int k = (int)c->columns;
  if (k == 0) return TC_OK;
  solve_least_squares(c, s->options.method_options.restart, k);
  c->columns = 0;
  return tc_solver_vector_ops(s, append_update(s, k), c->op, NULL);
}

static tc_status restart_cycle(tc_solver *s) {
  TC_TRY(update_solution(s));
  TC_TRY(tc_solver_residual(s));
  return start_gmres(s);
}

static tc_status iterate_gmres(tc_solver *s) {
  state *c = s->state;
  const int m = s->options.method_options.restart;
  if (c->columns == m) TC_TRY(restart_cycle(s));
  if (s->rr == 0.0) return TC_OK; /* the residual computed by restart_cycle is 0 */
  const int k = (int)c->columns;
  double *h = c->h + k * (m + 1), *w = basis_vector(s, k + 1);
  TC_TRY(tc_solver_multiply(s, PRODUCT_INPUT, w));
  TC_TRY(orthogonalise_vector(s, k + 1, w, h));
  if (add_hessenberg_column(c, k, h))
    s->rr = c->g[k + 1] * c->g[k + 1];
  else
    s->reason = TC_REASON_breakdown_pivot;
  return TC_OK;
}

static tc_status visit_gmres(tc_solver *s, const tc_solver_visitor *v) {
  assign_state_arrays(s);
  state *c = s->state;
  TC_TRY(v->numbers(v->self, "columns", &c->columns, 1));
  TC_TRY(v->numbers(v->self, "lost", &c->loss_bound, 1));
  return v->numbers(v->self, "squares", c->h,
                    (int64_t)count_state_numbers((size_t)s->options.method_options.restart));
}

/* Returns the number of arrays in use: the basis and, if stored, the preconditioned vectors. */
static int count_arrays(const tc_solver *s) {
  return ((int)((const state *)s->state)->columns + 1) * (1 + is_flexible(s));
}

const tc_method tc_method_gmres = {
    .name = "gmres",
    .summary = "minimal residuals with restarts: one product an iteration, for any matrix; stores restart + "
               "1 vectors",
    .needs = TC_READS_RESTART | TC_HAS_SHORT_MEMORY | TC_HAS_UNIT_VECTORS,
    .compute_storage = compute_gmres_storage,
    .work = compute_gmres_work,
    .start = start_gmres,
    .iterate = iterate_gmres,
    .update = update_solution,
    .visit = visit_gmres,
    .arrays = count_arrays,
};
