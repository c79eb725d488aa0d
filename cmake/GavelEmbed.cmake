# gavel_embed_cards(TARGET FOLDER)
#
# Declares the library TARGET, which holds all FOLDER/*.card and FOLDER/*.ir files as they were at build and answers
# for src/cards/embedded.h.

add_executable(embed ${CMAKE_SOURCE_DIR}/tools/embed.c)

function(gavel_embed_cards target folder)
  file(GLOB cards CONFIGURE_DEPENDS ${folder}/*.card ${folder}/*.ir)
  set(generated ${CMAKE_BINARY_DIR}/generated/${target}.c)
  set(list ${CMAKE_BINARY_DIR}/generated/${target}.files)
  list(JOIN cards "\n" files)
  file(CONFIGURE OUTPUT ${list} CONTENT "@files@\n" @ONLY)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND embed ${generated} ${list}
    DEPENDS embed ${cards} ${list}
    COMMENT "Embedding ${folder}"
    VERBATIM)
  # One literal holds a whole file; every compiler in use takes far more than the standard's minimum.
  set_source_files_properties(${generated} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  add_library(${target} STATIC ${generated})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
endfunction()
