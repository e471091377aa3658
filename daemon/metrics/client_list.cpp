#include "daemon/metrics/client_list.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

#include "core/json_text.hpp"

namespace puzzled::serve {
namespace {

bool is_of_more_interest(const ListedClient& a, const ListedClient& b) {
  return std::tie(a.bytes_held, a.in_flight, a.age) > std::tie(b.bytes_held, b.in_flight, b.age);
}

void append_member(std::string& to, std::string_view name, std::uint64_t value) {
  ((to += ",\"") += name) += "\":";
  to += std::to_string(value);
}

/// `12.345`.
std::string seconds_text(std::chrono::nanoseconds duration) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  const std::string thousandths = std::to_string(1000 + ms % 1000);
  return std::to_string(ms / 1000) + '.' + thousandths.substr(1);
}

void append_client(std::string& to, const ListedClient& client) {
  to += "{\"peer\":";
  append_json_string(to, client.peer.text());
  to += ",\"age_seconds\":" + seconds_text(client.age);
  append_member(to, "in_flight", client.in_flight);
  append_member(to, "bytes_held", client.bytes_held);
  append_member(to, "requests", client.requests);
  append_member(to, "bytes_in", client.bytes_in);
  append_member(to, "bytes_out", client.bytes_out);
  to += '}';
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
  std::string json = "{\"connected\":" + std::to_string(list.connected);
  append_member(json, "listed", list.clients.size());
  json += list.threads == threads ? ",\"complete\":true" : ",\"complete\":false";
  json += ",\"clients\":[";
  for (const ListedClient& client : list.clients) {
    json += &client == list.clients.data() ? "\n" : ",\n";
    append_client(json, client);
  }
  return json += "]}\n";
}

}  // namespace puzzled::serve
