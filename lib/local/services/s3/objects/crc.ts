/**
 * Cyclic redundancy checks, four bytes at a time: a table for each of the four bytes holds its contribution. Polynomials are
 * written with their bits reversed.
 *
 * Numbers of JavaScript have 32 bits for operations on bits, so polynomials and tables come in halves. Those of 32 bits have an
 * upper half of zeros.
 *
 * Source: Kounavis and Berry, Novel Table Lookup-Based Algorithms for High-Performance CRC Generation ("slicing")
 */
const sliceBytes = 4;
const tableSize = 256;

interface Polynomial {
  readonly high: number;
  readonly low: number;
  readonly bytes: 4 | 8;
}

interface Slices {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

const tables = new Map<Polynomial, Slices>();

/** The four tables of a polynomial, one after the other. */
function slicesOf(polynomial: Polynomial): Slices {
  const known = tables.get(polynomial);
  if (known !== undefined) return known;
  const [high, low] = [new Int32Array(sliceBytes * tableSize), new Int32Array(sliceBytes * tableSize)];
  for (let index = 0; index < tableSize; index += 1) {
    let [upper, lower] = [0, index];
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (lower & 1) === 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (isSet) [upper, lower] = [upper ^ polynomial.high, lower ^ polynomial.low];
    }
    high[index] = upper;
    low[index] = lower;
  }
  for (let index = tableSize; index < low.length; index += 1) {
    const [upper, lower] = [at(high, index - tableSize), at(low, index - tableSize)];
    low[index] = at(low, lower & 0xff) ^ ((lower >>> 8) | (upper << 24));
    high[index] = at(high, lower & 0xff) ^ (upper >>> 8);
  }
  const slices = { high, low };
  tables.set(polynomial, slices);
  return slices;
}

function crc(polynomial: Polynomial, content: Buffer): Buffer {
  const { high: upper, low: lower } = slicesOf(polynomial);
  const end = content.length - (content.length % sliceBytes);
  let high = polynomial.bytes === 8 ? -1 : 0;
  let low = -1;
  for (let index = 0; index < end; index += sliceBytes) {
    const word = low ^ wordAt(content, index);
    const first = 768 + (word & 0xff);
    const second = 512 + ((word >>> 8) & 0xff);
    const third = 256 + ((word >>> 16) & 0xff);
    const fourth = word >>> 24;
    low = high ^ at(lower, first) ^ at(lower, second) ^ at(lower, third) ^ at(lower, fourth);
    high = at(upper, first) ^ at(upper, second) ^ at(upper, third) ^ at(upper, fourth);
  }
  for (let index = end; index < content.length; index += 1) {
    const entry = (low ^ at(content, index)) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ at(lower, entry);
    high = (high >>> 8) ^ at(upper, entry);
  }
  const digest = Buffer.alloc(8);
  digest.writeInt32BE(~high, 0);
  digest.writeInt32BE(~low, 4);
  return digest.subarray(8 - polynomial.bytes);
}

const ofCrc32 = { high: 0, low: 0xedb88320, bytes: 4 } as const;
const ofCrc32c = { high: 0, low: 0x82f63b78, bytes: 4 } as const;
/** Source: NVM Express, NVM Command Set Specification, "64b CRC". */
const ofCrc64nvme = { high: 0x9a6c9329, low: 0xac4bc9b5, bytes: 8 } as const;

export const crc32 = (content: Buffer): Buffer => crc(ofCrc32, content);
export const crc32c = (content: Buffer): Buffer => crc(ofCrc32c, content);
/** The checksum that S3 computes for contents that come without one. */
export const crc64nvme = (content: Buffer): Buffer => crc(ofCrc64nvme, content);

/** The four bytes of a content from an index on, the first one lowest. */
function wordAt(content: Buffer, index: number): number {
  return (
    at(content, index) |
    (at(content, index + 1) << 8) |
    (at(content, index + 2) << 16) |
    (at(content, index + 3) << 24)
  );
}

/** A number in a list, which has the index. */
const at = (numbers: Int32Array | Buffer, index: number): number => numbers[index] ?? 0;
