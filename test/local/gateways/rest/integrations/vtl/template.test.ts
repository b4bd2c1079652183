import { call, closeAll } from "../../../support/serve";
import { serveRestApi } from "../../support";

afterEach(closeAll);

/** The response that a template renders from an answer of a function. */
async function rendered(template: string, body: unknown = {}): Promise<string> {
  const api = await serveRestApi({
    methods: {
      "POST /notes/{id}": {
        handler: () => body,
        integration: { type: "AWS" },
        responses: { 200: { response_templates: { "application/json": template } } },
      },
    },
    stages: { dev: { variables: { color: "red" } } },
  });
  const options = { method: "POST", headers: { "X-One": "h1", id: "header" }, body: '{"asked":true}' };
  return (await call(api.url, "/dev/notes/7?q=a%20b&id=query", options)).text;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html */
describe("REST API mapping templates: $input", () => {
  const body = { name: "Ada", age: 36, tags: ["a", "b"], inner: { "a-b": null, list: [{ x: 1 }, { x: 2 }] } };

  test.each([
    ["$input.json('$.name')", '"Ada"'],
    ["$input.json('$.age')", "36"],
    ["$input.json('$')", JSON.stringify(body)],
    ["$input.json('$.inner.list[1]')", '{"x":2}'],
    ["$input.json('$.inner.list[*].x')", "[1,2]"],
    ["$input.json('$..x')", "[1,2]"],
    ["$input.json(\"$['name']\")", '"Ada"'],
    ["$input.json('$.missing')", '""'],
    ["$input.json('$.inner.a-b')", "null"],
    ["[$input.path('$.inner.a-b')]", "[]"],
    ["[$input.exchange][$input.parsed]", "[][]"],
    ["$input.path('$.name')", "Ada"],
    ["$input.path('$.tags')", '["a","b"]'],
    ["$input.path('$.tags[1]')", "b"],
    ["$input.path('$.tags[-1]')", "b"],
    ["$input.path('$').name", "Ada"],
    ["$input.path('$').inner.list[0].x", "1"],
    ["$input.path('$.tags').size()", "2"],
    ["[$input.path('$.missing')]", "[]"],
    ["[$input.path('$').missing]", "[]"],
    ["[$input.path('$.tags[?(@ == 1)]')]", "[]"],
    ["$input.body", JSON.stringify(body)],
    ["$input.params('q')", "a b"],
    ["$input.params('id')", "7"],
    ["$input.params('X-One')", "h1"],
    ["$input.params('x-one')", "h1"],
    ["[$input.params('missing')]", "[]"],
    ["$input.params().path.id $input.params().querystring.id $input.params().header.id", "7 query header"],
    ["$input.params().header.get('X-One')", "h1"],
    ["#foreach($name in $input.params().querystring.keySet())$name;#end", "q;id;"],
    ["#foreach($tag in $input.path('$.tags'))$tag#if($foreach.hasNext),#end#end", "a,b"],
  ])("%s is %s", async (template, text) => {
    expect(await rendered(template, body)).toBe(text);
  });

  test.each([
    ["$input.path('$')", "text", "text"],
    ["$input.json('$')", "text", '"text"'],
    ["$input.json('$')", [1], "[1]"],
    ["$input.json('$.x')", null, '""'],
    ["$input.json('$')", null, "null"],
  ])("%s of %j is %s", async (template, body, text) => {
    expect(await rendered(template, body)).toBe(text);
  });
});

describe("REST API mapping templates: $util", () => {
  test.each([
    [
      "$util.escapeJavaScript($input.path('$'))",
      'it\'s "a"/b\\c\n\u00e9',
      'it\\\'s \\"a\\"\\/b\\\\c\\n\\u00E9',
    ],
    ["$util.parseJson($input.path('$')).a", '{"a":5}', "5"],
    ["$util.urlEncode($input.path('$'))", "a b/ü~*'", "a+b%2F%C3%BC%7E*%27"],
    ["$util.urlDecode($input.path('$'))", "a+b%2F%C3%BC", "a b/ü"],
    ["$util.urlDecode($input.path('$'))", "100%", "100%"],
    ["$util.base64Encode($input.path('$'))", "grün", "Z3LDvG4="],
    ["$util.base64Decode($input.path('$'))", "Z3LDvG4=", "grün"],
    ["[$util.urlEncode($input.params('missing'))]", "", "[]"],
  ])("%s of %j is %s", async (template, body, text) => {
    expect(await rendered(template, body)).toBe(text);
  });
});

describe("REST API mapping templates: $context and $stageVariables", () => {
  test.each([
    ["$context.httpMethod $context.resourcePath $context.path", "POST /notes/{id} /dev/notes/7"],
    ["$context.stage $context.apiId $context.accountId", "dev abc123 123456789012"],
    ["$context.identity.sourceIp $context.requestTimeEpoch", "127.0.0.1 1767323045000"],
    ["[$context.authorizer.claims.sub][$context.identity.apiKey][$context.unknown]", "[][][]"],
    ["$stageVariables.color ${stageVariables.color} $stageVariables.get('color')", "red red red"],
    ["[$stageVariables.missing]", "[]"],
    ["$own $!own", "$own "],
  ])("%s is %s", async (template, text) => {
    expect(await rendered(template)).toBe(text);
  });

  /** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-override-request-response-parameters.html */
  test("status and headers of the answer can be overridden", async () => {
    const template =
      "#set($context.responseOverride.status = 418)#set($context.responseOverride.header.X-Tea = $input.path('$.tea'))short";
    const api = await serveRestApi({
      methods: {
        "GET /a": {
          handler: () => ({ tea: "green" }),
          integration: { type: "AWS" },
          responses: { 200: { response_templates: { "application/json": template } } },
        },
      },
    });
    expect(await call(api.url, "/dev/a")).toMatchObject({
      status: 418,
      text: "short",
      headers: { "x-tea": "green" },
    });
  });
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings.html */
describe("REST API mapping templates: values are Java's", () => {
  test.each([
    ["#set($t = 'Hello')$t.length() $t.toUpperCase() $t.substring(1, 3) $t.indexOf('l')", "5 HELLO el 2"],
    [
      "#set($t = 'a.b.c')$t.replace('.', '-') $t.replaceAll('[ab]', 'x') $t.split('\\.').size()",
      "a-b-c x.x.c 3",
    ],
    ["#set($t = ' x ')[$t.trim()] $t.isEmpty() $t.contains('x') $t.equals(' x ')", "[x] false true true"],
    [
      "#set($t = 'Bearer x')$t.startsWith('Bearer') $t.endsWith('y') $t.matches('Bearer .')",
      "true false true",
    ],
    [
      "#set($l = [1, 2])#set($done = $l.add(3))$l $l.contains(3) $l.get(0) $l.isEmpty()",
      "[1, 2, 3] true 1 false",
    ],
    [
      "#set($m = {'a': 1})#set($done = $m.put('b', 2))$m.keySet() $m.get('b') $m.containsKey('c') $m.size()",
      "[a, b] 2 false 2",
    ],
    ["#foreach($e in $input.path('$').entrySet())$e.key=$e.value;#end", "a=1;b=2;"],
    ["#if($input.path('$.a') == 1)one#{else}other#end", "one"],
    [
      "#set($n = 0)#set($id = $n.parseInt('41') + 1)$id $n.parseLong('-7') $n.parseDouble('1.50')",
      "42 -7 1.5",
    ],
    ["[$input.path('$').constructor.constructor('return process')]", "[]"],
    ["#set($t = 'x')[$t.constructor('y')][$!t.at(0)]", "[][]"],
    ["#set($m = {})#set($done = $m.put('__proto__', {'bad': 1}))[$!m.bad]", "[]"],
  ])("%s is %s", async (template, text) => {
    expect(await rendered(template, { a: 1, b: 2 })).toBe(text);
  });

  /** Source: https://velocity.apache.org/engine/1.7/user-guide.html#loops */
  test.each([
    ["#foreach($x in [1, 2, 3])#if($x == 2)#break#{end}$x,#end|", "1,|"],
    ["#foreach($x in [1..2])#foreach($y in [1..9])#if($y == 3)#break#{end}$x$y #end#end", "11 12 21 22 "],
    ["#foreach($v in $input.path('$'))#break#end#foreach($x in [1, 2])$x#end", "12"],
    ["#foreach($v in $input.path('$'))$v#end$v", "12$v"],
    ["#foreach($x in [1, 2])$foreach.first $foreach.last $velocityCount;#end", "true false 1;false true 2;"],
    ["#foreach($x in [1, 2])#foreach($y in [1])$foreach.parent.count#end#end", "12"],
    ["#foreach($x in [1..1001])#set($last = $x)#end$last", "1000"],
    ["#foreach($x in [1, 2])$x#stop#end|", "1"],
    ["#set($some = $input.path('$.a') || false)$some", "true"],
  ])("%s is %s", async (template, text) => {
    expect(await rendered(template, { a: 1, b: 2 })).toBe(text);
  });

  test.each([
    "#foreach($x in [1..1000000000])$x#end",
    "#foreach($x in [1..1000])#foreach($y in [1..1000])#foreach($z in [1..1000])$z#end#end#end",
    "#macro(f)#f()#f()#end#f()",
    "#set($s = 'text')#foreach($x in [1..24])#set($s = \"$s$s\")#end$s",
    "#set($n = 0)$n.parseInt('4x')",
    "#if($x",
    "$input.path('$.a'",
    "#set($x = )",
  ])("a template that is not valid, or takes too long, is answered for: %s", async (template) => {
    expect(await rendered(template)).toBe('{"message":"Internal server error"}');
  });
});
