import { formatArn } from "../../../facts/aws/arns";
import { isSecretName } from "../../../facts/errors/secrets/secret-names";
import { jsonOf } from "../../../facts/text/json";
import {
  blocks,
  deployedAtSeconds,
  generateId,
  generateUuid,
  isValues,
  requireText,
  tagsOf,
  text,
  type Values,
} from "../../../model";
import { inRegion, isInCalledRegion } from "../contract/call-region";
import { ServiceError } from "../contract/define-service";
import { ModelResources } from "../contract/model-resources";
import type { ServiceContext } from "../contract/service";
import { StateFile } from "../contract/state-file";

/** A value that a secret has or had. */
export interface SecretVersion {
  readonly id: string;
  readonly text?: string | undefined;
  /** Base64. */
  readonly binary?: string | undefined;
  readonly stages: readonly string[];
  /** Seconds since 1970. */
  readonly createdAt: number;
}

const current = "AWSCURRENT";
const previous = "AWSPREVIOUS";

/** The version that a request wants: by id, by stage, or the current one. */
export function findVersion(
  versions: readonly SecretVersion[],
  id: string | undefined,
  stage: string | undefined,
): SecretVersion | undefined {
  const wanted = stage ?? (id === undefined ? current : undefined);
  return versions.find(
    (each) => (id === undefined || each.id === id) && (wanted === undefined || each.stages.includes(wanted)),
  );
}

/** A secret with its versions. */
interface VersionedSecret {
  readonly arn: string;
  readonly versions: readonly SecretVersion[];
}

/** Source: https://docs.aws.amazon.com/secretsmanager/latest/userguide/whats-in-a-secret.html */
const mostVersions = 100;

/**
 * Adds a version. A stage belongs to one version, and the one that was current becomes the previous one.
 *
 * Source: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html
 */
export function withVersion(
  { arn, versions }: VersionedSecret,
  added: Omit<SecretVersion, "stages">,
  stages: readonly string[] = [current],
): readonly SecretVersion[] {
  const known = versions.find(({ id }) => id === added.id);
  if (known !== undefined) {
    if (known.text === added.text && known.binary === added.binary) return versions;
    throw new ServiceError(
      "ResourceExistsException",
      `You can't use ClientRequestToken ${added.id} because that value is already in use for a version of secret ${arn}.`,
    );
  }
  const isCurrent = stages.includes(current);
  const older = versions.map((each) => {
    const wasCurrent = each.stages.includes(current);
    const kept = each.stages.filter(
      (stage) => !stages.includes(stage) && !(isCurrent && stage === previous && !wasCurrent),
    );
    return { ...each, stages: isCurrent && wasCurrent ? [...kept, previous] : kept };
  });
  // AWS deletes deprecated versions when there are more than a hundred.
  return [{ ...added, stages }, ...older].slice(0, mostVersions);
}

/** Whether a version has a stage. Without one, it is deprecated, and only its id leads to it. */
export function isInUse({ stages }: SecretVersion): boolean {
  return stages.length > 0;
}

/** A secret. */
export interface LocalSecret {
  readonly arn: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly tags?: Readonly<Record<string, string>>;
  /** Empty for a secret whose value is not in the JSON. */
  readonly versions: readonly SecretVersion[];
  /** The key that the secret names. @default - the one of the service */
  readonly kmsKeyId?: string | undefined;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** When it is deleted, in seconds since 1970. @default - never */
  readonly deletesAt?: number | undefined;
  /** Whether a request made the secret, and not the app. */
  readonly isMadeByRequest?: boolean;
}

/** The values that requests have written, by the ARN of the secret. */
interface WrittenSecrets {
  readonly secrets: Readonly<Record<string, LocalSecret>>;
}

/**
 * The secrets of clusters, which the service would make, those that the JSON declares, and those that functions have made. With a data
 * folder, what functions write survives the server.
 */
export class LocalSecrets extends ModelResources {
  private readonly kept: StateFile<WrittenSecrets>;
  private readonly written: Map<string, LocalSecret>;

  constructor(context: ServiceContext) {
    super(context);
    this.kept = new StateFile(context.dataFolder, "secretsmanager", "written");
    this.written = new Map(Object.entries(this.kept.read()?.secrets ?? {}));
  }

  get nowSeconds(): number {
    return this.now / 1000;
  }

  /** By name, ARN, or ARN without the random characters at its end. */
  find(id: string): LocalSecret | undefined {
    return this.all.find(({ arn, name }) => arn === id || name === id || arn.slice(0, -7) === id);
  }

  /** The values of all versions, and secret members of JSON in them, by their names. */
  secretValues(): readonly string[] {
    const versions = inRegion(undefined, () => this.all).flatMap((secret) => secret.versions);
    return versions.flatMap(({ text: value, binary }) => [
      ...(binary === undefined ? [] : [binary, Buffer.from(binary, "base64").toString("utf8")]),
      ...(value === undefined ? [] : [value, ...secretMembers(value)]),
    ]);
  }

  get all(): readonly LocalSecret[] {
    const ofApp = [...this.ofClusters(), ...this.declared()].map((each): LocalSecret => {
      const { versions, description, changedAt } = this.written.get(each.arn) ?? each;
      return { ...each, versions, description, changedAt };
    });
    const made = [...this.written.values()].filter(
      ({ arn, isMadeByRequest, deletesAt }) =>
        isMadeByRequest === true &&
        isInCalledRegion(this.model, arn) &&
        (deletesAt === undefined || deletesAt > this.nowSeconds),
    );
    return [...ofApp, ...made];
  }

  put(secret: LocalSecret): void {
    this.written.set(secret.arn, secret);
    this.save();
  }

  delete({ arn }: LocalSecret): void {
    this.written.delete(arn);
    this.save();
  }

  /** The ARN of a new secret, which ends in six characters. */
  newArn(name: string): string {
    const { partition, region, account } = this.model;
    const end = generateId(`secret ${name} ${this.now}`, 6, "mixedCase");
    return formatArn({ partition, region, account }, "secretsmanager", `secret:${name}-${end}`);
  }

  private save(): void {
    this.kept.save(() => ({ secrets: Object.fromEntries(this.written) }));
  }

  private ofClusters(): readonly LocalSecret[] {
    return this.model.ofType("aws_rds_cluster").flatMap(({ values }) =>
      blocks(values, "master_user_secret").map((secret) => {
        const arn = requireText(secret, "secret_arn");
        const username = text(values, "master_username") ?? "postgres";
        // The local databases accept every password.
        const value = JSON.stringify({ username, password: "local" });
        const versions = [versionOf(arn, { text: value })];
        return {
          arn,
          name: nameOf(arn),
          versions,
          createdAt: deployedAtSeconds,
          changedAt: deployedAtSeconds,
        };
      }),
    );
  }

  private declared(): readonly LocalSecret[] {
    const versions = this.model.ofType("aws_secretsmanager_secret_version");
    return this.model.ofType("aws_secretsmanager_secret").map(({ values }) => {
      const arn = requireText(values, "arn");
      const version = versions.find((each) => each.values.secret_id === arn)?.values;
      const tags = tagsOf(values);
      return {
        arn,
        name: requireText(values, "name"),
        description: text(values, "description"),
        ...(Object.keys(tags).length > 0 && { tags }),
        kmsKeyId: text(values, "kms_key_id"),
        createdAt: deployedAtSeconds,
        changedAt: deployedAtSeconds,
        versions: version === undefined ? [] : declaredVersions(arn, version),
      };
    });
  }

  async stop(): Promise<void> {
    await this.kept.settled();
  }
}

function declaredVersions(arn: string, values: Values): readonly SecretVersion[] {
  const [value, binary] = [text(values, "secret_string"), text(values, "secret_binary")];
  return value === undefined && binary === undefined ? [] : [versionOf(arn, { text: value, binary })];
}

/** The only version of a secret that was not written here. */
function versionOf(arn: string, value: Pick<SecretVersion, "text" | "binary">): SecretVersion {
  return { id: generateUuid(arn), ...value, stages: ["AWSCURRENT"], createdAt: deployedAtSeconds };
}

/** The name in an ARN, which ends in six random characters. */
const nameOf = (arn: string): string => (arn.split(":")[6] ?? arn).replace(/-[A-Za-z0-9]{6}$/, "");

/** The members of a JSON object that hold secrets: the password of a database, and not its user. */
function secretMembers(value: string): readonly string[] {
  const content = jsonOf(value);
  if (!isValues(content)) return [];
  return Object.entries(content).flatMap(([name, each]) =>
    typeof each === "string" && isSecretName(name) ? [each] : [],
  );
}
