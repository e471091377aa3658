// What may be written to a terminal besides plain text.
#pragma once

namespace puzzled {

/// Whether `descriptor` is a terminal that knows escape sequences, such as the one that wipes a
/// line. The variable TERM says so: none do where it is unset, empty or `dumb`.
bool takes_escapes(int descriptor);

/// Whether what is drawn there may have colours: not if the variable NO_COLOR is set and not empty
/// (https://no-color.org).
bool takes_colours(int descriptor);

}  // namespace puzzled
