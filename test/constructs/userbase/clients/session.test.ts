import type { UserbaseProps, UserbaseUserClientProps } from "../../../../lib/constructs/userbase";
import { only, testStack } from "../../../support/stack";
import { failure } from "../../api/support/api";
import { account, directory, named } from "../support";

const client = (web: UserbaseUserClientProps, props: UserbaseProps = {}) =>
  named(directory({ ...props, clients: { web } }).stack, "aws_cognito_user_pool_client", "Auth_Client_web");

describe("the sessions of a client", () => {
  test.each([
    ["3 minutes", 3],
    ["900 seconds", 15],
  ] as const)("leave %s for each step of a sign-in", (sessionValidity, minutes) => {
    expect(client({ sessionValidity }).auth_session_validity).toBe(minutes);
  });

  test.each<[UserbaseUserClientProps["refreshTokenRotation"], object]>([
    [true, { feature: "ENABLED", retry_grace_period_seconds: 0 }],
    [{ retryGracePeriod: "1 minute" }, { feature: "ENABLED", retry_grace_period_seconds: 60 }],
  ])(
    "rotate refresh tokens with %j, without the flow that AWS refuses together with it",
    (rotation, expected) => {
      const found = client({ refreshTokenRotation: rotation });
      expect(found.refresh_token_rotation).toEqual([expected]);
      expect(found.explicit_auth_flows).toEqual(["ALLOW_USER_SRP_AUTH"]);
    },
  );

  test("keep their refresh tokens by default, and when rotation is off", () => {
    expect(client({})).not.toHaveProperty("refresh_token_rotation");
    const found = client({ refreshTokenRotation: false });
    expect(found.refresh_token_rotation).toEqual([{ feature: "DISABLED" }]);
    expect(found.explicit_auth_flows).toContain("ALLOW_REFRESH_TOKEN_AUTH");
  });

  const override = (userPoolClient: object) => ({ cdk: { userPoolClient } });
  test.each<[object, string, string]>([
    [{ sessionValidity: "2 minutes" }, "out-of-range", "sessionValidity"],
    [{ sessionValidity: "16 minutes" }, "out-of-range", "sessionValidity"],
    [{ sessionValidity: "200 seconds" }, "out-of-range", "sessionValidity"],
    [{ sessionValidity: 3 }, "duration-invalid", "sessionValidity"],
    [
      { sessionValidity: "3 minutes", ...override({ authSessionValidity: 4 }) },
      "props-exclude",
      "sessionValidity",
    ],
    [{ refreshTokenRotation: "on" }, "prop-invalid", "refreshTokenRotation"],
    [{ refreshTokenRotation: { grace: 1 } }, "key-unknown", "refreshTokenRotation"],
    [
      { refreshTokenRotation: { retryGracePeriod: "61 seconds" } },
      "out-of-range",
      "refreshTokenRotation.retryGracePeriod",
    ],
    [
      { refreshTokenRotation: true, ...override({ refreshTokenRotation: [] }) },
      "props-exclude",
      "refreshTokenRotation",
    ],
    [
      { refreshTokenRotation: true, ...override({ explicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"] }) },
      "userbase-rotation-flow",
      "cdk.userPoolClient.explicitAuthFlows",
    ],
  ])("are refused: %j", (web, code, key) => {
    expect(failure(() => client(web as UserbaseUserClientProps))).toMatchObject({
      code,
      prop: `clients["web"].${key}`,
    });
  });

  test("do not rotate in the plan lite", () => {
    const error = failure(() => client({ refreshTokenRotation: true }, { featureTier: "lite" }));
    expect(error).toMatchObject({ code: "userbase-tier", prop: 'clients["web"].refreshTokenRotation' });
  });
});

describe("the deletion protection of a directory", () => {
  test.each([
    [true, "destroy", "ACTIVE"],
    [false, "retain", "INACTIVE"],
  ] as const)("%p wins over the removal policy %s", (deletionProtection, defaultRemovalPolicy, expected) => {
    const { stack } = directory({ deletionProtection }, testStack({ account, defaultRemovalPolicy }));
    expect(only(stack, "aws_cognito_user_pool").deletion_protection).toBe(expected);
  });

  test("is given once", () => {
    const cdk = { userPool: { deletionProtection: "ACTIVE" } };
    const error = failure(() => directory({ deletionProtection: true, cdk }));
    expect(error).toMatchObject({ code: "props-exclude", prop: "deletionProtection" });
  });
});
