// Writes docs/format/channels.md: the table of channels, attachments and
// metadata (src/tape/channels) and every message on a tape with the comments
// of its .proto file, which compiled descriptors do not have.
//
//   protoc -Iproto --include_source_info --include_imports
//       -o messages.fds proto/reprise/*.proto
//   channel_docs messages.fds             the page on stdout
//   channel_docs messages.fds PAGE        writes the page to a file
//   channel_docs --check messages.fds PAGE
//                       changes nothing, fails if PAGE is not current
//
// Exit code 0 done; 1 bad usage, or PAGE is not current, or something in the
// .proto files has no comment, each named on stderr; 5 unreadable descriptor
// set; 6 PAGE could not be written.

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <cctype>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tape/channels.h"

namespace reprise::tape {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::SourceLocation;

constexpr int kExitBad = 1;
constexpr int kExitUnreadable = 5;
constexpr int kExitIo = 6;

// The comment of a declaration as one line of text; empty if it has none.
template <typename T>
std::string CommentOf(const T& declaration) {
  SourceLocation location;
  if (!declaration.GetSourceLocation(&location)) return "";
  std::istringstream words(location.leading_comments + " " +
                           location.trailing_comments);
  std::string text;
  for (std::string word; words >> word;) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

// Text as a cell of a Markdown table.
std::string Cell(std::string_view text) {
  std::string out;
  bool code = false;
  for (const char c : text) {
    if (c == '`') code = !code;
    if (c == '|' || (!code && (c == '<' || c == '*'))) out += '\\';
    out += c;
  }
  return out;
}

// "reprise.MotionEvent.Sample" as "MotionEvent.Sample".
std::string ShortName(std::string_view full_name) {
  constexpr std::string_view kPackage = "reprise.";
  if (full_name.starts_with(kPackage)) full_name.remove_prefix(kPackage.size());
  return std::string(full_name);
}

// Link to the section of a message, as GitHub names its anchor.
std::string Link(std::string_view full_name) {
  const std::string name = ShortName(full_name);
  std::string anchor;
  for (const char c : name) {
    if (c != '.') anchor += static_cast<char>(std::tolower(c));
  }
  return "[" + name + "](#" + anchor + ")";
}

std::string TypeOf(const FieldDescriptor& field) {
  std::string type;
  if (field.message_type() != nullptr) {
    type = Link(field.message_type()->full_name());
  } else if (field.enum_type() != nullptr) {
    type = Link(field.enum_type()->full_name());
  } else {
    type = field.type_name();
  }
  if (field.is_repeated()) return "repeated " + type;
  if (field.has_optional_keyword()) return "optional " + type;
  if (field.real_containing_oneof() != nullptr) {
    return type + ", one of `" + field.real_containing_oneof()->name() + "`";
  }
  return type;
}

// Names what has no comment.
class CommentChecker {
 public:
  std::vector<std::string> missing;

  void Check(const FileDescriptor& file) {
    for (int i = 0; i < file.message_type_count(); ++i) {
      Check(*file.message_type(i));
    }
    for (int i = 0; i < file.enum_type_count(); ++i) Check(*file.enum_type(i));
  }

 private:
  template <typename T>
  void Want(const T& declaration) {
    if (CommentOf(declaration).empty()) {
      missing.push_back(declaration.full_name());
    }
  }

  void Check(const Descriptor& message) {
    if (message.options().map_entry()) return;  // nobody wrote it
    Want(message);
    for (int i = 0; i < message.field_count(); ++i) Want(*message.field(i));
    for (int i = 0; i < message.real_oneof_decl_count(); ++i) {
      Want(*message.oneof_decl(i));
    }
    for (int i = 0; i < message.enum_type_count(); ++i) {
      Check(*message.enum_type(i));
    }
    for (int i = 0; i < message.nested_type_count(); ++i) {
      Check(*message.nested_type(i));
    }
  }

  void Check(const EnumDescriptor& type) {
    Want(type);
    for (int i = 0; i < type.value_count(); ++i) Want(*type.value(i));
  }
};

// Writes the page.
class Page {
 public:
  explicit Page(const DescriptorPool& pool) : pool_(pool) {}

  std::string Render() {
    Intro();
    Channels();
    out_ << "\n## Messages\n\n"
            "Every message on a channel begins with three fields, which are "
            "left out of the tables below:\n\n";
    Head();
    for (const ChannelType& type : AllChannelTypes()) Queue(type.message);
    for (const StandardName& name : StandardChannelMetadata()) {
      Queue(name.message);
    }
    for (const StandardName& name : StandardAttachments()) Queue(name.message);
    Queue("reprise.ViewForest");
    // Messages that others hold are added to the queue while it is worked off.
    for (size_t i = 0; i < queue_.size(); ++i) Section(*queue_[i], true);
    return out_.str();
  }

 private:
  void Intro() {
    out_ << "# Channels and messages\n\n"
            "<!-- Made by tools/gen/channel_docs from src/tape/channels.cc and "
            "proto/reprise; do not edit. -->\n\n"
            "A tape is an MCAP file. This page lists all that Reprise writes "
            "to one: channels with their\nmessages, attachments and metadata. "
            "Messages are protobuf (proto3), and the Schema record of a\n"
            "channel holds the FileDescriptorSet of its message, so that any "
            "MCAP reader can decode them.\n\n"
            "`log_time` is the device's CLOCK_MONOTONIC, in ns, when the event "
            "was seen; `publish_time` is when the\nevent itself happened, on "
            "the same clock. Both are in the MCAP record, not in the "
            "message.\n";
  }

  void Channels() {
    out_ << "\n## Channels\n\n"
            "A segment in `<>` stands for any one non-empty segment.\n\n"
            "| topic | message | stream | what it carries |\n"
            "|---|---|---|---|\n";
    for (const ChannelType& type : AllChannelTypes()) {
      out_ << "| `" << type.topic_pattern << "` | " << Link(type.message)
           << " | " << type.stream << " | " << Cell(type.meaning) << " |\n";
    }
    out_ << "\n### Channel metadata\n\n"
            "| key | value | what it holds |\n|---|---|---|\n";
    for (const StandardName& name : StandardChannelMetadata()) {
      out_ << "| `" << name.name << "` | "
           << (name.message.empty() ? "text" : Link(name.message)) << " | "
           << Cell(name.meaning) << " |\n";
    }
    out_ << "\n## Attachments\n\n"
            "| name | media type | message | what it holds |\n"
            "|---|---|---|---|\n";
    for (const StandardName& name : StandardAttachments()) {
      out_ << "| `" << name.name << "` | " << name.media_type << " | "
           << (name.message.empty() ? "" : Link(name.message)) << " | "
           << Cell(name.meaning) << " |\n";
    }
    out_ << "\n## Metadata records\n\n"
            "| record | key | what it holds |\n|---|---|---|\n";
    for (const StandardName& name : StandardMetadata()) {
      const size_t colon = name.name.find(':');
      out_ << "| `" << name.name.substr(0, colon) << "` | ";
      if (colon != std::string_view::npos) {
        out_ << "`" << name.name.substr(colon + 1) << "`";
      }
      out_ << " | " << Cell(name.meaning) << " |\n";
    }
  }

  // The fields that all messages on channels have.
  void Head() {
    const Descriptor* any =
        pool_.FindMessageTypeByName(std::string(kAnyMessage));
    FieldHeader();
    for (int i = 0; i < any->field_count() && IsHead(*any->field(i)); ++i) {
      FieldRow(*any->field(i));
    }
    out_ << "\nOther fields that hold ids of messages on the same tape end in "
            "`_ref` or `_refs`; nothing else does.\nA field that is absent, 0 "
            "or empty on the wire reads as 0, false or empty.\n";
  }

  void Queue(std::string_view full_name) {
    if (full_name.empty()) return;
    Queue(pool_.FindMessageTypeByName(std::string(full_name)));
  }

  void Queue(const Descriptor* message) {
    while (message->containing_type() != nullptr) {
      message = message->containing_type();
    }
    if (queued_.insert(message).second) queue_.push_back(message);
  }

  static bool IsHead(const FieldDescriptor& field) {
    return field.number() <= 3 &&
           (field.name() == "id" || field.name() == "cause" ||
            field.name() == "origin");
  }

  void FieldHeader() {
    out_ << "| no. | field | type | meaning |\n|---|---|---|---|\n";
  }

  void FieldRow(const FieldDescriptor& field) {
    out_ << "| " << field.number() << " | `" << field.name() << "` | "
         << TypeOf(field) << " | " << Cell(CommentOf(field)) << " |\n";
  }

  void Section(const Descriptor& message, bool top) {
    out_ << "\n"
         << (top ? "### " : "#### ") << ShortName(message.full_name()) << "\n\n"
         << Cell(CommentOf(message)) << "\n\n";
    FieldHeader();
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor& field = *message.field(i);
      if (!IsHead(field)) FieldRow(field);
      if (field.message_type() != nullptr) Queue(field.message_type());
    }
    for (int i = 0; i < message.enum_type_count(); ++i) {
      Section(*message.enum_type(i));
    }
    for (int i = 0; i < message.nested_type_count(); ++i) {
      Section(*message.nested_type(i), false);
    }
  }

  void Section(const EnumDescriptor& type) {
    out_ << "\n#### " << ShortName(type.full_name()) << "\n\n"
         << Cell(CommentOf(type))
         << "\n\n| no. | value | meaning |\n|---|---|---|\n";
    for (int i = 0; i < type.value_count(); ++i) {
      out_ << "| " << type.value(i)->number() << " | `" << type.value(i)->name()
           << "` | " << Cell(CommentOf(*type.value(i))) << " |\n";
    }
  }

  static constexpr std::string_view kAnyMessage = "reprise.EvdevFrame";

  const DescriptorPool& pool_;
  std::ostringstream out_;
  std::vector<const Descriptor*> queue_;
  std::set<const Descriptor*> queued_;
};

// Builds all files of a descriptor set with their comments and checks that our
// own have some; false, with a sentence on stderr, if they cannot be built.
bool Load(const std::string& set_file, DescriptorPool& pool,
          CommentChecker& comments) {
  std::ifstream in(set_file, std::ios::binary);
  google::protobuf::FileDescriptorSet files;
  if (!in || !files.ParseFromIstream(&in) || files.file_size() == 0) {
    std::cerr << "'" << set_file << "' is not a descriptor set as made by "
              << "protoc -o\n";
    return false;
  }
  for (const FileDescriptorProto& proto : files.file()) {
    const FileDescriptor* file = pool.BuildFile(proto);
    if (file == nullptr) return false;  // already reported by protobuf
    if (!proto.has_source_code_info()) {
      std::cerr << "'" << set_file << "' has no comments; make it with "
                << "protoc --include_source_info\n";
      return false;
    }
    if (file->package() == "reprise") comments.Check(*file);
  }
  return true;
}

int Run(const std::string& set_file, const std::string& page_file, bool check) {
  DescriptorPool pool;
  CommentChecker comments;
  if (!Load(set_file, pool, comments)) return kExitUnreadable;
  for (const std::string& name : comments.missing) {
    std::cerr << name << " has no comment; say what it means, its unit, and "
              << "what 0 or absent means\n";
  }
  if (!comments.missing.empty()) return kExitBad;

  const std::string text = Page(pool).Render();
  if (page_file.empty()) {
    std::cout << text;
    return 0;
  }
  if (check) {
    std::ifstream in(page_file, std::ios::binary);
    std::ostringstream now;
    now << in.rdbuf();
    if (in && now.str() == text) return 0;
    std::cerr << "'" << page_file << "' is not current; make it again with "
              << "channel_docs " << set_file << " " << page_file << "\n";
    return kExitBad;
  }
  std::ofstream out(page_file, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    std::cerr << "'" << page_file << "' could not be written\n";
    return kExitIo;
  }
  return 0;
}

}  // namespace
}  // namespace reprise::tape

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool check = !words.empty() && words[0] == "--check";
  if (check) words.erase(words.begin());
  if (words.empty() || words.size() > 2 || (check && words.size() != 2)) {
    std::cerr << "usage: channel_docs [--check] DESCRIPTOR_SET [PAGE]\n";
    return reprise::tape::kExitBad;
  }
  return reprise::tape::Run(words[0], words.size() > 1 ? words[1] : "", check);
}
