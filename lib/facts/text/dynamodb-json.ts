import { isRecord } from "./record";

type Plain = Readonly<Record<string, unknown>>;

/**
 * An item of DynamoDB without the types of its attributes: `{ "id": { "S": "1" } }` is `{ "id": "1" }`. Sets become lists, and bytes
 * stay Base64.
 *
 * @param numberOf - reads a number, which may have 38 digits
 */
export function plainItem(item: unknown, numberOf: (text: string) => unknown = Number): Plain {
  const entries = Object.entries(isRecord(item) ? item : {});
  return Object.fromEntries(entries.map(([name, each]) => [name, plainValue(each, numberOf)]));
}

function plainValue(typed: unknown, numberOf: (text: string) => unknown): unknown {
  const [[type, value] = ["NULL", true]] = Object.entries(isRecord(typed) ? typed : {});
  const members: readonly unknown[] = Array.isArray(value) ? value : [];
  switch (type) {
    case "N":
      return numberOf(String(value));
    case "NULL":
      return null;
    case "NS":
      return members.map((each) => numberOf(String(each)));
    case "L":
      return members.map((each) => plainValue(each, numberOf));
    case "M":
      return plainItem(value, numberOf);
    default:
      return value;
  }
}
