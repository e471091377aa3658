// Counts the timetables of a small conference by exact cover, and shows the cheapest: timetable
//
// Each talk is held once. A room holds one talk at a time, and so does a speaker. Talks with slides
// are all in one room, that of the projector: its colour.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <puzzled/cover.hpp>
#include <span>
#include <string>
#include <vector>

namespace {

struct Talk {
  std::string title;
  std::string speaker;
  bool has_slides;
};

struct Place {
  std::string room;
  std::string hour;
};

// Each result says whether the problem took what it was given, and if not, why.
template <class T>
void check(const puzzled::Result<T>& result) {
  if (result) return;
  std::cerr << result.error().message << '\n';
  std::exit(2);
}

}  // namespace

int main() {
  const std::vector<Talk> talks = {{"Links", "Ada", true},
                                   {"Colours", "Ada", false},
                                   {"Queens", "Bo", true},
                                   {"Tiles", "Cy", false}};
  const std::vector<Place> places = {{"hall", "9 h"},  {"hall", "10 h"},  {"hall", "11 h"},
                                     {"attic", "9 h"}, {"attic", "10 h"}, {"attic", "11 h"}};

  // Primary items are to be covered; secondary ones only keep options apart.
  puzzled::CoverBuilder builder;
  for (const Talk& talk : talks) check(builder.primary(talk.title));
  for (const auto& [room, hour] : places) check(builder.secondary(room + ' ' + hour));
  for (const std::string hour : {"9 h", "10 h", "11 h"}) {
    for (const std::string speaker : {"Ada", "Bo", "Cy"}) {
      check(builder.secondary(speaker + ' ' + hour));
    }
  }
  check(builder.secondary("projector"));

  // An option is a talk at a place, such as {Links, hall 9 h, Ada 9 h, projector:hall}. The hall
  // costs 30 an hour, the attic 10.
  std::vector<std::string> texts;
  for (const Talk& talk : talks) {
    for (const auto& [room, hour] : places) {
      std::vector<std::string> option{talk.title, room + ' ' + hour, talk.speaker + ' ' + hour};
      if (talk.has_slides) option.push_back("projector:" + room);
      check(builder.option(option, room == "hall" ? 30 : 10));
      texts.push_back(talk.title + ": " + room + ' ' + hour);
    }
  }
  const puzzled::CoverProblem problem = builder.build();

  const auto count = puzzled::count_covers(problem);
  check(count);
  std::cout << to_string(*count) << " timetables\n";

  const auto best = puzzled::best_cover(problem, puzzled::Goal::kMinimize);
  check(best);
  if (best->status != puzzled::BestStatus::kProven) return 1;
  std::cout << "The cheapest costs " << best->cost << ":\n";
  for (const std::uint32_t option : best->options) std::cout << "  " << texts[option] << '\n';

  // Solutions as a list, at most two of them.
  const auto first = puzzled::list_covers(problem, 2);
  check(first);
  std::cout << first->size() << " of them have " << first->front().size() << " talks each\n";

  // Solutions come one by one: whoever has seen enough returns false.
  const auto all_shown =
      puzzled::for_each_cover(problem, [&](std::span<const std::uint32_t> options) {
        std::cout << "The first that is found:\n";
        for (const std::uint32_t option : options) std::cout << "  " << texts[option] << '\n';
        return false;
      });
  check(all_shown);
}
