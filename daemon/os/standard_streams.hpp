// Standard input, output and error, any of which may be closed when the program starts.
#pragma once

#include "core/result.hpp"

namespace puzzled {

/// Takes the number of each standard stream that is closed, so that no file, socket or event of
/// ours gets it and is mistaken for the stream: a signal descriptor as standard input is never at
/// its end. What takes the number can be neither read nor written. To be called before anything
/// else is opened.
Result<> fill_closed_streams();

/// An error that says so if standard input is closed or not open for reading.
Result<> check_standard_input();

/// An error that says so if standard output is closed or not open for writing.
Result<> check_standard_output();

}  // namespace puzzled
