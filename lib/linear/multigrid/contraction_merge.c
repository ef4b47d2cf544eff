/* Addition of the members of each aggregate in the order of their ids: excesses, diagonal sums, and the
 * couplings to each other aggregate. Members are listed with a counting sort. The terms of an aggregate,
 * which are few, are gathered and sorted by the id of the other aggregate; equal ids then form one entry. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "linear/multigrid/contraction_internal.h"
#include "linear/rows/exact_sum.h"
#include "sparse/matrix.h"

/* Coupling of a member to a member of another aggregate with the given id and coarse column. */
typedef struct term {
  tc_gid id;
  int32_t column;
  float coupling;
} term;

/* ---- members ---- */

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
    if (I < 0) continue;
#pragma omp atomic
    c->member_begin[I + 2]++;
  }
  for (int32_t I = 0; I < c->rows.count; I++) c->member_begin[I + 2] += c->member_begin[I + 1];
#pragma omp parallel for schedule(static)
  for (int32_t m = 0; m < members; m++) {
    const int32_t I = aggregate_of(c, m);
    int32_t at;
    if (I < 0) continue;
#pragma omp atomic capture
    at = c->member_begin[I + 1]++;
    c->member[at] = m;
  }
  return TC_OK;
}

/* Sorts the members of aggregate I by id, because threads list them in any order. Returns the number of their
 * entries. */
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

/* Sorts the members of all aggregates. Sets begin[I + 1] of the coarse graph to the number of their entries,
 * and returns the largest number. */
static int64_t sort_all_members(tc_contraction *c) {
  int64_t largest = 0;
#pragma omp parallel for schedule(static) reduction(max : largest)
  for (int32_t I = 0; I < c->rows.count; I++) {
    const int64_t entries = sort_members(c, I);
    c->coarse->begin[I + 1] = entries;
    if (entries > largest) largest = entries;
  }
  return largest;
}

/* Reserves space for the entries of all members. The space of a thread begins after the entries of the
 * members that the threads before merge. Pages that remain unused are not touched. */
static tc_status reserve_entries(tc_contraction *c) {
  tc_level_graph *coarse = c->coarse;
  int64_t entries = 0;
  for (int thread = 0; thread < c->threads; thread++) {
    int32_t begin, end;
    tc_matrix_thread_rows(coarse->rows, thread, c->threads, &begin, &end);
    c->first[thread] = entries;
    for (int32_t I = begin; I < end; I++) entries += coarse->begin[I + 1];
  }
  TC_TRY(TC_POOL_ARRAY(&coarse->memory, coarse->column, entries));
  return TC_POOL_ARRAY(&coarse->memory, coarse->coupling, entries);
}

/* ---- merging ---- */

/* Appends the terms of fine row i, a member of aggregate I. Returns the row's excess with the couplings to
 * rows without aggregate. */
static double gather_row(const tc_contraction *c, int32_t I, int32_t i, term *terms, int32_t *count) {
  const tc_level_graph *fine = c->fine;
  double excess = fine->excess[i];
  for (int64_t k = fine->begin[i]; k < fine->begin[i + 1]; k++) {
    const int32_t j = fine->column[k], J = c->column[j];
    if (J < 0)
      excess += (double)fine->coupling[k];
    else if (J != I)
      terms[(*count)++] = (term){c->aggregate[j].id, J, fine->coupling[k]};
  }
  return excess;
}

static void gather_received(const tc_contraction *c, int32_t m, term *terms, int32_t *count) {
  const tc_received_members *r = &c->received;
  for (int32_t e = r->begin[m]; e < r->begin[m + 1]; e++)
    terms[(*count)++] = (term){r->entry_id[e], c->entry_column[e], r->entry_coupling[e]};
}

/* Appends the terms of all members of aggregate I, and adds their excesses and diagonal sums. Returns the
 * number of terms. */
static int32_t gather_members(const tc_contraction *c, int32_t I, term *terms) {
  const int32_t rows = c->fine->rows;
  double excess = 0.0, diagonal = 0.0;
  int32_t count = 0;
  for (int32_t k = c->member_begin[I]; k < c->member_begin[I + 1]; k++) {
    const int32_t m = c->member[k];
    if (m < rows) {
      excess += gather_row(c, I, m, terms, &count);
      diagonal += c->fine->diagonal_sum[m];
    } else {
      gather_received(c, m - rows, terms, &count);
      excess += c->received.excess[m - rows];
      diagonal += c->received.diagonal_sum[m - rows];
    }
  }
  c->coarse->excess[I] = excess;
  c->coarse->diagonal_sum[I] = diagonal;
  return count;
}

static int compare_terms(const void *a, const void *b) {
  const term *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

/* Sorts terms by the id of the other aggregate. Rows usually have fewer than 32 terms. */
static void sort_terms(int32_t count, term *terms) {
  if (count > 32) {
    qsort(terms, (size_t)count, sizeof *terms, compare_terms);
    return;
  }
  for (int32_t k = 1; k < count; k++) {
    const term moved = terms[k];
    int32_t at = k;
    for (; at > 0 && terms[at - 1].id > moved.id; at--) terms[at] = terms[at - 1];
    terms[at] = moved;
  }
}

/* Adds the terms of a row to one entry for each other aggregate, from entry `at` on. `value` is scratch for
 * the terms of one entry. Returns the number of entries. */
static int64_t merge_terms(tc_contraction *c, int32_t count, const term *terms, float *value, int64_t at) {
  int64_t entries = 0;
  for (int32_t k = 0, end; k < count; k = end) {
    const int32_t remote = terms[k].column - c->rows.count;
    for (end = k; end < count && terms[end].id == terms[k].id; end++) value[end - k] = terms[end].coupling;
    c->coarse->column[at + entries] = terms[k].column;
    c->coarse->coupling[at + entries++] = tc_exact_sum(end - k, value);
    if (remote < 0) continue;
#pragma omp atomic write
    c->is_read[remote] = 1;
  }
  return entries;
}

/* Merges the rows of one thread. Sets begin[I + 1] of the coarse graph to the number of entries of row I. */
static void merge_thread_rows(tc_contraction *c, int thread, term *terms, float *value) {
  int32_t begin, end;
  int64_t at = c->first[thread];
  tc_matrix_thread_rows(c->rows.count, thread, c->threads, &begin, &end);
  for (int32_t I = begin; I < end; I++) {
    const int32_t count = gather_members(c, I, terms);
    sort_terms(count, terms);
    c->coarse->begin[I + 1] = merge_terms(c, count, terms, value, at);
    at += c->coarse->begin[I + 1];
  }
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
  term *terms = NULL;
  float *value = NULL;
  c->threads = omp_get_max_threads();
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->first, c->threads));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->excess, c->rows.count));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->diagonal_sum, c->rows.count));
  TC_TRY(TC_POOL_ARRAY(&c->coarse->memory, c->coarse->begin, (size_t)c->rows.count + 1));
  const size_t stride = (size_t)sort_all_members(c) + TC_ALIGNMENT / sizeof *value;
  TC_TRY(reserve_entries(c));
  TC_TRY(TC_POOL_ARRAY(&c->memory, terms, (size_t)c->threads * stride));
  TC_TRY(TC_POOL_ARRAY(&c->memory, value, (size_t)c->threads * stride));
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < c->threads; thread++)
    merge_thread_rows(c, thread, terms + (size_t)thread * stride, value + (size_t)thread * stride);
  join_entries(c);
  return TC_OK;
}

tc_status tc_contraction_merge(tc_contraction *c) {
  TC_TRY(list_members(c));
  return merge_rows(c);
}
