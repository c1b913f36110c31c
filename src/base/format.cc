#include "base/format.h"

#include <iterator>

namespace reprise {

void AppendFormatted(std::string* out, fmt::string_view format,
                     fmt::format_args args) {
  fmt::vformat_to(std::back_inserter(*out), format, args);
}

}  // namespace reprise
