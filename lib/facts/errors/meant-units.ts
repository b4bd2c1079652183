/** The units of time as people and other tools write them, the longest first. */
const units = [
  { name: "day", seconds: 86_400, form: /^d(ays?)?$/i },
  { name: "hour", seconds: 3600, form: /^h((ou)?rs?)?$/i },
  { name: "minute", seconds: 60, form: /^m(in(ute)?s?)?$/i },
  { name: "second", seconds: 1, form: /^s(ec(ond)?s?)?$/i },
  { name: "", seconds: 0.001, form: /^m(illi)?s(ec(ond)?s?)?$/i },
] as const;

/**
 * The duration that a value of another form means: `5m`, `1.5 hours`, `1h30m`, `5000ms`, `PT5M`, a number of seconds, or `{ minutes: 5 }`.
 * Undefined for others, and for those that are not a whole number of seconds.
 */
export function meantDuration(value: unknown): string | undefined {
  const seconds = secondsOf(value);
  if (seconds === undefined || !Number.isInteger(seconds) || seconds < 0) return undefined;
  const unit = units.find(
    (each) => each.seconds >= 1 && seconds >= each.seconds && seconds % each.seconds === 0,
  );
  if (unit === undefined) return "0 seconds";
  const count = seconds / unit.seconds;
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

function secondsOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "object" && value !== null) {
    const counts = Object.entries(value).map(([unit, count]) => [count, unit] as const);
    return counts.every(([count]) => typeof count === "number")
      ? sumOf(counts.map(([count, unit]) => [String(count), unit]))
      : undefined;
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  // ISO 8601, which writes minutes and months with the same letter: https://www.rfc-editor.org/rfc/rfc3339#appendix-A
  const iso = /^P(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/i.test(text);
  const plain = iso ? text.replace(/[PT]/gi, "") : text.replace(/^every\s+/i, "");
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\.?(?:\s+and\b)?[\s,]*/gi)];
  if (parts.map(([part]) => part).join("") !== plain) return undefined;
  return sumOf(parts.map(([, count = "", unit = ""]) => [count, unit]));
}

function sumOf(parts: readonly (readonly [count: string, unit: string])[]): number | undefined {
  if (parts.length === 0) return undefined;
  let sum = 0;
  for (const [count, unit] of parts) {
    const known = units.find(({ form }) => form.test(unit));
    if (known === undefined || !/^\d+(\.\d+)?$/.test(count)) return undefined;
    sum += Number(count) * known.seconds;
  }
  // 0.1 is not exact in binary: 1.1 minutes is 66 seconds.
  return Math.round(sum * 1e6) / 1e6;
}

/** The size that a value of another form means: `512`, `512MB`, `1.5 GB`, `2GiB`. Undefined for others. */
export function meantSize(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [, number, unit = "m"] =
    /^\s*(\d+(?:\.\d+)?)\s*(?:([mg])(?:i?b|ega|ig|igs)?)?\s*$/i.exec(String(value)) ?? [];
  if (number === undefined) return undefined;
  const megabytes = Number(number) * (unit.toLowerCase() === "g" ? 1024 : 1);
  if (!Number.isInteger(megabytes) || megabytes === 0) return undefined;
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}

const counts: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  thirteen: 13,
  eighteen: 18,
};
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** The period in words (`one_week`) that a number of days means, or a period in digits: `7`, `3 days`, `1_week`. Undefined for others. */
export function meantPeriod(value: unknown, allowed: readonly string[]): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [, count, unit = "day"] =
    /^\s*(\d+)[\s_]*(?:(day|week|month|year)s?)?\s*$/i.exec(String(value)) ?? [];
  const days = Number(count) * (daysOf[unit.toLowerCase()] ?? 0);
  return allowed.find((each) => {
    const [, word = "", name = ""] = /^([a-z]+)_([a-z]+?)s?$/.exec(each) ?? [];
    return (counts[word] ?? 0) * (daysOf[name] ?? 0) === days && days > 0;
  });
}
