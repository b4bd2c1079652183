/** A text, or its parts with how often each is repeated. */
export type Repeated = string | readonly RepeatedPart[];

type RepeatedPart = readonly [part: string, count: number];

export function written(text: Repeated): string {
  return typeof text === "string" ? text : text.map(([part, count]) => part.repeat(count)).join("");
}

/** Whether a value of JSON is a text in parts: `[["a", 1000]]`. */
export function isRepeated(value: unknown): value is readonly RepeatedPart[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

function isPart(value: unknown): value is RepeatedPart {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
}
