import { cognitoCaller } from "../../../lib/local";
import { identityMembers } from "../../../lib/local/identities/cognito-caller";
import { poolsModel } from "./model";

const model = poolsModel({ aws_cognito_identity_pool: { Pool: { identity_pool_name: "notes" } } });

test("a user has the same identity in every run, and the provider names the user's pool", () => {
  const ada = cognitoCaller(model, "ada", "dev-notes-Users");
  expect(ada).toEqual(cognitoCaller(model, "ada", "dev-notes-Users"));
  expect(ada).toMatchObject({
    identityPoolId: expect.stringMatching(/^eu-west-1:/),
    identityId: expect.stringMatching(/^eu-west-1:[0-9a-f-]{36}$/),
    amr: [
      "authenticated",
      expect.stringMatching(/^cognito-idp\.eu-west-1\.amazonaws\.com\/eu-west-1_/),
      expect.stringMatching(/:CognitoSignIn:[0-9a-f-]{36}$/),
    ],
  });
  expect(cognitoCaller(model, "bob", "dev-notes-Users")?.identityId).not.toBe(ada?.identityId);
});

test("a guest is not authenticated", () => {
  expect(cognitoCaller(model, undefined, undefined)?.amr).toEqual(["unauthenticated"]);
});

test("without an identity pool there is no identity", () => {
  expect(cognitoCaller(poolsModel(), "ada", "dev-notes-Users")).toBeUndefined();
});

test("events of format 1.0 name the kind and the providers", () => {
  const caller = { identityPoolId: "p", identityId: "i", amr: ["authenticated", "a", "b"] };
  expect(identityMembers(caller)).toEqual({
    cognitoAuthenticationProvider: "a,b",
    cognitoAuthenticationType: "authenticated",
    cognitoIdentityId: "i",
    cognitoIdentityPoolId: "p",
  });
  expect(new Set(Object.values(identityMembers(undefined)))).toEqual(new Set([null]));
});
