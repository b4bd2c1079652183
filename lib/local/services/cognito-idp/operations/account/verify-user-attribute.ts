import { refusals } from "../../errors";
import { takeCode } from "../../state/pending-codes";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerifyUserAttribute.html */
export const verifyUserAttribute = operation(
  { AccessToken: "text!", AttributeName: "text!", Code: "text!" },
  async (pools, { AccessToken, AttributeName, Code }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const attribute = (["email", "phone_number"] as const).find((each) => each === AttributeName);
    if (attribute === undefined) throw refusals.invalid(`${AttributeName} cannot be verified.`);
    takeCode(user, `verify-${attribute}`, Code, pool.clock.now());
    const value = user.pending[attribute] ?? user.attributes[attribute];
    if (value === undefined) throw refusals.expiredCode();
    pool.users.checkAlias(attribute, value, user);
    delete user.pending[attribute];
    user.attributes = { ...user.attributes, [attribute]: value, [`${attribute}_verified`]: "true" };
    user.modifiedAt = pool.clock.now();
    return {};
  },
);
