/** Tables of cyclic redundancy checks. Polynomials are written with their bits reversed. */

const tables = new Map<number, Int32Array>();

function tableOf(polynomial: number): Int32Array {
  const known = tables.get(polynomial);
  if (known !== undefined) return known;
  const table = Int32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  tables.set(polynomial, table);
  return table;
}

function crc(polynomial: number, content: Buffer): Buffer {
  const table = tableOf(polynomial);
  let value = -1;
  for (const byte of content) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  const digest = Buffer.alloc(4);
  digest.writeInt32BE(~value);
  return digest;
}

export const crc32 = (content: Buffer): Buffer => crc(0xedb88320, content);

export const crc32c = (content: Buffer): Buffer => crc(0x82f63b78, content);

/** The halves of a table of 64 bits: numbers of JavaScript have 32 bits for operations on bits. */
interface WideTable {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

let wideTable: WideTable | undefined;

/** Source of the polynomial: NVM Express, NVM Command Set Specification, "64b CRC". */
const wide = { high: 0x9a6c9329, low: 0xac4bc9b5 } as const;

function wideTableOf(): WideTable {
  if (wideTable !== undefined) return wideTable;
  const [high, low] = [new Int32Array(256), new Int32Array(256)];
  for (let index = 0; index < 256; index += 1) {
    let [upper, lower] = [0, index];
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (lower & 1) === 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (isSet) [upper, lower] = [upper ^ wide.high, lower ^ wide.low];
    }
    high[index] = upper;
    low[index] = lower;
  }
  wideTable = { high, low };
  return wideTable;
}

/** The checksum that S3 computes for contents that come without one. */
export function crc64nvme(content: Buffer): Buffer {
  const table = wideTableOf();
  let [high, low] = [-1, -1];
  for (const byte of content) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (table.low[index] ?? 0);
    high = (high >>> 8) ^ (table.high[index] ?? 0);
  }
  const digest = Buffer.alloc(8);
  digest.writeInt32BE(~high, 0);
  digest.writeInt32BE(~low, 4);
  return digest;
}
