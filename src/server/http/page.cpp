#include "server/http/page.hpp"

#include <zlib.h>

#include <algorithm>

namespace tengen::server {

namespace {

std::string_view type_of(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".webmanifest", "application/manifest+json"},
      {".txt", "text/plain; charset=utf-8"},
      {".woff2", "font/woff2"},
      {".map", "application/json"},
      {".mjs", "text/javascript; charset=utf-8"},
  };
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

std::string unpacked(std::string_view gzip) {
  std::string out;
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) return out;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gzip.data()));
  stream.avail_in = static_cast<uInt>(gzip.size());
  char piece[16384];
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece);
    stream.avail_out = sizeof piece;
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece, sizeof piece - stream.avail_out);
  }
  inflateEnd(&stream);
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> safety_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
           "connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self' data: blob:; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

Expected<std::string> text_of(const Page& page, std::string_view name) {
  const auto file = std::ranges::find(page.files, name, &PageFile::name);
  if (file != page.files.end()) return unpacked(file->gzip);
  return fail("{} comes with the page, and this program was built without its page: {}", name, page.problem);
}

HttpReply serve_page(const Page& page, const HttpRequest& request) {
  const std::string_view name = request.path == "/" ? "index.html" : std::string_view(request.path).substr(1);
  const auto file = std::ranges::find(page.files, name, &PageFile::name);
  HttpReply reply;
  if (file == page.files.end()) {
    reply.status = 404;
    reply.type = "text/plain; charset=utf-8";
    reply.body = "There is no such page.\n";
    return reply;
  }
  // Asked for every time, and answered with 304 as long as the program is the same.
  reply.headers = {{"Cache-Control", "no-cache"}, {"ETag", std::string(file->etag)}, {"Vary", "Accept-Encoding"}};
  reply.type = type_of(name);
  if (request.header("if-none-match") == file->etag) {
    reply.status = 304;
    return reply;
  }
  if (request.header("accept-encoding").find("gzip") == std::string_view::npos) {
    reply.body = unpacked(file->gzip);
    return reply;
  }
  reply.headers.emplace_back("Content-Encoding", "gzip");
  reply.lasting_body = file->gzip;
  return reply;
}

}  // namespace tengen::server
