#include "server/play/move_tree.hpp"

#include <algorithm>

namespace tengen::server {

int MoveTree::add(TreeNode node) {
  const int id = next_id_++;
  TreeNode& parent = nodes_.at(node.parent);
  if (parent.next < 0) parent.next = id;
  nodes_.emplace(id, std::move(node));
  return id;
}

std::optional<int> MoveTree::child(int parent, roster::AnyMove move) const {
  for (const auto& [id, node] : nodes_)
    if (id != root && node.parent == parent && node.move == move) return id;
  return std::nullopt;
}

std::vector<int> MoveTree::ids() const {
  std::vector<int> all;
  for (const auto& [id, node] : nodes_) all.push_back(id);
  return all;
}

std::vector<int> MoveTree::path(int id) const {
  std::vector<int> ids;
  for (int at = id; at >= 0; at = nodes_.at(at).parent) ids.push_back(at);
  std::ranges::reverse(ids);
  return ids;
}

std::vector<int> MoveTree::line(int id) const {
  std::vector<int> ids = path(id);
  for (int at = nodes_.at(id).next; at >= 0; at = nodes_.at(at).next) ids.push_back(at);
  return ids;
}

void MoveTree::look_at(int id) {
  for (int at = id; at != root;) {
    const int parent = nodes_.at(at).parent;
    nodes_.at(parent).next = at;
    at = parent;
  }
}

void MoveTree::prune(int id) {
  const int parent = nodes_.at(id).parent;
  std::vector<int> gone = {id};
  for (std::size_t i = 0; i < gone.size(); ++i)
    for (const auto& [other_id, node] : nodes_)
      if (other_id != root && node.parent == gone[i]) gone.push_back(other_id);
  for (const int each : gone) nodes_.erase(each);
  TreeNode& left = nodes_.at(parent);
  if (left.next != id) return;
  const auto other =
      std::ranges::find_if(nodes_, [&](const auto& n) { return n.first != root && n.second.parent == parent; });
  left.next = other == nodes_.end() ? -1 : other->first;
}

Json MoveTree::to_json() const {
  auto list = Json::array();
  for (const auto& [id, node] : nodes_) {
    if (id == root) {
      list.push_back({{"id", id}, {"parent", nullptr}, {"move", nullptr}, {"cell", nullptr}, {"side", nullptr}});
      continue;
    }
    Json item = {{"id", id},
                 {"parent", node.parent},
                 {"move", node.name},
                 {"cell", node.cell ? Json(*node.cell) : Json(nullptr)},
                 {"side", index(node.side)},
                 {"by", node.by},
                 {"time", node.time}};
    if (node.thought) {
      item["score"] = node.thought->score ? Json(*node.thought->score) : Json(nullptr);
      item["win"] = node.thought->win ? Json(*node.thought->win) : Json(nullptr);
      item["depth"] = node.thought->depth;
      item["count"] = node.thought->nodes;
    }
    list.push_back(std::move(item));
  }
  return list;
}

Expected<MoveTree> MoveTree::from_json(const Json& list) {
  if (!list.is_array()) return fail("nodes must be a list");
  MoveTree tree;
  for (std::size_t i = 1; i < list.size(); ++i) {  // the root says nothing
    Fields item(list[i], fmt::format("nodes[{}].", i));
    const int id = static_cast<int>(item.needed_integer("id", tree.next_id_, INT32_MAX - 1));
    TreeNode node;
    node.parent = static_cast<int>(item.needed_integer("parent", 0, id - 1));
    if (!tree.contains(node.parent)) item.complain("is not there", "parent");
    node.name = item.needed_text("move");
    if (const auto cell = item.optional_integer("cell", 0, INT32_MAX)) node.cell = static_cast<int>(*cell);
    node.side = item.needed_integer("side", 0, 1) == 0 ? Side::first : Side::second;
    node.by = item.needed_text("by");
    node.time = item.needed_integer("time", 0, INT64_MAX);
    const auto number = [&item](std::string_view name) -> std::optional<double> {
      const Json* value = item.any(name);
      return value && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
    };
    const auto score = number("score"), win = number("win");
    const auto depth = item.optional_integer("depth", INT32_MIN, INT32_MAX),
               count = item.optional_integer("count", 0, INT64_MAX);
    if (depth)
      node.thought = MoveThought{score, win, static_cast<int>(*depth), static_cast<std::uint64_t>(count.value_or(0))};
    if (const auto error = item.finish()) return fail("{}", error->message);
    tree.next_id_ = id;
    tree.add(std::move(node));
  }
  return tree;
}

}  // namespace tengen::server
