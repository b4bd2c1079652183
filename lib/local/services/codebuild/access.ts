import { text, texts, type Values } from "../../../model";
import type { AccessOf } from "../contract/define-service";
import type { Builds } from "./builds";
import type { buildOperations } from "./operations";

type BuildAccess = AccessOf<Builds, Values>;

/** Source: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscodebuild.html */
export const buildAccess = {
  StartBuild: (input, arn) => [
    { action: "codebuild:StartBuild", resource: arn("codebuild", `project/${text(input, "projectName")}`) },
  ],
  // The id of a build begins with the name of its project.
  BatchGetBuilds: (input, arn) =>
    [...new Set(texts(input, "ids").map((id) => id.split(":")[0]))].map((project) => ({
      action: "codebuild:BatchGetBuilds",
      resource: arn("codebuild", `project/${project}`),
    })),
} satisfies Record<keyof typeof buildOperations, BuildAccess>;
