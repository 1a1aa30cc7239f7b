// The page: its address on the screen and in the browser, its games in a file, Ctrl-C and SIGTERM as its end.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/serve_page.hpp"
#include "core/text.hpp"
#include "server/play_server.hpp"

namespace tengen::app {

namespace {

// Where games are kept when nobody says: the place that the desktop's rules give to programs.
std::string usual_database() {
  const auto from = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
  std::string folder = from("XDG_DATA_HOME");
  if (folder.empty() && !from("HOME").empty()) folder = from("HOME") + "/.local/share";
  if (folder.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(folder + "/tengen", error);
  return error ? std::string() : folder + "/tengen/play.db";
}

bool is_local(const std::string& host) { return host == "localhost" || host == "::1" || host.starts_with("127."); }

// In a browser where there is one: on a desktop, and never as a service.
void open_browser(const std::string& address) {
  const bool desktop = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (!desktop || !isatty(STDERR_FILENO)) return;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string command = "xdg-open", where = address;
  char* arguments[] = {command.data(), where.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "xdg-open", &quiet, nullptr, arguments, environ) == 0)
    std::thread([child] { waitpid(child, nullptr, 0); }).detach();
  posix_spawn_file_actions_destroy(&quiet);
}

void explain_sharing(const std::string& host, const server::PlayServer& server) {
  fmt::print(
      stderr,
      "tengen: --host {}: whoever can reach port {} of this machine can play, analyse and start tournaments here,\n"
      "        and see the games of tournaments. There is no log-in and no encryption; engines share a bounded\n"
      "        part of this machine. Games are found only by those who know their address.\n"
      "        Others come in at these addresses and at no other; --name NAME adds the name of a host that leads "
      "here:\n",
      host, server.port());
  for (const std::string& name : server.visitors()) fmt::print(stderr, "        http://{}/\n", name);
  if (server.visitors().empty()) fmt::print(stderr, "        (this machine has no address that others could use)\n");
}

// The games are on a page already, so that is the page to show.
int open_other(const std::string& address, const ServeArguments& args, const std::string& database) {
  fmt::print(stderr,
             "tengen: the games in {} are on this page already, as it was started; --db names another file for a page "
             "of its own\n",
             database);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (args.browser) open_browser(address);
  return 0;
}

Expected<std::unique_ptr<server::PlayServer>> start(const server::ServerContext& context,
                                                    server::PlayServerOptions options, int port) {
  options.port = port == 0 ? usual_port : port;
  auto server = server::PlayServer::start(context, server::built_in_page(), options);
  if (server || port != 0) return server;
  options.port = 0;  // the usual one is taken
  return server::PlayServer::start(context, server::built_in_page(), options);
}

}  // namespace

int serve_page(const ServeArguments& args, const roster::Registry& registry) {
  const Interrupt interrupt;  // before any other thread
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::string host = args.host.empty() ? "127.0.0.1" : args.host;
  server::ServerContext context{registry, {}, args.engines, !is_local(host), args.threads > 0 ? args.threads : cores};
  if (!args.files.empty()) {
    auto files = server::AllowedFiles::below(args.files);
    if (!files) return complain("--files: " + files.error().message);
    context.files = std::move(*files);
  }
  server::PlayServerOptions options;
  options.host = host;
  options.names = args.names;
  options.database = args.db == "none" ? std::string() : args.db.empty() ? usual_database() : args.db;
  auto server = start(context, options, args.port);
  if (!server) {
    const auto other = server::address_of_holder(options.database);
    return other ? open_other(*other, args, options.database) : complain(server.error().message);
  }
  const std::string address = (*server)->address();
  if (context.shared) explain_sharing(host, **server);
  if (args.engines)
    fmt::print(stderr, "tengen: --engines on: pages of this server may start any program on this machine\n");
  if (options.database.empty()) fmt::print(stderr, "tengen: games are not kept: there is no --db\n");
  if (const auto problem = server::built_in_page().problem; !problem.empty())
    fmt::print(stderr, "tengen: this program was built without its page: {}\n", problem);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (args.browser) open_browser(address);

  const std::stop_callback end(interrupt.token(), [&] { (*server)->stop(); });
  (*server)->serve();
  return 0;
}

}  // namespace tengen::app
