# Dependencies of a build for WebAssembly: Debian has no such packages of the libraries that Gavel uses, so they are
# compiled from the sources that tools/web-sources gets, into the targets that pkg_check_modules makes elsewhere.

set(GAVEL_WEB_SOURCES ${CMAKE_SOURCE_DIR}/build/web-sources)
if(NOT EXISTS ${GAVEL_WEB_SOURCES}/include/yajl)
  message(FATAL_ERROR "${GAVEL_WEB_SOURCES} is missing: run tools/web-sources, or `make web`, which does")
endif()

# Nothing is loaded at run time.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
# A failed game jumps to the entry point. The default implementation calls JavaScript around every call that may jump.
add_compile_options(-Wno-unused-command-line-argument -fwasm-exceptions -sSUPPORT_LONGJMP=wasm)
add_link_options(-fwasm-exceptions -sSUPPORT_LONGJMP=wasm -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB
                 -sTOTAL_STACK=1MB)

# gavel_wasm_small(MODULE...): compiles modules for size, because the page has to be loaded.
function(gavel_wasm_small)
  foreach(module ${ARGN})
    target_compile_options(gavel_${module} PRIVATE -Oz)
  endforeach()
endfunction()

# gavel_wasm_library(TARGET INCLUDE folder... SOURCES file... [DEFINES definition...])
function(gavel_wasm_library target)
  cmake_parse_arguments(PARSE_ARGV 1 library "" "" "INCLUDE;SOURCES;DEFINES")
  list(TRANSFORM library_SOURCES PREPEND ${GAVEL_WEB_SOURCES}/)
  list(TRANSFORM library_INCLUDE PREPEND ${GAVEL_WEB_SOURCES}/)
  string(MAKE_C_IDENTIFIER ${target} name)
  add_library(${name} STATIC ${library_SOURCES})
  target_compile_options(${name} PRIVATE -w)
  target_compile_definitions(${name} PUBLIC ${library_DEFINES})
  target_include_directories(${name} SYSTEM PUBLIC ${library_INCLUDE})
  set_target_properties(${name} PROPERTIES C_STANDARD_REQUIRED OFF C_EXTENSIONS ON)
  add_library(${target} ALIAS ${name})
endfunction()

gavel_wasm_library(PkgConfig::YAJL INCLUDE include yajl/src/api yajl/src
  SOURCES yajl/src/yajl.c yajl/src/yajl_alloc.c yajl/src/yajl_buf.c yajl/src/yajl_encode.c yajl/src/yajl_lex.c
          yajl/src/yajl_parser.c)
# Without a source of random numbers somebody can write a deck that is slow to read, but only they wait for it.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/expat_config.h CONTENT
  "#define BYTEORDER 1234\n#define XML_POOR_ENTROPY 1\n#define XML_CONTEXT_BYTES 1024\n")
gavel_wasm_library(PkgConfig::EXPAT INCLUDE expat/expat/lib
  SOURCES expat/expat/lib/xmlparse.c expat/expat/lib/xmlrole.c expat/expat/lib/xmltok.c)
target_include_directories(PkgConfig__EXPAT PRIVATE ${CMAKE_BINARY_DIR}/generated)
target_compile_options(PkgConfig__EXPAT PRIVATE -Oz)
gavel_wasm_library(PkgConfig::CMOCKA INCLUDE cmocka/include SOURCES cmocka/src/cmocka.c
  DEFINES HAVE_INTTYPES_H HAVE_SIGNAL_H HAVE_STRINGS_H HAVE_STRUCT_TIMESPEC HAVE_CLOCK_REALTIME HAVE_MALLOC_H
          _UINTPTR_T_DEFINED)
