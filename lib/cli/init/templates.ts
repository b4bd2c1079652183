import type { PackageName } from "./packages";

/** The packages and texts of a template. */
interface Template {
  /** Ends the sentence "It has ...". */
  readonly summary: string;
  readonly dependencies: readonly PackageName[];
  /** Packages that only this machine needs: local tables and databases, the builds of pages. */
  readonly devDependencies: readonly PackageName[];
  /** The command that checks the types of the template's pages. @default - it has none */
  readonly typecheckPages?: string;
  /** The first address to open, and what to try there. */
  readonly firstStep: string;
}

/** The templates, in the order in which they are offered. */
export const templates = {
  hello: {
    summary: "one API with one function",
    dependencies: [],
    devDependencies: [],
    firstStep: "http://127.0.0.1:4000/?name=Ada",
  },
  api: {
    summary: "an API, users who sign in, a table",
    dependencies: ["@aws-sdk/client-dynamodb", "@aws-sdk/lib-dynamodb", "zod"],
    devDependencies: [],
    firstStep:
      "http://127.0.0.1:4000/; a token for GET /notes: npx serverform local token --user ada@example.com",
  },
  web: {
    summary: "a page built by Vite, its API under the same domain, sign-in, uploads",
    dependencies: ["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"],
    devDependencies: ["vite"],
    typecheckPages: "tsc -p web",
    firstStep: "http://localhost:4001/; sign up there, the code is in the inbox: npx serverform local inbox",
  },
  events: {
    summary: "an event bus, a queue with a worker, a schedule",
    dependencies: ["@aws-sdk/client-dynamodb", "@aws-sdk/lib-dynamodb", "@aws-sdk/client-eventbridge"],
    devDependencies: [],
    firstStep: `curl 127.0.0.1:4000/orders -d '{"product":"tea"}', and then curl 127.0.0.1:4000/orders`,
  },
  database: {
    summary: "an API and a Postgres database with migrations",
    dependencies: ["@aws-sdk/client-rds-data", "kysely", "kysely-data-api"],
    devDependencies: ["@electric-sql/pglite"],
    firstStep: `curl 127.0.0.1:4000/tasks -d '{"title":"Buy milk"}', and then curl 127.0.0.1:4000/tasks`,
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

/** A template with all optional properties. */
export const templateOf = (name: TemplateName): Template => templates[name];
