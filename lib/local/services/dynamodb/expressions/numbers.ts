import { ItemError } from "./problems";

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
