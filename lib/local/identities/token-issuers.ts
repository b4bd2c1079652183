import { functionArnOf } from "../../facts/aws/function-arn";
import { tokenVerifier } from "../../facts/aws/function-variables";
import { jsonOf } from "../../facts/text/json";
import {
  block,
  clientsOf,
  issuerOfPoolArn,
  type Model,
  poolOfIssuer,
  type Resource,
  readAuthModes,
  text,
  textMap,
  texts,
  type UserPool,
  userPoolsOf,
  type Values,
} from "../../model";
import { fail } from "../errors";
import { matchesOf } from "./user-pools";

/** An issuer whose tokens an authorizer accepts, other than the user pools of the app. */
export interface TokenIssuer {
  /** Address of the resource that refers to the issuer. */
  readonly id: string;
  readonly name: string;
  /** The `iss` of accepted tokens. */
  readonly issuer: string;
  /** One of them is the `aud` of accepted tokens; empty if all are accepted. */
  readonly audiences: readonly string[];
  /** Whether it is a user pool, whose tokens have Cognito's claims. */
  readonly isUserPool: boolean;
  readonly resource: Resource;
}

/** The accepted tokens of an authorizer: of a user pool of the app, for one of its clients, or of another issuer. */
export type TokensOfAuthorizer =
  | (TokenKind & { readonly pool: UserPool; readonly client: string | undefined })
  | (TokenKind & { readonly issuer: TokenIssuer });

interface TokenKind {
  /** The accepted kind of token if no scopes are required. @default - both */
  readonly use?: "access" | "id" | undefined;
}

interface Accepted extends TokenKind {
  readonly resource: Resource;
  /** Undefined for an authorizer that is a function. */
  readonly issuer: string | undefined;
  readonly audiences: readonly string[];
}

/** The issuers of tokens that an app accepts, without its own user pools. */
export function tokenIssuersOf(model: Model): readonly TokenIssuer[] {
  const own = userPoolsOf(model);
  const all = acceptedIn(model);
  return all.flatMap((each) => {
    const { issuer, resource } = each;
    if (issuer === undefined || poolOfIssuer(own, issuer) !== undefined) return [];
    const isOneOfSeveral = all.some((other) => other.resource === resource && other.issuer !== issuer);
    const name = fullName(each);
    return [{ ...tokenIssuer(each, issuer), ...(isOneOfSeveral && { id: name, name }) }];
  });
}

/** The tokens that an authorizer accepts, by the name or path of the authorizer or of its API. */
export function requireAccepted(model: Model, wanted: string, where: string): TokensOfAuthorizer {
  const all = acceptedIn(model);
  const named = all.map((each) => ({ ...each, id: each.resource.address, name: nameOf(each.resource) }));
  const exact = named.filter((each) => fullName(each) === wanted);
  const matching = exact.length > 0 ? exact : matchesOf(named, wanted);
  const [first] = matching;
  if (first === undefined) {
    const parts = named.map(({ name }) => name);
    return fail(where, "part-not-found", "--authorizer", { part: "authorizer", value: wanted, parts });
  }
  const issuers = new Set(matching.map(({ issuer }) => issuer));
  if (issuers.size > 1) {
    const paths = new Set(matching.map(({ resource }) => resource.constructPath ?? resource.address));
    const parts = paths.size > 1 ? [...paths] : matching.map(fullName);
    fail(where, "local-several", "--authorizer", { part: "authorizer", value: wanted, parts });
  }
  const { issuer, use } = first;
  if (issuer === undefined)
    return fail(where, "local-authorizer-function", "--authorizer", { value: wanted });
  const pool = poolOfIssuer(userPoolsOf(model), issuer);
  if (pool === undefined) return { use, issuer: tokenIssuer(first, issuer) };
  return { use, pool, client: clientsOf(model, pool).find(({ id }) => first.audiences.includes(id))?.id };
}

const tokenIssuer = ({ resource, audiences }: Accepted, issuer: string): TokenIssuer => ({
  id: resource.address,
  name: nameOf(resource),
  issuer,
  audiences,
  isUserPool: /^https:\/\/cognito-idp\.[\w-]+\.[\w.]+\/[\w-]+$/.test(issuer),
  resource,
});

/** An AppSync API may accept several issuers: `graph/https://login.example.com`. */
const fullName = ({ resource, issuer }: Accepted): string => `${nameOf(resource)}/${issuer}`;

/** The name of an authorizer in the app: a `RestV1Api` adds the kind. */
const nameOf = ({ values, name, type }: Resource): string => {
  const given = text(values, "name") ?? name;
  return type === "aws_api_gateway_authorizer" ? given.replace(/-user_pools$/, "") : given;
};

/** The issuers of HTTP, WebSocket and REST APIs' authorizers, and of AppSync APIs. */
function acceptedIn(model: Model): readonly Accepted[] {
  const ofHttp = model.ofType("aws_apigatewayv2_authorizer").map((resource) => {
    const jwt = block(resource.values, "jwt_configuration") ?? {};
    return {
      resource,
      ...(verifiedBy(model, resource.values) ?? {
        issuer: text(jwt, "issuer"),
        audiences: texts(jwt, "audience"),
      }),
    };
  });
  const ofRest = model.ofType("aws_api_gateway_authorizer").map((resource) => {
    const [arn = ""] = texts(resource.values, "provider_arns");
    return { resource, issuer: issuerOfPoolArn(arn), audiences: [], use: "id" as const };
  });
  const appSync = ["aws_appsync_graphql_api", "aws_appsync_api"].flatMap((type) => model.ofType(type));
  const ofAppSync = appSync.flatMap((resource) =>
    readAuthModes(model, resource).flatMap((way) => {
      if (!("issuer" in way)) return [];
      // Clients are a pattern. If it lists ids, tokens are for those clients.
      const ids = way.clients?.split("|") ?? [];
      const audiences = ids.every((id) => /^[\w-]+$/.test(id)) ? ids : [];
      return [{ resource, issuer: way.issuer, audiences }];
    }),
  );
  return [...ofHttp, ...ofRest, ...ofAppSync];
}

/** The tokens that the library's function for the authorizer of a `WebSocketApi` accepts; undefined for other functions. */
function verifiedBy(model: Model, authorizer: Values): Omit<Accepted, "resource"> | undefined {
  const api = model.find("aws_apigatewayv2_api", "id", text(authorizer, "api_id") ?? "");
  const arn = functionArnOf(text(authorizer, "authorizer_uri") ?? "");
  const { values = {} } = model.find("aws_lambda_function", "arn", arn) ?? {};
  if (text(api?.values ?? {}, "protocol_type") !== "WEBSOCKET") return undefined;
  if (text(values, "handler") !== tokenVerifier.handler) return undefined;
  const variables = textMap(block(values, "environment") ?? {}, "variables");
  const issuer = variables[tokenVerifier.issuer];
  const audiences = jsonOf(variables[tokenVerifier.audience] ?? "");
  if (issuer === undefined || !Array.isArray(audiences)) return undefined;
  const use = variables[tokenVerifier.use] === "id" ? "id" : undefined;
  return { issuer, audiences: audiences.map(String), use };
}

/** Whether the app has such a function, which also accepts tokens signed by a developer on this machine. */
export const verifiesTokens = (model: Model): boolean =>
  model.ofType("aws_apigatewayv2_authorizer").some(({ values }) => verifiedBy(model, values) !== undefined);
