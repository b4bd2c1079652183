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
    api: isSeparate ? {} : { policy },
    resources: isSeparate ? { "aws_api_gateway_rest_api_policy.p": { rest_api_id: "abc123", policy } } : {},
  });
};

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html */
describe("REST API resource policy", () => {
  const anonymous =
    "User: anonymous is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:eu-west-1:********9012:abc123/dev/GET/b";

  test.each([true, false])("lets in whom it allows, as a separate resource: %s", async (isSeparate) => {
    const api = await served([statement("Allow", "execute-api:/dev/GET/a")], isSeparate);
    expect((await call(api.url, "/dev/a")).status).toBe(200);
    expect(await call(api.url, "/dev/b")).toMatchObject({
      status: 403,
      text: JSON.stringify({ Message: anonymous }),
    });
  });

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

  test.each([
    ["has conditions", { Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }],
    ["names callers", { Principal: { AWS: "arn:aws:iam::123456789012:root" } }],
  ])("one that %s is not evaluated, which is said once", async (_, more) => {
    const api = await served([statement("Deny", "*", more)]);
    expect((await call(api.url, "/dev/a")).status).toBe(200);
    expect(api.context.reported.filter(({ event }) => event === "warning")).toEqual([
      {
        event: "warning",
        text: expect.stringMatching(/^dev-app-Api: its resource policy .* is not evaluated here/),
      },
    ]);
  });
});
