import { cdnRegion } from "../../facts/aws/regions";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";

/** Texts about domains, zones and certificates. */
export const dnsTexts = {
  "domain-upper-case": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which has upper-case letters.`,
    remedy: `Write it in lower case: ${show(value.toLowerCase())}.`,
  }),
  "domain-invalid": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is not a domain name.`,
    remedy:
      'Write the name alone, without scheme or path: "api.example.com", or "*.example.com" for a wildcard.',
  }),
  "domain-zone-required": ({ prop }: { prop: string }) => ({
    problem: "is known only at deploy time, so its hosted zone cannot be derived.",
    remedy: `Pass the zone: ${prop}: { domainName, hostedZone: "example.com" }, or ${prop}: { domainName, cdk: { hostedZone } }.`,
  }),
  "domain-zone-top-level": ({ value, zone, prop }: { value: string; zone: string; prop: string }) => ({
    problem: `is ${show(value)}; without its first label it is ${show(zone)}, which cannot be your hosted zone.`,
    remedy: `Name the zone: ${prop}: { domainName: ${show(value)}, hostedZone: ${show(value.replace(/^\*\./, ""))} }.`,
  }),
  "domain-outside-zone": ({ value, domainName }: { value: string; domainName: string }) => ({
    problem: `is ${show(value)}, which does not hold ${show(domainName)}.`,
    remedy: `Name the hosted zone in which records of ${show(domainName)} are served.`,
  }),
  "certificate-region": ({ value, found, region }: { value: unknown; found: string; region: string }) => ({
    problem: `is ${show(value)}, a certificate in ${found}; the domain needs one in ${region}.`,
    remedy:
      region === cdnRegion
        ? `Create it with a provider for ${region}, or leave it out: the library then creates one there.`
        : `Create it in ${region}, or leave it out: the library then creates one there.`,
  }),
  "domain-duplicate": ({ value, other, remedy }: { value: string; other: string; remedy: string }) => ({
    problem: `is ${show(value)}, which ${other} creates too. A domain name can be created once.`,
    remedy,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...dnsTexts };

export const fail: Fail<typeof texts> = failWith(texts);
