// Names of classes as people write them (java.util.Map.Entry, String) and as
// dex files have them (java/util/Map$Entry).
//
// Threads: any; functions without state.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace reprise::weave {

// By simple name: Location is android/location/Location.
using ImportMap = std::map<std::string, std::string, std::less<>>;

// Dots become slashes, but dollars after a part that begins with a capital:
// android.hardware.Camera.PictureCallback is a class inside of Camera.
std::string InternalName(std::string_view dotted);

// What stands after the last slash or dollar, and before the last slash.
std::string SimpleName(std::string_view internal);
std::string PackageOf(std::string_view internal);

// A name without a package is one that was imported, or one of java.lang that
// is known here, or one in `package`. Wildcards stand for themselves.
std::string ResolveName(std::string_view name, const ImportMap& imports,
                        std::string_view package);

// I for int and so on, V for void; 0: no primitive.
char PrimitiveLetter(std::string_view name);

}  // namespace reprise::weave
