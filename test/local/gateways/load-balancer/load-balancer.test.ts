import { createLoadBalancers, readBalancerResponse } from "../../../../lib/local/gateways/load-balancer";
import type { Values } from "../../../../lib/model";
import { testModel } from "../../support/model";
import { testContext } from "../support/context";
import { closeAll, serve } from "../support/serve";

const listener =
  "arn:aws:elasticloadbalancing:us-east-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2";
const groupArn = (name: string) =>
  `arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/${name}/0`;
const functionArn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;

/** Rules of one listener, each with a function of its name. */
function balancer(rules: Readonly<Record<string, Values>>, group: Values = {}) {
  const each = <Value>(make: (name: string) => Value) =>
    Object.fromEntries(Object.keys(rules).map((name) => [name, make(name)]));
  return testModel({
    aws_lb_listener_rule: each((name) => ({
      listener_arn: listener,
      action: [{ type: "forward", target_group_arn: groupArn(name) }],
      ...rules[name],
    })),
    aws_lb_target_group: each((name) => ({ arn: groupArn(name), target_type: "lambda", ...group })),
    aws_lb_target_group_attachment: each((name) => ({
      target_group_arn: groupArn(name),
      target_id: functionArn(name),
    })),
  });
}

async function served(
  rules: Readonly<Record<string, Values>>,
  {
    group,
    answer = (event: unknown) => ({ statusCode: 200, body: JSON.stringify(event) }),
  }: {
    readonly group?: Values;
    readonly answer?: (event: unknown) => unknown;
  } = {},
) {
  const handlers = Object.fromEntries(Object.keys(rules).map((name) => [name, answer]));
  const context = testContext(handlers);
  const [gateway] = createLoadBalancers(balancer(rules, group), context);
  if (gateway === undefined) throw new Error("no load balancer");
  return { gateway, context, url: await serve(gateway) };
}

const paths = (...values: string[]): Values => ({ condition: [{ path_pattern: { values } }] });

afterAll(closeAll);

describe("a load balancer under the local server", () => {
  test("calls the function with the event of a load balancer", async () => {
    const { url, gateway } = await served({ notes: paths("/notes/*") });
    expect(gateway).toMatchObject({ kind: "ALB", name: "web" });
    expect(gateway.routes).toEqual([
      { method: "ANY", path: "/notes/*", authorizer: "none", target: "notes" },
    ]);
    const response = await fetch(`${url}/notes/1?a=%20b&a=c`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" },
      body: "{}",
    });
    expect(await response.json()).toMatchObject({
      requestContext: { elb: { targetGroupArn: groupArn("notes") } },
      httpMethod: "POST",
      path: "/notes/1",
      queryStringParameters: { a: "c" },
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": expect.stringMatching(/^203\.0\.113\.9, (127\.0\.0\.1|::1)$/),
        "x-forwarded-proto": "http",
        // As in https://github.com/aws/aws-lambda-go (events/testdata/alb-lambda-target-request-headers-only.json)
        "x-amzn-trace-id": expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      },
      body: "{}",
      isBase64Encoded: false,
    });
  });

  test("sends lists of values, if the target group asks for them, and takes them", async () => {
    const { url } = await served(
      { notes: paths("/*") },
      {
        group: { lambda_multi_value_headers_enabled: true },
        answer: (event) => ({
          statusCode: 201,
          multiValueHeaders: { "Set-Cookie": ["a=1", "b=2"] },
          body: Buffer.from(JSON.stringify(event)).toString("base64"),
          isBase64Encoded: true,
        }),
      },
    );
    const response = await fetch(`${url}/?a=%20b&a=c`, { headers: { "x-a": "1" } });
    expect([response.status, response.headers.getSetCookie()]).toEqual([201, ["b=2", "a=1"]]);
    const event = await response.json();
    expect(event).toMatchObject({
      multiValueQueryStringParameters: { a: ["%20b", "c"] },
      multiValueHeaders: { "x-a": ["1"] },
    });
    expect(event).not.toHaveProperty("headers");
  });

  test("sends bodies that are not text in base64", async () => {
    const { url } = await served({ notes: paths("/*") });
    const headers = { "content-type": "image/png" };
    const response = await fetch(url, { method: "PUT", headers, body: Buffer.from([1, 2]) });
    expect(await response.json()).toMatchObject({ body: "AQI=", isBase64Encoded: true });
  });

  const who = (name: string, values: Values): Readonly<Record<string, Values>> => ({
    [name]: values,
    other: { priority: 50, ...paths("/*") },
  });
  const hit = "hit";
  test.each<[string, Values, string, RequestInit & { method?: string }]>([
    ["a path with ?", paths("/n?tes"), "/notes", {}],
    ["one of several paths", paths("/a", "/notes"), "/notes", {}],
    ["a method", { condition: [{ http_request_method: { values: ["PUT"] } }] }, "/", { method: "PUT" }],
    ["a host", { condition: [{ host_header: { values: ["127.*"] } }] }, "/", {}],
    [
      "a header",
      { condition: [{ http_header: { http_header_name: "X-Beta", values: ["Y*"] } }] },
      "/",
      { headers: { "x-beta": "yes" } },
    ],
    ["an address", { condition: [{ source_ip: { values: ["127.0.0.0/8"] } }] }, "/", {}],
    ["a parameter", { condition: [{ query_string: [{ key: "v", value: "2" }] }] }, "/?v=2", {}],
    [
      "all of several conditions",
      { condition: [{ path_pattern: { values: ["/a"] } }, { http_request_method: { values: ["GET"] } }] },
      "/a",
      {},
    ],
  ])("asks the rules in their order: %s", async (_, rule, path, init) => {
    const { url, context } = await served(who(hit, { priority: 1, ...rule }));
    await fetch(url + path, init);
    await fetch(`${url}/else`, { method: "DELETE", headers: { host: "x" } });
    expect(context.functions.events(hit).length).toBeGreaterThanOrEqual(1);
  });

  test("skips rules unless all of their conditions hold", async () => {
    const condition = [{ path_pattern: { values: ["/a"] } }, { http_request_method: { values: ["PUT"] } }];
    const { url, context } = await served({ notes: { condition } });
    const response = await fetch(`${url}/a`);
    expect(response.status).toBe(503);
    expect(context.functions.invoked).toEqual([]);
    expect(context.reported).toMatchObject(
      [{ event: "request", status: 503, reason: /No rule/ }].map((each) => ({
        ...each,
        reason: expect.stringContaining("No rule"),
      })),
    );
  });

  test("refuses a body of more than 1 MB", async () => {
    const { url, context } = await served({ notes: paths("/*") });
    const response = await fetch(url, { method: "POST", body: Buffer.alloc(1024 * 1024 + 1) });
    expect([response.status, context.functions.invoked.length]).toEqual([413, 0]);
  });

  test.each([
    [
      "fails",
      () => {
        throw new Error("no ink");
      },
      "no ink",
    ],
    ["returns a text", () => "hello", "it is not an object"],
    ["returns no status", () => ({ body: "x" }), "statusCode"],
    ["returns more than 1 MB", () => ({ statusCode: 200, body: "é".repeat(512 * 1024) }), "larger than 1 MB"],
  ])("answers 502 for a function that %s, and says why", async (_, answer, reason) => {
    const { url, context } = await served({ notes: paths("/*") }, { answer });
    expect((await fetch(url)).status).toBe(502);
    expect(context.reported).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  });
});

test.each([
  [{ statusCode: 200, body: { a: 1 } }, /body is an object/],
  [{ statusCode: 200, headers: "x" }, /headers is not an object/],
  [{ statusCode: 99 }, /statusCode is 99/],
])("%j is not a response", (answer, problem) => {
  expect(readBalancerResponse(JSON.stringify(answer), false)).toMatch(problem);
});

test("a rule that leads to no function of the app makes no server", () => {
  const model = testModel({
    aws_lb_listener_rule: { It: { listener_arn: listener, action: [{ type: "redirect" }] } },
  });
  expect(createLoadBalancers(model, testContext())).toEqual([]);
});
