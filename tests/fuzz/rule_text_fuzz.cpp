// Any bytes as texts that hold rules, in every form: nothing crashes, and what is written of a
// board that was read is read again, and then written alike.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/json_value.hpp"
#include "core/result.hpp"
#include "core/variants/reduce.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"
#include "core/variants/text/iss/iss_reader.hpp"
#include "core/variants/text/iss/iss_writer.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "core/variants/text/rule_text.hpp"
#include "core/variants/text/scl/scl_reader.hpp"
#include "core/variants/text/scl/scl_writer.hpp"

using namespace puzzled;
using namespace puzzled::variants;

namespace {

template <class Write, class Read>
void check_again(const Puzzle& puzzle, Write write, Read read) {
  const Result<std::string> text = write(puzzle);
  if (!text) return;
  const Result<Puzzle> again = read(std::string_view(*text));
  if (!again || write(*again).value() != *text) std::abort();
}

void check_text(std::string_view text) {
  static_cast<void>(find_form(text));
  for (auto form = static_cast<int>(RuleForm::kIss);
       form <= static_cast<int>(RuleForm::kCandidates); ++form) {
    const Result<Puzzle> puzzle = read_rules(static_cast<RuleForm>(form), text);
    if (!puzzle || !reduce(*puzzle)) continue;
    check_again(*puzzle, write_iss, read_iss);
    const auto fpuzzles = [](std::string_view json) { return read_fpuzzles(json); };
    check_again(*puzzle, write_fpuzzles_json, fpuzzles);
    const auto scl = [](std::string_view json) { return read_scl(json); };
    check_again(*puzzle, write_scl_json, scl);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_text(text);
  if (const Result<std::string> unpacked = unpack_lz(text)) {
    const Result<std::string> again = unpack_lz(pack_lz(*unpacked));
    if (!again || *again != *unpacked) std::abort();
  }
  // What a fuzzer cannot pack by itself.
  const std::string packed = pack_lz(text);
  check_text(packed);
  check_text("scl" + packed);
  return 0;
}
