// In place of a private header of ICU: a C++ StringEnumeration over a C
// UEnumeration, which it owns.
#pragma once

#include <unicode/strenum.h>
#include <unicode/uenum.h>

U_NAMESPACE_BEGIN

class UEnumerationStrings : public StringEnumeration {
 public:
  explicit UEnumerationStrings(UEnumeration* strings) : strings_(strings) {}
  ~UEnumerationStrings() override { uenum_close(strings_); }

  int32_t count(UErrorCode& status) const override {
    return uenum_count(strings_, &status);
  }
  const UnicodeString* snext(UErrorCode& status) override {
    int32_t length = 0;
    const char16_t* text = uenum_unext(strings_, &length, &status);
    if (text == nullptr || U_FAILURE(status)) return nullptr;
    current_.setTo(text, length);
    return &current_;
  }
  void reset(UErrorCode& status) override { uenum_reset(strings_, &status); }
  UClassID getDynamicClassID() const override { return nullptr; }

 private:
  UEnumeration* strings_;
  UnicodeString current_;
};

U_NAMESPACE_END

// ICU exports a class of that name without declaring it.
#define UStringEnumeration UEnumerationStrings
