import { modeOfDirective } from "../../../facts/app-sync";
import { byKind } from "../../../facts/text/by-kind";
import type { AuthorizationMode, AuthorizationWay, GraphqlApiConfig } from "./config";

// The parts of objects of the package graphql that are read. The package is optional, and the declarations of `serverform/testing` import
// this file.

interface ValueNode {
  readonly kind: string;
  readonly value?: unknown;
  readonly values?: readonly ValueNode[];
}

interface DirectiveNode {
  readonly name: { readonly value: string };
  readonly arguments?: readonly { readonly name: { readonly value: string }; readonly value: ValueNode }[];
}

interface Definition {
  readonly directives?: readonly DirectiveNode[];
}

interface SchemaField {
  readonly name: string;
  readonly astNode?: Definition | null | undefined;
}

interface SchemaType extends SchemaField {
  readonly extensionASTNodes: readonly Definition[];
}

export interface FieldRule {
  readonly mode: string;
  /** Groups of user pools; undefined: every user. */
  readonly groups: readonly string[] | undefined;
}

export interface FieldCaller {
  readonly mode: AuthorizationMode;
  readonly groups: readonly string[];
  /** The fields that a function authorizer denies. */
  readonly deniedFields: readonly string[];
}

/** Decides which callers may see which fields, by the directives of the schema. */
export class FieldRules {
  private readonly known = new Map<string, readonly FieldRule[]>();

  constructor(private readonly api: GraphqlApiConfig) {}

  /**
   * Uses the directives of the field, or else those of its type, or else the API's first authorization mode.
   *
   * Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
   */
  allows(type: SchemaType, field: SchemaField, caller: FieldCaller): boolean {
    if (isDenied(caller, type.name, field.name)) return false;
    return this.rulesOf(type, field).some(
      ({ mode, groups }) =>
        mode === caller.mode && (groups === undefined || groups.some((each) => caller.groups.includes(each))),
    );
  }

  private rulesOf(type: SchemaType, field: SchemaField): readonly FieldRule[] {
    const key = `${type.name}.${field.name}`;
    const known = this.known.get(key) ?? this.read(type, field);
    this.known.set(key, known);
    return known;
  }

  private read(type: SchemaType, field: SchemaField): readonly FieldRule[] {
    const [first] = this.api.ways;
    const onField = rulesIn(field.astNode?.directives);
    if (onField.length > 0) return onField;
    const nodes = [type.astNode, ...type.extensionASTNodes];
    const onType = rulesIn(nodes.flatMap((node) => node?.directives ?? []));
    if (onType.length > 0) return onType;
    return first === undefined || deniesByDefault(first) ? [] : [{ mode: first.mode, groups: undefined }];
  }
}

/** Whether fields without a rule are closed, if this is the way of the API itself. */
export const deniesByDefault = byKind<AuthorizationWay, "mode", [], boolean>("mode", {
  API_KEY: () => false,
  AWS_IAM: () => false,
  AMAZON_COGNITO_USER_POOLS: (way) => way.deniesByDefault,
  OPENID_CONNECT: () => false,
  AWS_LAMBDA: () => false,
});

export function rulesIn(directives: readonly DirectiveNode[] = []): readonly FieldRule[] {
  return directives.flatMap((node) => {
    const name = node.name.value;
    const mode = Object.hasOwn(modeOfDirective, name) ? modeOfDirective[name] : undefined;
    return mode === undefined ? [] : [{ mode, groups: groupsIn(node) }];
  });
}

function groupsIn(node: DirectiveNode): readonly string[] | undefined {
  const value = node.arguments?.find(({ name }) => name.value === "cognito_groups")?.value;
  if (value === undefined) return undefined;
  const items = value.kind === "ListValue" ? (value.values ?? []) : [value];
  return items.flatMap((item) => (item.kind === "StringValue" ? [String(item.value)] : []));
}

/** A function authorizer may deny fields: `Mutation.addNote`, or the ARN of the field. */
function isDenied({ deniedFields }: FieldCaller, type: string, field: string): boolean {
  return deniedFields.some(
    (each) => each === `${type}.${field}` || each.endsWith(`/types/${type}/fields/${field}`),
  );
}
