import { type App, type Block, blockAt, changed, type Place, placesOf } from "./apps";
import { newlyAllowed, type Statement } from "./judge";
import { type PolicyPlace, policiesOf, withStatements } from "./policies";

/** An opening that is planted into an app. */
export interface Planted {
  readonly kind: string;
  /** The changed place, for messages. */
  readonly where: string;
  /** The app with the opening; undefined if the judge says that the change opens nothing. */
  readonly make: () => App | undefined;
}

type Mutate = (statement: Statement, place: PolicyPlace) => Statement | undefined;

const listed = (value: unknown): readonly string[] => [value].flat().map(String);
const has = (statement: Statement, ...names: readonly string[]): boolean =>
  statement.Effect === "Allow" && names.every((name) => statement[name] !== undefined);

/** Changes of one statement that may allow more; the judge says whether they do. */
const ofStatements: Readonly<Record<string, Mutate>> = {
  "a resource is widened": (statement) =>
    has(statement, "Resource")
      ? {
          ...statement,
          Resource: listed(statement.Resource).map((each, index) =>
            index === 0 ? each.replace(/[^:/]*$/, "*") : each,
          ),
        }
      : undefined,
  "all resources": (statement) => (has(statement, "Resource") ? { ...statement, Resource: "*" } : undefined),
  "all but one resource": (statement) => {
    if (!has(statement, "Resource")) return undefined;
    const { Resource: _, ...rest } = statement;
    return { ...rest, NotResource: "arn:aws:s3:::kept" };
  },
  "an action is added": (statement) =>
    has(statement, "Action")
      ? {
          ...statement,
          Action: [
            ...listed(statement.Action),
            `${listed(statement.Action)[0]?.split(":")[0]}:DeleteEverything`,
          ],
        }
      : undefined,
  "an action is widened": (statement) =>
    has(statement, "Action")
      ? {
          ...statement,
          Action: listed(statement.Action).map((each, index) =>
            index === 0 ? `${each.split(":")[0]}:*` : each,
          ),
        }
      : undefined,
  "all but some actions": (statement) => {
    if (!has(statement, "Action")) return undefined;
    const { Action: _, ...rest } = statement;
    return { ...rest, NotAction: "iam:*" };
  },
  "the conditions are dropped": (statement) => {
    if (!has(statement, "Condition")) return undefined;
    const { Condition: _, ...rest } = statement;
    return rest;
  },
  "one condition is dropped": (statement) => {
    if (!has(statement, "Condition")) return undefined;
    const [, ...others] = Object.entries(Object(statement.Condition));
    return { ...statement, Condition: Object.fromEntries(others) };
  },
  "a condition has another value": (statement) => {
    if (!has(statement, "Condition")) return undefined;
    const [[operator, keys] = ["", {}], ...others] = Object.entries(Object(statement.Condition));
    const [[key, value] = ["", ""], ...more] = Object.entries(Object(keys));
    const widened = { [operator]: Object.fromEntries([[key, [...listed(value), "planted"]], ...more]) };
    return { ...statement, Condition: { ...Object.fromEntries(others), ...widened } };
  },
  "everyone is a principal": (statement) =>
    has(statement, "Principal") ? { ...statement, Principal: "*" } : undefined,
  "another account is a principal": (statement) =>
    has(statement, "Principal") && typeof statement.Principal === "object"
      ? { ...statement, Principal: { ...statement.Principal, AWS: "arn:aws:iam::999999999999:root" } }
      : undefined,
  "another service is a principal": (statement) =>
    has(statement, "Principal") && typeof statement.Principal === "object"
      ? {
          ...statement,
          Principal: {
            ...statement.Principal,
            Service: [...listed((statement.Principal as Block).Service ?? []), "planted.amazonaws.com"],
          },
        }
      : undefined,
};

/** The openings of policies. */
function ofPolicies(app: App): readonly Planted[] {
  return policiesOf(app).flatMap((place) =>
    place.statements.flatMap((statement, index) => {
      const with_ = (other: readonly Statement[]): readonly Statement[] => [
        ...place.statements.slice(0, index),
        ...other,
        ...place.statements.slice(index + 1),
      ];
      const variants = Object.entries(ofStatements).flatMap(([kind, mutate]) => {
        const mutated = mutate(statement, place);
        return mutated === undefined ? [] : [{ kind, statements: with_([mutated]) }];
      });
      const removed =
        statement.Effect === "Deny" ? [{ kind: "a denial is removed", statements: with_([]) }] : [];
      return [...variants, ...removed].map(({ kind, statements }) => ({
        kind: `${kind} (${place.attribute === "policy" ? place.type : "trust"})`,
        where: `${place.stack} ${place.type}.${place.name} statement ${index}`,
        make: () =>
          newlyAllowed(place.statements, statements) === undefined
            ? undefined
            : withStatements(app, place, statements),
      }));
    }),
  );
}

interface Change {
  readonly type: string;
  readonly kind: string;
  readonly applies: (block: Block, app: App) => boolean;
  readonly change: (block: Block, blocks: Record<string, Record<string, Block>>, name: string) => void;
}

const isProtected = ({ authorization_type: type }: Block): boolean => type !== undefined && type !== "NONE";
const policy = (statement: object): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: [statement] });

/** Changes of settings that open something by their nature. */
const ofSettings: readonly Change[] = [
  {
    type: "aws_apigatewayv2_route",
    kind: "an authorizer is removed",
    applies: isProtected,
    change: (block) => {
      block.authorization_type = "NONE";
      delete block.authorizer_id;
      delete block.authorization_scopes;
    },
  },
  {
    type: "aws_apigatewayv2_route",
    kind: "the type of authorization is left out",
    applies: isProtected,
    change: (block) => {
      delete block.authorization_type;
      delete block.authorizer_id;
    },
  },
  {
    type: "aws_apigatewayv2_route",
    kind: "scopes are dropped",
    applies: ({ authorization_scopes: scopes }) => Array.isArray(scopes),
    change: (block) => {
      delete block.authorization_scopes;
    },
  },
  {
    type: "aws_apigatewayv2_route",
    kind: "a scope is added",
    applies: ({ authorization_scopes: scopes }) => Array.isArray(scopes),
    change: (block) => {
      block.authorization_scopes = [...(block.authorization_scopes as string[]), "planted"];
    },
  },
  {
    type: "aws_apigatewayv2_route",
    kind: "an open route is added",
    // The clients of a WebSocket are those of $connect.
    applies: (_, app) =>
      placesOf(app, "aws_apigatewayv2_api").every((place) => blockAt(app, place).protocol_type === "HTTP"),
    change: (block, blocks) => {
      Object.assign(blocks.aws_apigatewayv2_route ?? {}, {
        planted: { ...block, route_key: "GET /planted", authorization_type: "NONE" },
      });
    },
  },
  {
    type: "aws_apigatewayv2_authorizer",
    kind: "a client is added",
    applies: ({ authorizer_type: type }) => type === "JWT",
    change: (block) => {
      const jwt = block.jwt_configuration as Block;
      jwt.audience = [...((jwt.audience as string[] | undefined) ?? ["x"]), "planted"];
    },
  },
  {
    type: "aws_apigatewayv2_authorizer",
    kind: "another issuer",
    applies: ({ authorizer_type: type }) => type === "JWT",
    change: (block) => {
      (block.jwt_configuration as Block).issuer = "https://planted.example.com";
    },
  },
  {
    type: "aws_apigatewayv2_authorizer",
    kind: "identity sources are dropped",
    applies: ({ authorizer_type: type, identity_sources: sources }) =>
      type !== "JWT" && Array.isArray(sources) && sources.length > 0,
    change: (block) => {
      block.identity_sources = [];
    },
  },
  {
    type: "aws_api_gateway_method",
    kind: "an authorizer is removed",
    applies: ({ authorization: type }) => type !== "NONE",
    change: (block) => {
      block.authorization = "NONE";
      delete block.authorizer_id;
    },
  },
  {
    type: "aws_api_gateway_method",
    kind: "the key is dropped",
    applies: ({ api_key_required: needs }) => needs === true,
    change: (block) => {
      block.api_key_required = false;
    },
  },
  {
    type: "aws_api_gateway_method",
    kind: "scopes are dropped",
    applies: ({ authorization_scopes: scopes }) => Array.isArray(scopes),
    change: (block) => {
      delete block.authorization_scopes;
    },
  },
  {
    type: "aws_api_gateway_usage_plan",
    kind: "throttles are dropped",
    applies: ({ throttle_settings: throttle }) => throttle !== undefined,
    change: (block) => {
      delete block.throttle_settings;
    },
  },
  {
    type: "aws_api_gateway_usage_plan",
    kind: "a quota is raised",
    applies: ({ quota_settings: quota }) => quota !== undefined,
    change: (block) => {
      (block.quota_settings as Block).limit = 99_999_999;
    },
  },
  {
    type: "aws_apigatewayv2_stage",
    kind: "throttles are dropped",
    applies: ({ default_route_settings: settings }) =>
      settings !== undefined && (settings as Block).throttling_rate_limit !== undefined,
    change: (block) => {
      delete block.default_route_settings;
    },
  },
  {
    type: "aws_apigatewayv2_api",
    kind: "CORS: credentials",
    applies: ({ cors_configuration: cors }) =>
      cors !== undefined && (cors as Block).allow_credentials !== true,
    change: (block) => {
      (block.cors_configuration as Block).allow_credentials = true;
    },
  },
  {
    type: "aws_apigatewayv2_api",
    kind: "CORS: an origin",
    applies: ({ cors_configuration: cors }) =>
      cors !== undefined && !JSON.stringify((cors as Block).allow_origins).includes('"*"'),
    change: (block) => {
      (block.cors_configuration as Block).allow_origins = ["*"];
    },
  },
  {
    type: "aws_apigatewayv2_api",
    kind: "CORS: for all sites",
    applies: ({ cors_configuration: cors, protocol_type: type }) => cors === undefined && type === "HTTP",
    change: (block) => {
      block.cors_configuration = { allow_origins: ["*"], allow_methods: ["*"] };
    },
  },
  {
    type: "aws_s3_bucket_cors_configuration",
    kind: "CORS: an origin",
    applies: () => true,
    change: (block) => {
      const [rule = {}] = [block.cors_rule].flat() as Block[];
      rule.allowed_origins = ["*"];
    },
  },
  {
    type: "aws_lambda_function_url",
    kind: "a URL without signatures",
    applies: ({ authorization_type: type }) => type === "AWS_IAM",
    change: (block) => {
      block.authorization_type = "NONE";
    },
  },
  {
    type: "aws_lambda_function",
    kind: "a URL is added",
    applies: () => true,
    change: (_block, blocks, name) => {
      blocks.aws_lambda_function_url = {
        ...blocks.aws_lambda_function_url,
        planted: {
          function_name: `\${aws_lambda_function.${name}.function_name}`,
          authorization_type: "NONE",
        },
      };
    },
  },
  {
    type: "aws_lambda_permission",
    kind: "the source is dropped",
    applies: ({ source_arn: source }) => source !== undefined,
    change: (block) => {
      delete block.source_arn;
      delete block.source_account;
    },
  },
  {
    type: "aws_lambda_permission",
    kind: "everyone may invoke",
    applies: ({ principal }) => principal !== "*",
    change: (block) => {
      block.principal = "*";
    },
  },
  {
    type: "aws_s3_bucket_public_access_block",
    kind: "a block is off",
    applies: () => true,
    change: (block) => {
      block.block_public_policy = false;
    },
  },
  {
    type: "aws_s3_bucket_public_access_block",
    kind: "the blocks are removed",
    applies: () => true,
    change: (_block, blocks, name) => {
      delete blocks.aws_s3_bucket_public_access_block?.[name];
    },
  },
  {
    type: "aws_s3_bucket_policy",
    kind: "a statement for everyone",
    applies: () => true,
    change: (block) => {
      block.policy = policy({
        Effect: "Allow",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: `arn:aws:s3:::planted/*`,
      });
    },
  },
  {
    type: "aws_cognito_identity_pool",
    kind: "guests",
    applies: ({ allow_unauthenticated_identities: guests }) => guests !== true,
    change: (block) => {
      block.allow_unauthenticated_identities = true;
    },
  },
  {
    type: "aws_cognito_user_pool",
    kind: "everyone may sign up",
    applies: ({ admin_create_user_config: config }) =>
      (config as Block | undefined)?.allow_admin_create_user_only === true,
    change: (block) => {
      delete block.admin_create_user_config;
    },
  },
  {
    type: "aws_cognito_user_pool_client",
    kind: "a callback",
    applies: ({ callback_urls: urls }) => Array.isArray(urls),
    change: (block) => {
      block.callback_urls = [...(block.callback_urls as string[]), "https://planted.example.com"];
    },
  },
  {
    type: "aws_cognito_user_pool_client",
    kind: "a flow",
    applies: () => true,
    change: (block) => {
      block.explicit_auth_flows = [
        ...((block.explicit_auth_flows as string[] | undefined) ?? []),
        "ALLOW_PLANTED_AUTH",
      ];
    },
  },
  {
    type: "aws_appsync_graphql_api",
    kind: "an API key",
    applies: ({ authentication_type: type }) => type !== "API_KEY",
    change: (block) => {
      block.authentication_type = "API_KEY";
    },
  },
  {
    type: "aws_iam_role",
    kind: "a policy is attached",
    applies: () => true,
    change: (_block, blocks, name) => {
      blocks.aws_iam_role_policy_attachment = {
        planted: {
          role: `\${aws_iam_role.${name}.name}`,
          policy_arn: "arn:aws:iam::aws:policy/AdministratorAccess",
        },
      };
    },
  },
  {
    type: "aws_iam_role",
    kind: "an inline policy is added",
    applies: () => true,
    change: (block) => {
      block.inline_policy = [
        { name: "planted", policy: policy({ Effect: "Allow", Action: "s3:DeleteObject", Resource: "*" }) },
      ];
    },
  },
  {
    type: "aws_security_group",
    kind: "the internet is let in",
    applies: () => true,
    change: (block) => {
      block.ingress = [
        ...([block.ingress ?? []].flat() as Block[]),
        { from_port: 22, to_port: 22, protocol: "tcp", cidr_blocks: ["0.0.0.0/0"] },
      ];
    },
  },
  {
    type: "aws_lb",
    kind: "a load balancer in the internet",
    applies: ({ internal }) => internal === true,
    change: (block) => {
      block.internal = false;
    },
  },
];

/** All openings that can be planted into an app. */
export function plantedIn(app: App): readonly Planted[] {
  return [...ofPolicies(app), ...ofSettings.flatMap((each) => ofSetting(app, each))];
}

function ofSetting(app: App, { type, kind, applies, change }: Change): readonly Planted[] {
  return placesOf(app, type)
    .filter((place) => applies(blockAt(app, place), app))
    .map((place: Place) => ({
      kind: `${kind} (${type})`,
      where: `${place.stack} ${type}.${place.name}`,
      make: () => changed(app, place, (block, blocks) => change(block, blocks, place.name)),
    }));
}
