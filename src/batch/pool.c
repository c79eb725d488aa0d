/* Threads wait for a job, take its pieces one after another, and report when none are left. */
#define _POSIX_C_SOURCE 200809L
#include "batch/batch.h"

#include <pthread.h>

typedef struct Worker {
  Pool *pool;
  pthread_t thread;
  u32 number;
} Worker;

struct Pool {
  GavelAllocator allocator;
  size_t size;
  pthread_mutex_t lock;
  pthread_cond_t begun, ended;
  u64 jobs;    /* begun so far */
  u32 working; /* threads that have not finished the job, not counting the caller's */
  bool closing;
  PoolJob *job;
  void *user;
  u32 pieces;
  atomic_uint next;
  u32 count; /* number of running workers */
  Worker workers[];
};

static void do_pieces(Pool *pool, u32 thread) {
  for (;;) {
    u32 first = atomic_fetch_add(&pool->next, PIECES_AT_ONCE);
    if (first >= pool->pieces) return;
    u32 last = pool->pieces - first < PIECES_AT_ONCE ? pool->pieces : first + PIECES_AT_ONCE;
    for (u32 piece = first; piece < last; piece++) pool->job(pool->user, piece, thread);
  }
}

static void *work(void *user) {
  Worker *worker = user;
  Pool *pool = worker->pool;
  pthread_mutex_lock(&pool->lock);
  for (u64 done = 0;;) {
    while (pool->jobs == done && !pool->closing) pthread_cond_wait(&pool->begun, &pool->lock);
    if (pool->closing) break;
    done = pool->jobs;
    pthread_mutex_unlock(&pool->lock);
    do_pieces(pool, worker->number);
    pthread_mutex_lock(&pool->lock);
    if (--pool->working == 0) pthread_cond_signal(&pool->ended);
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

void pool_run(Pool *pool, PoolJob *job, void *user, u32 pieces) {
  pool->job = job;
  pool->user = user;
  pool->pieces = pieces;
  atomic_store(&pool->next, 0);
  if (pool->count > 0) {
    pthread_mutex_lock(&pool->lock);
    pool->jobs++;
    pool->working = pool->count;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->lock);
  }
  do_pieces(pool, 0);
  if (pool->count == 0) return;
  pthread_mutex_lock(&pool->lock);
  while (pool->working > 0) pthread_cond_wait(&pool->ended, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

static void close_workers(Pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->closing = true;
  pthread_cond_broadcast(&pool->begun);
  pthread_mutex_unlock(&pool->lock);
  for (u32 i = 0; i < pool->count; i++) pthread_join(pool->workers[i].thread, NULL);
}

void pool_free(Pool *pool) {
  if (!pool) return;
  close_workers(pool);
  pthread_cond_destroy(&pool->ended);
  pthread_cond_destroy(&pool->begun);
  pthread_mutex_destroy(&pool->lock);
  pool->allocator.resize(pool->allocator.user, pool, pool->size, 0);
}

/* Initialises the three synchronisation objects; false, with none of them left, if the system refuses. */
static bool init_waiting(Pool *pool) {
  if (pthread_mutex_init(&pool->lock, NULL)) return false;
  if (!pthread_cond_init(&pool->begun, NULL)) {
    if (!pthread_cond_init(&pool->ended, NULL)) return true;
    pthread_cond_destroy(&pool->begun);
  }
  pthread_mutex_destroy(&pool->lock);
  return false;
}

Pool *pool_new(GavelAllocator allocator, u32 threads) {
  size_t size = sizeof(Pool) + (threads - 1) * sizeof(Worker);
  Pool *pool = allocator.resize(allocator.user, NULL, 0, size);
  if (!pool) return NULL;
  memset(pool, 0, size);
  pool->allocator = allocator;
  pool->size = size;
  if (!init_waiting(pool)) {
    allocator.resize(allocator.user, pool, size, 0);
    return NULL;
  }
  for (; pool->count < threads - 1; pool->count++) {
    Worker *worker = &pool->workers[pool->count];
    *worker = (Worker){.pool = pool, .number = pool->count + 1};
    if (!pthread_create(&worker->thread, NULL, work, worker)) continue;
    pool_free(pool);
    return NULL;
  }
  return pool;
}
