import { Api, Function, Job, Queue, RestV1Api, Script, Stack, type StackContext, Table } from "serverform";

const { LEVEL } = process.env;
const handler = "functions/notes.get";

/** A value that is undefined is absence: variables of the environment need no check. */
export function Maps({ app, stack }: StackContext): void {
  const tags = { level: LEVEL };
  app.addDefaultFunctionEnv({ LEVEL });
  stack.addDefaultFunctionEnv({ LEVEL });
  stack.setDefaultFunctionProps({ environment: { LEVEL } });
  stack.addOutputs({ level: LEVEL });
  new Stack(app, "Other", { tags });
  new Function(stack, "Get", {
    handler,
    environment: { LEVEL },
    cdk: { function: { tags }, role: { tags } },
  });
  new Job(stack, "Report", { handler, environment: { LEVEL } });
  new Script(stack, "Seed", { onCreate: handler, params: { level: LEVEL } });
  new Queue(stack, "Jobs", {
    consumer: { function: { handler, environment: { LEVEL } } },
    cdk: { queue: { tags } },
  });
  new Table(stack, "Notes", {
    fields: { id: "string", level: LEVEL === undefined ? undefined : "number" },
    primaryIndex: { partitionKey: "id" },
    cdk: { table: { tags } },
  });
  const isBeta = LEVEL === "beta";
  new Api(stack, "Api", {
    routes: { "GET /": handler, "GET /beta": isBeta ? handler : undefined },
    cdk: { httpApi: { tags }, httpStages: [{ name: "beta", stageVariables: { LEVEL } }] },
  });
  new RestV1Api(stack, "Rest", {
    routes: { "GET /": handler, "GET /beta": isBeta ? handler : undefined },
    cdk: { restApi: { tags, deployOptions: { variables: { LEVEL } } } },
  });
  // @ts-expect-error a variable is a text
  stack.addDefaultFunctionEnv({ LEVEL: 5 });
}
