import { clientAnswer } from "../clients/client-answer";
import { operation } from "../contract";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_DescribeUserPoolClient.html */
export const describeUserPoolClient = operation(
  { UserPoolId: "text!", ClientId: "text!" },
  (pools, { UserPoolId, ClientId }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    return { UserPoolClient: clientAnswer(pool, client) };
  },
);
