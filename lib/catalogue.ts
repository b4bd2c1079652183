import { appTexts } from "./app/errors";
import { bundleTexts } from "./bundle/errors";
import { accessTexts } from "./cli/access/errors";
import { awsTexts } from "./cli/aws/errors";
import { cliTexts } from "./cli/errors";
import { mcpTexts } from "./cli/mcp/errors";
import { migrateTexts } from "./cli/migrate/errors";
import { openapiTexts } from "./cli/openapi/errors";
import { constructDescriptions } from "./constructs/list";
import { coreTexts } from "./core/errors";
import type { ConstructDescription } from "./description/construct-description";
import { dnsTexts } from "./dns/errors";
import { eventsTexts } from "./events/errors";
import { consumerTexts } from "./function/consumers/errors";
import { gatewayTexts } from "./gateway/errors";
import { iamTexts } from "./iam/errors";
import { localTexts } from "./local/errors";
import { modelTexts } from "./local/model/errors";
import { policyTexts } from "./policy/errors";
import { siteTexts } from "./site/errors";

/** Every text that the library shows for wrong input, by code: those of its constructs, and those that they share. */
export const catalogue = {
  ...accessTexts,
  ...mcpTexts,
  ...openapiTexts,
  ...appTexts,
  ...bundleTexts,
  ...awsTexts,
  ...cliTexts,
  ...migrateTexts,
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
