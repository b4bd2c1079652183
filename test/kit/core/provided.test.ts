import { Provided } from "../../../lib/kit/core/provided";

describe("a value that a layer above provides", () => {
  test("is made when it is first read, and once", () => {
    const make = jest.fn(() => ["made"]);
    const provided = new Provided<readonly string[]>("The list");
    provided.provide(make);
    expect(make).not.toHaveBeenCalled();
    expect(provided.get()).toEqual(["made"]);
    expect(provided.get()).toBe(provided.get());
    expect(make).toHaveBeenCalledTimes(1);
  });

  test("is replaced when it is provided again", () => {
    const provided = new Provided<string>("The text");
    provided.provide(() => "first");
    expect(provided.get()).toBe("first");
    provided.provide(() => "second");
    expect(provided.get()).toBe("second");
  });

  test("that is missing is an error that names it", () => {
    expect(() => new Provided("The list of constructs").get()).toThrow(
      /^The list of constructs is not provided/,
    );
  });
});
