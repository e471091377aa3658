#include "daemon/base/files/output.hpp"

#include <algorithm>
#include <utility>

#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled {

Output::Output(std::vector<std::unique_ptr<OutputFile>> files, Interrupt& interrupt)
    : files_(std::move(files)), interrupt_(interrupt) {
  interrupt_.set_cleanup([this] { abandon(); });
}

Output::~Output() {
  abandon();
  interrupt_.set_cleanup({});
}

Result<std::unique_ptr<Output>> Output::open(const OutputSettings& settings, Interrupt& interrupt) {
  return open(settings, {settings.output}, interrupt);
}

Result<std::unique_ptr<Output>> Output::open(const OutputSettings& settings,
                                             const std::vector<std::string>& names,
                                             Interrupt& interrupt) {
  std::vector<std::unique_ptr<OutputFile>> files;
  for (const std::string& name : names) {
    Result<std::unique_ptr<OutputFile>> file = OutputFile::open(name, settings.partial);
    if (!file) return file.error();
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!(*file)->has_place_of(*files[i])) continue;
      return Error{"cannot write to " + names[i] + " and " + name + ": they are one file"};
    }
    files.push_back(std::move(*file));
  }
  return std::unique_ptr<Output>(new Output(std::move(files), interrupt));
}

Output::Status Output::write(std::string_view text, std::size_t file) {
  if (const Status before = status(); before != Status::kOk) return before;
  return files_[file]->write(text);
}

Output::Status Output::write_start(std::string_view text, std::size_t file) {
  if (const Status before = status(); before != Status::kOk) return before;
  return files_[file]->write_start(text);
}

bool Output::is_rewritable() const {
  return std::ranges::all_of(files_, [](const auto& file) { return file->is_rewritable(); });
}

Output::Status Output::sync() {
  for (const std::unique_ptr<OutputFile>& file : files_) file->sync();
  return status();
}

Output::Status Output::status() const {
  const auto other =
      std::ranges::find_if(files_, [](const auto& file) { return file->status() != Status::kOk; });
  return other == files_.end() ? Status::kOk : (*other)->status();
}

bool Output::is_terminal() const {
  return std::ranges::any_of(files_, [](const auto& file) { return file->is_terminal(); });
}

int Output::finish(Results results, int status) {
  const bool interrupted = interrupt_.requested();
  if (interrupted) status = interrupt_.exit_code();
  if (this->status() == Status::kOk && results == Results::kComplete && !interrupted) publish();
  for (const std::unique_ptr<OutputFile>& file : files_) {
    if (file->status() == Status::kFailed) complain(file->error().message);
  }
  abandon();
  switch (this->status()) {
    case Status::kOk:
      return status;
    case Status::kClosed:
      return kExitAllWell;
    case Status::kFailed:
      break;
  }
  return kExitFailure;
}

/// Gives the finished files their names.
void Output::publish() {
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<OutputFile>& file : files_) {
    if (file->prepare() != Status::kOk) return;
  }
  for (const std::unique_ptr<OutputFile>& file : files_) {
    if (file->publish() != Status::kOk) return;
  }
}

void Output::abandon() {
  const std::lock_guard lock(mutex_);
  for (const std::unique_ptr<OutputFile>& file : files_) file->abandon();
}

std::string name_with(std::string_view path, std::string_view word) {
  const std::size_t name = path.rfind('/') + 1;  // 0 without a directory
  const std::size_t dot = path.rfind('.');
  const bool has_ending = dot != std::string_view::npos && dot > name;
  const std::size_t end = has_ending ? dot : path.size();
  std::string text(path.substr(0, end));
  text += '-';
  text += word;
  return text += path.substr(end);
}

}  // namespace puzzled
