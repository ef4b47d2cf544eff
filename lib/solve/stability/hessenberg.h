/* Hessenberg matrix of Arnoldi's method and its dominant eigenvalue. solve/stability/growth.c calls
 * tc_hessenberg_dominant after it has built a basis. All entries must be finite. */
#ifndef TC_SOLVE_STABILITY_HESSENBERG_H
#define TC_SOLVE_STABILITY_HESSENBERG_H

enum { TC_HESSENBERG_MAX = 16 };

typedef struct tc_hessenberg {
  int size;
  double entry[TC_HESSENBERG_MAX + 1]
              [TC_HESSENBERG_MAX]; /* entry[i][j] is the component along basis vector i of the operator
                                      applied to basis vector j. Row `size` contains the components outside
                                      the space of the first `size` basis vectors. */
} tc_hessenberg;

/* Pure. Computes the spectral radius of the square matrix of the first `size` rows by repeated squaring
 * (Gelfand's formula). *log_radius receives the logarithm of the radius; -infinity if powers of the matrix
 * vanish. part[size] receives a unit vector in the space spanned by the eigenvectors of the largest
 * |eigenvalue|. For a complex pair of eigenvalues this is a vector in the plane spanned by the two
 * eigenvectors. */
void tc_hessenberg_dominant(const tc_hessenberg *h, double *log_radius, double *part);

#endif
