import { type MessageName, Seal } from "../../../lib/runtime/live";
import { newSecret } from "../../../lib/runtime/live/protocol/seal";

const request: MessageName = { kind: "request", functionId: "Main/Get", wrapperId: "w", requestId: "r" };
const answer: MessageName = { ...request, kind: "answer" };

describe("A seal", () => {
  test("opens what the other side has sealed with the same secret", async () => {
    const secret = newSecret();
    const sealed = await new Seal(secret).seal(request, '{"event":"ü"}');
    expect(await new Seal(secret).open(request, sealed)).toBe('{"event":"ü"}');
  });

  test("hides and compresses the content", async () => {
    const sealed = await new Seal(newSecret()).seal(request, "secret ".repeat(20_000));
    expect(sealed.includes("secret")).toBe(false);
    expect(sealed.length).toBeLessThan(2000);
  });

  test.each<[string, Partial<MessageName>]>([
    ["request", { requestId: "other" }],
    ["function", { functionId: "Main/Other" }],
    ["wrapper", { wrapperId: "other" }],
    ["kind", { kind: "answer" }],
  ])("does not open a message under the name of another %s", async (_what, other) => {
    const seal = new Seal(newSecret());
    const sealed = await seal.seal(request, "{}");
    expect(await seal.open({ ...request, ...other }, sealed)).toBeUndefined();
  });

  test("does not open a changed message, nor one of another secret", async () => {
    const seal = new Seal(newSecret());
    const sealed = await seal.seal(answer, "{}");
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
    expect(await seal.open(answer, changed)).toBeUndefined();
    expect(await new Seal(newSecret()).open(answer, sealed)).toBeUndefined();
    expect(await seal.open(answer, Buffer.alloc(5))).toBeUndefined();
  });

  test("refuses a secret of another length", () => {
    expect(() => new Seal(Buffer.alloc(16))).toThrow("A session secret has 32 bytes.");
  });
});
