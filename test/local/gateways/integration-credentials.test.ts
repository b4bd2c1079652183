import { integrationCredentials } from "../../../lib/local/gateways/send-request";
import { sessionIn } from "../../../lib/local/wire/local-credentials";
import { accessKeys, localCredentials } from "../../support/access-keys";

describe("credentials of an integration", () => {
  test("are those of its role", () => {
    const roleArn = "arn:aws:iam::123456789012:role/service/send";
    expect(sessionIn(integrationCredentials(accessKeys, roleArn).sessionToken ?? "")).toEqual({
      roleArn,
      sessionName: "BackplaneAssumeRoleSession",
    });
  });

  test.each([undefined, "arn:aws:iam::*:user/*"])("are the developer's without a role: %s", (roleArn) => {
    expect(integrationCredentials(accessKeys, roleArn)).toBe(localCredentials);
  });
});
