import { type FunctionSettings, functionsOf } from "../../local";
import { readModel } from "../../model";

/** The settings of the functions in an output folder, by construct path. */
export function functionsByPath(output: string): ReadonlyMap<string, FunctionSettings> {
  const model = readModel(output, { report: () => {} });
  const paths = new Map(model.resources.map(({ address, constructPath }) => [address, constructPath]));
  return new Map(
    functionsOf(model).flatMap((each) => {
      const path = paths.get(each.id);
      // The construct holds the resource of this name.
      return path === undefined ? [] : [[path.replace(/\/Function$/, ""), each] as const];
    }),
  );
}
