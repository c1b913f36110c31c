#include "minimize/search.h"

namespace reprise::minimize {

std::vector<std::string_view> SearchNames() {
  return {"speculative", "nd3min", "ddmin"};
}

std::vector<std::string_view> SelectionNames() {
  return {"heuristic", "mdp", "round-robin", "naive"};
}

}  // namespace reprise::minimize
