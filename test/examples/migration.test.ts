/** @group processes */

import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { invokePackage } from "./invoke";
import { type Block, functionOfRoute, packageFolder, runApp, template } from "./support";

const network = "dev-migration-Network";
const servers = "dev-migration-Servers";
const shop = "dev-migration-Shop";
const partners = "dev-migration-Partners";
const outdir = join(temporaryFolder(), "cdktf.out");

beforeAll(() => {
  runApp("examples/migration", "main.ts", { CDKTF_OUTDIR: outdir });
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

/** How many resources of each type a stack has. */
const countsOf = (stack: string) =>
  Object.fromEntries(
    Object.entries(template(outdir, stack).resource).map(([type, named]) => [
      type,
      Object.keys(named).length,
    ]),
  );

/** The integration of a route. */
function integrationOf(stack: string, routeKey: string): Block {
  const { resource } = template(outdir, stack);
  const routes = Object.values(resource.aws_apigatewayv2_route ?? {});
  const target = String(routes.find(({ route_key }) => route_key === routeKey)?.target);
  const name = /aws_apigatewayv2_integration\.([^.]+)\.id/.exec(target)?.[1] ?? "";
  return resource.aws_apigatewayv2_integration?.[name] ?? {};
}

test.each([
  [network, { aws_apigatewayv2_vpc_link: 1, aws_security_group: 1, aws_subnet: 2, aws_vpc: 1 }],
  [servers, { aws_lb: 2, aws_lb_listener: 2, aws_lb_target_group: 2, aws_security_group: 1 }],
  [
    shop,
    {
      aws_apigatewayv2_api: 1,
      aws_apigatewayv2_integration: 14,
      aws_apigatewayv2_route: 14,
      aws_apigatewayv2_stage: 2,
      aws_lambda_function: 6,
    },
  ],
  [
    partners,
    {
      aws_apigatewayv2_api: 1,
      aws_apigatewayv2_authorizer: 2,
      aws_apigatewayv2_integration: 5,
      aws_apigatewayv2_route: 5,
      aws_apigatewayv2_stage: 1,
      aws_lambda_event_source_mapping: 1,
      aws_lambda_function: 7,
      aws_sqs_queue: 1,
    },
  ],
])("%s creates the documented resources", (stack, expected) => {
  expect(countsOf(stack)).toMatchObject(expected);
});

describe("the way into the private network", () => {
  test.each([
    ["GET /reports/{proxy+}", "Reports"],
    ["GET /stock/{proxy+}", "Stock"],
  ])("of %s is the one VPC link, to the listener", (routeKey, listener) => {
    expect(integrationOf(shop, routeKey)).toMatchObject({
      connection_type: "VPC_LINK",
      connection_id: expect.stringContaining("aws_apigatewayv2_vpc_link"),
      integration_uri: expect.stringContaining(`aws_lb_listener${listener}Listener`),
      integration_type: "HTTP_PROXY",
      integration_method: "ANY",
    });
  });

  test("is open from the gateway to the load balancer, and from there to the servers", () => {
    const [gateway] = Object.values(template(outdir, network).resource.aws_security_group ?? {});
    const [balancer] = Object.values(template(outdir, servers).resource.aws_security_group ?? {});
    const open = ({ egress, ingress }: Block = {}) => [ingress, egress];
    expect(open(gateway)).toMatchObject([undefined, [{ from_port: 80, cidr_blocks: ["10.20.0.0/16"] }]]);
    expect(open(balancer)).toMatchObject([
      [{ from_port: 80, security_groups: [expect.stringContaining("aws_security_groupGateway")] }],
      [{ from_port: 8080, cidr_blocks: ["10.20.0.0/16"] }],
    ]);
  });
});

test("the stage is made after the route that it has limits for", () => {
  const { resource } = template(outdir, shop);
  const stages = Object.values(resource.aws_apigatewayv2_stage ?? {});
  expect(stages.find(({ name }) => name === "$default")).toMatchObject({
    depends_on: [expect.stringMatching(/^aws_apigatewayv2_route\..*POST.*basket.*import/)],
    route_settings: [{ route_key: "POST /basket/import", throttling_rate_limit: 1 }],
    stage_variables: { catalogue: "published" },
  });
});

test("the route to the queue may send there, and do nothing else", () => {
  const { resource } = template(outdir, partners);
  expect(integrationOf(partners, "POST /orders")).toMatchObject({
    integration_subtype: "SQS-SendMessage",
    request_parameters: { MessageBody: "$request.body" },
  });
  const policies = Object.values(resource.aws_iam_role_policy ?? {}).map(({ policy }) => String(policy));
  expect(policies.filter((policy) => policy.includes("sqs:SendMessage"))).toEqual([
    expect.stringMatching(
      /^{"Version":"2012-10-17","Statement":\[{"Effect":"Allow","Action":"sqs:SendMessage","Resource":"arn:aws:sqs:[^*]*"}\]}$/,
    ),
  ]);
});

describe("packaged functions run", () => {
  const functionFor = (routeKey: string) => functionOfRoute(template(outdir, shop), routeKey);
  const folderFor = (routeKey: string) =>
    packageFolder(outdir, shop, template(outdir, shop), functionFor(routeKey));
  const call = (routeKey: string, event: object) =>
    invokePackage({ outdir, stack: shop, fn: functionFor(routeKey), event, environment: {} });

  test("in Node, in both formats", async () => {
    expect(await call("GET /products/featured", {})).toEqual({ id: "tea", name: "Green tea" });
    const event = { httpMethod: "GET", resource: "/basket", multiValueHeaders: { cookie: ["basket=tea:2"] } };
    expect(await call("GET /basket", event)).toMatchObject({ statusCode: 200, body: '{"tea":2}' });
  });

  test("in Python", () => {
    const program =
      "import invoices, json, types; print(json.dumps(invoices.handler({'pathParameters': {'id': '2026-17'}}, types.SimpleNamespace(function_name='fn'))))";
    const answer = execFileSync("python3", ["-B", "-c", program], {
      cwd: folderFor("GET /invoices/{id}"),
      encoding: "utf8",
    });
    expect(JSON.parse(JSON.parse(answer).body)).toEqual({ year: 2026, number: 17, function: "fn" });
  });

  test("the program also runs, and keeps its executable mode", () => {
    expect(functionFor("GET /status")).toMatchObject({ runtime: "provided.al2023", handler: "bootstrap" });
    const { mode } = statSync(join(folderFor("GET /status"), "bootstrap"));
    expect(mode & 0o777).toBe(0o755);
  });
});
