/** @group generated */

import { Construct } from "constructs";
import { EventBus, Function, Script, type Stack } from "../../../lib";
import { isProviderObject, terraformAddressOf } from "../../../lib/kit/core";
import { type Graph, graphOf } from "../../support/circles";
import { readSamples } from "../../support/construct-samples";
import { synthesized, testStack } from "../../support/stack";
import { referencesIn } from "../../support/terraform-references";

const samples = readSamples();
type Make = (scope: Stack) => Construct;

/** Each class, and forms of it that share more with others of their kind than the sample does. */
const makes: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    [...samples].map(([name, { make }]): [string, Make] => [name, (scope) => make(scope)]),
  ),
  "Script with a function of the caller": (scope) => {
    const fn = new Function(scope, "Work", { handler: "functions/notes.get", enableLiveDev: false });
    return new Script(scope, "Run", { onCreate: fn, onUpdate: "functions/notes.get", onDelete: fn }).node
      .scope as Construct;
  },
  "EventBus with log groups": (scope) =>
    new EventBus(scope, "my-bus", {
      rules: {
        all: {
          pattern: { source: ["x"] },
          targets: { log: { type: "log_group", cdk: { logGroup: { name: `/own/${scope.node.id}` } } } },
        },
      },
    }),
};

/** The addresses of the resources below a construct. */
const resourcesBelow = (construct: Construct) =>
  construct.node
    .findAll()
    .filter((each) => isProviderObject(each) && !terraformAddressOf(each).startsWith("data."))
    .map((each) => terraformAddressOf(each as never));

/** The resources that each resource of a stack refers to or waits for. */
function graphOfStack(stack: Stack): Graph {
  const { resource, data } = synthesized(stack);
  const blocks = (types: typeof resource, prefix: string) =>
    Object.entries(types).flatMap(([type, byName]) =>
      Object.entries(byName).map(([name, block]) => [`${prefix}${type}.${name}`, block] as const),
    );
  return graphOf(
    [...blocks(resource, ""), ...blocks(data, "data.")].flatMap(([address, block]) => {
      const { depends_on: waits = [] } = block as { depends_on?: readonly string[] };
      const named = referencesIn(JSON.stringify(block).replaceAll('\\"', '"')).map((each) => each.address);
      return [...waits, ...named].map((other) => [address, other] as const);
    }),
  );
}

function reachedFrom(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>([from]);
  for (const address of reached) for (const next of graph.get(address) ?? []) reached.add(next);
  return reached;
}

const classes = Object.keys(makes);

/**
 * The classes that wait for a class: the same one, and every fourth of the others, in rotation, so that each one waits for many. Waiting and
 * being awaited are work of the classes; few faults need a certain pair of them.
 */
const waitingFor = (first: string): readonly string[] => {
  const position = classes.indexOf(first);
  return classes.filter((name, index) => name === first || index % 4 === position % 4);
};

test.each(classes)("constructs of other classes can wait for a construct: %s", (first) => {
  const stack = testStack();
  const make = (name: string, id: string) => makes[name]?.(new Construct(stack, id) as Stack);
  const target = make(first, "First");
  const waiting = waitingFor(first).map((name, index) => [name, make(name, `Second${index}`)] as const);
  if (target === undefined) throw new Error("no construct");
  for (const [, construct] of waiting) construct?.node.addDependency(target);
  const graph = graphOfStack(stack);
  const awaited = resourcesBelow(target);
  const needed = new Set(awaited.flatMap((each) => [...reachedFrom(graph, each)]));
  for (const [name, construct] of waiting) {
    const own = construct === undefined ? [] : resourcesBelow(construct);
    // Parameters and secrets are only values of the functions that they are bound to.
    expect([name, own.length > 0]).toEqual([name, !["Parameter", "Secret"].includes(name)]);
    const early = own.filter((each) => {
      const reached = reachedFrom(graph, each);
      return awaited.some((other) => !reached.has(other));
    });
    // Terraform refuses circles.
    expect({ name, early, circle: own.filter((each) => needed.has(each)) }).toEqual({
      name,
      early: [],
      circle: [],
    });
  }
});
