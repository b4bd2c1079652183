import { jsonFilter } from "../../../lib/local/log-subscriptions/filter-pattern";

const line = JSON.stringify({
  level: "ERROR",
  status: 500,
  user: { name: "ann b", roles: ["admin"] },
  none: null,
  yes: true,
  "odd name": 1,
});

test.each([
  ['$.level = "ERROR"', true],
  ["$.level = ERROR", true],
  ["$.level = ERR*", true],
  ["$.level = *RO*", true],
  ["$.level = ERR", false],
  ["$.level = E.ROR", false],
  ['$.user.name = "ann b"', true],
  ["$.level != INFO", true],
  ["$.level != ERROR", false],
  ["$.missing = x", false],
  ["$.missing != x", false],
  ["$.status = 500", true],
  ["$.status = 5e2", true],
  ['$.status = "500"', false],
  ["$.status > 499", true],
  ["$.status > 500", false],
  ["$.status >= 500", true],
  ["$.status < 500", false],
  ["$.status < 501", true],
  ["$.status <= 500", true],
  ["$.level > 1", false],
  ["$.user.roles[0] = admin", true],
  ["$.user.roles[1] = admin", false],
  ["$['odd name'] = 1", true],
  ["$.level = %^ERR%", true],
  ["$.level = %^err%", false],
  ["$.status = %5%", false],
  ["$.none IS NULL", true],
  ["$.missing IS NULL", false],
  ["$.yes is true", true],
  ["$.yes IS FALSE", false],
  ["$.level EXISTS", true],
  ["$.missing exists", false],
  ["$.missing NOT EXISTS", true],
  ["$.level not exists", false],
  ["$.level = INFO || $.status = 500", true],
  ["$.level = ERROR && $.status = 400", false],
  // && binds tighter than ||.
  ["$.level = ERROR || $.status = 1 && $.status = 2", true],
  ["($.level = ERROR || $.status = 1) && $.status = 2", false],
  ["$.level = INFO || $.level = WARN || $.level = ERROR", true],
  ["$.level = ERROR && $.status = 500 && $.yes IS TRUE ", true],
])("%s: %p", (text, expected) => {
  expect(jsonFilter(text)?.(line)).toBe(expected);
});

test.each(["5", '"text"', "null", "no JSON"])("the line %s passes no filter", (other) => {
  expect(jsonFilter("$.level NOT EXISTS")?.(other)).toBe(false);
});

test.each([
  "",
  "level = x",
  "$.a",
  "$.a =",
  "$.a ~ 1",
  "$.a > x",
  "$.a IS OTHER",
  "$.a IS toString",
  "$.a NOT",
  "$.a NOT x",
  "($.a = 1",
  "$.a = 1)",
  "$.a = 1 $.b = 2",
  "$.a = 1 &&",
  "!",
])("%j cannot be read", (text) => {
  expect(jsonFilter(text)).toBeUndefined();
});

test("quoted letters in a text are those letters", () => {
  expect(jsonFilter('$.a = "x\\"y"')?.('{"a":"x\\"y"}')).toBe(true);
});
