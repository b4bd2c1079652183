import { isArn } from "../../../facts/aws/arns";
import { maskedText } from "../../../facts/errors/secrets/secret-mask";
import { isKeyName, isSecretSetting } from "../../../facts/errors/secrets/secret-names";
import { looksRandom } from "../../../facts/errors/secrets/secret-shapes";

/** The path of a file, the name of a parameter or an address. */
const nameOfSecret =
  /^(?:\.{0,2}\/[^\s]*|[A-Za-z]:\\[^\s]*|[\w./-]+\.(?:pem|key|crt|json|p12|pfx|jks)|https?:\/\/[^\s@?]*)$/;

/** Switches, and lifetimes of tokens. */
const trivial = /^(?:true|false|yes|no|on|off|none|null|undefined|\d{1,3})$/i;

/** Whether a value is probably a secret, by its name or its form. */
export function looksSecret(name: string, value: string): boolean {
  if (value === "" || trivial.test(value)) return false;
  if (maskedText(value) !== value) return true;
  if (isArn(value) || nameOfSecret.test(value)) return false;
  if (isSecretSetting(name)) return !(/tokens$/i.test(name) && /^\d+$/.test(value));
  return isKeyName(name) && looksRandom(value);
}
