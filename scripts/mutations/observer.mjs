const linux = 'src/main/adapters/sandbox-linux'
const unit = 'tests/unit/main/adapters/sandbox-linux'
const escapes = 'tests/integration/sandbox/escapes'
const sandbox = 'tests/integration/sandbox'

/** @type {readonly import('./mutation.mjs').Mutation[]} How it is seen what a command tries. */
export const observerMutations = [
  {
    id: 'observer-rename-target',
    group: 'observer',
    file: `${linux}/observe/observe.c`,
    from: '{ 316, 0, 1, 2, 3, 4, MOVES, "renameat2" },',
    to: '{ 316, 0, 1, NONE, NONE, 4, MOVES, "renameat2" },',
    why: 'where something is renamed to is not told',
    tests: [`${sandbox}/removed-trees.test.ts`, `${sandbox}/observer.test.ts`],
  },
  {
    id: 'observer-second-listener',
    group: 'observer',
    file: `${linux}/observe/observe.c`,
    from: 'put(RETURN, FAILS | 16, 0, 0);',
    to: 'put(RETURN, ALLOWED, 0, 0);',
    why: 'a command answers for its own calls, and nothing of them is told',
    tests: [`${sandbox}/observer.test.ts`, `${escapes}/sockets.test.ts`, `${escapes}/kernel.test.ts`],
  },
  {
    id: 'observer-unix-sockets',
    group: 'observer',
    file: `${linux}/observe/observe.c`,
    from: '        answer(seen, REFUSED);\n        begin_line(each, seen);',
    to: '        let_go_on(seen);\n        begin_line(each, seen);',
    why: 'a command gets a Unix socket, and with it whatever listens on the machine',
    tests: [`${escapes}/sockets.test.ts`, `${sandbox}/observer.test.ts`],
  },
  {
    id: 'observer-open-memory',
    group: 'observer',
    file: `${linux}/observe/observe.c`,
    from: 'if (call(PRCTL, SET_DUMPABLE, 0, 0, 0, 0, 0) < 0)',
    to: 'if (call(PRCTL, SET_DUMPABLE, 1, 0, 0, 0, 0) < 0)',
    why: 'a command looks into the process that watches over it',
    tests: [`${escapes}/processes.test.ts`, `${sandbox}/own-channels.test.ts`, `${sandbox}/observer.test.ts`],
  },
  {
    id: 'observer-plain-open',
    group: 'observer',
    file: `${linux}/observe/observe.c`,
    from: '#define FOR_WRITING 03 | 0100 | 01000 | 02000',
    to: '#define FOR_WRITING 0100 | 01000 | 02000',
    why: 'a plain open for writing is not told',
    tests: [`${sandbox}/reported-opens.test.ts`, `${sandbox}/observer.test.ts`],
  },
  {
    id: 'observer-rename-roles',
    group: 'observer',
    file: `${linux}/run/attempts.ts`,
    from: "return from === undefined ? 'from' : 'to'",
    to: "return from !== undefined ? 'from' : 'to'",
    why: 'the names of a rename change places, and another grant is offered',
    tests: [
      `${unit}/run/run-evidence.test.ts`,
      `${sandbox}/observer.test.ts`,
      `${sandbox}/linux-sandbox.test.ts`,
    ],
  },
  {
    id: 'observer-lost-reports',
    group: 'observer',
    file: `${linux}/run/observer.ts`,
    from: 'if (!whole) run.attempts.git.uncertain = true',
    to: 'if (whole) run.attempts.git.uncertain = true',
    why: 'after an observer that was killed nothing is searched for what it did not tell',
    tests: [
      `${unit}/observer-begun.test.ts`,
      `${sandbox}/observer.test.ts`,
      `${sandbox}/made-repositories.test.ts`,
    ],
  },
  {
    id: 'observer-mounted-replaced',
    group: 'observer',
    file: `${linux}/run/run-evidence.ts`,
    from: '(replaces.test(syscall) && rules.mounted.includes(path))',
    to: '(replaces.test(syscall) && !rules.mounted.includes(path))',
    why: 'ordinary renames in the workspace count as stopped by the sandbox',
    tests: [
      `${unit}/run/run-evidence.test.ts`,
      `${sandbox}/linux-sandbox.test.ts`,
      `${sandbox}/observer.test.ts`,
    ],
  },
  {
    id: 'observer-past-proxy',
    group: 'observer',
    file: `${linux}/run/run-evidence.ts`,
    from: '!within.has(classifyAddress({ bytes }))',
    to: 'within.has(classifyAddress({ bytes }))',
    why: 'what a command tried past the proxy is not told',
    tests: [`${sandbox}/past-the-proxy.test.ts`, `${escapes}/network-open.test.ts`],
  },
]
