import { blocks, constructPathOf, type Model, type Resource, text } from "../../model";
import { declaredSecrets } from "../declared-secrets";

/** A resource of a list, as the JSON describes it. */
export interface Listed {
  readonly name: string;
  /** Construct path. */
  readonly path: string;
  readonly arn: string;
  /** A further fact: the schedule of a cron. */
  readonly note?: string;
  /** The function that a cron starts. */
  readonly functionArn?: string;
  /** The ARN of the secret with the password of a database. */
  readonly secretArn?: string;
}

/** The kinds of resources of which there are lists, in their order. */
const listedKinds = [
  "buckets",
  "topics",
  "buses",
  "streams",
  "crons",
  "databases",
  "parameters",
  "secrets",
] as const;
export type ListedKind = (typeof listedKinds)[number];

export function listedResources(model: Model): readonly (Listed & { readonly kind: ListedKind })[] {
  return listedKinds.flatMap((kind) => listed[kind](model).map((each) => ({ kind, ...each })));
}

const isSecret = ({ values }: Resource): boolean => text(values, "type") === "SecureString";

/** All resources of a type, with the attribute that has their name. */
const allOf =
  (type: string, attribute = "name") =>
  (model: Model): readonly Listed[] =>
    model.ofType(type).map((each) => entryOf(each, attribute));

function entryOf(resource: Resource, attribute = "name", note?: string): Listed {
  const { values } = resource;
  const path = constructPathOf(resource);
  const arn = text(values, "arn") ?? "";
  return { name: text(values, attribute) ?? path, path, arn, ...(note !== undefined && { note }) };
}

const listed: Readonly<Record<ListedKind, (model: Model) => readonly Listed[]>> = {
  buckets: allOf("aws_s3_bucket", "bucket"),
  topics: allOf("aws_sns_topic"),
  buses: allOf("aws_cloudwatch_event_bus"),
  streams: allOf("aws_kinesis_stream"),
  crons: (model) => [
    ...model.ofType("aws_cloudwatch_event_rule").flatMap((rule) => {
      const schedule = text(rule.values, "schedule_expression");
      if (schedule === undefined) return [];
      const name = text(rule.values, "name");
      const target = model
        .ofType("aws_cloudwatch_event_target")
        .find(({ values, region }) => text(values, "rule") === name && region === rule.region);
      return [cron(rule, schedule, target && text(target.values, "arn"))];
    }),
    ...model.ofType("aws_scheduler_schedule").map((schedule) => {
      const [target] = blocks(schedule.values, "target");
      return cron(
        schedule,
        text(schedule.values, "schedule_expression") ?? "",
        target && text(target, "arn"),
      );
    }),
  ],
  databases: (model) =>
    model.ofType("aws_rds_cluster").map((each) => {
      const [secret] = blocks(each.values, "master_user_secret");
      const secretArn = secret && text(secret, "secret_arn");
      return { ...entryOf(each, "cluster_identifier"), ...(secretArn !== undefined && { secretArn }) };
    }),
  parameters: (model) =>
    model
      .ofType("aws_ssm_parameter")
      .filter((each) => !isSecret(each))
      .map((each) => entryOf(each)),
  secrets: (model) => [
    ...model
      .ofType("aws_ssm_parameter")
      .filter(isSecret)
      .map((each) => entryOf(each)),
    ...declaredSecrets(model).map(({ name, parameter }) => ({ name: parameter, path: name, arn: "" })),
    ...allOf("aws_secretsmanager_secret")(model),
  ],
};

function cron(resource: Resource, schedule: string, functionArn: string | undefined): Listed {
  const entry = entryOf(resource, "name", schedule);
  // The rule is part of the cron.
  const path = entry.path.replace(/\/(Rule|Schedule)$/, "");
  return { ...entry, path, ...(functionArn !== undefined && { functionArn }) };
}
