#pragma once
// How sessions come to be, from what a request says.

#include "server/session.hpp"

namespace tengen {

// Everything but the id.
Answer<Session> new_session(const Json& body, const ServerContext& context);

// What a player thinks of a position within this time, as a Thought.
Answer<Json> advice(const Game& game, const std::string& player, std::chrono::milliseconds time,
                    const ServerContext& context, const StopToken& stop);

}  // namespace tengen
