import { type App, Function, type Stack } from "serverform";

declare const app: App;
declare const stack: Stack;

/** `App` and `Stack` know the types of functions and permissions, although their folder imports neither. */
export function types(): void {
  stack.setDefaultFunctionProps({ timeout: "10 seconds", nodejs: { format: "esm" } });
  app.setDefaultFunctionProps(({ region }) => ({ environment: { REGION: region } }));
  // @ts-expect-error a duration has a unit
  stack.setDefaultFunctionProps({ timeout: "10" });
  // @ts-expect-error there is no such prop
  app.setDefaultFunctionProps({ timeOut: "10 seconds" });
  // @ts-expect-error a list of functions is not "any"
  const [name = "none"]: readonly string[] = stack.getAllFunctions();
  const [first = new Function(stack, name, { handler: "functions/notes.get" })] = stack.getAllFunctions();
  stack.addDefaultFunctionPermissions(["s3", first, [first, "grantInvoke"]]);
  app.addDefaultFunctionPermissions("*");
  // @ts-expect-error a permission is not a number
  app.addDefaultFunctionPermissions([1]);
  // @ts-expect-error everything is written alone
  stack.addDefaultFunctionPermissions("s3");
  // @ts-expect-error only constructs are bound
  app.addDefaultFunctionBinding(["table"]);
  // @ts-expect-error a layer is an ARN or an object
  stack.addDefaultFunctionLayers([1]);
}
