#pragma once
// A list of games, of players, of solvers, as a value that carries nothing but their types.

namespace tengen::roster {

template <class... Types>
struct TypeList {};

}  // namespace tengen::roster
