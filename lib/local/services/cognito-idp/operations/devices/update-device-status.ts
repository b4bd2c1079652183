import { requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UpdateDeviceStatus.html */
export const updateDeviceStatus = operation(
  { AccessToken: "text!", DeviceKey: "text!", DeviceRememberedStatus: "text" },
  async (pools, { AccessToken, DeviceKey, DeviceRememberedStatus }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const device = requireDevice(user, DeviceKey);
    device.isRemembered = DeviceRememberedStatus === "remembered";
    device.modifiedAt = pool.clock.now();
    return {};
  },
);
