#include "daemon/base/manual/generated_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace puzzled::manual {
namespace {

/// Characters that troff reads as something else, or that not every device has.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kCharacters = {{
    {"\\", "\\e"},
    {"…", "..."},
    {"×", "\\(mu"},
    {"'", "\\(aq"},
    {"^", "\\(ha"},
    {"~", "\\(ti"},
    {"\"", "\\(dq"},
}};

/// `text` without markup. In what is typed a hyphen is a minus sign, so that it can be copied.
std::string escaped(std::string_view text, bool is_typed) {
  std::string result;
  while (!text.empty()) {
    const auto found =
        std::find_if(kCharacters.begin(), kCharacters.end(),
                     [text](const auto& character) { return text.starts_with(character.first); });
    if (found != kCharacters.end()) {
      result += found->second;
      text.remove_prefix(found->first.size());
      continue;
    }
    if (is_typed && text.front() == '-') result += '\\';
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

/// A line of text: `literal` in bold, page(1) in bold, too.
std::string marked_up(std::string_view text) {
  std::string result;
  bool is_literal = false;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('`'), text.size());
    result += escaped(text.substr(0, size), is_literal);
    if (size == text.size()) break;
    text.remove_prefix(size + 1);
    is_literal = !is_literal;
    result += is_literal ? "\\fB" : "\\fR";
  }
  // A dot at the beginning of a line would be a request.
  return result.starts_with('.') ? "\\&" + result : result;
}

/// The paragraphs of `text`, the first without a macro before it.
std::string paragraphs(std::string_view text, std::string_view next_paragraph) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    result +=
        size == 0 ? std::string(next_paragraph) + '\n' : marked_up(text.substr(0, size)) + '\n';
    text.remove_prefix(std::min(size + 1, text.size()));
    // A single line end is a break.
    if (size > 0 && !text.empty() && text.front() != '\n') result += ".br\n";
  }
  return result;
}

/// A term or a usage line: what is typed as it stands in bold, names of values in italics.
std::string term(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, size);
    const bool is_name = std::any_of(word.begin(), word.end(),
                                     [](unsigned char c) { return std::isupper(c) != 0; }) &&
                         !word.starts_with('-') && !word.starts_with("PUZZLED");
    const bool is_typed = !is_name && word != "|" && !word.starts_with("…") && word != "=";
    const std::string_view font = is_name ? "\\fI" : is_typed ? "\\fB" : "";
    result += font;
    result += escaped(word, true);
    if (!font.empty()) result += "\\fR";
    if (size < text.size()) result += ' ';
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return result;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The lines of an example, as they are typed.
std::string typed_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    result += escaped(text.substr(0, size), true) + '\n';
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return result;
}

std::string example(const Entry& entry, bool is_first) {
  return (is_first ? "" : ".PP\n") + paragraphs(entry.text.str(), ".PP") + ".PP\n.RS 4\n.nf\n" +
         typed_lines(entry.term.str()) + ".fi\n.RE\n";
}

std::string section_text(const Section& section) {
  std::string text = section.is_part ? ".SS " + escaped(section.title, false) + '\n'
                                     : ".SH " + upper(escaped(section.title, false)) + '\n';
  text += paragraphs(section.text, ".PP");
  for (const Entry& entry : section.entries) {
    text += section.are_examples
                ? example(entry, &entry == section.entries.data())
                : ".TP\n" + term(entry.term.str()) + '\n' + paragraphs(entry.text.str(), ".IP");
  }
  return text;
}

}  // namespace

std::string man_page(const Document& document, std::string_view date, std::string_view version) {
  const std::string chapter = std::to_string(document.chapter);
  std::string text = ".TH " + upper(escaped(document.name, true)) + ' ' + chapter + ' ' +
                     std::string(date) + " \"puzzled " + std::string(version) + "\"\n.SH NAME\n" +
                     escaped(document.name, true) + " \\- " + escaped(document.summary, false) +
                     "\n.SH SYNOPSIS\n";
  for (const std::string& line : document.usage) {
    text += (&line == document.usage.data() ? "" : ".br\n") + term(line) + '\n';
  }
  for (const Section& section : document.sections) text += section_text(section);
  return text;
}

}  // namespace puzzled::manual
