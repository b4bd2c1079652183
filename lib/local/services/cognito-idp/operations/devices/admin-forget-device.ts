import { requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminForgetDevice.html */
export const adminForgetDevice = operation(
  { UserPoolId: "text!", Username: "text!", DeviceKey: "text!" },
  (pools, { UserPoolId, Username, DeviceKey }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    const device = requireDevice(user, DeviceKey);
    user.devices = user.devices.filter((each) => each !== device);
    return {};
  },
);
