import type {
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyEventV2WithJWTAuthorizer,
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
  PreTokenGenerationV2TriggerEvent,
} from "aws-lambda";
import { apiHandlers } from "../functions/api-handlers";
import { triggerHandlers } from "../functions/trigger-handlers";

/** A directory over memory: who was put into which group. */
function directory() {
  const added: string[][] = [];
  return {
    added,
    addToGroup: async (...args: string[]) => void added.push(args),
    listEmails: async (userPoolId: string) => [`ann@${userPoolId}`],
  };
}

const triggers = (own = directory()) => ({ ...triggerHandlers(own, "example.com"), added: own.added });
const api = () => apiHandlers(directory(), "pool");

describe("signing up", () => {
  const signUp = (email?: string) =>
    ({ request: { userAttributes: { email } } }) as unknown as PreSignUpTriggerEvent;

  test.each(["ann@example.com", "Ann@EXAMPLE.com"])("is open to %s", async (email) => {
    const event = signUp(email);
    expect(await triggers().preSignUp(event)).toBe(event);
  });

  test.each(["ann@example.org", "ann@example.com.example.org", undefined])(
    "is refused to %s",
    async (email) => {
      await expect(triggers().preSignUp(signUp(email))).rejects.toThrow("example.com");
    },
  );

  const confirmation = (triggerSource: string) =>
    ({ triggerSource, userPoolId: "pool", userName: "ann" }) as PostConfirmationTriggerEvent;

  test("makes a member", async () => {
    const { postConfirmation, added } = triggers();
    const event = confirmation("PostConfirmation_ConfirmSignUp");
    expect(await postConfirmation(event)).toBe(event);
    expect(added).toEqual([["pool", "ann", "members"]]);
  });

  test("is not repeated by a forgotten password", async () => {
    const { postConfirmation, added } = triggers();
    await postConfirmation(confirmation("PostConfirmation_ConfirmForgotPassword"));
    expect(added).toEqual([]);
  });
});

test("both tokens name the company", async () => {
  const event = {
    request: { userAttributes: { email: "ann@example.com" } },
  } as unknown as PreTokenGenerationV2TriggerEvent;
  const { response } = await triggers().preTokenGeneration(event);
  const added = { claimsToAddOrOverride: { company: "example.com" } };
  expect(response.claimsAndScopeOverrideDetails).toEqual({
    idTokenGeneration: added,
    accessTokenGeneration: added,
  });
});

describe("the routes", () => {
  const withToken = (claims: object) =>
    ({ requestContext: { authorizer: { jwt: { claims } } } }) as APIGatewayProxyEventV2WithJWTAuthorizer;

  test("tell users who they are", async () => {
    const { body } = await api().me(withToken({ sub: "1", company: "example.com" }));
    expect(JSON.parse(body ?? "")).toEqual({ id: "1", company: "example.com", groups: [] });
  });

  test.each([
    ["[members]", 403],
    ["[superadmins]", 403],
    [undefined, 403],
    ["[members admins]", 200],
  ])("show all users to admins only: %s is answered %p", async (groups, statusCode) => {
    expect(await api().list(withToken({ "cognito:groups": groups }))).toMatchObject({ statusCode });
  });

  test("tell callers with AWS credentials their identity", async () => {
    const iam = { cognitoIdentity: { identityId: "us-east-1:1" } };
    const event = {
      requestContext: { authorizer: { iam } },
    } as unknown as APIGatewayProxyEventV2WithIAMAuthorizer;
    expect(JSON.parse((await api().identity(event)).body ?? "")).toEqual({ identityId: "us-east-1:1" });
  });
});
