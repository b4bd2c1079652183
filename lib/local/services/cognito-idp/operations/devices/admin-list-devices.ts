import { deviceAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminListDevices.html */
export const adminListDevices = operation(
  { UserPoolId: "text!", Username: "text!", Limit: "number", PaginationToken: "text" },
  (pools, { UserPoolId, Username, Limit, PaginationToken }) => {
    const { devices } = pools.requirePool(UserPoolId).users.require(Username);
    const { items, next } = pageOf(
      devices.filter(({ verifier }) => verifier !== undefined),
      PaginationToken,
      Limit,
    );
    return { Devices: items.map(deviceAnswer), ...(next !== undefined && { PaginationToken: next }) };
  },
);
