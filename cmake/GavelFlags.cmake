# Compiler flags for every file of the project.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The same objects go into the archive and the shared library.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)

add_compile_options(-fno-semantic-interposition)
# Warnings are for those who change the project; finding them takes time.
if(GAVEL_WERROR)
  add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
endif()

# The first thing anybody builds: gcc needs half as long for -Og as for -O2.
set(CMAKE_C_FLAGS_PLAIN "-Og -DNDEBUG")
set(CMAKE_C_FLAGS_CHECK "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-Og -g")
set(CMAKE_C_FLAGS_RELEASE "-O3 -fno-plt -DNDEBUG")
set(CMAKE_C_FLAGS_WASM "-O3 -DNDEBUG")
# For the sanitizers: fast enough to run every test, clear enough to read a trace.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g -fno-omit-frame-pointer")

# gcc's inline replacements for memset and memcpy on x86 are slower than the C library's functions.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  string(APPEND CMAKE_C_FLAGS_RELEASE
    " -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign")
endif()

if(NOT GAVEL_TRACE)
  add_compile_definitions(GAVEL_UNTRACED)
endif()
if(GAVEL_CHECKED)
  add_compile_definitions(GAVEL_CHECKED)
endif()
if(GAVEL_HOSTILE)
  add_compile_definitions(GAVEL_HOSTILE)
endif()

if(GAVEL_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
  add_compile_options(${sanitizers})
  add_link_options(${sanitizers})
endif()
if(GAVEL_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "fuzzing needs clang, and the compiler is ${CMAKE_C_COMPILER_ID}")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()

if(GAVEL_COVERAGE)
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping)
  add_link_options(-fprofile-instr-generate)
  # Counts of static functions are kept by the name of the file; by itself clang takes it without the folder.
  string(REPLACE "<FLAGS>" "<FLAGS> -Xclang -main-file-name -Xclang <SOURCE>" CMAKE_C_COMPILE_OBJECT "${CMAKE_C_COMPILE_OBJECT}")
endif()

if(GAVEL_LTO)
  if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    # CMake's own check uses the system's linker, which may not read clang's output.
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
    set(CMAKE_C_COMPILE_OPTIONS_IPO -flto=thin)
    add_link_options(-fuse-ld=lld)
  else()
    include(CheckIPOSupported)
    check_ipo_supported(RESULT lto_works OUTPUT lto_reason LANGUAGES C)
    if(lto_works)
      set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
      # Machine code in addition to gcc's own representation, so that any linker can use the archive.
      set(CMAKE_C_COMPILE_OPTIONS_IPO -flto=auto -ffat-lto-objects)
    else()
      message(STATUS "no optimisation across files: ${lto_reason}")
    endif()
  endif()
endif()

# Profile-guided optimisation. A counting build writes its counts next to its objects (gcc) or to LLVM_PROFILE_FILE
# (clang). An optimising build finds them next to its own objects (gcc) or in counts.profdata (clang), and does without
# if there are none (see tools/build). Code that never ran while counting is optimised as usual; code that has changed
# since has no counts.
if(GAVEL_PROFILE)
  if(NOT GAVEL_PROFILE MATCHES "^(COUNT|USE)$")
    message(FATAL_ERROR "GAVEL_PROFILE is COUNT, USE or nothing, and not ${GAVEL_PROFILE}")
  endif()
  set(counts ${CMAKE_BINARY_DIR}/counts.profdata)
  if(GAVEL_PROFILE STREQUAL "COUNT")
    set(profile -fprofile-generate)
  elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # With counts, gcc's analysis of uninitialised variables gives false warnings. Warnings are errors in the other
    # builds, but not in this one.
    set(profile -fprofile-use -fprofile-partial-training -Wno-missing-profile -Wno-coverage-mismatch
                -Wno-maybe-uninitialized -Wno-error)
  elseif(EXISTS ${counts})
    set(profile -fprofile-use=${counts} -Wno-profile-instr-unprofiled -Wno-profile-instr-out-of-date -Wno-error)
  endif()
  add_compile_options(${profile})
  add_link_options(${profile})
endif()
