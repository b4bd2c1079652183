import { construct, type ResourceModel } from "../../model/application";
import { bucketEvent } from "../../model/names";
import { compact, duration, objectOf, referenceOf, type Value } from "../../model/value";
import type { SourceNode } from "../../source";
import { type TemplateScope, toValue } from "../intrinsics";
import { partResources } from "../provider-resource";
import type { ResourcePart } from "../resource-type";
import {
  type Converter,
  idOf,
  leaveProperty,
  provided,
  type TemplateResource,
  tagMapOf,
  valueOf,
} from "./converter";

const attributes = {
  "": ".bucketName",
  Arn: ".bucketArn",
  DomainName: ".cdk.bucket.bucketDomainName",
  RegionalDomainName: ".cdk.bucket.bucketRegionalDomainName",
  WebsiteURL: "`http://${%.cdk.bucket.websiteEndpoint}`",
};

/** `AWS::S3::Bucket`, followed by its properties that are separate resources in the provider. */
export const bucketConverter: Converter = (source) => {
  const { properties } = source;
  const access = properties.take("PublicAccessBlockConfiguration");
  const notifications = properties.take("NotificationConfiguration");
  const eventBridge = notifications?.get("EventBridgeConfiguration")?.get("EventBridgeEnabled")?.isTrue;
  const props = {
    name: valueOf(source, "BucketName"),
    cors: corsRules(properties.take("CorsConfiguration"), source),
    eventBridge: eventBridge === true ? true : undefined,
    notifications: notifications === undefined ? undefined : receivers(notifications, source),
    cdk: compact({
      bucket: compact({ tags: tagMapOf(source) }),
      publicAccessBlock: access === undefined ? undefined : publicAccess(access, source),
    }),
  };
  const parts = [
    ...partKeys.flatMap((key) => {
      const node = properties.take(key);
      return node === undefined ? [] : (partMakers[key]?.(node, source) ?? []);
    }),
    ...Object.entries(partTypes).flatMap(([key, row]) => {
      const node = properties.take(key);
      return node === undefined ? [] : partResources({ ...source, row, properties: node }, key);
    }),
  ];
  const encryption = properties.take("BucketEncryption");
  const algorithm = encryption
    ?.at("ServerSideEncryptionConfiguration")
    ?.items[0]?.at("ServerSideEncryptionByDefault", "SSEAlgorithm")?.text;
  if (encryption !== undefined && algorithm !== "AES256")
    leaveProperty(source, "BucketEncryption", encryption.place);
  properties.finish();
  return [construct(source, "Bucket", props, attributes), ...parts];
};

/** Queues, topics and functions that the bucket notifies. */
function receivers(node: SourceNode, { name, scope }: TemplateResource): Value {
  const found: Record<string, Value> = {};
  for (const [key, value] of node.entries) {
    if (key === "EventBridgeConfiguration") continue;
    for (const each of value.items) {
      const [, kind = ""] = /^(Queue|Topic|Lambda)Configurations$/.exec(key) ?? [];
      const property = kind === "Lambda" ? "Function" : kind;
      const target = referenceOf(toValue(each.get(property), scope))?.target;
      if (target === undefined) {
        scope.findings.todo(
          each.place,
          `\`${name}\`: \`${key}\` was not translated: use \`addNotifications\`.`,
        );
        continue;
      }
      const filters = keyFilters(each.get("Filter"), scope);
      const type = property.toLowerCase();
      found[target] = {
        type,
        [type]: objectOf(target, each.place),
        events: [bucketEvent(each.get("Event")?.text ?? "")],
        filters,
      };
    }
  }
  return compact(found);
}

/** Prefixes and suffixes of the keys of objects. */
export function keyFilters(filter: SourceNode | undefined, scope: TemplateScope): Value {
  return filter?.at("S3Key", "Rules")?.items.map((rule) => ({
    [(rule.get("Name")?.text ?? "prefix").toLowerCase()]: toValue(rule.get("Value"), scope),
  }));
}

function publicAccess(node: SourceNode, { scope }: TemplateResource): Value {
  return Object.fromEntries(
    node.entries.map(([key, value]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      value.text === undefined ? toValue(value, scope) : value.isTrue,
    ]),
  );
}

function corsRules(node: SourceNode | undefined, { scope }: TemplateResource): Value {
  const rules = node?.get("CorsRules")?.items;
  if (rules === undefined) return undefined;
  return rules.map((rule) => {
    const read = (key: string) => toValue(rule.get(key), scope);
    return {
      allowedMethods: read("AllowedMethods"),
      allowedOrigins: read("AllowedOrigins"),
      allowedHeaders: read("AllowedHeaders"),
      exposedHeaders: read("ExposedHeaders"),
      id: read("Id"),
      maxAge: duration(read("MaxAge")),
    };
  });
}

type PartMaker = (node: SourceNode, source: TemplateResource) => readonly ResourceModel[];

const bucketOf = ({ name, place }: TemplateResource): Value => idOf(name, place);

const part = (source: TemplateResource, suffix: string, node: SourceNode) => ({
  name: `${source.name}${suffix}`,
  place: node.place,
});

const partMakers: Readonly<Record<string, PartMaker>> = {
  LifecycleConfiguration: (node, source) => {
    const rules = node.get("Rules")?.items.map((rule, index) => lifecycleRule(rule, index, source));
    if (rules === undefined || rules.includes(undefined)) {
      leaveProperty(source, "LifecycleConfiguration", node.place);
      return [];
    }
    const props = { bucket: bucketOf(source), rule: rules };
    return [provided(part(source, "Lifecycle", node), "s3-bucket-lifecycle-configuration", props)];
  },
  AccessControl: (node, source) => {
    const access = node.text ?? "";
    if (access !== "Private")
      source.scope.findings.todo(
        node.place,
        `\`${source.name}\`: \`AccessControl: ${access}\` was not translated. New buckets have no ACLs: use a policy.`,
      );
    return [];
  },
};

const partKeys = Object.keys(partMakers);

const ownerLinks = { bucket: "" };

/** Properties that are separate resources in the provider, with the same names. */
const partTypes: Readonly<Record<string, ResourcePart>> = {
  OwnershipControls: { module: "s3-bucket-ownership-controls", links: [], ownerLinks },
  VersioningConfiguration: {
    module: "s3-bucket-versioning",
    links: [],
    ownerLinks,
    renames: { Status: "versioningConfiguration.status" },
  },
  WebsiteConfiguration: {
    module: "s3-bucket-website-configuration",
    links: [],
    ownerLinks,
    renames: {
      IndexDocument: "indexDocument.suffix",
      ErrorDocument: "errorDocument.key",
      RedirectRule: "redirect",
    },
  },
};

/** Undefined for a rule with transitions or other parts that a person must check. */
function lifecycleRule(rule: SourceNode, index: number, { scope }: TemplateResource): Value {
  const known = new Set([
    "Id",
    "Status",
    "Prefix",
    "ExpirationInDays",
    "AbortIncompleteMultipartUpload",
    "NoncurrentVersionExpirationInDays",
  ]);
  if (rule.entries.some(([key]) => !known.has(key))) return undefined;
  const number = (node: SourceNode | undefined) => (node === undefined ? undefined : Number(node.text));
  const expiration = number(rule.get("ExpirationInDays"));
  const noncurrent = number(rule.get("NoncurrentVersionExpirationInDays"));
  const abort = number(rule.get("AbortIncompleteMultipartUpload")?.get("DaysAfterInitiation"));
  return {
    id: toValue(rule.get("Id"), scope) ?? `rule-${index + 1}`,
    status: toValue(rule.get("Status"), scope),
    filter: [compact({ prefix: toValue(rule.get("Prefix"), scope) }) ?? {}],
    expiration: expiration === undefined ? undefined : [{ days: expiration }],
    noncurrentVersionExpiration: noncurrent === undefined ? undefined : [{ noncurrentDays: noncurrent }],
    abortIncompleteMultipartUpload: abort === undefined ? undefined : [{ daysAfterInitiation: abort }],
  };
}
