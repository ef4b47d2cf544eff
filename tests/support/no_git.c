/* Criterion initialises libgit2 in every test process, which reads all certificates of the system and takes
 * longer than most tests. Criterion uses libgit2 only to show differences of texts, which these tests do not
 * need. */
int git_libgit2_init(void);
int git_libgit2_shutdown(void);

int git_libgit2_init(void) { return 1; }
int git_libgit2_shutdown(void) { return 0; }
