import { parseSize } from "../../../../lib/kit/core/units";

test.each<[string, number]>([
  ["1 MB", 1],
  ["512 MB", 512],
  ["1 GB", 1024],
  ["10 GB", 10_240],
])("%p is %p megabytes", (text, megabytes) => {
  expect(parseSize("App", "memorySize", text)).toBe(megabytes);
});

test.each(["", "1", "1MB", "1.5 GB", "1 KB", "1 TB", "1 mb", -1, null])("%p is not a size", (value) => {
  expect(() => parseSize("Main/Get", "memorySize", value)).toThrow(
    /^Main\/Get: memorySize is .*, which is not a size\.\n.*"512 MB" or "1 GB"/,
  );
});
