// Recognises the form of a stream from its beginning.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/sudoku/text/text_form.hpp"

namespace puzzled::sudoku {

/// The most bytes of a stream that are read to recognise its form.
inline constexpr std::size_t kMaxFormBytes = std::size_t{64} << 10;

/// Recognises the form from the beginning of a stream. `complete` says that `head` is all there is.
/// Returns nothing when more text is needed to decide: never when `complete`, when `head` holds
/// kMaxFormBytes, or when it begins with 81 cells.
std::optional<TextForm> detect_form(std::string_view head, bool complete,
                                    const FormRequest& request = {});

}  // namespace puzzled::sudoku
