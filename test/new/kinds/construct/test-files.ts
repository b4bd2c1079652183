import type { Names } from "../../names";

export const readmeFile = ({ pascal, camel, kebab }: Names, isBindable: boolean): string => `# ${pascal}

A sample: a group of schedules of EventBridge Scheduler.

<!-- code test/docs/examples/${kebab}.ts#${kebab} -->
\`\`\`ts
\`\`\`

## What it creates

| Resource | When | Purpose |
|---|---|---|
| \`aws_scheduler_schedule_group\` | without an imported \`cdk.group\` | the group, named \`<stage>-<app>-<id>\` |

## Props

<!-- props lib/constructs/${kebab}/props.ts ${pascal}Props -->

<!-- end -->
${isBindable ? `\n## Permissions\n\n<!-- permissions ${pascal} -->\n\n<!-- end -->\n` : ""}
## Properties

| Property | What it is |
|---|---|
| \`${camel}Arn\`, \`${camel}Name\` | ARN and name |
| \`cdk\` | \`group\` |

## Errors

<!-- errors lib/constructs/${kebab}/errors.ts -->

<!-- end -->
`;

export const samplesFile = ({ pascal }: Names): string => `import { ${pascal} } from "../../../lib";
import { type ConstructInputs, type ConstructSamples, sampleId } from "../../support/construct-samples";

export const samples: ConstructSamples = {
  ${pascal}: {
    make: (stack) => new ${pascal}(stack, sampleId),
    type: "aws_scheduler_schedule_group",
    makeEverything: (stack) => {
      new ${pascal}(stack, sampleId);
    },
  },
};

export const inputs: ConstructInputs = {
  ${pascal}: { props: "${pascal}Props", create: ${pascal}, valid: () => ({ cdk: { group: { tags: { team: "red" } } } }) },
};
`;

export const exampleFile = ({
  pascal,
  kebab,
}: Names): string => `import { ${pascal}, type StackContext } from "serverform";

// #region ${kebab}
export function ${pascal}Stack({ stack }: StackContext) {
  new ${pascal}(stack, "My${pascal}", { name: "my-${kebab}" });
}
// #endregion
`;

export const testFile = ({
  pascal,
  kebab,
}: Names): string => `import { SchedulerScheduleGroup } from "@cdktf/provider-aws/lib/scheduler-schedule-group";
import { ${pascal}, type ${pascal}Props } from "../../../lib/constructs/${kebab}";
import { addresses, only, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

const type = "aws_scheduler_schedule_group";
const groupOf = (props?: ${pascal}Props) => {
  const stack = testStack();
  new ${pascal}(stack, "It", props);
  return only(stack, type);
};

describe("${pascal}", () => {
  test("creates these resources", () => {
    const stack = testStack();
    new ${pascal}(stack, "It");
    expect(addresses(stack)).toEqual([expect.stringMatching(/^aws_scheduler_schedule_group\\.It_Group_/)]);
  });

  test.each<[string, ${pascal}Props | undefined, object]>([
    ["after app, stage and id", undefined, { name: "dev-notes-It" }],
    ["as you write it", { name: "x".repeat(64) }, { name: "x".repeat(64) }],
    ["with your prefix", { cdk: { group: { namePrefix: "mine-" } } }, { name_prefix: "mine-" }],
  ])("is named %s", (_, props, expected) => {
    expect(groupOf(props)).toEqual(expected);
  });

  test("takes an existing group, and creates none", () => {
    const stack = testStack();
    const group = new SchedulerScheduleGroup(stack, "There", { name: "there" });
    const it = new ${pascal}(stack, "It", { cdk: { group } });
    expect(only(stack, type)).toEqual({ name: "there" });
    expect(it.cdk.group).toBe(group);
  });
});

describe("${pascal} refuses", () => {
  test.each<[string, object, string, string]>([
    ["an unknown prop", { nmae: "a" }, "key-unknown", "props"],
    ["an unknown key in cdk", { cdk: { it: {} } }, "key-unknown", "cdk"],
    ["a long name", { name: "x".repeat(65) }, "name-too-long", "name"],
    ["a name with other characters", { name: "a b" }, "prop-invalid", "name"],
    ["the name of the group that every account has", { name: "default" }, "${kebab}-default-name", "name"],
    ["two names", { name: "a", cdk: { group: { name: "b" } } }, "props-exclude", "name"],
    ["a name and a prefix", { cdk: { group: { name: "a", namePrefix: "b" } } }, "props-exclude", "cdk.group.name"],
  ])("%s", (_, props, code, prop) => {
    const error = failure(() => groupOf(props));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
});
`;
