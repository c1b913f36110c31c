#include "adb/daemon_transport.h"

#include <gtest/gtest.h>

#include <vector>

namespace reprise::adb {
namespace {

using std::string_literals::operator""s;

// A service that tells the test what happens to it.
struct Probe {
  Stream* stream = nullptr;
  std::string got;
  int sent = 0;
  bool gone = false;
};

class ProbeService : public Service {
 public:
  explicit ProbeService(Probe& probe) : probe_(probe) {}
  ~ProbeService() override { probe_.gone = true; }
  void OnData(std::string_view bytes) override { probe_.got += bytes; }
  void OnSent() override { probe_.sent++; }

 private:
  Probe& probe_;
};

class TransportTest : public testing::Test {
 protected:
  TransportTest() : transport_("device::", table_, [] {}) {
    table_.Add("probe:", [this](std::string_view, Stream& stream) {
      probe_.stream = &stream;
      return std::make_unique<ProbeService>(probe_);
    });
    table_.Add("say:", [](std::string_view, Stream& stream) {
      return SayAndClose("hi", stream);
    });
    table_.Add("empty:", [](std::string_view, Stream& stream) {
      stream.Close();
      return nullptr;
    });
  }

  // What we answer to one message.
  std::vector<Packet> Send(Command command, uint32_t arg0, uint32_t arg1,
                           std::string_view data = {}) {
    std::string bytes;
    AppendPacket(command, arg0, arg1, data, true, &bytes);
    EXPECT_TRUE(transport_.Feed(bytes));
    return Taken();
  }

  std::vector<Packet> Taken() {
    transport_.Collect();
    Packets packets;
    packets.Feed(transport_.TakeOutput());
    std::vector<Packet> all;
    while (true) {
      auto packet = packets.Next();
      if (!packet || !*packet) return all;
      (*packet)->checksum = 0;
      all.push_back(**packet);
    }
  }

  void Connect(uint32_t version = kVersionWithoutChecksum,
               uint32_t max_payload = kLeastPayload) {
    const auto answer =
        Send(Command::kConnect, version, max_payload, "host::\0"s);
    EXPECT_EQ(answer, (std::vector<Packet>{{.command = Command::kConnect,
                                            .arg0 = kVersionWithoutChecksum,
                                            .arg1 = kMaxPayload,
                                            .data = "device::"}}));
  }

  void OpenProbe() {
    EXPECT_EQ(Send(Command::kOpen, 7, 0, "probe:x\0"s),
              (std::vector<Packet>{Okay(1, 7)}));
  }

  static Packet Okay(uint32_t ours, uint32_t theirs) {
    return {.command = Command::kOkay, .arg0 = ours, .arg1 = theirs};
  }
  static Packet Write(uint32_t ours, uint32_t theirs, std::string data) {
    return {.command = Command::kWrite,
            .arg0 = ours,
            .arg1 = theirs,
            .data = std::move(data)};
  }
  static Packet Close(uint32_t ours, uint32_t theirs) {
    return {.command = Command::kClose, .arg0 = ours, .arg1 = theirs};
  }

  using All = std::vector<Packet>;
  Probe probe_;
  ServiceTable table_;
  Transport transport_;
};

TEST_F(TransportTest, AnswersWithLiteralBytes) {
  ASSERT_TRUE(transport_.Feed(
      "CNXN\0\0\0\1\0\x10\0\0\7\0\0\0\x32\2\0\0\xbc\xb1\xa7\xb1host::\0"s));
  EXPECT_EQ(transport_.TakeOutput(),
            "CNXN\1\0\0\1\0\0\4\0\x8\0\0\0\xe4\2\0\0\xbc\xb1\xa7\xb1"
            "device::"s);
}

TEST_F(TransportTest, DoesNothingBeforeTheHostConnects) {
  EXPECT_EQ(Send(Command::kOpen, 7, 0, "probe:\0"s), All{});
  EXPECT_EQ(probe_.stream, nullptr);
}

TEST_F(TransportTest, RefusesUnknownServices) {
  Connect();
  EXPECT_EQ(Send(Command::kOpen, 7, 0, "nothing:\0"s), (All{Close(0, 7)}));
  EXPECT_EQ(Send(Command::kOpen, 7, 0, ""), (All{Close(0, 7)}));
  EXPECT_EQ(Send(Command::kOpen, 8, 0, "empty:"), (All{Close(0, 8)}));
  EXPECT_EQ(transport_.streams(), 0U);
}

TEST_F(TransportTest, HasOneWriteInFlight) {
  Connect();
  OpenProbe();
  probe_.stream->Write("ab");
  probe_.stream->Write("cd");
  EXPECT_EQ(probe_.stream->queued(), 2U);
  EXPECT_EQ(Taken(), (All{Write(1, 7, "ab")}));
  EXPECT_EQ(Send(Command::kOkay, 7, 1), (All{Write(1, 7, "cd")}));
  EXPECT_EQ(Send(Command::kOkay, 7, 1), All{});
  EXPECT_EQ(probe_.sent, 2);
}

TEST_F(TransportTest, SplitsByWhatTheHostTakes) {
  Connect();
  OpenProbe();
  probe_.stream->Write(std::string(5000, 'x'));
  EXPECT_EQ(Taken(), (All{Write(1, 7, std::string(4096, 'x'))}));
  EXPECT_EQ(Send(Command::kOkay, 7, 1),
            (All{Write(1, 7, std::string(904, 'x'))}));
}

TEST_F(TransportTest, AcknowledgesWhenTheServiceDoes) {
  Connect();
  OpenProbe();
  EXPECT_EQ(Send(Command::kWrite, 7, 1, "data"), All{});
  EXPECT_EQ(probe_.got, "data");
  probe_.stream->Acknowledge();
  probe_.stream->Acknowledge();
  EXPECT_EQ(Taken(), (All{Okay(1, 7)}));
}

// adb's server does not wait once its client has hung up.
TEST_F(TransportTest, TakesWhatAHostSendsAhead) {
  Connect();
  OpenProbe();
  EXPECT_EQ(Send(Command::kWrite, 7, 1, "a"), All{});
  EXPECT_EQ(Send(Command::kWrite, 7, 1, "b"), All{});
  EXPECT_EQ(probe_.got, "ab");
  probe_.stream->Acknowledge();
  EXPECT_EQ(Taken(), (All{Okay(1, 7), Okay(1, 7)}));
}

TEST_F(TransportTest, EndsAStreamThatNeverWaits) {
  Connect();
  OpenProbe();
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(Send(Command::kWrite, 7, 1, "a"), All{});
  }
  EXPECT_EQ(Send(Command::kWrite, 7, 1, "b"), (All{Close(1, 7)}));
  EXPECT_TRUE(probe_.gone);
}

TEST_F(TransportTest, ClosesAfterWhatIsQueued) {
  Connect();
  EXPECT_EQ(Send(Command::kOpen, 7, 0, "say:"),
            (All{Okay(1, 7), Write(1, 7, "hi")}));
  EXPECT_EQ(Send(Command::kOkay, 7, 1), (All{Close(1, 7)}));
  EXPECT_EQ(transport_.streams(), 0U);
}

TEST_F(TransportTest, DestroysTheServiceWhenTheHostCloses) {
  Connect();
  OpenProbe();
  EXPECT_EQ(Send(Command::kClose, 9, 1), All{});  // not its stream
  EXPECT_FALSE(probe_.gone);
  EXPECT_EQ(Send(Command::kClose, 7, 1), All{});
  EXPECT_TRUE(probe_.gone);
}

TEST_F(TransportTest, BeginsAnewWhenTheHostDoes) {
  Connect();
  OpenProbe();
  Connect();
  EXPECT_TRUE(probe_.gone);
  EXPECT_EQ(transport_.streams(), 0U);
}

TEST_F(TransportTest, LimitsStreams) {
  Connect();
  for (uint32_t id = 1; id <= Transport::kMaxStreams; ++id) {
    EXPECT_EQ(Send(Command::kOpen, id, 0, "probe:"), (All{Okay(id, id)}));
  }
  EXPECT_EQ(Send(Command::kOpen, 999, 0, "probe:"), (All{Close(0, 999)}));
}

TEST_F(TransportTest, OpensStreamsToTheHost) {
  Connect();
  transport_.Open("tcp:80", [this](Stream& stream) {
    probe_.stream = &stream;
    return std::make_unique<ProbeService>(probe_);
  });
  EXPECT_EQ(Taken(), (All{{.command = Command::kOpen,
                           .arg0 = 1,
                           .arg1 = 0,
                           .data = "tcp:80\0"s}}));
  probe_.stream->Write("early");
  EXPECT_EQ(Taken(), All{});
  EXPECT_EQ(Send(Command::kOkay, 33, 1), (All{Write(1, 33, "early")}));
}

TEST_F(TransportTest, HostRefusesWhatWeOpen) {
  Connect();
  transport_.Open("tcp:80", [this](Stream& stream) {
    probe_.stream = &stream;
    return std::make_unique<ProbeService>(probe_);
  });
  (void)Taken();
  EXPECT_EQ(Send(Command::kClose, 0, 1), All{});
  EXPECT_TRUE(probe_.gone);
}

TEST_F(TransportTest, ChecksumsCountOnlyInTheOldProtocol) {
  const std::string wrong =
      "CLSE\1\0\0\0\2\0\0\0\1\0\0\0\7\0\0\0\xbc\xb3\xac\xbax"s;
  Connect();
  EXPECT_TRUE(transport_.Feed(wrong));
  Connect(kVersionWithChecksum);
  EXPECT_FALSE(transport_.Feed(wrong));
}

TEST(BannerText, NamesWhatAdbShows) {
  EXPECT_EQ(BannerText({.product = "a;b",
                        .model = "Big Phone",
                        .device = "c",
                        .features = {"shell_v2", "stat_v2"}}),
            "device::ro.product.name=a_b;ro.product.model=Big Phone;"
            "ro.product.device=c;features=shell_v2,stat_v2");
}

}  // namespace
}  // namespace reprise::adb
