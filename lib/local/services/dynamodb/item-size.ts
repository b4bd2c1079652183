import { isValues } from "../../../model";

/**
 * Bytes of an item, or of a part of it: names and values in UTF-8.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(item: object): number {
  return sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)));
}

/** A list or map has this beside its members, and one byte for each of them. */
const documentBytes = 3;

function valueBytes(value: unknown): number {
  const [[type, content] = ["NULL", true]] = Object.entries(Object(value) as object);
  const members = Array.isArray(content) ? (content as readonly unknown[]) : [];
  switch (type) {
    case "S":
      return Buffer.byteLength(String(content));
    case "B":
      return Buffer.from(String(content), "base64").length;
    case "N":
      return numberBytes(String(content));
    case "SS":
    case "BS":
    case "NS":
      return sum(members.map((member) => valueBytes({ [type.slice(0, 1)]: member })));
    case "L":
      return documentBytes + sum(members.map((member) => 1 + valueBytes(member)));
    case "M":
      return isValues(content) ? documentBytes + Object.keys(content).length + itemBytes(content) : 0;
    default:
      return 1;
  }
}

/** One byte, and one for two significant digits. */
function numberBytes(text: string): number {
  const digits = text
    .replace(/e.*$/is, "")
    .replace(/\D/g, "")
    .replace(/^0+|(?<!0)0+$/g, "");
  return 1 + Math.ceil(digits.length / 2) + (text.startsWith("-") ? 1 : 0);
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}
