import { bindingKey, isInSsm, type ParameterScope, parameterName, valueInSsm } from "../../facts/bindings";
import { readParameters } from "./ssm";

/** Values for placeholders, by environment key; kept for the lifetime of the container. */
const fetched = new Map<string, string>();
const running = new Map<string, Promise<void>>();

/**
 * The value of a variable, from the environment or from SSM.
 *
 * @returns undefined for a missing variable, and the placeholder for a value that has not been read yet
 */
export function findValue(className: string, variable: string, id: string): string | undefined {
  const key = bindingKey({ className, id }, variable);
  const value = process.env[key];
  return value !== undefined && isInSsm(value) ? (fetched.get(key) ?? valueInSsm) : value;
}

export interface Variable {
  readonly className: string;
  readonly variable: string;
  readonly id: string;
}

/**
 * Reads the values for placeholders once per container. Retries values that could not be read.
 *
 * @param stages - the stages to try, in order. By default the stage of the function
 * @throws with the names of all parameters that have no value
 */
export function fetchValues(
  variables: readonly Variable[],
  stages: readonly string[] = [ownScope().stage],
): Promise<void> {
  const missing = variables.filter(
    ({ className, variable, id }) => findValue(className, variable, id) === valueInSsm,
  );
  if (missing.length === 0) return Promise.resolve();
  const task = missing.map(keyOf).join();
  const started = running.get(task) ?? readValues(missing, stages).finally(() => running.delete(task));
  running.set(task, started);
  return started;
}

async function readValues(variables: readonly Variable[], stages: readonly string[]): Promise<void> {
  const scope = ownScope();
  const wanted = variables.map((each) => {
    const { id, region } = storedAt(each);
    return {
      key: keyOf(each),
      secret: each.className === "Secret" ? id : undefined,
      names: stages.map((stage) => parameterName({ ...scope, stage }, { ...each, id }, each.variable)),
      region,
    };
  });
  const values = await readParameters(
    wanted.flatMap(({ names, region }) => names.map((name) => ({ name, region }))),
  );
  const without: string[] = [];
  const secrets: string[] = [];
  for (const { key, secret, names } of wanted) {
    const name = names.find((each) => values.has(each));
    if (name !== undefined) fetched.set(key, values.get(name) ?? "");
    else {
      without.push(names.join(" or "));
      if (secret !== undefined) secrets.push(secret);
    }
  }
  if (without.length > 0)
    throw new Error(`SSM has no parameter ${without.join(", and none ")}.${commandsFor(secrets)}`);
}

function commandsFor(secrets: readonly string[]): string {
  if (secrets.length === 0) return "";
  const option = process.env.IS_LOCAL === "true" ? " --local" : "";
  return ` Set a value: ${secrets.map((id) => `serverform secrets set ${id}${option}`).join("; ")}`;
}

/**
 * The parameter of a variable: the id in its name and its region. They follow the placeholder as `:id@region` if they differ
 * from the id in the code and the region of the function.
 */
function storedAt(variable: Variable): { readonly id: string; readonly region: string | undefined } {
  const rest = (process.env[keyOf(variable)] ?? "").slice(valueInSsm.length);
  const [name = "", region] = rest.split("@");
  return { id: name.slice(1) || variable.id, region };
}

const keyOf = ({ variable, ...bound }: Variable): string => bindingKey(bound, variable);

/** The app and the stage of this function, whose parameters it reads. */
export const ownScope = (): ParameterScope => ({
  ssmPrefix: process.env.SERVERFORM_SSM_PREFIX ?? "",
  name: ownEnvironment("SERVERFORM_APP"),
  stage: ownEnvironment("SERVERFORM_STAGE"),
});

export function ownEnvironment(key: "SERVERFORM_APP" | "SERVERFORM_STAGE"): string {
  const value = process.env[key];
  if (value !== undefined) return value;
  throw new Error(`${key} is not set. Functions of serverform have it; in a test, set it yourself.`);
}
