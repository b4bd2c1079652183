import { removeOwnCookies } from "../../../lib/local/wire/request-headers";

describe("The cookies of the console and of the sign-in pages", () => {
  test.each([
    ["serverform_console_4567=a", undefined],
    ["serverform_sign_in=a", undefined],
    ["own=1; serverform_console_4567=a; other=2", "own=1; other=2"],
    ["serverform_sign_in=a;own=1", "own=1"],
    ["own=serverform_console_1", "own=serverform_console_1"],
    ["my_serverform_x=1", "my_serverform_x=1"],
  ])("%s becomes %s", (cookie, left) => {
    const request = { headers: { cookie }, rawHeaders: ["Host", "a", "Cookie", cookie, "Accept", "b"] };
    removeOwnCookies(request);
    expect(request.headers.cookie).toBe(left);
    const kept = left === undefined ? [] : ["Cookie", left];
    expect(request.rawHeaders).toEqual(["Host", "a", ...kept, "Accept", "b"]);
  });
});
