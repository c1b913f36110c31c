// Foreign text inside the source code of other languages: as a literal that
// has exactly this value, whatever is in it, and as a comment that stays one.
// Control characters and those that reorder or hide text are escaped; other
// letters stay as people wrote them.
//
// Threads: plain functions. The text must be UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace reprise::formats {

// With their quotes.
std::string YamlLiteral(std::string_view text);
std::string KotlinLiteral(std::string_view text);
std::string PythonLiteral(std::string_view text);
std::string JavaLiteral(std::string_view text);

// A regular expression of Java that matches this text only; not quoted.
std::string JavaRegex(std::string_view text);

// One line, for behind # or //.
std::string CommentText(std::string_view text);

}  // namespace reprise::formats
