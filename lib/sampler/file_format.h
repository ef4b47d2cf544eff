/* What the sampler writes: one file a process, DIR/<host>.<rank>.<pid>.<n>.tcb, of blocks of TS_SAMPLER_BLOCK
 * bytes, little endian. Block 0 is the header; each other block belongs to one thread (or to the process) and
 * holds records one after the other. A record whose size is 0, or that does not fit, ends its block. A record
 * is complete when its size is set, which is written last, so what a killed process leaves is readable.
 * Includes nothing of the house: what reads it and what is preloaded into other people's programs share it.
 */
#ifndef TC_SAMPLER_FILE_FORMAT_H
#define TC_SAMPLER_FILE_FORMAT_H

#include <stdint.h>

#define TS_SAMPLER_MAGIC "TCBLAME3"
enum {
  TS_SAMPLER_BLOCK = 65536,
  TS_SAMPLER_REGISTERS =
      16,                /* of x86-64, in the order of its encoding: rax rcx rdx rbx rsp rbp rsi rdi r8.. */
  TS_SAMPLER_DEPTH = 64, /* return addresses of a sample */
  TS_SAMPLER_STACK = 12, /* of an allocation */
  TS_SAMPLER_CLOCK = 16, /* characters of a clock's name, the final zero among them */
  TS_SAMPLER_HOST = 64,
  TS_SAMPLER_PATH = 1024,
  TS_SAMPLER_COMMAND = 4096,
  TS_SAMPLER_BUILD_ID = 20
};

/* Block 0. Texts end with a zero. Counters are kept up to date while the process runs. */
typedef struct ts_file_header {
  char magic[8];
  uint32_t header_bytes, block_bytes;
  uint64_t period_ns;  /* of the clock */
  uint64_t start_ns;   /* CLOCK_REALTIME when the process was attached */
  uint64_t end_ns;     /* the same at its end, by exit, _exit or exec; 0: it was killed, or still runs */
  uint64_t samples;    /* that were written, by weight */
  uint64_t lost;       /* samples (by weight) and other records that had no room */
  uint64_t unsampled;  /* periods without a sample because kernel is 0; not part of `lost` */
  uint64_t handler_ns; /* in the handler, all threads */
  uint64_t cpu_ns;  /* CPU time of the process since start_ns, as of the last update (each sample of the main
                       thread, end) */
  uint64_t wall_ns; /* since start_ns, likewise */
  uint64_t object_bytes;     /* allocations smaller than this are not recorded */
  int32_t rank, pid, parent; /* rank -1: no launcher said one */
  int32_t truncated_objects; /* 1: from some allocation on only callers were recorded, once for each place; 2:
                                at last none */
  int32_t kernel;            /* 1: samples within the system are included, 0: perf forbade that */
  int32_t reserved;
  char clock[TS_SAMPLER_CLOCK], clock_note[256]; /* why not the one asked for, "" otherwise */
  char host[TS_SAMPLER_HOST], program[TS_SAMPLER_PATH],
      folder[TS_SAMPLER_PATH];      /* the executable, its working directory */
  char command[TS_SAMPLER_COMMAND]; /* words, each with its final zero, an empty one at the end */
} ts_file_header;

typedef enum ts_file_kind {
  TS_SAMPLER_SAMPLE = 1,
  TS_SAMPLER_REGION,   /* a parallel region: what its tag stands for */
  TS_SAMPLER_ALLOCATE, /* also what mmap gave */
  TS_SAMPLER_FREE,
  TS_SAMPLER_MODULE, /* a program or library that was mapped */
  TS_SAMPLER_THREAD,
  TS_SAMPLER_NOTE /* text: a warning about this process, e.g. that it has its own SIGURG handler */
} ts_file_kind;

typedef enum ts_file_state {
  TS_SAMPLER_RUNNING,
  TS_SAMPLER_OPENMP_WAIT /* in a barrier of OpenMP, as OMPT says */
} ts_file_state;

/* Begins every record; size counts it, a multiple of 8. */
typedef struct ts_file_record {
  uint32_t size, kind;
  uint32_t thread, reserved; /* thread: 0 is the main one, then as they start */
  uint64_t time_ns;          /* since start_ns */
} ts_file_record;

typedef struct ts_file_sample {
  ts_file_record record;
  uint64_t ip;
  uint64_t registers[TS_SAMPLER_REGISTERS];
  uint32_t state;
  uint32_t weight; /* periods that this signal stands for, at least 1 */
  uint64_t spawn;  /* tag of the region that the thread works for as one of its helpers; 0: none, as in the
                      thread that entered the region, whose own stack says it all */
  uint32_t depth;
  uint32_t spawn_depth; /* [0, depth]: what stands before this in `stack` was called within the region, what
                           follows belongs to the runtime: the spawn's stack stands for it. No spawn: depth */
  uint64_t stack[];     /* [depth] return addresses, innermost first, without ip */
} ts_file_sample;

/* The stack at which a region was entered, from the return address in the code that enters it; without what
 * belongs to the runtime that started the thread (then `outer` is said); one record for each distinct one. */
typedef struct ts_file_region {
  ts_file_record record;
  uint64_t spawn, outer; /* tag; tag of the region around it, 0: none */
  uint32_t depth, reserved;
  uint64_t stack[];
} ts_file_region;

typedef struct ts_file_allocation {
  ts_file_record record;
  uint64_t address, bytes;
  uint32_t depth, mapped; /* mapped: 1: by mmap */
  uint64_t stack[];       /* [depth], innermost first, of who called the allocator */
} ts_file_allocation;

typedef struct ts_file_free {
  ts_file_record record;
  uint64_t address, bytes; /* bytes: of munmap; 0: all of the object at the address */
} ts_file_free;

/* An address belongs to the latest module that is mapped there: others may have gone. */
typedef struct ts_file_module {
  ts_file_record record;
  uint64_t bias;      /* added to its file's addresses (dlpi_addr) */
  uint64_t low, high; /* what it is mapped to, its data among it: [low, high) */
  uint8_t build_id[TS_SAMPLER_BUILD_ID];
  uint32_t build_id_bytes; /* 0: it has none */
  char path[TS_SAMPLER_PATH];
} ts_file_module;

/* The first in each block of a thread; a block goes on to another thread when one ends. */
typedef struct ts_file_thread {
  ts_file_record record;
  int64_t tid;
} ts_file_thread;

typedef struct ts_file_note {
  ts_file_record record;
  char text[];
} ts_file_note;

#endif
