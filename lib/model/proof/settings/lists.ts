import type { Values } from "../../resources/model";
import { block, blocks, flag, text, textMap, texts } from "../../resources/values";
import type { ListSetting } from "./setting";

const corsOf =
  (
    attribute: string,
    names: { readonly origins: string; readonly methods: string; readonly headers: string },
  ) =>
  (values: Values): readonly string[] =>
    blocks(values, attribute).flatMap((rule) => {
      const methods = texts(rule, names.methods);
      // Without a method, a page may send simple requests.
      const verbs = methods.length === 0 ? ["GET"] : methods;
      const origins = texts(rule, names.origins);
      const sorts =
        flag(rule, "allow_credentials") === true ? ["requests", "requests with cookies"] : ["requests"];
      return [
        ...sorts.flatMap((sort) =>
          origins.flatMap((origin) => verbs.map((verb) => `${sort} from ${origin}: ${verb}`)),
        ),
        ...origins.flatMap((origin) =>
          texts(rule, names.headers).map((header) => `header ${header.toLowerCase()} from ${origin}`),
        ),
        ...origins.flatMap((origin) =>
          texts(rule, "expose_headers").map((header) => `answer header ${header.toLowerCase()} to ${origin}`),
        ),
      ];
    });

const cors = (type: string, list: (values: Values) => readonly string[]): ListSetting => ({
  kind: "list",
  type,
  list,
  added: (name, entries) => `${name} answers pages of other sites: ${entries}`,
  removed: (name, entries) => `${name} no longer answers pages of other sites: ${entries}`,
});

const usual = { origins: "allow_origins", methods: "allow_methods", headers: "allow_headers" } as const;
const ofBuckets = {
  origins: "allowed_origins",
  methods: "allowed_methods",
  headers: "allowed_headers",
} as const;

/** The values of CORS headers in the responses of a REST API. */
const restCors = (values: Values): readonly string[] =>
  Object.entries(textMap(values, "response_parameters")).flatMap(([name, value]) => {
    const [, header = ""] = /\.Access-Control-(Allow-\w+|Allow-\w+-\w+)$/i.exec(name) ?? [];
    if (header === "") return [];
    return value
      .replace(/^'|'$/g, "")
      .split(",")
      .map((each) => `${header.toLowerCase()} ${each.trim()}`);
  });

/** Sources of traffic that a security group accepts. */
function ingressOf(rules: readonly Values[]): readonly string[] {
  return rules.flatMap((rule) => {
    const [from, to] = [text(rule, "from_port"), text(rule, "to_port")];
    const protocol = text(rule, "protocol") ?? text(rule, "ip_protocol") ?? "-1";
    const isAll = protocol === "-1";
    const ports = isAll ? "all ports" : `${protocol} ${from === to ? from : `${from}-${to}`}`;
    const sources = [
      "cidr_blocks",
      "ipv6_cidr_blocks",
      "cidr_ipv4",
      "cidr_ipv6",
      "prefix_list_ids",
      "prefix_list_id",
    ].flatMap((name) => texts(rule, name));
    const groups = ["security_groups", "source_security_group_id", "referenced_security_group_id"].flatMap(
      (name) => texts(rule, name),
    );
    return [...sources, ...groups].map((source) => `${source} on ${ports}`);
  });
}

const ingress = (type: string, list: (values: Values) => readonly string[]): ListSetting => ({
  kind: "list",
  type,
  list,
  added: (name, entries) => `the security group ${name} accepts traffic: ${entries}`,
  removed: (name, entries) => `the security group ${name} no longer accepts traffic: ${entries}`,
});

const listOf = (
  type: string,
  list: (values: Values) => readonly string[],
  what: (name: string) => string,
  more: Partial<ListSetting> = {},
): ListSetting => ({
  kind: "list",
  type,
  list,
  added: (name, entries) => `${what(name)} takes ${entries}`,
  removed: (name, entries) => `${what(name)} no longer takes ${entries}`,
  ...more,
});

/** A list of a client of a user pool, with the words before each entry and after its name. */
const ofClient = (attribute: string, before: string, behind = ""): ListSetting =>
  listOf(
    "aws_cognito_user_pool_client",
    (values) => texts(values, attribute).map((each) => `${before}${each}`),
    (name) => `the client ${name}${behind}`,
  );

const pool = "aws_cognito_identity_pool";

export const listSettings: readonly ListSetting[] = [
  cors("aws_apigatewayv2_api", corsOf("cors_configuration", usual)),
  cors("aws_lambda_function_url", corsOf("cors", usual)),
  cors("aws_s3_bucket_cors_configuration", corsOf("cors_rule", ofBuckets)),
  cors("aws_s3_bucket", corsOf("cors_rule", ofBuckets)),
  cors("aws_api_gateway_integration_response", restCors),
  cors("aws_api_gateway_gateway_response", restCors),
  ingress("aws_security_group", (values) => ingressOf(blocks(values, "ingress"))),
  ingress("aws_security_group_rule", (values) =>
    text(values, "type") === "ingress" ? ingressOf([values]) : [],
  ),
  ingress("aws_vpc_security_group_ingress_rule", (values) => ingressOf([values])),
  ofClient("callback_urls", "", ", after signing in,"),
  ofClient("logout_urls", "", ", after signing out,"),
  ofClient("allowed_oauth_scopes", "the scope "),
  ofClient("allowed_oauth_flows", "the flow "),
  ofClient("explicit_auth_flows", "the flow "),
  ofClient("supported_identity_providers", "users of "),
  listOf(
    pool,
    (values) => [
      ...blocks(values, "cognito_identity_providers").flatMap((each) => {
        const tokens = `tokens of ${text(each, "provider_name")} for ${text(each, "client_id")}`;
        const isChecked = flag(each, "server_side_token_check") === true;
        return isChecked ? [tokens] : [tokens, `revoked ${tokens}`];
      }),
      ...Object.entries(textMap(values, "supported_login_providers")).map(
        ([name, app]) => `tokens of ${name} for ${app}`,
      ),
      ...texts(values, "openid_connect_provider_arns"),
      ...texts(values, "saml_provider_arns"),
      ...texts(values, "developer_provider_name"),
    ],
    (name) => name,
  ),
  listOf(
    "aws_appsync_graphql_api",
    (values) =>
      [values, ...blocks(values, "additional_authentication_provider")].flatMap(
        (each) => text(each, "authentication_type") ?? [],
      ),
    (name) => name,
  ),
  listOf(
    "aws_appsync_api",
    (values) =>
      blocks(block(values, "event_config") ?? {}, "connection_auth_mode").flatMap(
        (each) => text(each, "auth_type") ?? [],
      ),
    (name) => `connections to ${name}`,
  ),
  listOf(
    "aws_ram_principal_association",
    (values) => texts(values, "principal"),
    (name) => `the resource share ${name}`,
    { countsWhenNew: true },
  ),
];
