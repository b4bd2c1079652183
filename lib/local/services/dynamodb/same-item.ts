import { isDeepStrictEqual } from "node:util";
import { isValues } from "../../../model/resources/values";

/** Whether two of them name the same item. Numbers are the same in any notation: `1`, `1.0` and `10e-1`. */
export function hasRepetition(items: readonly object[]): boolean {
  const compared = items.map(comparable);
  return compared.some((item, index) =>
    compared.slice(0, index).some((other) => isDeepStrictEqual(other, item)),
  );
}

function comparable(value: unknown): unknown {
  if (!isValues(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "N" && typeof each === "string" ? comparableNumber(each) : comparable(each),
    ]),
  );
}

/** Sign, digits and exponent, without zeros that change nothing. */
function comparableNumber(text: string): string {
  const [, sign = "", whole = "", part = "", exponent = "0"] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const significant = digits.replace(/(?<!0)0+$/, "");
  if (significant === "") return /\d/.test(text) ? "0" : text;
  const power = Number(exponent) - part.length + digits.length - significant.length;
  return `${sign === "-" ? "-" : ""}${significant}e${power}`;
}
