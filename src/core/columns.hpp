#pragma once
// Text in the columns of a terminal, where a character of East Asia or an emoji takes two and a joining mark none.

#include <string>
#include <string_view>
#include <vector>

namespace tengen {

// How many columns the text takes.
std::size_t columns_of(std::string_view text);

// At most so many columns; what was cut ends in "…".
std::string cut(std::string_view text, std::size_t columns);

// Just so many: cut, or filled up with spaces.
std::string fitted(std::string_view text, std::size_t columns);

// The words in lines of at most so many columns, where no single word is longer.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

}  // namespace tengen
