/* gavel serve: hands out the page that `make web` builds, to browsers on this machine. */
#include "cli.h"
#include "examples.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* All that is handed out, and as what. A name that isn't here isn't looked for. */
static const struct {
  const char *name, *type;
} FILES[] = {
    {"index.html", "text/html; charset=utf-8"},
    {"page.js", "text/javascript; charset=utf-8"},
    {"page.css", "text/css; charset=utf-8"},
    {"worker.js", "text/javascript; charset=utf-8"},
    {"engine.wasm", "application/wasm"},
    {"offline.js", "text/javascript; charset=utf-8"},
    {"icon.svg", "image/svg+xml"},
    {"licences.txt", "text/plain; charset=utf-8"},
};

typedef struct Serve {
  const char *folder;
  u64 port;
  Text files[COUNT_OF(FILES)];
} Serve;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Serve *serve = state->input;
  switch (key) {
    case 'p': serve->port = parse_count(argument, "port", 1, 65535, state); return 0;
    case ARGP_KEY_ARG:
      if (serve->folder) argp_error(state, "serve takes one folder");
      serve->folder = argument;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"port", 'p', "N", 0, "Listen on port N (default 8080)", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .args_doc = "[FOLDER]",
    .doc = "Hand the page out to browsers on this machine; `make web` builds it. Without a FOLDER it is looked for in "
           "build/web. Other machines are not answered, and nothing but the page's own files is handed out.\v"
           "Examples:\n"
           "  gavel serve\n"
           "  gavel serve --port 9000 build/web\n"
           "\nExit status: 0 when it was ended by Ctrl-C, 2 when there is no page or the port is taken.",
};

/* --- answering ------------------------------------------------------------------------------- */

static enum MHD_Result say(struct MHD_Connection *connection, unsigned status, Str body, const char *type) {
  struct MHD_Response *response =
      /* NOLINTNEXTLINE(performance-no-int-to-ptr): what is persistent isn't changed, whatever the type says. */
      MHD_create_response_from_buffer(body.length, (void *)(uintptr_t)body.data, MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, "Content-Type", type);
  MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
  MHD_add_response_header(response, "Cache-Control", "no-cache");
  enum MHD_Result queued = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return queued;
}

/* Whether a browser asked for this machine by its own name: another site's name that leads here is not answered. */
static bool is_local(const Serve *serve, const char *host) {
  static const char *const NAMES[] = {"localhost", "127.0.0.1"};
  char expected[64];
  for (u32 i = 0; host && i < COUNT_OF(NAMES); i++) {
    snprintf(expected, sizeof expected, "%s:%u", NAMES[i], (unsigned)serve->port);
    if (strcmp(host, expected) == 0) return true;
  }
  return false;
}

/* NOLINTBEGIN(readability-non-const-parameter): the type is that of libmicrohttpd. */
static enum MHD_Result answer(void *user, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  /* NOLINTEND(readability-non-const-parameter) */
  const Serve *serve = user;
  (void)version;
  (void)data;
  (void)size;
  (void)state;
  if (!is_local(serve, MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host")))
    return say(connection, MHD_HTTP_FORBIDDEN, STR("not from here\n"), "text/plain");
  if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
    return say(connection, MHD_HTTP_METHOD_NOT_ALLOWED, STR("only GET\n"), "text/plain");
  const char *name = strcmp(url, "/") == 0 ? "index.html" : url + 1;
  for (u32 i = 0; i < COUNT_OF(FILES); i++)
    if (strcmp(name, FILES[i].name) == 0)
      return say(connection, MHD_HTTP_OK, text_str(&serve->files[i]), FILES[i].type);
  return say(connection, MHD_HTTP_NOT_FOUND, STR("no such file\n"), "text/plain");
}

/* --- serving --------------------------------------------------------------------------------- */

static bool read_files(Serve *serve, const char *folder) {
  for (u32 i = 0; i < COUNT_OF(FILES); i++) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, FILES[i].name) < 0) out_of_memory();
    bool there = file_read(path, &serve->files[i]);
    free(path);
    if (!there) {
      complain("there is no page in %s; `make web` builds it", folder);
      return false;
    }
  }
  return true;
}

/* Serves until a signal ends it. */
static int listen_on(Serve *serve) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)serve->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sigset_t ends;
  int signal;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, (uint16_t)serve->port, NULL, NULL, answer, serve,
                       MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_TIMEOUT, 20u, MHD_OPTION_END);
  if (!daemon) {
    complain("can't listen on port %u; it may be taken: try another with --port", (unsigned)serve->port);
    return CLI_BAD_INPUT;
  }
  printf("Gavel is at http://localhost:%u/ for browsers on this machine. Ctrl-C ends it.\n", (unsigned)serve->port);
  fflush(stdout);
  sigwait(&ends, &signal);
  MHD_stop_daemon(daemon);
  return CLI_FINE;
}

int command_serve(int argc, char **argv) {
  Serve serve = {.port = 8080};
  for (u32 i = 0; i < COUNT_OF(FILES); i++) text_init(&serve.files[i], gavel_allocator_default());
  argp_parse(&ARGP, argc, argv, 0, NULL, &serve);
  char *folder = serve.folder ? strdup(serve.folder) : examples_path("build/web");
  if (!folder) out_of_memory();
  int status = read_files(&serve, folder) ? listen_on(&serve) : CLI_BAD_INPUT;
  for (u32 i = 0; i < COUNT_OF(FILES); i++) text_free(&serve.files[i]);
  free(folder);
  return status;
}
