#include "base/html.h"

#include <gtest/gtest.h>

namespace reprise {
namespace {

TEST(Html, WhatItWouldReadIsWrittenOut) {
  EXPECT_EQ(EscapeForHtml("<a b=\"c\">&amp;\n'x'"),
            "&lt;a b=&quot;c&quot;&gt;&amp;amp;\n'x'");
  EXPECT_EQ(EscapeForHtml(""), "");
}

}  // namespace
}  // namespace reprise
