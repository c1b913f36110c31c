//! Writes a file with the crate `mcap`, for readers to be tested on.
//!
//! The content is the same for every peer and is defined in ../../README.md.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use mcap::records::{MessageHeader, Metadata};
use mcap::{Attachment, Compression, WriteOptions};
use serde_json::Value;

const CONTENT: &str = include_str!("../../content.json");

fn varint(mut n: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while n > 127 {
        out.push((n & 127 | 128) as u8);
        n >>= 7;
    }
    out.push(n as u8);
    out
}

fn text(i: usize) -> String {
    format!("née ☃ {i} ") + &"x".repeat(i * 37 % 200)
}

fn blob(i: usize) -> Vec<u8> {
    (0..i % 40).map(|k| (i * k % 256) as u8).collect()
}

/// The bytes of interop.Sample for message i.
fn sample(i: usize) -> Vec<u8> {
    if i % 11 == 10 {
        return Vec::new();
    }
    let t = text(i);
    let mut out = vec![0x08];
    out.extend(varint(i));
    out.push(0x12);
    out.extend(varint(t.len()));
    out.extend(t.as_bytes());
    out.push(0x19);
    out.extend((i as f64 * 0.5).to_le_bytes());
    out.push(0x22);
    out.extend(varint(i % 40));
    out.extend(blob(i));
    out
}

/// The topic, header (without channel) and data of message i.
fn message(i: usize, base: u64) -> (&'static str, MessageHeader, Vec<u8>) {
    let k = if i % 10 == 9 { i - 1 } else { i };
    let k = if k % 7 == 3 { k - 3 } else { k };
    let log_time = base + 1000 * k as u64;
    let header = MessageHeader {
        channel_id: 0,
        sequence: if i == 1 { u32::MAX } else { i as u32 },
        log_time,
        publish_time: if i == 0 { u64::MAX } else { log_time - 500 },
    };
    if i % 5 == 4 {
        ("/raw", header, blob(i))
    } else if i % 3 == 2 {
        let note = format!("{{\"i\":{i},\"text\":\"{}\"}}", text(i));
        ("/json", header, note.into_bytes())
    } else {
        ("/proto", header, sample(i))
    }
}

fn unhex(text: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&text[i..i + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(byte).collect()
}

fn map(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect()
}

fn unsupported(why: &str) -> ! {
    eprintln!("write: {why}");
    std::process::exit(3);
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let out = args.first().ok_or("usage: write OUT [options]")?;
    let options: HashMap<&str, &str> = args[1..]
        .chunks(2)
        .map(|p| (p[0].as_str(), p[1].as_str()))
        .collect();
    let option = |name, other| options.get(name).copied().unwrap_or(other);
    let compression = match option("--compression", "zstd") {
        "none" => None,
        "zstd" => Some(Compression::Zstd),
        other => unsupported(&format!("no compressor for {other}")),
    };
    let chunked = option("--chunked", "yes") == "yes";
    let indexed = option("--indexed", "yes") == "yes";
    let count: usize = option("--messages", "200").parse()?;
    if !chunked && compression.is_some() {
        unsupported("only chunks are compressed");
    }

    let content: Value = serde_json::from_str(CONTENT)?;
    let string = |key: &str| content[key].as_str().expect("content.json");
    let base: u64 = string("base_time").parse()?;
    let mut writer = WriteOptions::new()
        .profile("interop")
        .compression(compression)
        .compression_threads(0)
        .chunk_size(content["chunk_size"].as_u64())
        .use_chunks(chunked)
        .emit_summary_records(indexed)
        .emit_summary_offsets(indexed)
        .emit_message_indexes(indexed)
        .create(BufWriter::new(File::create(out)?))?;
    let proto = writer.add_schema(
        string("proto_schema_name"),
        "protobuf",
        &unhex(string("proto_schema_hex")),
    )?;
    let note = writer.add_schema(
        string("json_schema_name"),
        "jsonschema",
        string("json_schema").as_bytes(),
    )?;
    let metadata = map(&[("unit", "none"), ("née", "☃")]);
    let none = BTreeMap::new();
    let channels = HashMap::from([
        (
            "/proto",
            writer.add_channel(proto, "/proto", "protobuf", &metadata)?,
        ),
        ("/json", writer.add_channel(note, "/json", "json", &none)?),
        ("/raw", writer.add_channel(0, "/raw", "", &none)?),
    ]);
    for i in 0..count {
        if i == count / 2 {
            writer.attach(&Attachment {
                log_time: base + 2,
                create_time: base + 1,
                name: "notes.txt".into(),
                media_type: "text/plain".into(),
                data: "hello\n".repeat(100).into_bytes().into(),
            })?;
            writer.write_metadata(&Metadata {
                name: "run".into(),
                metadata: map(&[("device", "virtual"), ("née", "☃")]),
            })?;
        }
        let (topic, mut header, data) = message(i, base);
        header.channel_id = channels[topic];
        writer.write_to_known_channel(&header, &data)?;
    }
    writer.attach(&Attachment {
        log_time: base + 3,
        create_time: 0,
        name: "empty.bin".into(),
        media_type: String::new(),
        data: Vec::new().into(),
    })?;
    writer.finish()?;
    Ok(())
}
