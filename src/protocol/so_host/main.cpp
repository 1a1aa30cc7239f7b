// tengen_so_host FILE: a process for one player of the course's interface, a shared object with
//
//     Point* getPoint(int M, int N, const int* top, const int* board, int lastX, int lastY, int noX, int noY);
//     void clearPoint(Point*);
//
// Says "ready" (or "failed WHY") and then answers each line of numbers
//
//     M N lastX lastY noX noY  top[0] … top[N-1]  board[0] … board[M*N-1]
//
// with "x y". Whatever the shared object does to this process, it does to nobody else.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

struct Point {  // as the course declares it
  int x;
  int y;
};
using GetPoint = Point* (*)(int, int, const int*, const int*, int, int, int, int);
using ClearPoint = void (*)(Point*);

// By its plain name, or as C++ writes it where somebody forgot extern "C".
template <class Function>
Function find(void* library, const char* plain, const char* mangled) {
  void* found = dlsym(library, plain);
  if (found == nullptr) found = dlsym(library, mangled);
  return reinterpret_cast<Function>(found);
}

}  // namespace

int main(int count, char** arguments) {
  // The shared object may print; our answers must not drown in it.
  std::FILE* out = fdopen(dup(STDOUT_FILENO), "w");
  if (count != 2 || out == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 2;
  const auto say = [out](const std::string& line) {
    std::fputs((line + "\n").c_str(), out);
    std::fflush(out);
  };
  void* library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    say(std::string("failed ") + dlerror());
    _exit(1);
  }
  const auto get_point = find<GetPoint>(library, "getPoint", "_Z8getPointiiPKiS0_iiii");
  const auto clear_point = find<ClearPoint>(library, "clearPoint", "_Z10clearPointP5Point");
  if (get_point == nullptr) {
    say("failed it has no getPoint");
    _exit(1);
  }
  say("ready");
  const auto next = [] {
    int number = 0;
    if (std::scanf("%d", &number) != 1) _exit(0);  // without its destructors, which may crash
    return number;
  };
  for (;;) {
    const int rows = next(), columns = next();
    const int last_x = next(), last_y = next(), no_x = next(), no_y = next();
    if (rows < 1 || columns < 1 || rows > 64 || columns > 64) _exit(2);
    std::vector<int> top(static_cast<std::size_t>(columns)), board(static_cast<std::size_t>(rows * columns));
    for (int& cell : top) cell = next();
    for (int& cell : board) cell = next();
    Point* point = get_point(rows, columns, top.data(), board.data(), last_x, last_y, no_x, no_y);
    if (point == nullptr) {
      say("failed getPoint returned a null pointer");
      continue;
    }
    const Point answer = *point;
    if (clear_point != nullptr) clear_point(point);
    say(std::to_string(answer.x) + " " + std::to_string(answer.y));
  }
}
