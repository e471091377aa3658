// Knows the plug-in and nothing of puzzled.
#include <cstdio>

bool solves(const char* puzzle, const char* solution);

int main() {
  const bool right =
      solves("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
             "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
  std::puts(right ? "solved" : "wrong answer");
  return right ? 0 : 1;
}
