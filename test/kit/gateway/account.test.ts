import { createGatewayAccount, findGatewayAccount } from "../../../lib/kit/gateway";
import { only, testStack } from "../../support/stack";

describe("the account's log role for API Gateway", () => {
  test("may write logs, and is set when it may", () => {
    const stack = testStack({ region: "cn-north-1" });
    createGatewayAccount(stack);
    const attachment = only(stack, "aws_iam_role_policy_attachment");
    expect(attachment.policy_arn).toBe(
      "arn:aws-cn:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs",
    );
    expect(only(stack, "aws_api_gateway_account").depends_on).toEqual([
      expect.stringMatching(/^aws_iam_role_policy_attachment\./),
    ]);
  });

  test("is one per stack, for REST and WebSocket APIs alike", () => {
    const stack = testStack();
    expect(findGatewayAccount(stack)).toBeUndefined();
    const account = createGatewayAccount(stack);
    expect([createGatewayAccount(stack), findGatewayAccount(stack)]).toEqual([account, account]);
  });
});
