#pragma once
// One event stream on its way to one listener: filled by whoever has news, emptied by the connection.

#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tengen::server {

class EventStream {
 public:
  enum class Pile : bool {
    all,     // every event of that name arrives
    newest,  // one that still waits gives way to the next of its name, so a slow listener costs no memory
  };

  // The text of one server-sent event; `data` is one line. A listener that lets too many wait has its stream ended: it
  // may come back and begin with what is so then.
  void push(std::string_view name, std::string_view data, Pile pile = Pile::newest, std::string_view id = {});
  // Nothing comes after what is already there.
  void end();
  bool ended() const;

  // What has gathered; `over` says that nothing will come any more. Never waits: while somebody is adding an event there is
  // nothing yet. Threads of the lowest priority add them, and the thread that reads for all connections cannot wait for one.
  struct Batch {
    std::string text;
    bool over = false;
  };
  Batch take();

  // Each runs once: when the listener is gone, or at once where it is gone already.
  void when_closed(std::function<void()> action);
  void close();

 private:
  struct Event {
    std::string name;
    std::string text;
  };

  mutable std::mutex mutex_;
  std::deque<Event> events_;
  std::size_t waiting_ = 0;  // bytes
  bool ended_ = false;
  bool closed_ = false;
  std::vector<std::function<void()>> on_close_;
};

}  // namespace tengen::server
