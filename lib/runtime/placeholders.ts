import { environmentKey, placeholder, ssmParameterName } from "./environment";
import { readParameters } from "./ssm";

/** Values that were read in place of placeholders, by environment key; they last as long as the container. */
const fetched = new Map<string, string>();
const running = new Map<string, Promise<void>>();

/**
 * A variable of a resource: from the environment, or what was read in its place.
 *
 * @returns undefined for a variable that is not there, the placeholder itself for one that was not read yet
 */
export function findValue(className: string, variable: string, id: string): string | undefined {
  const key = environmentKey(className, variable, id);
  const value = process.env[key];
  return value === placeholder ? (fetched.get(key) ?? placeholder) : value;
}

/** A variable whose value may have to be read from SSM. */
export interface Variable {
  readonly className: string;
  readonly variable: string;
  readonly id: string;
}

/**
 * Reads the values of variables that hold placeholders, once per container; those of a failed attempt are tried again.
 *
 * @param stages - where to look: in the first of these that has a value. By default in the function's own stage
 * @throws for those that have no value anywhere, with the names of all of them
 */
export function fetchValues(
  variables: readonly Variable[],
  stages: readonly (string | undefined)[] = [undefined],
): Promise<void> {
  const missing = variables.filter(
    ({ className, variable, id }) => findValue(className, variable, id) === placeholder,
  );
  if (missing.length === 0) return Promise.resolve();
  const task = missing.map(keyOf).join();
  const started = running.get(task) ?? readValues(missing, stages).finally(() => running.delete(task));
  running.set(task, started);
  return started;
}

async function readValues(
  variables: readonly Variable[],
  stages: readonly (string | undefined)[],
): Promise<void> {
  const wanted = variables.map((each) => ({
    key: keyOf(each),
    names: stages.map((stage) => ssmParameterName(each.className, each.variable, each.id, stage)),
  }));
  const values = await readParameters(wanted.flatMap(({ names }) => names));
  const without: string[] = [];
  for (const { key, names } of wanted) {
    const name = names.find((each) => values.has(each));
    if (name === undefined) without.push(names.join(" or "));
    else fetched.set(key, values.get(name) ?? "");
  }
  if (without.length > 0) throw new Error(`SSM has no parameter ${without.join(", and none ")}.`);
}

function keyOf({ className, variable, id }: Variable): string {
  return environmentKey(className, variable, id);
}
