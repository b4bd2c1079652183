import { block, isValues, text, type Values } from "../../../model";
import { isXmlText } from "../../wire/escape-xml";
import { ServiceError } from "../contract/define-service";

const mostAttributes = 10;

const invalid = (message: string): ServiceError => new ServiceError("InvalidParameterValue", message);

/**
 * The attributes that a request gives to a message; undefined for none. Throws when SQS does not take them.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function givenAttributes(input: Values): Values | undefined {
  const { MessageAttributes: attributes } = input;
  if (!isValues(attributes)) return undefined;
  const names = Object.keys(attributes);
  if (names.length === 0) return undefined;
  if (names.length > mostAttributes) {
    throw invalid(
      `Number of message attributes [${names.length}] exceeds the allowed maximum [${mostAttributes}].`,
    );
  }
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, isValues(value) ? value : {});
  return attributes;
}

/** The system attributes that a request gives; undefined for none. Only the trace header is one. */
export function givenSystemAttributes(input: Values): Values | undefined {
  const trace = block(block(input, "MessageSystemAttributes") ?? {}, "AWSTraceHeader");
  return trace && { AWSTraceHeader: trace };
}

/** Letters and digits are those of all alphabets. */
const nameForm = /^(?!.*\.\.)(?!(?:aws|amazon)\.)[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,255}$/iu;

function checkAttribute(name: string, value: Values): void {
  if (!nameForm.test(name) || name.endsWith(".")) {
    throw invalid(
      "Message (user) attribute name can contain the characters A-Z, a-z, 0-9, underscore (_), hyphen (-), and period (.). It must not start with AWS. or Amazon., nor start or end with a period.",
    );
  }
  const type = text(value, "DataType") ?? "";
  if (type === "")
    throw invalid(`The message attribute '${name}' must contain a non-empty message attribute type.`);
  const [base = ""] = type.split(".");
  if (!["String", "Number", "Binary"].includes(base)) {
    throw invalid(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  }
  if (type.length > mostTypeLength) {
    throw invalid(
      `Length of message attribute type must be less than ${mostTypeLength}. The type of message attribute '${name}' is invalid.`,
    );
  }
  const content = text(value, base === "Binary" ? "BinaryValue" : "StringValue") ?? "";
  if (content === "") {
    throw invalid(`Message (user) attribute '${name}' must contain a non-empty value of type '${base}'.`);
  }
  if (!isXmlText(content)) {
    throw invalid(`Invalid characters found in the value of message (user) attribute '${name}'.`);
  }
  if (base === "Number" && !(content.trim() !== "" && Number.isFinite(Number(content)))) {
    throw invalid(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
}

const mostTypeLength = 256;

/** The size of attributes: names, types and values count. */
export function bytesOfAttributes(attributes: Values = {}): number {
  const sizes = Object.entries(attributes).map(([name, value]) => {
    const { DataType = "", StringValue = "", BinaryValue = "" } = isValues(value) ? value : {};
    const binary = Buffer.from(String(BinaryValue), "base64").length;
    return Buffer.byteLength(name) + Buffer.byteLength(`${DataType}${StringValue}`) + binary;
  });
  return sizes.reduce((sum, each) => sum + each, 0);
}

/** The attributes of a message that a request wants: `All`, `price`, or `shop.*` for those that begin so. */
export function wantedAttributes(attributes: Values = {}, names: readonly string[]): Values | undefined {
  const isWanted = (attribute: string): boolean =>
    names.some((name) => {
      if (name === "All" || name === ".*" || name === "*") return true;
      return name.endsWith(".*") ? attribute.startsWith(name.slice(0, -2)) : attribute === name;
    });
  const wanted = Object.entries(attributes).filter(([name]) => isWanted(name));
  return wanted.length === 0 ? undefined : Object.fromEntries(wanted);
}
