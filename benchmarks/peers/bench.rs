//! Times the crate `mcap` on one thread, for our benchmark to compare with.
//!
//! Usage and formats are in README.md. The input is in memory before the clock
//! starts; the clock covers the library and the file it writes or reads. Each
//! path is the fastest the library documents: borrowed messages, no copies.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::time::Instant;

use mcap::records::{MessageHeader, Record};
use mcap::sans_io::{
    IndexedReadEvent, IndexedReader, LinearReadEvent, LinearReader, LinearReaderOptions,
    SummaryReadEvent, SummaryReader,
};
use mcap::{Compression, McapResult, Summary, WriteOptions};
use serde_json::json;

const CHUNK_SIZE: u64 = 1 << 20;

#[derive(Default, PartialEq, Debug)]
struct Count {
    messages: u64,
    bytes: u64,
}

impl Count {
    fn add(&mut self, data: &[u8]) {
        self.messages += 1;
        self.bytes += black_box(data).len() as u64;
    }
}

struct Input {
    data: Vec<u8>,
    channels: u32,
    /// Channel, log time, and where in `data` the message is.
    messages: Vec<(u16, u64, std::ops::Range<usize>)>,
}

fn load(path: &str) -> Result<Input, Box<dyn Error>> {
    let data = std::fs::read(path)?;
    let field = |at: usize, size: usize| -> Result<u64, String> {
        let bytes = data.get(at..at + size).ok_or("input is cut off")?;
        let mut wide = [0; 8];
        wide[..size].copy_from_slice(bytes);
        Ok(u64::from_le_bytes(wide))
    };
    let channels = field(0, 4)? as u32;
    let mut messages = Vec::new();
    let mut at = 4;
    while at < data.len() {
        let start = at + 14;
        let end = start + field(at + 10, 4)? as usize;
        if end > data.len() {
            return Err("input is cut off".into());
        }
        let (channel, time) = (field(at, 2)? as u16, field(at + 2, 8)?);
        messages.push((channel, time, start..end));
        at = end;
    }
    Ok(Input {
        data,
        channels,
        messages,
    })
}

fn write(input: &Input, out: &str, zstd: bool) -> McapResult<Count> {
    let mut writer = WriteOptions::new()
        .compression(zstd.then_some(Compression::Zstd))
        .compression_threads(0) // compress on this thread
        .chunk_size(Some(CHUNK_SIZE))
        .create(BufWriter::new(File::create(out)?))?;
    let mut ids = Vec::new();
    for i in 0..input.channels {
        let topic = format!("/channel/{i}");
        ids.push(writer.add_channel(0, &topic, "", &BTreeMap::new())?);
    }
    let mut count = Count::default();
    for (channel, log_time, range) in &input.messages {
        let header = MessageHeader {
            channel_id: ids[*channel as usize],
            sequence: count.messages as u32,
            log_time: *log_time,
            publish_time: *log_time,
        };
        let data = &input.data[range.clone()];
        writer.write_to_known_channel(&header, data)?;
        count.add(data);
    }
    writer.finish()?;
    writer.into_inner().flush()?;
    Ok(count)
}

fn read_in_file_order(path: &str, crc: bool) -> McapResult<Count> {
    let mut file = File::open(path)?;
    let options = LinearReaderOptions::default().with_validate_chunk_crcs(crc);
    let mut reader = LinearReader::new_with_options(options);
    let mut count = Count::default();
    while let Some(event) = reader.next_event() {
        match event? {
            LinearReadEvent::ReadRequest(need) => {
                let n = file.read(reader.insert(need))?;
                reader.notify_read(n);
            }
            LinearReadEvent::Record { opcode, data } => {
                let record = mcap::parse_record(opcode, data)?;
                if let Record::Message { data, .. } = record {
                    count.add(&data);
                }
            }
        }
    }
    Ok(count)
}

fn summary(file: &mut File) -> McapResult<Option<Summary>> {
    let mut reader = SummaryReader::new();
    while let Some(event) = reader.next_event() {
        match event? {
            SummaryReadEvent::ReadRequest(need) => {
                let n = file.read(reader.insert(need))?;
                reader.notify_read(n);
            }
            SummaryReadEvent::SeekRequest(to) => {
                reader.notify_seeked(file.seek(to)?);
            }
        }
    }
    Ok(reader.finish())
}

fn read_in_time_order(path: &str) -> McapResult<Count> {
    let mut file = File::open(path)?;
    let summary = summary(&mut file)?.ok_or(mcap::McapError::BadIndex)?;
    let mut reader = IndexedReader::new(&summary)?;
    let mut buffer = Vec::new();
    let mut count = Count::default();
    while let Some(event) = reader.next_event() {
        match event? {
            IndexedReadEvent::ReadChunkRequest { offset, length } => {
                file.seek(SeekFrom::Start(offset))?;
                buffer.resize(length, 0);
                file.read_exact(&mut buffer)?;
                reader.insert_chunk_record_data(offset, &buffer)?;
            }
            IndexedReadEvent::Message { data, .. } => count.add(data),
        }
    }
    Ok(count)
}

/// Runs `work` `repeat` times and prints the line for it.
fn report(
    mut line: serde_json::Value,
    file: &str,
    repeat: usize,
    mut work: impl FnMut() -> McapResult<Count>,
) -> Result<(), Box<dyn Error>> {
    let mut seconds = Vec::new();
    let mut count = Count::default();
    for _ in 0..repeat {
        let start = Instant::now();
        count = work()?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    line["library"] = format!("mcap-rust {}", mcap::VERSION).into();
    line["seconds"] = seconds.into();
    line["messages"] = count.messages.into();
    line["bytes"] = count.bytes.into();
    line["file_bytes"] = std::fs::metadata(file)?.len().into();
    println!("{line}");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str, other: &str| {
        let Some(at) = args.iter().position(|a| a == name) else {
            return other.to_string();
        };
        args.drain(at..(at + 2).min(args.len()))
            .next_back()
            .expect("value")
    };
    let repeat: usize = option("--repeat", "3").parse()?;
    let compression = option("--compression", "zstd");
    if !["zstd", "none"].contains(&compression.as_str()) {
        return Err("--compression is zstd or none".into());
    }
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", input, out] => {
            let input = load(input)?;
            let line = json!({"op": "write", "compression": compression,
                              "crc": true});
            report(line, out, repeat, || {
                write(&input, out, compression == "zstd")
            })
        }
        ["read", file] => {
            for crc in [false, true] {
                let line = json!({"op": "read", "order": "file", "crc": crc});
                report(line, file, repeat, || read_in_file_order(file, crc))?;
            }
            // The indexed reader of this library cannot check CRCs.
            let line = json!({"op": "read", "order": "time", "crc": false});
            report(line, file, repeat, || read_in_time_order(file))
        }
        _ => Err("usage: bench write IN.bin OUT.mcap | bench read FILE".into()),
    }
}
