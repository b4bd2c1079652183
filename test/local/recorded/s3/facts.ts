import type { ServiceResources } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { endpointVariables } from "../../../../lib/local/services/endpoint-variables";
import { s3 } from "../../../../lib/local/services/s3";
import type { Model } from "../../../../lib/model";
import { Boto3, Boto3Error } from "../../../support/boto3";
import { serviceContext, startService } from "../../services/context";
import { testModel } from "../../support/model";
import type { RecordedFact } from "../suite";

/** The declaration of a bucket. */
interface BucketSettings {
  readonly versioning?: string;
  readonly ownership?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly policy?: string;
  readonly encryption?: {
    readonly ApplyServerSideEncryptionByDefault: {
      readonly SSEAlgorithm: string;
      readonly KMSMasterKeyID?: string;
    };
    readonly BucketKeyEnabled?: boolean;
  };
  readonly cors?: readonly Readonly<Record<string, unknown>>[];
}

/** The app declares these buckets from now on. */
interface Declaration {
  readonly buckets: Readonly<Record<string, BucketSettings>>;
}

interface Call {
  /** The operation, as boto3 names it. */
  readonly call: string;
  readonly input: object;
  /** Values of the answer that later calls have: a name, and the name of the member. */
  readonly keep?: Readonly<Record<string, string>>;
  /** The answer of AWS; absent if none was recorded. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

export interface S3Fact extends RecordedFact {
  readonly steps: readonly (Declaration | Call)[];
}

/** S3 on this machine, with boto3 as its client: the recorded answers have boto3's form. */
export class RecordedS3 {
  private constructor(
    private readonly router: EndpointRouter,
    private readonly resources: ServiceResources,
    private readonly boto3: Boto3,
  ) {}

  static async start(): Promise<RecordedS3> {
    const router = await EndpointRouter.start(() => {});
    const context = serviceContext({
      model: modelOf({}),
      clock: { ...serviceContext().clock, now: Date.now },
    });
    const { resources } = await startService(router, "s3", s3, context);
    const keys = { AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" };
    const region = { AWS_DEFAULT_REGION: "us-east-1" };
    const boto3 = Boto3.start({ ...endpointVariables(router.url, new Map()), ...keys, ...region });
    return new RecordedS3(router, resources, boto3);
  }

  async stop(): Promise<void> {
    await this.boto3.stop();
    await this.resources.stop?.();
    await this.router.close();
  }

  /** Takes the steps of a fact, and expects AWS's answers. */
  async expect({ steps }: S3Fact): Promise<void> {
    await this.resources.replace(modelOf({}));
    const kept = new Map<string, string>();
    const named = new Map<string, string>();
    for (const step of steps) {
      if ("buckets" in step) await this.resources.replace(modelOf(step.buckets));
      else await this.expectAnswer(step, kept, named);
    }
  }

  private async expectAnswer(
    { call, input, keep = {}, answer }: Call,
    kept: Map<string, string>,
    named: Map<string, string>,
  ): Promise<void> {
    kept.set("now", new Date().toISOString());
    const given = filled(input, kept);
    const answered = await this.boto3.call("s3", call, given as object).catch((error: unknown) => {
      if (error instanceof Boto3Error) return error.response;
      throw error;
    });
    for (const [name, member] of Object.entries(keep)) kept.set(name, String(memberOf(answered, member)));
    if (answer === undefined) return;
    const found = differencesOf(answer, userFactsOf(answered), named, "");
    expect({ call, differences: found }).toEqual({ call, differences: [] });
  }
}

/** A member of an answer, of the result in it, or of the first member of a list in it. */
function memberOf(answer: unknown, name: string): unknown {
  if (!isRecord(answer)) return undefined;
  return (
    answer[name] ??
    Object.values(answer)
      .map((each) => (Array.isArray(each) ? each[0] : each))
      .map((each) => (isRecord(each) ? each[name] : undefined))
      .find(Boolean)
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The input with the values of earlier answers, as `${uploadId1}`, and with the time, as `${now}`. */
function filled(value: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return value.replace(/\$\{(\w+)\}/g, (all, name) => kept.get(name) ?? all);
  if (Array.isArray(value)) return value.map((each) => filled(each, kept));
  if (!isRecord(value)) return value;
  const { $repeat: repeated } = value;
  if (Array.isArray(repeated)) {
    const [text, bytes] = repeated as [string, number];
    return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, kept)]));
}

/** The recorded part of an answer: not the headers, nor the ids of the request. */
function userFactsOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(userFactsOf);
  if (!isRecord(answer)) return answer;
  const told = Object.entries(answer).filter(
    ([name]) => !["HTTPHeaders", "RetryAttempts", "HostId", "RequestId"].includes(name),
  );
  return Object.fromEntries(
    told.map(([name, value]) => {
      if (name !== "ResponseMetadata" || !isRecord(value)) return [name, userFactsOf(value)];
      return [name, { HTTPStatusCode: value.HTTPStatusCode }];
    }),
  );
}

/** Lists whose order means nothing. */
const unordered = /\/(?:Deleted|Errors|TagSet)$/;

function byKey(list: readonly unknown[]): readonly unknown[] {
  const keyOf = (each: unknown): string =>
    isRecord(each) ? `${String(each.Key)} ${String(each.DeleteMarker ?? "")}` : "";
  return [...list].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Members whose values are those of an account or a time. */
const anyValue =
  /^(?:Owner|Initiator|LastModified|CreationDate|Initiated|Location|Expires|ExpiresString|NextContinuationToken|ContinuationToken|BucketRegion)$/;

/**
 * Where an answer is not the recorded one. The record has names in place of ids: `<version-id:1>` is the same id wherever it is
 * written.
 */
function differencesOf(
  recorded: unknown,
  answered: unknown,
  named: Map<string, string>,
  path: string,
): readonly string[] {
  // A body that the recording client had read before is empty in the record.
  if (path === "/Body" && recorded === "") return [];
  if (Array.isArray(recorded) && Array.isArray(answered) && recorded.length === answered.length) {
    const [left, right] = unordered.test(path) ? [byKey(recorded), byKey(answered)] : [recorded, answered];
    return left.flatMap((each, index) => differencesOf(each, right[index], named, `${path}/${index}`));
  }
  if (isRecord(recorded) && isRecord(answered)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(answered)])].sort();
    return names.flatMap((name) => {
      const isAny = anyValue.test(name) && name in recorded && name in answered;
      return isAny ? [] : differencesOf(recorded[name], answered[name], named, `${path}/${name}`);
    });
  }
  if (typeof recorded === "string" && typeof answered === "string") {
    if (recorded === answered || isNamed(recorded, answered, named)) return [];
    // Names of the members themselves stand for any value: "bucket", "display-name".
    if (recorded === (path.split("/").at(-1) ?? "").replace(/(?<!^)(?=[A-Z])/g, "-").toLowerCase()) return [];
  }
  if (Object.is(recorded, answered)) return [];
  return [`${path}: AWS ${JSON.stringify(recorded)}, here ${JSON.stringify(answered)}`];
}

/** Whether a text is the recorded one with values in place of its names. */
function isNamed(recorded: string, answered: string, named: Map<string, string>): boolean {
  const names = recorded.match(/<[\w-]+(?::\d+)?>/g);
  if (names === null) return false;
  const pattern = recorded
    .split(/<[\w-]+(?::\d+)?>/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("(.*?)");
  const found = new RegExp(`^${pattern}$`, "s").exec(answered);
  if (found === null) return false;
  return names.every((name, index) => {
    const value = found[index + 1] ?? "";
    const before = named.get(name);
    named.set(name, before ?? value);
    return before === undefined || before === value || !name.includes(":");
  });
}

function modelOf(buckets: Readonly<Record<string, BucketSettings>>): Model {
  const all = Object.entries(buckets);
  const each = (values: (name: string, settings: BucketSettings) => object | undefined) =>
    Object.fromEntries(
      all.flatMap(([name, settings]) => {
        const found = values(name, settings);
        return found === undefined ? [] : [[name, { bucket: name, ...found }]];
      }),
    );
  return testModel({
    aws_s3_bucket: each((_, { tags }) => ({ ...(tags && { tags }) })),
    aws_s3_bucket_versioning: each((_, { versioning: status }) =>
      status === undefined ? undefined : { versioning_configuration: [{ status }] },
    ),
    aws_s3_bucket_ownership_controls: each((_, { ownership }) =>
      ownership === undefined ? undefined : { rule: [{ object_ownership: ownership }] },
    ),
    aws_s3_bucket_policy: each((_, { policy }) => (policy === undefined ? undefined : { policy })),
    aws_s3_bucket_server_side_encryption_configuration: each((_, { encryption }) =>
      encryption === undefined ? undefined : { rule: [encryptionRule(encryption)] },
    ),
    aws_s3_bucket_cors_configuration: each((_, { cors }) =>
      cors === undefined ? undefined : { cors_rule: cors.map(corsRule) },
    ),
  });
}

function encryptionRule({
  ApplyServerSideEncryptionByDefault: { SSEAlgorithm, KMSMasterKeyID },
  BucketKeyEnabled,
}: NonNullable<BucketSettings["encryption"]>): object {
  return {
    apply_server_side_encryption_by_default: [
      { sse_algorithm: SSEAlgorithm, kms_master_key_id: KMSMasterKeyID },
    ],
    bucket_key_enabled: BucketKeyEnabled,
  };
}

function corsRule(rule: Readonly<Record<string, unknown>>): object {
  const { ID, AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds } = rule;
  return {
    id: ID,
    allowed_origins: AllowedOrigins,
    allowed_methods: AllowedMethods,
    allowed_headers: AllowedHeaders,
    expose_headers: ExposeHeaders,
    max_age_seconds: MaxAgeSeconds,
  };
}
