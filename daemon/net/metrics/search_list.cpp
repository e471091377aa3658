#include "daemon/net/metrics/search_list.hpp"

#include <string_view>

#include "core/json_text.hpp"
#include "core/sudoku/text/answer_text.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

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
  std::string text;
  JsonObject json(text);
  json.number("running", list.running);
  json.number("waiting", list.waiting);
  if (details) {
    JsonArray searches(json.member("searches"));
    for (const SearchList::Running& search : list.searches) {
      const SearchRequest& request = search.subject->request;
      JsonObject one(searches.next());
      one.text("kind", name_of(request.verb));
      one.text("argument", argument_of(request));
      one.text("client", search.subject->client.text());
      one.number("running_seconds", to_the_millisecond(search.age));
      one.end();
    }
    searches.end();
  }
  json.end();
  return text + '\n';
}

}  // namespace puzzled::net
