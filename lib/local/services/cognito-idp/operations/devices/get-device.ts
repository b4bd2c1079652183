import { deviceAnswer, requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetDevice.html */
export const getDevice = operation(
  { DeviceKey: "text!", AccessToken: "text" },
  async (pools, { DeviceKey, AccessToken }) => {
    const { user } = await pools.holderOf(AccessToken ?? "");
    return { Device: deviceAnswer(requireDevice(user, DeviceKey)) };
  },
);
