#include "daemon/net/metrics/prometheus_writer.hpp"

namespace puzzled::net {

std::string prometheus_label(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  text += '"';
  return text;
}

void append_prometheus_head(std::string& to, std::string_view name, std::string_view type,
                            std::string_view help) {
  to.append("# HELP ").append(name).append(" ").append(help).append("\n");
  to.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace puzzled::net
