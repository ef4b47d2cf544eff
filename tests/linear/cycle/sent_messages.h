/* Counts the messages that this rank sends with persistent requests, and the number of 4-byte values in them.
 * A program that includes this file replaces three functions of MPI. */
#ifndef TC_TESTS_SENT_MESSAGES_H
#define TC_TESTS_SENT_MESSAGES_H

#include <criterion/criterion.h>
#include <mpi.h>
#include <stdint.h>

enum { most_requests = 4096 };

static struct {
  int count;
  MPI_Request request[most_requests];
  int64_t values[most_requests];
  int64_t messages_sent, values_sent;
} sent;

int MPI_Send_init(const void *buffer, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                  MPI_Request *request) {
  int size;
  const int result = PMPI_Send_init(buffer, count, type, rank, tag, comm, request);
  PMPI_Type_size(type, &size);
  int k = 0;
  while (k < sent.count && sent.request[k] != *request) k++;
  cr_assert_lt(k, most_requests);
  sent.request[k] = *request;
  sent.values[k] = (int64_t)count * size / 4;
  if (k == sent.count) sent.count++;
  return result;
}

int MPI_Request_free(MPI_Request *request) {
  for (int k = 0; k < sent.count; k++)
    if (sent.request[k] == *request) {
      sent.request[k] = sent.request[--sent.count];
      sent.values[k] = sent.values[sent.count];
      break;
    }
  return PMPI_Request_free(request);
}

int MPI_Startall(int count, MPI_Request *request) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < sent.count; k++) {
      if (sent.request[k] != request[i]) continue;
      sent.messages_sent++;
      sent.values_sent += sent.values[k];
    }
  return PMPI_Startall(count, request);
}

static inline void sent_messages_reset(void) { sent.messages_sent = sent.values_sent = 0; }

#endif
