import { resourceTypes, secondCreation } from "../../../facts/aws/resource-types";
import { isRecord, recordsIn } from "../../../facts/text/record";
import { parseObject } from "../../project/json";

/** The change of a plan to one resource. */
export interface ResourceChange {
  readonly address: string;
  readonly action: "create" | "update" | "replace" | "delete" | "forget" | "import" | "move";
  /** The changed attributes of an update or a replacement, as text. */
  readonly attributes: readonly string[];
  /** Why it is replaced, where that is not a change: its creation has failed, or the caller asked for it (`-replace`). */
  readonly reason?: "tainted" | "requested";
}

/** The change of a plan to one resource, with its attributes before and after. They may be secret: never print them. */
export interface ChangedValues {
  readonly address: string;
  readonly type: string;
  readonly action: ResourceChange["action"] | undefined;
  /** Whether Terraform has marked it: its creation or a provisioner failed, or a user ran `terraform taint`. */
  readonly isTainted: boolean;
  /** Whether another resource in the state refers to it. */
  readonly isReferred: boolean;
  /** Whether an `import` block takes it over. */
  readonly isImported: boolean;
  /** The attributes in the state. Those in `before` were read by the provider for this plan. */
  readonly stored: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The attributes of `after` that AWS determines. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

/** The resource changes in the JSON form of a saved plan. */
export function plannedResources(plan: unknown): readonly ResourceChange[] {
  return changesIn(plan).flatMap((entry) => {
    const change = isRecord(entry.change) ? entry.change : {};
    const action = actionOf(change, entry);
    if (action === undefined) return [];
    const attributes = action === "update" || action === "replace" ? changedAttributes(change) : [];
    const reason = replacementReasons[String(entry.action_reason)];
    return [{ address: String(entry.address), action, attributes, ...(reason && { reason }) }];
  });
}

/** Reasons of a replacement in plans and in lines of a run. Others are changes of the app. */
export const replacementReasons: Readonly<Record<string, NonNullable<ResourceChange["reason"]>>> = {
  replace_because_tainted: "tainted",
  replace_by_request: "requested",
  tainted: "tainted",
  requested: "requested",
};

/** The resources in the JSON form of a saved plan, including unchanged ones. */
export function plannedValues(plan: unknown): readonly ChangedValues[] {
  const { resource_drift: drift, prior_state: state } = isRecord(plan) ? plan : {};
  const stored = new Map(
    recordsIn(drift).map((entry) => [
      entry.address,
      isRecord(entry.change) ? entry.change.before : undefined,
    ]),
  );
  const tainted = new Set(
    resourcesOf(state)
      .filter((each) => each.tainted === true)
      .map(({ address }) => address),
  );
  const referred = new Set(
    resourcesOf(state).flatMap((each) => (Array.isArray(each.depends_on) ? each.depends_on.map(String) : [])),
  );
  return changesIn(plan)
    .filter(({ mode }) => mode !== "data")
    .map((entry) => {
      const change = isRecord(entry.change) ? entry.change : {};
      const before = isRecord(change.before) ? change.before : {};
      const old = stored.get(entry.address);
      return {
        address: String(entry.address),
        type: typeOfAddress(String(entry.address)),
        action: actionOf(change, entry),
        isTainted: entry.action_reason === "replace_because_tainted" || tainted.has(entry.address),
        isReferred: referred.has(withoutKey(String(entry.address))),
        isImported: change.importing !== undefined && change.importing !== null,
        stored: isRecord(old) ? old : before,
        before,
        after: isRecord(change.after) ? change.after : {},
        unknown: isRecord(change.after_unknown) ? change.after_unknown : {},
      };
    });
}

/** The entries about resources in the JSON form of a plan. */
export const changesIn = (plan: unknown): readonly Record<string, unknown>[] =>
  isRecord(plan) ? recordsIn(plan.resource_changes) : [];

/** The resources of a state in JSON, including those of its modules. */
export function resourcesOf(state: unknown): readonly Record<string, unknown>[] {
  const values = isRecord(state) ? state.values : undefined;
  const ofModule = (module: unknown): readonly Record<string, unknown>[] =>
    isRecord(module)
      ? [...recordsIn(module.resources), ...recordsIn(module.child_modules).flatMap(ofModule)]
      : [];
  return ofModule(isRecord(values) ? values.root_module : undefined);
}

/** `aws_s3_bucket` of `aws_s3_bucket.Files` and of `module.web.aws_s3_bucket.Files[0]`. */
export function typeOfAddress(address: string): string {
  return address.replace(/^(?:module\.[^.]+\.)+/, "").split(".")[0] ?? "";
}

/** The address of a resource without the key of an instance, as in dependencies. */
export function withoutKey(address: string): string {
  return address.replace(/\[[^\]]*\]$/, "");
}

/** The names of the outputs that would change, in the JSON form of a saved plan. */
export function plannedOutputs(plan: unknown): readonly string[] {
  const outputs = isRecord(plan) && isRecord(plan.output_changes) ? plan.output_changes : {};
  return Object.entries(outputs).flatMap(([name, change]) =>
    isRecord(change) && Array.isArray(change.actions) && change.actions.join() !== "no-op" ? [name] : [],
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
  const before = isRecord(change.before) ? change.before : {};
  const after = isRecord(change.after) ? change.after : {};
  const unknown = isRecord(change.after_unknown) ? change.after_unknown : {};
  const secret = [change.before_sensitive, change.after_sensitive].filter(isRecord);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)])].sort();
  return names.flatMap((name) => {
    const isUnknown = hasTrue(unknown[name]);
    if (!isUnknown && JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    if (secret.some((marks) => hasTrue(marks[name]))) return [`${name}: (sensitive)`];
    // Policies, which are longer than a line.
    const rules = isUnknown || !isPolicy(after[name]) ? undefined : policyChanges(before[name], after[name]);
    if (rules !== undefined)
      return [
        ...rules.added.map((rule) => `${name}: + ${rule}`),
        ...rules.removed.map((rule) => `${name}: - ${rule}`),
      ];
    const blocks = blockChanges(before[name], withUnknown(after[name], unknown[name]));
    if (blocks !== undefined) return blocks.map((block) => `${name}: ${block}`);
    return [
      `${name}: ${shortText(before[name])} -> ${isUnknown ? "(known after apply)" : shortText(after[name])}`,
    ];
  });
}

/** A planned value in which all parts that are known only after apply are marked. */
function withUnknown(value: unknown, mark: unknown): unknown {
  if (mark === true) return "(known after apply)";
  if (Array.isArray(value))
    return value.map((each, index) => withUnknown(each, Array.isArray(mark) ? mark[index] : undefined));
  if (!isRecord(value) || !isRecord(mark)) return value;
  const keys = new Set([...Object.keys(value), ...Object.keys(mark)]);
  return Object.fromEntries([...keys].map((key) => [key, withUnknown(value[key], mark[key])]));
}

/** The added and removed blocks of a list. Undefined for other values, and if only their order changes. */
function blockChanges(before: unknown, after: unknown): readonly string[] | undefined {
  const [old, planned] = [before ?? [], after ?? []];
  if (!Array.isArray(old) || !Array.isArray(planned) || ![...old, ...planned].every(isRecord))
    return undefined;
  const [olds = [], plans = []] = [old, planned].map((list) =>
    list.map((each) => JSON.stringify(withoutEmpty(each))),
  );
  const lines = [
    ...plans.filter((each) => !olds.includes(each)).map((each) => `+ ${shortened(each)}`),
    ...olds.filter((each) => !plans.includes(each)).map((each) => `- ${shortened(each)}`),
  ];
  return lines.length === 0 ? undefined : lines;
}

/** The non-empty members of a block. The provider fills in the others. */
const withoutEmpty = (block: Record<string, unknown>): unknown =>
  Object.fromEntries(
    Object.entries(block).filter(([, value]) => !["null", '""', "[]", "{}"].includes(JSON.stringify(value))),
  );

/** Whether a mark, or any value nested in it, is true. */
function hasTrue(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(hasTrue));
}

const isPolicy = (value: unknown): boolean => typeof value === "string" && value !== "";

const shortText = (value: unknown): string => shortened(JSON.stringify(value) ?? "null");

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

/** The added and removed actions and resources of a policy: `s3:GetObject on arn:aws:s3:::files/*`. */
interface PolicyChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares two policies in JSON. Undefined if one is not a policy, or is known only after the deployment. */
export function policyChanges(before: unknown, after: unknown): PolicyChanges | undefined {
  const [old, next] = [rulesOf(before), rulesOf(after)];
  if (old === undefined || next === undefined) return undefined;
  return {
    added: next.filter((rule) => !old.includes(rule)),
    removed: old.filter((rule) => !next.includes(rule)),
  };
}

/** Each action of a policy with its resources, principals and conditions, as text. */
function rulesOf(policy: unknown): readonly string[] | undefined {
  const document = parsed(policy);
  if (document === undefined) return undefined;
  const statements = listOf(document.Statement).filter(isRecord);
  return [...new Set(statements.flatMap(rulesOfStatement))].sort();
}

function rulesOfStatement(statement: Record<string, unknown>): readonly string[] {
  const part = (key: string): readonly string[] => [
    ...listOf(statement[key]).map(nameOf),
    ...listOf(statement[`Not${key}`]).map((each) => `all but ${nameOf(each)}`),
  ];
  const resources = part("Resource");
  const principals = part("Principal");
  const condition = statement.Condition === undefined ? "" : ` if ${JSON.stringify(statement.Condition)}`;
  const denied = statement.Effect === "Deny" ? "deny " : "";
  const by = principals.length === 0 ? "" : ` for ${principals.join(", ")}`;
  return part("Action").flatMap((action) =>
    (resources.length === 0 ? [""] : resources.map((each) => ` on ${each}`)).map(
      (on) => `${denied}${action}${on}${by}${condition}`,
    ),
  );
}

function parsed(policy: unknown): Record<string, unknown> | undefined {
  if (policy === undefined || policy === null || policy === "") return {};
  const document = typeof policy === "string" ? parseObject(policy) : undefined;
  return document !== undefined && "Statement" in document ? document : undefined;
}

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const nameOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/**
 * Whether a resource holds nothing, because its creation was interrupted: by Ctrl-C, expired credentials or a failure.
 *
 * Terraform marks it as tainted, like a complete one after `terraform taint` or a failed provisioner. The state distinguishes
 * them: the provider reads the resource at the end of its creation, and its dependents are created after that.
 */
export function isEmpty({ type, isTainted, isReferred, stored }: ChangedValues): boolean {
  const { completeWith = "arn", isAlwaysReferred = false } = resourceTypes[type]?.holding ?? {};
  return isTainted && (!isFilled(stored[completeWith]) || (isAlwaysReferred && !isReferred));
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/**
 * The addresses of tainted resources that a plan creates again before it destroys them, although they exist in AWS: the creation
 * would return or overwrite the existing one, or be refused. Terraform uses this order for parts of a REST API, and if a caller
 * has requested it.
 *
 * @param plan - the JSON form of a plan
 */
export function createdTwice(plan: unknown): readonly string[] {
  return changesIn(plan).flatMap(({ address, type, action_reason: reason, change }) => {
    if (reason !== "replace_because_tainted" || !isRecord(change)) return [];
    const isFirst = Array.isArray(change.actions) && change.actions.join() === "create,delete";
    const again = secondCreation(String(type), isRecord(change.before) ? change.before : {});
    return isFirst && (again === "taken" || again === "refused") ? [String(address)] : [];
  });
}
