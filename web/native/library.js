// What C calls of JavaScript. Module.gavelProgress, where there is one, is told how far an import has come.
mergeInto(LibraryManager["library"], {
  gavel_web_progress: function (bytes, cards, compiled) {
    if (Module["gavelProgress"]) Module["gavelProgress"](bytes, cards, compiled);
  },
});
