# Fails if a file of MODULE includes a header that is not listed in ALLOWED, by itself or by its folder.
#   cmake -DMODULE=name -DALLOWED="folder;..." -DLIST=file-of-paths -DSTAMP=file -P arrows.cmake

cmake_minimum_required(VERSION 3.25)

list(JOIN ALLOWED ", " allowed_words)
set(wrong 0)
file(STRINGS ${LIST} files)
foreach(file ${files})
  file(STRINGS ${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*\"")
  foreach(include ${includes})
    string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*$" "\\1" path "${include}")
    string(REGEX REPLACE "/[^/]*$" "" folder "${path}")
    if(NOT path MATCHES "/" OR NOT folder IN_LIST ALLOWED AND NOT path IN_LIST ALLOWED AND NOT folder STREQUAL "gavel")
      message(SEND_ERROR "${file} includes \"${path}\", but ${MODULE} may include only the public "
                         "headers (gavel/...) and those of: ${allowed_words}. Paths begin at src/.")
      set(wrong 1)
    endif()
  endforeach()
endforeach()
if(NOT wrong)
  file(TOUCH ${STAMP})
endif()
