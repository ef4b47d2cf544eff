/* Samples resolved to source, matched with facts, and put together by distinct stack: what all views are made
 * of. */
#ifndef TC_BLAME_PROFILE_PROFILE_H
#define TC_BLAME_PROFILE_PROFILE_H

#include "blame/facts/facts.h"
#include "blame/samples/samples.h"

typedef enum tb_match_level { TB_MATCH_NONE, TB_MATCH_LINE, TB_MATCH_COLUMN } tb_match_level;

/* One call in a stack; inlined calls are frames of their own, OpenMP's outlined functions are the function
 * that they were cut out of, once. */
typedef struct tb_frame {
  const char *function; /* "" when nothing is known */
  const char *file;     /* full path; NULL: no line information */
  int line, column;
  const char *module;       /* path of the program or library */
  const tb_function *facts; /* NULL: not analysed: then it is a library's frame */
  bool inlined;             /* into the frame after it */
} tb_frame;

/* What the instruction of a sample used. Exclusive: a sample is in exactly one. */
typedef enum tb_touch_kind {
  TB_TOUCH_OBJECT, /* memory that was allocated */
  TB_TOUCH_STATIC,
  TB_TOUCH_STACK,
  TB_TOUCH_ARITHMETIC, /* no memory */
  TB_TOUCH_WAITING,
  TB_TOUCH_LIBRARY,     /* code of no analysed function */
  TB_TOUCH_OVERWRITTEN, /* the address register was loaded by the instruction itself */
  TB_TOUCH_OTHER,
  TB_TOUCH_KINDS
} tb_touch_kind;

enum { TB_TOUCH_BINS = 16 }; /* along an object, from its first byte to its last */

typedef struct tb_touched_data {
  tb_touch_kind kind;
  const char *name;  /* "condensed.outbox", of a static its name; NULL: the kind says it all, or an object
                        nobody names */
  const char *site;  /* of an object: function, file:line of its allocation; of a static: the source file that
                        alone knows it by its name, NULL: all do */
  const char *owner; /* of an object: whose part the name is (tb_allocation_name); NULL */
  int64_t bytes;     /* of the largest such object */
  int64_t allocations; /* of such objects, all processes */
} tb_touched_data;

/* Samples of one stack, thread, touch and bin. All counts are sums of these. */
typedef struct tb_stack_cell {
  int thread; /* of the profile */
  int touch;  /* of the profile */
  int bin;    /* where along the object; -1: the touch is no object */
  int64_t samples;
} tb_stack_cell;

/* A distinct stack. */
typedef struct tb_stack {
  int frames;
  const tb_frame *frame; /* innermost first */
  int user;              /* the innermost frame of a user (below); `frames`: there is none */
  tb_match_level match;  /* of that frame's spot; none without facts */
  bool complete;         /* reaches main or a thread's start */
  const char *waiting;   /* in what: "MPI_Barrier", "OpenMP barrier"; NULL: running */
  int64_t samples;       /* weights */
  int cells;
  const tb_stack_cell *cell; /* [cells] distinct; sum to samples */
} tb_stack;

typedef struct tb_profile_thread {
  int process, thread;
} tb_profile_thread;

typedef struct tb_profile {
  const tb_samples *samples; /* borrowed, as the facts are */
  const tb_facts *facts;     /* closed; NULL: none given */
  int stacks, touches, threads;
  tb_stack *stack;
  tb_touched_data *touched; /* [touches] */
  tb_profile_thread *thread;
  int64_t all, by_level[3]; /* by_level: of running samples with a user frame; all 0 without facts */
  bool lines_only;          /* the binary is none of clang: columns are not comparable */
  bool touch_known;         /* x86-64 */
  tc_pool *pool;
} tb_profile;

typedef struct tb_profile_options {
  int skid; /* instructions that a sample lies behind what it waited for: 1, or 0 */
  tb_transfer_rule transfer;
} tb_profile_options;

/* Facts (NULL: there are none) that are not closed are closed for the functions that stacks lead through.
 * options NULL: skid 1, the definition's transfer. Errors: TC_INPUT: a module changed since (build-id), or a
 * source that one was made of, since it was analysed; no debug information. Missing modules are library
 * code. */
tc_status tb_profile_create(const tb_samples *samples, tb_facts *facts, const tb_profile_options *options,
                            tb_profile **out);
void tb_profile_destroy(tb_profile **profile);

/* Whether a frame is a user's: its function was analysed, or, where there are no facts, its line is known. */
bool tb_profile_is_user(const tb_profile *profile, const tb_frame *frame);

#endif
