import { byKind } from "../../facts/text/by-kind";
import { type ConditionKeys, type LocalRole, type Model, resourceOfArn, tagsOf } from "../../model";
import type { RequestFacts } from "./access-control";
import type { Caller } from "./caller";
import type { NeededAccess } from "./needed-access";

interface KeysOptions {
  readonly caller: Caller;
  readonly role: LocalRole | undefined;
  readonly needed: NeededAccess;
  readonly facts: RequestFacts;
  readonly model: Model;
  readonly nowMs: number;
}

/** The condition keys of a request. Deployed SDKs use TLS, so a request here counts as one with TLS. */
export function requestKeysOf({ caller, role, needed, facts, model, nowMs }: KeysOptions): ConditionKeys {
  const [, , service, region, account] = needed.resource.split(":");
  return {
    "aws:SecureTransport": "true",
    "aws:CurrentTime": new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z"),
    "aws:EpochTime": String(Math.floor(nowMs / 1000)),
    "aws:RequestedRegion": region || facts.region || model.region,
    "aws:ResourceAccount": account || model.account,
    "aws:ViaAWSService": "false",
    "aws:SourceIp": facts.sourceIp,
    "aws:UserAgent": facts.userAgent,
    "aws:Referer": facts.referer,
    ...tagKeys("aws:ResourceTag", resourceTags(model, needed.resource)),
    ...(service === "s3" && { "aws:SourceIp": facts.sourceIp }),
    ...callerKeys(caller, role, model.account),
    ...needed.keys,
  };
}

function resourceTags(model: Model, arn: string): Readonly<Record<string, string>> {
  const values = resourceOfArn(model, arn)?.resource.values;
  return values === undefined ? {} : tagsOf(values);
}

const unsignedKeys = () => ({ "aws:PrincipalIsAWSService": "false", "aws:PrincipalType": "Anonymous" });

const callerKeys = byKind<Caller, "type", [role: LocalRole | undefined, account: string], ConditionKeys>(
  "type",
  {
    session: ({ session }, role) => {
      const { roleArn, sessionName, tags, keys } = session;
      return {
        "aws:PrincipalIsAWSService": "false",
        "aws:PrincipalArn": role?.arn ?? roleArn,
        "aws:PrincipalAccount": roleArn.split(":")[4],
        "aws:PrincipalType": "AssumedRole",
        "aws:userid": `${role?.id ?? "AROALOCALROLE"}:${sessionName}`,
        // Tags of the session override those of the role.
        ...tagKeys("aws:PrincipalTag", { ...role?.tags, ...tags }),
        ...keys,
      };
    },
    service: ({ service, sourceArn }, _, account) => ({
      "aws:PrincipalIsAWSService": "true",
      "aws:PrincipalServiceName": service,
      "aws:SourceArn": sourceArn,
      "aws:SourceAccount": sourceArn.split(":")[4] || account,
    }),
    administrator: unsignedKeys,
    federated: unsignedKeys,
    anonymous: unsignedKeys,
    stranger: unsignedKeys,
  },
);

function tagKeys(name: string, tags: Readonly<Record<string, string>>): ConditionKeys {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [`${name}/${key}`, value]));
}
