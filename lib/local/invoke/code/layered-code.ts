import type { Code, CodeProblem, ReadyCode } from "./code";

/** Code with its layers: it is ready when all of them are, and changes with each of them. */
export function layeredCode(code: Code, layers: readonly Code[]): Code {
  if (layers.length === 0) return code;
  return {
    get current() {
      return merged(
        code.current,
        layers.map(({ current }) => current),
      );
    },
    ready: async () => {
      const [own, ...others] = await Promise.all([code, ...layers].map((each) => each.ready()));
      return merged(own, others) ?? code.ready();
    },
    onChange: (listener) => {
      const removals = [code, ...layers].map((each) => each.onChange(listener));
      return () => {
        for (const remove of removals) remove();
      };
    },
    ...(code.isOfPackage !== undefined && { isOfPackage: code.isOfPackage }),
    position: (line) => code.position(line),
  };
}

type State = ReadyCode | CodeProblem | undefined;

function merged(code: State, layers: readonly State[]): State {
  if (code === undefined || "problem" in code) return code;
  const folders: string[] = [];
  for (const layer of layers) {
    if (layer === undefined || "problem" in layer) return layer;
    folders.push(layer.folder);
  }
  return { ...code, layers: folders };
}
