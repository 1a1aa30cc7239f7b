#pragma once
// Thinking that is looked at while it goes on: analysis of one position, and of every position of a game. It lives as
// long as the stream that shows it.

#include <vector>

#include "server/context.hpp"
#include "server/engine_pool.hpp"
#include "server/routes.hpp"

namespace tengen {

class Analyses {
 public:
  Analyses(const ServerContext& context, EnginePool& pool) : context_(context), pool_(pool) {}

  std::vector<Route> routes();

 private:
  ApiAnswer analyse(const ApiRequest& request);
  ApiAnswer report(const ApiRequest& request);

  const ServerContext& context_;
  EnginePool& pool_;
};

}  // namespace tengen
