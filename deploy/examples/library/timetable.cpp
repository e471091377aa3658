// Counts the timetables of a small conference by exact cover, and shows the cheapest: timetable
//
// Each talk is held once. A room holds one talk at a time, and so does a speaker. Talks with slides
// are all in one room, that of the projector: its colour.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "core/cover/cover.hpp"

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
  namespace cover = puzzled::cover;
  const std::vector<Talk> talks = {{"Links", "Ada", true},
                                   {"Colours", "Ada", false},
                                   {"Queens", "Bo", true},
                                   {"Tiles", "Cy", false}};
  const std::vector<Place> places = {{"hall", "9 h"},  {"hall", "10 h"},  {"hall", "11 h"},
                                     {"attic", "9 h"}, {"attic", "10 h"}, {"attic", "11 h"}};

  // Primary items are to be covered; secondary ones only keep options apart.
  cover::Builder builder;
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
      const std::string place = room + ' ' + hour;
      const std::string speaker = talk.speaker + ' ' + hour;
      const std::string projector = "projector:" + room;
      std::vector<cover::NamedElement> option{talk.title, place, speaker};
      if (talk.has_slides) option.push_back(projector);
      check(builder.option(option, room == "hall" ? 30 : 10));
      texts.push_back(talk.title + ": " + place);
    }
  }
  const cover::Problem problem = builder.build().problem;

  std::cout << cover::to_text(cover::count(problem, {}).count) << " timetables\n";
  const cover::BestOutcome best = cover::best(problem, cover::Direction::kMinimize);
  if (!best.found) return 1;
  std::cout << "The cheapest costs " << best.cost << ":\n";
  for (const std::uint32_t option : best.options) std::cout << "  " << texts[option] << '\n';

  // Solutions come one by one: whoever has seen enough leaves.
  for (const auto options : cover::Solutions(problem)) {
    std::cout << "The first that is found:\n";
    for (const std::uint32_t option : options) std::cout << "  " << texts[option] << '\n';
    break;
  }
}
