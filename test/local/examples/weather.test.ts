/** @group processes */

// One server for all of them: to synthesize and serve the example takes longer than the tests of each.
import "./rest-routes";
import "./rest-checks";
import "./rest-binary";
import "./rest-authorizers";
// Days pass.
import "./usage-limits";
