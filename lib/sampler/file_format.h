/* Format of the sampler's output: one file per process, DIR/<host>.<rank>.<pid>.<n>.tcb, in blocks of
 * TS_SAMPLER_BLOCK bytes, little endian. Block 0 is the header. Each other block is filled by one thread, or
 * by all threads under a lock, and contains consecutive records. The records of a block end at a record of
 * size 0 or where no further record fits into the block. The size of a record is written last, so the file of
 * a killed process is readable. The sampler writes the file, and lib/blame reads it. This header includes no
 * other header of the project, because the sampler is preloaded into other programs. */
#ifndef TC_SAMPLER_FILE_FORMAT_H
#define TC_SAMPLER_FILE_FORMAT_H

#include <stdint.h>

#define TS_SAMPLER_MAGIC "TCBLAME3"
enum {
  TS_SAMPLER_BLOCK = 65536,
  /* number of general registers of x86-64 in encoding order: rax rcx rdx rbx rsp rbp rsi rdi r8.. */
  TS_SAMPLER_REGISTERS = 16,
  TS_SAMPLER_DEPTH = 64, /* maximum number of return addresses of a sample */
  TS_SAMPLER_STACK = 12, /* maximum number of return addresses of an allocation */
  TS_SAMPLER_CLOCK = 16, /* characters of a clock's name, including the final zero */
  TS_SAMPLER_HOST = 64,
  TS_SAMPLER_PATH = 1024,
  TS_SAMPLER_COMMAND = 4096,
  TS_SAMPLER_BUILD_ID = 20
};

/* Header of the file (block 0). Strings end with a zero byte. The sampler updates the members from `samples`
 * to `wall_ns` while the process runs. */
typedef struct ts_file_header {
  char magic[8];
  uint32_t header_bytes, block_bytes;
  uint64_t period_ns; /* sampling period in ns */
  uint64_t start_ns;  /* CLOCK_REALTIME in ns when the process was attached */
  /* CLOCK_REALTIME in ns at exit, _exit or exec; 0 if the process was killed or still runs */
  uint64_t end_ns;
  uint64_t samples; /* sum of the weights (numbers of periods) of all samples in the file */
  /* sum of the weights of the samples that were not written, plus the number of other records that were not
   * written */
  uint64_t lost;
  /* number of periods without a sample because the system did not allow sampling of kernel code; not part of
   * `lost` */
  uint64_t unsampled;
  uint64_t handler_ns; /* time in ns that all threads together spent in the signal handler */
  /* CPU time of the process in ns since start_ns, updated at each sample and at the end */
  uint64_t cpu_ns;
  uint64_t wall_ns;      /* wall time in ns since start_ns, updated at each sample and at the end */
  uint64_t object_bytes; /* smallest size in bytes of the allocations that are recorded */
  /* `rank`: MPI rank, -1 if no launcher sets one; `pid`: process id; `parent`: process id of the parent */
  int32_t rank, pid, parent;
  /* completeness of the allocation records. 0: every allocation has a record with its call stack. 1: after
   * the first `allocations_with_stack` allocations (allocation_log.c), records contain only the caller, and
   * repeated allocations at the same address have no record. 2: the last allocations have no record */
  int32_t truncated_objects;
  int32_t kernel; /* 1 if samples include kernel code, 0 if the system does not allow this */
  int32_t reserved;
  /* `clock`: name of the clock that is used; `clock_note`: reason why the requested clock is not used, "" if
   * it is used */
  char clock[TS_SAMPLER_CLOCK], clock_note[256];
  /* `program`: path of the executable; `folder`: working directory */
  char host[TS_SAMPLER_HOST], program[TS_SAMPLER_PATH], folder[TS_SAMPLER_PATH];
  char command[TS_SAMPLER_COMMAND]; /* command line: words that each end with a zero byte; an empty word ends
                                       the list */
} ts_file_header;

typedef enum ts_file_kind {
  TS_SAMPLER_SAMPLE = 1,
  TS_SAMPLER_REGION,   /* call stack at the entry of a parallel region */
  TS_SAMPLER_ALLOCATE, /* allocation by the allocator or by mmap */
  TS_SAMPLER_FREE,
  TS_SAMPLER_MODULE, /* a mapped program or library */
  TS_SAMPLER_THREAD,
  TS_SAMPLER_NOTE /* text with a warning about this process, for example that the program has its own SIGURG
                     handler */
} ts_file_kind;

typedef enum ts_file_state {
  TS_SAMPLER_RUNNING,
  /* the thread waits for other threads in OpenMP, as reported by OMPT or derived for libgomp */
  TS_SAMPLER_OPENMP_WAIT
} ts_file_state;

/* First member of every record. `size` is the size of the whole record in bytes, this member included, and a
 * multiple of 8. `kind` is a ts_file_kind. */
typedef struct ts_file_record {
  uint32_t size, kind;
  uint32_t thread, reserved; /* `thread` is 0 for the main thread; other threads are numbered in the order in
                                which they start */
  uint64_t time_ns;          /* time in ns since start_ns of the header */
} ts_file_record;

typedef struct ts_file_sample {
  ts_file_record record;
  uint64_t ip;
  uint64_t registers[TS_SAMPLER_REGISTERS];
  uint32_t state;
  uint32_t weight; /* number of sampling periods that this sample represents, at least 1 */
  /* tag (number) of the OpenMP parallel region in which the thread works as a helper. 0 outside parallel
   * regions, and for the thread that started the region, because its own stack is complete */
  uint64_t region_tag;
  uint32_t depth;
  /* Number of entries at the start of `stack` that belong to calls within the parallel region. The remaining
   * entries are frames of the OpenMP runtime. Readers of the file replace them by the stack in the record of
   * the region. Equals `depth` if `region_tag` is 0. */
  uint32_t region_depth;
  uint64_t stack[]; /* [depth] return addresses without `ip`, innermost first */
} ts_file_sample;

/* Call stack at the entry of an OpenMP parallel region. It begins with the return address in the code that
 * enters the region. If the thread is a helper in another region (`outer_tag`), the frames of the OpenMP
 * runtime are omitted. A thread that enters the region repeatedly with the same call stack normally uses the
 * same tag and writes only one record. */
typedef struct ts_file_region {
  ts_file_record record;
  /* `tag`: tag of the region; `outer_tag`: tag of the enclosing region, 0 if there is none */
  uint64_t tag, outer_tag;
  uint32_t depth, reserved;
  uint64_t stack[];
} ts_file_region;

typedef struct ts_file_allocation {
  ts_file_record record;
  uint64_t address, bytes;
  /* `depth`: length of `stack`; `mapped`: 1 if mmap made the allocation, 0 if the allocator did */
  uint32_t depth, mapped;
  uint64_t stack[]; /* [depth] return addresses of the allocator's callers, innermost first */
} ts_file_allocation;

typedef struct ts_file_free {
  ts_file_record record;
  /* `bytes` is the size that munmap removes; 0 if the whole allocation at `address` is freed */
  uint64_t address, bytes;
} ts_file_free;

/* A program or library that is mapped into the process. If an address is in the ranges of several records,
 * the last record is valid, because earlier modules may have been unmapped. */
typedef struct ts_file_module {
  ts_file_record record;
  uint64_t bias;      /* number that the dynamic linker adds to the addresses in the file (dlpi_addr) */
  uint64_t low, high; /* addresses at which the module is mapped, its data included: [low, high) */
  uint8_t build_id[TS_SAMPLER_BUILD_ID];
  uint32_t build_id_bytes; /* 0 if the module has no build-id */
  char path[TS_SAMPLER_PATH];
} ts_file_module;

/* Names the thread whose records follow in the block. This is the first record in each block of a thread.
 * After a thread ends, another thread may continue in its block and then writes a further record of this
 * kind. */
typedef struct ts_file_thread {
  ts_file_record record;
  int64_t tid;
} ts_file_thread;

typedef struct ts_file_note {
  ts_file_record record;
  char text[];
} ts_file_note;

#endif
