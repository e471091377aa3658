#include "core/variants/text/packed/lz_string.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/utf8.hpp"

namespace puzzled::variants {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned kBitsOfCharacter = 6;
constexpr std::uint8_t kNoValue = 255;

constexpr std::array<std::uint8_t, 256> kBase64Values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoValue);
  for (std::size_t i = 0; i < kBase64.size(); ++i) {
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

constexpr std::uint32_t kNarrowUnit = 0;  // 8 bits follow
constexpr std::uint32_t kWideUnit = 1;    // 16 bits follow
constexpr std::uint32_t kEnd = 2;
constexpr std::uint32_t kFirstWord = 3;
constexpr unsigned kFirstWidth = 2;

/// How many bits a code has: one more after as many codes and new units as there were codes.
class CodeWidth {
 public:
  unsigned bits() const { return bits_; }
  void count_one() {
    if (--left_ > 0) return;
    left_ = std::uint32_t{1} << bits_;
    ++bits_;
  }

 private:
  unsigned bits_ = kFirstWidth;
  std::uint32_t left_ = 2;
};

// ---- UTF-16 and UTF-8.

constexpr char32_t kReplacementUnit = 0xFFFD;

std::string utf8_of(const std::u16string& units) {
  std::string text;
  text.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t code = units[i];
    if (code >= 0xD800 && code < 0xE000) {
      const bool is_pair =
          code < 0xDC00 && i + 1 < units.size() && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000;
      code =
          is_pair ? 0x10000 + ((code - 0xD800) << 10U) + (units[++i] - 0xDC00U) : kReplacementUnit;
    }
    append_utf8(text, code);
  }
  return text;
}

std::u16string utf16_of(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    char32_t code = length < 2 ? first : first & (0x7FU >> length);
    bool is_right = length > 0 && text.size() - i >= length;
    for (std::size_t k = 1; is_right && k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      is_right = (next & 0xC0) == 0x80;
      code = code << 6U | (next & 0x3FU);
    }
    constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    is_right =
        is_right && code >= kLeast[length] && code < 0x110000 && (code < 0xD800 || code >= 0xE000);
    i += is_right ? length : 1;
    if (!is_right) code = kReplacementUnit;
    if (code < 0x10000) {
      units += static_cast<char16_t>(code);
    } else {
      units += static_cast<char16_t>(0xD800 + ((code - 0x10000) >> 10U));
      units += static_cast<char16_t>(0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  return units;
}

// ---- Unpacking.

class BitReader {
 public:
  explicit BitReader(std::string_view characters) : characters_(characters) {}

  /// A number of so many bits; nothing if the text ends before.
  std::optional<std::uint32_t> read(unsigned bits) {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < bits; ++i) {
      if (left_ == 0) {
        if (at_ == characters_.size()) return std::nullopt;
        value_ = kBase64Values[static_cast<unsigned char>(characters_[at_++])];
        if (value_ == kNoValue) return std::nullopt;
        left_ = kBitsOfCharacter;
      }
      --left_;
      number |= static_cast<std::uint32_t>(value_ >> left_ & 1U) << i;
    }
    return number;
  }

 private:
  std::string_view characters_;
  std::size_t at_ = 0;
  unsigned value_ = 0;
  unsigned left_ = 0;  // bits of value_
};

/// A word, as the place where it stands in what has been unpacked.
struct Word {
  std::size_t begin = 0;
  std::size_t length = 0;
};

// ---- Packing.

class BitWriter {
 public:
  void write(std::uint32_t number, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i) {
      value_ = value_ << 1U | (number >> i & 1U);
      if (++filled_ == kBitsOfCharacter) flush();
    }
  }
  std::string take() {
    value_ <<= kBitsOfCharacter - filled_;
    flush();
    while (text_.size() % 4 != 0) text_ += '=';
    return std::move(text_);
  }

 private:
  void flush() {
    text_ += kBase64[value_];
    value_ = 0;
    filled_ = 0;
  }

  std::string text_;
  unsigned value_ = 0;
  unsigned filled_ = 0;
};

}  // namespace

// Each word is the one before and the first unit of the next: both stand side by side in what has
// been unpacked, so that words are places in it and are not copied.
Result<std::string> unpack_lz(std::string_view packed) {
  const auto broken = [] { return Error{"the packed text is damaged or cut off"}; };
  BitReader reader(packed);
  CodeWidth width;
  std::u16string units;
  std::vector<Word> words(kFirstWord);
  std::optional<Word> last;
  for (;;) {
    const std::optional<std::uint32_t> code = reader.read(width.bits());
    if (!code) return broken();
    if (*code == kEnd) return utf8_of(units);
    Word word{.begin = units.size(), .length = 1};
    if (*code == kNarrowUnit || *code == kWideUnit) {
      const auto unit = reader.read(*code == kNarrowUnit ? 8 : 16);
      if (!unit) return broken();
      units += static_cast<char16_t>(*unit);
      words.push_back(word);
      width.count_one();  // as a unit, and once more as a word
    } else {
      // The newest word may be meant, which this one completes.
      const bool is_newest = *code == words.size() && last;
      if (*code >= words.size() && !is_newest) return broken();
      const Word known = is_newest ? Word{last->begin, last->length + 1} : words[*code];
      word.length = known.length;
      if (units.size() + word.length > kMaxUnpackedUnits) {
        return Error{"the packed text has more than " + std::to_string(kMaxUnpackedUnits) +
                     " characters when it is unpacked"};
      }
      for (std::size_t i = 0; i < word.length; ++i) units += units[known.begin + i];
    }
    width.count_one();
    if (last) words.push_back({.begin = last->begin, .length = last->length + 1});
    last = word;
  }
}

std::string pack_lz(std::string_view text) {
  BitWriter writer;
  CodeWidth width;
  std::uint32_t words = kFirstWord;
  std::unordered_map<std::uint64_t, std::uint32_t> longer;  // by word and the unit behind it
  std::unordered_map<char16_t, std::uint32_t> single;
  std::set<std::uint32_t> unwritten;  // single units that are no code yet
  char16_t unit_of_word = 0;
  const auto write = [&](std::uint32_t word) {
    if (unwritten.erase(word) > 0) {
      const bool is_narrow = unit_of_word < 256;
      writer.write(is_narrow ? kNarrowUnit : kWideUnit, width.bits());
      writer.write(unit_of_word, is_narrow ? 8 : 16);
      width.count_one();
    } else {
      writer.write(word, width.bits());
    }
    width.count_one();
  };
  std::uint32_t word = 0;  // none
  for (const char16_t unit : utf16_of(text)) {
    const auto [at, is_new] = single.try_emplace(unit, words);
    if (is_new) unwritten.insert(words++);
    if (word == 0) {
      word = at->second;
      unit_of_word = unit;
      continue;
    }
    const std::uint64_t key = std::uint64_t{word} << 16U | unit;
    if (const auto known = longer.find(key); known != longer.end()) {
      word = known->second;
      continue;
    }
    write(word);
    longer.emplace(key, words++);
    word = at->second;
    unit_of_word = unit;
  }
  if (word != 0) write(word);
  writer.write(kEnd, width.bits());
  return writer.take();
}

}  // namespace puzzled::variants
