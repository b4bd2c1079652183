/** @group processes */
import { AppSyncApi, type AppSyncApiProps } from "../../../lib";
import type { Stack } from "../../../lib/kit/app";
import { type AccountModel, type Check, type Instance, referred } from "./account-model";
import { lasting, replayed, type State } from "./replay";
import type { Configuration } from "./stand-ins";

const handler = "functions/notes.get";
const other = "functions/notes.create";
const code = { file: "graphql/note.js" };
const none = { type: "none" } as const;

const textOf = ({ block }: Instance, key: string): string => String(block[key]);

/** The parts that a resolver needs to answer; each must exist. */
function brokenParts(resolver: Instance): readonly string[] {
  const steps = [...resolver.refersTo.values()].filter(({ type }) => type === "aws_appsync_function");
  const sources = [resolver, ...steps].flatMap((each) => referred(each, "aws_appsync_datasource") ?? []);
  const functions = sources.flatMap((each) => referred(each, "aws_lambda_function") ?? []);
  return [...steps, ...sources, ...functions].filter(({ isThere }) => !isThere).map(({ address }) => address);
}

/** A field that is queried before and after a deployment. */
function* unanswered(account: AccountModel, api: Instance, resolver: Instance): Iterable<string> {
  const field = `${textOf(resolver, "type")}.${textOf(resolver, "field")}`;
  if (!textOf(api, "schema").includes(`${textOf(resolver, "field")}`)) yield `${field} is not in the schema`;
  const found = account
    .all("aws_appsync_resolver")
    .find((each) => each.address === resolver.address && referred(each, "aws_appsync_graphql_api") === api);
  if (found?.isThere !== true) yield `${field} has no resolver`;
  else for (const part of brokenParts(found)) yield `${field} needs ${part}`;
}

/** The deletions that AWS refuses: data sources and functions that are in use. */
function* refused(account: AccountModel, changed: Instance): Iterable<string> {
  if (changed.isThere) return;
  for (const type of ["aws_appsync_resolver", "aws_appsync_function"]) {
    for (const user of account.all(type)) {
      if (/datasource|function$/.test(changed.type) && [...user.refersTo.values()].includes(changed)) {
        yield `${user.address} uses it`;
      }
    }
  }
}

/** A client asks at each step for all fields that both deployments answer, through the domain if there is one. */
const clientOf = (before: Configuration, after: Configuration): Check =>
  function* (account, _, changed) {
    yield* refused(account, changed);
    const [domain] = lasting("aws_appsync_domain_name_api_association", before, after);
    const [created] = lasting("aws_appsync_graphql_api", before, after);
    const api = domain ? referred(account.at(domain), "aws_appsync_graphql_api") : account.at(created ?? "");
    if (api?.isThere !== true) {
      if (created !== undefined) yield "there is no API";
      return;
    }
    for (const address of lasting("aws_appsync_resolver", before, after)) {
      const resolver = account.at(address);
      if (resolver === undefined) yield `${address} is not there`;
      else yield* unanswered(account, api, resolver);
    }
  };

const graph =
  (given: AppSyncApiProps | ((stack: Stack) => AppSyncApiProps)): State =>
  (stack) => {
    const props = typeof given === "function" ? given(stack) : given;
    new AppSyncApi(stack, "It", { schema: "graphql/schema.graphql", ...props });
  };

const notes = (props: AppSyncApiProps = {}) =>
  graph({
    dataSources: { notes: handler, none },
    resolvers: { "Query notes": "notes", "Query note": { dataSource: "none", code } },
    ...props,
  });
describe("fields of AppSyncApi answer at each moment of a deployment", () => {
  test.each<[string, readonly State[]]>([
    [
      "first deployment, another function, removal",
      [notes(), notes({ dataSources: { notes: other, none } }), undefined],
    ],
    [
      "fields and types of the schema added and removed",
      [
        notes(),
        notes({
          schema: ["graphql/schema.graphql", "graphql/people.graphql"],
          resolvers: { "Query notes": "notes", "Query note": "notes", "Mutation addNote": "notes" },
        }),
        notes({ resolvers: { "Query notes": "notes" } }),
      ],
    ],
  ])("%s", (_, states) => {
    expect(replayed(states, clientOf)).toEqual([]);
  });
});
