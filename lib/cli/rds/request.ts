import { fail } from "../errors";
import type { Migrator, RdsAction } from "./run";

interface Listed {
  readonly name: string;
  readonly executedAt?: string;
}

/** The request to the migrator; undefined if there is nothing to undo. */
export async function migrationRequest(
  action: RdsAction,
  to: string | undefined,
  migrator: Migrator,
): Promise<object | undefined> {
  if (action === "list") return { type: "list" };
  if (action === "migrate" && to === undefined) return { type: "latest" };
  const listed = (await migrator({ type: "list" })) as readonly Listed[];
  const executed = listed.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name);
  if (to === undefined) {
    const before = executed.at(-2);
    return executed.length === 0
      ? undefined
      : { type: "to", data: before === undefined ? {} : { name: before } };
  }
  const names = listed.map(({ name }) => name);
  if (!names.includes(to))
    fail(`serverform rds ${action}`, "rds-migration-unknown", "--to", { value: to, names });
  const isBack = executed.includes(to);
  if (isBack !== (action === "rollback")) {
    fail(`serverform rds ${action}`, "rds-migration-direction", "--to", { value: to, isBack });
  }
  return { type: "to", data: { name: to } };
}
