#pragma once
// The moves of one session as a tree: everything that was ever played from its start.
//
//   0 ── h8 (1) ── i9 (2) ── j8 (4)        0 is the start. Ids only grow, so a parent's is smaller than its children's,
//              └── j9 (3)                  and the first child is the main line.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "roster/game.hpp"
#include "server/api.hpp"

namespace tengen::server {

// What an engine thought of its own move.
struct MoveThought {
  std::optional<double> score;
  std::optional<double> win;
  int depth = 0;
  std::uint64_t nodes = 0;
};

struct TreeNode {
  int parent = -1;
  roster::AnyMove move{};
  std::string name{};  // of the move
  std::optional<int> cell{};
  Side side = Side::first;
  std::string by{};       // "person", "rule" for a forced pass, or the player's spec
  std::int64_t time = 0;  // milliseconds
  std::optional<MoveThought> thought{};
  int next = -1;  // the child that was looked at last: where redo goes
};

class MoveTree {
 public:
  static constexpr int root = 0;

  MoveTree() { nodes_.emplace(root, TreeNode{}); }

  bool contains(int id) const { return nodes_.contains(id); }
  const TreeNode& node(int id) const { return nodes_.at(id); }
  TreeNode& node(int id) { return nodes_.at(id); }
  std::size_t size() const { return nodes_.size(); }
  std::vector<int> ids() const;  // all, growing

  // Returns the new node's id. Precondition: the parent is there.
  int add(TreeNode node);
  std::optional<int> child(int parent, roster::AnyMove move) const;

  std::vector<int> path(int id) const;  // from the root to this node
  std::vector<int> line(int id) const;  // and on along the children looked at last
  // From now on lines lead through this node.
  void look_at(int id);
  // Takes the node and all after it away. Precondition: it is not the root.
  void prune(int id);

  Json to_json() const;
  // Reads what to_json wrote; an error for anything else. What the names mean as moves is left to whoever knows the game.
  static Expected<MoveTree> from_json(const Json& list);

 private:
  std::map<int, TreeNode> nodes_;
  int next_id_ = 1;
};

}  // namespace tengen::server
