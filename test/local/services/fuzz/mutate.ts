import type { Random } from "../../../support/random";

/** Values that code rarely expects. */
const odd: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  1.5,
  1e9,
  Number.MAX_SAFE_INTEGER + 2,
  "",
  " ",
  "0",
  "x".repeat(3000),
  "\u0000",
  "\ud800",
  "ä/../%2e%zz?#&<>\"'",
  "__proto__",
  "constructor",
  "arn:aws:x",
  "{",
  "null",
  [],
  [null],
  [[]],
  {},
  { "": null },
  { constructor: { prototype: 1 } },
  JSON.parse('{"__proto__":{"x":1}}'),
  deep(60),
  deep(3000),
];

/** Replaces, removes or adds parts of a JSON value. */
export function mutate(random: Random, value: unknown): unknown {
  if (random.chance(0.15)) return random.pick(odd);
  if (Array.isArray(value)) {
    const at = random.below(value.length + 1);
    if (at === value.length) return [...value, random.chance(0.5) ? random.pick(odd) : value[0]];
    return value.map((each, index) => (index === at ? mutate(random, each) : each));
  }
  if (typeof value !== "object" || value === null) return random.pick(odd);
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  const [name = "", inner] = entries[at] ?? [String(random.pick(odd)), undefined];
  if (random.chance(0.1)) return Object.fromEntries(entries.filter((_, index) => index !== at));
  return { ...value, [name]: at === entries.length ? random.pick(odd) : mutate(random, inner) };
}

/** Damages text: cut off, with parts twice, or with other characters. */
export function damage(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + text,
    () =>
      `${text.slice(0, at)}${random.pick(["\u0000", "%", "&&==", "[1", "{{", "\r\n", "\ud83d", "ÿ"])}${text.slice(at)}`,
    () => text.slice(at) + text.slice(0, at),
  ])();
}

function deep(levels: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { M: value };
  return value;
}
