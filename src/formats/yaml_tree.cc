#include "formats/yaml_tree.h"

#include <yaml.h>

#include <algorithm>

#include "base/text.h"

namespace reprise::formats {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) {
    good_ = yaml_parser_initialize(&parser_) != 0;
    if (!good_) return;
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(
        &parser_, reinterpret_cast<const unsigned char*>(text.data()),
        text.size());
  }
  ~Parser() {
    if (has_event_) yaml_event_delete(&event_);
    if (good_) yaml_parser_delete(&parser_);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  Result<std::vector<YamlNode>> Run() {
    std::vector<YamlNode> documents;
    while (true) {
      RETURN_IF_ERROR(Next());
      if (event_.type == YAML_STREAM_END_EVENT) return documents;
      if (event_.type == YAML_STREAM_START_EVENT ||
          event_.type == YAML_DOCUMENT_START_EVENT ||
          event_.type == YAML_DOCUMENT_END_EVENT) {
        continue;
      }
      ASSIGN_OR_RETURN(documents.emplace_back(), Node(0));
    }
  }

 private:
  Status Next() {
    if (has_event_) yaml_event_delete(&event_);
    has_event_ = false;
    if (!good_) return Fail(ErrorKind::kIo, "no memory to read YAML with");
    if (yaml_parser_parse(&parser_, &event_) == 0) {
      return Fail(
          ErrorKind::kCorruption, "line {}, column {}: {}",
          parser_.problem_mark.line + 1, parser_.problem_mark.column + 1,
          parser_.problem == nullptr ? "this is not YAML" : parser_.problem);
    }
    has_event_ = true;
    return {};
  }

  // What the event begins, up to its end.
  Result<YamlNode> Node(size_t depth) {
    YamlNode node;
    node.line = event_.start_mark.line + 1;
    node.column = event_.start_mark.column + 1;
    if (depth > kMaxYamlDepth) {
      return FailAt(node, "nested deeper than {}", kMaxYamlDepth);
    }
    if (++nodes_ > kMaxYamlNodes) {
      return FailAt(node, "more than {} parts", kMaxYamlNodes);
    }
    switch (event_.type) {
      case YAML_SCALAR_EVENT:
        RETURN_IF_ERROR(Scalar(&node));
        return node;
      case YAML_SEQUENCE_START_EVENT:
        if (event_.data.sequence_start.anchor != nullptr ||
            event_.data.sequence_start.tag != nullptr) {
          return Refused(node);
        }
        RETURN_IF_ERROR(List(depth, &node));
        return node;
      case YAML_MAPPING_START_EVENT:
        if (event_.data.mapping_start.anchor != nullptr ||
            event_.data.mapping_start.tag != nullptr) {
          return Refused(node);
        }
        RETURN_IF_ERROR(Map(depth, &node));
        return node;
      default:
        return Refused(node);
    }
  }

  static tl::unexpected<Error> Refused(const YamlNode& node) {
    return FailAt(node, "anchors, aliases and tags of YAML are not read");
  }

  Status Scalar(YamlNode* node) {
    const auto& scalar = event_.data.scalar;
    if (scalar.anchor != nullptr || scalar.tag != nullptr) {
      return Refused(*node);
    }
    if (scalar.length > kMaxYamlScalarBytes) {
      return FailAt(*node, "a text of more than {} bytes", kMaxYamlScalarBytes);
    }
    node->text.assign(reinterpret_cast<const char*>(scalar.value),
                      scalar.length);
    if (!IsUtf8(node->text)) return FailAt(*node, "the text is not UTF-8");
    node->plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return {};
  }

  Status List(size_t depth, YamlNode* node) {
    node->kind = YamlNode::Kind::kList;
    while (true) {
      RETURN_IF_ERROR(Next());
      if (event_.type == YAML_SEQUENCE_END_EVENT) return {};
      ASSIGN_OR_RETURN(YamlNode item, Node(depth + 1));
      node->items.push_back(std::move(item));
    }
  }

  Status Map(size_t depth, YamlNode* node) {
    node->kind = YamlNode::Kind::kMap;
    while (true) {
      RETURN_IF_ERROR(Next());
      if (event_.type == YAML_MAPPING_END_EVENT) return {};
      ASSIGN_OR_RETURN(const YamlNode key, Node(depth + 1));
      if (key.kind != YamlNode::Kind::kScalar) {
        return FailAt(key, "a key is a word, not a list or a map");
      }
      if (std::ranges::count(node->keys, key.text) > 0) {
        return FailAt(key, "the key {} is there already",
                      EscapeForTerminal(key.text.substr(0, 40)));
      }
      RETURN_IF_ERROR(Next());
      ASSIGN_OR_RETURN(YamlNode value, Node(depth + 1));
      node->keys.push_back(key.text);
      node->items.push_back(std::move(value));
    }
  }

  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool good_ = false;
  bool has_event_ = false;
  size_t nodes_ = 0;
};

}  // namespace

const YamlNode* YamlNode::Find(std::string_view key) const {
  for (size_t i = 0; i < keys.size(); i++) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

Result<std::vector<YamlNode>> ParseYaml(std::string_view text) {
  return Parser(text).Run();
}

}  // namespace reprise::formats
