import { ServiceModel } from "../contract/service-model";

const model = new ServiceModel("s3");

/** The operations that are not emulated, by method and parameter: `PUT cors`. */
interface Names {
  readonly ofBuckets: ReadonlyMap<string, string>;
  readonly ofObjects: ReadonlyMap<string, string>;
}

let known: Names | undefined;

function names(): Names {
  if (known !== undefined) return known;
  const { operations, inputs } = model.content;
  const [ofBuckets, ofObjects] = [new Map<string, string>(), new Map<string, string>()];
  for (const [name, address] of Object.entries(operations)) {
    const [, method, key, parameter = ""] =
      /^(\w+) \/(\{Key\+\})?(?:\?(?:x-id=|list-type=|([\w-]+))|$)/.exec(String(address)) ?? [];
    const selected = `${method} ${parameter}`.trim();
    const table = key === undefined ? ofBuckets : ofObjects;
    // SDKs name the second operation of an address in a parameter.
    if (method !== undefined && !Object.hasOwn(inputs, name) && !table.has(selected))
      table.set(selected, name);
  }
  // Lists of buckets and of objects, which are emulated, have this address.
  ofBuckets.delete("GET");
  known = { ofBuckets, ofObjects };
  return known;
}

/** The parts of an address that select an operation. */
interface Address {
  readonly name: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** Whether a parameter asks for an operation that is not emulated: `?acl`. */
export function isOther(method: string, { key, query }: Address): boolean {
  const table = tableOf(key);
  // `HEAD` has no operations of its own.
  const asked = method === "HEAD" ? "GET" : method;
  return [...query.keys()].some((name) => table.has(`${asked} ${name}`));
}

const tableOf = (key: string): ReadonlyMap<string, string> => names()[key === "" ? "ofBuckets" : "ofObjects"];

/** The name of an operation, for its refusal. SDKs name some operations themselves, since the address does not tell them apart. */
export function nameOfOperation(method: string, { key, query }: Address): string | undefined {
  const given = query.get("x-id") ?? "";
  const table = tableOf(key);
  const found = ["", ...query.keys()]
    .map((name) => `${method} ${name}`.trim())
    .filter((each) => table.has(each));
  const last = found.at(-1);
  if (last !== undefined && !/^List\w+$/.test(given)) return table.get(last);
  return /^[A-Z]\w{2,79}$/.test(given) ? given : undefined;
}
