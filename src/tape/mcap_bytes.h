// The bytes of MCAP records (mcap.h).
//
// A record on disk is <op u8><length u64><content>. Append() writes a whole
// record; Parse() reads the content of one and is strict: it fails when the
// content is too short or a length inside it does not fit. Bytes after the
// known fields are ignored, as the specification asks, so that files of later
// minor versions open.
//
// Threads: any.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tape/mcap.h"

namespace reprise::tape {

void Append(std::string* out, const Header& record);
void Append(std::string* out, const Footer& record);
void Append(std::string* out, const Schema& record);
void Append(std::string* out, const Channel& record);
void Append(std::string* out, const Message& record);
void Append(std::string* out, const Chunk& record);
void Append(std::string* out, const MessageIndex& record);
void Append(std::string* out, const ChunkIndex& record);
void Append(std::string* out, const AttachmentIndex& record);
void Append(std::string* out, const Statistics& record);
void Append(std::string* out, const Metadata& record);
void Append(std::string* out, const MetadataIndex& record);
void Append(std::string* out, const SummaryOffset& record);
void Append(std::string* out, const DataEnd& record);

// The part of an Attachment record before its data; the data and the CRC-32
// of everything from the record's content on must follow.
void AppendAttachmentPrefix(std::string* out, const AttachmentInfo& info,
                            uint64_t data_size);

bool Parse(std::string_view content, Header* record);
bool Parse(std::string_view content, Footer* record);
bool Parse(std::string_view content, Schema* record);
bool Parse(std::string_view content, Channel* record);
bool Parse(std::string_view content, Message* record);
bool Parse(std::string_view content, Chunk* record);
bool Parse(std::string_view content, MessageIndex* record);
bool Parse(std::string_view content, ChunkIndex* record);
bool Parse(std::string_view content, AttachmentIndex* record);
bool Parse(std::string_view content, Statistics* record);
bool Parse(std::string_view content, Metadata* record);
bool Parse(std::string_view content, MetadataIndex* record);
bool Parse(std::string_view content, SummaryOffset* record);
bool Parse(std::string_view content, DataEnd* record);

// Reads the beginning of an Attachment's content; `data_size` is as claimed.
bool ParseAttachmentPrefix(std::string_view content, AttachmentInfo* info,
                           uint64_t* data_size, uint64_t* data_offset);

}  // namespace reprise::tape
