import { jsonOf } from "../../../../facts/text/json";
import { isValues, text } from "../../../../model";
import { invalidArgument, S3Error } from "../errors";

type Fields = Readonly<Record<string, string>>;

/** A form as its policy sees it. */
export interface PolicyForm {
  /** Its fields, by their names in lower case. */
  readonly fields: Fields;
  readonly bucket: string;
  readonly bytes: number;
}

/** Fields of each form that carry its signature; the error names the first missing one. */
const signatureFields = [
  ["X-Amz-Signature", "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date"],
  ["Signature", "AWSAccessKeyId"],
] as const;

/** Refuses a form with a policy that is not signed, or not in full. */
export function checkSignatureFields(fields: Fields): void {
  if (fields.policy === undefined) return;
  const form = signatureFields.find((names) => names.some((name) => name.toLowerCase() in fields));
  if (form === undefined) throw new S3Error("AccessDenied", "Access Denied", 403);
  const missing = form.find((name) => !(name.toLowerCase() in fields));
  if (missing === undefined) return;
  throw invalidArgument(
    `Bucket POST must contain a field named '${missing}'.  If it is specified, please check the order of the fields.`,
    missing,
    "",
  );
}

/**
 * Refuses a form that its policy does not allow.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function checkPolicy(encoded: string, form: PolicyForm, nowMs: number): void {
  const policy = jsonOf(Buffer.from(encoded, "base64").toString("utf8"));
  if (!isValues(policy)) throw invalidPolicy("Invalid JSON.");
  const expiration = text(policy, "expiration");
  if (expiration === undefined) throw invalidPolicy("Policy missing expiration.");
  const end = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(expiration) ? Date.parse(expiration) : Number.NaN;
  if (Number.isNaN(end)) throw invalidPolicy(`Invalid 'expiration' value: '${expiration}'`);
  if (end < nowMs) throw notAllowed("Policy expired.");
  if (!Array.isArray(policy.conditions)) throw invalidPolicy("Policy missing conditions.");
  const allowed = policy.conditions.map((condition: unknown) => checkCondition(condition, form));
  const extra = Object.keys(form.fields).find((name) => !isFree(name) && !allowed.includes(name));
  if (extra !== undefined) throw notAllowed(`Extra input fields: ${extra}`);
}

/** Fields that need no condition. */
function isFree(name: string): boolean {
  return /^(?:policy|awsaccesskeyid|signature|x-amz-signature|file|x-ignore-.*)$/.test(name);
}

/** Checks a condition; returns the field that it is about. */
function checkCondition(condition: unknown, form: PolicyForm): string {
  const [operator, first, second] = partsOf(condition);
  if (operator === "content-length-range") {
    checkLength(form.bytes, first, second);
    return "";
  }
  const name = String(first);
  const field = name.replace(/^\$/, "").toLowerCase();
  const value = field === "bucket" ? form.bucket : (form.fields[field] ?? "");
  const wanted = String(second);
  const holds =
    name.startsWith("$") && (operator === "starts-with" ? value.startsWith(wanted) : value === wanted);
  if (holds) return field;
  throw failed(operator, name, wanted);
}

/** A condition in its form with three parts. */
function partsOf(condition: unknown): readonly [operator: string, first: unknown, second: unknown] {
  if (Array.isArray(condition)) {
    const [operator, first, second] = condition as readonly unknown[];
    const lower = String(operator).toLowerCase();
    if (condition.length === 3 && /^(?:eq|starts-with|content-length-range)$/.test(lower)) {
      return [lower, first, second];
    }
    throw invalidPolicy("Invalid Condition: a list has an operator and two values.");
  }
  const entries = isValues(condition) ? Object.entries(condition) : [];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    const message = "Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.";
    throw invalidPolicy(message);
  }
  return ["eq", `$${entry[0]}`, entry[1]];
}

function checkLength(bytes: number, first: unknown, second: unknown): void {
  const [least, most] = [Number(first), Number(second)];
  if (Number.isNaN(least) || Number.isNaN(most)) {
    throw failed("content-length-range", String(first), String(second));
  }
  if (bytes > most) {
    const message = "Your proposed upload exceeds the maximum allowed size";
    throw new S3Error("EntityTooLarge", message, 400, { ProposedSize: bytes, MaxSizeAllowed: most });
  }
  if (bytes >= least) return;
  const message = "Your proposed upload is smaller than the minimum allowed size";
  throw new S3Error("EntityTooSmall", message, 400, { ProposedSize: bytes, MinSizeAllowed: least });
}

function failed(...parts: readonly string[]): S3Error {
  const condition = parts.map((part) => JSON.stringify(part)).join(", ");
  return notAllowed(`Policy Condition failed: [${condition}]`);
}

function notAllowed(reason: string): S3Error {
  return new S3Error("AccessDenied", `Invalid according to Policy: ${reason}`, 403);
}

function invalidPolicy(reason: string): S3Error {
  return new S3Error("InvalidPolicyDocument", `Invalid Policy: ${reason}`, 400);
}
