/** @group generated */

import * as library from "../../lib";
import { constructDescriptions } from "../../lib/constructs/list";
import { publicName } from "../../lib/kit/iam/permissions/row";
import { attempt } from "./attempt";
import { hostiles } from "./inputs";
import { publicMethods } from "./prop-types";

type AnyFunction = (...given: unknown[]) => unknown;
type AnyClass = new (...given: unknown[]) => object;

/** Cannot be written as text, unlike the values of the generator. */
const odd = [
  { name: "undefined", value: undefined },
  { name: "an object without a prototype", value: Object.create(null) as unknown },
  {
    name: "an object whose text throws",
    value: {
      toString() {
        throw new TypeError("no text");
      },
    },
  },
  { name: "a symbol", value: Symbol("odd") },
];
const values = [...hostiles, ...odd];

const isClass = (value: AnyFunction): boolean =>
  Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false;

/** The exported functions and classes, with those that are members of exported classes: `Config.Parameter`. */
const exported: readonly (readonly [string, AnyFunction])[] = Object.entries(library).flatMap(
  ([name, value]): (readonly [string, AnyFunction])[] => {
    // Enumerations have no members that can be called.
    const members = Object.getOwnPropertyNames(value).flatMap(
      (member): (readonly [string, AnyFunction])[] => {
        const inner: unknown = Reflect.get(value, member);
        return typeof inner === "function" ? [[`${name}.${member}`, inner as AnyFunction]] : [];
      },
    );
    return typeof value === "function" ? [[name, value as unknown as AnyFunction], ...members] : members;
  },
);

/** The values for which a call ends in an error that is not the library's, or says that the library fails. */
function bareErrors(call: (stack: library.Stack, value: unknown) => unknown): readonly string[] {
  return values.flatMap(({ name, value }) => {
    const outcome = attempt((stack) => call(stack, value));
    return outcome.kind === "crashed" ? [`${name}: ${String(outcome.error).split("\n")[0]}`] : [];
  });
}

const classes = exported.filter(([, value]) => isClass(value));
const functions = exported.filter(([, value]) => !isClass(value));

/** Users do not create it, but receive it from the library. */
const errors = new Set(["ServerformError"]);

describe.each(classes.filter(([name]) => !errors.has(name)))("new %s", (_, value) => {
  const Class = value as unknown as AnyClass;

  test("ends in an error of the library for any scope", () => {
    expect(bareErrors((__, scope) => new Class(scope, "It", {}))).toEqual([]);
  });

  test("ends in an error of the library for any id", () => {
    expect(bareErrors((stack, id) => new Class(stack, id, {}))).toEqual([]);
  });

  test("ends in an error of the library for any props", () => {
    expect(bareErrors((stack, props) => new Class(stack, "It", props))).toEqual([]);
  });
});

describe.each(functions)("%s", (name, call) => {
  const owner = name.includes(".") ? Reflect.get(library, name.split(".")[0] ?? "") : undefined;

  test("ends in an error of the library for any arguments", () => {
    expect(bareErrors((_, first) => call.call(owner, first))).toEqual([]);
    expect(bareErrors((stack, second) => call.call(owner, stack, second))).toEqual([]);
  });

  test("ends in an error of the library within a stack function, too", () => {
    expect(
      bareErrors(({ app }, first) => {
        app.stack(function Other() {
          call.call(owner, first);
        });
      }),
    ).toEqual([]);
  });
});

describe.each(["App", "Stack"] as const)("the methods of %s", (name) => {
  test.each(publicMethods(name).map((method) => method.name))("%s", (method) => {
    const of = (stack: library.Stack): unknown => (name === "App" ? stack.app : stack);
    const call = (stack: library.Stack, ...given: unknown[]) =>
      (of(stack) as Record<string, AnyFunction>)[method]?.(...given);
    expect(bareErrors((stack, first) => call(stack, first))).toEqual([]);
    expect(bareErrors((stack, second) => call(stack, "one", second))).toEqual([]);
  });
});

test("Every public construct is among the exported classes", () => {
  const names = new Set(classes.map(([name]) => name));
  expect(constructDescriptions.map(publicName).filter((name) => !names.has(name))).toEqual([]);
});
