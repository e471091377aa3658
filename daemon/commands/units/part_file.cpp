#include "daemon/commands/units/part_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <type_traits>

#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled::commands {
namespace {

constexpr std::size_t kMaxNamed = 8;  // missing parts, in a message

/// Reads the header of a finished part; `reader` is then at the first record.
Result<UnitLogHeader> part_header(UnitLogReader& reader, const std::string& path) {
  const Result<std::optional<UnitLogHeader>> header = reader.header();
  if (!header) return header.error();
  if (!*header) {
    return reader.fault(
        reader.cut_bytes(),
        "the file ends here, within its header; a run that was killed may have left it");
  }
  if ((*header)->is_checkpoint()) return Error{path + " is a checkpoint, not a finished part"};
  return **header;
}

Result<FileDescriptor> open_part(const std::string& path) {
  // O_NONBLOCK in case it is a named pipe, which would wait for somebody who writes.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0) return system_error("cannot open " + path);
  if (S_ISDIR(info.st_mode)) return system_error("cannot read " + path, EISDIR);
  if (!S_ISREG(info.st_mode)) {
    return Error{path + " must be a regular file: a part is read more than once"};
  }
  return file;
}

template <class Count>
constexpr bool kIsCover = std::is_same_v<Count, cover::WideCount>;

std::optional<Error> wrong_total(const queens::UnitCount& total) {
  return queens::disagreement(total);
}
std::optional<Error> wrong_total(const cover::WideCount& total) {
  if (!total.has_overflowed()) return std::nullopt;
  return Error{"more than 512 bits"};
}

std::string count_text(const queens::UnitCount& count) {
  return queens::to_text(count.count);
}
std::string count_text(const cover::WideCount& count) {
  return cover::to_text(count);
}

/// The parts' headers, by number, all of one count.
using Headers = std::map<std::uint64_t, std::pair<UnitLogHeader, const std::string*>>;

Result<Headers> read_headers(std::span<const std::string> paths, bool of_covers) {
  Headers headers;
  std::optional<UnitLogHeader> first;
  for (const std::string& path : paths) {
    const Result<FileDescriptor> file = open_part(path);
    if (!file) return file.error();
    UnitLogReader reader((*file).get(), path);
    const Result<UnitLogHeader> header = part_header(reader, path);
    if (!header) return header.error();
    if ((*header).is_cover() != of_covers) {
      return Error{path +
                   (of_covers ? " is a part of a count of queens: 'puzzled queens merge'"
                              : " is a part of a count of covers: 'puzzled cover merge'") +
                   " adds those up"};
    }
    if (!first) first = *header;
    // Of the same count and as many parts; which part it is may differ.
    UnitLogHeader expected = *first;
    if ((*header).parts == expected.parts) expected.part = (*header).part;
    if (const std::optional<Error> error = difference(*header, expected)) {
      return Error{path + ": " + error->message + " as " + paths[0]};
    }
    const auto [place, added] = headers.try_emplace((*header).part, *header, &path);
    if (!added) {
      return Error{path + ": part " + part_name(*header) + " is in " + *place->second.second +
                   ", too"};
    }
  }
  return headers;
}

std::optional<Error> missing_parts(const Headers& headers) {
  const std::uint64_t parts = headers.begin()->second.first.parts;
  if (headers.size() == parts) return std::nullopt;
  std::string named;
  std::size_t count = 0;
  for (std::uint64_t part = 1; part <= parts && count < kMaxNamed; ++part) {
    if (headers.contains(part)) continue;
    named += (count++ == 0 ? " " : ", ") + std::to_string(part);
  }
  const std::uint64_t missing = parts - headers.size();
  if (missing > count) named += ", …";
  return Error{std::to_string(missing) + " of " + std::to_string(parts) +
               " parts missing:" + named};
}

}  // namespace

std::string sum_text(const std::string& sum, const CountIdentity& count) {
  return count.board != 0 ? "a sum of " + sum : sum + " solutions";
}

template <class Count>
std::string encode_part(UnitLogHeader header, const std::vector<UnitRecordOf<Count>>& records) {
  header.records = records.size();
  std::string bytes = encode(header);
  bytes.reserve(kUnitLogHeaderBytes + records.size() * kUnitRecordBytesOf<Count>);
  for (const UnitRecordOf<Count>& record : records) bytes += encode(record, header);
  return bytes;
}

template <class Count>
Result<FoundPart<Count>> find_part_file(const std::string& path, const UnitLogHeader& header,
                                        std::span<const std::uint64_t> units) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) {
    return FoundPart<Count>{};
  }
  const Result<FileDescriptor> file = open_part(path);
  if (!file) return file.error();
  UnitLogReader reader((*file).get(), path);
  const Result<UnitLogHeader> found = part_header(reader, path);
  if (!found) return Error{found.error().message + "; the part would replace it"};
  if (const std::optional<Error> error = difference(*found, header)) {
    return Error{path + ": " + error->message + "; the part would replace it"};
  }
  FoundPart<Count> part{.state = PartState::kFinished};
  std::vector<std::uint64_t> seen;
  while (true) {
    const Result<std::optional<UnitRecordOf<Count>>> record = reader.next<Count>();
    if (!record) return FoundPart<Count>{.damage = record.error()};
    if (!*record) break;
    seen.push_back((*record)->unit);
    part.sum += (*record)->count;
  }
  std::sort(seen.begin(), seen.end());
  if (!std::equal(seen.begin(), seen.end(), units.begin(), units.end())) {
    return FoundPart<Count>{.damage = Error{path + " contains other units than this part"}};
  }
  return part;
}

template <class Count>
Result<bool> holds_part(const UnitSettings& settings, const UnitLogHeader& header,
                        const UnitTally<Count>& tally, const std::string& name) {
  const Result<FoundPart<Count>> found =
      find_part_file<Count>(settings.output, header, tally.units());
  if (!found) return found.error();
  if ((*found).damage) complain((*found).damage->message + "; the part is counted again");
  if ((*found).state != PartState::kFinished) return false;
  if (!settings.quiet) {
    complain(settings.output + " already holds " + name + ": " +
             sum_text(count_text((*found).sum), header.count));
  }
  return true;
}

template <class Count>
Result<MergedCount<Count>> merge_parts(std::span<const std::string> paths) {
  const Result<Headers> headers = read_headers(paths, kIsCover<Count>);
  if (!headers) return headers.error();
  if (const std::optional<Error> error = missing_parts(*headers)) return *error;
  const UnitLogHeader& first = (*headers).begin()->second.first;
  MergedCount<Count> merged{.count = first.count, .parts = first.parts, .total = {}};

  std::vector<bool> seen(first.count.units, false);
  std::uint64_t units = 0;
  for (const auto& [part, entry] : *headers) {
    const std::string& path = *entry.second;
    const Result<FileDescriptor> file = open_part(path);
    if (!file) return file.error();
    UnitLogReader reader((*file).get(), path);
    if (const Result<UnitLogHeader> header = part_header(reader, path); !header) {
      return header.error();
    }
    while (true) {
      const Result<std::optional<UnitRecordOf<Count>>> record = reader.next<Count>();
      if (!record) return record.error();
      if (!*record) break;
      if (seen[(*record)->unit]) {
        return reader.fault(reader.offset(),
                            "unit " + std::to_string((*record)->unit) + " occurs twice");
      }
      seen[(*record)->unit] = true;
      ++units;
      merged.total += (*record)->count;
    }
  }
  if (units != first.count.units) {
    return Error{"the parts contain " + std::to_string(units) + " of " +
                 std::to_string(first.count.units) + " units"};
  }
  if (const std::optional<Error> wrong = wrong_total(merged.total)) {
    return Error{"the sum of all units: " + wrong->message};
  }
  return merged;
}

template std::string encode_part(UnitLogHeader header, const std::vector<UnitRecord>& records);
template std::string encode_part(UnitLogHeader header, const std::vector<CoverUnitRecord>& records);
template Result<FoundPart<queens::UnitCount>> find_part_file(const std::string& path,
                                                             const UnitLogHeader& header,
                                                             std::span<const std::uint64_t> units);
template Result<FoundPart<cover::WideCount>> find_part_file(const std::string& path,
                                                            const UnitLogHeader& header,
                                                            std::span<const std::uint64_t> units);
template Result<bool> holds_part(const UnitSettings& settings, const UnitLogHeader& header,
                                 const UnitTally<queens::UnitCount>& tally,
                                 const std::string& name);
template Result<bool> holds_part(const UnitSettings& settings, const UnitLogHeader& header,
                                 const UnitTally<cover::WideCount>& tally, const std::string& name);
template Result<MergedCount<queens::UnitCount>> merge_parts(std::span<const std::string> paths);
template Result<MergedCount<cover::WideCount>> merge_parts(std::span<const std::string> paths);

}  // namespace puzzled::commands
