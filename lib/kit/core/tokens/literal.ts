import { Token } from "cdktf";

/**
 * The marks of tokens in texts: the markers of CDKTF, and the numbers that it encodes tokens as. It looks at the upper 16 bits of a number:
 * with 0xfdff it is about -8e+298, with 0xfbff about -1.9e+289.
 */
const mayHaveToken = /[#$&]\{TfToken\[|e\+2(?:89|98)/;
const {
  STRING_MAP_TOKEN_VALUE: textMap,
  NUMBER_MAP_TOKEN_VALUE: numberMap,
  ANY_MAP_TOKEN_VALUE: anyMap,
} = Token;

/** Whether a value certainly has no token. False for objects, which are not looked into. */
export function isLiteral(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return !hasToken(value) && value !== textMap && value !== anyMap;
    case "number":
      return Number.isSafeInteger(value) && value !== numberMap;
    case "object":
      return value === null;
    default:
      return value === undefined || typeof value === "boolean";
  }
}

/** Searches for words before it tries the pattern, which takes several times as long. */
function hasToken(text: string): boolean {
  return (text.includes("TfToken[") || text.includes("e+2")) && mayHaveToken.test(text);
}
