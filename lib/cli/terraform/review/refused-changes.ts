import { resourceTypes } from "../../../facts/aws/resource-types";
import { isRecord, recordsIn } from "../../../facts/text/record";
import type { Diagnostic } from "../messages";
import type { ChangedValues } from "./planned-changes";

type Values = Readonly<Record<string, unknown>>;

/** A planned change that AWS always refuses, with the reason and a remedy. */
interface Refusal {
  readonly problem: string;
  readonly remedy: string;
}

/** Finds refused parts of an update, from the values before and after it. */
type Check = (before: Values, after: Values) => readonly Refusal[];

/**
 * Updates that the provider plans without an error.
 *
 * Other attributes that AWS does not change were looked at: the provider replaces the resource (the type of a queue or topic, keys of a table,
 * sign-in attributes of a pool, the secret of a client, source and starting position of a mapping, use and regions of a key), fails the plan
 * itself (a bucket from versioning to none), or makes several calls (the view of a table's stream, several indexes, the mode of a Kinesis
 * stream). Limits that depend on time, such as two changes of a table class in 30 days, are not known from a plan.
 */
const updates: Readonly<Record<string, Check>> = {
  aws_cognito_user_pool: checkUserAttributes,
  aws_dynamodb_table: checkTimeToLive,
  aws_kinesis_stream: checkShards,
  aws_rds_cluster: checkEngineVersion,
  aws_api_gateway_rest_api: checkEndpoint,
  aws_ssm_parameter: checkParameterType,
};

/**
 * The changes of a plan that AWS always refuses, as errors of the plan.
 *
 * Without them, each deployment would start and fail half-way.
 */
export function refusedChanges(changes: readonly ChangedValues[]): readonly Diagnostic[] {
  return changes.flatMap(({ address, type, action, before, after }) => {
    const found =
      action === "update"
        ? (updates[type]?.(before, after) ?? [])
        : action === "delete" || action === "replace"
          ? checkProtection(type, before)
          : [];
    return found.map(({ problem, remedy }) => ({
      severity: "error" as const,
      summary: problem,
      detail: remedy,
      address,
    }));
  });
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.Basics.html#WorkingWithTables.Basics.DeletionProtection */
function checkProtection(type: string, before: Values): readonly Refusal[] {
  const [attribute = "", value] = resourceTypes[type]?.deletionProtection ?? [];
  if (value === undefined || before[attribute] !== value) return [];
  return [
    {
      problem: `AWS does not delete it, because ${attribute} is ${JSON.stringify(value)}`,
      remedy: "Switch the protection off and deploy. Then make this change and deploy again.",
    },
  ];
}

/**
 * Attributes of users can be added, but not changed or removed.
 *
 * Source:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html#user-pool-settings-custom-attributes
 */
function checkUserAttributes(before: Values, after: Values): readonly Refusal[] {
  const next = new Map(recordsIn(after.schema).map((each) => [each.name, each]));
  return recordsIn(before.schema).flatMap((each) => {
    const same = next.get(each.name);
    if (same !== undefined && isSameAttribute(each, same)) return [];
    return [
      {
        problem: `The attribute ${JSON.stringify(each.name)} of schema ${same === undefined ? "is removed" : "changes"}, and the attributes of a user pool can only be added`,
        remedy:
          "Declare the attribute as it was deployed, and ignore it. To change or rename one, add another attribute and copy the values of the users.",
      },
    ];
  });
}

/** Whether two blocks are the same attribute. AWS sets constraints that the app does not declare. */
function isSameAttribute(before: Values, after: Values): boolean {
  const flags = ["developer_only_attribute", "mutable", "required"];
  const constraints = ["string_attribute_constraints", "number_attribute_constraints"];
  return (
    before.attribute_data_type === after.attribute_data_type &&
    flags.every((each) => (before[each] === true) === (after[each] === true)) &&
    constraints.every((each) => {
      const [[old], [next]] = [recordsIn(before[each]), recordsIn(after[each])];
      return next === undefined || textOf(old ?? {}) === textOf(next);
    })
  );
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html */
function checkTimeToLive(before: Values, after: Values): readonly Refusal[] {
  const [[old], [next]] = [recordsIn(before.ttl), recordsIn(after.ttl)];
  if (old?.enabled !== true || next?.enabled !== true || old.attribute_name === next.attribute_name)
    return [];
  return [
    {
      problem: `The attribute with the expiry changes from ${JSON.stringify(old.attribute_name)} to ${JSON.stringify(next.attribute_name)}, and AWS does not change it while the expiry is on`,
      remedy: "Deploy once without an expiry, wait an hour, and deploy again with the other attribute.",
    },
  ];
}

/** Source: https://docs.aws.amazon.com/kinesis/latest/APIReference/API_UpdateShardCount.html */
function checkShards({ shard_count: old }: Values, { shard_count: next }: Values): readonly Refusal[] {
  if (typeof old !== "number" || typeof next !== "number" || old < 1 || next < 1) return [];
  if (next <= old * 2 && next >= old / 2) return [];
  const nearest = next > old ? old * 2 : Math.ceil(old / 2);
  return [
    {
      problem: `The number of shards changes from ${old} to ${next}, and AWS neither more than doubles nor more than halves it`,
      remedy: `Go there in several deployments. The next number can be ${nearest}.`,
    },
  ];
}

/** Source: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ModifyDBCluster.html */
function checkEngineVersion(before: Values, after: Values): readonly Refusal[] {
  const [old, next] = [before.engine_version, after.engine_version];
  if (typeof old !== "string" || typeof next !== "string" || before.engine !== after.engine) return [];
  const [olds, nexts] = [numbersOf(old), numbersOf(next)];
  const index = olds.findIndex((each, at) => nexts[at] !== undefined && nexts[at] !== each);
  if (index === -1) return [];
  if ((nexts[index] ?? 0) < (olds[index] ?? 0))
    return [
      {
        problem: `The engine version changes from ${old} to ${next}, and AWS does not take a cluster back to an earlier version`,
        remedy: `Write ${old}. To go back, restore a snapshot from before the upgrade into another cluster.`,
      },
    ];
  if (index > 0 || after.allow_major_version_upgrade === true) return [];
  return [
    {
      problem: `The engine version changes from ${old} to ${next}, and AWS asks for allow_major_version_upgrade`,
      remedy: "Set it for this upgrade: cdk: { cluster: { allowMajorVersionUpgrade: true } }.",
    },
  ];
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-api-migration.html */
function checkEndpoint(before: Values, after: Values): readonly Refusal[] {
  const typesOf = ({ endpoint_configuration: blocks }: Values) => textOf(recordsIn(blocks)[0]?.types ?? []);
  if (!typesOf(before).includes("PRIVATE") || !typesOf(after).includes("EDGE")) return [];
  return [
    {
      problem: "The API changes from private to edge-optimized, and AWS does not do that in one step",
      remedy: 'Deploy it as "REGIONAL" first, and then as "EDGE".',
    },
  ];
}

/** Source: HierarchyTypeMismatchException, https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html */
function checkParameterType({ type: old }: Values, { type: next }: Values): readonly Refusal[] {
  const types = [old, next];
  if (!types.includes("SecureString") || old === next || types.some((each) => typeof each !== "string"))
    return [];
  return [
    {
      problem: `The type of the parameter changes from ${old} to ${next}, and AWS does not change it`,
      remedy: "Give the parameter another name, or remove it in one deployment and declare it in the next.",
    },
  ];
}

const numbersOf = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);

/** A value as text, without empty members, sorted by name. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "";
  const members = Object.entries(value)
    .map(([name, each]) => [name, textOf(each)] as const)
    .filter(([, text]) => !["null", '""', "[]", "{}", "[{}]"].includes(text));
  return `{${members
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, text]) => `${name}:${text}`)
    .join()}}`;
}
