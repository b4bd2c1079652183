/** For each node, the nodes that its arrows lead to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The graph of some arrows; an arrow from a node to itself is left out. */
export function graphOf(arrows: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) {
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/**
 * The groups of nodes that reach one another, each in order of the names.
 *
 * Groups, and not single circles: a tangle has more circles than one can read, and which of them a search meets first
 * depends on where it begins.
 */
export function tanglesOf(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]));
  const tangles = [...graph.keys()].sort().flatMap((node) => {
    const members = [...(reached.get(node) ?? [])].filter((other) => reached.get(other)?.has(node)).sort();
    return members[0] === node ? [members] : [];
  });
  return tangles;
}

/** A shortest circle through a node, beginning and ending with it. */
export function shortestCircle(graph: Graph, node: string): readonly string[] {
  const paths: string[][] = [[node]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of [...(graph.get(path.at(-1) ?? node) ?? [])].sort()) {
      if (next === node) return [...path, node];
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return [];
}

function reachableFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}
