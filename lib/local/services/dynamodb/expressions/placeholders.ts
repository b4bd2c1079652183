import { ownValue } from "../../../../facts/errors/own-value";
import { ItemError } from "../errors";
import { type AttributeValue, checkAttributeName, checkValue } from "./attribute-values";

/** The names and values of a request that its expressions stand for. */
export class Placeholders {
  private readonly unusedNames: Set<string>;
  private readonly unusedValues: Set<string>;

  constructor(
    private readonly names: Readonly<Record<string, string>> | undefined,
    private readonly values: Readonly<Record<string, AttributeValue>> | undefined,
  ) {
    check("ExpressionAttributeNames", "#", names, (name) => checkAttributeName(name));
    check("ExpressionAttributeValues", ":", values, (value) => checkValue(value));
    this.unusedNames = new Set(Object.keys(names ?? {}));
    this.unusedValues = new Set(Object.keys(values ?? {}));
  }

  /** The name of an attribute; undefined for an unknown placeholder. */
  name(placeholder: string): string | undefined {
    this.unusedNames.delete(placeholder);
    return ownValue(this.names, placeholder);
  }

  value(placeholder: string): AttributeValue | undefined {
    this.unusedValues.delete(placeholder);
    return ownValue(this.values, placeholder);
  }

  /** Refuses a request with placeholders that no expression uses. */
  refuseUnused(): void {
    refuse("ExpressionAttributeNames", this.unusedNames);
    refuse("ExpressionAttributeValues", this.unusedValues);
  }
}

function refuse(member: string, unused: ReadonlySet<string>): void {
  if (unused.size === 0) return;
  throw new ItemError(`Value provided in ${member} unused in expressions: keys: {${[...unused].join(", ")}}`);
}

function check<Value>(
  member: string,
  sign: string,
  given: Readonly<Record<string, Value>> | undefined,
  checkOne: (value: Value) => void,
): void {
  if (given === undefined) return;
  const entries = Object.entries(given);
  if (entries.length === 0) throw new ItemError(`${member} must not be empty`);
  for (const [key] of entries) {
    if (!/^.\w+$/.test(key) || !key.startsWith(sign)) {
      throw new ItemError(`${member} contains invalid key: Syntax error; key: "${key}"`);
    }
  }
  for (const [key, value] of entries) {
    try {
      checkOne(value);
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      throw new ItemError(`${member} contains invalid value: ${error.message} for key ${key}`);
    }
  }
}
