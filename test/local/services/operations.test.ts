import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { lambdaAccess } from "../../../lib/local/services/lambda/access";
import { s3Access } from "../../../lib/local/services/s3/access";
import { serviceTable } from "../../../lib/local/services/service-table";
import { describedServices, isEmulated, operationsOf } from "../../docs/operations-table";
import { testModel } from "../support/model";
import { serviceContext } from "./context";

const targets = {
  "cognito-idp": "AWSCognitoIdentityProviderService",
  "cognito-identity": "AWSCognitoIdentityService",
};

let router: EndpointRouter;
const told: string[] = [];

beforeAll(async () => {
  router = await EndpointRouter.start((event) => void (event.event === "refusal" && told.push(event.reason)));
  const running = describedServices.map(async (name) => {
    const service = await serviceTable.get(name)?.start(serviceContext());
    return service === undefined ? [] : [[name, service] as const];
  });
  router.serve(new Map((await Promise.all(running)).flat()));
});
afterAll(() => router.close());

/** Asks for an operation as the SDKs do: by a header, or STS by a form. */
async function ask(service: (typeof describedServices)[number], operation: string) {
  const authorization = `AWS4-HMAC-SHA256 Credential=a/20260102/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  const form = { headers: { authorization }, body: new URLSearchParams({ Action: operation }) };
  const json =
    service === "sts"
      ? form
      : { headers: { authorization, "x-amz-target": `${targets[service]}.${operation}` }, body: "{}" };
  const response = await fetch(router.url, { method: "POST", ...json });
  return [response.status, await response.text()] as const;
}

// The list of operations is that of the SDK's client.
describe.each(describedServices)("operations of %s", (service) => {
  const left = operationsOf(service).filter((name) => !isEmulated(service, name));

  test.each(left)("%s answers 501 by name, with a line in the log", async (operation) => {
    const text = `serverform local does not emulate ${operation} of ${service}.`;
    expect(await ask(service, operation)).toEqual([501, expect.stringContaining(text)]);
    expect(told).toContain(text);
  });

  test("that are emulated answer otherwise, and SDKs have each of them", async () => {
    const all = operationsOf(service);
    const emulated = all.filter((name) => isEmulated(service, name));
    const statuses = await Promise.all(emulated.map(async (name) => (await ask(service, name))[0]));
    expect(statuses).not.toContain(501);
    expect(emulated.length + left.length).toBe(all.length);
  });
});

/** The operations of a REST client with their methods and paths, as the schema of the client has them. */
function restOperations(client: string): readonly (readonly [name: string, method: string, path: string])[] {
  const file = join(__dirname, `../../../node_modules/@aws-sdk/${client}/dist-es/schemas/schemas_0.js`);
  const text = readFileSync(file, "utf8");
  const names = new Map(
    [...text.matchAll(/const (_\w+) = "([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  return [...text.matchAll(/= \[9, n0, (_\w+),\s*\{.*?\["([A-Z]+)", "(\/[^"]*)", \d+\]/gs)].map(
    ([, key, method = "", path = ""]) => [names.get(key) ?? "", method, path],
  );
}

describe.each([
  ["lambda", "client-lambda", Object.keys(lambdaAccess), 88],
  ["s3", "client-s3", Object.keys(s3Access), 100],
] as const)("operations of %s that are not emulated", (service, client, emulated, least) => {
  const all = restOperations(client).filter(([name]) => name !== "WriteGetObjectResponse");

  test("are named in their refusal, all of them", async () => {
    expect(all.length).toBeGreaterThanOrEqual(least);
    const kind = serviceTable.get(service);
    const running = await kind?.start(
      serviceContext({ model: testModel({ aws_s3_bucket: { A: { bucket: "a" } } }) }),
    );
    const answers = await Promise.all(
      all.map(async ([name, method, path]) => {
        const url = (service === "s3" ? `/a${path}` : path)
          .replace(/\{Key\+\}/, "k")
          .replace(/\{\w+\}/g, "x");
        const request = { service, method, url, headers: {}, body: Buffer.from("{}"), operation: undefined };
        const { status, body } = (await running?.handle(request)) ?? { status: 0 };
        return { name, status, text: String(body) };
      }),
    );
    const left = answers.filter(({ status }) => status === 501);
    expect(left.length).toBeGreaterThan(50);
    // The address of one that is emulated does not name it without its parameters.
    const missing = left.filter(({ name }) => !emulated.includes(name));
    const unnamed = missing.filter(
      ({ name, text }) => !text.includes(`does not emulate ${name} of ${service}.`),
    );
    expect(unnamed).toEqual([]);
  });
});
