import type { PolicyDocumentStatement } from "../iam/policy-document";
import type { LocalRole } from "../permissions/role-policies";
import type { Model } from "../resources/model";

/**
 * Facts about the access that the Terraform JSON of an app grants: who may call its routes, and what its functions and everyone
 * else may do.
 *
 * They come from the resources alone, so that they are the same for JSON that this library did not write.
 */
export interface AccessFacts {
  readonly model: Model;
  readonly routes: readonly RouteFact[];
  readonly functions: readonly FunctionFact[];
  readonly roles: readonly RoleFact[];
  readonly policies: readonly PolicyFact[];
  /** The new addresses of moved resources, by the earlier address. */
  readonly moved: ReadonlyMap<string, string>;
  /** Addresses in the model that Terraform forgets without destroying the resource. */
  readonly forgotten: ReadonlySet<string>;
  /** Parts of the JSON that cannot be read, so that no conclusion about them is possible. One sentence each. */
  readonly problems: readonly string[];
}

/** The kinds of endpoints that have routes. */
export type EndpointKind = "HTTP" | "REST" | "WebSocket" | "GraphQL" | "Events" | "URL" | "Load balancer";

/** A route, and its callers. */
export interface RouteFact {
  /** Unique in the model: `dev-notes-Service/aws_apigatewayv2_route.Api_Route`. */
  readonly address: string;
  readonly stack: string;
  readonly kind: EndpointKind;
  /** The construct of the API, or its name: `Api`. */
  readonly api: string;
  /** `GET /notes/{id}`, `Query.notes` or `$connect`. */
  readonly key: string;
  /** A request must come from one of them. Empty if the route accepts no caller. */
  readonly callers: readonly CallerFact[];
  /** Whether a caller also needs an API key of a usage plan. */
  readonly needsApiKey: boolean;
  /** Restrictions of the network, in words: `private endpoint`. Empty for a route that the internet reaches. */
  readonly networks: readonly string[];
  readonly target: TargetFact;
}

/** The callers of a route. */
export type CallerFact =
  | { readonly type: "anyone" }
  /** Callers that sign their requests, with the permission to call the route. */
  | { readonly type: "iam" }
  /** Callers with an API key of AppSync. */
  | { readonly type: "key" }
  /** Callers with a token of an issuer. */
  | {
      readonly type: "token";
      /** Name of the authorizer. */
      readonly authorizer: string;
      readonly issuers: readonly string[];
      /** Clients whose tokens are accepted. Empty: of all clients. */
      readonly audiences: readonly string[];
      /** The token needs one of them. Empty: none is needed. */
      readonly scopes: readonly string[];
      /** The user must be in one of them. Empty: none is needed. */
      readonly groups: readonly string[];
    }
  /** Callers that a function allows. */
  | {
      readonly type: "function";
      readonly authorizer: string;
      readonly functionArn: string;
      /** The parts of a request that must be there before the function is asked. */
      readonly sources: readonly string[];
    };

export type TargetFact =
  | { readonly type: "function"; readonly arn: string }
  /** A server, a service or a data source, in words. */
  | { readonly type: "other"; readonly text: string };

export interface FunctionFact {
  readonly address: string;
  readonly stack: string;
  /** The construct: `Api/Lambda_GET_--notes`. */
  readonly name: string;
  readonly arn: string;
  readonly roleArn: string;
  /** Undefined if the JSON does not declare it. */
  readonly role: LocalRole | undefined;
}

/** A role, and its users. */
export interface RoleFact {
  readonly address: string;
  readonly stack: string;
  readonly name: string;
  readonly role: LocalRole;
  /** The holders in the words of the app: `guests of Users`. Empty if the JSON does not say. */
  readonly holders: readonly string[];
  /** The functions that run with it, by address. */
  readonly functions: readonly string[];
}

/** The statements that decide about one subject, from one or several documents. */
export interface PolicyFact {
  /** The same in both versions of an app. */
  readonly key: string;
  /** Address of the resource that has the first of the documents. */
  readonly address: string;
  readonly stack: string;
  /** The owner in words: `Files`. */
  readonly name: string;
  /**
   * `resource`: who may do something with the owner. `trust`: who may take the role. `identity`: what the owner may do, for a policy that
   * no role of the model has.
   */
  readonly kind: "resource" | "trust" | "identity";
  readonly statements: readonly PolicyDocumentStatement[];
}
