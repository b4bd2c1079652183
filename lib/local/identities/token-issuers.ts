import {
  clientsOf,
  issuerOfPoolArn,
  poolOfIssuer,
  type UserPool,
  userPoolsOf,
} from "../../model/identities/user-pools";
import type { Model, Resource } from "../../model/resources/model";
import { block, blocks, text, texts } from "../../model/resources/values";
import { fail } from "../errors";
import { matchesOf } from "./user-pools";

/** An issuer whose tokens an authorizer accepts, other than the user pools of the app. */
export interface TokenIssuer {
  /** Address of the resource that names the issuer. */
  readonly id: string;
  readonly name: string;
  /** The `iss` of accepted tokens. */
  readonly issuer: string;
  /** One of them is the `aud` of accepted tokens; empty where any is accepted. */
  readonly audiences: readonly string[];
  /** Whether it is a user pool, whose tokens have the claims of Cognito. */
  readonly isUserPool: boolean;
  readonly resource: Resource;
}

/** The tokens that an authorizer accepts: of a user pool of the app, for one of its clients, or of another issuer. */
export type TokensOfAuthorizer =
  | { readonly pool: UserPool; readonly client: string | undefined }
  | { readonly issuer: TokenIssuer };

interface Accepted {
  readonly resource: Resource;
  /** Undefined for an authorizer that is a function. */
  readonly issuer: string | undefined;
  readonly audiences: readonly string[];
}

/** The issuers of tokens that an app accepts, without its own user pools. */
export function tokenIssuersOf(model: Model): readonly TokenIssuer[] {
  const own = userPoolsOf(model);
  return acceptedIn(model).flatMap((each) => {
    const { issuer } = each;
    return issuer === undefined || poolOfIssuer(own, issuer) !== undefined ? [] : [tokenIssuer(each, issuer)];
  });
}

/** The tokens that an authorizer accepts, by the name or path of the authorizer, or of an API with its settings. */
export function requireAccepted(model: Model, wanted: string, where: string): TokensOfAuthorizer {
  const all = acceptedIn(model);
  const named = all.map((each) => ({ ...each, id: each.resource.address, name: nameOf(each.resource) }));
  const matching = matchesOf(named, wanted);
  const [first] = matching;
  if (first === undefined) {
    const parts = named.map(({ name }) => name);
    return fail(where, "part-not-found", "--authorizer", { part: "authorizer", value: wanted, parts });
  }
  const issuers = new Set(matching.map(({ issuer }) => issuer));
  if (issuers.size > 1) {
    const parts = matching.map(({ resource }) => resource.constructPath ?? resource.address);
    fail(where, "local-several", "--authorizer", { part: "authorizer", value: wanted, parts });
  }
  const { issuer } = first;
  if (issuer === undefined)
    return fail(where, "local-authorizer-function", "--authorizer", { value: wanted });
  const pool = poolOfIssuer(userPoolsOf(model), issuer);
  if (pool === undefined) return { issuer: tokenIssuer(first, issuer) };
  return { pool, client: clientsOf(model, pool).find(({ id }) => first.audiences.includes(id))?.id };
}

const tokenIssuer = ({ resource, audiences }: Accepted, issuer: string): TokenIssuer => ({
  id: resource.address,
  name: nameOf(resource),
  issuer,
  audiences,
  isUserPool: /^https:\/\/cognito-idp\.[\w-]+\.[\w.]+\/[\w-]+$/.test(issuer),
  resource,
});

const nameOf = ({ values, name }: Resource): string => text(values, "name") ?? name;

/** The issuers that the authorizers of HTTP and REST APIs and the settings of AppSync APIs name. */
function acceptedIn(model: Model): readonly Accepted[] {
  const ofHttp = model.ofType("aws_apigatewayv2_authorizer").map((resource) => {
    const jwt = block(resource.values, "jwt_configuration") ?? {};
    return { resource, issuer: text(jwt, "issuer"), audiences: texts(jwt, "audience") };
  });
  const ofRest = model.ofType("aws_api_gateway_authorizer").map((resource) => {
    const [arn = ""] = texts(resource.values, "provider_arns");
    return { resource, issuer: issuerOfPoolArn(arn), audiences: [] };
  });
  const ofAppSync = model.ofType("aws_appsync_graphql_api").flatMap((resource) =>
    [resource.values, ...blocks(resource.values, "additional_authentication_provider")].flatMap((values) => {
      const { issuer, client_id: client } = block(values, "openid_connect_config") ?? {};
      return typeof issuer !== "string"
        ? []
        : [
            {
              resource,
              issuer,
              audiences: typeof client === "string" && /^[\w-]+$/.test(client) ? [client] : [],
            },
          ];
    }),
  );
  return [...ofHttp, ...ofRest, ...ofAppSync];
}
