import { isInCidr } from "../../../lib/facts/event-pattern/cidr";

test.each([
  ["10.0.0.0/8", "10.255.255.255", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["10.0.0.1", "10.0.0.1", true],
  ["0.0.0.0/0", "192.0.2.1", true],
  ["2001:db8::/32", "2001:db8::1", true],
  ["2001:db8::/32", "10.0.0.1", false],
  ["::ffff:10.0.0.0/104", "::ffff:10.1.1.1", true],
  ["10.0.0.0/", "10.0.0.0", false],
  ["10.0.0.0/33", "10.0.0.0", false],
  ["10.0.0.0/0x8", "10.0.0.0", false],
  ["10.0.0.0/8/8", "10.0.0.0", false],
  ["fe80::1%eth0/64", "fe80::2", false],
  ["files", "10.0.0.0", false],
])("the range %s has %s: %s", (range, address, expected) => {
  expect(isInCidr(range, address)).toBe(expected);
});
