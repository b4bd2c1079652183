import { crc32, crc32c, crc64nvme } from "../../../../../lib/local/services/s3/objects/crc";

// Source of the check values: https://reveng.sourceforge.io/crc-catalogue/all.htm
describe("cyclic redundancy checks", () => {
  test.each([
    ["CRC32", crc32, "cbf43926"],
    ["CRC32C", crc32c, "e3069283"],
    ["CRC64NVME", crc64nvme, "ae8b14860a799888"],
  ])("%s has the check value of its catalogue", (_, crc, check) => {
    expect(crc(Buffer.from("123456789")).toString("hex")).toBe(check);
  });

  // https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4
  test("CRC32C is right for contents of whole words", () => {
    const digests = [Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.from([...Array(32).keys()])].map(
      crc32c,
    );
    expect(digests.map((digest) => digest.toString("hex"))).toEqual(["8a9136aa", "62a8ab43", "46dd794e"]);
  });

  test.each([
    ["CRC32", crc32, "00000000"],
    ["CRC32C", crc32c, "00000000"],
    ["CRC64NVME", crc64nvme, "0000000000000000"],
  ])("%s of nothing is zero", (_, crc, zero) => {
    expect(crc(Buffer.alloc(0)).toString("hex")).toBe(zero);
  });
});
