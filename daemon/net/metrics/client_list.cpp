#include "daemon/net/metrics/client_list.hpp"

#include <algorithm>
#include <tuple>

#include "core/json_text.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net {
namespace {

bool is_of_more_interest(const ListedClient& a, const ListedClient& b) {
  return std::tie(a.bytes_held, a.in_flight, a.age) > std::tie(b.bytes_held, b.in_flight, b.age);
}

void append_json(std::string& to, const ListedClient& client) {
  JsonObject json(to);
  json.text("peer", client.peer.text());
  json.number("age_seconds", to_the_millisecond(client.age));
  json.number("in_flight", client.in_flight);
  json.number("bytes_held", client.bytes_held);
  json.number("requests", client.requests);
  json.number("bytes_in", client.bytes_in);
  json.number("bytes_out", client.bytes_out);
  json.end();
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
  std::string text;
  JsonObject json(text);
  json.number("connected", list.connected);
  json.number("listed", list.clients.size());
  json.flag("complete", list.threads == threads);
  JsonArray clients(json.member("clients"));
  for (const ListedClient& client : list.clients) append_json(clients.next(), client);
  clients.end();
  json.end();
  return text + '\n';
}

}  // namespace puzzled::net
