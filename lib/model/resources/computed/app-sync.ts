import { generateId } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, as, id } from "./shapes";

/** `<26 letters>.appsync-api.eu-west-1.amazonaws.com`. */
function hostOf(known: KnownResource, service: "appsync-api" | "appsync-realtime-api"): string {
  return `${generateId(`${known.address} host`, 26)}.${service}.${known.region}.${known.dnsSuffix}`;
}

function partArn(known: KnownResource, path: string): string {
  return arn(known, "appsync", `apis/${known.text("api_id")}/${path}`);
}

/** AppSync's APIs of GraphQL and of events: `aws_appsync_*`. */
export const appSync: Readonly<Record<string, ComputedAttributes>> = {
  aws_appsync_graphql_api: {
    id: id(26),
    arn: (known) => arn(known, "appsync", `apis/${known.text("id")}`),
    uris: (known) => ({
      GRAPHQL: `https://${hostOf(known, "appsync-api")}/graphql`,
      REALTIME: `wss://${hostOf(known, "appsync-realtime-api")}/graphql`,
    }),
  },
  aws_appsync_api: {
    api_id: id(26),
    api_arn: (known) => arn(known, "appsync", `apis/${known.text("api_id")}`),
    dns: (known) => ({ HTTP: hostOf(known, "appsync-api"), REALTIME: hostOf(known, "appsync-realtime-api") }),
  },
  aws_appsync_channel_namespace: {
    channel_namespace_arn: (known) => partArn(known, `channelNamespace/${known.text("name")}`),
  },
  aws_appsync_api_key: {
    id: (known) => `${known.text("api_id")}:${generateId(known.address, 26)}`,
    key: (known) => `da2-${generateId(known.address, 26)}`,
  },
  aws_appsync_datasource: {
    id: (known) => `${known.text("api_id")}-${known.text("name")}`,
    arn: (known) => partArn(known, `datasources/${known.text("name")}`),
  },
  aws_appsync_function: {
    id: (known) => `${known.text("api_id")}-${known.text("function_id")}`,
    function_id: id(26),
    arn: (known) => partArn(known, `functions/${known.text("function_id")}`),
  },
  aws_appsync_resolver: {
    id: (known) => `${known.text("api_id")}-${known.text("type")}-${known.text("field")}`,
    arn: (known) => partArn(known, `types/${known.text("type")}/resolvers/${known.text("field")}`),
  },
  aws_appsync_domain_name: {
    id: as("domain_name"),
    appsync_domain_name: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    hosted_zone_id: () => "Z2FDTNDATAQYW2",
  },
  aws_appsync_api_cache: { id: as("api_id") },
};
