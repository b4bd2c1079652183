/**
 * One message of AWS's event streams.
 *
 * Source: https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
 */
export function eventMessage(eventType: string, contentType: string, payload: Buffer): Buffer {
  const headers = Buffer.concat([
    ...header(":event-type", eventType),
    ...header(":content-type", contentType),
    ...header(":message-type", "event"),
  ]);
  const head = Buffer.alloc(12);
  head.writeUInt32BE(head.length + headers.length + payload.length + 4, 0);
  head.writeUInt32BE(headers.length, 4);
  head.writeUInt32BE(checksum([head.subarray(0, 8)]), 8);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(checksum([head, headers, payload]));
  return Buffer.concat([head, headers, payload, end]);
}

const stringType = 7;

function header(name: string, value: string): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return [
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([stringType]),
    length,
    Buffer.from(value),
  ];
}

/** CRC-32 by byte. Node has it from version 22 on. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(parts: readonly Buffer[]): number {
  let sum = 0xffffffff;
  for (const part of parts) {
    for (const byte of part) sum = (remainders[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
