import type { IConstruct } from "constructs";
import { FactKey, factOf, isInTree } from "../core/app-facts";
import { refuseValue } from "../core/errors";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";

// The names that ACM issues certificates for, in lower case. No top-level domain is a number.
// Source: https://docs.aws.amazon.com/acm/latest/APIReference/API_RequestCertificate.html
const domainGrammar = /^(\*\.)?((?!-)[a-z0-9-]{0,62}[a-z0-9]\.)+(?!-)(?!\d+$)[a-z0-9-]{1,62}[a-z0-9]$/;
const maxDomainLength = 253;

/** Refuses a literal that is not a domain name in lower case. A token passes. */
export function checkDomainName(where: IConstruct, prop: string, value: unknown): asserts value is string {
  if (isUnresolved(value)) return;
  if (typeof value !== "string") refuseValue(where, prop, value, 'a domain name such as "api.example.com"');
  if (/[A-Z]/.test(value)) fail(where, "domain-upper-case", prop, { value });
  if (!domainGrammar.test(value) || value.length > maxDomainLength) {
    fail(where, "domain-invalid", prop, { value });
  }
}

/** Refuses a literal that cannot be a zone name. Returns it without the trailing dot that Route 53 shows. */
export function parseZoneName(where: IConstruct, prop: string, value: unknown): string {
  if (isUnresolved(value)) return value as string;
  if (typeof value !== "string") {
    return refuseValue(where, prop, value, 'the name of a zone such as "example.com"');
  }
  if (/[A-Z]/.test(value)) fail(where, "domain-upper-case", prop, { value });
  const name = value.replace(/\.$/, "");
  // A zone name may contain underscores; the name on a certificate may not.
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(name)) {
    refuseValue(where, prop, value, 'the name of a zone such as "example.com"');
  }
  return name;
}

/** The default zone of a domain: its name without the first label. */
export function deriveZoneName(
  where: IConstruct,
  prop: { readonly own: string; readonly domain: string },
  domainName: string,
): string {
  if (isUnresolved(domainName)) {
    return fail(where, "domain-zone-required", prop.own, { prop: prop.domain });
  }
  const zone = domainName.slice(domainName.indexOf(".") + 1);
  // Route 53 creates no hosted zones for top-level domains.
  // Source: https://docs.aws.amazon.com/Route53/latest/APIReference/API_CreateHostedZone.html
  if (!zone.includes(".")) {
    fail(where, "domain-zone-top-level", prop.own, { value: domainName, zone, prop: prop.domain });
  }
  return zone;
}

/** Refuses a zone that cannot hold the records of the domain: resolvers would never ask that zone for them. */
export function checkZoneContains(where: IConstruct, prop: string, zone: string, domainName: string): void {
  if (isUnresolved(zone) || isUnresolved(domainName)) return;
  const name = zone.replace(/\.$/, "").toLowerCase();
  if (domainName !== name && !domainName.endsWith(`.${name}`)) {
    fail(where, "domain-outside-zone", prop, { value: zone, domainName });
  }
}

/** The construct that creates a domain, by the domain's name. */
const creatorsOfDomains = new FactKey<Map<string, IConstruct>>("creators of domains", () => new Map());

/**
 * Refuses to create a domain that another construct of the app creates: AWS would refuse the second one.
 *
 * @param remedy - what to write instead, where the construct can do more than choose another name
 */
export function checkDomainFree(
  where: IConstruct,
  prop: string,
  domainName: string,
  remedy = "Give each construct its own domain name.",
): void {
  const other = isUnresolved(domainName) ? undefined : factOf(where, creatorsOfDomains).get(domainName);
  if (other === undefined || !isInTree(other)) return;
  fail(where, "domain-duplicate", prop, { value: domainName, other: other.node.path, remedy });
}

/** Remembers who creates a domain, and refuses it like `checkDomainFree`. */
export function claimDomain(where: IConstruct, prop: string, domainName: string): void {
  checkDomainFree(where, prop, domainName);
  if (!isUnresolved(domainName)) factOf(where, creatorsOfDomains).set(domainName, where);
}
