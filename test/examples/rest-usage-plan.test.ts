/** @group processes */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { packageFolder, runApp, template } from "./support";

const service = "dev-weather-Service";
const outdir = join(temporaryFolder(), "cdktf.out");

beforeAll(() => {
  runApp("examples/rest-usage-plan", "main.ts", { CDKTF_OUTDIR: outdir });
});

/** The function with a handler, as it is deployed. */
function functionWith(handler: string) {
  const functions = Object.values(template(outdir, service).resource.aws_lambda_function ?? {});
  const found = functions.find((fn) => fn.handler === handler);
  if (found === undefined) throw new Error(`no function with the handler ${handler}`);
  return found;
}

/** Invokes a packaged function in a process that finds no module of this repository. */
function invoke(handler: string, event: object): { readonly statusCode: number; readonly body: string } {
  const stack = template(outdir, service);
  const [file = "", name = ""] = handler.split(".");
  const program = `require(${JSON.stringify(`./${file}.js`)}).${name}(${JSON.stringify(event)}, {}).then((it) => console.log(JSON.stringify(it)))`;
  const folder = packageFolder(outdir, service, stack, functionWith(handler));
  const answer = execFileSync(process.execPath, ["-e", program], {
    cwd: folder,
    env: {},
    encoding: "utf8",
    // This test ignores its warnings.
    stdio: "pipe",
  });
  return JSON.parse(answer);
}

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("a plan with a quota lets one key use the stage", () => {
  const { resource } = template(outdir, service);
  expect(Object.values(resource.aws_api_gateway_usage_plan ?? {})).toMatchObject([
    { quota_settings: { limit: 1000, period: "DAY" }, throttle_settings: { rate_limit: 5, burst_limit: 10 } },
  ]);
  expect(Object.values(resource.aws_api_gateway_usage_plan_key ?? {})).toMatchObject([
    { key_type: "API_KEY" },
  ]);
});

test("readings want a key, changes a token, and preflights neither", () => {
  const methods = Object.values(template(outdir, service).resource.aws_api_gateway_method ?? {});
  const summary = methods.map((each) => [
    each.http_method,
    each.authorization,
    each.api_key_required ?? false,
  ]);
  expect(summary.filter(([method]) => method === "GET")).toEqual([
    ["GET", "NONE", true],
    ["GET", "NONE", true],
  ]);
  expect(summary.filter(([method]) => method === "PUT")).toEqual([["PUT", "CUSTOM", false]]);
  const preflights = summary.filter(([method]) => method === "OPTIONS");
  expect(preflights).toEqual(preflights.map(() => ["OPTIONS", "NONE", false]));
});

describe("the API of the stations", () => {
  const resources = () => template(outdir, "dev-weather-Stations").resource;
  const valuesOf = (type: string) => Object.values(resources()[type] ?? {});

  test("each method says who may call it", () => {
    const summary = valuesOf("aws_api_gateway_method").map((each) => [
      each.http_method,
      each.authorization,
      each.api_key_required ?? false,
    ]);
    expect(summary.filter(([method]) => method !== "OPTIONS").sort()).toEqual([
      // Health and summary.
      ["GET", "NONE", false],
      ["GET", "NONE", false],
      ["GET", "NONE", true],
      ["POST", "COGNITO_USER_POOLS", false],
      ["PUT", "CUSTOM", false],
      ["PUT", "CUSTOM", false],
    ]);
  });

  test("the authorizer of stations is asked once in five minutes", () => {
    expect(valuesOf("aws_api_gateway_authorizer").filter(({ type }) => type === "REQUEST")).toMatchObject([
      {
        authorizer_result_ttl_in_seconds: 300,
        identity_source: "method.request.header.X-Station,method.request.header.X-Station-Token",
      },
    ]);
  });

  test("pictures have their own limit in the plan", () => {
    expect(valuesOf("aws_api_gateway_usage_plan")).toMatchObject([
      {
        api_stages: [{ throttle: [{ path: "/stations/{id}/picture/GET", rate_limit: 1, burst_limit: 2 }] }],
        quota_settings: { limit: 20, period: "DAY" },
      },
    ]);
    expect(valuesOf("aws_api_gateway_rest_api")).toMatchObject([{ binary_media_types: ["image/png"] }]);
  });

  test("the deployment waits for the mock that is added by hand", () => {
    const [deployment] = valuesOf("aws_api_gateway_deployment");
    expect(deployment?.depends_on).toEqual(
      expect.arrayContaining([
        "aws_api_gateway_method.GetHealth",
        "aws_api_gateway_integration.HealthMock",
        "aws_api_gateway_integration_response.HealthMock503",
      ]),
    );
  });
});

describe("packaged functions run", () => {
  test("and answers a REST event", () => {
    const { statusCode, body } = invoke("functions/weather.reading", { pathParameters: { id: "hill" } });
    expect([statusCode, JSON.parse(body)]).toEqual([200, expect.objectContaining({ id: "hill" })]);
  });

  test("and refuses who has no token", () => {
    const methodArn = "arn:aws:execute-api:eu-west-1:123456789012:abc/dev/PUT/stations/hill";
    const answer = invoke("functions/authorizer.handler", { methodArn, authorizationToken: "Bearer guess" });
    expect(answer).toMatchObject({
      policyDocument: { Statement: [{ Effect: "Deny", Resource: methodArn }] },
    });
  });
});
