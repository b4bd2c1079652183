/** Gives every test its own environment: this process's variables and those of a function of the app. */
export function functionEnvironment(): void {
  const before = process.env;
  beforeEach(() => {
    process.env = { ...before, SERVERFORM_APP: "notes", SERVERFORM_STAGE: "dev" };
  });
  afterAll(() => {
    process.env = before;
  });
}

/** The part of the SDK's client for SSM that the runtime library uses; `calls` are the names of each request. */
export function fakeSsm(values: Readonly<Record<string, string>>): {
  readonly sdk: object;
  readonly calls: readonly string[][];
} {
  const calls: string[][] = [];
  class GetParametersCommand {
    constructor(readonly input: { readonly Names: string[]; readonly WithDecryption: boolean }) {}
  }
  class SSMClient {
    async send({ input: { Names, WithDecryption } }: GetParametersCommand): Promise<object> {
      calls.push(Names);
      if (Names.length > 10 || !WithDecryption) throw new Error("ValidationException");
      const known = Names.filter((name) => name in values);
      return {
        Parameters: known.map((Name) => ({ Name, Value: values[Name] })),
        InvalidParameters: Names.filter((name) => !known.includes(name)),
      };
    }
  }
  return { sdk: { GetParametersCommand, SSMClient }, calls };
}
