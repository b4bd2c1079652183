/** @group slow */

import * as fs from "node:fs";
import * as path from "node:path";
import { PoolKeys } from "../../../lib/local";
import { temporaryFolder } from "../../support/stack";

const fileOf = (folder: string) => path.join(folder, "keys", "eu-west-1_A.json");

test("a key is kept between runs, and only its owner may read it", async () => {
  const folder = temporaryFolder();
  const first = await new PoolKeys(folder).of("eu-west-1_A");
  const second = await new PoolKeys(folder).of("eu-west-1_A");
  expect(second.publicJwk).toEqual(first.publicJwk);
  expect(fs.statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(path.join(folder, "keys"))).toEqual(["eu-west-1_A.json"]);
});

test("published keys contain no secret", async () => {
  const { id, publicJwk } = await new PoolKeys(temporaryFolder()).of("eu-west-1_A");
  expect(publicJwk).toEqual({
    alg: "RS256",
    e: "AQAB",
    kid: id,
    kty: "RSA",
    n: expect.stringMatching(/^[\w-]{342}$/) as string,
    use: "sig",
  });
});

test("pools have keys of their own", async () => {
  const keys = new PoolKeys(temporaryFolder());
  expect((await keys.of("a")).id).not.toBe((await keys.of("b")).id);
});

test("a key that is made twice at the same time is one key", async () => {
  const folder = temporaryFolder();
  const [first, second, third] = await Promise.all([
    new PoolKeys(folder).of("a"),
    new PoolKeys(folder).of("a"),
    new PoolKeys(folder).of("a"),
  ]);
  expect(second.id).toBe(first.id);
  expect(third.id).toBe(first.id);
});

test("a caller that waits for it to settle finds nothing that is written later", async () => {
  const folder = temporaryFolder();
  const keys = new PoolKeys(folder);
  void keys.of("a");
  await keys.settled();
  expect(fs.readdirSync(path.join(folder, "keys"))).toEqual(["a.json"]);
});

test.each(["", "{}", "not JSON"])("a file that holds no key (%j) is replaced", async (content) => {
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "keys"));
  fs.writeFileSync(fileOf(folder), content);
  const made = await new PoolKeys(folder).of("eu-west-1_A");
  expect((await new PoolKeys(folder).of("eu-west-1_A")).id).toBe(made.id);
});

test("a pool's id does not lead out of the folder", async () => {
  const folder = temporaryFolder();
  await new PoolKeys(folder).of("../../x");
  expect(fs.readdirSync(path.join(folder, "keys"))).toEqual(["______x.json"]);
});

test("a folder that cannot be written is tried again", async () => {
  const folder = path.join(temporaryFolder(), "local");
  fs.writeFileSync(folder, "a file");
  const keys = new PoolKeys(folder);
  await expect(keys.of("a")).rejects.toThrow();
  fs.rmSync(folder);
  expect((await keys.of("a")).id).toBeDefined();
});
