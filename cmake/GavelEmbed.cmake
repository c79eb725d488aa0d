# gavel_embed(TARGET NAME FOLDER PATTERN...)
#
# Declares the library TARGET, which contains the matching files of FOLDER as they are at build time and defines
# embedded_NAME of src/base/embedded.h.

# A program that generates a source during the build; for WebAssembly it runs under Node.
function(gavel_generator target source)
  add_executable(${target} ${source})
  if(EMSCRIPTEN)
    target_link_options(${target} PRIVATE -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sWASM_ASYNC_COMPILATION=0)
  endif()
endfunction()

gavel_generator(embed ${CMAKE_SOURCE_DIR}/tools/embed.c)

# The library for a generated source.
function(gavel_embedded target generated)
  # One literal holds a whole file; all compilers in use allow far more than the standard's minimum.
  set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  add_library(${target} STATIC ${generated})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
endfunction()

function(gavel_embed target name folder)
  list(TRANSFORM ARGN PREPEND ${folder}/)
  file(GLOB files_found CONFIGURE_DEPENDS ${ARGN})
  set(generated ${CMAKE_BINARY_DIR}/generated/${target}.c)
  set(list ${CMAKE_BINARY_DIR}/generated/${target}.files)
  list(JOIN files_found "\n" files)
  file(CONFIGURE OUTPUT ${list} CONTENT "@files@\n" @ONLY)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND embed ${generated} ${list} ${name}
    DEPENDS embed ${files_found} ${list}
    COMMENT "Embedding ${folder}"
    VERBATIM)
  gavel_embedded(${target} ${generated})
endfunction()

# gavel_embed_image(TARGET MODULE FILES)
#
# Declares the library TARGET, which contains the image of the built-in cards that the module MODULE makes from the
# library FILES.
function(gavel_embed_image target module files)
  set(generated ${CMAKE_BINARY_DIR}/generated/${target}.c)
  gavel_generator(embed_image ${CMAKE_SOURCE_DIR}/tools/embed_image.c)
  target_link_libraries(embed_image PRIVATE gavel_${module} ${files})
  add_custom_command(
    OUTPUT ${generated}
    COMMAND embed_image ${generated}
    DEPENDS embed_image
    COMMENT "Embedding the image of the cards"
    VERBATIM)
  gavel_embedded(${target} ${generated})
endfunction()

# gavel_names(TARGET)
#
# Declares the library TARGET, which contains the numbers made from the names of words, operations, events and
# procedures. The build fails if two names make the same number.
function(gavel_names target)
  set(generated ${CMAKE_BINARY_DIR}/generated/${target}.c)
  gavel_generator(names ${CMAKE_SOURCE_DIR}/tools/names.c)
  target_link_libraries(names PRIVATE gavel_base)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND names ${generated}
    DEPENDS names
    COMMENT "Numbering names"
    VERBATIM)
  gavel_embedded(${target} ${generated})
endfunction()
