import { resolve } from "node:path";
import { type DeclaredDatabase, migratorPath } from "../../local/databases/declared-databases";
import { writeTypes } from "../../local/databases/types-writer";
import { callAws, endpointOf } from "../../runtime/aws/call";
import { fail } from "../errors";
import type { CommandContext } from "../project/command-context";
import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { developerCredentials } from "../stage/developer-credentials";
import { appRegion } from "../stage/stack-facts";
import type { Migrator, RdsOptions } from "./run";

/** The time that the migrator has, and a little more. */
const timeoutMs = 910_000;

/** Invokes the migrator of a deployed stage, and writes the types after it has changed something. */
export async function stageMigrator(
  { project }: CommandContext,
  { roleArn }: RdsOptions,
  stacks: readonly SynthesizedStack[],
  database: DeclaredDatabase,
): Promise<Migrator> {
  const region = appRegion(stacks);
  const name = functionNameOf(stacks, database);
  if (name === undefined) {
    return fail("serverform rds", "rds-migrator-missing", "the app", { id: database.id, where: "the stage" });
  }
  const options = { region, timeoutMs, credentials: await developerCredentials(region, roleArn) };
  const invoke: Migrator = async (request) => {
    const url = new URL(`/2015-03-31/functions/${name}/invocations`, endpointOf("lambda", "lambda", options));
    const answer = await callAws(
      { service: "lambda", method: "POST", url, body: JSON.stringify(request) },
      options,
    );
    const text = answer.body.toString("utf8");
    if (answer.status < 300 && answer.headers["x-amz-function-error"] === undefined) return JSON.parse(text);
    return fail("serverform rds", "rds-migration-failed", database.id, { reason: reasonIn(text) });
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

/** The name of the function of a database, which the library has chosen. */
function functionNameOf(
  stacks: readonly SynthesizedStack[],
  { id, stack }: DeclaredDatabase,
): string | undefined {
  const template = stacks.find((each) => each.id === stack)?.template;
  const resources = isObject(template?.resource) ? template.resource.aws_lambda_function : undefined;
  const found = Object.values(isObject(resources) ? resources : {}).find((fn) =>
    pathOf(fn).endsWith(`/${migratorPath(id)}/Function`),
  );
  return isObject(found) && typeof found.function_name === "string" ? found.function_name : undefined;
}

function pathOf(resource: unknown): string {
  const comment = isObject(resource) ? resource["//"] : undefined;
  const metadata = isObject(comment) ? comment.metadata : undefined;
  return isObject(metadata) ? String(metadata.path) : "";
}

function reasonIn(text: string): string {
  try {
    const {
      errorMessage,
      message,
      Message = message,
    } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return String(errorMessage ?? Message ?? text);
  } catch {
    return text;
  }
}
