import { refusals } from "../../errors";
import type { Verifier } from "../../secrets/srp";
import type { Device, User } from "../../state/user";
import { finish } from "../finish";
import { type AuthAnswer, askClient, type Metadata, type SignIn, type StepOf } from "../sign-in";
import { isProof, parametersOf, srpStep } from "../steps/password-proof";

/** A device begins to prove that it is the one that the user confirmed. */
export async function deviceSrpAuth(
  signIn: SignIn,
  _step: StepOf<"DEVICE_SRP_AUTH">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const device = requireDevice(signIn.user, signIn.deviceKey, responses);
  const srp = srpStep(device.verifier, device.key, responses.SRP_A);
  const parameters = { ...parametersOf(srp), DEVICE_KEY: device.key, USERNAME: signIn.user?.username ?? "" };
  return askClient(signIn, { challenge: "DEVICE_PASSWORD_VERIFIER", srp }, parameters);
}

/** The device proves it. */
export async function devicePasswordVerifier(
  signIn: SignIn,
  { srp }: StepOf<"DEVICE_PASSWORD_VERIFIER">,
  responses: Metadata,
): Promise<AuthAnswer> {
  const { user } = signIn;
  const device = requireDevice(user, signIn.deviceKey, responses);
  if (user === undefined || !isProof(srp, { group: device.groupKey, id: device.key }, responses))
    throw refusals.wrongPassword();
  return finish({ ...signIn, user, source: "TokenGeneration_AuthenticateDevice" });
}

function requireDevice(
  user: User | undefined,
  deviceKey: string | undefined,
  responses: Metadata,
): Device & { verifier: Verifier } {
  const device = user?.devices.find(({ key }) => key === deviceKey);
  const given = responses.DEVICE_KEY;
  if (device?.verifier === undefined || given !== deviceKey)
    throw refusals.noResource("Device does not exist.");
  return { ...device, verifier: device.verifier };
}
