//! Prints what the crate `mcap` sees in a file: `dump FILE`.
//!
//! Exists so that a test can compare the official Rust reader with the others
//! line by line. The format is in ../../README.md.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::process::ExitCode;

use mcap::read::ChannelAccumulator;
use mcap::records::{MessageHeader, Record};
use mcap::sans_io::{
    IndexedReadEvent, IndexedReader, LinearReadEvent, LinearReader, LinearReaderOptions,
};
use mcap::{McapResult, Summary};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

/// Bytes; data up to this size is also printed in hex.
const SHORT: usize = 32;

/// serde_json keeps keys sorted, which is the format's order.
fn emit(section: &str, kind: &str, mut fields: Value) {
    fields["section"] = section.into();
    fields["kind"] = kind.into();
    writeln!(std::io::stdout().lock(), "{fields}").expect("stdout");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn with_content(mut fields: Value, data: &[u8]) -> Value {
    fields["size"] = data.len().to_string().into();
    fields["sha256"] = hex(&Sha256::digest(data)).into();
    if data.len() <= SHORT {
        fields["hex"] = hex(data).into();
    }
    fields
}

fn strings(map: &BTreeMap<u16, u64>) -> BTreeMap<String, String> {
    let text = |(k, v): (&u16, &u64)| (k.to_string(), v.to_string());
    map.iter().map(text).collect()
}

fn emit_schema(section: &str, id: u16, name: &str, enc: &str, data: &[u8]) {
    let fields = json!({"id": id.to_string(), "name": name, "encoding": enc});
    emit(section, "schema", with_content(fields, data));
}

fn emit_channel(section: &str, c: &mcap::Channel) {
    let schema_id = c.schema.as_ref().map_or(0, |s| s.id);
    emit(
        section,
        "channel",
        json!({
            "id": c.id.to_string(), "topic": c.topic,
            "schema_id": schema_id.to_string(),
            "message_encoding": c.message_encoding, "metadata": c.metadata,
        }),
    );
}

fn emit_message(section: &str, topic: &str, h: &MessageHeader, data: &[u8]) {
    let fields = json!({
        "channel_id": h.channel_id.to_string(), "topic": topic,
        "sequence": h.sequence.to_string(),
        "log_time": h.log_time.to_string(),
        "publish_time": h.publish_time.to_string(),
    });
    emit(section, "message", with_content(fields, data));
}

fn emit_attachment(section: &str, a: &mcap::Attachment) {
    let fields = json!({
        "name": a.name, "media_type": a.media_type,
        "log_time": a.log_time.to_string(),
        "create_time": a.create_time.to_string(),
    });
    emit(section, "attachment", with_content(fields, &a.data));
}

fn emit_metadata(section: &str, m: &mcap::records::Metadata) {
    let fields = json!({"name": m.name, "metadata": m.metadata});
    emit(section, "metadata", fields);
}

/// The `stream` section: every record in file order. The library's
/// accumulator checks how schemas, channels and messages refer to each other.
#[derive(Default)]
struct StreamDump {
    known: ChannelAccumulator<'static>,
    schemas: HashSet<u16>,
    channels: HashSet<u16>,
    in_summary: bool,
}

impl StreamDump {
    fn record(&mut self, record: Record) -> McapResult<()> {
        match record {
            Record::Header(h) => emit(
                "stream",
                "header",
                json!({
                    "profile": h.profile, "library": h.library,
                }),
            ),
            Record::DataEnd(d) => {
                self.in_summary = true;
                let crc = d.data_section_crc.to_string();
                emit("stream", "data_end", json!({"crc": crc}));
            }
            Record::SummaryOffset(o) => emit(
                "stream",
                "summary_offset",
                json!({
                    "opcode": o.group_opcode.to_string(),
                    "start": o.group_start.to_string(),
                    "length": o.group_length.to_string(),
                }),
            ),
            Record::Footer(f) => emit(
                "stream",
                "footer",
                json!({
                    "summary_start": f.summary_start.to_string(),
                    "summary_offset_start": f.summary_offset_start.to_string(),
                    "crc": f.summary_crc.to_string(),
                }),
            ),
            _ if self.in_summary => {} // the `summary` section lists these
            Record::Schema { header: h, data } => {
                if self.schemas.insert(h.id) {
                    emit_schema("stream", h.id, &h.name, &h.encoding, &data);
                }
                self.known.add_schema(h, data.into_owned().into())?;
            }
            Record::Channel(c) => {
                let id = c.id;
                self.known.add_channel(c)?;
                if self.channels.insert(id) {
                    let channel = self.known.get(id).expect("just added");
                    emit_channel("stream", &channel);
                }
            }
            Record::Message { header: h, data } => {
                let unknown = mcap::McapError::UnknownChannel;
                let channel = self
                    .known
                    .get(h.channel_id)
                    .ok_or(unknown(h.sequence, h.channel_id))?;
                emit_message("stream", &channel.topic, &h, &data);
            }
            Record::Attachment {
                header: h, data, ..
            } => {
                emit_attachment(
                    "stream",
                    &mcap::Attachment {
                        log_time: h.log_time,
                        create_time: h.create_time,
                        name: h.name,
                        media_type: h.media_type,
                        data,
                    },
                );
            }
            Record::Metadata(m) => emit_metadata("stream", &m),
            _ => {}
        }
        Ok(())
    }
}

fn dump_stream(mut rest: &[u8]) -> McapResult<()> {
    let options = LinearReaderOptions::default()
        .with_check_finishes_after_end_magic(true)
        .with_prevalidate_chunk_crcs(true)
        .with_validate_data_section_crc(true)
        .with_validate_summary_section_crc(true)
        .with_record_length_limit(1 << 32);
    let mut reader = LinearReader::new_with_options(options);
    let mut dump = StreamDump::default();
    while let Some(event) = reader.next_event() {
        match event? {
            LinearReadEvent::ReadRequest(need) => {
                let n = need.min(rest.len());
                reader.insert(n).copy_from_slice(&rest[..n]);
                reader.notify_read(n);
                rest = &rest[n..];
            }
            LinearReadEvent::Record { opcode, data } => {
                dump.record(mcap::parse_record(opcode, data)?)?;
            }
        }
    }
    Ok(())
}

fn dump_summary(summary: &Summary) {
    // The library keeps these in hash maps; the format lists them by id.
    let schemas: BTreeMap<_, _> = summary.schemas.iter().collect();
    for s in schemas.values() {
        emit_schema("summary", s.id, &s.name, &s.encoding, &s.data);
    }
    let channels: BTreeMap<_, _> = summary.channels.iter().collect();
    for c in channels.values() {
        emit_channel("summary", c);
    }
    if let Some(s) = &summary.stats {
        emit(
            "summary",
            "statistics",
            json!({
                "message_count": s.message_count.to_string(),
                "schema_count": s.schema_count.to_string(),
                "channel_count": s.channel_count.to_string(),
                "attachment_count": s.attachment_count.to_string(),
                "metadata_count": s.metadata_count.to_string(),
                "chunk_count": s.chunk_count.to_string(),
                "message_start_time": s.message_start_time.to_string(),
                "message_end_time": s.message_end_time.to_string(),
                "channel_message_counts": strings(&s.channel_message_counts),
            }),
        );
    }
    for c in &summary.chunk_indexes {
        emit(
            "summary",
            "chunk_index",
            json!({
                "start_time": c.message_start_time.to_string(),
                "end_time": c.message_end_time.to_string(),
                "offset": c.chunk_start_offset.to_string(),
                "length": c.chunk_length.to_string(),
                "compression": c.compression,
                "compressed_size": c.compressed_size.to_string(),
                "uncompressed_size": c.uncompressed_size.to_string(),
                "message_index_length": c.message_index_length.to_string(),
                "message_index_offsets": strings(&c.message_index_offsets),
            }),
        );
    }
    for a in &summary.attachment_indexes {
        emit(
            "summary",
            "attachment_index",
            json!({
                "name": a.name, "media_type": a.media_type,
                "log_time": a.log_time.to_string(),
                "create_time": a.create_time.to_string(),
                "size": a.data_size.to_string(),
                "offset": a.offset.to_string(), "length": a.length.to_string(),
            }),
        );
    }
    for m in &summary.metadata_indexes {
        emit(
            "summary",
            "metadata_index",
            json!({
                "name": m.name,
                "offset": m.offset.to_string(), "length": m.length.to_string(),
            }),
        );
    }
}

fn dump_indexed(file: &[u8], summary: &Summary) -> McapResult<()> {
    let mut reader = IndexedReader::new(summary)?;
    while let Some(event) = reader.next_event() {
        match event? {
            IndexedReadEvent::ReadChunkRequest { offset, length } => {
                let data = file
                    .get(offset as usize..)
                    .and_then(|rest| rest.get(..length))
                    .ok_or(mcap::McapError::UnexpectedEof)?;
                reader.insert_chunk_record_data(offset, data)?;
            }
            IndexedReadEvent::Message { header: h, data } => {
                let unknown = mcap::McapError::UnknownChannel;
                let channel = summary
                    .channels
                    .get(&h.channel_id)
                    .ok_or(unknown(h.sequence, h.channel_id))?;
                emit_message("indexed", &channel.topic, &h, data);
            }
        }
    }
    for index in &summary.attachment_indexes {
        emit_attachment("indexed", &mcap::read::attachment(file, index)?);
    }
    for index in &summary.metadata_indexes {
        emit_metadata("indexed", &mcap::read::metadata(file, index)?);
    }
    let messages = !summary.chunk_indexes.is_empty();
    emit("indexed", "end", json!({"messages": messages}));
    Ok(())
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: dump FILE");
        return ExitCode::from(1);
    };
    let file = match std::fs::read(&path) {
        Ok(file) => file,
        Err(error) => {
            eprintln!("dump: {path}: {error}");
            return ExitCode::from(1);
        }
    };
    let stream = dump_stream(&file);
    if let Err(error) = &stream {
        eprintln!("dump: stream: {error}");
    }
    emit("stream", "end", json!({"complete": stream.is_ok()}));
    match Summary::read(&file) {
        Ok(Some(summary)) => {
            dump_summary(&summary);
            emit("summary", "end", json!({"available": true}));
            if let Err(error) = dump_indexed(&file, &summary) {
                eprintln!("dump: index: {error}");
                return ExitCode::from(1);
            }
        }
        other => {
            if let Err(error) = other {
                eprintln!("dump: summary: {error}");
            }
            emit("summary", "end", json!({"available": false}));
        }
    }
    ExitCode::from(if stream.is_ok() { 0 } else { 4 })
}
