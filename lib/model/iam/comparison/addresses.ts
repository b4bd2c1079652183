import { isIP } from "node:net";

const bitsOf = { 4: 32, 6: 128 } as const;

/** The first and the last address of a range, and the neighbours of both; none for a text that is not a range. */
export function addressesAround(range: string): readonly string[] {
  const [network = "", written] = range.split("/");
  const version = isIP(network);
  if (version !== 4 && version !== 6) return [];
  const all = bitsOf[version];
  const bits = written === undefined ? all : Number(written);
  if (!(Number.isInteger(bits) && bits >= 0 && bits <= all)) return [];
  const size = 1n << BigInt(all - bits);
  const start = (toNumber(network, version) / size) * size;
  return [start - 1n, start, start + size - 1n, start + size]
    .filter((each) => each >= 0n && each < 1n << BigInt(all))
    .map((each) => toAddress(each, version));
}

function toNumber(address: string, version: 4 | 6): bigint {
  if (version === 4) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = "", tail] = address.split("::");
  const groups = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const missing = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(Math.max(0, missing)).fill("0"), ...last].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

function toAddress(value: bigint, version: 4 | 6): string {
  const [count, width, base] = version === 4 ? ([4, 8n, 10] as const) : ([8, 16n, 16] as const);
  const parts = Array.from({ length: count }, (_, index) =>
    ((value >> (width * BigInt(count - 1 - index))) & ((1n << width) - 1n)).toString(base),
  );
  return parts.join(version === 4 ? "." : ":");
}
