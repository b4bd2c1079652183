import type { UserbaseUserClientProps } from "../../../../lib/constructs/userbase";
import { failure } from "../../api/support/api";
import { directory, named } from "../support";

const client = (web: UserbaseUserClientProps) =>
  named(directory({ clients: { web } }).stack, "aws_cognito_user_pool_client", "Auth_Client_web");

describe("how long tokens are valid", () => {
  test("is written with all units, each in the largest that fits", () => {
    expect(client({ accessTokenValidity: "90 minutes", refreshTokenValidity: "48 hours" })).toMatchObject({
      access_token_validity: 90,
      refresh_token_validity: 2,
      token_validity_units: [{ access_token: "minutes", id_token: "hours", refresh_token: "days" }],
    });
  });

  test("is chosen by the service by default", () => {
    expect(client({})).not.toHaveProperty("token_validity_units");
  });

  test.each([
    ["accessTokenValidity", "5 minutes"],
    ["accessTokenValidity", "1 day"],
    ["idTokenValidity", "1440 minutes"],
    ["refreshTokenValidity", "60 minutes"],
    ["refreshTokenValidity", "3650 days"],
  ])("may be %s: %s", (key, value) => {
    expect(client({ [key]: value })).toHaveProperty("token_validity_units");
  });

  test.each([
    [{ accessTokenValidity: "299 seconds" }, "out-of-range", "accessTokenValidity"],
    [{ accessTokenValidity: "25 hours" }, "out-of-range", "accessTokenValidity"],
    [{ idTokenValidity: "4 minutes" }, "out-of-range", "idTokenValidity"],
    [{ refreshTokenValidity: "59 minutes" }, "out-of-range", "refreshTokenValidity"],
    [{ refreshTokenValidity: "3651 days" }, "out-of-range", "refreshTokenValidity"],
    [
      { accessTokenValidity: "1 day", refreshTokenValidity: "23 hours" },
      "out-of-range",
      "refreshTokenValidity",
    ],
    [{ idTokenValidity: "an hour" }, "duration-invalid", "idTokenValidity"],
  ])("is refused: %j", (web, code, key) => {
    const given = web as UserbaseUserClientProps;
    expect(failure(() => client(given))).toMatchObject({ code, prop: `clients["web"].${key}` });
  });

  const overridden = (userPoolClient: object) => () => client({ cdk: { userPoolClient } } as never);

  test.each([
    { accessTokenValidity: 24 },
    { accessTokenValidity: 5, tokenValidityUnits: [{ accessToken: "minutes" }] },
    { refreshTokenValidity: 3650, tokenValidityUnits: [{ idToken: "minutes" }] },
  ])("may be overridden: %j", (given) => {
    expect(overridden(given)).not.toThrow();
  });

  test.each([
    [{ accessTokenValidity: 25 }, "accessTokenValidity", "25 hours"],
    [{ idTokenValidity: 4, tokenValidityUnits: [{ idToken: "minutes" }] }, "idTokenValidity", "4 minutes"],
    [{ refreshTokenValidity: 3651 }, "refreshTokenValidity", "3651 days"],
    [
      { refreshTokenValidity: 59, tokenValidityUnits: [{ refreshToken: "minutes" }] },
      "refreshTokenValidity",
      "59 minutes",
    ],
  ])("is refused in an override: %j", (given, key, value) => {
    const error = failure(overridden(given));
    expect(error).toMatchObject({ code: "out-of-range", prop: `clients["web"].cdk.userPoolClient.${key}` });
    expect(error.message).toContain(` is "${value}", outside `);
  });
});
