import { namesOf } from "../names";
import type { NewKind } from "./kind";

const folder = "lib/constructs/trigger";

export const trigger: NewKind = {
  form: /^[a-z]+(_[a-z]+)*$/,
  formInWords: "the value of `type`: lower-case words with underscores",
  example: "mail_receipt",
  summary: "a kind of Trigger",
  plan(name) {
    const { pascal, camel, kebab } = namesOf(name);
    const props = `${pascal}TriggerProps`;
    return {
      files: {
        [`${folder}/kinds/${kebab}.ts`]: kindFile(camel, props),
        [`test/constructs/trigger/${kebab}.test.ts`]: testFile(name),
      },
      insertions: [
        {
          path: `${folder}/props.ts`,
          before: "/** Props of a trigger; `type` says what calls the function. */",
          text: propsText(name, props),
        },
        { path: `${folder}/props.ts`, before: "  | SkillTriggerProps;", text: `  | ${props}\n` },
        {
          path: `${folder}/kinds/index.ts`,
          after: 'import { skillTrigger } from "./skill";\n',
          text: `import { ${camel}Trigger } from "./${kebab}";\n`,
        },
        {
          path: `${folder}/kinds/index.ts`,
          before: "} satisfies Readonly<Record<TriggerType",
          text: `  ${name}: ${camel}Trigger,\n`,
        },
        { path: "lib/index.ts", before: "  type SkillTriggerProps,\n", text: `  type ${props},\n` },
        {
          path: `${folder}/README.md`,
          before: "## Properties and methods\n",
          text: `## \`type: "${name}"\`\n\n<!-- props ${folder}/props.ts ${props} -->\n\n<!-- end -->\n\n`,
        },
      ],
      next: [
        "npm run docs",
        `Write what connects the source and the function in ${folder}/kinds/${kebab}.ts.`,
        `List the resources in ${folder}/README.md, and write a line in CHANGELOG.md.`,
      ],
    };
  },
};

const propsText = (
  name: string,
  props: string,
) => `/** A sample: a source in AWS that calls functions itself. */
export interface ${props} extends TriggerBase {
  /** Invokes the function with events of the source. */
  readonly type: "${name}";
  /** ARN of the source. Nothing else may call the function. */
  readonly sourceArn: string;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
      }
    | undefined;
}

`;

const kindFile = (camel: string, props: string) => `import { Token } from "cdktf";
import { isArn } from "../../../facts/aws/arns";
import { servicePrincipal } from "../../../facts/aws/principals";
import { propKeys } from "../../../kit/core";
import { fail } from "../errors";
import { allow, triggerKeys } from "./kind";
import type { ${props} } from "../props";
import type { SourceKind } from "./kind";

export const ${camel}Trigger: SourceKind<${props}> = {
  keys: propKeys<${props}>()({ ...triggerKeys, sourceArn: "text" }),
  waits: false,
  cdkKeys: [],
  plan(trigger, { sourceArn }) {
    if (sourceArn === undefined) {
      const remedy = "Write the ARN of the source. Without it, every account could call the function.";
      fail(trigger, "prop-required", "sourceArn", { remedy });
    }
    if (!Token.isUnresolved(sourceArn) && !isArn(sourceArn)) {
      fail(trigger, "prop-invalid", "sourceArn", { value: sourceArn, expected: "an ARN" });
    }
    return (fn) => ({ permission: allow(trigger, fn, { principal: servicePrincipal("s3"), sourceArn }) });
  },
};
`;

const testFile = (name: string) => `import { Trigger } from "../../../lib";
import { only, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

const triggerOf = (sourceArn: string) => {
  const stack = testStack();
  new Trigger(stack, "It", { type: "${name}", sourceArn, function: "functions/notes.get" });
  return stack;
};

describe("Trigger of the type ${name}", () => {
  test("lets only its source call the function", () => {
    expect(only(triggerOf("arn:aws:s3:::files"), "aws_lambda_permission")).toMatchObject({
      principal: "s3.amazonaws.com",
      source_arn: "arn:aws:s3:::files",
    });
  });

  test("refuses what is not an ARN", () => {
    const error = failure(() => triggerOf("files"));
    expect([error.code, error.prop]).toEqual(["prop-invalid", "sourceArn"]);
  });
});
`;
