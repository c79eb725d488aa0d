/* The oracle for reading texts in tests. */
#ifndef SUPPORT_ORACLE_H
#define SUPPORT_ORACLE_H

#include "oracle/oracle.h"

/* Creates an oracle with the built-in grammar; fails the running test if that is wrong. Free with oracle_free. */
Oracle *test_oracle(void);

#endif
