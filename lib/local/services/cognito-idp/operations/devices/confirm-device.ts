import { requireText } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { operation } from "../contract";

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex");

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ConfirmDevice.html */
export const confirmDevice = operation(
  { AccessToken: "text!", DeviceKey: "text!", DeviceSecretVerifierConfig: "structure", DeviceName: "text" },
  async (pools, { AccessToken, DeviceKey, DeviceSecretVerifierConfig = {}, DeviceName }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const device = user.devices.find(({ key }) => key === DeviceKey);
    if (device === undefined) throw refusals.noResource("Device does not exist.");
    const [salt, verifier] = ["Salt", "PasswordVerifier"].map((name) =>
      hex(requireText(DeviceSecretVerifierConfig, name)),
    );
    if (!salt || !verifier) throw refusals.invalid("Invalid device secret verifier.");
    const asksUser = pool.settings.devices?.asksUser ?? true;
    device.verifier = { salt, verifier };
    if (DeviceName !== undefined) device.name = DeviceName;
    device.isRemembered = !asksUser;
    device.modifiedAt = pool.clock.now();
    return { UserConfirmationNecessary: asksUser };
  },
);
