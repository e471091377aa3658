#include "daemon/net/metrics/search_list.hpp"

#include <nlohmann/json.hpp>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string argument_of(const SearchRequest& request) {
  return request.verb->argument(request).substr(0, kMaxArgumentBytes);
}

std::string searches_json(const SearchList& list, bool details) {
  Json json{{"running", list.running}, {"waiting", list.waiting}};
  if (details) {
    Json& searches = json["searches"] = Json::array();
    for (const SearchList::Running& search : list.searches) {
      const SearchRequest& request = search.subject->request;
      searches.push_back({{"kind", request.verb->name},
                          {"argument", argument_of(request)},
                          {"client", search.subject->client.text()},
                          {"running_seconds", to_the_millisecond(search.age)}});
    }
  }
  return json.dump() + '\n';
}

}  // namespace puzzled::net
