/* Hessenberg matrix of Arnoldi's method and its dominant eigenvalue. Called by solve/stability/growth.c after
 * each expansion of the basis. Entries must be finite. Pure. */
#ifndef TC_SOLVE_STABILITY_HESSENBERG_H
#define TC_SOLVE_STABILITY_HESSENBERG_H

enum { TC_HESSENBERG_MAX = 16 };

typedef struct tc_hessenberg {
  int size;
  double entry[TC_HESSENBERG_MAX + 1][TC_HESSENBERG_MAX]; /* Row `size` holds the components outside the space
                                                             of the first `size` vectors. */
} tc_hessenberg;

/* Pure. *log_radius receives the logarithm of the spectral radius of the square part, -infinity if all powers
 * vanish. part[size] receives a unit vector in the space of the eigenvalues of that magnitude (for a complex
 * pair a vector of their plane). Computed by repeated squaring of the matrix (Gelfand's formula). */
void tc_hessenberg_dominant(const tc_hessenberg *h, double *log_radius, double *part);

#endif
