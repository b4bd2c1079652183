import { choice, description, type ResourceLimits, range, textLimit } from "./limit";

const createProject = "https://docs.aws.amazon.com/codebuild/latest/APIReference/API_CreateProject.html";
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
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
