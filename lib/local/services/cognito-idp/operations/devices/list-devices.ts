import { deviceAnswer } from "../answers";
import { operation } from "../contract";
import { pageOf } from "../pages";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListDevices.html */
export const listDevices = operation(
  { AccessToken: "text!", Limit: "number", PaginationToken: "text" },
  async (pools, { AccessToken, Limit, PaginationToken }) => {
    const { user } = await pools.holderOf(AccessToken);
    const { items, next } = pageOf(
      user.devices.filter(({ verifier }) => verifier !== undefined),
      PaginationToken,
      Limit,
    );
    return { Devices: items.map(deviceAnswer), ...(next !== undefined && { PaginationToken: next }) };
  },
);
