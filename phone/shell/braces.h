// Brace expansion, as Android's shell has it: {a,b} makes two words of one.
// {1..3} stays as it is: mksh has no ranges.
//
// Threads: plain functions.
#pragma once

#include <vector>

#include "phone/shell/syntax.h"

namespace reprise::phone {

// The words that one word stands for, in order; never more than `limit`, and
// none if there would be more.
std::vector<Word> ExpandBraces(const Word& word, size_t limit);

}  // namespace reprise::phone
