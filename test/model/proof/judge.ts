/** The statements of a policy, as they are written. */
export type Statement = Readonly<Record<string, unknown>>;

interface Request {
  readonly action: string;
  readonly resource: string;
  readonly principal: string;
  readonly keys: Readonly<Record<string, string | undefined>>;
}

/**
 * A judge of policies that shares nothing with the library: patterns become regular expressions, and every request of a universe is tried.
 *
 * It knows the operators of the examples, and what the tests plant. References of Terraform are plain text to it.
 */
export function newlyAllowed(before: readonly Statement[], after: readonly Statement[]): Request | undefined {
  return universeOf([...before, ...after]).find(
    (request) => isAllowed(after, request) && !isAllowed(before, request),
  );
}

/** The texts of a value that is one or a list. */
function list(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const all = Array.isArray(value) ? value : [value];
  return all.every((each) => typeof each === "string") ? all : all.map(String);
}

const expressions = new Map<string, RegExp>();

function regex(pattern: string, flags = "s"): RegExp {
  const key = `${flags} ${pattern}`;
  const known = expressions.get(key);
  if (known !== undefined) return known;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, flags);
  expressions.set(key, expression);
  return expression;
}

function isAllowed(statements: readonly Statement[], request: Request): boolean {
  const about = statements.filter((statement) => applies(statement, request));
  return about.length > 0 && about.every(({ Effect }) => Effect === "Allow");
}

function applies(statement: Statement, { action, resource, principal, keys }: Request): boolean {
  const { Action, NotAction, Resource, NotResource, Principal, Condition } = statement;
  const some = (value: unknown, test: (each: string) => boolean): boolean => list(value).some(test);
  const isAction = (each: string): boolean => regex(each, "si").test(action);
  const isResource = (each: string): boolean => regex(each).test(resource);
  if (Action === undefined ? some(NotAction, isAction) : !some(Action, isAction)) return false;
  if (NotResource !== undefined && some(NotResource, isResource)) return false;
  if (Resource !== undefined && !some(Resource, isResource)) return false;
  if (Principal !== undefined && !principalsOf(Principal).some((each) => each === "*" || each === principal))
    return false;
  return Object.entries(Object(Condition)).every(([operator, wanted]) =>
    Object.entries(Object(wanted)).every(([key, values]) =>
      meets(operator, list(values), keys[key.toLowerCase()]),
    ),
  );
}

function meets(operator: string, wanted: readonly string[], actual: string | undefined): boolean {
  if (actual === undefined) return operator.includes("Not") || operator.startsWith("ForAllValues");
  const plain = operator.replace(/^.*:/, "");
  if (/^(StringLike|ArnLike|ArnEquals)$/.test(plain)) return wanted.some((each) => regex(each).test(actual));
  if (/^(StringEquals|Bool)$/.test(plain)) return wanted.includes(actual);
  if (plain === "StringNotEquals") return !wanted.includes(actual);
  throw new Error(`the judge does not know ${operator}`);
}

const principalsOf = (principal: unknown): readonly string[] =>
  typeof principal === "string" ? [principal] : Object.values(Object(principal)).flatMap(list);

/** Requests with each action, resource, caller and value that the policies name, and with others. */
function universeOf(statements: readonly Statement[]): readonly Request[] {
  const filled = (values: readonly string[], more: readonly string[]): readonly string[] => [
    ...new Set([
      ...values.flatMap((each) => [each.replaceAll("*", "Zed"), each.replaceAll("*", "")]),
      ...more,
    ]),
  ];
  const every = (...names: readonly string[]): readonly string[] =>
    statements.flatMap((each) => names.flatMap((name) => list(each[name])));
  const actions = filled(every("Action", "NotAction"), ["iam:CreateUser", "s3:DeleteBucket"]);
  const resources = filled(every("Resource", "NotResource"), ["arn:aws:s3:::elsewhere"]);
  const named = statements.flatMap(({ Principal }) => principalsOf(Principal));
  const principals = [...new Set([...named.filter((each) => each !== "*"), "a stranger"])];
  const contexts = contextsOf(statements);
  return actions.flatMap((action) =>
    resources.flatMap((resource) =>
      principals.flatMap((principal) => contexts.map((keys) => ({ action, resource, principal, keys }))),
    ),
  );
}

function contextsOf(statements: readonly Statement[]): readonly Request["keys"][] {
  const values = new Map<string, Set<string | undefined>>();
  for (const { Condition } of statements)
    for (const wanted of Object.values(Object(Condition)))
      for (const [key, own] of Object.entries(Object(wanted))) {
        const found = values.get(key.toLowerCase()) ?? new Set([undefined, "something else"]);
        for (const each of list(own)) {
          found.add(each.replaceAll("*", "Zed"));
          if (each === "true" || each === "false") found.add(String(each !== "true"));
        }
        values.set(key.toLowerCase(), found);
      }
  return [...values].reduce<Request["keys"][]>(
    (all, [key, own]) => all.flatMap((keys) => [...own].map((value) => ({ ...keys, [key]: value }))),
    [{}],
  );
}
