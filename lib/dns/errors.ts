import { coreTexts } from "../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import { show } from "../errors/words";

/** Texts about domains, zones and certificates. */
export const dnsTexts = {
  "domain-upper-case": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which has upper-case letters.`,
    remedy: `Write it in lower case: ${show(value.toLowerCase())}.`,
  }),
  "domain-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is no domain name.`,
    remedy:
      'Write the name alone, without scheme or path: "api.example.com", or "*.example.com" for a wildcard.',
  }),
  "domain-required": ({ prop }: { prop: string }) => ({
    problem: "names no domain.",
    remedy: `Write ${prop}: { domainName: "api.example.com" }. To share the domain of another API: ${prop}: { path, cdk: { domainName: api.cdk.domainName } }.`,
  }),
  "domain-zone-required": ({ prop }: { prop: string }) => ({
    problem: "is known only at deploy time, so its hosted zone cannot be derived.",
    remedy: `Pass the zone: ${prop}: { domainName, hostedZone: "example.com" }, or ${prop}: { domainName, cdk: { hostedZone } }.`,
  }),
  "domain-zone-top-level": ({ value, zone, prop }: { value: string; zone: string; prop: string }) => ({
    problem: `is ${show(value)}; without its first label that is ${show(zone)}, which can be no hosted zone of yours.`,
    remedy: `Name the zone: ${prop}: { domainName: ${show(value)}, hostedZone: ${show(value.replace(/^\*\./, ""))} }.`,
  }),
  "domain-outside-zone": ({ value, domainName }: { value: string; domainName: string }) => ({
    problem: `is ${show(value)}, which does not hold ${show(domainName)}.`,
    remedy: `Name the hosted zone in which records of ${show(domainName)} are served.`,
  }),
  "domain-external-certificate": ({ prop }: { prop: string }) => ({
    problem: "is true, but there is no certificate; none can be validated without a hosted zone.",
    remedy: `Pass one that is issued: ${prop}: { domainName, isExternalDomain: true, cdk: { certificate } }.`,
  }),
  "domain-external-zone": ({ prop }: { prop: string }) => ({
    problem: `is given together with ${prop}.isExternalDomain; an external domain has no hosted zone here.`,
    remedy: `Leave it out and add the records where the domain is hosted, or leave out ${prop}.isExternalDomain.`,
  }),
  "domain-shared-with": ({ prop }: { prop: string }) => ({
    problem: `is given together with ${prop}.cdk.domainName, which has its zone and certificate already.`,
    remedy: `Leave it out, or create a domain with ${prop}.domainName in place of ${prop}.cdk.domainName.`,
  }),
  "domain-duplicate": ({ value, other }: { value: string; other: string }) => ({
    problem: `is ${show(value)}, which ${other} creates too; AWS has each domain name once.`,
    remedy: "Share it, each API with a path of its own: { path, cdk: { domainName: other.cdk.domainName } }.",
  }),
  "domain-path-duplicate": ({
    value,
    domainName,
    other,
  }: {
    value: string | undefined;
    domainName: string;
    other: string;
  }) => ({
    problem: `is ${show(value)}, where ${domainName} leads to ${other} already.`,
    remedy: "Give each API on a domain a path of its own.",
  }),
  "domain-kinds-mixed": ({ domainName, other }: { domainName: string; other: string }) => ({
    problem: `maps ${domainName}, which ${other} uses; a domain has WebSocket APIs or other APIs, never both.`,
    remedy: "Give the WebSocket API a domain of its own.",
  }),
  "domain-path-invalid": ({
    value,
    levels,
    suggestion,
  }: {
    value: string;
    levels: boolean;
    suggestion: string | undefined;
  }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Write 1 to 300 letters, digits and $-_.+!*'()${levels ? ", in levels divided by /," : ""} without a slash at either end${suggestion === undefined ? "" : `: ${show(suggestion)}`}; leave it out for the root.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...dnsTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
