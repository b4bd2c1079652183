import { bundleArtifacts, type PythonArtifact } from "../../../lib/bundle";
import { base, folderWith, messages, noPrograms } from "../support";

function failuresOf(text: string, handler = "main.handler", file = "main.py"): readonly string[] {
  const app = folderWith({ [`api/${file}`]: text });
  const artifact: PythonArtifact = {
    ...base(app, "py", handler),
    kind: "python",
    srcPath: "api",
    runtime: "python3.12",
  };
  noPrograms();
  return messages(bundleArtifacts([artifact]));
}

describe("the handler of a Python file", () => {
  test.each([
    "def handler(event, context): pass",
    "async def handler(event, context): pass",
    "@decorated(\n  'def other',\n)\ndef handler(\n  event,\n  context,\n):\n    pass",
    "class handler:\n    pass",
    "handler = Mangum(app)",
    "handler: Callable = Mangum(app)",
    "first, handler = one(), two()",
    "first = handler = one()",
    "from other import handler",
    "from other import get as handler",
    "from other import (\n    get,\n    handler,  # the one\n)",
    "import handler",
    "import notes.api as handler",
    "try:\n    from fast import handler\nexcept ImportError:\n    handler = None",
    "if True:\n    def handler(event, context):\n        pass",
    "if (handler := make()): pass",
    "with make() as handler:\n    pass",
    "for handler in all_handlers: pass",
    // The text does not tell these.
    "from other import *",
    "globals()['handler'] = lambda event, context: 1",
    "def __getattr__(name): return lambda event, context: 1",
    "exec(code)",
  ])("is found: %s", (text) => {
    expect(failuresOf(text)).toEqual([]);
  });

  test.each([
    [
      "def get(event, context): pass\ndef put(event, context): pass",
      "Its functions: get, put. Name one of them, or write: def handler(event, context):",
    ],
    ["def Handler(event, context): pass", 'Its functions: Handler. Did you mean "Handler"?'],
    ["class Api:\n    def handler(self): pass", "It has no functions. Write: def handler(event, context):"],
    [
      "def get(event, context):\n    handler = 1",
      "Its functions: get. Name one of them, or write: def handler(event, context):",
    ],
    ["# def handler(event, context): pass", "It has no functions. Write: def handler(event, context):"],
    [
      '"""\ndef handler(event, context): pass\n"""',
      "It has no functions. Write: def handler(event, context):",
    ],
    ["print('handler = 1')", "It has no functions. Write: def handler(event, context):"],
    ["", "It has no functions. Write: def handler(event, context):"],
  ])("is missing: %s", (text, remedy) => {
    expect(failuresOf(text)).toEqual([
      `dev-app-Main/py: handler is "main.handler", but api/main.py does not define "handler".\n  ${remedy}\n  [handler-undefined]`,
    ]);
  });

  test("may be in a package, and in a layer", () => {
    const text = "def get(event, context): pass";
    expect(failuresOf(text, "notes/api.get", "notes/api.py")).toEqual([]);
    expect(failuresOf(text, "notes.api.get", "notes/api.py")).toEqual([]);
    expect(failuresOf(text, "notes.get", "notes/__init__.py")).toEqual([]);
    expect(failuresOf(text, "datadog_lambda.handler.handler")).toEqual([]);
    expect(failuresOf(text, "notes.api.put", "notes/api.py")).toEqual([
      expect.stringContaining('api/notes/api.py does not define "put"'),
    ]);
  });
});
