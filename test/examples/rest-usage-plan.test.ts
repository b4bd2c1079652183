import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { cleanEnvironment, packageFolder, root, template } from "./support";

const service = "dev-weather-Service";
const outdir = join(temporaryFolder(), "cdktf.out");

beforeAll(() => {
  execFileSync(process.execPath, [require.resolve("tsx/cli"), "main.ts"], {
    cwd: join(root, "examples/rest-usage-plan"),
    env: { ...cleanEnvironment(), CDKTF_OUTDIR: outdir },
    stdio: "pipe",
  });
}, 60_000);

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
  const answer = execFileSync(process.execPath, ["-e", program], { cwd: folder, env: {}, encoding: "utf8" });
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

describe("what is packaged runs", () => {
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
