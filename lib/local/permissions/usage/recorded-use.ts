import { existsSync, readFileSync } from "node:fs";
import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";
import { fail } from "../../errors";
import { appendPrivate } from "../../files/private-files";

/** Calls that a permission of a function has allowed. */
export interface UsedPermission {
  /** `dynamodb:GetItem` */
  readonly action: string;
  /** The resource as the statement names it: `dev-notes-Database/Notes (index/*)`. */
  readonly grant: string;
  /** The construct that was called: `dev-notes-Database/Notes`; an ARN if the app does not declare it. */
  readonly resource: string;
  readonly count: number;
}

/** Calls that no permission of a function allows. */
export interface DeniedPermission {
  readonly action: string;
  /** `dev-notes-Database/Notes (index/byDate)` */
  readonly resource: string;
  /** The permission to add, in the words of the library; absent if a statement denies explicitly. */
  readonly add?: string;
  readonly count: number;
}

/** A function's use of its permissions. */
export interface FunctionUse {
  readonly invocations: number;
  readonly used: readonly UsedPermission[];
  readonly denied: readonly DeniedPermission[];
}

/** The use of permissions in one run or in several, by the construct path of the function. Ids and values of this machine are not in it. */
export type RecordedUse = Readonly<Record<string, FunctionUse>>;

export function addUses(uses: readonly RecordedUse[]): RecordedUse {
  const names = new Set(uses.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(
    [...names].sort().map((name) => [name, addUp(uses.flatMap((each) => each[name] ?? []))]),
  );
}

function addUp(all: readonly FunctionUse[]): FunctionUse {
  return {
    invocations: all.reduce((sum, { invocations }) => sum + invocations, 0),
    used: counted(
      all.flatMap(({ used }) => used),
      ({ action, grant, resource }) => [action, grant, resource],
    ),
    denied: counted(
      all.flatMap(({ denied }) => denied),
      ({ action, resource }) => [action, resource],
    ),
  };
}

/** Merges equal calls, with their total count. */
function counted<Call extends { readonly count: number }>(
  calls: readonly Call[],
  keyOf: (call: Call) => readonly string[],
): readonly Call[] {
  const found = new Map<string, Call>();
  for (const call of calls) {
    const key = keyOf(call).join("\n");
    found.set(key, { ...call, count: (found.get(key)?.count ?? 0) + call.count });
  }
  return [...found].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, call]) => call);
}

/** Appends the use of one run to a file. Several servers may do this concurrently, since each run is a line. */
export function appendUse(file: string, use: RecordedUse): void {
  appendPrivate(file, `${JSON.stringify(use)}\n`);
}

/** Reads the use of permissions by all runs in a file; empty without the file. Throws if the file has other content. */
export function readUse(file: string, where: string): RecordedUse {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, "utf8").split("\n");
  return addUses(
    lines.map((line, index) => {
      const use = line.trim() === "" ? {} : jsonOf(line);
      return isUse(use)
        ? use
        : fail(where, "local-permissions-file", "--permissions", { file, line: index + 1 });
    }),
  );
}

function isUse(value: unknown): value is RecordedUse {
  return isValues(value) && Object.values(value).every(isFunctionUse);
}

function isFunctionUse(value: unknown): boolean {
  if (!isValues(value) || typeof value.invocations !== "number") return false;
  return (
    areCalls(value.used, ["action", "grant", "resource"]) && areCalls(value.denied, ["action", "resource"])
  );
}

function areCalls(value: unknown, names: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (call) =>
        isValues(call) &&
        typeof call.count === "number" &&
        names.every((name) => typeof call[name] === "string"),
    )
  );
}
