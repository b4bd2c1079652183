import { certificateProofDomain } from "../../../facts/aws/service-hosts";
import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, arnWith, as, id } from "./shapes";

/** The DNS records that validate each domain of a certificate. */
function proofs(known: KnownResource): readonly unknown[] {
  const more = [known.value("subject_alternative_names") ?? []].flat().map(String);
  return [...new Set([known.text("domain_name"), ...more])].map((domain) => ({
    domain_name: domain,
    resource_record_name: `_${generateId(`${known.address} ${domain}`, 32)}.${domain.replace(/^\*\./, "")}.`,
    resource_record_type: "CNAME",
    resource_record_value: `_${generateId(`${known.address} ${domain} proof`, 32)}.${certificateProofDomain}`,
  }));
}

const zone: ComputedAttributes = {
  id: as("zone_id"),
  zone_id: (known) => `Z${generateId(known.address, 20, "upperCase")}`,
  arn: (known) => arnWith(known, "route53", "", "", `hostedzone/${known.text("zone_id")}`),
  name_servers: () => [
    "ns-1.awsdns-01.org",
    "ns-2.awsdns-02.com",
    "ns-3.awsdns-03.net",
    "ns-4.awsdns-04.co.uk",
  ],
  primary_name_server: () => "ns-1.awsdns-01.org",
};

const certificate: ComputedAttributes = {
  id: as("arn"),
  arn: (known) => arn(known, "acm", `certificate/${generateUuid(known.address)}`),
  status: () => "ISSUED",
};

export const domains: Readonly<Record<string, ComputedAttributes>> = {
  aws_acm_certificate: { ...certificate, domain_validation_options: proofs },
  "data.aws_acm_certificate": certificate,
  aws_acm_certificate_validation: { id: () => "2024-01-01 00:00:00 +0000 UTC" },
  aws_route53_zone: zone,
  "data.aws_route53_zone": {
    ...zone,
    zone_id: (known) =>
      known.find("aws_route53_zone", "name", known.text("name"))?.value("zone_id") ??
      `Z${generateId(known.address, 20, "upperCase")}`,
  },
  aws_route53_record: {
    id: (known) => ["zone_id", "name", "type"].map((part) => known.text(part)).join("_"),
    fqdn: (known) => known.text("name").replace(/\.$/, ""),
  },
};

export const delivery: Readonly<Record<string, ComputedAttributes>> = {
  aws_cloudfront_distribution: {
    id: (known) => `E${generateId(known.address, 13, "upperCase")}`,
    arn: (known) => arnWith(known, "cloudfront", "", known.account, `distribution/${known.text("id")}`),
    domain_name: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    // The hosted zone of all CloudFront distributions, a constant of AWS.
    hosted_zone_id: () => "Z2FDTNDATAQYW2",
    status: () => "Deployed",
  },
  aws_cloudfront_function: {
    id: as("name"),
    arn: (known) => arnWith(known, "cloudfront", "", known.account, `function/${known.text("name")}`),
    status: () => "DEPLOYED",
  },
  aws_cloudfront_cache_policy: { id: id(36) },
  aws_cloudfront_origin_access_control: { id: id(14, "upperCase") },
  aws_cloudfront_response_headers_policy: { id: id(36) },
};
