import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { escapeTemplate } from "../tokens/escape";
import { waitFor } from "./depends-on";
import { TerraformData } from "./terraform-data";

/** A value that must not change after its resource is created. */
export interface GuardedValue {
  /** The resource whose plan fails: the one that a change would replace or break, or one that depends on it. */
  readonly resource: TerraformResource;
  /**
   * The resource that a change would replace, where `resource` is one that depends on it. The record is made once this one exists: a value
   * with which its creation has failed can be corrected.
   *
   * @default - the record is made before `resource`
   */
  readonly after?: TerraformResource | undefined;
  /** The current value; `""` without one. */
  readonly value: string;
  /** The prop that holds the value: `customDomain.path`. */
  readonly prop: string;
  /** Why it must not change, and what to do instead. */
  readonly reason: string;
}

/**
 * Makes the plan fail when a value differs from that of the first deployment.
 *
 * A `terraform_data` keeps the first value, because it ignores changes. A precondition of the guarded resource compares the
 * two. When the guarded resource is removed, the record is removed too, and a new value can be chosen.
 */
export function guardValue(
  scope: Construct,
  id: string,
  { resource, after, value, prop, reason }: GuardedValue,
): void {
  const literal = escapeTemplate(value);
  const first = `${recordFirst(scope, id, literal, after)}.output`;
  addPrecondition(
    resource,
    `\${${first} == ${JSON.stringify(literal)}}`,
    `${scope.node.path}: ${prop} was "\${${first}}" and is now "${literal}". ${escapeTemplate(reason)}`,
  );
}

/** A value among others of one resource. */
export interface GuardedSetting extends Pick<GuardedValue, "prop" | "value" | "reason"> {
  /** Its name in the record, in snake case. */
  readonly key: string;
  /** Whether the resource stays as it is when the value is left out later. */
  readonly mayBeLeftOut: boolean;
}

/**
 * Does the same as `guardValue` for many values, with one record. A value may be a reference; one that replaces none, or none that is
 * known yet, fails the plan although the new value is unknown then.
 */
export function guardSettings(
  scope: Construct,
  id: string,
  { resource, after }: Pick<GuardedValue, "resource" | "after">,
  settings: readonly GuardedSetting[],
): void {
  const values = Object.fromEntries(settings.map(({ key, value }) => [key, escapeTemplate(value)]));
  const record = recordFirst(scope, id, values, after);
  for (const { key, prop, value, reason, mayBeLeftOut } of settings) {
    if (value === "" && mayBeLeftOut) continue;
    const now = expressionOf(escapeTemplate(value));
    // A later version of the library may guard a value that the record does not have.
    const first = `lookup(${record}.output, "${key}", ${now})`;
    const isSame = `${first} == ${now}`;
    // Terraform prints no message that contains an unknown value, which a reference may be.
    const known = `lookup(${record}.output, "${key}", "")`;
    const shown =
      value === "" ? "not set" : now.startsWith('"') ? escapeTemplate(value) : "another reference";
    addPrecondition(
      resource,
      `\${${value === "" ? isSame : `${first} == "" ? false : ${isSame}`}}`,
      `${scope.node.path}: ${prop} was \${${known} == "" ? "not set" : ${known}} and is now ${shown}. ${escapeTemplate(reason)}`,
    );
  }
}

/** A text as an expression. References have no quotes in it, since CDKTF writes no braces within an expression. */
function expressionOf(text: string): string {
  const parts = text.split(/(\$\{TfToken\[[^\]]*\]\})/).filter((part) => part !== "");
  const [first = '""', ...more] = parts.map((part) =>
    part.startsWith("${TfToken[") ? part : JSON.stringify(part),
  );
  return more.length === 0 ? first : `join("", [${[first, ...more].join(", ")}])`;
}

function recordFirst(
  scope: Construct,
  id: string,
  value: unknown,
  after: TerraformResource | undefined,
): string {
  const record = new TerraformData(scope, id, value, { ignoreChanges: ["input"] });
  if (after !== undefined) waitFor(record, [after]);
  return `terraform_data.${record.friendlyUniqueId}`;
}

function addPrecondition(resource: TerraformResource, condition: string, errorMessage: string): void {
  const { lifecycle = {} } = resource;
  const precondition = [...(lifecycle.precondition ?? []), { condition, errorMessage }];
  resource.lifecycle = { ...lifecycle, precondition };
}
