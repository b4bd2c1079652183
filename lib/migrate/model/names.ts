/** Names that variables of the written stack cannot have. */
const reserved =
  "app await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return stack static super switch this throw true try typeof undefined var void while with yield process JSON Number String Function";

/** Gives each object of a stack a unique variable. */
export interface Names {
  /** A free name; if it is taken, with the kind of the object or a number. */
  variable(name: string, kind?: string): string;
}

export function stackNames(): Names {
  const taken = new Set(reserved.split(" "));
  return {
    variable(name, kind = "") {
      const wanted = camelCase(name);
      let free = taken.has(wanted) ? `${wanted}${kind}` : wanted;
      for (let count = 2; taken.has(free); count++) free = `${wanted}${kind}${count}`;
      taken.add(free);
      return free;
    },
  };
}

/** `TodosDynamoDbTable` becomes `todosDynamoDbTable`, `my-function` becomes `myFunction`, `SQSQueue` `sqsQueue`. */
export function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const [first = "", ...others] = words;
  const head = first.replace(/^[A-Z]+(?=$|[A-Z][a-z]|\d)|^[A-Z]/, (capitals) => capitals.toLowerCase());
  const text = [head, ...others.map(capitalized)].join("");
  return /^[A-Za-z]/.test(text) ? text : `value${capitalized(text)}`;
}

/** `["load", "balancer"]` of `LoadBalancer` */
export const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+/g) ?? []).map((word) => word.toLowerCase());

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `orders-service` becomes `OrdersService`. */
export const pascalCase = (name: string): string => capitalized(camelCase(name));

/** `ObjectCreated` becomes `object_created`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

/** `s3:ObjectCreated:*` is `object_created` here. */
export const bucketEvent = (event: string): string =>
  snakeCase(event.replace(/^s3:/, "").replace(/:\*$/, ""));
