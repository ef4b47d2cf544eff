/* Samples resolved to source, matched with facts, and put together by distinct stack: what all views are made
 * of. */
#ifndef TC_BLAME_PROFILE_PROFILE_H
#define TC_BLAME_PROFILE_PROFILE_H

#include "blame/facts/facts.h"
#include "blame/samples/samples.h"

typedef enum tc_match_level { TC_MATCH_NONE, TC_MATCH_LINE, TC_MATCH_COLUMN } tc_match_level;

/* One call in a stack; inlined calls are frames of their own, OpenMP's outlined functions are the function
 * that they were cut out of, once. */
typedef struct tc_frame {
  const char *function; /* "" when nothing is known */
  const char *file;     /* full path; NULL: no line information */
  int line, column;
  const char *module;       /* path of the program or library */
  const tc_function *facts; /* NULL: not analysed: then it is a library's frame */
  bool inlined;             /* into the frame after it */
} tc_frame;

/* What the instruction of a sample used. Exclusive: a sample is in exactly one. */
typedef enum tc_touch_kind {
  TC_TOUCH_OBJECT, /* memory that was allocated */
  TC_TOUCH_STATIC,
  TC_TOUCH_STACK,
  TC_TOUCH_ARITHMETIC, /* no memory */
  TC_TOUCH_WAITING,
  TC_TOUCH_LIBRARY,     /* code of no analysed function */
  TC_TOUCH_OVERWRITTEN, /* the address register was loaded by the instruction itself */
  TC_TOUCH_OTHER,
  TC_TOUCH_KINDS
} tc_touch_kind;

enum { TC_TOUCH_BINS = 16 }; /* along an object, from its first byte to its last */

typedef struct tc_touched {
  tc_touch_kind kind;
  const char *name;  /* "condensed.outbox", of a static its name; NULL: the kind says it all, or an object
                        nobody names */
  const char *site;  /* of an object: function, file:line of its allocation; of a static: the source file that
                        alone knows it by its name, NULL: all do */
  const char *owner; /* of an object: whose part the name is (tc_origin); NULL */
  int64_t bytes;     /* of the largest such object */
  int64_t allocations; /* of such objects, all processes */
} tc_touched;

/* Samples of one stack, thread, touch and bin. All counts are sums of these. */
typedef struct tc_cell {
  int thread; /* of the profile */
  int touch;  /* of the profile */
  int bin;    /* where along the object; -1: the touch is no object */
  int64_t samples;
} tc_cell;

/* A distinct stack. */
typedef struct tc_stack {
  int frames;
  const tc_frame *frame; /* innermost first */
  int user;              /* the innermost frame of a user (below); `frames`: there is none */
  tc_match_level match;  /* of that frame's spot; none without facts */
  bool complete;         /* reaches main or a thread's start */
  const char *waiting;   /* in what: "MPI_Barrier", "OpenMP barrier"; NULL: running */
  int64_t samples;       /* weights */
  int cells;
  const tc_cell *cell; /* [cells] distinct; sum to samples */
} tc_stack;

typedef struct tc_profile_thread {
  int process, thread;
} tc_profile_thread;

typedef struct tc_profile {
  const tc_samples *samples; /* borrowed, as the facts are */
  const tc_facts *facts;     /* closed; NULL: none given */
  int stacks, touches, threads;
  tc_stack *stack;
  tc_touched *touched; /* [touches] */
  tc_profile_thread *thread;
  int64_t all, by_level[3]; /* by_level: of running samples with a user frame; all 0 without facts */
  bool lines_only;          /* the binary is none of clang: columns are not comparable */
  bool touch_known;         /* x86-64 */
  tc_pool *pool;
} tc_profile;

typedef struct tc_profile_options {
  int skid; /* instructions that a sample lies behind what it waited for: 1, or 0 */
  tc_transfer transfer;
} tc_profile_options;

/* Facts (NULL: there are none) that are not closed are closed for the functions that stacks lead through.
 * options NULL: skid 1, the definition's transfer. Errors: TC_INPUT: a module changed since (build-id), or a
 * source that one was made of, since it was analysed; no debug information. Missing modules are library
 * code. */
tc_status tc_profile_create(const tc_samples *samples, tc_facts *facts, const tc_profile_options *options,
                            tc_profile **out);
void tc_profile_destroy(tc_profile **profile);

/* Whether a frame is a user's: its function was analysed, or, where there are no facts, its line is known. */
bool tc_profile_is_user(const tc_profile *profile, const tc_frame *frame);

#endif
