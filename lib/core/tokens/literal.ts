import { Token } from "cdktf";

/**
 * The marks of tokens in texts: the markers of CDKTF, and the numbers that it encodes tokens as. It looks at the upper 16 bits of a number:
 * with 0xfdff it is about -8e+298, with 0xfbff about -1.9e+289.
 */
const mayHaveToken = /[#$&]\{TfToken\[|e\+2(?:89|98)/;
const wholeMaps: ReadonlySet<unknown> = new Set([
  Token.STRING_MAP_TOKEN_VALUE,
  Token.NUMBER_MAP_TOKEN_VALUE,
  Token.ANY_MAP_TOKEN_VALUE,
]);

/** Whether a value certainly has no token. False for objects, which are not looked into. */
export function isLiteral(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return !mayHaveToken.test(value) && !wholeMaps.has(value);
    case "number":
      return Number.isSafeInteger(value) && !wholeMaps.has(value);
    case "object":
      return value === null;
    default:
      return value === undefined || typeof value === "boolean";
  }
}
