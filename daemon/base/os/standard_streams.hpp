// Standard input, output and error, any of which may be closed when the program starts.
#pragma once

#include "core/result.hpp"

namespace puzzled {

/// Opens a placeholder for each standard stream that is closed, so that no file, socket or event of
/// ours gets its number and is mistaken for the stream: reading a signal descriptor as standard
/// input would never end. A placeholder can be neither read nor written. REQUIRES: nothing else has
/// been opened before.
Result<> fill_closed_streams();

/// The error: standard input is closed or not open for reading.
Result<> check_standard_input();

/// The error: standard output is closed or not open for writing.
Result<> check_standard_output();

}  // namespace puzzled
