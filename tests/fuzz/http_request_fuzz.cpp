// A connection's bytes, cut at places that they choose themselves: the same requests come out as from one piece.

#include "fuzz/check.hpp"
#include "server/http/parser.hpp"

using namespace tengen;

namespace {

std::string all_requests(std::string_view bytes, bool cut) {
  static const server::HttpLimits limits = [] {
    server::HttpLimits small;
    small.address = 100, small.head = 400, small.headers = 8, small.body = 200;
    return small;
  }();
  tengen::server::HttpParser parser(limits);
  std::string said;
  while (!bytes.empty()) {
    const std::size_t piece = cut ? 1 + static_cast<unsigned char>(bytes[0]) % 7 : 400;
    parser.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    for (; parser.state() == tengen::server::HttpParser::State::done; parser.next()) {
      const server::HttpRequest& request = parser.request();
      fuzz::check(request.path.starts_with('/'), "a path begins with /");
      fuzz::check(request.body.size() <= limits.body, "a body keeps its limit");
      said += request.method + ' ' + request.path + ' ' + request.body + '\n';
    }
    fuzz::check(parser.held() < 4096, "a connection holds little");
  }
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::as_text(data, size);
  fuzz::check(all_requests(bytes, true) == all_requests(bytes, false), "how bytes are cut does not matter");
  return 0;
}
