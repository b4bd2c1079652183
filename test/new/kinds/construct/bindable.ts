import type { Names } from "../../names";
import type { Insertion } from "../../plan";

/** The module that a deployed function reads the ARN from. */
export const bindableFiles = ({ pascal, camel, kebab }: Names): Readonly<Record<string, string>> => ({
  [`lib/runtime/node/${kebab}.ts`]: `import { boundResources, type WrittenAtSynthesis } from "../bindings/resources";

/** Constructs of the class ${pascal} of the app, by id; synthesis writes them. */
export interface ${pascal}Resources extends WrittenAtSynthesis {}

/**
 * The constructs of the class ${pascal} that this function is bound to.
 *
 * @example
 * new GetScheduleGroupCommand({ Name: ${pascal}.orders.${camel}Name });
 */
export const ${pascal} = boundResources<${pascal}Resources>({ className: "${pascal}", variables: ["${camel}Name"] });
`,
});

export const bindableInsertions = ({ kebab }: Names): readonly Insertion[] => [
  {
    path: "package.json",
    before: '    "./package.json": "./package.json"\n',
    text: `    "./node/${kebab}": {
      "types": "./dist/runtime/node/${kebab}.d.ts",
      "default": "./dist/runtime/node/${kebab}.js"
    },
`,
  },
];

/** The permission row, and what `bind` gives. */
export const rowText = ({ pascal, camel }: Names): string => `
const read = actionsOf("scheduler", "GetScheduleGroup ListTagsForResource");

export const ${camel}Row = {
  name: "${pascal}",
  types: ["aws_scheduler_schedule_group"],
  byDefault: access(grant(read, ["{arn}"])),
  access: {
    grantRead: access(grant(read, ["{arn}"])),
    grantFullAccess: access(grant(["scheduler:*"], ["{arn}"])),
  },
} satisfies PermissionRow;
`;

export const methodsText = ({ camel }: Names): string => `
  [permissionTarget](): PermissionTarget {
    return { ...providerTarget(${camel}Row, this.cdk.group), arn: this.${camel}Arn };
  }

  [bindingTarget](): Binding {
    return createBinding(${camel}Description, this, { ${camel}Name: this.${camel}Name });
  }
`;
