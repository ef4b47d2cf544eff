/* Speed probe. The buffer contains the hash of each index. The kernel `integer` needs no memory, `stream`
 * adds all words of the buffer, and `gather` reads words whose indices depend on the words read before. The
 * results of the kernels are stored in the probe, so that the compiler cannot remove the work. The probe
 * measures CPU time, because the wall time of a call that loses its core would be a hundred times as long. */
#include "calibration/node/speed_probe.h"

#include <stdint.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/hash.h"
#include "base/numeric/stats.h"

enum { words = TC_PROBE_BUFFER_B / sizeof(uint64_t), shifts = 150000, reads = 15000 };

struct tc_speed_probe {
  uint64_t *word; /* [words] */
  uint64_t result;
};

tc_status tc_speed_probe_create(tc_speed_probe **out) {
  tc_speed_probe *probe = NULL;
  TC_TRY(TC_ALLOC_ZERO(probe, 1));
  tc_status status = TC_ALLOC(probe->word, words);
  if (status) {
    tc_speed_probe_destroy(&probe);
    return status;
  }
  for (uint64_t i = 0; i < words; i++) probe->word[i] = tc_hash_mix(i);
  *out = probe;
  return TC_OK;
}

void tc_speed_probe_destroy(tc_speed_probe **probe) {
  if (!*probe) return;
  tc_free((*probe)->word);
  tc_free(*probe);
  *probe = NULL;
}

/* The kernel `integer`. Each iteration makes three operations, each of which depends on the one before.
 * Source: xorshift generator, Marsaglia, Journal of Statistical Software 8 (14), 2003. */
static uint64_t shift_words(const tc_speed_probe *probe) {
  uint64_t x = probe->result | 1;
  for (int i = 0; i < shifts / 3; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  return x;
}

static uint64_t stream_words(const tc_speed_probe *probe) {
  uint64_t sum = probe->result;
  for (int i = 0; i < words; i++) sum += probe->word[i];
  return sum;
}

/* The kernel `gather`. The number of the read is added to the index, because otherwise the reads would soon
 * repeat a short cycle of indices. */
static uint64_t gather_words(const tc_speed_probe *probe) {
  uint64_t index = probe->result % words;
  for (uint64_t read = 0; read < reads; read++) index = (probe->word[index] + read) % words;
  return index;
}

tc_probe_times tc_speed_probe_call(tc_speed_probe *probe) {
  static uint64_t (*const kernel[TC_PROBE_KERNELS])(const tc_speed_probe *) =
      {[TC_PROBE_INTEGER] = shift_words, [TC_PROBE_STREAM] = stream_words, [TC_PROBE_GATHER] = gather_words};
  tc_probe_times times;
  for (int k = 0; k < TC_PROBE_KERNELS; k++) {
    const double start_s = tc_cpu_now_s();
    probe->result = kernel[k](probe);
    times.kernel_s[k] = tc_cpu_now_s() - start_s;
  }
  return times;
}

tc_status tc_speed_probe_measure(int calls, tc_probe_times *median) {
  tc_speed_probe *probe = NULL;
  double seconds[TC_PROBE_KERNELS][TC_SPEED_PROBE_CALLS];
  TC_TRY(tc_speed_probe_create(&probe));
  for (int call = 0; call < calls; call++) {
    const tc_probe_times times = tc_speed_probe_call(probe);
    for (int k = 0; k < TC_PROBE_KERNELS; k++) seconds[k][call] = times.kernel_s[k];
  }
  tc_speed_probe_destroy(&probe);
  for (int k = 0; k < TC_PROBE_KERNELS; k++) median->kernel_s[k] = tc_median(seconds[k], (size_t)calls);
  return TC_OK;
}
