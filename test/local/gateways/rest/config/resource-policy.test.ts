import { call, closeAll } from "../../support/serve";
import { ok, serveRestApi } from "../support";

afterEach(closeAll);

const statement = (Effect: string, Resource: string, more: object = {}) => ({
  Effect,
  Principal: "*",
  Action: "execute-api:Invoke",
  Resource,
  ...more,
});

const served = (statements: readonly object[], isSeparate = false) => {
  const policy = JSON.stringify({ Version: "2012-10-17", Statement: statements });
  return serveRestApi({
    methods: { "GET /a": ok, "GET /b": ok },
    // The functions of this model are declared elsewhere.
    enforces: true,
    api: isSeparate ? {} : { policy },
    resources: isSeparate ? { "aws_api_gateway_rest_api_policy.p": { rest_api_id: "abc123", policy } } : {},
  });
};

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html */
describe("REST API resource policy", () => {
  const anonymous =
    "User: anonymous is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:eu-west-1:********9012:abc123/dev/GET/b";

  test.each([true, false])(
    "accepts the callers that it allows, as a separate resource: %s",
    async (isSeparate) => {
      const api = await served([statement("Allow", "execute-api:/dev/GET/a")], isSeparate);
      expect((await call(api.url, "/dev/a")).status).toBe(200);
      expect(await call(api.url, "/dev/b")).toMatchObject({
        status: 403,
        text: JSON.stringify({ Message: anonymous }),
      });
    },
  );

  test("a denial wins", async () => {
    const api = await served([
      statement("Allow", "*"),
      statement("Deny", "arn:aws:execute-api:*:*:abc123/dev/GET/b", { Principal: { AWS: "*" } }),
    ]);
    expect((await call(api.url, "/dev/a")).status).toBe(200);
    expect(await call(api.url, "/dev/b")).toMatchObject({
      text: JSON.stringify({ Message: `${anonymous} with an explicit deny` }),
    });
  });

  test.each<[string, object]>([
    ["a condition that is a list", { Condition: [] }],
    ["an operator that IAM does not have", { Condition: { IpEquals: { "aws:SourceIp": "127.0.0.1" } } }],
    ["no principal", { Principal: undefined }],
  ])("one that AWS refuses allows no caller: %s", async (_, more) => {
    const api = await served([statement("Allow", "*", more)]);
    expect((await call(api.url, "/dev/a")).status).toBe(403);
  });

  const caller = "arn:aws:iam::123456789012:user/local";
  test.each<[string, string, object, number]>([
    ["allows this network", "Allow", { Condition: { IpAddress: { "aws:SourceIp": "127.0.0.0/8" } } }, 200],
    ["allows another network", "Allow", { Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }, 403],
    ["denies other networks", "Deny", { Condition: { NotIpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }, 403],
    ["allows a client", "Allow", { Condition: { StringEquals: { "aws:UserAgent": "notes" } } }, 200],
    ["allows another client", "Allow", { Condition: { StringEquals: { "aws:UserAgent": "other" } } }, 403],
    ["allows callers of an account only", "Allow", { Principal: { AWS: caller } }, 403],
  ])("one that %s decides about callers without credentials", async (_, effect, more, status) => {
    const all = effect === "Deny" ? [statement("Allow", "*")] : [];
    const api = await served([...all, statement(effect, "*", more)]);
    const headers = { "user-agent": "notes" };
    expect((await call(api.url, "/dev/a", { headers })).status).toBe(status);
    expect(api.context.reported.filter(({ event }) => event === "warning")).toEqual([]);
  });

  test("a network that this machine cannot know is reported once, and its condition does not match", async () => {
    const condition = { Condition: { StringEquals: { "aws:SourceVpce": "vpce-1" } } };
    const api = await served([statement("Allow", "*", condition)]);
    for (const path of ["/dev/a", "/dev/b"]) expect((await call(api.url, path)).status).toBe(403);
    expect(api.context.reported.filter(({ event }) => event === "warning")).toEqual([
      { event: "warning", text: expect.stringContaining("The condition key aws:SourceVpce is not known") },
    ]);
  });
});
