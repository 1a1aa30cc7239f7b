// Runs a fuzz target where libFuzzer is not at hand: replays every given file, then feeds seeded mutations of
// them.
//
//   NAME_fuzz [--runs N] [--seed S] [--seconds T] [FILE|FOLDER]...
//
// The same seed and files give the same inputs in the same order; --seconds only cuts the sequence short. An
// input that crashes the target is left in the file crash-NAME_fuzz and shown, so that it can be replayed
// alone.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_input_size = 4096;

// What a crash handler may still read: it has no arguments.
std::string current_input;
std::string crash_file;

void save_input() {
  if (std::FILE* file = std::fopen(crash_file.c_str(), "wb")) {
    std::fwrite(current_input.data(), 1, current_input.size(), file);
    std::fclose(file);
  }
  std::fprintf(stderr, "crashed on %zu bytes, saved in %s\n", current_input.size(), crash_file.c_str());
}

void on_signal(int signal) {
  std::signal(signal, SIG_DFL);
  save_input();
  std::raise(signal);
}

void run(std::string input) {
  current_input = std::move(input);
  // A copy of exactly the right size lets the address sanitizer see a read past the end.
  const std::vector<std::uint8_t> bytes(current_input.begin(), current_input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

class Mutator {
 public:
  Mutator(std::uint64_t seed, std::vector<std::string> corpus) : random_(seed), corpus_(std::move(corpus)) {
    if (corpus_.empty()) corpus_.emplace_back();
  }

  std::string next() {
    std::string text = pick(corpus_);
    for (std::size_t steps = 1 + below(6); steps > 0; --steps) mutate(text);
    if (text.size() > max_input_size) text.resize(max_input_size);
    return text;
  }

 private:
  // Not std::uniform_int_distribution: its results differ between standard libraries.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  const std::string& pick(const std::vector<std::string>& from) { return from[below(from.size())]; }

  void mutate(std::string& text) {
    static const std::vector<std::string> tokens = {
        "0",     "-1",  "1",    "255",      "256", "65536", "2147483648", "18446744073709551616",
        "1e999", "nan", ":",    "=",        ",",   "/",     " ",          "\n",
        "\r\n",  "\t",  "\xff", "\xc3\xa9", "a1",  "h8",    "z99",        "--"};
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = text.empty() ? 0 : below(std::min<std::size_t>(text.size() - at + 1, 16));
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 2: text.insert(at, 1, static_cast<char>(' ' + below(95))); break;
      case 3: text.erase(at, length); break;
      case 4: text.insert(at, text.substr(at, length)); break;
      case 5: text.insert(at, pick(tokens)); break;
      case 6: text.resize(at); break;
      default: {  // the front of this input, the back of another
        const std::string& other = pick(corpus_);
        text = text.substr(0, at) + other.substr(below(other.size() + 1));
      }
    }
  }

  std::mt19937_64 random_;
  std::vector<std::string> corpus_;
};

// Folders are read in name order: the order the file system gives is not repeatable.
std::vector<fs::path> files_under(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t runs = 20000;
  std::uint64_t seed = 1;
  double seconds = 1e9;
  std::vector<std::string> corpus;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--") && i + 1 < argc) {
      const char* value = argv[++i];
      if (argument == "--runs")
        runs = std::strtoull(value, nullptr, 10);
      else if (argument == "--seed")
        seed = std::strtoull(value, nullptr, 10);
      else if (argument == "--seconds")
        seconds = std::strtod(value, nullptr);
      else {
        std::fprintf(stderr, "unknown option %s; known: --runs --seed --seconds\n", argv[i - 1]);
        return 2;
      }
      continue;
    }
    if (!fs::exists(argument)) {
      std::fprintf(stderr, "no such file or folder: %s\n", argv[i]);
      return 2;
    }
    for (const fs::path& file : files_under(argument)) {
      std::ifstream in(file, std::ios::binary);
      corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  }

  if (std::getenv("TENGEN_LONG") != nullptr) {
    runs *= 50;
    seconds *= 50;
  }
  crash_file = "crash-" + fs::path(argv[0]).filename().string();
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS}) std::signal(signal, on_signal);
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_input);

  for (const std::string& input : corpus) run(input);
  Mutator mutator(seed, corpus);
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  for (; done < runs; ++done) {
    if (done % 256 == 0 && std::chrono::steady_clock::now() - start > std::chrono::duration<double>(seconds)) break;
    run(mutator.next());
  }
  std::printf("%zu files replayed, %llu mutations run\n", corpus.size(), static_cast<unsigned long long>(done));
  return 0;
}
