/* Data of a profile: frames, stacks and touched data. resolver.c fills in frames, data_touch.c fills in
 * touched data, and profile.c collects the distinct stacks. All modules of blame/profile exchange these
 * structs. */
#ifndef TC_BLAME_PROFILE_PROFILE_DATA_H
#define TC_BLAME_PROFILE_PROFILE_DATA_H

#include "blame/facts/facts.h"

typedef enum tb_match_level { TB_MATCH_NONE, TB_MATCH_LINE, TB_MATCH_COLUMN } tb_match_level;

/* One call in a stack. Inlined calls are separate frames. A function that a compiler outlined for a parallel
 * region is merged with the source function that contains the region. */
typedef struct tb_frame {
  const char *function; /* "" if unknown */
  const char *file;     /* full path; NULL without line information */
  int line, column;
  const char *module; /* path of the program or library */
  /* facts of the function; NULL if the function was not analysed and is therefore treated as library code */
  const tb_function *facts;
  bool is_inlined; /* true if the function is inlined into the next frame */
  /* The following members are used only until the stack is complete (call_stack.c). */
  bool is_outlined; /* true for a function that a compiler outlined for OpenMP */
  bool is_runtime;  /* true for code of an OpenMP runtime or of the sampler */
  /* true if the debug information comes from a compiler other than clang; frames of sampled addresses then
   * have column 0 */
  bool has_no_columns;
} tb_frame;

/* Data that the instruction of a sample used. Each sample has exactly one kind. */
typedef enum tb_touch_kind {
  TB_TOUCH_OBJECT, /* allocated memory */
  TB_TOUCH_STATIC,
  TB_TOUCH_STACK,
  TB_TOUCH_ARITHMETIC, /* the instruction uses no memory */
  TB_TOUCH_WAITING,
  TB_TOUCH_LIBRARY,     /* the instruction is in a function that was not analysed */
  TB_TOUCH_OVERWRITTEN, /* unknown memory, because the instruction overwrote the register of its address */
  TB_TOUCH_OTHER,
  TB_TOUCH_KINDS
} tb_touch_kind;

enum { TB_TOUCH_BINS = 16 }; /* number of address ranges of equal size into which an object is divided */

typedef struct tb_touched_data {
  tb_touch_kind kind;
  const char *name; /* name, such as "condensed.outbox" or the name of a static variable; NULL for an unnamed
                       object and for a kind without names */
  /* for an object: "function, file:line" of its allocation; for a static variable: its source file if the
   * name is local to that file, otherwise NULL */
  const char *site;
  /* for an object: member that stores the struct to which the named member belongs; NULL if unknown */
  const char *owner;
  int64_t bytes;       /* size in bytes of the largest object with this name or site */
  int64_t allocations; /* number of allocations with this name or site in all processes */
} tb_touched_data;

/* Counter of the samples with the same stack, thread, touched data and bin. All other counts are sums of
 * these counters. */
typedef struct tb_stack_cell {
  int thread;       /* index of the thread in the profile */
  int touch_number; /* index of the touched data in the profile */
  /* part of the object that contains the address, 0 to TB_TOUCH_BINS - 1; -1 if no object was touched */
  int bin;
  int64_t samples;
} tb_stack_cell;

/* A distinct stack with its samples. */
typedef struct tb_stack {
  int frames;
  const tb_frame *frame; /* [frames] frames of the stack, innermost first */
  int user_frame;        /* index of the innermost frame of user code; `frames` if there is none */
  /* precision with which the source position of frame `user_frame` matches a statement; TB_MATCH_NONE without
   * facts */
  tb_match_level match_level;
  bool is_complete; /* true if the stack ends at main or at the start of a thread */
  /* call that waits, such as "MPI_Barrier" or "OpenMP barrier"; NULL if the thread runs */
  const char *waiting_call;
  int64_t samples; /* number of samples, as the sum of their weights */
  int cells;
  const tb_stack_cell *cell; /* [cells] counters of the stack; the sum of their samples is `samples` */
} tb_stack;

typedef struct tb_profile_thread {
  int process, thread;
} tb_profile_thread;

#endif
