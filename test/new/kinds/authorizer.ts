import { namesOf } from "../names";
import type { NewKind } from "./kind";

const folder = "lib/constructs/api/authorizers";

export const authorizer: NewKind = {
  form: /^[a-z]+(_[a-z]+)*$/,
  formInWords: "the value of `type`: lower-case words with underscores",
  example: "partner_token",
  summary: "a kind of authorizer of Api",
  plan(name) {
    const { pascal, camel, kebab } = namesOf(name);
    const props = `Api${pascal}Authorizer`;
    return {
      files: {
        [`${folder}/${kebab}.ts`]: kindFile(camel, props),
        [`test/constructs/api/authorizers/${kebab}.test.ts`]: testFile(name),
      },
      insertions: [
        {
          path: `${folder}/props.ts`,
          before: "/** An authorizer that routes refer to by its key. */",
          text: propsText(name, props),
        },
        { path: `${folder}/props.ts`, after: "export type ApiAuthorizer =", text: ` ${props} |` },
        {
          path: `${folder}/index.ts`,
          after: 'import { jwtAuthorizer } from "./jwt";\n',
          text: `import { ${camel}Authorizer } from "./${kebab}";\n`,
        },
        {
          path: `${folder}/index.ts`,
          before: "} satisfies AuthorizerKinds<",
          text: `  ${name}: ${camel}Authorizer,\n`,
        },
        { path: "lib/index.ts", before: "  type ApiUserPoolAuthorizer,\n", text: `  type ${props},\n` },
        {
          path: "lib/constructs/api/README.md",
          before: "\n## CORS\n",
          text: `\n\`${name}\`:\n\n<!-- props ${folder}/props.ts ${props} -->\n\n<!-- end -->\n`,
        },
      ],
      next: [
        "npm run docs",
        `Write the check and the config of the authorizer in ${folder}/${kebab}.ts.`,
        "Let the local server answer it in lib/local/gateways/http/authorize.ts, if AWS decides in another way than for a JWT.",
        "Write a line in CHANGELOG.md.",
      ],
    };
  },
};

const propsText = (
  name: string,
  props: string,
) => `/** A sample: accepts tokens of an issuer that publishes its keys. */
export interface ${props} extends AuthorizerProps {
  /** Accepts tokens of an issuer. */
  readonly type: "${name}";
  /** The issuer, and whom its tokens are for. @default - required, unless \`cdk.authorizer\` is given */
  readonly jwt?: ApiJwt | undefined;
}

`;

const kindFile = (camel: string, props: string) => `import { propKeys } from "../../../kit/core";
import { authorizerKeys, isPartial, planJwt } from "../../../kit/gateway";
import { type ApiAuthorizerKind, parseIdentitySource } from "./kind";
import type { ${props} } from "./props";

export const ${camel}Authorizer: ApiAuthorizerKind<${props}> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<${props}>()({ ...authorizerKeys, identitySource: true, jwt: "map" }),
  plan(declaration, { identitySource, jwt }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    const jwtConfiguration = planJwt(declaration, jwt, !isPartial(declaration));
    return { create: () => ({ config: { authorizerType: "JWT", identitySources, jwtConfiguration } }) };
  },
};
`;

const testFile = (name: string) => `import { Api, type ApiAuthorizer } from "../../../../lib/constructs/api";
import { only, testStack } from "../../../support/stack";
import { failure } from "../support/api";

const jwt = { issuer: "https://login.example.com", audience: ["notes"] };

function apiWith(authorizer: ApiAuthorizer) {
  const stack = testStack();
  new Api(stack, "Api", {
    authorizers: { members: authorizer },
    defaults: { authorizer: "members" },
    routes: { "GET /": "functions/notes.get" },
  });
  return stack;
}

describe("Api ${name} authorizers", () => {
  test("check issuer and audience of the token in the header", () => {
    expect(only(apiWith({ type: "${name}", jwt }), "aws_apigatewayv2_authorizer")).toMatchObject({
      name: "members",
      authorizer_type: "JWT",
      identity_sources: ["$request.header.Authorization"],
      jwt_configuration: jwt,
    });
  });

  test("refuse a lack of the issuer", () => {
    const error = failure(() => apiWith({ type: "${name}" }));
    expect(error.prop).toBe('authorizers["members"].jwt');
  });
});
`;
