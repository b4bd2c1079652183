import { resolve } from "node:path";
import type { DeclaredDatabase } from "../../local/databases/declared-databases";
import { writeTypes } from "../../local/databases/types-writer";
import { fail } from "../errors";
import type { CommandContext } from "../project/command-context";
import { isObject } from "../project/json";
import { stackRegion } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { stageCredentials } from "../stage/developer-credentials";
import { appRegion } from "../stage/stack-facts";
import { invokeMigrator } from "./invoke-migrator";
import type { Migrator, RdsOptions } from "./run";

/** Invokes the migrator of a deployed stage, and writes the types after it has changed something. */
export async function stageMigrator(
  { project }: CommandContext,
  { roleArn }: RdsOptions,
  stacks: readonly SynthesizedStack[],
  database: DeclaredDatabase,
  functionName: string,
): Promise<Migrator> {
  const own = stacks.filter(({ id }) => id === database.migrator?.stack);
  const region = appRegion(stacks);
  const credentials = await stageCredentials(region, roleArn, stacks);
  const aws = { region: own.flatMap((stack) => stackRegion(stack) ?? [])[0] ?? region, credentials };
  const invoke: Migrator = async (request) => {
    try {
      return await invokeMigrator(functionName, request, aws);
    } catch (error) {
      return fail("serverform rds", "rds-migration-failed", database.id, {
        reason: (error as Error).message,
      });
    }
  };
  return async (request) => {
    const answer = await invoke(request);
    const isChange = isObject(request) && request.type !== "list";
    if (isChange && database.types !== undefined) {
      const { path, camelCase } = database.types;
      writeTypes(resolve(project.root, path), JSON.stringify(await invoke({ type: "schema" })), camelCase);
    }
    return answer;
  };
}
