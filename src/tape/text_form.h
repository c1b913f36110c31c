// The text form of a tape: JSON Lines, one message a line, without loss.
//
// People read, search and change a tape in an editor and make a tape of it
// again. docs/format/text.md is the definition; in short:
//   {"tape":1,"profile":"x-reprise/1","library":"..."}
//   {"schema":1,"name":"reprise.KeyEvent","encoding":"protobuf","data":"..."}
//   {"channel":1,"topic":"/input/key","schema":1,"encoding":"protobuf",...}
//   {"metadata":"name","values":{"key":"value"}}
//   {"t":1500,"topic":"/input/key","data":{"id":7,"key_code":4}}
//   {"attachment":"app.pb","type":"...","t":0,"created":0,"size":3}
//   {"bytes":"AAEC"}
// A message whose bytes JSON cannot give back is written in hex ("raw").
//
// Both ways go through the file once, line by line; neither the tape nor the
// text has to fit into memory.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/file.h"
#include "base/result.h"
#include "tape/mcap.h"
#include "tape/message_type.h"
#include "tape/reader.h"
#include "tape/writer.h"

namespace reprise::tape {

// The version of the text form; readers refuse a greater one.
inline constexpr int kTextVersion = 1;
// The longest line is the largest message in hex, or a large metadata record
// with all its characters escaped.
inline constexpr size_t kMaxLineBytes = 512u << 20;
// Of an attachment on one line.
inline constexpr size_t kPieceBytes = 1 << 20;
// Of an attachment without "size", which is held in memory.
inline constexpr size_t kMaxUnsizedAttachment = 256u << 20;

// Receives the text piece by piece, whole lines as a rule.
using TextSink = std::function<Status(std::string_view)>;

// The whole tape, messages in the order of the file. Damage of the tape is not
// an error: what can be read is written, tape.damage() tells the rest.
Status WriteText(TapeReader& tape, const TextSink& sink);

// Makes the tape when the first line has told its header.
using TapeFactory =
    std::function<Result<std::unique_ptr<TapeWriter>>(const Header&)>;

// Reads text and writes the tape, to its end and finished. `name` is what
// errors call the text: "run.jsonl:12: field data.x: expected a number, ...".
Status ReadText(File& in, const std::string& name, const TapeFactory& create);

// One message as a line, for WriteText() and `show --json`. The maps must
// outlive the writer; they may grow meanwhile.
class MessageTextWriter {
 public:
  enum class Sequence {
    kAlways,      // every line stands for itself
    kWhenNeeded,  // left out when it is one more than before on the channel
  };

  MessageTextWriter(const std::map<uint16_t, Schema>& schemas,
                    const std::map<uint16_t, Channel>& channels,
                    Sequence sequence);

  // With the end of the line.
  void AppendLine(const Message& message, std::string* out);

  // Why messages of a channel are shown as bytes though they are protobuf;
  // empty when they are not, or can be decoded.
  std::string Problem(uint16_t channel_id);

 private:
  struct Known {
    bool known = false;
    std::string place;  // ,"topic":"...","channel":1
    bool text = false;  // the messages are JSON text
    const MessageType* type = nullptr;
  };
  const Known& KnownChannel(uint16_t channel_id);

  const std::map<uint16_t, Channel>& channels_;
  const Sequence sequence_;
  TypeTable types_;
  std::vector<Known> known_;
  std::vector<uint32_t> next_sequence_;  // by channel id
};

}  // namespace reprise::tape
