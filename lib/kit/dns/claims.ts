import type { IConstruct } from "constructs";
import { FactKey, factOf, isInTree } from "../core/app-facts";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";

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
