import { deviceAnswer, requireDevice } from "../answers";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetDevice.html */
export const adminGetDevice = operation(
  { DeviceKey: "text!", UserPoolId: "text!", Username: "text!" },
  (pools, { DeviceKey, UserPoolId, Username }) => {
    const user = pools.requirePool(UserPoolId).users.require(Username);
    return { Device: deviceAnswer(requireDevice(user, DeviceKey)) };
  },
);
