/* Criterion prepares libgit2, which draws the differences of texts, in each process of a test: that reads all
 * certificates of the system, and takes longer than most tests. None here has such differences drawn. */
int git_libgit2_init(void);
int git_libgit2_shutdown(void);

int git_libgit2_init(void) { return 1; }
int git_libgit2_shutdown(void) { return 0; }
