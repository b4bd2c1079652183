import { invalidArgument, invalidRequest, S3Error } from "../errors";
import type { StoredObject } from "./stored-object";

/** First and last byte. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes of `bytes=0-99`, `bytes=100-` or `bytes=-5`. Undefined for the whole content: S3 ignores a header that it cannot
 * read. Throws for missing bytes.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export function rangeIn(range: string | undefined, length: number): ByteRange | undefined {
  const [, start = "", end = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (range === undefined || (start === "" && end === "")) return undefined;
  const first = start === "" ? Math.max(0, length - Number(end)) : Number(start);
  const last = start === "" || end === "" ? length - 1 : Math.min(Number(end), length - 1);
  if (start !== "" && end !== "" && Number(end) < Number(start)) return undefined;
  if (first < length && (start !== "" || Number(end) > 0)) return { first, last };
  const details = { RangeRequested: range, ActualObjectSize: length };
  throw new S3Error("InvalidRange", "The requested range is not satisfiable", 416, details);
}

/** The bytes of a part. An object that came in one has one part. */
export function partRange(
  { partBytes, content }: StoredObject,
  given: string,
  { range }: Readonly<Record<string, string>>,
): ByteRange | undefined {
  if (range !== undefined) {
    throw invalidRequest("Cannot specify both Range header and partNumber query parameter");
  }
  const number = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (number < 1 || number > 10_000) {
    const message = "Part number must be an integer between 1 and 10000, inclusive";
    throw invalidArgument(message, "partNumber", given);
  }
  const sizes = partBytes ?? [content.length];
  const size = sizes[number - 1];
  if (size === undefined) {
    throw new S3Error("InvalidPartNumber", "The requested partnumber is not satisfiable", 416, {
      PartNumberRequested: given,
      ActualPartCount: sizes.length,
    });
  }
  const first = sizes.slice(0, number - 1).reduce((sum, each) => sum + each, 0);
  return size === 0 ? undefined : { first, last: first + size - 1 };
}
