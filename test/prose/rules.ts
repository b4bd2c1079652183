/** A habit of writing that a reader stops at, with the words to use in its place. */
export interface ProseRule {
  /** Its name in messages of the linter. */
  readonly name: string;
  /** Finds the habit in a paragraph whose code is masked. */
  readonly pattern: RegExp;
  readonly advice: string;
  /** A sentence that breaks the rule. */
  readonly bad: string;
  /** The same sentence, written plainly. */
  readonly good: string;
  /** Only in comments and docstrings, whose first words name the thing. */
  readonly comments?: true;
}

/** The rules, from the first word of a paragraph to single words. */
export const rules: readonly ProseRule[] = [
  {
    name: "relative-start",
    pattern: /^(What|Who|Whose|Whom|That|Which|Whatever|Whoever) (?!follows\b)[^?]*$/,
    advice: "Name the thing: begin with a noun or a verb, not with a relative clause.",
    bad: "What a path asks for.",
    good: "The route that matches a path.",
    comments: true,
  },
  {
    name: "how-start",
    pattern: /^How (?!(long|many|much|often|far|deep|old|soon|large|big)\b)[^?]*$/,
    advice: "Name the thing: `The way ...`, `The form of ...`, or a verb.",
    bad: "How what the build made runs in a function.",
    good: "The entry point that runs the build's output in a function.",
    comments: true,
  },
  {
    name: "who-subject",
    pattern:
      /(?:^|[.;:] )Who (?!(is|are|may|can|does|owns|calls|has|will|should)\b[^.]*\?)(\w+)[^?]*?(?:[.;]|$)/,
    advice: "Name the person or program: `Callers that list ...`, `If you list ...`.",
    bad: "Who lists the objects does not meet a rule.",
    good: "A caller that lists the objects meets no rule.",
  },
  {
    name: "what-subject",
    pattern: /[.;] What (?!(is|are|was|does|do|can|should|happens)\b[^.]*\?)[^.?]*\./,
    advice: "Name the thing that the sentence is about.",
    bad: "The build stops. What was read before holds until it expires.",
    good: "The build stops. Values that were read before stay valid until they expire.",
  },
  {
    name: "is-no",
    pattern: /(?<!\b[Tt]here )\b(is|are|was|were) no (?!longer|more|less|other|one|such|matter)(\w+)/,
    advice: "Write `is not a ...`.",
    bad: "The value is no duration.",
    good: "The value is not a duration.",
  },
  {
    name: "of-yours",
    pattern: /\bof (yours|theirs|ours|mine)\b/,
    advice: "Write `your ...`, `their ...`, `our ...`.",
    bad: "A function of yours runs first.",
    good: "Your function runs first.",
  },
  {
    name: "comes-to",
    pattern: /\b(a promise|it|what \w+) comes to\b/i,
    advice: "Write `resolves to`, `becomes` or `adds up to`.",
    bad: "What a promise comes to.",
    good: "The value that a promise resolves to.",
  },
  {
    name: "is-told",
    pattern: /\b(is|are|was|were|be|being) told\b(?! (to|apart)\b)/,
    advice: "Write who reports it: `You get an error`, `The log names`, `receives`.",
    bad: "A missing file is told.",
    good: "You get an error if a file is missing.",
  },
  {
    name: "tells-whether",
    pattern:
      /(?:^|[.:;] )(Tells|Says) (whether|if|that|what|which|who|how|why)\b|\btells (whether|if|what|which|who|how|why)\b/,
    advice: "Write `Returns whether`, `Reports why`, `Shows which`.",
    bad: "Tells whether the API is private.",
    good: "Returns whether the API is private.",
  },
  {
    name: "is-said",
    pattern: /\b(is|are|was|were) said (so|of|to|there|here|once|at)\b/,
    advice: "Write `The message names ...` or `The documents state ...`.",
    bad: "Unknown values are said so.",
    good: "The message names unknown values.",
  },
  {
    name: "another-matter",
    pattern: /\banother (\w+'s )?matter\b/,
    advice: "State the rule for each case.",
    bad: "Requests are another matter.",
    good: "Use another ARN for requests.",
  },
  {
    name: "as-it-is",
    pattern: /\bas (it|they) (is|are|was|were)(?=[.,;)]|$)/,
    advice: "Write `unchanged` or `as given`.",
    bad: "The item as it is.",
    good: "The unchanged item.",
  },
  {
    name: "once-more",
    pattern: /\bonce more\b/i,
    advice: "Write `again`.",
    bad: "The test runs once more.",
    good: "The test runs again.",
  },
  {
    name: "anyway",
    pattern: /\bsays what is true anyway\b|\bwhat is so anyway\b/,
    advice: "Say that the value is the default.",
    bad: "Who writes it says what is true anyway.",
    good: "The value is the default.",
  },
  {
    name: "met-condition",
    pattern: /\bconditions? (\w+ ){0,4}(is|are) (not )?met\b/,
    advice: "Conditions `match` or `do not match`.",
    bad: "A condition with one is not met.",
    good: "A condition with an unknown key does not match.",
  },
  {
    name: "take-imperative",
    pattern: /(?:^|[.:] )Take (?!care|effect|over|place)/,
    advice: "Write `Use ...`.",
    bad: "Take `start` when the caller is real.",
    good: "Use `start` if a real caller sends the requests.",
  },
  {
    name: "there-is-list",
    pattern: /(?:^|[.] )There (is|are): /,
    advice: "Write `Known ...:` or `Available ...:`.",
    bad: "There is: GET /a, GET /b",
    good: "Known routes: GET /a, GET /b",
  },
  {
    name: "nobody-is",
    pattern: /\bnobody (is|was) (\w+ed|told)\b/,
    advice: "Write `Nothing is reported` or name the recipient.",
    bad: "Without a listener, nobody is told.",
    good: "Without a listener, nothing is reported.",
  },
  {
    name: "there-is-none",
    pattern: /\b(where|if|when) there (is|are) (none|no such)\b/,
    advice: "Write `without ...` or `if no ... exists`.",
    bad: "The default, where there is none.",
    good: "The default if no value exists.",
  },
  {
    name: "does-without",
    pattern: /\b(does|do|doing|did) without\b/,
    advice: "Write `does not use` or `does not need`.",
    bad: "A room does without these packages.",
    good: "A room does not use these packages.",
  },
  {
    name: "stands-in",
    pattern: /\bstands? (in(?! for\b)|there|here|beside|before|once|above|below)\b/,
    advice: "Write `is in`, `is next to`, `appears in`.",
    bad: "The name stands in the file.",
    good: "The name is in the file.",
  },
  {
    name: "all-the-same",
    pattern: /\ball the same\b/,
    advice: "Write `still` or `nevertheless`.",
    bad: "It is deployed all the same.",
    good: "It is still deployed.",
  },
  {
    name: "at-the-soonest",
    pattern: /\bat the (soonest|earliest|latest|longest|shortest)\b/,
    advice: "Write `at least`, `at most`, `no earlier than`.",
    bad: "It pauses after 5 minutes, at the soonest.",
    good: "It pauses after at least 5 minutes.",
  },
  {
    name: "goes-on",
    pattern: /\bgo(es)? on(?= (after|with|to|until|as|by|in)\b|[.,;])/,
    advice: "Write `continues`.",
    bad: "The route goes on after the variable.",
    good: "The route continues after the variable.",
  },
  {
    name: "somebody",
    pattern: /\b(somebody|anybody|whoever)\b/i,
    advice: "Name the person or program: the caller, the user, another process.",
    bad: "Somebody else has the lock.",
    good: "Another process has the lock.",
  },
  {
    name: "lets-be",
    pattern: /\b(gets|get|got) in\b(?! touch)|\bbe let in\b|\blet(s)? in\b/,
    advice: "Write `is allowed` or `may sign in`.",
    bad: "Nobody would get in.",
    good: "No caller would be allowed.",
  },
  {
    name: "or-else",
    pattern: /\bnothing else than\b|\bnone but\b|\bnothing but\b|\bno(ne)? other than\b/,
    advice: "Write `only`.",
    bad: "It holds nothing but names.",
    good: "It holds only names.",
  },
  {
    name: "is-left",
    pattern: /\b(what|all that) is left\b/i,
    advice: "Write `the rest` or `the remaining ...`.",
    bad: "Removes what is left.",
    good: "Removes the remaining files.",
  },
  {
    name: "what-is",
    pattern: /\b(about|of|from|for|with|to) what (is|are|was|were|it|they|has|have)\b/,
    advice: "Name the thing that `what` refers to.",
    bad: "A hash of what was taken from the cache.",
    good: "A hash of the files from the cache.",
    comments: true,
  },
  {
    name: "everything-that",
    pattern: /\b(all of|everything) what\b/,
    advice: "Write `everything that`.",
    bad: "It reads all of what a role has.",
    good: "Everything that a role has.",
  },
  {
    name: "so-much",
    pattern: /(?:^|[.;] )So (much|many|far|long) (of|as|must|may|can)\b/,
    advice: "Begin with the subject.",
    bad: "So much of a notice must be named.",
    good: "A filter must name at least this many characters of a notice.",
  },
  {
    name: "becomes-of",
    pattern: /\b(becomes|became|become) of\b/,
    advice: "Write `happens to` or name the result.",
    bad: "What becomes of a file.",
    good: "The result for a file.",
  },
  {
    name: "meanwhile",
    pattern: /\bmeanwhile\b(?=[.,;)]|$)/i,
    advice: "Write `in the meantime` or name the interval.",
    bad: "Sees what others have written meanwhile.",
    good: "Reads the changes of other processes.",
  },
  {
    name: "hence",
    pattern: /\b(thereof|therein|hereby|hence|whereby|thereby|wherein|heretofore|hitherto|whence|thence)\b/i,
    advice: "Use everyday words.",
    bad: "Hence the file is read twice.",
    good: "So the file is read twice.",
  },
  {
    name: "latin",
    pattern: /\b(vice versa|per se\b|inter alia|ad hoc|i\.e\.|e\.g\.)/i,
    advice: "Use English words: `the reverse`, `for example`, `that is`.",
    bad: "The stage owns the API, and vice versa.",
    good: "The stage owns the API, and the API owns the stage.",
  },
  {
    name: "please",
    pattern: /\b(please|simply|easily|just works|obviously|of course)\b/i,
    advice: "Leave it out.",
    bad: "Please note that it is simply a file.",
    good: "It is a file.",
  },
  {
    name: "double-negation",
    pattern:
      /\b(is|are|was|were) not un(?!i|der|til|less|do)\w+|\bno \w+ that (is|are|does|do|has|have) not\b|\bnever not\b/,
    advice: "State it positively.",
    bad: "It accepts no name that is not declared.",
    good: "Only declared names are accepted.",
  },
];
