const core = 'src/main/core'
const corpus = 'tests/unit/main/core/assessment/checks/corpus.test.ts'
const graph = 'tests/unit/main/core/shell/read-graph.test.ts'
const spellings = 'tests/unit/main/core/commands/spellings.test.ts'

/** @type {readonly import('./mutation.mjs').Mutation[]} How a command line is read. */
export const readerMutations = [
  {
    id: 'reader-written-and-added',
    group: 'reader',
    file: `${core}/shell/nested/shells.ts`,
    from: '[...each.words.slice(1), ...each.redirects.map(({ target }) => target)].some(',
    to: 'each.words.slice(1).some(',
    why: 'of a script that is written and added to, only the beginning is read',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-appended-script',
    group: 'reader',
    file: `${core}/shell/nested/shells.ts`,
    from: '/write|append/.test(redirect.mode) && names(redirect.target, each.cwd)',
    to: '/write/.test(redirect.mode) && names(redirect.target, each.cwd)',
    why: 'a script that the same line adds to is read as it lies on the disk',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-pipe-with-errors',
    group: 'reader',
    file: `${core}/shell/walk-lists.ts`,
    from: 'if (/^\\|&?$/.test(child.type)) {',
    to: "if (child.type === '|') {",
    why: 'what flows through `|&` into a shell is not seen',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-octal',
    group: 'reader',
    file: `${core}/shell/ansi-c.ts`,
    from: 'Number.parseInt(digits, 8) & 0xff',
    to: 'Number.parseInt(digits, 10) & 0xff',
    why: "a name spelt with $'\\162' is another name",
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-default-turned',
    group: 'reader',
    file: `${core}/shell/parameter.ts`,
    from: "value && !(empty && operator.startsWith(':')) ? value",
    to: "value && !(empty || operator.startsWith(':')) ? value",
    why: 'another value is read for a variable with a default than the shell takes',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-branch-forgotten',
    group: 'reader',
    file: `${core}/shell/scope.ts`,
    from: 'if (own !== value) this.variables.set(name, own ? either(own, value) : value)',
    to: 'if (own !== value) this.variables.set(name, own ?? value)',
    why: 'what a variable has only in one branch is not seen',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-uncalled-functions',
    group: 'reader',
    file: `${core}/shell/read-graph.ts`,
    from: 'if (!builder.called.has(body))',
    to: 'if (builder.called.has(body))',
    why: 'a function that is called by a trap or an alias is not looked into',
    tests: [graph, corpus, spellings],
  },
  {
    id: 'reader-env-split',
    group: 'reader',
    file: `${core}/shell/nested/wrappers.ts`,
    from: 'text: joinWords([split, ...rest])',
    to: 'text: split',
    why: 'the words behind `env -S` are lost',
    tests: [graph, 'tests/unit/main/core/shell/recorded-runs.test.ts', corpus, spellings],
  },
  {
    id: 'reader-or-folder',
    group: 'reader',
    file: `${core}/shell/walk-lists.ts`,
    from: "if (operator === '||' && walk.scope.doubted) scope.cwd = walk.scope.doubted",
    to: "if (operator === '&&' && walk.scope.doubted) scope.cwd = walk.scope.doubted",
    why: 'what follows `cd x ||` is taken to run in x',
    tests: [graph, corpus, spellings],
  },
]
