import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { createFunctionUrls } from "../../../../lib/local/gateways/function-url";
import { createLoadBalancers } from "../../../../lib/local/gateways/load-balancer";
import type { Values } from "../../../../lib/model";
import { serveRestApi } from "../../gateways/rest/support";
import { testContext } from "../../gateways/support/context";
import { functionArn, serveApi } from "../../gateways/support/http-api";
import { modelOf } from "../../gateways/support/model";
import { call, closeAll, serve } from "../../gateways/support/serve";

/** A request, and members of the event that AWS made of it. */
interface Fact {
  readonly name: string;
  readonly gateway: string;
  readonly source: string;
  readonly request: { readonly method: string; readonly path: string; readonly headers: readonly string[] };
  readonly event: object;
  /** Members that the event does not have. */
  readonly without?: readonly string[];
  /** The result of the function. @default - a status */
  readonly answer?: object;
  /** Headers that the client gets, by names in lower case. */
  readonly response?: object;
}

const { facts } = JSON.parse(readFileSync(join(__dirname, "request-lines.json"), "utf8")) as {
  readonly facts: readonly Fact[];
};

afterEach(closeAll);

/** The request that the function received, and the response of the client. */
interface Asked {
  readonly event: unknown;
  readonly headers: IncomingHttpHeaders;
}

type Ask = (request: Fact["request"]) => Promise<Asked>;

const gateways: Readonly<Record<string, (handler: () => object) => Promise<Ask>>> = {
  "http-api-1": (handler) => httpApi("1.0", handler),
  "http-api-2": (handler) => httpApi("2.0", handler),
  "rest-api": async (handler) => {
    const api = await serveRestApi({ methods: { "ANY /": handler, "ANY /{proxy+}": handler } });
    return async ({ path, ...request }) => {
      const { headers } = await call(api.url, `/dev${path}`, request);
      return { event: api.event(path === "/" ? "ANY /" : "ANY /{proxy+}"), headers };
    };
  },
  "function-url": async (handler) => {
    const context = testContext({ web: handler });
    const url = {
      function_name: "web",
      url_id: "web",
      function_url: "https://web.lambda-url.eu-west-1.on.aws/",
      function_arn: functionArn("web"),
      authorization_type: "NONE",
    };
    const [gateway] = createFunctionUrls(modelOf({ "aws_lambda_function_url.web": url }), context);
    if (gateway === undefined) throw new Error("no gateway");
    const base = await serve(gateway);
    return async ({ path, ...request }) => {
      const { headers } = await call(base, path, request);
      return { event: context.functions.events("web")[0], headers };
    };
  },
  "load-balancer": (handler) => balancer({}, handler),
  "load-balancer-multi-value": (handler) => balancer({ lambda_multi_value_headers_enabled: true }, handler),
};

async function httpApi(format: "1.0" | "2.0", handler: () => object): Promise<Ask> {
  const keys = ["ANY /{proxy+}", "ANY /handler/{proxy+}"];
  const api = await serveApi({ routes: Object.fromEntries(keys.map((key) => [key, handler])), format });
  return async ({ path, ...request }) => {
    const { headers } = await call(api.url, path, request);
    const event = api.event(path.startsWith("/handler/") ? "ANY /handler/{proxy+}" : "ANY /{proxy+}");
    return { event, headers };
  };
}

async function balancer(group: Values, handler: () => object): Promise<Ask> {
  const arn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/0";
  const context = testContext({ web: handler });
  const [gateway] = createLoadBalancers(
    modelOf({
      "aws_lb_listener_rule.web": {
        listener_arn:
          "arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
        action: [{ type: "forward", target_group_arn: arn }],
        condition: [{ path_pattern: { values: ["/*"] } }],
      },
      "aws_lb_target_group.web": { arn, target_type: "lambda", ...group },
      "aws_lb_target_group_attachment.web": { target_group_arn: arn, target_id: functionArn("web") },
    }),
    context,
  );
  if (gateway === undefined) throw new Error("no load balancer");
  const base = await serve(gateway);
  return async ({ path, ...request }) => {
    const { headers } = await call(base, path, request);
    return { event: context.functions.events("web")[0], headers };
  };
}

describe("requests arrive at functions, and their answers at clients, as AWS has passed them on", () => {
  test.each(facts.map((fact) => [fact.gateway, fact.name, fact] as const))(
    "%s: %s",
    async (gateway, _, { request, event, without = [], answer = { statusCode: 200 }, response = {} }) => {
      const ask = await gateways[gateway]?.(() => answer);
      const made = await ask?.({ ...request, headers: ["Host", "localhost", ...request.headers.slice(2)] });
      expect(made).toMatchObject({ event, headers: response });
      for (const member of without) expect(made?.event).not.toHaveProperty(member);
    },
  );
});
