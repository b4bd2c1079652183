/** A value of CBOR, as far as authenticators write it. */
export type Cbor = number | string | boolean | null | Buffer | readonly Cbor[] | ReadonlyMap<Cbor, Cbor>;

/** Reads the first value; throws for bytes that are not CBOR. Source: https://www.rfc-editor.org/rfc/rfc8949 */
export function decodeCbor(bytes: Buffer): Cbor {
  return read(bytes, 0, 0)[0];
}

type Read = readonly [value: Cbor, next: number];
const maxDepth = 8;

function read(bytes: Buffer, at: number, depth: number): Read {
  if (depth > maxDepth) throw new Error("The value is too deep.");
  const first = bytes.readUInt8(at);
  const [kind, size] = [first >> 5, first & 31];
  if (kind === 7) return [simple(size), at + 1];
  const [count, next] = lengthAt(bytes, at, size);
  switch (kind) {
    case 0:
      return [count, next];
    case 1:
      return [-1 - count, next];
    case 2:
      return [slice(bytes, next, count), next + count];
    case 3:
      return [slice(bytes, next, count).toString("utf8"), next + count];
    case 4:
      return readList(bytes, next, count, depth);
    case 5:
      return readMap(bytes, next, count, depth);
    default:
      throw new Error("Tags are not read.");
  }
}

function lengthAt(bytes: Buffer, at: number, size: number): readonly [count: number, next: number] {
  if (size < 24) return [size, at + 1];
  if (size === 24) return [bytes.readUInt8(at + 1), at + 2];
  if (size === 25) return [bytes.readUInt16BE(at + 1), at + 3];
  if (size === 26) return [bytes.readUInt32BE(at + 1), at + 5];
  throw new Error("The length is too large.");
}

function slice(bytes: Buffer, from: number, count: number): Buffer {
  if (from + count > bytes.length) throw new Error("The value ends early.");
  return bytes.subarray(from, from + count);
}

function readList(bytes: Buffer, from: number, count: number, depth: number): Read {
  const list: Cbor[] = [];
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const [value, next] = read(bytes, at, depth + 1);
    list.push(value);
    at = next;
  }
  return [list, at];
}

function readMap(bytes: Buffer, from: number, count: number, depth: number): Read {
  const [list, next] = readList(bytes, from, count * 2, depth);
  const flat = Array.isArray(list) ? (list as readonly Cbor[]) : [];
  const pairs = Array.from(
    { length: count },
    (_, index) => [flat[2 * index] ?? null, flat[2 * index + 1] ?? null] as const,
  );
  return [new Map(pairs), next];
}

function simple(size: number): Cbor {
  if (size === 20 || size === 21) return size === 21;
  return null;
}
