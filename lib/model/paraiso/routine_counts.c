/* Lists of communication routines for one version of the product: creation, messages of reductions and
 * sweeps, and sums. routine_versions.c and routine_grid.c count the messages of products. */
#include "model/paraiso/routine_internal.h"

tc_status tc_routine_version_init(const char *name, int ranks, tc_pool *memory, tc_routine_version *out) {
  *out = (tc_routine_version){.name = name, .is_bitwise = true, .ranks = ranks};
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, out->rows, ranks));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, out->entries, ranks));
  return TC_POOL_ARRAY_ZERO(memory, out->product_flops, ranks);
}

tc_status tc_routine_append(const char *name, const char *call, tc_pool *memory, tc_routine_version *version,
                            tc_routine **out) {
  tc_routine *r = &version->routine[version->routines];
  *r = (tc_routine){.name = name, .call = call, .calls = 1};
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, r->load, version->ranks));
  version->routines++;
  *out = r;
  return TC_OK;
}

void tc_routine_add_load(tc_routine *r, int rank, int direction, int64_t messages, int64_t doubles) {
  if (messages == 0) return;
  const tc_paraiso_size size = tc_paraiso_size_of((double)doubles / (double)messages);
  tc_message_sum *sum = &r->load[rank].sum[direction][size];
  sum->messages += messages;
  sum->doubles += doubles;
}

void tc_routine_add_messages(tc_routine *r, int from, int to, int64_t messages, int64_t doubles) {
  if (from == to) return;
  tc_routine_add_load(r, from, TC_MESSAGE_SENT, messages, doubles);
  tc_routine_add_load(r, to, TC_MESSAGE_RECEIVED, messages, doubles);
}

int tc_routine_doublings(int ranks) {
  int doublings = 0;
  for (int64_t reached = 1; reached < ranks; reached *= 2) doublings++;
  return doublings;
}

tc_status tc_routine_add_reductions(int64_t calls, int64_t doubles, tc_pool *memory,
                                    tc_routine_version *out) {
  const int doublings = tc_routine_doublings(out->ranks);
  tc_routine *r;
  if (calls == 0) return TC_OK;
  TC_TRY(tc_routine_append("dot products", "MPI_Allreduce", memory, out, &r));
  r->is_sum = true;
  r->calls = calls;
  for (int rank = 0; rank < out->ranks; rank++)
    for (int d = 0; d < TC_MESSAGE_DIRECTIONS; d++)
      tc_routine_add_load(r, rank, d, doublings * calls, doublings * doubles);
  return TC_OK;
}

tc_status tc_routine_add_sweeps(int64_t sweeps, const tc_counts *count, tc_pool *memory,
                                tc_routine_version *out) {
  int64_t messages = 0;
  tc_routine *r;
  for (int k = 0; k < out->ranks; k++) messages += count[k].local_messages + count[k].remote_messages;
  if (messages == 0) return TC_OK;
  TC_TRY(tc_routine_append("sweeps, colour by colour", "MPI_Startall", memory, out, &r));
  r->is_sum = true;
  r->calls = sweeps;
  for (int k = 0; k < out->ranks; k++) {
    const int64_t sent = count[k].local_messages + count[k].remote_messages;
    tc_routine_add_load(r, k, TC_MESSAGE_SENT, sent, count[k].local_values_out + count[k].remote_values_out);
    /* The pattern is symmetric, so the numbers of sent and received messages are equal. */
    tc_routine_add_load(r, k, TC_MESSAGE_RECEIVED, sent, count[k].local_values + count[k].remote_values);
  }
  return TC_OK;
}

/* ---- sums ---- */

static tc_message_sum count_sent(const tc_routine_load *load) {
  tc_message_sum sum = {0, 0};
  for (int size = 0; size < TC_PARAISO_SIZES; size++) {
    sum.messages += load->sum[TC_MESSAGE_SENT][size].messages;
    sum.doubles += load->sum[TC_MESSAGE_SENT][size].doubles;
  }
  return sum;
}

tc_message_sum tc_routine_total(const tc_routine_version *version, const tc_routine *routine) {
  tc_message_sum total = {0, 0};
  for (int rank = 0; rank < version->ranks; rank++) {
    const tc_message_sum sent = count_sent(&routine->load[rank]);
    total.messages += sent.messages;
    total.doubles += sent.doubles;
  }
  return total;
}

tc_message_sum tc_routine_largest(const tc_routine_version *version, const tc_routine *routine) {
  tc_message_sum largest = {0, 0};
  for (int rank = 0; rank < version->ranks; rank++) {
    const tc_message_sum sent = count_sent(&routine->load[rank]);
    if (sent.messages > largest.messages) largest.messages = sent.messages;
    if (sent.doubles > largest.doubles) largest.doubles = sent.doubles;
  }
  return largest;
}

double tc_routine_imbalance(int ranks, const int64_t *value) {
  double sum = 0.0, largest = 0.0;
  for (int rank = 0; rank < ranks; rank++) {
    sum += (double)value[rank];
    if ((double)value[rank] > largest) largest = (double)value[rank];
  }
  return sum > 0.0 ? largest * ranks / sum : 1.0;
}
