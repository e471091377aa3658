#include "daemon/base/drawing/svg.hpp"

#include <utility>

namespace puzzled {
namespace {

/// Appends `text` with what XML reads as markup escaped. Control characters, which XML does not
/// have, become spaces.
void append_escaped(std::string& to, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        to += "&amp;";
        break;
      case '<':
        to += "&lt;";
        break;
      case '>':
        to += "&gt;";
        break;
      default:
        to += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
}

void append_attribute(std::string& to, std::string_view name, std::int64_t value) {
  to.append(1, ' ').append(name).append("=\"").append(std::to_string(value)) += '"';
}

void append_style(std::string& to, std::string_view style) {
  if (!style.empty()) to.append(1, ' ').append(style);
}

}  // namespace

Svg::Svg(std::int64_t width, std::int64_t height, std::string_view title,
         std::string_view description) {
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
  append_attribute(text_, "width", width);
  append_attribute(text_, "height", height);
  text_ += " viewBox=\"0 0 " + std::to_string(width) + ' ' + std::to_string(height) +
           "\" role=\"img\">\n<title>";
  append_escaped(text_, title);
  text_ += "</title>\n<desc>";
  append_escaped(text_, description);
  text_ += "</desc>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#ffffff\"/>\n";
}

void Svg::rectangle(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height,
                    std::string_view fill) {
  text_ += "<rect";
  append_attribute(text_, "x", x);
  append_attribute(text_, "y", y);
  append_attribute(text_, "width", width);
  append_attribute(text_, "height", height);
  text_.append(" fill=\"").append(fill) += "\"/>\n";
}

void Svg::path(std::string_view data, std::string_view style) {
  text_.append("<path d=\"").append(data) += '"';
  append_style(text_, style);
  text_ += "/>\n";
}

void Svg::begin_group(std::string_view style) {
  text_ += "<g";
  append_style(text_, style);
  text_ += ">\n";
}

void Svg::define(std::string_view name, std::string_view data) {
  text_.append("<defs><path id=\"").append(name).append("\" d=\"").append(data) += "\"/></defs>\n";
}

void Svg::use(std::string_view name, std::int64_t x, std::int64_t y) {
  text_.append("<use href=\"#").append(name) += '"';
  append_attribute(text_, "x", x);
  append_attribute(text_, "y", y);
  text_ += "/>\n";
}

std::string Svg::take() {
  text_ += "</svg>\n";
  return std::move(text_);
}

void append_command(std::string& data, char command, std::int64_t number) {
  data += command;
  data += std::to_string(number);
}

void append_command(std::string& data, char command, std::int64_t x, std::int64_t y) {
  append_command(data, command, x);
  data += ' ';
  data += std::to_string(y);
}

std::string_view digit_shape(char sign) {
  // NOLINTBEGIN(bugprone-suspicious-missing-comma): some shapes take two lines
  static constexpr std::string_view kDigits[] = {
      "M7.5 0C12.4 0 15 5.4 15 12s-2.6 12-7.5 12S0 18.6 0 12 2.6 0 7.5 0z",
      "M3.5 4.8L9 0V24",
      "M.8 6.6C.8 2.6 3.6 0 7.5 0s6.6 2.6 6.6 6.3c0 2.9-1.5 4.9-3.9 7.5L.8 24H14.6",
      "M1.2 4.2C2.2 1.5 4.5 0 7.5 0c3.9 0 6.6 2.4 6.6 5.8s-2.7 5.6-7.8 5.6c5.6 0 8.4 2.5 8.4 6.3 "
      "0 3.8-3 6.3-7.2 6.3-3.6 0-6-1.8-7-4.7",
      "M10.8 24V0L.3 16.8H15",
      "M13.5 0H2.9L1.8 10.5c1.5-1.2 3.4-1.8 5.5-1.8 4.4 0 7.4 3 7.4 7.5 0 4.6-3.1 7.8-7.5 7.8-3.5 "
      "0-5.8-1.7-6.9-4.6",
      "M12.9 3C11.7 1 9.9 0 7.8 0 3 0 .3 5.1.3 12.9.3 20.1 3 24 7.5 24c4.2 0 7.2-3 7.2-7.4s-2.9-"
      "7.1-6.9-7.1c-3.9 0-6.9 2.5-7.5 6.1",
      "M.6 0H14.4L5.8 24",
      "M7.5 11.2c-3.6 0-6-2.2-6-5.5S3.9 0 7.5 0s6 2.4 6 5.7-2.4 5.5-6 5.5zm0 0c-4.2 0-7.2 2.6-7.2 "
      "6.4S3.3 24 7.5 24s7.2-2.6 7.2-6.4-3-6.4-7.2-6.4z",
      "M2.1 21C3.3 23 5.1 24 7.2 24c4.8 0 7.5-5.1 7.5-12.9C14.7 3.9 12 0 7.5 0 3.3 0 .3 3 .3 7.4s2."
      "9 7.1 6.9 7.1c3.9 0 6.9-2.5 7.5-6.1",
  };
  // NOLINTEND(bugprone-suspicious-missing-comma)
  if (sign == '-') return "M2.5 12.5H12.5";
  return kDigits[sign - '0'];
}

}  // namespace puzzled
