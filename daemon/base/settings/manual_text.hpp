// A text of the manual, in the table of a command. Each run makes the table of its command, and few
// runs print it. So a literal is not copied, and what a text lists (names of rules, say) is put
// together when the text is printed. (Copies of all texts took ten pages of memory, a tenth of
// those that one puzzle takes.)
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace puzzled {

class ManualText {
 public:
  using Make = std::string (*)();

  template <std::size_t Size>
  ManualText(const char (&literal)[Size]) : before_(literal, Size - 1) {}
  ManualText(std::string text) : made_(std::make_shared<const std::string>(std::move(text))) {}

  /// Two literals, and between them what `make` returns.
  template <std::size_t Size, std::size_t SizeAfter>
  ManualText(const char (&before)[Size], Make make, const char (&after)[SizeAfter])
      : before_(before, Size - 1), make_(make), after_(after, SizeAfter - 1) {}

  std::string str() const {
    std::string text(before_);
    if (made_) text += *made_;
    if (make_ != nullptr) text += make_();
    return text.append(after_);
  }

  bool empty() const { return str().empty(); }

  friend ManualText operator+(const ManualText& text, const ManualText& more) {
    const bool is_literal = !more.made_ && more.make_ == nullptr && more.after_.empty();
    if (!is_literal || !text.after_.empty()) return text.str() + more.str();
    ManualText both = text;
    both.after_ = more.before_;
    return both;
  }

 private:
  std::string_view before_{};
  std::shared_ptr<const std::string> made_{};
  Make make_ = nullptr;
  std::string_view after_{};
};

}  // namespace puzzled
