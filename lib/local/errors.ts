import { bundleTexts } from "../bundle/errors";
import { type ErrorTexts, type Fail, failWith, type Problem, problemWith } from "../facts/errors/error";
import { didYouMean, outOfRange, partNotFound, requiredProp, show } from "../facts/errors/words";

/** Texts about the local server. */
export const localTexts = {
  "local-permissions-file": ({ file, line }: { file: string; line: number }) => ({
    problem: `names ${file}, but line ${line} of it is not the use of permissions that a run has written.`,
    remedy: "Delete the file and run the tests again, or name another file.",
  }),
  "local-pool-none": (_: object) => ({
    problem: "cannot be used: the app has no user pool.",
    remedy:
      "For tokens of another issuer, name the authorizer: --authorizer <name>. Otherwise, create a Userbase.",
  }),
  "local-several": ({
    part,
    value,
    parts,
  }: {
    part: string;
    value: string | undefined;
    parts: readonly string[];
  }) => ({
    problem: `${value === undefined ? "is missing" : `is ${show(value)}`}, but more than one ${part} matches.`,
    remedy: `Give the name or path of one: ${parts.join(", ")}.`,
  }),
  "local-authorizer-function": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which is a function: it decides itself what it accepts.`,
    remedy: "Send what the function expects, or name an authorizer of the type jwt or user_pool.",
  }),
  "local-endpoint-issuer": ({ issuer, authorizer }: { issuer: string; authorizer: string }) => ({
    problem: `names ${issuer}, which is an issuer of tokens: requests of the app do not go there.`,
    remedy: `For a token that this server accepts: serverform local token --authorizer ${authorizer} --user <name>.`,
  }),
  "local-token-option": ({ issuer }: { issuer: string }) => ({
    problem: `has no effect on tokens of ${issuer}: only user pools have clients, groups and two kinds of tokens.`,
    remedy: "Name the claims of that issuer: --claim 'roles=[\"admin\"]'.",
  }),
  "local-token-pool": (_: object) => ({
    problem: "is given together with --authorizer, which says whose tokens these are.",
    remedy: "Omit one of them.",
  }),
  "local-id-token-scopes": (_: object) => ({
    problem: "is given, but identity tokens carry no scopes.",
    remedy: "Omit it, or create an access token.",
  }),
  "local-port-taken": ({
    port,
    host,
    command = "local",
    option = "--port",
  }: {
    port: number;
    host: string;
    command?: string;
    option?: string;
  }) => ({
    problem: `is ${port}, but that port of ${host} is in use, or this user may not use it.`,
    remedy: `Stop the other program, or choose another port: serverform ${command} ${option} ${port + 1000}.`,
  }),
  "local-seed-user-refused": ({
    name,
    reason,
    group,
    groups,
  }: {
    name: string;
    reason: string;
    group: string | undefined;
    groups: readonly string[];
  }) => ({
    problem: `is ${show(name)}, whom the user pool refuses: ${reason}`,
    remedy:
      group === undefined
        ? "Correct the user: its password must follow the policy of the pool, and its attributes must be in the schema."
        : `The group ${show(group)} does not exist. Known groups: ${groups.map(show).join(", ") || "none; declare it in groups of the Userbase"}.${didYouMean(group, groups)}`,
  }),
  "local-part-failed": ({ reason }: { reason: string }) => ({
    problem: `cannot be served: ${reason}.`,
    remedy: "Correct what it is made from. With --verbose, the call stack says where it failed.",
  }),
  "local-data-not-written": ({ reason }: { reason: string }) => ({
    problem: `cannot be written: ${reason}.`,
    remedy: "Make room or choose another folder: --data <folder>. The last changes are lost.",
  }),
  "local-data-in-use": ({ folder, file }: { folder: string; file: string }) => ({
    problem: `is ${folder}, which another local server uses.`,
    remedy: `Give this server its own folder. If no other server runs, delete ${file}.`,
  }),
  "local-database-needs-package": (_: object) => ({
    problem: "is in the app, but the package that contains Postgres is not installed.",
    remedy:
      "Install it: npm install --save-dev @electric-sql/pglite. Or name a server: --endpoint rds-data=postgres://postgres:postgres@127.0.0.1:5432/notes.",
  }),
  "local-server-needs-package": ({ install }: { install: string }) => ({
    problem: "names a database server, but the package that connects to it is not installed.",
    remedy: `Install it: npm install --save-dev ${install}.`,
  }),
} satisfies ErrorTexts;

const texts = {
  ...bundleTexts,
  "prop-required": requiredProp,
  "out-of-range": outOfRange,
  "part-not-found": partNotFound,
  ...localTexts,
};

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);

/** A refusal for a promise to reject with. */
export const problem: Problem<typeof texts> = problemWith(texts);
