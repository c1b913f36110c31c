// Runs scripts on a FakePhone and gives what they wrote.
//
// Threads: one at a time.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>

#include <ostream>
#include <string>

#include "phone/shell/fake_phone.h"
#include "phone/shell/shell_program.h"

namespace reprise::phone {

struct Ran {
  std::string out;
  std::string err;
  int code = -1;

  bool operator==(const Ran&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const Ran& ran) {
  return stream << "code " << ran.code << "\nout:\n"
                << ran.out << "err:\n"
                << ran.err;
}

// Feeds all of `input`, then its end, and reads all output.
inline Ran Finish(adb::Program& program, std::string_view input) {
  Ran ran;
  constexpr int kPatienceMs = 60'000;
  while (program.output.valid() || program.errors.valid()) {
    if (input.empty()) program.input.Close();
    pollfd polled[3] = {{program.output.get(), POLLIN, 0},
                        {program.errors.get(), POLLIN, 0},
                        {program.input.get(), POLLOUT, 0}};
    if (poll(polled, 3, kPatienceMs) <= 0) {
      ADD_FAILURE() << "the program hangs";
      return ran;
    }
    if (polled[2].revents != 0) {
      const ssize_t n = write(program.input.get(), input.data(), input.size());
      if (n < 0 && errno != EAGAIN) {
        input = {};
      } else if (n > 0) {
        input.remove_prefix(static_cast<size_t>(n));
      }
    }
    for (int i = 0; i < 2; ++i) {
      if (polled[i].revents == 0) continue;
      Fd& fd = i == 0 ? program.output : program.errors;
      char buffer[4096];
      const ssize_t n = read(fd.get(), buffer, sizeof(buffer));
      if (n > 0) {
        (i == 0 ? ran.out : ran.err).append(buffer, static_cast<size_t>(n));
      } else if (n == 0 || errno == EIO) {
        fd.Close();
      }
    }
  }
  pollfd ended = {program.ended_fd(), POLLIN, 0};
  if (poll(&ended, 1, kPatienceMs) <= 0)
    ADD_FAILURE() << "the program does not end";
  ran.code = program.Poll().value_or(-1);
  return ran;
}

class ShellTest : public testing::Test {
 protected:
  Ran Run(const std::string& script, std::string_view input = "") {
    auto program = host_.Start({.command = script, .separate_errors = true});
    if (!program) {
      ADD_FAILURE() << program.error().message;
      return {};
    }
    return Finish(**program, input);
  }
  // What it wrote, if that was all that happened.
  std::string Out(const std::string& script, std::string_view input = "") {
    const Ran ran = Run(script, input);
    EXPECT_EQ(ran.err, "") << script;
    EXPECT_EQ(ran.code, 0) << script;
    return ran.out;
  }
  PhonePackage& AddPackage(const std::string& name, uint32_t flags = 0) {
    PhonePackage& package = phone_.packages.emplace_back();
    package.mutable_manifest()->set_package_name(name);
    package.mutable_manifest()->set_version_code(7);
    package.mutable_manifest()->set_version_name("1.2");
    package.mutable_manifest()->set_flags(flags);
    package.set_uid(10000 + static_cast<int>(phone_.packages.size()));
    package.set_apk_path(phone_.root + "/data/app/" + name + "/base.apk");
    PhoneComponent* main = package.mutable_manifest()->add_components();
    main->set_kind(PhoneComponent::KIND_ACTIVITY);
    main->set_name(name + ".Main");
    main->set_enabled(true);
    main->set_exported(true);
    PhoneFilter* filter = main->add_filters();
    filter->add_actions("android.intent.action.MAIN");
    filter->add_categories("android.intent.category.LAUNCHER");
    return package;
  }

  FakePhone phone_;
  ShellHost host_{phone_, Commands()};
};

}  // namespace reprise::phone
