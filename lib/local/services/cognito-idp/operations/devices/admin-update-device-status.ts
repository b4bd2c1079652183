import { requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateDeviceStatus.html */
export const adminUpdateDeviceStatus = operation(
  { UserPoolId: "text!", Username: "text!", DeviceKey: "text!", DeviceRememberedStatus: "text" },
  (pools, { UserPoolId, Username, DeviceKey, DeviceRememberedStatus }) => {
    const pool = pools.requirePool(UserPoolId);
    const device = requireDevice(pool.users.require(Username), DeviceKey);
    device.isRemembered = DeviceRememberedStatus === "remembered";
    device.modifiedAt = pool.clock.now();
    return {};
  },
);
