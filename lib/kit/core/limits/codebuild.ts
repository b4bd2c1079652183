import { arnSource, exampleArn } from "../../../facts/aws/arn-patterns";
import { arnOf, choice, description, type ResourceLimits, range, textLimit } from "./limit";

const createProject = "https://docs.aws.amazon.com/codebuild/latest/APIReference/API_CreateProject.html";
const api = (type: string) => `https://docs.aws.amazon.com/codebuild/latest/APIReference/API_${type}.html`;
const projectCache = "https://docs.aws.amazon.com/codebuild/latest/APIReference/API_ProjectCache.html";

/** Projects, as which jobs run. */
export const codeBuildLimits = {
  aws_codebuild_project: {
    name: textLimit(
      createProject,
      255,
      /^[A-Za-z0-9][A-Za-z0-9_-]+$/,
      "2 to 255 letters, digits, - and _, beginning with a letter or digit",
      2,
    ),
    description: description(createProject, 255),
    buildTimeout: range(createProject, 5, 2160, { unit: "minutes" }),
    queuedTimeout: range(createProject, 5, 480, { unit: "minutes" }),
    concurrentBuildLimit: range(createProject, 1, Number.POSITIVE_INFINITY),
    autoRetryLimit: range(createProject, 0, 10),
    "cache.type": choice(projectCache, "NO_CACHE", "LOCAL", "S3"),
    "cache.modes": choice(
      projectCache,
      "LOCAL_DOCKER_LAYER_CACHE",
      "LOCAL_SOURCE_CACHE",
      "LOCAL_CUSTOM_CACHE",
    ),
    encryptionKey: {
      ...textLimit(
        createProject,
        2048,
        new RegExp(`^(${arnSource("kms", "(key|alias)/\\S+")}|alias/[\\w/-]+)$`),
        'the ARN or the alias of a KMS key: "alias/notes"',
      ),
      sample: "alias/notes",
    },
    resourceAccessRole: arnOf(api("UpdateProjectVisibility"), ["iam"], exampleArn("iam", "role/builds")),
    projectVisibility: choice(api("UpdateProjectVisibility"), "PUBLIC_READ", "PRIVATE"),
    "fileSystemLocations.type": choice(api("ProjectFileSystemLocation"), "EFS"),
    "logsConfig.cloudwatchLogs.status": choice(api("CloudWatchLogsConfig"), "ENABLED", "DISABLED"),
    "logsConfig.s3Logs.status": choice(api("S3LogsConfig"), "ENABLED", "DISABLED"),
    "logsConfig.s3Logs.bucketOwnerAccess": choice(api("S3LogsConfig"), "NONE", "READ_ONLY", "FULL"),
    "secondaryArtifacts.bucketOwnerAccess": choice(api("ProjectArtifacts"), "NONE", "READ_ONLY", "FULL"),
    "secondaryArtifacts.type": choice(api("ProjectArtifacts"), "CODEPIPELINE", "S3", "NO_ARTIFACTS"),
    "secondaryArtifacts.packaging": choice(api("ProjectArtifacts"), "NONE", "ZIP"),
    "secondaryArtifacts.namespaceType": choice(api("ProjectArtifacts"), "NONE", "BUILD_ID"),
    "secondarySources.type": choice(
      api("ProjectSource"),
      "CODECOMMIT",
      "CODEPIPELINE",
      "GITHUB",
      "GITLAB",
      "GITLAB_SELF_MANAGED",
      "S3",
      "BITBUCKET",
      "GITHUB_ENTERPRISE",
      "NO_SOURCE",
    ),
    "secondarySources.auth.type": choice(api("SourceAuth"), "OAUTH", "CODECONNECTIONS", "SECRETS_MANAGER"),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
