#include "server/move_tree.hpp"

#include <algorithm>

namespace tengen {

int MoveTree::add(TreeNode node) {
  const int id = next_id_++;
  TreeNode& parent = nodes_.at(node.parent);
  if (parent.next < 0) parent.next = id;
  nodes_.emplace(id, std::move(node));
  return id;
}

std::optional<int> MoveTree::child(int parent, const std::string& move) const {
  for (const auto& [id, node] : nodes_)
    if (id != root && node.parent == parent && node.move == move) return id;
  return std::nullopt;
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
                 {"move", node.move},
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
  MoveTree tree;
  const auto optional_number = [](const Json& item, const char* name) -> std::optional<double> {
    if (!item.contains(name) || !item[name].is_number()) return std::nullopt;
    return item[name].get<double>();
  };
  try {
    for (const Json& item : list) {
      const int id = item.at("id").get<int>();
      if (id == root) continue;
      TreeNode node;
      node.parent = item.at("parent").get<int>();
      if (id < tree.next_id_ || !tree.contains(node.parent)) return fail("the tree's nodes are out of order");
      node.move = item.at("move").get<std::string>();
      if (!item.at("cell").is_null()) node.cell = item.at("cell").get<int>();
      node.side = item.at("side").get<int>() == 0 ? Side::first : Side::second;
      node.by = item.at("by").get<std::string>();
      node.time = item.at("time").get<std::int64_t>();
      if (item.contains("depth"))
        node.thought = MoveThought{optional_number(item, "score"), optional_number(item, "win"),
                                   item["depth"].get<int>(), item.at("count").get<std::uint64_t>()};
      tree.next_id_ = id;
      tree.add(std::move(node));
    }
  } catch (const Json::exception& e) {
    return fail("the tree cannot be read: {}", e.what());
  }
  return tree;
}

}  // namespace tengen
