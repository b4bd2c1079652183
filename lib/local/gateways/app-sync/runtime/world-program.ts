/**
 * The program of the thread that runs handlers. It is text here: the thread loads no module of this package, and cannot read
 * files of this machine.
 *
 * One message starts a run. Until it ends, the two threads take turns: what this thread asks, the other one answers.
 */
export const threadProgram = `"use strict";
const { receiveMessageOnPort, workerData } = require("node:worker_threads");
const { createContext, Script } = require("node:vm");
const { port, turns, worldText, insideText, shapes, globals, limitMs, longest } = workerData;

function send(message) {
  port.postMessage(message);
  Atomics.add(turns, 0, 1);
  Atomics.notify(turns, 0);
}

function ask(name, given) {
  if (given.length > longest) return "eA value of a handler is larger than 5 MB.";
  let turn = Atomics.load(turns, 1);
  send({ type: "ask", name, given });
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return String(received.message);
    let looks = 0;
    while (looks < 5000 && Atomics.load(turns, 1) === turn) looks += 1;
    if (looks === 5000) Atomics.wait(turns, 1, turn);
    turn = Atomics.load(turns, 1);
  }
}

const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
// The utilities keep the language that the handlers lose.
const language = new Script("globalThis").runInContext(context);
const names = Object.getOwnPropertyNames(language).filter((name) => /^(?!eval$|undefined$)[A-Za-z]+\\d*[A-Za-z]*$/.test(name));
const inside = new Script("(function (" + names + ") { " + insideText + "; return inside; })")
  .runInContext(context)(...names.map((name) => language[name]));
const world = new Script(worldText).runInContext(context)(ask, shapes, inside, JSON.stringify(globals));
const loaded = new Map();
let job;
Object.defineProperty(globalThis, "runJob", { value: () => job() });
// The time limit of a script counts for all that it calls, in every context.
const limited = new Script("runJob()");

function run({ id, text, name, handler, input, facts }) {
  try {
    if (text !== undefined) loaded.set(id, new Script(text, { filename: name }).runInContext(context));
    const make = loaded.get(id);
    job = () => world(make, handler, input, facts);
    const answer = String(limited.runInThisContext({ timeout: limitMs }));
    return answer.length > longest ? JSON.stringify({ message: "The result is larger than 5 MB." }) : answer;
  } catch (error) {
    return JSON.stringify({ message: String(error.message) });
  }
}

port.on("message", (message) => {
  if (message.forget) loaded.clear();
  send({ type: "end", answer: run(message) });
});
`;

/**
 * The handlers' world, evaluated in a context of its own: it has the language and the utilities, and no access to the thread.
 *
 * Every function that a handler reaches is made in here, and only texts pass between it and the outside. Nothing in it can
 * be changed, so that no handler finds what another one has left.
 */
export const worldText = `"use strict";
(function (ask, shapes, inside, allowed) {
  const { parse, stringify } = JSON;
  const { isFinite } = Number;
  const { create, freeze, defineProperty, getOwnPropertyDescriptors, getPrototypeOf, keys } = Object;
  const { isArray } = Array;
  const { ownKeys } = Reflect;
  const { ResolverError } = inside;
  const [Text, Pattern, Problem, Shape] = [String, RegExp, Error, JSON.parse(shapes)];
  const test = (pattern, text) => new Pattern(pattern, "s").test(text);
  const mark = "\\u0000";
  const signal = create(null);
  const outgoing = (_, value) => {
    if (typeof value === "number" && !isFinite(value)) return { [mark]: ["number", Text(value)] };
    // A condition without a value is refused, where one that JSON leaves out would ask for nothing.
    return value === undefined ? { [mark]: ["undefined"] } : value;
  };
  const incoming = (_, value) => {
    if (typeof value !== "object" || value === null || value[mark] === undefined) return value;
    const [kind, given] = value[mark];
    return kind === "number" ? +given : kind === "undefined" ? undefined : value;
  };
  const askFor = (name, given) => {
    let answer;
    try {
      answer = ask(name, stringify(given, outgoing));
    } catch {
      // An error of the outside does not come in.
      throw new Problem("The utility " + name + " failed.");
    }
    const content = answer.slice(1);
    if (answer[0] === "s") throw signal;
    if (answer[0] === "e") throw new Problem(content);
    return parse(content, incoming);
  };
  // What is known of the request that a handler works on. Random digits that are used up are asked for.
  let current;
  const facts = {
    now: () => current.now,
    mode: () => current.mode,
    randomHex: (bytes) => {
      const digits = current.random.slice(0, 2 * bytes);
      if (digits.length < 2 * bytes) return askFor("random.hex", [bytes]);
      current = { ...current, random: current.random.slice(2 * bytes) };
      return digits;
    },
  };
  // Utilities get copies and give copies, as from the other thread: no handler holds a part of them.
  const copied = (value) => {
    if (typeof value === "function" || typeof value === "symbol") return undefined;
    if (typeof value !== "object" || value === null) return value;
    if (isArray(value)) return value.map((each) => copied(each) ?? (each === undefined ? undefined : null));
    if (typeof value.toJSON === "function") return copied(value.toJSON());
    const made = {};
    for (const key of keys(value)) {
      if (typeof value[key] !== "function")
        defineProperty(made, key, { value: copied(value[key]), writable: true, enumerable: true, configurable: true });
    }
    return made;
  };
  const here = (run) =>
    freeze((...given) => {
      try {
        return copied(run(...copied(given)));
      } catch (error) {
        if (!(error instanceof ResolverError)) throw new Problem(Text(Object(error).message ?? error));
        const { message, errorType, data, errorInfo } = error;
        return askFor("raise", [message, errorType, data, errorInfo]);
      }
    });
  const utilities = (shape, path, own) => {
    if (shape === 1 && typeof own === "function") return here(own);
    if (shape === 1) return freeze((...given) => askFor(path, given));
    const made = create(Object.prototype);
    for (const key of keys(shape)) made[key] = utilities(shape[key], path + "." + key, own?.[key]);
    return freeze(made);
  };
  // A pattern may take for ever, so it runs under the time limit.
  const matches = freeze((pattern, value) => test("^(?:" + Text(pattern) + ")$", Text(value)));
  Shape["@aws-appsync/utils"].util.matches = 0;
  const modules = create(null);
  const ownModules = inside.createModules(facts);
  for (const name of keys(Shape)) {
    const made = create(Object.prototype);
    for (const key of keys(Shape[name])) {
      const own = ownModules[name]?.[key];
      if (key !== "util") made[key] = utilities(Shape[name][key], name + "." + key, own);
      else {
        const { matches: _, ...others } = Shape[name].util;
        made.util = freeze({ ...utilities(others, name + ".util", own), matches });
      }
    }
    modules[name] = freeze(made);
  }
  const load = freeze((name) => modules[name] ?? askFor("import", [name]));
  const shown = (value) => (typeof value === "string" ? value : (stringify(value) ?? Text(value)));
  const console = {};
  for (const level of ["log", "info", "error", "warn", "debug"])
    console[level] = freeze((...values) => askFor("console." + level, [values.map(shown).join(" ")]));
  freeze(console);

  const frozen = new Set();
  const freezeAll = (value) => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || frozen.has(value)) return;
    frozen.add(value);
    const descriptors = getOwnPropertyDescriptors(value);
    if (value !== globalThis) freeze(value);
    freezeAll(getPrototypeOf(value));
    for (const key of ownKeys(descriptors)) {
      const { value: member, get, set } = descriptors[key];
      freezeAll(member);
      freezeAll(get);
      freezeAll(set);
    }
  };
  // An object may have members of these names, which a frozen one of its prototype would prevent.
  const base = Object.prototype;
  const members = getOwnPropertyDescriptors(base);
  for (const key of ownKeys(members)) {
    const { value: member, get } = members[key];
    if (get !== undefined) continue;
    defineProperty(base, key, {
      get: () => member,
      set(value) {
        if (this === base) throw new Problem("Object.prototype cannot be changed.");
        defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true });
      },
    });
  }
  freezeAll(globalThis);
  freezeAll([][Symbol.iterator]());
  freezeAll(""[Symbol.iterator]());
  freezeAll(new Map().entries());
  freezeAll(new Set().entries());
  freezeAll((function* () {})());
  freezeAll((async () => {}).constructor);
  const globals = globalThis;
  const kept = parse(allowed);
  for (const name of ownKeys(globals)) {
    if (!kept.includes(name)) {
      delete globals[name];
      continue;
    }
    // Without the value, the context would take undefined for it.
    defineProperty(globals, name, { value: globals[name], writable: false, configurable: false });
  }

  return (make, handler, input, given) => {
    try {
      current = parse(given);
      const context = parse(input);
      const exported = make(load, console);
      const [name, member] = handler.split(".");
      const found = member === undefined ? exported[name] : Object(exported[name])[member];
      const value = stringify(found(context) ?? null) ?? "null";
      const stash = stringify(context.stash ?? null) ?? "null";
      return '{"value":' + value + ',"stash":' + stash + "}";
    } catch (error) {
      if (error === signal) return '{"signal":true}';
      const { message, stack } = Object(error);
      return stringify({ message: Text(message ?? error), stack: Text(stack ?? "") });
    }
  };
});
`;
