import { ItemError } from "../errors";

/** `digits` times ten to the power of `exponent`. The last digit is not zero. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html#HowItWorks.DataTypes.Number */
const mostDigits = 38;
const largestPower = 125;
const smallestPower = -130;

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** The number that a text is; undefined for another text. */
export function findDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole = "", part = "", exponent = "0"] = pattern.exec(text) ?? [];
  if (whole === "" && part === "") return undefined;
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const significant = digits.replace(/(?<!0)0+$/, "");
  // A client may send any number of digits. One more than AWS stores is enough to refuse them.
  const read = significant.length > mostDigits ? `${significant.slice(0, mostDigits)}1` : significant;
  const power = Number(exponent) - part.length + digits.length - read.length;
  return read === ""
    ? { digits: 0n, exponent: 0 }
    : { digits: BigInt(`${sign === "-" ? "-" : ""}${read}`), exponent: power };
}

/** A number as tables hold it, without an exponent: `1000` for `+1e3`. Throws for a number that they cannot hold. */
export function storedNumber(text: string): string {
  // Most numbers are short, and written as they are stored.
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(text)) return text;
  const decimal = findDecimal(text);
  if (decimal === undefined) {
    const shown = text === "" ? "" : `: ${text}`;
    throw new ItemError(`The parameter cannot be converted to a numeric value${shown}`);
  }
  const { digits, exponent } = decimal;
  const count = lengthOf(digits);
  const power = exponent + count - 1;
  if (digits !== 0n && power > largestPower) throw new ItemError(overflow);
  if (digits !== 0n && power < smallestPower) {
    throw new ItemError(
      "Number underflow. Attempting to store a number with magnitude smaller than supported range",
    );
  }
  if (count > mostDigits) {
    throw new ItemError("Attempting to store more than 38 significant digits in a Number");
  }
  return written(decimal);
}

const overflow = "Number overflow. Attempting to store a number with magnitude larger than supported range";

/** Less than zero when the first is smaller, zero when both are equal. */
export function compareNumbers(one: string, other: string): number {
  if (one.length < 15 && other.length < 15) {
    const difference = Number(one) - Number(other);
    // Texts with at most this number of digits are exact, but not with exponents or fractions.
    if (Number.isInteger(difference) && !/[.eE]/.test(one + other)) return difference;
  }
  const [left, right] = [requireDecimal(one), requireDecimal(other)];
  const [digits, otherDigits] = aligned(left, right);
  return digits < otherDigits ? -1 : digits > otherDigits ? 1 : 0;
}

/** The sum, or the difference with `sign` -1. Throws where AWS cannot hold the result exactly. */
export function addNumbers(one: string, other: string, sign: 1 | -1 = 1): string {
  const [left, right] = [requireDecimal(one), requireDecimal(other)];
  const [digits, otherDigits] = aligned(left, right);
  const exponent = Math.min(left.exponent, right.exponent);
  const sum = withoutZeros(sign === 1 ? digits + otherDigits : digits - otherDigits, exponent);
  // AWS has the words of an overflow for a result with too many digits, too.
  if (lengthOf(sum.digits) > mostDigits) throw new ItemError(overflow);
  return storedNumber(written(sum));
}

function requireDecimal(text: string): Decimal {
  const found = findDecimal(text);
  if (found === undefined)
    throw new ItemError(`The parameter cannot be converted to a numeric value: ${text}`);
  return found;
}

/** The digits of both for the smaller exponent. Exponents of stored numbers differ by 300 at most. */
function aligned(one: Decimal, other: Decimal): readonly [bigint, bigint] {
  const exponent = Math.min(one.exponent, other.exponent);
  return [
    one.digits * 10n ** BigInt(one.exponent - exponent),
    other.digits * 10n ** BigInt(other.exponent - exponent),
  ];
}

function withoutZeros(digits: bigint, exponent: number): Decimal {
  if (digits === 0n) return { digits, exponent: 0 };
  const text = String(digits);
  const significant = text.replace(/(?<!0)0+$/, "");
  return { digits: BigInt(significant), exponent: exponent + text.length - significant.length };
}

const lengthOf = (digits: bigint): number => String(digits < 0n ? -digits : digits).length;

function written({ digits, exponent }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits);
  if (exponent >= 0) return `${sign}${text}${"0".repeat(exponent)}`;
  const padded = text.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** A value as DynamoDB writes it: `{ "S": "ada" }`. */
export type AttributeValue = Readonly<Record<string, unknown>>;
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-attributes-nested-depth */
const mostLevels = 32;
const longestName = 65_535;

/** `S`, `N`, `M`, ... */
export function typeOf(value: AttributeValue): string {
  for (const type in value) return type;
  return "";
}

/** The members of a list or a set. */
export function membersOf<Member>(value: unknown): readonly Member[] {
  return Array.isArray(value) ? value : [];
}

export function mapOf(value: AttributeValue | undefined): StoredItem | undefined {
  return value?.M as StoredItem | undefined;
}

export function listIn(value: AttributeValue | undefined): readonly AttributeValue[] | undefined {
  return Array.isArray(value?.L) ? value.L : undefined;
}

/** Whether two values are equal by content: numbers in any notation, sets in any order, documents at any depth. */
export function areEqual(one: AttributeValue, other: AttributeValue): boolean {
  const type = typeOf(one);
  if (type !== typeOf(other)) return false;
  const [left, right] = [one[type], other[type]];
  switch (type) {
    case "N":
      return left === right || compareNumbers(String(left), String(right)) === 0;
    case "L": {
      const [items, others] = [membersOf<AttributeValue>(left), membersOf<AttributeValue>(right)];
      return items.length === others.length && items.every((each, at) => areEqual(each, others[at] ?? {}));
    }
    case "M": {
      const [items, others] = [left as StoredItem, right as StoredItem];
      const names = Object.keys(items);
      return (
        names.length === Object.keys(others).length &&
        names.every((name) => {
          const [value, otherValue] = [items[name], others[name]];
          return value !== undefined && otherValue !== undefined && areEqual(value, otherValue);
        })
      );
    }
    case "SS":
    case "NS":
    case "BS": {
      const [items, others] = [membersOf<string>(left), membersOf<string>(right)];
      return items.length === others.length && items.every((each) => hasMember(others, each, type));
    }
    default:
      return left === right;
  }
}

export function hasMember(members: readonly string[], wanted: string, type: string): boolean {
  if (type !== "NS") return members.includes(wanted);
  return members.some((each) => each === wanted || compareNumbers(each, wanted) === 0);
}

/** The order of two texts, numbers or binary values; undefined for values that have none. */
export function compareValues(one: AttributeValue, other: AttributeValue): number | undefined {
  if (one.N !== undefined && other.N !== undefined) return compareNumbers(String(one.N), String(other.N));
  const type = typeOf(one);
  if ((type !== "S" && type !== "B") || type !== typeOf(other)) return undefined;
  const encoding = type === "S" ? "utf8" : "base64";
  return Buffer.compare(Buffer.from(String(one[type]), encoding), Buffer.from(String(other[type]), encoding));
}

/** Whether a text or binary value holds another, or a list or set has a member. */
export function containsValue(whole: AttributeValue, part: AttributeValue): boolean {
  const [type, wanted] = [typeOf(whole), typeOf(part)];
  if (type === "S") return wanted === "S" && String(whole.S).includes(String(part.S));
  if (type === "B") return wanted === "B" && bytesOf(whole).includes(bytesOf(part));
  if (type === "L") return membersOf<AttributeValue>(whole.L).some((each) => areEqual(each, part));
  return type === `${wanted}S` && hasMember(membersOf(whole[type]), String(part[wanted]), type);
}

export function beginsWith(whole: AttributeValue, part: AttributeValue): boolean {
  if (whole.S !== undefined && part.S !== undefined) return String(whole.S).startsWith(String(part.S));
  if (whole.B === undefined || part.B === undefined) return false;
  const bytes = bytesOf(part);
  return bytesOf(whole).subarray(0, bytes.length).equals(bytes);
}

/** Characters, bytes or members; undefined for values that have no size. */
export function sizeOf(value: AttributeValue): number | undefined {
  const type = typeOf(value);
  if (type === "S") return String(value.S).length;
  if (type === "B") return bytesOf(value).length;
  if (type === "M") return Object.keys(value.M as object).length;
  return type === "L" || type.length === 2 ? membersOf(value[type]).length : undefined;
}

function bytesOf({ B }: AttributeValue): Buffer {
  return Buffer.from(String(B), "base64");
}

/** Writes the numbers of a value as tables hold them. Throws for a value that they cannot hold. */
export function checkValue(value: Record<string, unknown>, level = 1): void {
  const types = Object.keys(value);
  if (types.length === 0) {
    throw new ItemError(
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    );
  }
  for (const type of types) checkContent(value, type, level);
  if (types.length > 1) {
    throw new ItemError(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    );
  }
}

function checkContent(value: Record<string, unknown>, type: string, level: number): void {
  const content = value[type];
  if (type === "N") value.N = storedNumber(String(content));
  else if (type === "NULL" && content !== true) {
    throw new ItemError(invalid("Null attribute value types must have the value of true"));
  } else if (type === "L" || type === "M") {
    if (level > mostLevels) {
      const what = "Attributes in the item have nested levels beyond supported limit";
      throw new ItemError(`Nesting Levels have exceeded supported limits: ${what}`);
    }
    if (type === "M") for (const name in content as object) checkAttributeName(name);
    for (const each of Object.values(content as object)) checkValue(each, level + 1);
  } else if (type.length === 2) value[type] = checkedSet(type, membersOf<string>(content));
}

const emptySet: Readonly<Record<string, string>> = {
  SS: "An string set  may not be empty",
  NS: "An number set  may not be empty",
  BS: "Binary sets should not be empty",
};

function checkedSet(type: string, given: readonly string[]): readonly string[] {
  if (given.length === 0) throw new ItemError(invalid(emptySet[type] ?? ""));
  const members = type === "NS" ? given.map(storedNumber) : given;
  if (new Set(members).size === members.length) return members;
  if (type === "NS") throw new ItemError("Input collection contains duplicates");
  const end = type === "BS" ? "of type BS contains duplicates." : " contains duplicates.";
  throw new ItemError(invalid(`Input collection [${members.join(", ")}]${end}`));
}

export function checkAttributeName(name: string): void {
  if (name === "") throw new ItemError(invalid("Empty attribute name"));
  if (name.length > longestName / 4 && Buffer.byteLength(name) > longestName) {
    throw new ItemError(invalid(`Attribute name is too large, must be less than ${longestName + 1} bytes`));
  }
}

export function invalid(what: string): string {
  return `One or more parameter values were invalid: ${what}`;
}
