/* Included by every test program: cmocka with the headers it expects before it. */
#ifndef SUPPORT_TEST_H
#define SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"

/* Fails the running test unless `str` (a Str) equals the zero-terminated `expected`. */
#define assert_str_is(str, expected) test_assert_str_is((str), (expected), __FILE__, __LINE__)
void test_assert_str_is(Str str, const char *expected, const char *file, int line);

/* The number in an environment variable; `usual` if it is not set. */
u64 test_number(const char *variable, u64 usual);

#endif
