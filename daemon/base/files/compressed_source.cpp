#include "daemon/base/files/compressed_source.hpp"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "daemon/base/files/file_kind.hpp"
#include "daemon/base/files/read_ahead.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kInputBytes = 128 * 1024;

// 2^25 = 32 MiB: the largest window within the promised memory. Only `zstd --ultra -21` and
// above and --long write larger windows.
constexpr int kWindowLogMax = 25;

/// The common part of both formats: a buffer of compressed bytes that is refilled when it is empty.
class CompressedSource : public ByteSource {
 public:
  CompressedSource(std::unique_ptr<ByteSource> compressed, std::string name)
      : compressed_(std::move(compressed)), name_(std::move(name)), buffer_(kInputBytes) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    for (;;) {
      if (begin_ == end_ && !at_end_) {
        Result<std::size_t> got = compressed_->read(buffer_.data(), buffer_.size());
        if (!got) return got;
        begin_ = 0;
        end_ = *got;
        at_end_ = end_ == 0;
      }
      Result<std::size_t> produced = decompress(to, size);
      if (produced && *produced > 0 && !is_begun_) {
        is_begun_ = true;
        const FileKind kind = kind_of({to, *produced});
        if (!kind.name.empty()) {
          return Error{refusal_of(kind, name_ + ", unpacked")};
        }
        if (kind.reading != FileKind::Reading::kText) return Error{name_ + ": is compressed twice"};
      }
      if (!produced || *produced > 0 || (at_end_ && begin_ == end_)) return produced;
    }
  }

  bool ready() override { return begin_ != end_ || at_end_ || compressed_->ready(); }

  void cancel() override { compressed_->cancel(); }

  std::uint64_t consumed() const override { return compressed_->consumed() - (end_ - begin_); }

 protected:
  /// Unpacks bytes of pending() and writes up to `size` bytes; 0 means that it needs more input, or
  /// the end if there is none.
  virtual Result<std::size_t> decompress(char* to, std::size_t size) = 0;

  std::string_view pending() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void take(std::size_t bytes) { begin_ += bytes; }
  bool at_end() const { return at_end_; }
  Error damaged(std::string_view what) const {
    return {name_ + ": " + std::string(what) + " near byte " + std::to_string(consumed())};
  }
  const std::string& name() const { return name_; }

 private:
  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool at_end_ = false;
  bool is_begun_ = false;  // to give bytes
};

class GzipSource final : public CompressedSource {
 public:
  using CompressedSource::CompressedSource;
  ~GzipSource() override { inflateEnd(&stream_); }

  void start() {
    if (inflateInit2(&stream_, kGzipWrapper + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }

 private:
  static constexpr int kGzipWrapper = 16;

  Result<std::size_t> decompress(char* to, std::size_t size) override {
    if (between_members_ && !begin_member()) return std::size_t{0};
    if (between_members_) return damaged("bytes that are not gzip data");
    // zlib declares its input pointer without const but does not write through it.
    stream_.next_in =
        const_cast<Bytef*>(reinterpret_cast<const Bytef*>(pending().data()));  // NOLINT
    stream_.avail_in = static_cast<uInt>(pending().size());
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    take(pending().size() - stream_.avail_in);
    const std::size_t produced = size - stream_.avail_out;
    if (status == Z_STREAM_END) {
      between_members_ = true;
    } else if (at_end() && pending().empty() && produced == 0) {
      return damaged("truncated gzip data");
    } else if (status != Z_OK && status != Z_BUF_ERROR && produced == 0) {
      return damaged("damaged gzip data");
    }
    return produced;
  }

  /// Skips zero bytes, with which tapes and some tools pad; true if other bytes follow. Starts the
  /// next member if they are one.
  bool begin_member() {
    std::size_t zeros = 0;
    if (!first_member_) zeros = std::min(pending().find_first_not_of('\0'), pending().size());
    take(zeros);
    if (pending().empty()) return false;
    if (first_member_ || pending().front() == '\x1f') {
      inflateReset(&stream_);
      between_members_ = false;
      first_member_ = false;
    }
    return true;
  }

  z_stream stream_{};
  bool between_members_ = true;
  bool first_member_ = true;
};

class ZstandardSource final : public CompressedSource {
 public:
  using CompressedSource::CompressedSource;
  ~ZstandardSource() override { ZSTD_freeDStream(stream_); }

  void start() {
    stream_ = ZSTD_createDStream();
    if (stream_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kWindowLogMax);
  }

 private:
  Result<std::size_t> decompress(char* to, std::size_t size) override {
    if (pending().empty() && !inside_frame_) return std::size_t{0};
    ZSTD_inBuffer in{pending().data(), pending().size(), 0};
    ZSTD_outBuffer out{to, size, 0};
    const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
    if (ZSTD_isError(status)) {
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
        return Error{name() + ": needs a window of more than 32 MiB; pipe it through `zstd -dc`"};
      }
      return damaged("damaged zstd data");
    }
    take(in.pos);
    inside_frame_ = status != 0;
    if (inside_frame_ && at_end() && out.pos == 0) return damaged("truncated zstd data");
    return out.pos;
  }

  ZSTD_DStream* stream_ = nullptr;
  bool inside_frame_ = false;
};

template <class Source>
Result<std::unique_ptr<ByteSource>> open(std::unique_ptr<ByteSource> compressed, std::string name) {
  auto source = std::make_unique<Source>(std::move(compressed), name);
  source->start();
  return read_ahead(std::move(source));
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_gzip(std::unique_ptr<ByteSource> compressed,
                                              std::string name) {
  return open<GzipSource>(std::move(compressed), std::move(name));
}

Result<std::unique_ptr<ByteSource>> open_zstandard(std::unique_ptr<ByteSource> compressed,
                                                   std::string name) {
  return open<ZstandardSource>(std::move(compressed), std::move(name));
}

}  // namespace puzzled
