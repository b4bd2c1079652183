import { GivenPattern } from "../../facts/text/given-pattern";
import { jsonFilter } from "./json-filter";

export type LineFilter = (line: string) => boolean;

/**
 * Parses a filter pattern for lines of text or JSON; undefined for a pattern that is not emulated.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export function parseFilterPattern(pattern: string): LineFilter | undefined {
  const text = pattern.trim();
  if (text === "") return () => true;
  if (text.startsWith("[")) return undefined;
  if (text.startsWith("{") && text.endsWith("}")) return jsonFilter(text.slice(1, -1));
  return termsFilter(text);
}

interface Term {
  readonly sign: "" | "-" | "?";
  readonly matches: LineFilter;
}

function termsFilter(text: string): LineFilter | undefined {
  const terms: Term[] = [];
  const rest = text.replace(
    /([-?]?)(?:"((?:[^"\\]|\\.)*)"|%([^%]+)%|([^\s"]+))(?=\s|$)/g,
    (_, sign: Term["sign"], quoted?: string, regex?: string, bare?: string) => {
      const found = (quoted ?? bare ?? "").replace(/\\(.)/g, "$1");
      const matches: LineFilter =
        regex === undefined ? (line) => line.includes(found) : (line) => new GivenPattern(regex).test(line);
      terms.push({ sign, matches });
      return "";
    },
  );
  if (rest.trim() !== "") return undefined;
  const of = (sign: Term["sign"]) => terms.filter((each) => each.sign === sign);
  const [needed, excluded, optional] = [of(""), of("-"), of("?")];
  return (line) =>
    needed.every(({ matches }) => matches(line)) &&
    !excluded.some(({ matches }) => matches(line)) &&
    // Optional terms are ignored if there are other terms.
    (needed.length + excluded.length > 0 || optional.some(({ matches }) => matches(line)));
}
