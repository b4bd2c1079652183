import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { escapeTemplate } from "../tokens/escape";
import { waitFor } from "./depends-on";
import { TerraformData } from "./terraform-data";

export interface GuardedValue {
  /** The resource whose plan fails: the one that a change would replace or break, or a dependent of it. */
  readonly resource: TerraformResource;
  /**
   * The resource that a change would replace, if `resource` depends on it. The record is created after this one, so that a value
   * with which its creation failed can be corrected.
   *
   * @default - the record is created before `resource`
   */
  readonly after?: TerraformResource | undefined;
  /** The current value; `""` without one. */
  readonly value: string;
  /** The prop that holds the value: `customDomain.path`. */
  readonly prop: string;
  /** The reason why it must not change, and the remedy. */
  readonly reason: string;
}

/**
 * Makes the plan fail if a value differs from that of the first deployment.
 *
 * A `terraform_data` keeps the first value, because it ignores changes. A precondition of the guarded resource compares the two.
 * When the guarded resource is removed, the record is removed too, and a new value can be chosen.
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

export interface GuardedSetting extends Pick<GuardedValue, "prop" | "value" | "reason"> {
  /** Its name in the record, in snake case. */
  readonly key: string;
  /** Whether the resource stays unchanged if the value is left out later. */
  readonly mayBeLeftOut: boolean;
}

/**
 * Like `guardValue` for many values, with one record. A value may be a reference. A new reference in place of an empty
 * value fails the plan even if its value is still unknown.
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
    // A later version of the library may guard a value that is missing in the record.
    const first = `lookup(${record}.output, "${key}", ${now})`;
    const isSame = `${first} == ${now}`;
    // Terraform does not print messages with unknown values, which a reference may be.
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

/** A text as an expression. References in it have no quotes, since CDKTF writes no braces within an expression. */
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
