#include "support/oracle.h"

#include "support/test.h"

Oracle *test_oracle(void) {
  Oracle *oracle = NULL;
  GavelError error = {0};
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) fail_msg("%s", error.message);
  return oracle;
}
