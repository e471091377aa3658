// Pictures of boards as SVG: one document that needs no font, no style sheet and no other file, and
// has a background of its own, so that it looks the same on light and dark pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace puzzled {

/// Around every board.
inline constexpr std::int64_t kSvgMargin = 12;

/// A picture that is drawn piece by piece. Lengths and places are whole pixels, from the top left
/// corner, so that a drawing is the same text everywhere.
class Svg {
 public:
  /// `title` and `description` are what screen readers say; they may be any text.
  Svg(std::int64_t width, std::int64_t height, std::string_view title,
      std::string_view description);

  void rectangle(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height,
                 std::string_view fill);
  /// `data` are the commands of a path, `style` its attributes.
  void path(std::string_view data, std::string_view style);

  /// What is drawn up to end_group() has these attributes.
  void begin_group(std::string_view style);
  void end_group() { text_ += "</g>\n"; }

  /// Defines a shape once, for any number of uses. REQUIRES: `name` is a name in XML.
  void define(std::string_view name, std::string_view data);
  void use(std::string_view name, std::int64_t x, std::int64_t y);

  /// The document. To be called last.
  std::string take();

 private:
  std::string text_;
};

/// Appends `M x y`, `H x` and so on to the commands of a path.
void append_command(std::string& data, char command, std::int64_t number);
void append_command(std::string& data, char command, std::int64_t x, std::int64_t y);

/// The shapes of `0` to `9` and `-`, to be drawn as lines without a fill, in a box of this size.
inline constexpr std::int64_t kDigitWidth = 15;
inline constexpr std::int64_t kDigitHeight = 24;
/// REQUIRES: `sign` is one of them.
std::string_view digit_shape(char sign);

}  // namespace puzzled
