import type { IConstruct } from "constructs";
import { FactKey, factOf, isInTree } from "../../core/app-facts";
import { isUnresolved } from "../../core/tokens/unresolved";
import { checkDomainFree, claimDomain } from "../../dns";
import { fail } from "../errors";
import { type ApiDomain, givesMutualTls } from "./domain";

/** The gateways. WebSocket APIs share a domain only with each other. */
export type MappedKind = "http" | "rest" | "websocket";

/** The API behind one path of a domain. */
interface Mapping {
  readonly kind: MappedKind;
  readonly api: IConstruct;
}

/** The use of a domain that has paths only. */
export const mappedAs = (kind: MappedKind): DomainUse => ({ kind, isMapped: true, priorities: new Map() });

/** By domain: its name, or its object when the name is a reference. */
type MappingsOfApp = Map<unknown, Map<string | undefined, Mapping>>;

const mappingsOfApp = new FactKey<MappingsOfApp>("paths of domains", () => new Map());

/** The use of a domain by an API. */
export interface DomainUse {
  readonly kind: MappedKind;
  /** Whether it has a path of the domain, or the root. */
  readonly isMapped: boolean;
  /** Priorities of its routing rules, by their names. */
  readonly priorities: ReadonlyMap<string, number>;
}

/** By domain: the APIs that have routing rules, by priority. */
const rulesOfApp = new FactKey<Map<unknown, Map<number, IConstruct>>>(
  "routing rules of domains",
  () => new Map(),
);

/** The domains that are created with mutual TLS. */
const mutualOfApp = new FactKey<Set<unknown>>("domains with mutual TLS", () => new Set());

const share = "Share it, each API with its own path: { path, cdk: { domainName: other.cdk.domainName } }.";

/** Refuses a custom domain that another construct of the app creates, and a path or priority that another API has on it. */
export function checkApiDomainFree(api: IConstruct, prop: string, domain: ApiDomain, use: DomainUse): void {
  const { domainName, path } = domain;
  const { kind, isMapped } = use;
  if (domain.kind !== "shared") checkDomainFree(api, prop, domainName, share);
  const mappings = mappingsOf(api, identityOf(domain));
  const same = isMapped ? mappings.get(path) : undefined;
  if (same !== undefined) {
    fail(api, "domain-path-duplicate", `${prop}.path`, {
      value: path,
      domainName,
      other: same.api.node.path,
    });
  }
  for (const other of mappings.values()) {
    if ((other.kind === "websocket") !== (kind === "websocket")) {
      fail(api, "domain-kinds-mixed", prop, { domainName, other: other.api.node.path });
    }
  }
  checkRules(api, prop, domain, use);
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-routing-mode.html */
function checkRules(
  api: IConstruct,
  prop: string,
  domain: ApiDomain,
  { kind, isMapped, priorities }: DomainUse,
): void {
  const identity = identityOf(domain);
  const rules = [...(factOf(api, rulesOfApp).get(identity) ?? [])];
  const taken = new Map(rules.filter(([, other]) => isInTree(other)));
  for (const [name, value] of priorities) {
    const other = taken.get(value);
    const at = `${prop}.rules[${JSON.stringify(name)}].priority`;
    if (other !== undefined) fail(api, "domain-rule-priority", at, { value, other: other.node.path });
    taken.set(value, api);
  }
  const kinds = new Set([...mappingsOf(api, identity).values()].map((each) => each.kind));
  if (isMapped) kinds.add(kind);
  if (taken.size > 0 && kinds.has("http") && kinds.has("rest")) {
    fail(api, "domain-rules-mixed", prop, { domainName: domain.domainName });
  }
}

/**
 * Remembers which API has a path of a domain.
 *
 * @param created - the domain name that was created; undefined for an existing one
 */
export function claimApiDomain(
  api: IConstruct,
  prop: string,
  domain: ApiDomain,
  { kind, isMapped, priorities }: DomainUse,
  created: object | undefined,
): void {
  if (created !== undefined) claimDomain(api, prop, domain.domainName);
  const identity = identityOf(domain, created);
  if (isMapped) mappingsOf(api, identity).set(domain.path, { kind, api });
  const rules = factOf(api, rulesOfApp);
  const ofDomain = rules.get(identity) ?? new Map<number, IConstruct>();
  for (const priority of priorities.values()) ofDomain.set(priority, api);
  rules.set(identity, ofDomain);
  if (created !== undefined && givesMutualTls(domain)) factOf(api, mutualOfApp).add(identity);
}

/** Whether clients of a domain must present a certificate, as far as this is known. */
export function usesMutualTls(api: IConstruct, domain: ApiDomain): boolean {
  return givesMutualTls(domain) || factOf(api, mutualOfApp).has(identityOf(domain));
}

/** The name of a domain. Where that is a reference, other APIs can share the domain only by its object. */
function identityOf(domain: ApiDomain, created?: object): unknown {
  if (!isUnresolved(domain.domainName)) return domain.domainName;
  return created ?? (domain.kind === "shared" ? domain.object : undefined) ?? domain;
}

function mappingsOf(api: IConstruct, identity: unknown): Map<string | undefined, Mapping> {
  const ofApp = factOf(api, mappingsOfApp);
  const mappings = new Map([...(ofApp.get(identity) ?? [])].filter(([, other]) => isInTree(other.api)));
  ofApp.set(identity, mappings);
  return mappings;
}
