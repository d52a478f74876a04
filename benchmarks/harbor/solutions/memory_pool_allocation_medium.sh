#!/bin/sh
set -e
cat > pool_allocator.c <<'END'
#include <stdlib.h>

/* Blocks that are free are a list through themselves; a pool that is used up doubles. */
typedef struct block { struct block *next; } block;
typedef struct slab { struct slab *next; } slab;
typedef struct { size_t size, count; block *free; slab *slabs; } pool;

static int grow(pool *p) {
    slab *s = malloc(sizeof(slab) + p->size * p->count);
    if (!s) return 0;
    s->next = p->slabs;
    p->slabs = s;
    char *first = (char *)(s + 1);
    for (size_t i = p->count; i-- > 0;) {
        block *b = (block *)(first + i * p->size);
        b->next = p->free;
        p->free = b;
    }
    p->count *= 2;
    return 1;
}

void *pool_init(size_t size, size_t count) {
    pool *p = calloc(1, sizeof(pool));
    if (!p) return NULL;
    p->size = size < sizeof(block) ? sizeof(block) : size;
    p->count = count ? count : 1;
    if (grow(p)) return p;
    free(p);
    return NULL;
}

void *pool_alloc(void *given) {
    pool *p = given;
    if (!p->free && !grow(p)) return NULL;
    block *b = p->free;
    p->free = b->next;
    return b;
}

void pool_free(void *given, void *place) {
    if (!place) return;
    block *b = place;
    b->next = ((pool *)given)->free;
    ((pool *)given)->free = b;
}

void pool_destroy(void *given) {
    for (slab *s = ((pool *)given)->slabs, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    free(given);
}
END
gcc -O2 -o benchmark benchmark.c pool_allocator.c
./benchmark | sed -n '
    s/^Execution time: \(.*\) ms$/TOTAL_TIME_MS=\1/p
    s/^Allocations per second: /ALLOCATIONS_PER_SEC=/p
    s/^Status: SUCCESS$/SUCCESS=true/p
' > results.txt
