import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mutations } from '../mutations/all-mutations.mjs'
import { root } from '../setup/places.mjs'
import { hashNumber, seedNumber } from './seed.mjs'

/**
 * Files that take turns as a whole, since what they start costs more than their rows: each run has a part of a group, and some seeds in a
 * row take every file (decisions 148, 242 and 266).
 * @typedef {{ name: string, within: string, always: readonly string[], often: readonly string[] }} Group names without `.test.ts`: of those
 *   that every run has, and of those that one in three has
 */

/** In so many runs in a row each file has its turn. */
const parts = 10
/** In so many what is dear and at the core has, and where a known defect (scripts/mutations) is found by what takes turns alone: so many seeds
 * in a row find all of them. */
const partsOften = 3

/** What a line of words says as a list. @param {string} words */
const list = (words) => words.split(' ').filter((word) => word !== '')

/** Groups of files of real processes: what always runs is the core of each, what often runs its dear part, and the others take turns. @type {[name: string, within: string, always: string, often?: string][]} */
const processes = [
  [
    'confined commands',
    'tests/integration/sandbox',
    'attempts-together everyday everyday-sockets foreign-metadata incidental-writes linux-sandbox named-hosts no-such-program odd-commands prewarmed-sandbox prewarmed-sandbox-attacks private-keys reported-opens',
  ],
  // The ways out run always, but for the longest tables of what lies in a repository and of our own places.
  [
    'ways out',
    'tests/integration/sandbox/escapes',
    'changed-names configured-places credentials datagrams detached-configs environment fifos files kernel launcher metadata mounts network-open no-network no-repository outlives planted processes sockets terminal',
    'armed-meanwhile',
  ],
  ['programs', 'tests/integration', 'cli-start own-code record-trouble start-loads'],
  ['what is asked', 'tests/integration/approvals', 'bound-files swapped-files', 'asked-once'],
  ['undo', 'tests/integration/checkpoints', 'rewind-files'],
  ['what is kept for undo', 'tests/integration/preimages', 'preimages undo-budget'],
  ['rehearsals', 'tests/integration/rehearsal', 'apply apply-refused changes command refused'],
  ['patches', 'tests/integration/patch', 'apply escape race refused'],
  ['app-server', 'tests/integration/app-server', 'samples', 'advertised approvals generate'],
  ['app-server v2', 'tests/integration/app-server-v2', 'recordings', 'approvals generate'],
  ['MCP server', 'tests/integration/mcp-server', '', 'approvals'],
  ['MCP client', 'tests/integration/mcp-client', 'agent-calls', 'hostile-server'],
  ['exec', 'tests/integration/exec', 'launcher'],
  ['processes that stay', 'tests/integration/exec-sessions', 'approvals ordinary-user'],
  ['network', 'tests/integration/network', 'filtering-proxy filtering-proxy-hostile run-network'],
  ['editors', 'tests/integration/acp', '', 'acp'],
  ['ACP agents', 'tests/integration/acp-agents', 'real-agent'],
  ['assessment', 'tests/integration/assessment', '', 'canaries'],
  ['remote approvals', 'tests/integration/remote-approvals', 'from-the-sandbox ordinary-user strangers'],
  ['hook gateway', 'tests/integration/hook-gateway', 'hook-program receiver'],
  ['ends', 'tests/integration/ends', 'ends'],
  ['hosts', 'tests/integration/hosts', '', 'attach'],
  // Assembling costs more than any other file, whatever is made: each has a turn of its own.
  ['packages', 'tests/integration/packaging', 'release-workflow'],
  ['agents', 'tests/integration/agents', ''],
  ['context', 'tests/integration/context', ''],
  ['reviews', 'tests/integration/review', ''],
]

/** @type {readonly Group[]} */
export const groups = [
  {
    // The first minute, the first decision, what a yes is bound to, and what keeps strangers out of the window run always.
    name: 'stories',
    within: 'tests/e2e',
    always: list('asked-once assessed bound-yes first-minute left-worker other-port'),
    often: list('denied-write first-screen'),
  },
  {
    name: 'stories without an engine',
    within: 'tests/e2e/preview',
    always: list('panel-facts scenes-colours scenes-spoken'),
    often: [],
  },
  ...processes.map(([name, within, always, often = '']) => ({
    ...{ name, within, always: list(always), often: list(often) },
  })),
]

const folders = new Set(groups.map(({ within }) => within))
/** @param {(group: Group) => readonly string[]} names */
const filesOf = (names) =>
  new Set(groups.flatMap((group) => names(group).map((name) => `${group.within}/${name}.test.ts`)))
const inEveryRun = filesOf(({ always }) => always)

/** @param {string} file */
const takesTurns = (file) => folders.has(file.slice(0, file.lastIndexOf('/'))) && !inEveryRun.has(file)

const inOneOfThree = filesOf(({ often }) => often)
for (const { tests } of mutations)
  if (tests.every(takesTurns)) for (const file of tests) inOneOfThree.add(file)

/**
 * Each file has a turn of its own, so that another file more changes none. The number is one of those with which the turns take about as long
 * as each other (925 to 1,030 seconds of files in each of thirty; others differed by two thirds).
 * @param {string} file
 */
const turnOf = (file) => hashNumber(`${file} 37537`)

/**
 * The files that this seed leaves to others, by group.
 * @param {string} seed
 * @param {readonly Group[]} [all]
 * @returns {{ name: string, within: string, files: string[], left: string[] }[]}
 */
export function leftBySeed(seed, all = groups) {
  return all.map(({ name, within }) => {
    const files = readdirSync(join(root, within))
      .filter((file) => /\.test\.tsx?$/.test(file))
      .sort()
      .map((file) => `${within}/${file}`)
    const left = files.filter((file) => (seedNumber(seed) + turnOf(file)) % runsPerTurn(file) !== 0)
    return { name, within, files, left }
  })
}

/**
 * How many runs in a row it takes until a file has its turn again; what it chooses of its own rows goes on with each turn, not with each run.
 * @param {string} file
 */
export const runsPerTurn = (file) => (!takesTurns(file) ? 1 : inOneOfThree.has(file) ? partsOften : parts)

/**
 * What a run does not take. Files that are named, and a run in full, take everything: only `npm test` asks for turns (TEST_TURNS). What
 * guards something that was changed (TEST_WHOLE) is never left.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string[]}
 */
export function leftOfRun(env = process.env) {
  if (env['TEST_TURNS'] !== '1') return []
  const whole = new Set((env['TEST_WHOLE'] ?? '').split('\n'))
  return leftBySeed(env['TEST_SEED'] ?? '1')
    .flatMap(({ left }) => left)
    .filter((file) => !whole.has(file))
}

/**
 * The same for the report.
 * @param {string} seed
 * @param {readonly string[]} [whole] what runs whatever the seed says
 * @returns {import('./report.mjs').SeedChoice[]}
 */
export const choicesOfFiles = (seed, whole = []) =>
  leftBySeed(seed).map(({ name, within, files, left }) => ({
    ...{ file: within, name, of: files.length },
    chosen: files.filter((file) => !left.includes(file) || whole.includes(file)),
  }))
