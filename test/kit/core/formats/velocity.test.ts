import { velocityFault } from "../../../../lib/kit/core";

describe("the syntax of templates in VTL", () => {
  test.each([
    "",
    "#if($a) x #end",
    "#if($a) x #elseif($b) y #else z #end",
    "#foreach($x in $y) #if($x) a #end #end",
    '#set($m = {"a": [1, 2]})$util.toJson($m)',
    "## comment #if\n{}",
    "#* #if *#{}",
    "#[[ #if ]]#{}",
    "#return",
    "#return($ctx.prev.result)",
    '$util.error("#x (")',
    '{"color":"#ff0000"}',
    "issue #5 (open)",
    "#{if}($a)x#{else}y#{end}",
    "$!{ctx.args.x}",
    "\\#if {}",
    '#if($a == ")")x#end',
    "#macro(x)a#end #x()",
    "#if($a) #else (text #end",
  ])("is accepted: %j", (template) => {
    expect(velocityFault(template)).toBeUndefined();
  });

  test.each<[string, string]>([
    ["#if($a) x", "line 1: #if has no #end"],
    ["{\n#if", "line 2: #if has no ("],
    ["#end", "line 1: #end ends nothing"],
    ["#if($a)#end#end", "line 1: #end ends nothing"],
    ["#if($a)#else x#else y#end", "line 1: #else follows no #if"],
    ["#foreach($a in $b)#elseif($c)#end", "line 1: #elseif follows no #if"],
    ["#set($a = )", "line 1: #set($a =) is not of the form #set($a = 1)"],
    ["#set(a = 1)", "line 1: #set(a = 1) is not of the form #set($a = 1)"],
    ["#set($a", "line 1: #set( has no )"],
    ["#set($x = [1, 2)", "line 1: #set( has no )"],
    ["#if()x#end", "line 1: #if() is not of the form #if($a)"],
    ["#foreach($x)y#end", "line 1: #foreach($x) is not of the form #foreach($a in $list)"],
    ["#fori($x)", "line 1: #fori is not a directive"],
    ['#include("x")', "line 1: #include reads a file, and there are none"],
    ["$util.error(", "line 1: $util.error( has no )"],
    ["#* open", "line 1: #* has no *#"],
    ["#[[ open", "line 1: #[[ has no ]]#"],
  ])("is not that of %j", (template, fault) => {
    expect(velocityFault(template)).toBe(fault);
  });
});
