import { isObject } from "../../project/json";

/** What a plan would change in one resource. */
export interface ResourceChange {
  readonly address: string;
  readonly action: "create" | "update" | "replace" | "delete" | "forget" | "import" | "move";
  /** The changed attributes of an update or a replacement, as text. */
  readonly attributes: readonly string[];
}

/** What a plan would change in one resource, with its attributes before and after. They may be secret: never print them. */
export interface ChangedValues {
  readonly address: string;
  readonly type: string;
  readonly action: ResourceChange["action"] | undefined;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The attributes of `after` that AWS decides. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

/** The resource changes in the JSON form of a saved plan. */
export function plannedResources(plan: unknown): readonly ResourceChange[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes.filter(isObject).flatMap((entry) => {
    const change = isObject(entry.change) ? entry.change : {};
    const action = actionOf(change, entry);
    if (action === undefined) return [];
    const attributes = action === "update" || action === "replace" ? changedAttributes(change) : [];
    return [{ address: String(entry.address), action, attributes }];
  });
}

/** The resources in the JSON form of a saved plan, also those that stay as they are. */
export function plannedValues(plan: unknown): readonly ChangedValues[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes
    .filter((entry) => isObject(entry) && entry.mode !== "data")
    .map((entry) => {
      const change = isObject(entry.change) ? entry.change : {};
      return {
        address: String(entry.address),
        type: typeOfAddress(String(entry.address)),
        action: actionOf(change, entry),
        before: isObject(change.before) ? change.before : {},
        after: isObject(change.after) ? change.after : {},
        unknown: isObject(change.after_unknown) ? change.after_unknown : {},
      };
    });
}

/** `aws_s3_bucket` of `aws_s3_bucket.Files` and of `module.web.aws_s3_bucket.Files[0]`. */
export function typeOfAddress(address: string): string {
  return address.replace(/^(?:module\.[^.]+\.)+/, "").split(".")[0] ?? "";
}

/** The names of the outputs that would change, in the JSON form of a saved plan. */
export function plannedOutputs(plan: unknown): readonly string[] {
  const outputs = isObject(plan) && isObject(plan.output_changes) ? plan.output_changes : {};
  return Object.entries(outputs).flatMap(([name, change]) =>
    isObject(change) && Array.isArray(change.actions) && change.actions.join() !== "no-op" ? [name] : [],
  );
}

function actionOf(
  change: Record<string, unknown>,
  { address, previous_address: previous }: Record<string, unknown>,
): ResourceChange["action"] | undefined {
  const actions = Array.isArray(change.actions) ? change.actions.map(String) : [];
  if (actions.includes("create") && actions.includes("delete")) return "replace";
  const [action] = actions;
  if (action === "create" || action === "update" || action === "delete" || action === "forget") return action;
  if (change.importing !== undefined) return "import";
  return previous !== undefined && previous !== address ? "move" : undefined;
}

function changedAttributes(change: Record<string, unknown>): readonly string[] {
  const before = isObject(change.before) ? change.before : {};
  const after = isObject(change.after) ? change.after : {};
  const unknown = isObject(change.after_unknown) ? change.after_unknown : {};
  const secret = [change.before_sensitive, change.after_sensitive].filter(isObject);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)])].sort();
  return names.flatMap((name) => {
    const isUnknown = hasTrue(unknown[name]);
    if (!isUnknown && JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    if (secret.some((marks) => hasTrue(marks[name]))) return [`${name}: (sensitive)`];
    return [
      `${name}: ${shortText(before[name])} -> ${isUnknown ? "(known after apply)" : shortText(after[name])}`,
    ];
  });
}

/** Whether a mark, or any value nested in it, is true. */
function hasTrue(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(hasTrue));
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
