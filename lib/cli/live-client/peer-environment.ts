import { isProcessVariable } from "./process-variables";

/** The credentials of a role, as the variables in which SDKs look for them. */
export interface RoleVariables {
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
  readonly AWS_SESSION_TOKEN: string;
}

/** Keys of AWS have neither spaces nor control characters. */
const keyPattern = /^[\x21-\x7e]{1,16384}$/;
/** A process gets no null character. */
const valuePattern = /^[^\0]{0,32768}$/u;
/** Source: https://docs.aws.amazon.com/lambda/latest/api/API_Environment.html */
const namePattern = /^[A-Za-z]\w{0,511}$/;

/** Handlers of an API read it. Only what `serverform start` deploys declares it. */
const apiRoute = "SERVERFORM_DEBUG_IS_API_ROUTE";

/**
 * The environment in a request of a deployed function. Any holder of the function's role can write it, too.
 *
 * It is read only through `variablesFor`, which takes only the variables that the app here declares.
 */
export class PeerEnvironment {
  private constructor(
    readonly role: RoleVariables,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  /** Reads the environment of a request. A text says why it is not accepted. */
  static parse(value: unknown): PeerEnvironment | string {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "it has no environment";
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ...rest } = value as Readonly<
      Record<string, unknown>
    >;
    if (!isKey(AWS_ACCESS_KEY_ID) || !isKey(AWS_SECRET_ACCESS_KEY) || !isKey(AWS_SESSION_TOKEN))
      return "it brings no credentials of the function's role";
    const values = new Map<string, string>();
    for (const [name, each] of Object.entries(rest)) {
      if (typeof each !== "string" || !valuePattern.test(each)) return "a variable of it is not a text";
      if (namePattern.test(name)) values.set(name, each);
    }
    return new PeerEnvironment({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN }, values);
  }

  /**
   * The variables of a function that declares these: its own names with the deployed values.
   *
   * A name that changes the process itself has the value that is declared here.
   */
  variablesFor(declared: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const own = Object.entries(declared).map(([name, here]) => {
      const deployed = isProcessVariable(name) ? undefined : this.values.get(name);
      return [name, deployed ?? here] as const;
    });
    return {
      ...Object.fromEntries(own),
      ...(this.values.has(apiRoute) && { [apiRoute]: "1" }),
      ...this.role,
    };
  }

  /** Names of variables that the function has in AWS, and the app here does not declare. */
  undeclared(declared: Readonly<Record<string, string>>): readonly string[] {
    return [...this.values.keys()].filter(
      (name) => !Object.hasOwn(declared, name) && !isProcessVariable(name),
    );
  }
}

const isKey = (value: unknown): value is string => typeof value === "string" && keyPattern.test(value);
