// Lines of the log. There may be very many, so they are read without a schema:
// field numbers as in proto/reprise/log.proto.

import { eachField } from "./wire";

export interface LogLine {
  index: number;
  id: number;
  time: number; // when it was recorded
  happened: number;
  priority: number;
  tag: string;
  text: string;
  pid: number;
}

export const PRIORITIES = ["?", "?", "V", "D", "I", "W", "E", "F"];
export const FATAL = 7;

const decoder = new TextDecoder();

export function logLine(
  index: number, time: number, happened: number, data: Uint8Array,
): LogLine {
  const line: LogLine = {
    index, id: 0, time, happened, priority: 0, tag: "", text: "", pid: 0,
  };
  const text = (start: number, end: number) =>
    decoder.decode(data.subarray(start, end));
  eachField(data, 0, data.length, (field) => {
    if (field.number === 1) line.id = field.value;
    if (field.number === 4) line.pid = field.value;
    if (field.number === 11) {
      eachField(data, field.start, field.end, (part) => {
        if (part.number === 2) line.priority = part.value;
        if (part.number === 3) line.tag = text(part.start, part.end);
        if (part.number === 4) line.text = text(part.start, part.end);
      });
    }
    if (field.number === 12) crash(line, data, field.start, field.end, text);
    if (field.number === 13) {
      line.priority = FATAL;
      line.tag = "ANR";
      eachField(data, field.start, field.end, (part) => {
        if (part.number === 1) line.text = text(part.start, part.end);
      });
    }
  });
  return line;
}

function crash(
  line: LogLine, data: Uint8Array, start: number, end: number,
  text: (start: number, end: number) => string,
): void {
  line.priority = FATAL;
  line.tag = "crash";
  eachField(data, start, end, (part) => {
    if (part.number === 3 && line.text === "") {
      eachField(data, part.start, part.end, (field) => {
        if (field.number === 1) line.text = text(field.start, field.end);
        if (field.number === 2) {
          line.text += `: ${text(field.start, field.end)}`;
        }
      });
    }
    if (part.number === 4 && line.text === "") line.text = `signal ${part.value}`;
  });
}
