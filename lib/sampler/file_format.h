/* Format of the sampler's output: one file per process, DIR/<host>.<rank>.<pid>.<n>.tcb, in blocks of
 * TS_SAMPLER_BLOCK bytes, little endian. Block 0 is the header. Each other block belongs to one thread or to
 * the process and contains consecutive records. A record of size 0, or one that does not fit, ends its block.
 * The size of a record is written last, so the file of a killed process is readable. The sampler writes it
 * and lib/blame reads it. This header includes no other header of the project, because the sampler is
 * preloaded into other programs. */
#ifndef TC_SAMPLER_FILE_FORMAT_H
#define TC_SAMPLER_FILE_FORMAT_H

#include <stdint.h>

#define TS_SAMPLER_MAGIC "TCBLAME3"
enum {
  TS_SAMPLER_BLOCK = 65536,
  TS_SAMPLER_REGISTERS = 16, /* of x86-64 in encoding order: rax rcx rdx rbx rsp rbp rsi rdi r8.. */
  TS_SAMPLER_DEPTH = 64,     /* return addresses of a sample */
  TS_SAMPLER_STACK = 12,     /* return addresses of an allocation */
  TS_SAMPLER_CLOCK = 16,     /* characters of a clock's name, including the final zero */
  TS_SAMPLER_HOST = 64,
  TS_SAMPLER_PATH = 1024,
  TS_SAMPLER_COMMAND = 4096,
  TS_SAMPLER_BUILD_ID = 20
};

/* Block 0. Texts end with a zero. Counters are updated while the process runs. */
typedef struct ts_file_header {
  char magic[8];
  uint32_t header_bytes, block_bytes;
  uint64_t period_ns;  /* of the clock */
  uint64_t start_ns;   /* CLOCK_REALTIME when the process was attached */
  uint64_t end_ns;     /* CLOCK_REALTIME at exit, _exit or exec; 0: the process was killed or still runs */
  uint64_t samples;    /* samples written, by weight */
  uint64_t lost;       /* samples (by weight) and other records lost for lack of space */
  uint64_t unsampled;  /* periods without a sample because kernel is 0; not part of `lost` */
  uint64_t handler_ns; /* time spent in the handler by all threads */
  uint64_t cpu_ns; /* CPU time of the process since start_ns at the last update (by a sample or at the end) */
  uint64_t wall_ns;          /* wall time since start_ns at the last update */
  uint64_t object_bytes;     /* allocations smaller than this are not recorded */
  int32_t rank, pid, parent; /* rank -1: no launcher sets one */
  int32_t truncated_objects; /* 0: all recorded; 1: later allocations only with their callers, once per place;
                                2: the last ones not at all */
  int32_t kernel;            /* 1: samples include kernel code; 0: perf does not allow that */
  int32_t reserved;
  char clock[TS_SAMPLER_CLOCK], clock_note[256]; /* reason why the requested clock is not used; "" if it is */
  char host[TS_SAMPLER_HOST], program[TS_SAMPLER_PATH],
      folder[TS_SAMPLER_PATH];      /* path of the executable, working directory */
  char command[TS_SAMPLER_COMMAND]; /* words, each with its final zero; an empty word ends the list */
} ts_file_header;

typedef enum ts_file_kind {
  TS_SAMPLER_SAMPLE = 1,
  TS_SAMPLER_REGION,   /* a parallel region: the stack of its tag */
  TS_SAMPLER_ALLOCATE, /* also for mmap */
  TS_SAMPLER_FREE,
  TS_SAMPLER_MODULE, /* a mapped program or library */
  TS_SAMPLER_THREAD,
  TS_SAMPLER_NOTE /* text: a warning about this process, e.g. that it has its own SIGURG handler */
} ts_file_kind;

typedef enum ts_file_state {
  TS_SAMPLER_RUNNING,
  TS_SAMPLER_OPENMP_WAIT /* waiting for others in OpenMP, as reported by OMPT or derived for libgomp */
} ts_file_state;

/* Begins every record. `size` includes it and is a multiple of 8. */
typedef struct ts_file_record {
  uint32_t size, kind;
  uint32_t thread, reserved; /* thread: 0 is the main thread, others are numbered as they start */
  uint64_t time_ns;          /* since start_ns */
} ts_file_record;

typedef struct ts_file_sample {
  ts_file_record record;
  uint64_t ip;
  uint64_t registers[TS_SAMPLER_REGISTERS];
  uint32_t state;
  uint32_t weight; /* number of periods that this signal stands for, at least 1 */
  uint64_t spawn;  /* tag of the region in which the thread is a helper; 0: none, or the thread that entered
                    * the region, whose own stack is complete */
  uint32_t depth;
  /* [0, depth]: entries of `stack` before this were called within the region. Those from it on belong to the
   * runtime and are replaced by the region's stack. Equals depth if spawn is 0. */
  uint32_t spawn_depth;
  uint64_t stack[]; /* [depth] return addresses without ip, innermost first */
} ts_file_sample;

/* The stack at which a region was entered, beginning with the return address in the code that enters it,
 * without the frames of the runtime that started the thread (`outer` then replaces them). One record per
 * distinct stack. */
typedef struct ts_file_region {
  ts_file_record record;
  uint64_t spawn, outer; /* tag; tag of the enclosing region, 0: none */
  uint32_t depth, reserved;
  uint64_t stack[];
} ts_file_region;

typedef struct ts_file_allocation {
  ts_file_record record;
  uint64_t address, bytes;
  uint32_t depth, mapped; /* mapped: 1: by mmap */
  uint64_t stack[];       /* [depth] return addresses of the allocator's callers, innermost first */
} ts_file_allocation;

typedef struct ts_file_free {
  ts_file_record record;
  uint64_t address, bytes; /* bytes: of munmap; 0: the complete object at the address */
} ts_file_free;

/* A mapped module. An address belongs to the latest module mapped there, because earlier ones may have been
 * unmapped. */
typedef struct ts_file_module {
  ts_file_record record;
  uint64_t bias;      /* load address, added to the file's addresses (dlpi_addr) */
  uint64_t low, high; /* mapped range including data: [low, high) */
  uint8_t build_id[TS_SAMPLER_BUILD_ID];
  uint32_t build_id_bytes; /* 0: it has none */
  char path[TS_SAMPLER_PATH];
} ts_file_module;

/* First record in each block of a thread. After a thread ends, another thread continues its block. */
typedef struct ts_file_thread {
  ts_file_record record;
  int64_t tid;
} ts_file_thread;

typedef struct ts_file_note {
  ts_file_record record;
  char text[];
} ts_file_note;

#endif
