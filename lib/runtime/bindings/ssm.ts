/** The parts of `@aws-sdk/client-ssm` that are used here. */
interface SsmSdk {
  readonly SSMClient: new (config: object) => { send(command: object): Promise<GetParametersResult> };
  readonly GetParametersCommand: new (input: {
    readonly Names: readonly string[];
    readonly WithDecryption: boolean;
  }) => object;
}

interface GetParametersResult {
  readonly Parameters?: readonly { readonly Name?: string; readonly Value?: string }[];
}

// Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameters.html
const namesPerCall = 10;

/** The decrypted values of SSM parameters by name, without missing parameters. */
export async function readParameters(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { SSMClient, GetParametersCommand } = loadSdk();
  const client = new SSMClient({});
  const chunks = Array.from({ length: Math.ceil(names.length / namesPerCall) }, (_, index) =>
    names.slice(index * namesPerCall, (index + 1) * namesPerCall),
  );
  const results = await Promise.all(
    chunks.map((Names) => client.send(new GetParametersCommand({ Names, WithDecryption: true }))),
  );
  return new Map(
    results.flatMap(({ Parameters = [] }) =>
      Parameters.map(({ Name = "", Value = "" }) => [Name, Value] as const),
    ),
  );
}

/**
 * The client that the runtimes contain since `nodejs18.x`.
 *
 * Loads it by a name that bundlers do not resolve, because few functions need it and the runtime contains it. Uses
 * `require`, which finds modules of the runtime from ES modules, too; bundles of this library have it in both formats.
 */
function loadSdk(): SsmSdk {
  const name = "@aws-sdk/client-ssm";
  try {
    return require(name) as SsmSdk;
  } catch (error) {
    throw new Error(
      `A value that is in SSM cannot be read: ${name} is not there. Lambda has it from nodejs18.x on; elsewhere, ` +
        `and on older runtimes through bundle.nodeModules, install it.`,
      { cause: error },
    );
  }
}
