#include "daemon/net/metrics/search_list.hpp"

#include "core/json_text.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
std::string argument_of(const SearchRequest& request) {
  return request.verb->argument(request).substr(0, kMaxArgumentBytes);
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
      one.number("id", search.id);
      one.text("kind", request.verb->name);
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
