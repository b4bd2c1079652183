import type { Values } from "../../../../model/resources/model";
import { text } from "../../../../model/resources/values";
import { refusals } from "../errors";
import type { User } from "../state/user";

/** The older way to turn codes by SMS on or off: a list of one option, or of none. */
export function setMfaOptions(user: User, options: readonly Values[]): void {
  for (const option of options) {
    if (text(option, "DeliveryMedium") !== "SMS" || text(option, "AttributeName") !== "phone_number")
      throw refusals.invalid("MFAOptions take the medium SMS and the attribute phone_number");
  }
  if (options.length > 0 && user.attributes.phone_number === undefined)
    throw refusals.invalid("User does not have delivery config set to turn on SMS_MFA");
  const others = user.mfa.enabled.filter((each) => each !== "SMS_MFA");
  user.mfa.enabled = options.length > 0 ? [...others, "SMS_MFA"] : others;
  if (options.length === 0 && user.mfa.preferred === "SMS_MFA") delete user.mfa.preferred;
}
