import { countParameters } from "../../../../lib/kit/function/packaging/callback-notice";

describe("the parameters of a handler", () => {
  test.each<[number | undefined, string]>([
    [3, "export const handler = async (event, context, callback) => {};"],
    [3, "export const handler: Handler<A, B> = (event, context, callback) => callback(null);"],
    [3, "export const handler: (a: A, b: B) => void = (event, context, callback) => {};"],
    [3, "export const handler = async function named(event, context, callback) {};"],
    [3, "export const handler = <T>(event: T, context: Context, callback: Callback) => {};"],
    [3, "export const handler = (e: E, c: C, done: (a: Error, b: X) => void): void => done();"],
    [3, "export async function handler(event, context, callback) {}"],
    [3, "export function handler<T>(event: Map<string, T>, context: Context, callback: Callback) {}"],
    [3, "const main = (event, context, callback) => {};\nexport { main as handler };"],
    [3, "function handler(event, context, callback,) {}\nexport { other, handler };"],
    [3, "exports.handler = (event, context, callback) => {};"],
    [3, "module.exports.handler = function (event, context, callback) {};"],
    [3, "export const handler = ({ a, b = 1 }, [c, d], callback) => {};"],
    [3, "// the callback's\nexport const handler = (event /* a, b */, context, callback) => {};"],
    [3, 'const text = "export const handler = (a) => 1";\nexport const handler = (a, b, c) => {};'],
    [2, "export const handler = async (event: Map<string, number>, context: { a: 1, b: 2 }) => {};"],
    [2, "export const handler = async (event, context, dependencies = defaults(1, 2)) => {};"],
    [2, "export const handler = async (event, context, ...rest) => {};"],
    [1, "export const handler = async (event: (a: A, b: B, c: C) => void) => {};"],
    [1, "export function handler(this: Self, event) {}"],
    [0, "export const handler = async () => {};"],
    [undefined, "export const handler = middy((event, context, callback) => {});"],
    [undefined, "export const handler = awslambda.streamifyResponse(async (event, stream, context) => {});"],
    [undefined, "export const handler = (wrap)(event, context, callback);"],
    [undefined, 'export { handler } from "./other";'],
    [undefined, "export const other = (event, context, callback) => {};"],
    [undefined, "// export const handler = (event, context, callback) => {};"],
  ])("are %p in: %s", (count, source) => {
    expect(countParameters(source, "handler")).toBe(count);
  });
});
