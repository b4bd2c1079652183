import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppSyncApi, type AppSyncApiProps, type ServerformError, type Stack } from "../../../lib";
import { declaredAddresses, inlineStatements, only, temporaryFolder, testStack } from "../../support/stack";
import { failure } from "../api/support/api";

export const handler = "functions/notes.get";
export const schema = "graphql/schema.graphql";
export const code = { file: "graphql/note.js" };

/** An API with the schema of the fixture project. */
export function graph(props: AppSyncApiProps = {}, stack = testStack()) {
  return { stack, api: new AppSyncApi(stack, "Graph", { schema, ...props }) };
}

/** The API in Terraform JSON. */
export function graphConfig(props: AppSyncApiProps = {}) {
  return only(graph(props).stack, "aws_appsync_graphql_api");
}

/** A file with a text; its path is absolute. */
export function fileWith(text: string, name = "schema.graphql"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** An address without its hash. */
export const plain = (address: string) => address.replace(/_[0-9A-F]{8}(?=$|\.)/g, "");

/** Expects a call to be refused with a code, before it creates a resource. */
export function expectRefused(stack: Stack, call: () => unknown, code: string): ServerformError<string> {
  const before = declaredAddresses(stack);
  const error = failure(call);
  expect(error.code).toBe(code);
  expect(declaredAddresses(stack)).toEqual(before);
  return error;
}

/** A part of Terraform JSON with addresses without hashes. */
export function plainly<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replace(/_[0-9A-F]{8}(?=[."])/g, ""));
}

export const onlyPlain = (stack: Stack, type: string) => plainly(only(stack, type));
export const plainStatements = (stack: Stack) => plainly(inlineStatements(stack));
