// A brain of the Gomocup protocol that answers at once with a random empty point: for measuring what an arena costs.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

struct Brain {
  static constexpr int largest = 22;
  int size = 15;
  bool taken[largest * largest] = {};
  std::uint64_t state = 0x9e3779b97f4a7c15ULL;

  int below(int n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<int>(state % static_cast<std::uint64_t>(n));
  }
  void clear() { std::memset(taken, 0, sizeof taken); }
  void take(std::string_view point) {
    const std::string text(point);
    const char* comma = std::strchr(text.c_str(), ',');
    if (comma == nullptr) return;
    const int x = std::atoi(text.c_str()), y = std::atoi(comma + 1);
    if (x >= 0 && y >= 0 && x < size && y < size) taken[y * size + x] = true;
  }
  std::string move() {
    int at = below(size * size);
    for (int tries = 0; taken[at] && tries < size * size; ++tries) at = (at + 1) % (size * size);
    taken[at] = true;
    return std::to_string(at % size) + "," + std::to_string(at / size) + "\n";
  }
};

}  // namespace

int main() {
  Brain brain;
  brain.state ^= static_cast<std::uint64_t>(getpid());
  std::string input;
  bool in_board = false;
  char chunk[4096];
  for (ssize_t n; (n = read(0, chunk, sizeof chunk)) > 0;) {
    input.append(chunk, static_cast<std::size_t>(n));
    std::string answer;
    std::size_t begin = 0;
    for (std::size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view line(input.data() + begin, end - begin);
      if (in_board) {
        if (line.starts_with("DONE"))
          in_board = false, answer += brain.move();
        else
          brain.take(line);
      } else if (line.starts_with("TURN ")) {
        brain.take(line.substr(5));
        answer += brain.move();
      } else if (line.starts_with("BEGIN")) {
        answer += brain.move();
      } else if (line.starts_with("BOARD")) {
        in_board = true;
      } else if (line.starts_with("START ")) {
        brain.size = std::atoi(std::string(line.substr(6)).c_str());
        if (brain.size < 5 || brain.size > Brain::largest) return 1;
        brain.clear();
        answer += "OK\n";
      } else if (line.starts_with("RESTART")) {
        brain.clear();
        answer += "OK\n";
      } else if (line.starts_with("ABOUT")) {
        answer += "name=\"quick\", version=\"1\"\n";
      } else if (line.starts_with("END")) {
        return 0;
      } else if (!line.starts_with("INFO")) {
        answer += "UNKNOWN\n";
      }
    }
    input.erase(0, begin);
    if (!answer.empty() && write(1, answer.data(), answer.size()) < 0) return 1;
  }
  return 0;
}
