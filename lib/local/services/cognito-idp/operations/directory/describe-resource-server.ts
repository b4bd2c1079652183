import { text } from "../../../../../model/resources/values";
import { refusals } from "../../errors";
import { operation } from "../contract";
import { resourceServerAnswer, resourceServersOf } from "../resource-servers";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeResourceServer.html */
export const describeResourceServer = operation(
  { UserPoolId: "text!", Identifier: "text!" },
  (pools, { UserPoolId, Identifier }) => {
    pools.requirePool(UserPoolId);
    const found = resourceServersOf(pools, UserPoolId).find(
      (each) => text(each, "identifier") === Identifier,
    );
    if (found === undefined) throw refusals.noResource(`Resource server ${Identifier} does not exist.`);
    return { ResourceServer: resourceServerAnswer(found) };
  },
);
