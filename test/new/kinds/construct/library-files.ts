import type { Names } from "../../names";
import { methodsText, rowText } from "./bindable";

const provider = "@cdktf/provider-aws/lib/scheduler-schedule-group";

export const classFile = (names: Names, isBindable: boolean): string => {
  const { pascal, camel } = names;
  const fromLibrary = isBindable ? `, ${camel}Description, ${camel}Row` : "";
  return `import { SchedulerScheduleGroup, type SchedulerScheduleGroupConfig } from "${provider}";
import { Construct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import { ${isBindable ? "type Binding, bindingTarget, " : ""}claimId, constructId, ${isBindable ? "createBinding, " : ""}prefixedName } from "../../kit/app";
import { checkLimit, limits, overlay, withoutUndefined } from "../../kit/core";
${isBindable ? 'import { type PermissionTarget, permissionTarget, providerTarget } from "../../kit/iam";\n' : ""}import { type ${pascal}Metadata${fromLibrary} } from "./library";
import { type Parsed${pascal}, parse${pascal}Props } from "./parse";
import type { ${pascal}Props } from "./props";

/**
 * A sample: a group of schedules of EventBridge Scheduler.
 *
 * @example
 * new ${pascal}(stack, "${pascal}");
 */
export class ${pascal} extends Construct {
  readonly id: string;
  readonly ${camel}Arn: string;
  readonly ${camel}Name: string;
  readonly cdk: { readonly group: SchedulerScheduleGroup };

  constructor(scope: Construct, id: string, props: ${pascal}Props = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const parsed = collectProblems(() => parse${pascal}Props(this, given));
    const group = parsed.imported ?? this.createGroup(parsed);
    this.${camel}Arn = group.arn;
    this.${camel}Name = group.name;
    this.cdk = { group };
  }

  private createGroup({ name, override }: Parsed${pascal}): SchedulerScheduleGroup {
    const isGenerated = override.namePrefix === undefined;
    const config: SchedulerScheduleGroupConfig = { name: isGenerated ? (name ?? prefixedName(this)) : undefined };
    const merged = overlay(config, override);
    checkLimit(this, name === undefined ? "cdk.group.name" : "name", merged.name, limits.aws_scheduler_schedule_group.name);
    return new SchedulerScheduleGroup(this, "Group", merged);
  }
${isBindable ? methodsText(names) : ""}
  getConstructMetadata(): ${pascal}Metadata {
    return { type: "${pascal}", data: { name: this.${camel}Name } };
  }
}
`;
};

export const propsFile = ({ pascal }: Names): string => `import type {
  SchedulerScheduleGroup,
  SchedulerScheduleGroupConfig,
} from "${provider}";
import type { Override } from "../../kit/core";

/** Props of ${pascal}. */
export interface ${pascal}Props {
  /** Name in AWS, 1 to 64 letters, digits, \`.\`, \`-\` and \`_\`. @default - \`<stage>-<app>-<id>\` */
  readonly name?: string | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** An existing group, used unchanged, or keys that override the created one. @default - created */
        readonly group?: SchedulerScheduleGroup | Override<SchedulerScheduleGroupConfig> | undefined;
      }
    | undefined;
}
`;

export const parseFile = ({
  pascal,
  camel,
  kebab,
}: Names): string => `import { SchedulerScheduleGroup, type SchedulerScheduleGroupConfig } from "${provider}";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, checkLimit, limits, parseImport, propKeys } from "../../kit/core";
import { fail } from "./errors";
import type { ${pascal}Props } from "./props";

const ${camel}Keys = propKeys<${pascal}Props>()({ name: "text", cdk: "map" });

/** The existing group, or the name and the override of the created one. */
export interface Parsed${pascal} {
  readonly imported: SchedulerScheduleGroup | undefined;
  readonly name: string | undefined;
  /** Empty for an imported group. */
  readonly override: Partial<SchedulerScheduleGroupConfig>;
}

/** Refuses props that cannot work, before anything is created. */
export function parse${pascal}Props(construct: Construct, written: ${pascal}Props): Parsed${pascal} {
  const { name, cdk: given = {} } = acceptedKeys(construct, "props", written, ${camel}Keys);
  const cdk = acceptedKeys(construct, "cdk", given, ["id", "group"]);
  const parsed = parseImport(construct, "cdk.group", cdk.group, SchedulerScheduleGroup);
  attempt(() => checkName(construct, name, parsed));
  return { ...parsed, name };
}

function checkName(
  construct: Construct,
  name: string | undefined,
  { imported, override }: Omit<Parsed${pascal}, "name">,
): void {
  if (name !== undefined && imported !== undefined) fail(construct, "props-exclude", "name", { other: "cdk.group" });
  if (override.name !== undefined && override.namePrefix !== undefined) {
    fail(construct, "props-exclude", "cdk.group.name", { other: "cdk.group.namePrefix" });
  }
  const overridden = override.name ?? override.namePrefix;
  if (name !== undefined && overridden !== undefined) fail(construct, "props-exclude", "name", { other: "cdk.group" });
  checkLimit(construct, "name", name, limits.aws_scheduler_schedule_group.name);
  if (name === "default") fail(construct, "${kebab}-default-name", "name", { value: name });
}
`;

export const errorsFile = ({
  pascal,
  camel,
  kebab,
}: Names): string => `import { coreTexts } from "../../kit/core/errors";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";

/** Texts about ${pascal}. */
export const ${camel}Texts = {
  "${kebab}-default-name": ({ value }: { value: string }) => ({
    problem: \`is \${show(value)}, the group that every account has.\`,
    remedy: "Write another name, or leave it out: the library derives one from the app, the stage and the id.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...${camel}Texts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
`;

export const libraryFile = (names: Names, isBindable: boolean): string => {
  const { pascal, camel, kebab } = names;
  const rowImport = isBindable
    ? 'import { access, actionsOf, grant, type PermissionRow } from "../../kit/iam";\n'
    : "";
  const rowLines = isBindable
    ? `  row: ${camel}Row,
  binding: { client: "${kebab}", variables: ["${camel}Name"], grants: true },
`
    : "";
  return `import type { ConstructMetadata } from "../../kit/app";
import { type ConstructDescription, metadataKind } from "../../kit/description";
${rowImport}import { ${camel}Texts } from "./errors";
${isBindable ? rowText(names) : ""}
export type ${pascal}Metadata = ConstructMetadata<"${pascal}", { readonly name: string }>;

export const ${camel}Description = {
  className: "${pascal}",
${rowLines}  metadata: metadataKind<${pascal}Metadata>("${pascal}"),
  texts: ${camel}Texts,
  document: { summary: "a sample: a group of schedules", group: "Events" },
} as const satisfies ConstructDescription;
`;
};

export const indexFile = ({ pascal, kebab }: Names): string => `export { ${pascal} } from "./${kebab}";
export type { ${pascal}Props } from "./props";
`;
