/* Hessenberg matrix of Arnoldi's method and its dominant eigenvalue. Called by solve/stability/growth.c after
 * each expansion of the basis. Entries must be finite. */
#ifndef TC_SOLVE_STABILITY_HESSENBERG_H
#define TC_SOLVE_STABILITY_HESSENBERG_H

enum { TC_HESSENBERG_MAX = 16 };

typedef struct tc_hessenberg {
  int size;
  double entry[TC_HESSENBERG_MAX + 1]
              [TC_HESSENBERG_MAX]; /* Entry [i][j] is the component along basis vector i of the operator
                                      applied to basis vector j. Row `size` contains the components outside
                                      the space of the first `size` basis vectors. */
} tc_hessenberg;

/* Pure. *log_radius receives the logarithm of the spectral radius of the first `size` rows, -infinity if
 * their powers vanish. part[size] receives a unit vector in the space spanned by the eigenvectors whose
 * eigenvalues have that absolute value. For a complex pair it is a vector in their plane. Computed by
 * repeated squaring of the matrix (Gelfand's formula). */
void tc_hessenberg_dominant(const tc_hessenberg *h, double *log_radius, double *part);

#endif
