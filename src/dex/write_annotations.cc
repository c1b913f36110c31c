#include "dex/write_annotations.h"

#include <algorithm>

#include "dex/cursor.h"
#include "dex/encode_values.h"
#include "dex/shared_items.h"
#include "dex/write_members.h"

namespace reprise::dex {
namespace {

constexpr uint32_t kNoSet = UINT32_MAX;

// Goes through all annotations in the same order once for each section,
// because each names the offsets of the one before it.
class AnnotationWriter {
 public:
  AnnotationWriter(const Indices& indices, const ClassList& classes)
      : indices_(indices), classes_(classes) {}

  AnnotationOffsets Write(std::string* out, const SectionSink& section);

 private:
  struct Member {
    uint32_t index;
    uint32_t target;  // the number of its set or list
  };
  struct Directory {
    uint32_t of_class = kNoSet;
    std::vector<Member> fields, methods, parameters;
    bool empty() const {
      return of_class == kNoSet && fields.empty() && methods.empty() &&
             parameters.empty();
    }
  };
  // A list of numbers of items that become offsets when these are known.
  using Numbers = std::vector<uint32_t>;

  uint32_t SetOf(const Annotations& annotations);
  uint32_t ListOf(const std::vector<Annotations>& parameters);
  Directory DirectoryOf(const ClassDef& entry);

  const Indices& indices_;
  const ClassList& classes_;
  SharedItems items_{1};
  // Sets and lists, first by numbers: equal ones have equal numbers.
  SharedItems sets_{4};
  SharedItems lists_{4};
  std::vector<Numbers> set_items_, list_sets_;
  std::string scratch_;
};

uint32_t AddNumbers(const std::vector<uint32_t>& numbers, SharedItems* shared,
                    std::vector<std::vector<uint32_t>>* all) {
  const std::string key(reinterpret_cast<const char*>(numbers.data()),
                        numbers.size() * sizeof(uint32_t));
  const uint32_t number = shared->Add(key);
  if (number == all->size()) all->push_back(numbers);
  return number;
}

uint32_t AnnotationWriter::SetOf(const Annotations& annotations) {
  if (annotations.empty()) return kNoSet;
  // By type, as the format demands.
  std::vector<const Annotation*> sorted;
  for (const Annotation& annotation : annotations) {
    sorted.push_back(&annotation);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const Annotation* a, const Annotation* b) {
                     return indices_.types[a->type] < indices_.types[b->type];
                   });
  Numbers numbers;
  for (const Annotation* annotation : sorted) {
    scratch_.clear();
    EncodeAnnotation(indices_, *annotation, &scratch_);
    numbers.push_back(items_.Add(scratch_));
  }
  return AddNumbers(numbers, &sets_, &set_items_);
}

uint32_t AnnotationWriter::ListOf(const std::vector<Annotations>& parameters) {
  Numbers numbers;
  for (const Annotations& annotations : parameters) {
    numbers.push_back(SetOf(annotations));
  }
  return AddNumbers(numbers, &lists_, &list_sets_);
}

AnnotationWriter::Directory AnnotationWriter::DirectoryOf(
    const ClassDef& entry) {
  Directory directory;
  directory.of_class = SetOf(entry.annotations);
  const auto by_index = [](const Member& a, const Member& b) {
    return a.index < b.index;
  };
  for (const FieldDef& field : entry.fields) {
    if (field.annotations.empty()) continue;
    directory.fields.push_back(
        {indices_.fields[field.id], SetOf(field.annotations)});
  }
  for (const MethodDef& method : entry.methods) {
    const uint32_t index = indices_.methods[method.id];
    if (!method.annotations.empty()) {
      directory.methods.push_back({index, SetOf(method.annotations)});
    }
    if (!method.parameter_annotations.empty()) {
      directory.parameters.push_back(
          {index, ListOf(method.parameter_annotations)});
    }
  }
  std::sort(directory.fields.begin(), directory.fields.end(), by_index);
  std::sort(directory.methods.begin(), directory.methods.end(), by_index);
  std::sort(directory.parameters.begin(), directory.parameters.end(), by_index);
  return directory;
}

AnnotationOffsets AnnotationWriter::Write(std::string* out,
                                          const SectionSink& section) {
  std::vector<Directory> directories;
  directories.reserve(classes_.size());
  for (const ClassDef* entry : classes_) {
    directories.push_back(DirectoryOf(*entry));
  }
  items_.WriteTo(out);
  section(kMapAnnotations, items_.count(), items_.start());

  // Sets are as long as their keys: four bytes for each, and the count.
  Align4(out);
  std::vector<uint32_t> set_offsets, list_offsets;
  section(kMapAnnotationSets, set_items_.size(), out->size());
  for (const Numbers& numbers : set_items_) {
    set_offsets.push_back(static_cast<uint32_t>(out->size()));
    PutU32(out, static_cast<uint32_t>(numbers.size()));
    for (const uint32_t number : numbers) PutU32(out, items_.Offset(number));
  }
  const auto set_offset = [&](uint32_t number) {
    return number == kNoSet ? 0 : set_offsets[number];
  };
  section(kMapAnnotationSetRefLists, list_sets_.size(), out->size());
  for (const Numbers& numbers : list_sets_) {
    list_offsets.push_back(static_cast<uint32_t>(out->size()));
    PutU32(out, static_cast<uint32_t>(numbers.size()));
    for (const uint32_t number : numbers) PutU32(out, set_offset(number));
  }

  AnnotationOffsets offsets;
  size_t count = 0;
  const size_t start = out->size();
  for (const Directory& directory : directories) {
    if (directory.empty()) {
      offsets.directories.push_back(0);
      continue;
    }
    ++count;
    offsets.directories.push_back(static_cast<uint32_t>(out->size()));
    PutU32(out, set_offset(directory.of_class));
    PutU32(out, static_cast<uint32_t>(directory.fields.size()));
    PutU32(out, static_cast<uint32_t>(directory.methods.size()));
    PutU32(out, static_cast<uint32_t>(directory.parameters.size()));
    for (const auto* members : {&directory.fields, &directory.methods}) {
      for (const Member& member : *members) {
        PutU32(out, member.index);
        PutU32(out, set_offset(member.target));
      }
    }
    for (const Member& member : directory.parameters) {
      PutU32(out, member.index);
      PutU32(out, list_offsets[member.target]);
    }
  }
  section(kMapAnnotationDirectories, count, start);
  return offsets;
}

}  // namespace

AnnotationOffsets WriteAnnotations(const Indices& indices,
                                   const ClassList& classes, std::string* out,
                                   const SectionSink& section) {
  return AnnotationWriter(indices, classes).Write(out, section);
}

}  // namespace reprise::dex
