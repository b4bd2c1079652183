import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { planSiteDomain, type SiteDomainProps } from "../../../../lib/kit/site";
import { failure } from "../../../constructs/api/support/api";
import { testStack } from "../../../support/stack";

const plan = (given: unknown, stack = testStack()) => planSiteDomain(stack, given);
const external = (more: Partial<SiteDomainProps> = {}): SiteDomainProps => ({
  domainName: "www.example.com",
  isExternalDomain: true,
  ...more,
});

test("there is no domain without one", () => {
  expect(plan(undefined)).toBeUndefined();
});

test("the zone of a domain is the domain itself, or the one that is named", () => {
  expect(plan("example.com")?.hosted?.zone).toBe("example.com");
  expect(plan({ domainName: "www.example.com", hostedZone: "example.com" })?.hosted?.zone).toBe(
    "example.com",
  );
  expect(plan({ domainName: "example.com", isExternalDomain: false })?.hosted?.zone).toBe("example.com");
});

test("an alias is in the zone", () => {
  const given = { domainName: "www.example.com", hostedZone: "example.com", domainAlias: "example.com" };
  expect(plan(given)).toMatchObject({ domainAlias: "example.com", alternateNames: [] });
});

describe("alternate names", () => {
  const named = (...alternateNames: readonly string[]) => {
    const stack = testStack();
    const certificate = new AcmCertificate(stack, "Theirs", { domainName: "example.com" });
    return plan(external({ domainName: "example.com", alternateNames, cdk: { certificate } }), stack);
  };
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.example.com`);

  test("are 99 at most, since the domain is the hundredth", () => {
    expect(named(...many(99))?.alternateNames).toHaveLength(99);
    expect(failure(() => named(...many(100))).prop).toBe("customDomain.alternateNames");
  });

  test("may be wildcards", () => {
    expect(named("*.example.com")?.alternateNames).toEqual(["*.example.com"]);
  });

  test.each([
    [["example.com"], "customDomain.alternateNames[0]", "part-duplicate"],
    [["a.com", "a.com"], "customDomain.alternateNames[1]", "part-duplicate"],
    [["a.com", "A.com"], "customDomain.alternateNames[1]", "domain-upper-case"],
  ])("%j are refused at %s", (alternateNames, prop, code) => {
    expect(failure(() => named(...alternateNames))).toMatchObject({ prop, code });
  });
});

test.each<[unknown, string, string]>([
  [5, "customDomain", "prop-invalid"],
  [{ domainName: "*.example.com" }, "customDomain.domainName", "prop-invalid"],
  [{ domainName: "example.com", other: 1 }, "customDomain", "key-unknown"],
  [{ domainName: "example.com", cdk: { other: 1 } }, "customDomain.cdk", "key-unknown"],
  [external(), "customDomain.isExternalDomain", "prop-needs"],
  [external({ cdk: {} }), "customDomain.isExternalDomain", "prop-needs"],
  [external({ cdk: { hostedZone: {} as never } }), "customDomain.cdk.hostedZone", "props-exclude"],
  [
    { domainName: "example.com", hostedZone: "example.com", cdk: { hostedZone: {} } },
    "customDomain.cdk.hostedZone",
    "props-exclude",
  ],
  [{ domainName: "example.com", domainAlias: "*.example.com" }, "customDomain.domainAlias", "prop-invalid"],
])("%j is refused at %s with %s", (given, prop, code) => {
  expect(failure(() => plan(given))).toMatchObject({ prop, code });
});
