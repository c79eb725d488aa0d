/* The oracle tests read texts with. */
#ifndef SUPPORT_ORACLE_H
#define SUPPORT_ORACLE_H

#include "oracle/oracle.h"

/* Of the grammar that was built in; fails the running test when that is wrong. Free with oracle_free. */
Oracle *test_oracle(void);

#endif
