import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "./errors";

/** Gateways that can share a domain: WebSocket APIs only with each other. */
export type MappedKind = "http" | "rest" | "websocket";

interface DomainClaims {
  creator: string | undefined;
  readonly mappings: Map<string | undefined, { readonly kind: MappedKind; readonly path: string }>;
}

/** What the constructs of an app have done with a domain, by its name; by its object when that is a reference. */
const claimsOfApp = new WeakMap<IConstruct, Map<unknown, DomainClaims>>();

function claimsOf(where: IConstruct, domain: unknown): DomainClaims {
  const ofApp = claimsOfApp.get(where.node.root) ?? new Map<unknown, DomainClaims>();
  claimsOfApp.set(where.node.root, ofApp);
  const claims = ofApp.get(domain) ?? { creator: undefined, mappings: new Map() };
  ofApp.set(domain, claims);
  return claims;
}

/** Refuses to create a domain that another construct of the app creates: AWS would refuse the second one. */
export function claimDomain(where: IConstruct, prop: string, domainName: string): void {
  if (Token.isUnresolved(domainName)) return;
  const claims = claimsOf(where, domainName);
  if (claims.creator !== undefined) {
    fail(where, "domain-duplicate", prop, { value: domainName, other: claims.creator });
  }
  claims.creator = where.node.path;
}

/** Refuses a path that another API of the app has on the domain, and WebSocket APIs beside others. */
export function claimPath(
  where: IConstruct,
  prop: string,
  domain: unknown,
  claim: { readonly domainName: string; readonly path: string | undefined; readonly kind: MappedKind },
): void {
  const { mappings } = claimsOf(where, domain);
  const { domainName, path, kind } = claim;
  const same = mappings.get(path);
  if (same !== undefined) {
    fail(where, "domain-path-duplicate", `${prop}.path`, { value: path, domainName, other: same.path });
  }
  for (const other of mappings.values()) {
    if ((other.kind === "websocket") !== (kind === "websocket")) {
      fail(where, "domain-kinds-mixed", prop, { domainName, other: other.path });
    }
  }
  mappings.set(path, { kind, path: where.node.path });
}
