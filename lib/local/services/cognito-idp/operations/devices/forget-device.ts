import { requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ForgetDevice.html */
export const forgetDevice = operation(
  { AccessToken: "text", DeviceKey: "text!" },
  async (pools, { AccessToken, DeviceKey }) => {
    const { user } = await pools.holderOf(AccessToken ?? "");
    const device = requireDevice(user, DeviceKey);
    user.devices = user.devices.filter((each) => each !== device);
    return {};
  },
);
