import { type Statement, sourceReader } from "./parse-source";

/** A variable of a module that changes while the program runs: `place` of `kit/core/fault.ts`. */
export interface ModuleState {
  readonly file: string;
  readonly name: string;
}

/**
 * Variables of modules that hold state: each `let`, and each collection that begins empty, so that it is filled later, also as a
 * static member of a class. A table that is written out is not state.
 */
export function moduleStateOf(files: Readonly<Record<string, string>>): readonly ModuleState[] {
  // Most files need not be parsed.
  const candidates = Object.entries(files).filter(([, source]) => mayHoldState.test(source));
  return candidates.flatMap(([file, source]) =>
    stateNames(source, file).map((name): ModuleState => ({ file, name })),
  );
}

const stateNames = sourceReader(({ body }) => body.flatMap(namesIn));

const mayHoldState = /^(export )?let |new (Weak)?(Map|Set)\b|= (\[\]|\{\})/m;

type Declared = Statement | null | undefined;

function namesIn(statement: Statement): readonly string[] {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const declared = (isExport ? statement.declaration : statement) as Declared;
  if (declared?.type === "ClassDeclaration") {
    return declared.body.body.flatMap((member) => {
      const isState = member.type === "ClassProperty" && member.static === true && beginsEmpty(member.value);
      return isState && member.key.type === "Identifier" ? [`${declared.id?.name}.${member.key.name}`] : [];
    });
  }
  if (declared?.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id, init }) => {
    const isConstant = id.type === "Identifier" && /readonly/i.test(JSON.stringify(id.typeAnnotation ?? ""));
    const isState = declared.kind === "let" || (beginsEmpty(init) && !isConstant);
    return isState && id.type === "Identifier" ? [id.name] : [];
  });
}

/** `new Map()`, `new WeakMap()`, `new Set()`, `[]`, `{}`: also behind `as` and `satisfies`. */
function beginsEmpty(init: object | null | undefined): boolean {
  const value = init as
    | { type: string; expression?: object; elements?: unknown[]; properties?: unknown[] }
    | { type: "NewExpression"; callee: { name?: string }; arguments: unknown[] }
    | null
    | undefined;
  if (value === null || value === undefined) return false;
  if ("expression" in value && value.expression !== undefined) return beginsEmpty(value.expression);
  if ("callee" in value) {
    const { name = "" } = value.callee;
    return /^(Weak)?(Map|Set)$/.test(name) && value.arguments.length === 0;
  }
  if ("elements" in value) return value.elements?.length === 0;
  return "properties" in value && value.type === "ObjectExpression" && value.properties?.length === 0;
}

/** The reason why a module may hold state, and these modules. Facts about an app are not state: they are in `kit/core/app-facts`. */
export const allowedState: Readonly<Record<string, readonly string[]>> = {
  "The cache of a fact about code, a file of the caller or a text, which is the same for every app.": [
    "bundle/cache/typescript-settings.ts known",
    "bundle/node/cached-bundles.ts knownVersions",
    "bundle/node/installed/computed-requires.ts known",
    "bundle/node/wrapper.ts bundled",
    "bundle/typescript-config.ts known",
    "kit/core/checks/below-cdk.ts configsOfKeys",
    "kit/core/checks/check.ts kindsOfKeys",
    "kit/core/limits/api-facts.ts known",
    "kit/core/limits/index.ts knownRows",
    "kit/core/checks/nested-keys.ts keysOfClass",
    "kit/core/checks/nested-keys.ts samples",
    "kit/core/terraform/provider-kinds.ts scratch",
    "facts/errors/secrets/secret-names.ts known",
    "local/console/console-server.ts files",
    "local/invoke/function-name.ts parsed",
    "local/invoke/processes/start-process.ts found",
    "local/invoke/program-file.ts known",
    "local/gateways/app-sync/execution/read-document.ts known",
    "local/gateways/app-sync/execution/operation.ts known",
    "local/gateways/app-sync/runtime/handler-thread.ts bundledWorld",
    "local/gateways/access-log.ts lastSecond",
    "local/gateways/access-log.ts lastText",
    "local/gateways/vtl/java-text.ts jsonLists",
    "model/iam/conditions.ts parsedOperators",
    "model/resources/computed/index.ts rules",
    "local/services/s3/objects/crc.ts tables",
    "local/services/lambda/protocol.ts known",
    "local/services/s3/operation-names.ts known",
    "runtime/aws/sign.ts signingKeys",
  ],
  "What runs in this process now, as an AsyncLocalStorage has it.": [
    "local/history/causes.ts recordedRuns",
    "local/history/causes.ts unrecordedRuns",
  ],
  "A module of a package, loaded when it is first needed.": [
    "local/gateways/app-sync/execution/api-schema.ts loaded",
    "local/gateways/vtl/velocity.ts velocity",
  ],
  "A program with its own process or thread, whose state this is.": [
    "local/gateways/app-sync/runtime/world-program.ts instances",
    "local/invoke/bootstraps/node/callbacks.ts whenIdle",
    "local/invoke/bootstraps/node/main.ts current",
    "local/invoke/bootstraps/node/runtime-api-client.ts received",
    "local/invoke/bootstraps/node/runtime-api-client.ts resolveReply",
    "local/invoke/bootstraps/node/runtime-api-client.ts pipe",
    "local/services/rds-data/databases/pglite-program.ts last",
  ],
  "A deployed function, which is one process for one app.": [
    "runtime/aws/credentials.ts last",
    "runtime/live/wrapper/main.ts session",
    "runtime/bindings/placeholders.ts fetched",
    "runtime/bindings/placeholders.ts running",
    "runtime/node/requests/mcp-token.ts verifiers",
    "runtime/programs/site/free-port.ts next",
    "runtime/programs/socket-authorizer.ts authorize",
  ],
  "What the process has one of: random bytes, a replaced function of Node, locks on folders, calls under way.":
    [
      "kit/app/scope/stack-traces.ts scopes",
      "kit/app/scope/stack-traces.ts native",
      "bundle/files/folder-lock.ts held",
      "kit/core/fault.ts place",
      "facts/errors/problems.ts found",
      "local/invoke/random-text.ts used",
      "local/services/s3/objects/stored-object.ts lastOrder",
    ],
  "`use(fn)` outside of a stack function is given no app: only the function tells which apps have registered it.":
    ["kit/app/stack-functions.ts registrations", "kit/app/stack-functions.ts hasApp"],
};
