#include "apk/rewrite.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "apk/apk.h"
#include "apk/jar_signature.h"
#include "apk/part_file.h"
#include "apk/signature_schemes.h"
#include "base/text.h"

namespace reprise::apk {
namespace {

// What is to be put, with the edited manifest.
Result<std::map<std::string, std::string>> Contents(const Apk& apk,
                                                    const ApkEdits& edits) {
  std::map<std::string, std::string> put = edits.put;
  for (const auto& [name, bytes] : put) {
    if (!IsSignatureEntry(name)) continue;
    return Fail(ErrorKind::kInvalidArgument,
                "the entry '{}' belongs to the signature, which is made anew",
                EscapeForTerminal(name));
  }
  if (edits.manifest) {
    XmlDocument manifest = apk.manifest_xml();
    RETURN_IF_ERROR(edits.manifest(manifest));
    ASSIGN_OR_RETURN(put[std::string(kManifestEntry)], WriteAxml(manifest));
  }
  return put;
}

ZipMethod MethodForNew(std::string_view name) {
  return name.ends_with(".so") ? ZipMethod::kStored : ZipMethod::kDeflated;
}

Status WriteEntries(const Apk& apk,
                    const std::map<std::string, std::string>& put,
                    ZipWriter& writer, JarSigner& signer) {
  const ZipReader& zip = apk.zip();
  for (const ZipEntry& entry : zip.entries()) {
    if (IsSignatureEntry(entry.name)) continue;
    const auto edited = put.find(entry.name);
    if (edited != put.end()) {
      signer.Add(entry.name, edited->second);
      RETURN_IF_ERROR(writer.Add(entry.name, edited->second, entry.method));
      continue;
    }
    // Unpacked for its digest, which also tells whether it is whole.
    ASSIGN_OR_RETURN(const std::string content, zip.Read(entry));
    signer.Add(entry.name, content);
    if (entry.method == ZipMethod::kStored) {
      RETURN_IF_ERROR(writer.CopyPacked(entry, content));
    } else {
      RETURN_IF_ERROR(writer.Copy(zip, entry));
    }
  }
  for (const auto& [name, bytes] : put) {
    if (zip.Find(name) != nullptr) continue;
    signer.Add(name, bytes);
    RETURN_IF_ERROR(writer.Add(name, bytes, MethodForNew(name)));
  }
  return {};
}

// Writes all of it, to be committed by the caller.
Result<std::unique_ptr<PartFile>> WritePart(FileSystem& files,
                                            const std::string& in,
                                            const ApkEdits& edits,
                                            const SigningKey& key,
                                            const std::string& out) {
  ASSIGN_OR_RETURN(const auto apk, Apk::Open(files, in));
  ASSIGN_OR_RETURN(const auto put, Contents(*apk, edits));
  ASSIGN_OR_RETURN(auto part, PartFile::Create(files, out));
  ZipWriter writer(part->file(), edits.page_size);
  JarSigner signer;
  Status written = WriteEntries(*apk, put, writer, signer);
  if (!written) {
    return Fail(written.error().kind, "{}: {}", in, written.error().message);
  }
  RETURN_IF_ERROR(signer.Finish(key, writer));
  RETURN_IF_ERROR(writer.Finish());
  RETURN_IF_ERROR(SignSchemes(part->file(), key));
  RETURN_IF_ERROR(part->file().Sync());
  return part;
}

Status CheckTogether(const ApkSet::Member& base, const ApkSet::Member& other) {
  if (other.manifest.package != base.manifest.package ||
      other.manifest.version_code != base.manifest.version_code) {
    return Fail(ErrorKind::kInvalidArgument,
                "{} is of {} version {}, but {} is of {} version {}; the APKs "
                "of a set are of one app and one version",
                base.path, base.manifest.package, base.manifest.version_code,
                other.path, other.manifest.package,
                other.manifest.version_code);
  }
  return {};
}

}  // namespace

Status RewriteApk(FileSystem& files, const std::string& in,
                  const ApkEdits& edits, const SigningKey& key,
                  const std::string& out) {
  ASSIGN_OR_RETURN(const auto part, WritePart(files, in, edits, key, out));
  return part->Commit();
}

Result<ApkSet> ApkSet::Open(FileSystem& files,
                            const std::vector<std::string>& paths) {
  ApkSet set;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(const auto apk, Apk::Open(files, path));
    set.members.push_back({path, apk->manifest()});
  }
  std::stable_sort(set.members.begin(), set.members.end(),
                   [](const Member& a, const Member& b) {
                     return a.manifest.split < b.manifest.split;
                   });
  if (set.members.empty() || !set.base().manifest.split.empty()) {
    return Fail(ErrorKind::kInvalidArgument,
                "there is no base among the {} APKs of the set: one of them "
                "must not be a split",
                set.members.size());
  }
  for (size_t i = 1; i < set.members.size(); i++) {
    const Member& member = set.members[i];
    RETURN_IF_ERROR(CheckTogether(set.base(), member));
    if (member.manifest.split == set.members[i - 1].manifest.split) {
      return Fail(
          ErrorKind::kInvalidArgument,
          "{} and {} are both the {} of the app; a set has one",
          set.members[i - 1].path, member.path,
          member.manifest.split.empty() ? "base" : member.manifest.split);
    }
  }
  return set;
}

Status RewriteApkSet(FileSystem& files, const ApkSet& set,
                     const std::map<std::string, ApkEdits>& edits,
                     const SigningKey& key, const std::string& folder) {
  std::set<std::string> splits;
  std::set<std::string> outs;
  for (const ApkSet::Member& member : set.members) {
    splits.insert(member.manifest.split);
  }
  for (const auto& [split, edit] : edits) {
    if (splits.contains(split)) continue;
    return Fail(ErrorKind::kInvalidArgument,
                "the set of {} has no split '{}' to edit",
                set.base().manifest.package, split);
  }
  std::vector<std::unique_ptr<PartFile>> parts;
  for (const ApkSet::Member& member : set.members) {
    const std::filesystem::path name =
        std::filesystem::path(member.path).filename();
    const std::string out = (std::filesystem::path(folder) / name).string();
    if (!outs.insert(out).second) {
      return Fail(ErrorKind::kInvalidArgument,
                  "two APKs of the set are called {}; rename one",
                  name.string());
    }
    const auto edit = edits.find(member.manifest.split);
    ASSIGN_OR_RETURN(
        auto part,
        WritePart(files, member.path,
                  edit == edits.end() ? ApkEdits() : edit->second, key, out));
    parts.push_back(std::move(part));
  }
  for (const auto& part : parts) RETURN_IF_ERROR(part->Commit());
  return {};
}

}  // namespace reprise::apk
