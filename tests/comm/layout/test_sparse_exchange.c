#include "comm/layout/sparse_exchange.h"

#include <stdlib.h>

#include "base/numeric/hash.h"
#include "support/expect.h"
#include "support/parallel.h"

enum { most = 50 };

/* How many numbers `from` sends to `to` in a round. Most pairs exchange nothing, some ranks send to
 * themselves, and some lists are empty. */
static int length(int round, int from, int to, bool *writes) {
  const uint64_t dice = tc_hash_mix((uint64_t)(round * 10000 + from * 100 + to));
  *writes = dice % 3 == 0;
  return *writes ? (int)((dice >> 8) % most) : 0;
}

static tc_gid number(int round, int from, int to, int i) {
  return (tc_gid)(tc_hash_mix((uint64_t)(round * 1000000 + from * 10000 + to * 100 + i)) >> 1);
}

static tc_sparse_exchange write(const tc_world *world, int round) {
  tc_sparse_exchange mail = {.peers = 0};
  const size_t ranks = (size_t)world->ranks;
  mail.peer = calloc(ranks, sizeof *mail.peer);
  mail.begin = calloc(ranks + 1, sizeof *mail.begin);
  mail.number = calloc(ranks * most, sizeof *mail.number);
  for (int to = 0; to < world->ranks; to++) {
    bool writes;
    const int n = length(round, world->rank, to, &writes);
    if (!writes) continue;
    const int32_t begin = mail.begin[mail.peers];
    for (int i = 0; i < n; i++) mail.number[begin + i] = number(round, world->rank, to, i);
    mail.peer[mail.peers++] = to;
    mail.begin[mail.peers] = begin + n;
  }
  return mail;
}

static void expect_mail(const tc_world *world, int round, const tc_sparse_exchange *got) {
  int p = 0;
  cr_assert_eq(got->begin[0], 0);
  for (int from = 0; from < world->ranks; from++) {
    bool writes;
    const int n = length(round, from, world->rank, &writes);
    if (!writes) continue;
    cr_assert(p < got->peers && got->peer[p] == from, "round %d: nothing from rank %d", round, from);
    cr_assert_eq(got->begin[p + 1] - got->begin[p], n);
    for (int i = 0; i < n; i++)
      cr_assert_eq(got->number[got->begin[p] + i], number(round, from, world->rank, i));
    p++;
  }
  cr_assert_eq(p, got->peers);
}

/* Exchanges follow each other without a barrier. No rank may receive a list of the next exchange. */
ParallelTest(mail, arrives_at_whom_it_is_for_in_order_of_ranks) {
  for (int round = 0; round < 200; round++) {
    tc_sparse_exchange sent = write(world, round), got = {0};
    expect_ok(tc_sparse_exchange_run(world, &sent, &got));
    expect_mail(world, round, &got);
    tc_sparse_exchange_free(&got);
    cr_assert(got.peers == 0 && got.number == NULL);
    free(sent.peer);
    free(sent.begin);
    free(sent.number);
  }
}

ParallelTest(mail, nobody_writes) {
  const tc_sparse_exchange sent = {.begin = (int32_t[]){0}};
  tc_sparse_exchange got = {0};
  expect_ok(tc_sparse_exchange_run(world, &sent, &got));
  cr_assert_eq(got.peers, 0);
  tc_sparse_exchange_free(&got);
}

/* If a rank would receive more numbers than 32 bits can count, all ranks return an error before any list is
 * sent. */
ParallelTest(mail, too_much_for_one_rank) {
  if (world->ranks < 2) return;
  const tc_sparse_exchange sent = {1, (int[]){0}, (int32_t[]){0, INT32_MAX}, NULL};
  tc_sparse_exchange got = {0};
  expect_error(tc_sparse_exchange_run(world, &sent, &got), TC_INTERNAL, "2^31 numbers or more to one rank");
  cr_assert_null(got.number);
}
