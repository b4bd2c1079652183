/** Whether a program is the service of esbuild, which compiles texts that it receives, and builds files. */
export const isServiceOfEsbuild = (program: string, args: readonly string[]): boolean =>
  /^esbuild(\.exe)?$/.test(program) && args.some((each) => each.startsWith("--service="));

/** The requests that read no file of the project. A transformation receives its text. */
const harmless = /^.{17}command.{5}(?:transform|ping|format-msgs|analyze-metafile)/s;

/**
 * Whether a packet to the service of esbuild reads no file of the project.
 *
 * A packet is its length, its id with a bit for responses, and a map whose first key is the command.
 *
 * Source: https://github.com/evanw/esbuild/blob/v0.28.2/lib/shared/stdio_protocol.ts
 */
export function isHarmlessRequest(packet: unknown): boolean {
  if (!(packet instanceof Uint8Array) || packet.length < 8) return false;
  const text = Buffer.from(packet.subarray(0, 64)).toString("latin1");
  const isResponse = (text.charCodeAt(4) & 1) === 1;
  return isResponse || harmless.test(text);
}
