/* Saves of real games with some bytes or fields changed and the checksum fixed (tests/support/forged.h). Loading is
   refused, or the game plays on until it is over, has gone on long enough, or fails with a status. It never crashes,
   hangs or becomes unsound. The input is the number of a forged save, and whether fields or bytes are changed. */
#include "support/forged.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static Forge *forge;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  forge = forge_open(1);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  u64 number = 0;
  memcpy(&number, data, size < sizeof number ? size : sizeof number);
  forge_try(forge, number, size > sizeof number && data[sizeof number] & 1);
  return 0;
}
