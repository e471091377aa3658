#include "daemon/base/files/file_part.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/puzzle_reader.hpp"
#include "core/variants/text/board_reader.hpp"
#include "core/variants/text/constraint_lines.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/file_kind.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/os/file_descriptor.hpp"
#include "daemon/base/os/system_error.hpp"

namespace puzzled {
namespace {

/// So far behind the place where a range would end a line is looked for that is a puzzle. The first
/// look reads less, for it nearly always finds one.
constexpr std::uint64_t kMaxSearch = std::uint64_t{1} << 20;
constexpr std::uint64_t kFirstSearch = std::uint64_t{16} << 10;

Error cannot_cut(const std::string& path, const std::string& reason) {
  return Error{path + ": cannot be cut into parts: " + reason};
}

/// A range of a regular file. Only read() moves it.
class RangeSource final : public ByteSource {
 public:
  RangeSource(FileDescriptor file, std::string name, std::uint64_t begin, std::uint64_t end)
      : file_(std::move(file)), name_(std::move(name)), begin_(begin), at_(begin), end_(end) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(size, end_ - at_));
    if (most == 0) return std::size_t{0};
    for (;;) {
      const ssize_t got = ::pread(file_.get(), to, most, static_cast<off_t>(at_));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_error(name_);
      if (got == 0) return Error{name_ + ": has become shorter while it was read"};
      at_ += static_cast<std::uint64_t>(got);
      return static_cast<std::size_t>(got);
    }
  }

  bool ready() override { return true; }
  bool gather(std::size_t) override { return true; }
  void cancel() override {}
  std::uint64_t consumed() const override { return at_ - begin_; }

 private:
  const FileDescriptor file_;
  const std::string name_;
  const std::uint64_t begin_;
  std::uint64_t at_;
  const std::uint64_t end_;
};

/// A file of which a part may be read.
class CutFile {
 public:
  static Result<CutFile> find(const std::string& path) {
    if (path == "-") return Error{"--part needs files that are named, not standard input"};
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return system_error(path);
    if (S_ISDIR(info.st_mode)) return system_error(path, EISDIR);
    if (!S_ISREG(info.st_mode)) return cannot_cut(path, "it is no regular file");
    return CutFile(path, static_cast<std::uint64_t>(info.st_size));
  }

  std::uint64_t size() const { return size_; }

  /// Opens the file and reads its beginning. To be called before cut() and range().
  Result<> open(const InputForm& form, const Interrupt& interrupt) {
    file_ = FileDescriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file_.valid()) return system_error(path_);
    std::string head;
    if (const Result<> read = read_at(0, kKindBytes, head); !read) return read.error();
    const FileKind kind = kind_of(head);
    if (kind.reading == FileKind::Reading::kGzip || kind.reading == FileKind::Reading::kZstandard) {
      return cannot_cut(path_, "it is compressed; unpack it first, or compress parts of it");
    }
    if (kind.reading == FileKind::Reading::kNpy) {
      return cannot_cut(path_, "it is a NumPy array; save ranges of its rows");
    }
    Result<std::unique_ptr<ByteSource>> source = open_input(path_, interrupt);
    if (!source) return source.error();
    BlockReader blocks(std::move(*source), form.request());
    if (form.boards && !form.each_line) blocks.look_for_boards(*form.boards);
    TextBlock block(kSmallBlockBytes + sudoku::kMaxLineBytes);
    while (!blocks.form() && !blocks.boards() && blocks.next(block)) {
    }
    if (blocks.error()) return Error{path_ + ": " + blocks.error()->message};
    if (blocks.boards()) return take_boards(*blocks.boards(), block);
    if (!blocks.form()) return {};  // it is blank
    form_ = *blocks.form();
    beginning_ = blocks.beginning();
    sudoku::PuzzleReader reader(block.text(), block.form, block.context);
    while (reader.next()) {
    }
    const std::string refusal = refusal_of(reader.account(), path_, form_);
    if (!refusal.empty()) return Error{refusal};
    if (reader.has_seen_end()) return Error{refusal_of_end(path_)};
    return {};
  }

  /// The first place at `from` or behind it where the file may be cut.
  Result<std::uint64_t> cut(std::uint64_t from) const {
    if (from == 0 || from >= size_) return std::min(from, size_);
    const std::uint64_t begin = from - std::min<std::uint64_t>(from, sudoku::kPartLead);
    for (std::uint64_t most = kFirstSearch;; most = kMaxSearch) {
      const std::uint64_t end = std::min(size_, from + most);
      std::string text;
      if (const Result<> read = read_at(begin, end - begin, text); !read) return read.error();
      const auto place = static_cast<std::size_t>(from - begin);
      const std::optional<std::size_t> found =
          boards_ ? variants::first_board_end(text, place, begin == 0, end == size_)
                  : sudoku::find_part_cut(text, place, form_, begin == 0);
      if (found) return begin + *found;
      if (end == size_) return size_;
      if (most == kMaxSearch) break;
    }
    return cannot_cut(path_, "in the megabyte behind byte " + std::to_string(from) +
                                 " no puzzle stands on a line of its own");
  }

  void close() { file_ = FileDescriptor(); }

  FileRange range(std::uint64_t begin, std::uint64_t end) const {
    return {.path = path_,
            .begin = begin,
            .end = end,
            .form = form_,
            .boards = boards_,
            .beginning = beginning_};
  }

 private:
  CutFile(std::string path, std::uint64_t size) : path_(std::move(path)), size_(size) {}

  /// Boards of other sizes and rules: each is to stand on a line.
  Result<> take_boards(const variants::BoardForm& boards, const TextBlock& block) {
    boards_ = boards;
    sudoku::Account account;
    if (boards.layout == variants::BoardLayout::kRows || boards.is_document) account.spread = 1;
    const std::string refusal = refusal_of(account, path_, form_);
    if (!refusal.empty()) return Error{refusal};
    variants::BoardReader reader(block.text(), boards);
    while (reader.next() != variants::BoardReader::Item::kEnd) {
    }
    if (reader.has_seen_end()) return Error{refusal_of_end(path_)};
    return {};
  }

  /// All of it, or as much as there is.
  Result<> read_at(std::uint64_t begin, std::uint64_t size, std::string& text) const {
    text.resize(static_cast<std::size_t>(size));
    std::size_t got = 0;
    while (got < text.size()) {
      const ssize_t more = ::pread(file_.get(), text.data() + got, text.size() - got,
                                   static_cast<off_t>(begin + got));
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return system_error(path_);
      if (more == 0) break;
      got += static_cast<std::size_t>(more);
    }
    text.resize(got);
    return {};
  }

  std::string path_;
  FileDescriptor file_;
  std::uint64_t size_;
  sudoku::TextForm form_;
  std::optional<variants::BoardForm> boards_;
  std::string beginning_;
};

/// size · i / of, without overflow.
std::uint64_t share(std::uint64_t size, std::uint64_t i, std::uint64_t of) {
  return size / of * i + size % of * i / of;
}

}  // namespace

Result<std::vector<FileRange>> find_part(const std::vector<std::string>& paths, FilePart part,
                                         const InputForm& form, const Interrupt& interrupt) {
  std::vector<CutFile> files;
  std::uint64_t size = 0;
  for (const std::string& path : paths) {
    Result<CutFile> file = CutFile::find(path);
    if (!file) return file.error();
    size += file->size();
    files.push_back(std::move(*file));
  }
  const std::uint64_t first = share(size, part.number - 1, part.of);
  const std::uint64_t last = share(size, part.number, part.of);
  std::vector<FileRange> ranges;
  std::uint64_t before = 0;  // bytes of the files before
  for (CutFile& file : files) {
    const auto within = [&](std::uint64_t at) {
      return std::clamp(at, before, before + file.size()) - before;
    };
    const std::uint64_t from = within(first);
    const std::uint64_t to = within(last);
    before += file.size();
    if (from == to) continue;
    if (const Result<> opened = file.open(form, interrupt); !opened) return opened.error();
    const Result<std::uint64_t> begin = file.cut(from);
    if (!begin) return begin.error();
    const Result<std::uint64_t> end = file.cut(to);
    if (!end) return end.error();
    if (*begin < *end) ranges.push_back(file.range(*begin, *end));
    file.close();
  }
  return ranges;
}

Result<std::unique_ptr<ByteSource>> open_range(const FileRange& range) {
  FileDescriptor file(::open(range.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid()) return system_error(range.path);
  return std::unique_ptr<ByteSource>(
      std::make_unique<RangeSource>(std::move(file), range.path, range.begin, range.end));
}

std::string refusal_of(const sudoku::Account& read, const std::string& path,
                       const sudoku::TextForm& form) {
  if (read.spread == 0) return {};
  return cannot_cut(path, form.table ? "a record takes several lines, by a line break in quotes"
                                     : "boards of nine lines, and lists, take several lines each; "
                                       "one puzzle a line can be cut")
      .message;
}

std::string refusal_of_end(const std::string& path) {
  return cannot_cut(path, "a line 'end' ends it, which no other part would know").message;
}

}  // namespace puzzled
