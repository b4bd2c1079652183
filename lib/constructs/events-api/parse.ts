import { AppsyncApi, type AppsyncApiConfig } from "@cdktf/provider-aws/lib/appsync-api";
import type { Construct } from "constructs";
import { retentionLiterals } from "../../facts/aws/log-retention";
import { attempt, mapAttempts, together } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkKeys,
  type Override,
  type OverrideKeys,
  parseImport,
  propKeys,
  roleArnLimit,
  within,
} from "../../kit/core";
import { logLevels, planDomain } from "../app-sync-api";
import { type ParsedAuthorization, parseAuthorization } from "./authorization";
import { fail } from "./errors";
import type { EventsApiLogProps, EventsApiProps } from "./props";

export const apiKeys = propKeys<EventsApiProps>()(
  {
    namespaces: "map",
    authorization: "map",
    dataSources: "map",
    customDomain: true,
    logs: "map",
    defaults: "map",
    cdk: "map",
  },
  () => ({ api: { resource: AppsyncApi, ...overrideKeys } }),
);
const logKeys = propKeys<EventsApiLogProps>()({
  level: logLevels,
  retention: retentionLiterals,
  cloudwatchLogsRoleArn: within(roleArnLimit),
});

const overrideKeys = {
  rejected: { eventConfig: "Use authorization and logs." },
} satisfies OverrideKeys;

/** An API that is to be created. */
export interface PlannedEventsApi {
  readonly override: Override<Omit<AppsyncApiConfig, "eventConfig">>;
  readonly authorization: ParsedAuthorization;
  readonly domain: ReturnType<typeof planDomain>;
  readonly logs: EventsApiLogProps | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseEventsApiProps(api: Construct, props: EventsApiProps) {
  const cdk = acceptedKeys(api, "cdk", props.cdk ?? {}, ["id", "api"]);
  const { imported, override } = parseImport(api, "cdk.api", cdk.api, AppsyncApi, overrideKeys);
  if (imported !== undefined) {
    mapAttempts(["authorization", "customDomain", "logs"] as const, (prop) => {
      if (props[prop] !== undefined) fail(api, "events-import-with", prop, { prop });
    });
    return { imported, planned: undefined };
  }
  attempt(() => checkKeys(api, "logs", props.logs ?? {}, logKeys));
  const planned = attempt(() => {
    const [authorization, domain] = together(
      () => parseAuthorization(api, props.authorization ?? {}, props.defaults?.function),
      () => planDomain(api, props.customDomain),
    );
    return { override, authorization, domain, logs: props.logs };
  });
  return { imported: undefined, planned };
}
