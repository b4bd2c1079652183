import { ServiceError } from "../contract/define-service";

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
