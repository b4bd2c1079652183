import { RestV1Api, type RestV1ApiProps } from "../../lib/constructs/rest-v1-api";
import { synthesized, testStack } from "../support/stack";

const handler = "functions/notes.get";

/** The addresses of the gateway's parts, and where they were before. */
function parts(props: RestV1ApiProps, add: (api: RestV1Api) => void = () => {}) {
  const stack = testStack();
  add(new RestV1Api(stack, "Api", props));
  const { resource, moved } = synthesized(stack);
  const all = Object.entries(resource)
    .filter(([type]) => /^aws_(api_gateway_|lambda_permission$)/.test(type))
    .flatMap(([type, each]) =>
      Object.entries(each).map(([id, block]) => ({
        at: `${type}.${id}`,
        block,
      })),
    );
  return {
    all,
    moved: (moved ?? []) as readonly { from: string; to: string }[],
  };
}

const addressesOf = (...given: Parameters<typeof parts>) => parts(...given).all.map(({ at }) => at);
const only = (all: readonly string[], text: string) => all.filter((each) => each.includes(text));

describe("REST paths and their methods between two deployments", () => {
  test.each([
    ["/notes", "/notes/{id}", "/notes/{noteId}"],
    ["/files", "/files/{name}", "/files/{proxy+}"],
    ["/a--b", "/a--b/{x}/c", "/a--b/{y}/c"],
  ])("below %s, %s and %s have the same addresses", (_, before, after) => {
    const of = (path: string) => addressesOf({ routes: { [`GET ${path}`]: handler } });
    expect(of(after)).toEqual(of(before));
  });

  test("a renamed variable changes only its part of the path", () => {
    const of = (name: string) =>
      parts({ routes: { [`GET /notes/{${name}}`]: handler } }).all.filter(
        ({ at }) => at.startsWith("aws_api_gateway_resource.") || at.startsWith("aws_api_gateway_method."),
      );
    const before = of("id");
    const changed = of("noteId").filter(
      ({ block }, index) => JSON.stringify(block) !== JSON.stringify(before[index]?.block),
    );
    expect(changed.map(({ block }) => block.path_part)).toEqual(["{noteId}"]);
  });

  test("an OPTIONS route has the addresses of the preflight method that it replaces", () => {
    const before = only(addressesOf({ routes: { "GET /x": handler } }), "_OPTIONS_--x");
    const after = only(addressesOf({ routes: { "GET /x": handler, "OPTIONS /x": handler } }), "_OPTIONS_--x");
    const lasting = before.filter((each) => /_(method|integration)\./.test(each));
    expect(lasting).toHaveLength(2);
    expect(after.filter((each) => !each.startsWith("aws_lambda_permission."))).toEqual(lasting);
  });

  test("responses of the gateway have one address per type, regardless of the setting that creates them", () => {
    const of = (id?: string) =>
      only(
        addressesOf({ routes: { "GET /": handler } }, (api) => {
          if (id !== undefined) api.cdk.restApi.addGatewayResponse(id, { type: "DEFAULT_4XX" });
        }),
        "aws_api_gateway_gateway_response.",
      ).sort();
    expect(of("Mine")).toEqual(of());
    expect(of("Other")).toEqual(of());
  });
});

describe("a state of version 0.1.0", () => {
  test("is moved to the present addresses", () => {
    const { moved } = parts({ routes: { "GET /x/{id}": handler } }, (api) => {
      api.cdk.restApi.addGatewayResponse("Mine", { type: "DEFAULT_4XX" });
    });
    const ids = moved.map(({ from, to }) => [from, to].map((each) => each.replace(/_[0-9A-F]{8}$/, "")));
    expect(ids.map(([from, to]) => `${from} > ${to?.split(".")[1]}`).sort()).toMatchInlineSnapshot(`
      [
        "aws_api_gateway_gateway_response.Api_CorsResponse_DEFAULT_5XX > Api_GatewayResponse_DEFAULT_5XX",
        "aws_api_gateway_gateway_response.Api_GatewayResponse_Mine > Api_GatewayResponse_DEFAULT_4XX",
        "aws_api_gateway_integration.Api_Cors_--_Integration > Api_Integration_OPTIONS_--",
        "aws_api_gateway_integration.Api_Cors_--x--id_Integration > Api_Integration_OPTIONS_--x--var",
        "aws_api_gateway_integration.Api_Cors_--x_Integration > Api_Integration_OPTIONS_--x",
        "aws_api_gateway_integration.Api_Integration_GET_--x--id > Api_Integration_GET_--x--var",
        "aws_api_gateway_integration_response.Api_Cors_--_IntegrationResponse > Api_IntegrationResponse_OPTIONS_--_204",
        "aws_api_gateway_integration_response.Api_Cors_--x--id_IntegrationResponse > Api_IntegrationResponse_OPTIONS_--x--var_204",
        "aws_api_gateway_integration_response.Api_Cors_--x_IntegrationResponse > Api_IntegrationResponse_OPTIONS_--x_204",
        "aws_api_gateway_method.Api_Cors_--_Method > Api_Method_OPTIONS_--",
        "aws_api_gateway_method.Api_Cors_--x--id_Method > Api_Method_OPTIONS_--x--var",
        "aws_api_gateway_method.Api_Cors_--x_Method > Api_Method_OPTIONS_--x",
        "aws_api_gateway_method.Api_Method_GET_--x--id > Api_Method_GET_--x--var",
        "aws_api_gateway_method_response.Api_Cors_--_MethodResponse > Api_MethodResponse_OPTIONS_--_204",
        "aws_api_gateway_method_response.Api_Cors_--x--id_MethodResponse > Api_MethodResponse_OPTIONS_--x--var_204",
        "aws_api_gateway_method_response.Api_Cors_--x_MethodResponse > Api_MethodResponse_OPTIONS_--x_204",
        "aws_api_gateway_resource.Api_Resource_--x--id > Api_Resource_--x--var",
        "aws_lambda_permission.Api_Permission_GET_--x--id > Api_Permission_GET_--x--var",
        "aws_lambda_permission.Api_TestPermission_GET_--x--id > Api_TestPermission_GET_--x--var",
      ]
    `);
  });

  test("has moves only between resources that exist", () => {
    const { moved, all } = parts({
      routes: {
        "GET /x/{id}": handler,
        "OPTIONS /x": handler,
        "GET /y/{a}/{b+}": handler,
      },
    });
    const present = new Set(all.map(({ at }) => at));
    expect(moved.filter(({ to }) => !present.has(to))).toEqual([]);
    expect(moved.filter(({ from }) => present.has(from))).toEqual([]);
    expect(new Set(moved.map(({ to }) => to)).size).toBe(moved.length);
  });
});
