import { Token } from "cdktf";

/** The marks that CDKTF looks for in texts: its markers, and numbers with an exponent, which may be encoded tokens. */
const mayHaveToken = /[#$&]\{TfToken\[|[-|\d.+]e[-|\d.eE+]/;
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
