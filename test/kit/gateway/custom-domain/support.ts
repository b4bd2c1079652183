import type { Construct } from "constructs";
import { type ApiDomainProps, CustomDomain, planCustomDomain } from "../../../../lib/kit/gateway";

/** The custom domain of an API, checked and created as the gateways do it, with a mapping. */
export function createCustomDomain(
  api: Construct,
  given: string | ApiDomainProps,
  kind: "http" | "websocket" = "http",
): CustomDomain {
  const planned = planCustomDomain(api, "customDomain", given, kind);
  if (planned === undefined) throw new Error("There is no custom domain.");
  const domain = new CustomDomain(api, planned);
  domain.addApiMapping({ apiId: "a1b2c3", stage: "$default" });
  return domain;
}
