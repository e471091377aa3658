#include "daemon/net/metrics/client_list.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

bool is_of_more_interest(const ListedClient& a, const ListedClient& b) {
  return std::tie(a.bytes_held, a.in_flight, a.age) > std::tie(b.bytes_held, b.in_flight, b.age);
}

using Json = nlohmann::ordered_json;

Json json_of(const ListedClient& client) {
  return {{"peer", client.peer.text()},    {"age_seconds", to_the_millisecond(client.age)},
          {"in_flight", client.in_flight}, {"bytes_held", client.bytes_held},
          {"requests", client.requests},   {"bytes_in", client.bytes_in},
          {"bytes_out", client.bytes_out}};
}

}  // namespace

void ClientList::fit() {
  const std::size_t listed = std::min(clients.size(), kMaxListed);
  const auto end = clients.begin() + static_cast<std::ptrdiff_t>(listed);
  std::partial_sort(clients.begin(), end, clients.end(), is_of_more_interest);
  clients.resize(listed);
}

void ClientList::append(ClientList&& more) {
  connected += more.connected;
  threads += more.threads;
  clients.insert(clients.end(), more.clients.begin(), more.clients.end());
}

std::string clients_json(ClientList list, std::size_t threads) {
  list.fit();
  Json clients = Json::array();
  for (const ListedClient& client : list.clients) clients.push_back(json_of(client));
  const Json json{{"connected", list.connected},
                  {"listed", list.clients.size()},
                  {"complete", list.threads == threads},
                  {"clients", std::move(clients)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace puzzled::net
