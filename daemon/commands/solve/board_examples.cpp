#include "daemon/commands/solve/board_examples.hpp"

#include <boost/algorithm/string/join.hpp>
#include <vector>

namespace puzzled::commands {
namespace {

constexpr BoardExample kExamples[] = {
    {"killer", "cages: their cells differ and have the sum",
     ".Cage~11~R1C1~R1C2~R2C1.Cage~13~R1C3~R2C3.Cage~9~R1C4~R1C5"
     ".Cage~19~R1C6~R2C5~R2C6~R3C6.Cage~13~R1C7~R1C8.Cage~21~R2C2~R3C1~R3C2~R3C3"
     ".Cage~17~R2C4~R3C4~R3C5.Cage~9~R2C7~R2C8.Cage~14~R2C9~R3C8~R3C9"
     ".Cage~12~R3C7~R4C6~R4C7.Cage~10~R4C1~R5C1.Cage~18~R4C2~R4C3~R5C2"
     ".Cage~14~R4C4~R4C5~R5C4.Cage~15~R4C8~R4C9.Cage~7~R5C3~R6C3.Cage~14~R5C5~R6C4~R6C5"
     ".Cage~9~R5C6~R5C7.Cage~21~R5C8~R6C8~R7C7~R7C8.Cage~6~R5C9~R6C9.Cage~10~R6C1~R6C2"
     ".Cage~17~R6C6~R7C5~R7C6.Cage~18~R7C1~R8C1~R8C2~R8C3.Cage~9~R7C2~R7C3"
     ".Cage~18~R7C4~R8C4~R9C4.Cage~3~R8C5~R9C5.Cage~14~R8C6~R9C6.Cage~14~R8C7~R9C7"
     ".Cage~11~R8C8~R8C9~R9C8.Cage~9~R9C2~R9C3"},
    {"thermo", "thermometers: values rise from the bulb",
     ".Thermo~R1C9~R1C8~R2C9~R2C8.Thermo~R2C6~R3C6~R4C7~R5C6~R6C6"
     ".Thermo~R4C1~R3C2~R3C3~R3C4.Thermo~R5C5~R6C4~R7C3~R7C4~R6C5~R7C6"
     ".Thermo~R6C1~R6C2~R5C1~R5C2~R5C3.Thermo~R8C4~R9C3~R8C3~R9C2"
     ".Thermo~R9C8~R8C7~R7C7~R8C8~R8C9"
     ".~R1C3_3~R1C5_6~R6C4_2~R6C5_8~R7C2_3~R7C8_1~R8C6_5~R9C4_4"},
    {"arrow", "arrows: the circle is the sum of the shaft",
     ".Arrow~R1C4~R2C4~R2C5~R2C6.Arrow~R1C9~R2C9~R3C9~R4C8.Arrow~R2C1~R3C2~R4C2"
     ".Arrow~R4C5~R5C5~R6C5.Arrow~R5C4~R6C3~R6C4.Arrow~R6C7~R5C8~R6C9"
     ".Arrow~R7C6~R6C6~R5C6.Arrow~R8C3~R7C2~R7C1"
     ".~R2C3_8~R3C4_9~R4C2_3~R5C2_2~R5C3_1~R7C1_3~R8C1_9~R9C5_2~R9C9_6"},
    {"kropki", "white dots join consecutive values, black ones have ratio 1:2; all are given",
     ".StrictKropki.WhiteDot~R1C1~R1C2.WhiteDot~R1C1~R2C1.BlackDot~R1C3~R1C4"
     ".WhiteDot~R1C4~R1C5.BlackDot~R1C4~R2C4.WhiteDot~R1C8~R2C8.BlackDot~R2C6~R2C7"
     ".BlackDot~R2C6~R3C6.WhiteDot~R2C7~R2C8.WhiteDot~R3C2~R4C2.BlackDot~R3C3~R3C4"
     ".WhiteDot~R3C5~R4C5.WhiteDot~R3C6~R4C6.BlackDot~R3C8~R3C9.BlackDot~R3C8~R4C8"
     ".WhiteDot~R3C9~R4C9.WhiteDot~R4C2~R4C3.WhiteDot~R4C4~R4C5.BlackDot~R4C5~R5C5"
     ".WhiteDot~R4C8~R4C9.WhiteDot~R5C1~R5C2.BlackDot~R5C2~R6C2.BlackDot~R5C3~R6C3"
     ".WhiteDot~R5C5~R6C5.WhiteDot~R5C6~R6C6.WhiteDot~R6C2~R6C3.WhiteDot~R6C2~R7C2"
     ".BlackDot~R6C3~R6C4.BlackDot~R6C5~R7C5.WhiteDot~R6C6~R6C7.WhiteDot~R6C7~R6C8"
     ".WhiteDot~R6C9~R7C9.BlackDot~R7C1~R7C2.WhiteDot~R7C2~R8C2.BlackDot~R7C3~R7C4"
     ".BlackDot~R7C3~R8C3.WhiteDot~R7C5~R8C5.WhiteDot~R8C1~R9C1.WhiteDot~R8C4~R9C4"
     ".BlackDot~R8C7~R9C7.BlackDot~R8C8~R9C8.BlackDot~R9C5~R9C6.BlackDot~R9C6~R9C7"},
    {"little-killer", "sums of diagonals",
     ".LittleKiller~22~R1C5.LittleKiller~36~R1C6.LittleKiller~41~R1C7"
     ".LittleKiller~49~R1C8.LittleKiller~48~R2C1.LittleKiller~30~R3C1"
     ".LittleKiller~25~R4C1.LittleKiller~30~R5C1.LittleKiller~17~R6C1"
     ".LittleKiller~26~R6C9.LittleKiller~10~R7C1.LittleKiller~31~R8C9"
     ".LittleKiller~36~R9C2.LittleKiller~36~R9C3.LittleKiller~30~R9C4"
     ".LittleKiller~30~R9C5.~R1C2_8~R2C6_9~R3C4_8~R4C2_2~R4C5_5~R4C6_4~R5C2_7~R5C3_3"},
    {"renban", "lines of consecutive values in any order",
     ".Renban~R2C8~R2C7~R3C7~R3C6~R2C5~R1C5.Renban~R3C1~R4C2~R4C1~R5C2~R6C1"
     ".Renban~R3C8~R4C7~R4C6~R3C5.Renban~R5C6~R4C5~R5C4~R4C4"
     ".Renban~R6C7~R6C6~R5C7~R6C8~R7C9.Renban~R9C5~R9C6~R9C7~R8C7"
     ".Renban~R9C9~R8C8~R7C7~R7C6~R6C5"
     ".~R1C1_1~R1C7_8~R2C3_2~R3C4_1~R4C8_3~R5C2_4~R8C3_5~R8C4_7~R9C7_2~R9C9_5"},
    {"whispers", "lines whose neighbours differ by 5 at least",
     ".Whisper~5~R2C9~R2C8~R1C8~R1C7~R1C6~R2C5"
     ".Whisper~5~R3C5~R4C5~R4C4~R3C3~R3C2~R4C2~R5C3"
     ".Whisper~5~R4C6~R5C6~R6C7~R5C7~R5C8~R4C7~R3C7~R2C6"
     ".Whisper~5~R7C7~R7C6~R8C5~R8C6~R9C7.Whisper~5~R9C5~R8C4~R9C4~R8C3~R7C3~R6C2"
     ".~R1C3_4~R2C6_3~R3C4_9~R4C2_8~R5C1_6~R7C1_2~R9C3_7"},
    {"xv", "X joins cells of sum 10, V of sum 5; all are given",
     ".StrictXV.X~R1C5~R1C6.X~R1C7~R2C7.V~R2C1~R2C2.V~R2C5~R2C6.V~R3C1~R4C1.X~R3C3~R4C3"
     ".X~R3C4~R3C5.X~R3C7~R4C7.X~R3C8~R4C8.X~R4C2~R5C2.V~R4C8~R5C8.X~R5C5~R6C5"
     ".X~R6C3~R6C4.V~R6C4~R6C5.V~R6C4~R7C4.V~R6C8~R6C9.V~R7C2~R7C3.X~R7C5~R7C6"
     ".X~R7C7~R8C7.X~R7C8~R8C8.V~R8C3~R9C3.V~R8C7~R8C8.X~R9C4~R9C5.V~R9C5~R9C6"
     ".~R1C3_7~R2C1_4~R9C9_5"},
    {"jigsaw", "pieces instead of boxes",
     ".NoBoxes.Jigsaw~11123333314422222314445266314455226314456666311555576688888577789999"
     "9977888999777.~R1C1_5~R1C3_3~R2C5_6~R2C7_2~R3C3_7~R3C7_8~R4C2_9~R4C4_8~R4C8_7~R5C2_5"
     "~R6C2_1~R6C6_6~R7C3_2~R7C6_5~R7C8_1~R8C7_4"},
    {"sandwich", "sums between 1 and 9",
     ".Sandwich~6~R1.Sandwich~35~C1.Sandwich~0~R2.Sandwich~21~C2.Sandwich~0~R3"
     ".Sandwich~16~C3.Sandwich~18~R4.Sandwich~17~C4.Sandwich~0~R5.Sandwich~20~C5"
     ".Sandwich~0~R6.Sandwich~5~C6.Sandwich~2~R7.Sandwich~0~C7.Sandwich~18~R8"
     ".Sandwich~17~C8.Sandwich~0~R9.Sandwich~18~C9.~R5C1_6~R6C3_9~R8C2_7"},
    {"skyscraper", "how many values are seen from outside",
     ".Skyscraper~R1~2~2.Skyscraper~R2~4~3.Skyscraper~R3~2~3.Skyscraper~R4~2~3"
     ".Skyscraper~R5~1~5.Skyscraper~R6~4~2.Skyscraper~R7~4~2.Skyscraper~R8~4~1"
     ".Skyscraper~R9~3~3.Skyscraper~C1~2~3.Skyscraper~C2~2~2.Skyscraper~C3~4~1"
     ".Skyscraper~C4~5~3.Skyscraper~C5~3~3.Skyscraper~C6~1~5.Skyscraper~C7~2~4"
     ".Skyscraper~C8~5~2.Skyscraper~C9~4~2"
     ".~R2C3_2~R3C3_4~R6C7_7~R6C9_6~R7C6_5~R7C8_1~R9C1_2"},
    {"diagonal", "both diagonals have each value",
     ".Diagonal~-1.Diagonal~1.~R1C8_7~R2C1_6~R2C6_8~R3C5_4~R3C6_3~R3C9_5~R4C1_1~R4C6_2~R5C"
     "7_6~R6C4_4~R6C9_3~R7C2_3~R7C8_2~R8C5_9~R9C5_5~R9C9_7"},
    {"6x6", "a board of six values", "46.....31...1..2.4.........4.5...62."},
    {"16x16", "a board of sixteen values, 1 to 9 and A to G",
     "...C.36294..........D..F........9..F4.CG5..D..8..7GA5....EF..BCD"
     ".35E.......2C..4....2G...78.F.BE.1.9.F.A..4..D....4.9C.DA..E173."
     "....F....G.83....89..1364A2F...G347G82E.D.B.9.A1E.....G...35...."
     "...1.A...2..6....ED.6...G.......8.6..41...EAD...GC...D.861...9.B"},
};

}  // namespace

std::span<const BoardExample> board_examples() {
  return kExamples;
}

Result<std::string> board_example_text(std::string_view name) {
  std::vector<std::string> names;
  for (const BoardExample& example : kExamples) {
    if (example.name == name) {
      return "# " + std::string(name) + ": " + std::string(example.description) + '\n' +
             std::string(example.line) + '\n';
    }
    names.emplace_back(example.name);
  }
  return Error{"no example '" + std::string(name) + "': there are " +
               boost::algorithm::join(names, ", ")};
}

}  // namespace puzzled::commands
