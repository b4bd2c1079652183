import { arnSource, exampleArn } from "../../../facts/aws/arn-patterns";
import { arnOf, choice, modelled, type ResourceLimits, range, textLimit } from "./limit";

const createProject = "https://docs.aws.amazon.com/codebuild/latest/APIReference/API_CreateProject.html";
const api = (type: string) => `https://docs.aws.amazon.com/codebuild/latest/APIReference/API_${type}.html`;
const projectCache = "https://docs.aws.amazon.com/codebuild/latest/APIReference/API_ProjectCache.html";

/** Projects that run jobs. */
export const codeBuildLimits = {
  aws_codebuild_project: {
    ...modelled(
      "description",
      "cache.modes",
      "fileSystemLocations.type",
      "logsConfig.cloudwatchLogs.status",
      "logsConfig.s3Logs.status",
      "logsConfig.s3Logs.bucketOwnerAccess",
      "secondaryArtifacts.bucketOwnerAccess",
      "secondaryArtifacts.type",
      "secondaryArtifacts.packaging",
      "secondaryArtifacts.namespaceType",
      "secondarySources.auth.type",
    ),
    name: textLimit(
      createProject,
      255,
      /^[A-Za-z0-9][A-Za-z0-9_-]+$/,
      "2 to 255 letters, digits, - and _, beginning with a letter or digit",
      2,
    ),
    buildTimeout: range(createProject, 5, 2160, { unit: "minutes" }),
    queuedTimeout: range(createProject, 5, 480, { unit: "minutes" }),
    concurrentBuildLimit: range(createProject, 1, Number.POSITIVE_INFINITY),
    autoRetryLimit: range(createProject, 0, 10),
    "cache.type": choice(projectCache, "NO_CACHE", "LOCAL", "S3"),
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
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
