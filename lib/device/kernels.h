/* Kernels of devices, one source for OpenCL C and CUDA. No C file includes it: backend_opencl.c embeds its
 * text, and kernels.cu includes it. A work item (OpenCL) or thread (CUDA) computes one row, and a group or
 * block computes a tile of consecutive rows, as in Figures 2 and 3 of Langguth et al. 2015. The last tile may
 * have fewer rows.
 *
 * Terms are added in the order of sparse/row_sum.h, and nothing is contracted into fused multiply-adds
 * (pragma below, --fmad=false), so the results have the same bits as those of the host. */
#ifdef __CUDACC__
#define TC_KERNEL __global__ void
#define TC_GLOBAL
#define TC_SHARED
#define TC_SHARED_ARGUMENT
#define TC_SHARED_ARRAY extern __shared__ double shared_value[];
#define TC_BARRIER      __syncthreads()
#define TC_LOAD(place)  __ldg(place)
#define TC_TILE         ((size_t)blockDim.x)
#define TC_GROUP        ((size_t)blockIdx.x)
#define TC_ITEM         ((size_t)threadIdx.x)
#define restrict __restrict__
#else
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
#define TC_KERNEL          kernel void
#define TC_GLOBAL          global
#define TC_SHARED          local
#define TC_SHARED_ARGUMENT , local double *shared_value
#define TC_SHARED_ARRAY
#define TC_BARRIER     barrier(CLK_LOCAL_MEM_FENCE)
#define TC_LOAD(place) (*(place))
#define TC_TILE        get_local_size(0)
#define TC_GROUP       get_group_id(0)
#define TC_ITEM        get_local_id(0)
#endif

/* Arguments of a kernel that computes y = A x. rows: number of rows. any_width: width of the rows, which only
 * kernels without a fixed width read. leading_factor: only the difference form reads it. diagonal: [rows],
 * which only the matrix form reads. value, column: [rows][width] off-diagonal entries and their columns. */
#define TC_PRODUCT                                                                                           \
  int rows, int any_width, double leading_factor, TC_GLOBAL const double *restrict diagonal,                 \
      TC_GLOBAL const double *restrict value, TC_GLOBAL const int *restrict column,                          \
      TC_GLOBAL const double *restrict x, TC_GLOBAL double *restrict y

/* Macros for the terms in which the two row forms differ (sparse/ell.h). Matrix: y_i = a_ii x_i + sum of a_ij
 * x_j. Difference: y_i = leading_factor x_i + sum of a_ij (x_j - x_i). */
#define TC_MATRIX_TERM(x_j)     (x_j)
#define TC_MATRIX_LEAD          TC_LOAD(diagonal + i)
#define TC_DIFFERENCE_TERM(x_j) ((x_j)-own)
#define TC_DIFFERENCE_LEAD      leading_factor

#define TC_ROW(FORM, width, VALUE, COLUMN)                                                                   \
  const double own = TC_LOAD(x + i);                                                                         \
  double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;                                                             \
  for (int k = 0; k < width; k += 4) {                                                                       \
    s0 += VALUE(k) * TC_##FORM##_TERM(TC_LOAD(x + COLUMN(k)));                                               \
    s1 += VALUE(k + 1) * TC_##FORM##_TERM(TC_LOAD(x + COLUMN(k + 1)));                                       \
    s2 += VALUE(k + 2) * TC_##FORM##_TERM(TC_LOAD(x + COLUMN(k + 2)));                                       \
    s3 += VALUE(k + 3) * TC_##FORM##_TERM(TC_LOAD(x + COLUMN(k + 3)));                                       \
  }                                                                                                          \
  const double sum = (s0 + s2) + (s1 + s3);                                                                  \
  y[i] = TC_##FORM##_LEAD * own + sum

/* Kernel of Figure 3 of Langguth et al. 2015: every read passes through the read-only cache. */
#define TC_DIRECT(name, FORM, WIDTH)                                                                         \
  TC_KERNEL name(TC_PRODUCT) {                                                                               \
    const int width = WIDTH;                                                                                 \
    const size_t i = TC_GROUP * TC_TILE + TC_ITEM, begin = i * (size_t)width;                                \
    if (i >= (size_t)rows) return;                                                                           \
    TC_ROW(FORM, width, TC_GLOBAL_VALUE, TC_GLOBAL_COLUMN);                                                  \
  }
#define TC_GLOBAL_VALUE(k)  TC_LOAD(value + begin + (k))
#define TC_GLOBAL_COLUMN(k) TC_LOAD(column + begin + (k))

/* Kernel of Figure 2 of Langguth et al. 2015: the items of a tile first copy the tile's values and columns
 * into shared memory. Adjacent items read adjacent entries, so no sector is fetched twice. In shared memory
 * each row ends with an unused entry. Without it, items that read the same entry of different rows would use
 * few memory banks and wait for each other. */
#define TC_STAGED(name, FORM, WIDTH)                                                                         \
  TC_KERNEL name(TC_PRODUCT TC_SHARED_ARGUMENT) {                                                            \
    TC_SHARED_ARRAY                                                                                          \
    const int width = WIDTH;                                                                                 \
    TC_SHARED int *shared_column = (TC_SHARED int *)(shared_value + TC_TILE * (size_t)(width + 1));          \
    const size_t i = TC_GROUP * TC_TILE + TC_ITEM, begin = TC_GROUP * TC_TILE * (size_t)width,               \
                 end = (size_t)rows * (size_t)width, at = TC_ITEM * (size_t)(width + 1);                     \
    for (int k = 0; k < width; k++) {                                                                        \
      const size_t e = TC_ITEM + (size_t)k * TC_TILE, to = e + e / (size_t)width;                            \
      if (begin + e < end) {                                                                                 \
        shared_value[to] = value[begin + e];                                                                 \
        shared_column[to] = column[begin + e];                                                               \
      }                                                                                                      \
    }                                                                                                        \
    TC_BARRIER;                                                                                              \
    if (i < (size_t)rows) {                                                                                  \
      TC_ROW(FORM, width, TC_SHARED_VALUE, TC_SHARED_COLUMN);                                                \
    }                                                                                                        \
  }
#define TC_SHARED_VALUE(k)  shared_value[at + (size_t)(k)]
#define TC_SHARED_COLUMN(k) shared_column[at + (size_t)(k)]

/* Definitions of the product kernels. The finite-volume schemes have rows of width 4 and 16, and the
 * compilers unroll the loop over a row if its width is constant. The other kernels support any width. */
TC_STAGED(shared_matrix_4, MATRIX, 4)
TC_STAGED(shared_matrix_16, MATRIX, 16)
TC_STAGED(shared_matrix, MATRIX, any_width)
TC_STAGED(shared_difference_4, DIFFERENCE, 4)
TC_STAGED(shared_difference_16, DIFFERENCE, 16)
TC_STAGED(shared_difference, DIFFERENCE, any_width)
TC_DIRECT(direct_matrix_4, MATRIX, 4)
TC_DIRECT(direct_matrix_16, MATRIX, 16)
TC_DIRECT(direct_matrix, MATRIX, any_width)
TC_DIRECT(direct_difference_4, DIFFERENCE, 4)
TC_DIRECT(direct_difference_16, DIFFERENCE, 16)
TC_DIRECT(direct_difference, DIFFERENCE, any_width)

/* Sets out[k] = x[index[k]] for k = 0 .. count-1. */
TC_KERNEL gather(int count, TC_GLOBAL const int *restrict index, TC_GLOBAL const double *restrict x,
                 TC_GLOBAL double *restrict out) {
  const size_t k = TC_GROUP * TC_TILE + TC_ITEM;
  if (k < (size_t)count) out[k] = TC_LOAD(x + index[k]);
}

/* Sets sum[i] to the sum of x[i], x[i + count], x[i + 2 count] and x[i + 3 count]. Almost all of the time is
 * spent on reading x in order. */
TC_KERNEL add_quarters(int count, TC_GLOBAL const double *restrict x, TC_GLOBAL double *restrict sum) {
  const size_t i = TC_GROUP * TC_TILE + TC_ITEM, n = (size_t)count;
  if (i < n)
    sum[i] = (TC_LOAD(x + i) + TC_LOAD(x + i + n)) + (TC_LOAD(x + i + 2 * n) + TC_LOAD(x + i + 3 * n));
}
