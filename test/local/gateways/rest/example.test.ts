/** @group processes */

import { createHash } from "node:crypto";
import { handler as authorizer } from "../../../../examples/rest-usage-plan/functions/authorizer";
import { check, reading, stations } from "../../../../examples/rest-usage-plan/functions/weather";
import type { LocalEvent } from "../../../../lib/local";
import type { Gateway } from "../../../../lib/local/gateways/gateway";
import { createRestApis } from "../../../../lib/local/gateways/rest";
import type { Model } from "../../../../lib/model";
import { runApp } from "../../../examples/support";
import { read } from "../../../model/resources/output";
import { accessKeys } from "../../../support/access-keys";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { TestFunctions } from "../../support/functions";
import { call, closeAll, serve } from "../support/serve";

const adminTokenHash = createHash("sha256").update("open").digest("hex");
const variable = "SERVERFORM_Parameter_value_ADMIN_TOKEN_HASH";

let model: Model;
beforeAll(() => {
  const outdir = temporaryFolder();
  runApp("examples/rest-usage-plan", "main.ts", { CDKTF_OUTDIR: outdir, ADMIN_TOKEN_HASH: adminTokenHash });
  model = read(outdir).model;
  process.env[variable] = adminTokenHash;
});
afterAll(() => {
  delete process.env[variable];
});
afterEach(closeAll);

/** The code of each function of the model, by the handler that it names. */
const handlers: Readonly<Record<string, unknown>> = {
  "functions/authorizer.handler": authorizer,
  "functions/weather.stations": stations,
  "functions/weather.reading": reading,
  "functions/weather.check": check,
};

async function served() {
  const reported: LocalEvent[] = [];
  const functions = new TestFunctions((event, arn) => {
    const handler = model.find("aws_lambda_function", "arn", arn)?.values.handler;
    return (handlers[String(handler)] as (event: unknown) => unknown)(event);
  });
  const clock = new TestClock();
  const context = {
    accessKeys,
    functions,
    clock,
    report: (event: LocalEvent) => reported.push(event),
    endpoints: new Map<string, string>(),
    issuers: { keysOf: async () => ({ keys: [] }) },
  };
  const [gateway] = createRestApis(model, context);
  return { url: await serve(gateway as Gateway), gateway: gateway as Gateway, functions, clock, reported };
}

const apiKey = () => {
  const key = model.find("aws_api_gateway_api_key", "name", "dev-weather-Api-Newspaper");
  return { headers: { "x-api-key": String(key?.values.value) } };
};
const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html */
describe("example rest-usage-plan, as it is synthesized", () => {
  test("its routes are listed", async () => {
    const { gateway } = await served();
    expect(gateway.basePaths).toEqual(["/dev"]);
    const routes = gateway.routes.map(({ method, path, authorizer: by }) => `${method} ${path} ${by}`);
    expect(routes.sort()).toEqual([
      "GET /stations none",
      "GET /stations/{id} none",
      "OPTIONS / none",
      "OPTIONS /stations none",
      "OPTIONS /stations/{id} none",
      "PUT /stations/{id} admin-fn_token",
    ]);
  });

  test("readings are for those with a key", async () => {
    const { url, reported } = await served();
    expect(await call(url, "/dev/stations")).toMatchObject({
      status: 403,
      text: '{"message":"Forbidden"}',
      headers: cors,
    });
    expect(JSON.parse((await call(url, "/dev/stations", apiKey())).text)).toHaveLength(2);
    expect((await call(url, "/dev/stations/hill", apiKey())).text).toContain('"celsius":8.2');
    expect((await call(url, "/dev/stations/moon", apiKey())).status).toBe(404);
    const [line] = reported.flatMap((each) => (each.event === "access-log" ? [each.line] : []));
    expect(JSON.parse(line ?? "")).toMatchObject({
      httpMethod: "GET",
      path: "/dev/stations",
      resourcePath: "/stations",
      status: 403,
      principalId: "-",
    });
  });

  test("a key is held back by its plan", async () => {
    const { url, clock } = await served();
    const answers = await Promise.all(Array.from({ length: 11 }, () => call(url, "/dev/stations", apiKey())));
    expect(answers.filter(({ status }) => status === 429)).toMatchObject([
      { text: '{"message":"Too Many Requests"}', headers: cors },
    ]);
    clock.advance(1000);
    expect((await call(url, "/dev/stations", apiKey())).status).toBe(200);
  });

  test("a key has a thousand requests a day", async () => {
    const { url, clock } = await served();
    const statuses = new Map<number, number>();
    // As many at once as the plan's burst allows.
    for (let round = 0; round < 100; round += 1) {
      clock.advance(2000);
      const calls = Array.from({ length: 10 }, () => call(url, "/dev/stations", apiKey()));
      for (const { status } of await Promise.all(calls))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    clock.advance(2000);
    expect([...statuses]).toEqual([[200, 1000]]);
    expect((await call(url, "/dev/stations", apiKey())).text).toBe('{"message":"Limit Exceeded"}');
    clock.advance(24 * 60 * 60 * 1000);
    expect((await call(url, "/dev/stations", apiKey())).status).toBe(200);
  });

  test("readings are changed by the admin", async () => {
    // The authorizer runs in this process, and warns of the token that it refuses.
    jest.spyOn(console, "warn").mockReturnValueOnce();
    const { url, functions } = await served();
    const put = (authorization?: string) =>
      call(url, "/dev/stations/hill", {
        method: "PUT",
        headers: authorization === undefined ? {} : { authorization },
        body: '{"celsius":3}',
      });
    expect(await put()).toMatchObject({ status: 401, text: '{"message":"Unauthorized"}', headers: cors });
    expect(await put("Basic abc")).toMatchObject({ status: 401 });
    expect(functions.invoked).toEqual([]);
    expect(await put("Bearer closed")).toMatchObject({
      status: 403,
      text: '{"message":"User is not authorized to access this resource with an explicit deny"}',
    });
    expect(await put("Bearer open")).toMatchObject({ status: 200, text: '{"celsius":3,"by":"admin"}' });
  });

  test("preflight requests are answered without a function", async () => {
    const { url, functions } = await served();
    const headers = { origin: "https://a.test", "access-control-request-method": "PUT" };
    expect(await call(url, "/dev/stations/hill", { method: "OPTIONS", headers })).toMatchObject({
      status: 204,
      headers: { ...cors, "access-control-allow-methods": "OPTIONS,GET,PUT,POST,DELETE,PATCH,HEAD" },
    });
    expect(functions.invoked).toEqual([]);
  });

  test("missing paths are refused, with the headers of CORS", async () => {
    const { url } = await served();
    expect(await call(url, "/dev/nowhere")).toMatchObject({
      status: 403,
      text: '{"message":"Missing Authentication Token"}',
      headers: cors,
    });
  });
});
