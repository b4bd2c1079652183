import { bundleTexts } from "./bundle/errors";
import { accessTexts } from "./cli/access/errors";
import { awsTexts } from "./cli/aws/errors";
import { cliTexts } from "./cli/errors";
import { mcpTexts } from "./cli/mcp/errors";
import { openapiTexts } from "./cli/openapi/errors";
import { constructDescriptions } from "./constructs/list";
import { appTexts } from "./kit/app/errors";
import { coreTexts } from "./kit/core/errors";
import type { ConstructDescription } from "./kit/description";
import { dnsTexts } from "./kit/dns/errors";
import { eventsTexts } from "./kit/events/errors";
import { consumerTexts } from "./kit/function/consumers/errors";
import { gatewayTexts } from "./kit/gateway/errors";
import { iamTexts } from "./kit/iam/errors";
import { siteTexts } from "./kit/site/errors";
import { localTexts } from "./local/errors";
import { policyTexts } from "./model/policy/errors";
import { modelTexts } from "./model/resources/errors";

/** Every text that the library shows for wrong input, by code: those of its constructs, and those that they share. */
export const catalogue = {
  ...accessTexts,
  ...mcpTexts,
  ...openapiTexts,
  ...appTexts,
  ...bundleTexts,
  ...awsTexts,
  ...cliTexts,
  ...coreTexts,
  ...dnsTexts,
  ...eventsTexts,
  ...consumerTexts,
  ...gatewayTexts,
  ...iamTexts,
  ...localTexts,
  ...modelTexts,
  ...policyTexts,
  ...siteTexts,
  ...textsOf(constructDescriptions),
};

/** The texts of several constructs, by code. */
export function textsOf<Descriptions extends readonly ConstructDescription[]>(
  descriptions: Descriptions,
): AllOf<Extract<Descriptions[number], { readonly texts: unknown }>["texts"]> {
  return Object.assign({}, ...descriptions.map(({ texts }) => texts));
}

/** One type that has all members of a union: of the texts of each construct, the texts of all. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
