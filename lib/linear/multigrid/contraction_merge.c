/* Addition of the members of each aggregate in the order of their ids: excesses, diagonal sums, and the
 * couplings to each other aggregate. Members are listed with a counting sort. The couplings are added to one
 * sum for each other aggregate, which a small hash table finds by the coarse column. The sums of an aggregate
 * are then sorted by the id of the other aggregate. If the bits of a sum depend on the order of the terms,
 * which is rare, the terms are gathered again. */
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "linear/multigrid/contraction_internal.h"
#include "linear/rows/exact_sum.h"
#include "sparse/matrix.h"

/* Number of sums up to which sorting by comparing each sum with all others is fastest. */
enum { few_sums = 12 };

/* Sum of the couplings of an aggregate to another one. `slot` is the element of the hash table that contains
 * the number of the sum. */
typedef struct coupling_sum {
  tc_exact_terms terms;
  int32_t column;
  uint32_t slot;
} coupling_sum;

/* Number of a sum in row_sums, and the id of the other aggregate, by which sums are sorted. */
typedef struct sorted_sum {
  tc_gid id;
  int32_t number;
} sorted_sum;

/* Sums of the aggregate that a thread processes. Element h of the hash table is in use if it contains the
 * number of a sum whose slot is h; other numbers remain from earlier aggregates. The table is therefore never
 * cleared. */
typedef struct row_sums {
  int32_t count;
  int64_t most;       /* largest number of sums for which there is memory */
  coupling_sum *sum;  /* [most] sums in the order of their creation */
  sorted_sum *sorted; /* [most] the sums, sorted by id */
  float *value;       /* [most] scratch for the terms of one sum */
  int32_t *table;     /* [2^bits], at least twice the number of sums */
  int bits;
} row_sums;

/* ---- lists of members ---- */

/* Returns the local number of the aggregate of a member; -1 if another rank owns it or if there is none. */
static int32_t aggregate_of(const tc_contraction *c, int32_t member) {
  const int32_t rows = c->fine->rows;
  if (member >= rows) return c->received.aggregate[member - rows];
  return c->column[member] < c->rows.count ? c->column[member] : -1;
}

static tc_gid id_of(const tc_contraction *c, int32_t member) {
  const int32_t rows = c->fine->rows;
  return member < rows ? c->fine->id[member] : c->received.id[member - rows];
}

static int64_t entries_of(const tc_contraction *c, int32_t member) {
  const int32_t rows = c->fine->rows;
  if (member < rows) return c->fine->begin[member + 1] - c->fine->begin[member];
  return c->received.begin[member - rows + 1] - c->received.begin[member - rows];
}

/* Returns *count and increases it by 1 in one atomic operation, because other threads may do the same. */
static int32_t count_up(const tc_contraction *c, int32_t *count) {
  int32_t old;
  if (c->threads == 1) return (*count)++;
#pragma omp atomic capture
  old = (*count)++;
  return old;
}

/* Lists the members of each aggregate with a counting sort. While members are counted and listed,
 * member_begin[I + 2] and member_begin[I + 1] count the members of I, which makes a second array
 * unnecessary. */
static tc_status list_members(tc_contraction *c) {
  const int32_t members = c->fine->rows + c->received.count;
  TC_TRY(TC_POOL_ARRAY_ZERO(&c->memory, c->member_begin, c->rows.count + 2));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->member, members));
#pragma omp parallel for schedule(static)
  for (int32_t m = 0; m < members; m++) {
    const int32_t I = aggregate_of(c, m);
    if (I >= 0) count_up(c, &c->member_begin[I + 2]);
  }
  for (int32_t I = 0; I < c->rows.count; I++) c->member_begin[I + 2] += c->member_begin[I + 1];
#pragma omp parallel for schedule(static)
  for (int32_t m = 0; m < members; m++) {
    const int32_t I = aggregate_of(c, m);
    if (I >= 0) c->member[count_up(c, &c->member_begin[I + 1])] = m;
  }
  return TC_OK;
}

/* Sorts the members of aggregate I by id. Returns the number of their entries. */
static int64_t sort_members(tc_contraction *c, int32_t I) {
  int32_t *const member = c->member + c->member_begin[I];
  const int32_t count = c->member_begin[I + 1] - c->member_begin[I];
  int64_t entries = 0;
  for (int32_t k = 0; k < count; k++) {
    const int32_t m = member[k];
    const tc_gid id = id_of(c, m);
    int32_t at = k;
    for (; at > 0 && id_of(c, member[at - 1]) > id; at--) member[at] = member[at - 1];
    member[at] = m;
    entries += entries_of(c, m);
  }
  return entries;
}

/* Returns the number of entries of the members that a thread merges. */
static int64_t count_thread_entries(const tc_contraction *c, int thread) {
  int32_t begin, end;
  int64_t entries = 0;
  tc_matrix_thread_rows(c->rows.count, thread, c->threads, &begin, &end);
  for (int32_t k = c->member_begin[begin]; k < c->member_begin[end]; k++)
    entries += entries_of(c, c->member[k]);
  return entries;
}

/* Reserves space for the entries of all members. The space of a thread begins after the entries of all
 * members that threads with lower numbers merge. Pages that remain unused are not touched. */
static tc_status reserve_entries(tc_contraction *c) {
  tc_level_graph *coarse = c->coarse;
  const int64_t entries = c->fine->begin[c->fine->rows] + c->received.begin[c->received.count];
  c->first[0] = 0;
#pragma omp parallel for schedule(static)
  for (int thread = 1; thread < c->threads; thread++) c->first[thread] = count_thread_entries(c, thread - 1);
  for (int thread = 1; thread < c->threads; thread++) c->first[thread] += c->first[thread - 1];
  TC_TRY(TC_POOL_ARRAY(&coarse->memory, coarse->column, entries));
  return TC_POOL_ARRAY(&coarse->memory, coarse->coupling, entries);
}

/* ---- sums of couplings ---- */

static void free_sums(row_sums *s) {
  tc_free(s->sum);
  tc_free(s->sorted);
  tc_free(s->value);
  tc_free(s->table);
  *s = (row_sums){.count = 0};
}

/* Provides memory for the sums of an aggregate whose members have `entries` entries. */
static tc_status reserve_sums(int64_t entries, row_sums *s) {
  if (entries <= s->most) return TC_OK;
  free_sums(s);
  s->most = entries < 32 ? 32 : 2 * entries;
  for (s->bits = 1; INT64_C(1) << s->bits < 2 * s->most;) s->bits++;
  TC_TRY(TC_ALLOC(s->sum, s->most));
  TC_TRY(TC_ALLOC(s->sorted, s->most));
  TC_TRY(TC_ALLOC(s->value, s->most));
  return TC_ALLOC_ZERO(s->table, INT64_C(1) << s->bits);
}

/* Returns the terms of the sum for a coarse column. The terms are empty if this is the first call for the
 * column and the present aggregate. Source of the hash factor: Knuth, "The art of computer programming",
 * volume 3, section 6.4. */
static inline tc_exact_terms *find_terms(row_sums *s, int32_t column) {
  const uint32_t mask = (UINT32_C(1) << s->bits) - 1;
  uint32_t slot = (uint32_t)column * UINT32_C(2654435769) >> (32 - s->bits);
  for (;; slot = (slot + 1) & mask) {
    const int32_t number = s->table[slot];
    if (number >= s->count || s->sum[number].slot != slot) break;
    if (s->sum[number].column == column) return &s->sum[number].terms;
  }
  s->table[slot] = s->count;
  s->sum[s->count] = (coupling_sum){.column = column, .slot = slot};
  return &s->sum[s->count++].terms;
}

/* Adds the couplings of fine row i, a member of aggregate I, to the sums. Returns the row's excess plus its
 * couplings to rows without aggregate. */
static inline double add_row(const tc_contraction *c, int32_t I, int32_t i, row_sums *s) {
  const tc_level_graph *fine = c->fine;
  const int32_t *const column = fine->column, *const coarse_column = c->column;
  const float *const coupling = fine->coupling;
  double excess = fine->excess[i];
  for (int64_t k = fine->begin[i], end = fine->begin[i + 1]; k < end; k++) {
    const int32_t J = coarse_column[column[k]];
    if (J < 0)
      excess += (double)coupling[k];
    else if (J != I)
      tc_exact_terms_add(find_terms(s, J), coupling[k]);
  }
  return excess;
}

static inline void add_received(const tc_contraction *c, int32_t m, row_sums *s) {
  const tc_received_members *r = &c->received;
  for (int32_t e = r->begin[m]; e < r->begin[m + 1]; e++)
    tc_exact_terms_add(find_terms(s, c->entry_column[e]), r->entry_coupling[e]);
}

/* Adds the members of aggregate I, which are sorted by id. The struct is copied to a local variable, because
 * the compiler must otherwise assume that adding a term changes the addresses of the arrays. */
static void add_members(const tc_contraction *c, int32_t I, row_sums *out) {
  const int32_t rows = c->fine->rows;
  double excess = 0.0, diagonal = 0.0;
  row_sums s = *out;
  s.count = 0;
  for (int32_t k = c->member_begin[I]; k < c->member_begin[I + 1]; k++) {
    const int32_t m = c->member[k];
    if (m < rows) {
      excess += add_row(c, I, m, &s);
      diagonal += c->fine->diagonal_sum[m];
    } else {
      add_received(c, m - rows, &s);
      excess += c->received.excess[m - rows];
      diagonal += c->received.diagonal_sum[m - rows];
    }
  }
  c->coarse->excess[I] = excess;
  c->coarse->diagonal_sum[I] = diagonal;
  out->count = s.count;
}

/* Gathers the terms of the sum of aggregate I for `column` and returns their sum in an order that depends on
 * the terms alone. */
static float add_sorted(const tc_contraction *c, int32_t I, int32_t column, float *value) {
  const tc_level_graph *fine = c->fine;
  const tc_received_members *r = &c->received;
  int32_t count = 0;
  for (int32_t n = c->member_begin[I]; n < c->member_begin[I + 1]; n++) {
    const int32_t m = c->member[n], received = m - fine->rows;
    for (int64_t k = m < fine->rows ? fine->begin[m] : 0; m < fine->rows && k < fine->begin[m + 1]; k++)
      if (c->column[fine->column[k]] == column) value[count++] = fine->coupling[k];
    if (received < 0) continue;
    for (int32_t e = r->begin[received]; e < r->begin[received + 1]; e++)
      if (c->entry_column[e] == column) value[count++] = r->entry_coupling[e];
  }
  return tc_exact_sum(count, value);
}

/* Sorts the sums by the id of the other aggregate with Shell's sort, whose long steps protect aggregates with
 * thousands of sums from quadratic time. */
static void sort_many_sums(const row_sums *s) {
  int32_t step = 1;
  while (step < s->count / 9) step = 3 * step + 1;
  for (; step > 0; step /= 3)
    for (int32_t n = step; n < s->count; n++) {
      const sorted_sum moved = s->sorted[n];
      int32_t at = n;
      for (; at >= step && s->sorted[at - step].id > moved.id; at -= step)
        s->sorted[at] = s->sorted[at - step];
      s->sorted[at] = moved;
    }
}

/* Sorts a few sums by different ids. The position of a sum is the number of smaller ids. Counting them needs
 * no branches, whereas a processor could not predict the branches of other methods. */
static void sort_few_sums(const row_sums *s) {
  tc_gid id[few_sums];
  for (int32_t n = 0; n < s->count; n++) id[n] = s->sorted[n].id;
  for (int32_t n = 0; n < s->count; n++) {
    int32_t place = 0;
    for (int32_t other = 0; other < s->count; other++) place += id[other] < id[n];
    s->sorted[place] = (sorted_sum){id[n], n};
  }
}

/* Sorts the sums by the id of the other aggregate. */
static void sort_sums(const tc_contraction *c, const row_sums *s) {
  for (int32_t n = 0; n < s->count; n++) {
    const int32_t column = s->sum[n].column, remote = column - c->rows.count;
    s->sorted[n] = (sorted_sum){remote < 0 ? c->rows.id[column] : c->remote_id[remote], n};
  }
  if (s->count <= few_sums)
    sort_few_sums(s);
  else
    sort_many_sums(s);
}

/* Writes the sums of aggregate I as entries of the coarse graph, from entry number `at` on. */
static void write_entries(tc_contraction *c, int32_t I, const row_sums *s, int64_t at) {
  for (int32_t n = 0; n < s->count; n++, at++) {
    const coupling_sum *const sum = &s->sum[s->sorted[n].number];
    const bool is_exact = tc_exact_terms_are_exact(&sum->terms);
    c->coarse->column[at] = sum->column;
    c->coarse->coupling[at] = is_exact ? (float)sum->terms.sum : add_sorted(c, I, sum->column, s->value);
    if (sum->column < c->rows.count) continue;
#pragma omp atomic write
    c->is_read[sum->column - c->rows.count] = 1;
  }
}

/* Merges the rows of one thread. Sets begin[I + 1] of the coarse graph to the number of entries of row I.
 * Members are sorted by id, because threads list them in any order. */
static tc_status merge_thread_rows(tc_contraction *c, int thread) {
  row_sums s = {.count = 0};
  tc_status status = TC_OK;
  int32_t begin, end;
  int64_t at = c->first[thread];
  tc_matrix_thread_rows(c->rows.count, thread, c->threads, &begin, &end);
  for (int32_t I = begin; I < end; I++) {
    TC_GUARD(status, reserve_sums(sort_members(c, I), &s));
    add_members(c, I, &s);
    sort_sums(c, &s);
    write_entries(c, I, &s, at);
    c->coarse->begin[I + 1] = s.count;
    at += s.count;
  }
cleanup:
  free_sums(&s);
  return status;
}

/* Moves the entries that each thread has written to their final positions, which are never after the old
 * ones. */
static void join_entries(tc_contraction *c) {
  tc_level_graph *coarse = c->coarse;
  coarse->begin[0] = 0;
  for (int32_t I = 0; I < coarse->rows; I++) coarse->begin[I + 1] += coarse->begin[I];
  for (int thread = 1; thread < c->threads; thread++) {
    int32_t begin, end;
    tc_matrix_thread_rows(coarse->rows, thread, c->threads, &begin, &end);
    const int64_t to = coarse->begin[begin], from = c->first[thread];
    const size_t count = (size_t)(coarse->begin[end] - to);
    if (count == 0) continue;
    memmove(coarse->column + to, coarse->column + from, count * sizeof *coarse->column);
    memmove(coarse->coupling + to, coarse->coupling + from, count * sizeof *coarse->coupling);
  }
}

static tc_status merge_rows(tc_contraction *c) {
  tc_status failure = TC_OK;
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->first, c->threads));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->excess, c->rows.count));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->diagonal_sum, c->rows.count));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->begin, (size_t)c->rows.count + 1));
  TC_TRY(reserve_entries(c));
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < c->threads; thread++) {
    const tc_status status = merge_thread_rows(c, thread);
#pragma omp critical(tc_contraction)
    failure = tc_status_first(failure, status);
  }
  TC_TRY(failure);
  join_entries(c);
  return TC_OK;
}

tc_status tc_contraction_merge(tc_contraction *c) {
  c->threads = omp_get_max_threads();
  TC_TRY(list_members(c));
  return merge_rows(c);
}
