#include "comm/memory/shared_memory.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "comm/world/mpi_world.h"

#define TC_PHASE "checking the space for shared memory"

static const double mpi_buffer_bytes =
    /* bytes of shared memory per rank that MPI may need for its message buffers; measured: 80 to 200 kB */
    256 << 10;
static const double space_factor = 1.05; /* Open MPI requires 5 % more free space than it uses. */

/* Returns the directory of the files in which Open MPI allocates the memory of windows. With MPICH the
 * directory cannot be configured. */
static const char *backing_directory(void) {
  const char *configured = getenv("OMPI_MCA_osc_sm_backing_directory"), *temporary = getenv("TMPDIR");
  if (configured) return configured;
  if (access("/dev/shm", W_OK) == 0) return "/dev/shm";
  return temporary ? temporary : "/tmp";
}

static uintptr_t query_page_bytes(void) { return (uintptr_t)sysconf(_SC_PAGESIZE); }

static tc_status space_error(int ranks, double needed, double available) {
  char node[256] = "?";
  gethostname(node, sizeof node - 1);
  return tc_status_create(TC_INTERNAL,
                          "%s on node %s is too small: the %d ranks there need %.4g MB of shared memory, and "
                          "%.4g MB are free: enlarge it (containers: --shm-size=1g)"
#ifdef OPEN_MPI
                          ", set a directory with more space (export OMPI_MCA_osc_sm_backing_directory=/tmp)"
#endif
                          ", or use one rank with more threads",
                          backing_directory(), node, ranks, 1e-6 * needed, 1e-6 * available);
}

/* Returns an error if the node has too little space for shared memory. `bytes` is the total size of the
 * segments of the `ranks` ranks of this node. */
static tc_status check_free_space(int ranks, double bytes) {
  struct statvfs info;
  /* If the directory does not exist, MPI itself reports the error. */
  if (statvfs(backing_directory(), &info) != 0) return TC_OK;
  const double available = (double)info.f_bavail * (double)info.f_frsize,
               needed = space_factor * (bytes + (double)query_page_bytes()) + ranks * mpi_buffer_bytes;
  return available < needed ? space_error(ranks, needed, available) : TC_OK;
}

tc_status tc_shared_memory_check(const tc_world *world, int64_t bytes) {
  const double page = (double)query_page_bytes();
  /* A segment begins and ends at page boundaries, so up to two pages are added. */
  double segment = ((double)bytes / page + 2.0) * page, total = segment;
  int rank, ranks;
  MPI_Comm_rank(tc_world_node_comm(world), &rank);
  MPI_Comm_size(tc_world_node_comm(world), &ranks);
  tc_status status =
      TC_MPI(world, MPI_Allreduce(&segment, &total, 1, MPI_DOUBLE, MPI_SUM, tc_world_node_comm(world)));
  if (!status && rank == 0 && ranks > 1)
    status = check_free_space(ranks, total); /* A single rank uses private memory, so the check is skipped. */
  return tc_world_agree(world, status);
}

/* Allocates the pages of a range. Returns false if the file system has no space for them. */
static bool populate_pages(const double *from, const double *to) {
#ifdef MADV_POPULATE_WRITE
  const uintptr_t page = query_page_bytes(), begin = (uintptr_t)from / page * page,
                  end = ((uintptr_t)to + page - 1) / page * page;
  return from == to || madvise((void *)begin, end - begin, MADV_POPULATE_WRITE) == 0 || errno != EFAULT;
#else
  (void)from, (void)to;
  return true;
#endif
}

tc_status tc_shared_memory_zero(double *segment, int arrays, int64_t count) {
  bool is_full = false;
#pragma omp parallel reduction(|| : is_full)
  {
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    for (int a = 0; a < arrays && !is_full; a++) {
      double *array = segment + a * count, *from = array + count * thread / threads,
             *to = array + count * (thread + 1) / threads;
      is_full = !populate_pages(from, to);
      for (double *p = from; !is_full && p < to; p++) *p = 0.0;
    }
  }
  return is_full
             ? tc_status_create(TC_INTERNAL,
                                "%s is full: another program has filled it since the start: free space and "
                                "rerun",
                                backing_directory())
             : TC_OK;
}
