#include "sampler/unwind.h"

#include <stdbool.h>
#include <unwind.h>

typedef struct step {
  tc_walk *walk;
  bool started;
} step;

/* The context of a frame tells where its callee's frame begins, so what is learned is of the frame before. */
static _Unwind_Reason_Code take(struct _Unwind_Context *context, void *data) {
  step *s = data;
  tc_walk *walk = s->walk;
  const uint64_t address = _Unwind_GetIP(context), callee = _Unwind_GetCFA(context);
  if (!s->started) {
    s->started = address == walk->start && (walk->pointer == 0 || callee == walk->pointer);
    return _URC_NO_REASON;
  }
  if (walk->depth > 0 && walk->within == walk->depth - 1 && callee < walk->boundary)
    walk->within = walk->depth;
  if (walk->depth == walk->room || address == 0) return _URC_END_OF_STACK;
  if (walk->slot) walk->slot[walk->depth] = callee - sizeof(void *);
  walk->stack[walk->depth++] = address;
  return _URC_NO_REASON;
}

void tc_unwind(tc_walk *walk) {
  step s = {walk, false};
  walk->depth = walk->within = 0;
  _Unwind_Backtrace(take, &s);
  if (walk->boundary == 0) walk->within = walk->depth;
}

void tc_unwind_warm(void) {
  uint64_t stack[4];
  tc_walk walk = {.stack = stack, .room = 4};
  tc_unwind(&walk);
}
