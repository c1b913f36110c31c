#include "base/result.h"

namespace reprise {

tl::unexpected<Error> FailFormatted(ErrorKind kind, fmt::string_view format,
                                    fmt::format_args args) {
  return tl::unexpected<Error>(Error{kind, fmt::vformat(format, args)});
}

}  // namespace reprise
