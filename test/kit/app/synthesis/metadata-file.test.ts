import * as fs from "node:fs";
import * as path from "node:path";
import { Stack } from "../../../../lib/kit/app";
import { Function, functionRef } from "../../../../lib/kit/function";
import { testApp } from "../../../support/stack";

test("serverform.json contains the metadata of the constructs, with references as Terraform has them", () => {
  const app = testApp();
  const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
  const get = new Function(one, "Get", { handler: "functions/notes.get" });
  const create = new Function(two, "Create", { handler: "functions/notes.create", bind: [get] });
  app.synth();
  const written = JSON.parse(fs.readFileSync(path.join(app.outdir, "serverform.json"), "utf8"));
  expect(written).toEqual([
    {
      id: "Get",
      addr: get.node.addr,
      stack: "dev-notes-One",
      type: "Function",
      data: {
        localId: "dev-notes-One-Get",
        arn: "${aws_lambda_function.Get_Function_46194AA6.arn}",
        secrets: [],
      },
    },
    {
      id: "Create",
      addr: create.node.addr,
      stack: "dev-notes-Two",
      type: "Function",
      data: {
        localId: "dev-notes-Two-Create",
        arn: expect.stringContaining("aws_lambda_function.Create_"),
        secrets: [],
      },
    },
  ]);
});

test("a function is referred to by its address and stack", () => {
  const stack = new Stack(testApp(), "Main");
  const fn = new Function(stack, "Get", { handler: "functions/notes.get" });
  expect(functionRef(fn)).toEqual({ node: fn.node.addr, stack: "dev-notes-Main" });
  expect(functionRef(undefined)).toBeUndefined();
});
