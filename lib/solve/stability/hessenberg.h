/* The small matrix of Arnoldi's method. Pure. */
#ifndef TC_SOLVE_STABILITY_HESSENBERG_H
#define TC_SOLVE_STABILITY_HESSENBERG_H

enum { TC_HESSENBERG_MAX = 16 };

typedef struct tc_hessenberg {
  int size;
  double entry[TC_HESSENBERG_MAX + 1][TC_HESSENBERG_MAX]; /* row size: how the space is left */
} tc_hessenberg;

/* *log_radius: the logarithm of the spectral radius of the square part, -infinity when all powers vanish;
 * part[size]: of unit length, in the space of the eigenvalues of that magnitude (for a pair of complex ones
 * some vector of their plane). By squaring the matrix again and again (Gelfand's formula). Finite entries are
 * taken for granted. */
void tc_hessenberg_dominant(const tc_hessenberg *h, double *log_radius, double *part);

#endif
