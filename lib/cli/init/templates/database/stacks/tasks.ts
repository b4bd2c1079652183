import { Api, RDS, type StackContext } from "serverform";

export function Tasks({ stack }: StackContext) {
  const database = new RDS(stack, "Database", {
    engine: "postgresql16",
    defaultDatabaseName: "tasks",
    // They run in each deployment that changes the folder, and at the start of `npm run dev`.
    migrations: "migrations",
    // Written after migrations, for the types of queries.
    types: "functions/schema.d.ts",
  });
  const api = new Api(stack, "Api", {
    defaults: { function: { bind: [database] } },
    routes: {
      "GET /tasks": "functions/tasks.list",
      "POST /tasks": "functions/tasks.create",
      "POST /tasks/{id}/done": "functions/tasks.done",
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
