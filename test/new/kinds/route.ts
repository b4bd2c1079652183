import { namesOf } from "../names";
import type { NewKind } from "./kind";

const folder = "lib/constructs/api/routes";

export const route: NewKind = {
  form: /^[a-z]+(_[a-z]+)*$/,
  formInWords: "the value of `type`: lower-case words with underscores",
  example: "mirror",
  summary: "a kind of route of Api",
  plan(name) {
    const { pascal, camel, kebab } = namesOf(name);
    const props = `Api${pascal}RouteProps`;
    return {
      files: {
        [`${folder}/${kebab}.ts`]: kindFile(name, camel, props),
        [`test/constructs/api/routes/${kebab}.test.ts`]: testFile(name),
      },
      insertions: [
        {
          path: `${folder}/props.ts`,
          before: "/** The target of a route: a handler, a `Function`, or an object with more settings. */",
          text: propsText(name, props),
        },
        {
          path: `${folder}/props.ts`,
          before: "  | ApiGraphQLRouteProps<Name>;",
          text: `  | ${props}<Name>\n`,
        },
        {
          path: `${folder}/index.ts`,
          after: 'import { urlRoute } from "./url";\n',
          text: `import { ${camel}Route } from "./${kebab}";\n`,
        },
        { path: `${folder}/index.ts`, before: "} satisfies {", text: `  ${name}: ${camel}Route,\n` },
        { path: "lib/index.ts", before: "  type ApiUrlRouteProps,\n", text: `  type ${props},\n` },
        {
          path: "lib/constructs/api/library.ts",
          after: 'readonly type: "function"',
          text: ` | "${name}"`,
        },
        {
          path: "lib/constructs/api/README.md",
          before: "### Throttles and stage variables\n",
          text: `### \`type: "${name}"\`\n\n<!-- props ${folder}/props.ts ${props} -->\n\n<!-- end -->\n\n`,
        },
      ],
      next: [
        "npm run docs",
        `Write the checks, the integration and the permission of the route in ${folder}/${kebab}.ts.`,
        "Let the local server answer it in lib/local/gateways/http, if its integration is of a new kind.",
        "Write a line in CHANGELOG.md.",
      ],
    };
  },
};

const propsText = (
  name: string,
  props: string,
) => `/** A sample: a route that is forwarded to a host, with its path. */
export interface ${props}<Name extends string = string> extends ApiBaseRouteProps<Name> {
  /** Forwards requests to a host. */
  readonly type: "${name}";
  /** The host, without a scheme: \`example.com\`. */
  readonly host: string;
}

`;

const kindFile = (name: string, camel: string, props: string) => `import { Token } from "cdktf";
import { isWebAddress, propKeys } from "../../../kit/core";
import { routeKeys } from "../../../kit/gateway";
import { fail } from "../errors";
import { forwardIntegration } from "./forward";
import type { ApiRouteKind } from "./kind";
import type { ${props} } from "./props";

export const ${camel}Route: ApiRouteKind<${props}> = {
  keys: propKeys<${props}>()({ ...routeKeys, host: true }),
  plan({ api, prop, key }, { host }) {
    if (host === undefined) {
      fail(api, "prop-required", \`\${prop}.host\`, { remedy: 'Name the host to forward to: host: "example.com".' });
    }
    const isHost = typeof host === "string" && (Token.isUnresolved(host) || isWebAddress(\`https://\${host}\`));
    if (!isHost) fail(api, "prop-invalid", \`\${prop}.host\`, { value: host, expected: 'a host, such as "example.com"' });
    // API Gateway writes the greedy variable without its plus in addresses.
    const path = (key.route?.path ?? "").replaceAll("+}", "}");
    const target = { integrationUri: \`https://\${host}\${path}\` };
    return () => ({ integration: forwardIntegration(target, {}), metadataType: "${name}" });
  },
};
`;

const testFile = (name: string) => `import { Api } from "../../../../lib/constructs/api";
import { testStack } from "../../../support/stack";
import { failure, integration } from "../support/api";

function routeTo(host: string) {
  const stack = testStack();
  new Api(stack, "Api", { routes: { "GET /files/{proxy+}": { type: "${name}", host } } });
  return integration(stack, "GET /files/{proxy+}");
}

describe("Api ${name} routes", () => {
  test("forward the request with its path", () => {
    expect(routeTo("example.com")).toMatchObject({
      integration_type: "HTTP_PROXY",
      integration_uri: "https://example.com/files/{proxy}",
    });
  });

  test("refuse what is not a host", () => {
    const error = failure(() => routeTo("!? ä"));
    expect([error.code, error.prop]).toEqual(["prop-invalid", 'routes["GET /files/{proxy+}"].host']);
  });
});
`;
