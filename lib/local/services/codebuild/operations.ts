import { formatArn } from "../../../facts/aws/arns";
import { blocks, text, texts, type Values } from "../../../model";
import { notInApp, type Operation } from "../contract/define-service";
import type { Build, Builds } from "./builds";

/** Source: https://docs.aws.amazon.com/codebuild/latest/APIReference/API_Operations.html */
export const buildOperations = {
  StartBuild: (builds, input) => {
    const name = text(input, "projectName") ?? "";
    const variables = blocks(input, "environmentVariablesOverride");
    const payload = variables.find((each) => each.name === "SERVERFORM_PAYLOAD");
    const build = builds.start(name, (payload && text(payload, "value")) ?? "null");
    if (build !== undefined) return { build: written(build) };
    const arn = formatArn(builds.model, "codebuild", `project/${name}`);
    throw notInApp("codebuild", "build project", name, `Project cannot be found: ${arn}`);
  },

  BatchGetBuilds: (builds, input) => {
    const found = texts(input, "ids").map((id) => [id, builds.find(id)] as const);
    return {
      builds: found.flatMap(([, build]) => (build === undefined ? [] : [written(build)])),
      buildsNotFound: found.flatMap(([id, build]) => (build === undefined ? [id] : [])),
    };
  },
} satisfies Record<string, Operation<Builds, Values, object>>;

const written = ({ id, projectName, status }: Build): object => ({
  id,
  projectName,
  buildStatus: status,
  buildComplete: status !== "IN_PROGRESS",
});
