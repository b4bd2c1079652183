import { refusals } from "../../errors";
import { send } from "../../messages/send";
import { simulatedDestination } from "../../messages/simulated-delivery";
import { createCode } from "../../secrets/codes";
import type { AddressAttribute } from "../../settings/pool-settings";
import { type AuthAnswer, askClient, type SignIn } from "../sign-in";

type CodeChallenge = "SMS_MFA" | "EMAIL_OTP" | "SMS_OTP";

const attributeOf = (challenge: CodeChallenge): AddressAttribute =>
  challenge === "EMAIL_OTP" ? "email" : "phone_number";

/** Sends a code, and asks for it. A user who does not exist is asked for a code that is never sent. */
export async function askForCode(signIn: SignIn, challenge: CodeChallenge): Promise<AuthAnswer> {
  const { pool, user, client, clientMetadata } = signIn;
  const attribute = attributeOf(challenge);
  const medium = attribute === "email" ? "EMAIL" : "SMS";
  if (user === undefined) {
    const destination = simulatedDestination(signIn.name, attribute);
    return askClient(signIn, { challenge, code: undefined }, delivered(medium, destination));
  }
  if (user.attributes[attribute] === undefined)
    throw refusals.invalid(`User does not have delivery config set to turn on ${challenge}`);
  const code = createCode();
  const occasion = "Authentication";
  const { Destination } = await send({
    pool,
    user,
    occasion,
    attribute,
    code,
    clientId: client.id,
    clientMetadata,
  });
  return askClient(signIn, { challenge, code }, delivered(medium, Destination));
}

const delivered = (medium: string, destination: string) => ({
  CODE_DELIVERY_DELIVERY_MEDIUM: medium,
  CODE_DELIVERY_DESTINATION: destination,
});
