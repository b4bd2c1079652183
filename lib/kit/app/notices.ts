import type { IConstruct } from "constructs";
import { isArn } from "../../facts/aws/arns";
import { maskedText } from "../../facts/errors/secrets/secret-mask";
import { isKeyName, isSecretSetting } from "../../facts/errors/secrets/secret-names";
import { looksRandom } from "../../facts/errors/secrets/secret-shapes";
import { refuseValue } from "../core/errors";
import { isUnresolved } from "../core/tokens/unresolved";
import { stackOf } from "./scope/owner";

/** The minimum length of a text that acknowledges a notice: a word or two would also hide future notices. */
const shortest = 10;

/** Refuses a text that is too short to identify a notice. */
export function checkAcknowledged(texts: readonly string[]): void {
  for (const [index, value] of texts.entries()) {
    if (value.trim().length < shortest) {
      const expected = `${shortest} or more characters of the notice as it is printed`;
      refuseValue("app", `acknowledgedNotices[${index}]`, value, expected);
    }
  }
}

export function isAcknowledged(notice: string, texts: readonly string[]): boolean {
  const text = notice.replace(/^serverform: /, "");
  return texts.some((part) => text.includes(part.trim().replace(/^serverform: /, "")));
}

/** Notes that a prop has no effect because of another one, although defaults may have set either of them. */
export function noteIdleProp(where: IConstruct, prop: string, reason: string): void {
  stackOf(where).app.addNotice(`serverform: ${prop} has no effect, because ${reason}`, where);
}

/** Notes a secret that is written into the configuration as plain text. */
export function notePlainSecret(
  where: IConstruct,
  prop: string,
  secret: unknown,
  instead = "read it from an SSM parameter instead",
): void {
  if (typeof secret !== "string" || isUnresolved(secret)) return;
  stackOf(where).app.addNotice(
    `serverform: ${prop} is in plain text in the configuration and in the Terraform state; ${instead}`,
    where,
  );
}

/** The path of a file, the name of a parameter or an address. */
const nameOfSecret =
  /^(?:\.{0,2}\/[^\s]*|[A-Za-z]:\\[^\s]*|[\w./-]+\.(?:pem|key|crt|json|p12|pfx|jks)|https?:\/\/[^\s@?]*)$/;

/** Flags, and lifetimes of tokens. */
const trivial = /^(?:true|false|yes|no|on|off|none|null|undefined|\d{1,3})$/i;

/** Whether a value is probably a secret, by its name or its form. */
export function looksSecret(name: string, value: string): boolean {
  if (value === "" || trivial.test(value)) return false;
  if (maskedText(value) !== value) return true;
  if (isArn(value) || nameOfSecret.test(value)) return false;
  if (isSecretSetting(name)) return !(/tokens$/i.test(name) && /^\d+$/.test(value));
  return isKeyName(name) && looksRandom(value);
}
