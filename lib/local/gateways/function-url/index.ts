import { type Model, type Resource, requireText } from "../../../model";
import { siteServerHosts } from "../../site-servers";
import { type Gateway, type GatewayContext, gatewaysOf } from "../gateway";
import { ServedFunctionUrl } from "./function-url";

/** The function URLs of a model. Behind those of sites are servers, which the sites reach without them. */
export function functionUrlResources(model: Model): readonly Resource[] {
  const servers = siteServerHosts(model);
  return model
    .ofType("aws_lambda_function_url")
    .filter(({ values }) => !servers.includes(new URL(requireText(values, "function_url")).host));
}

/** Creates a gateway for each function URL of the model, or keeps the existing one. */
export function createFunctionUrls(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  return gatewaysOf("URL", functionUrlResources(model), ServedFunctionUrl, { model, context, before });
}
