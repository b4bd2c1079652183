import { serveLocal } from "../../lib/testing";

test.each([[], [undefined], [{}], [{ folder: "." }], [42]])(
  "serveLocal(%j) says what to name",
  async (...given) => {
    await expect(serveLocal(...(given as unknown as [string]))).rejects.toThrow(
      'serveLocal: the app to serve is missing. Name the folder of its project, serveLocal(".")',
    );
  },
);
