import { jsonOf } from "../../../../../facts/text/json";
import { block, isValues, text } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { checkAssertion } from "../../secrets/web-authn";
import { relyingPartyId } from "../../state/passkeys";
import { finish } from "../finish";
import type { AuthAnswer, Metadata, SignIn, StepOf } from "../sign-in";
import { checkState } from "../steps/after-first-factor";

/** A user signs in with a passkey. */
export async function webAuthn(
  signIn: SignIn,
  { bytes }: StepOf<"WEB_AUTHN">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { pool, user } = signIn;
  if (responses.CREDENTIAL === undefined) throw refusals.invalid("Missing required parameter CREDENTIAL");
  const credential = jsonOf(responses.CREDENTIAL);
  if (!isValues(credential)) throw refusals.invalid("CREDENTIAL is not a JSON object");
  const passkey = user?.passkeys.find(({ id }) => id === text(credential, "id"));
  const response = block(credential, "response") ?? {};
  const assertion = {
    clientDataJSON: text(response, "clientDataJSON") ?? "",
    authenticatorData: text(response, "authenticatorData") ?? "",
    signature: text(response, "signature") ?? "",
  };
  const { needsUserVerification } = pool.settings.passkeys;
  const expected = { challenge: bytes, relyingPartyId, needsUserVerification };
  const counter = passkey && checkAssertion(assertion, passkey, expected);
  if (user === undefined || passkey === undefined || counter === undefined)
    throw refusals.notAuthorized("Incorrect username or password.");
  passkey.counter = counter;
  const signedIn = { ...signIn, user };
  checkState(signedIn);
  return finish(signedIn);
}
