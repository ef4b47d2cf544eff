/* Settings of the whole process that a program may request. The library does not use this file, because a
 * process may belong to another program. */
#ifndef TC_BASE_CORE_PROCESS_H
#define TC_BASE_CORE_PROCESS_H

enum {
  /* Ignores SIGXFSZ, so that a limit of the file size (ulimit -f) becomes an error of the writing function,
   * like a full disk. This includes the files that MPI uses as shared memory. */
  TC_PROCESS_FILE_SIZE = 2,
  /* Maps each array of at least 4 MiB separately. Otherwise the C library would allocate large arrays from
   * its heap as soon as the first large array has been freed. In the heap, aligned arrays do not fit into the
   * gaps that freed arrays leave. The process would then occupy up to a quarter more memory than it uses. A
   * separate mapping is returned to the system when it is freed. The heap retains up to 16 MiB at its end, so
   * that the system does not have to clear the pages of each smaller array again. */
  TC_PROCESS_LARGE_ARRAYS = 8
};

/* Not collective. Makes the changes whose flags are set. */
void tc_process_prepare(unsigned flags);

#endif
