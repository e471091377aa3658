#include "daemon/net/metrics/search_list.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "core/sudoku/text/answer_text.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

using Json = nlohmann::ordered_json;

std::string cells_of(const sudoku::Grid& grid) {
  std::string text;
  sudoku::append_cells(text, grid);
  return text;
}

}  // namespace

std::string argument_of(const SearchRequest& request) {
  switch (request.verb) {
    case Verb::kCount:
      return std::to_string(request.most) + ' ' + cells_of(request.grid);
    case Verb::kFirst:
      return std::to_string(request.most) + ' ' + std::to_string(request.queens);
    case Verb::kQueens:
      return std::to_string(request.queens);
    case Verb::kTarget:
    case Verb::kCanon:
    case Verb::kRate:
    case Verb::kMinimal:
      return cells_of(request.grid);
    case Verb::kCover:
      return request.problem.substr(0, kMaxArgumentBytes);
    case Verb::kSolve:  // lines that the stream has escalated
      return std::to_string(request.most);
    case Verb::kPing:
    case Verb::kStats:
    case Verb::kQuit:  // are no searches
      break;
  }
  return {};
}

std::string searches_json(const SearchList& list, bool details) {
  Json json{{"running", list.running}, {"waiting", list.waiting}};
  if (details) {
    Json& searches = json["searches"] = Json::array();
    for (const SearchList::Running& search : list.searches) {
      const SearchRequest& request = search.subject->request;
      searches.push_back({{"kind", name_of(request.verb)},
                          {"argument", argument_of(request)},
                          {"client", search.subject->client.text()},
                          {"running_seconds", to_the_millisecond(search.age)}});
    }
  }
  return json.dump() + '\n';
}

}  // namespace puzzled::net
