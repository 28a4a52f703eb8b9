import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {import('./tally.mjs').ReportedFile} ReportedFile
 * @typedef {{ file: string, name: string, chosen: readonly string[], of: number }} SeedChoice what a table took by the seed
 */

/** @param {ReportedFile} file */
const secondsOf = ({ startTime = 0, endTime = 0 }) => Math.max(0, (endTime - startTime) / 1000)

/** `integration/sandbox` of a file below tests/. @param {string} name */
function groupOf(name) {
  const [suite = '', folder = '', ...rest] = below(name).split('/')
  return suite === 'unit' || suite === 'contract' || rest.length === 0 ? suite : `${suite}/${folder}`
}

/** @param {string} name */
const below = (name) => name.replaceAll('\\', '/').split('/tests/').at(-1) ?? name

/**
 * Where the time of a run went, by group, file and row, and what it took by the seed.
 * @param {readonly ReportedFile[]} files
 * @param {{ seed: string, choices: readonly SeedChoice[], whole: { whole: readonly string[], why: string }, most?: number }} run
 * @returns {string[]} lines
 */
export function reportLines(files, { seed, choices, whole, most = 12 }) {
  return [
    'Seconds by group (files beside each other count each):',
    ...byGroup(files),
    'Slowest files:',
    ...slowest(
      files.map((file) => ({ seconds: secondsOf(file), name: below(file.name) })),
      most,
    ),
    'Slowest rows:',
    ...slowest(files.flatMap(rowsOf), most),
    ...chosenLines(choices, seed),
    `Guards in full: ${String(whole.whole.length)} files (${whole.why})`,
    ...whole.whole.slice(0, most).map((file) => `  ${file}`),
    ...failedLines(files),
  ]
}

/** So many lines of what a failed row said are shown again at the end, where a log that was cut still has them. */
const mostSaid = 12

/** @param {readonly ReportedFile[]} files */
function failedLines(files) {
  const failed = files.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ fullName = '', failureMessages = [] }) => [
        `  ${below(file.name)} > ${fullName}`,
        ...saidOf(failureMessages).map((line) => `    ${line}`),
      ]),
  )
  return failed.length === 0 ? [] : ['Failed:', ...failed]
}

/** What was wrong, without the way through the packages. @param {readonly string[]} messages */
export const saidOf = (messages) =>
  stripVTControlCharacters(messages.join('\n'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, mostSaid)
    .map((line) => line.slice(0, 300))

/** @param {readonly ReportedFile[]} files */
function byGroup(files) {
  /** @type {Map<string, { seconds: number, rows: number, files: number }>} */
  const groups = new Map()
  for (const file of files) {
    const group = groups.get(groupOf(file.name)) ?? { seconds: 0, rows: 0, files: 0 }
    groups.set(groupOf(file.name), {
      seconds: group.seconds + secondsOf(file),
      rows: group.rows + file.assertionResults.length,
      files: group.files + 1,
    })
  }
  return [...groups]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .map(
      ([name, { seconds, rows, files: count }]) =>
        `${seconds.toFixed(1).padStart(8)} s  ${name} (${String(count)} files, ${String(rows)} rows)`,
    )
}

/** @param {ReportedFile} file */
function rowsOf({ name, assertionResults }) {
  return assertionResults.map(({ fullName = '', duration }) => ({
    seconds: (duration ?? 0) / 1000,
    name: `${below(name)} > ${fullName}`,
  }))
}

/** @param {readonly { seconds: number, name: string }[]} all @param {number} most */
function slowest(all, most) {
  return [...all]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map(({ seconds, name }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
}

/** @param {readonly SeedChoice[]} choices @param {string} seed */
function chosenLines(choices, seed) {
  if (choices.length === 0) return [`By seed ${seed}: nothing was left out.`]
  /** @type {Map<string, { taken: number, of: number, names: Set<string> }>} */
  const byFile = new Map()
  for (const { file, chosen, of } of choices) {
    const { taken, of: before, names } = byFile.get(file) ?? { taken: 0, of: 0, names: new Set() }
    if (chosen.length === 1) names.add(chosen[0] ?? '')
    byFile.set(file, { taken: taken + chosen.length, of: before + of, names })
  }
  const [taken, of] = [...byFile.values()].reduce(
    ([one, all], each) => [one + each.taken, all + each.of],
    [0, 0],
  )
  return [
    `By seed ${seed}: ${String(taken)} of ${String(of)} choices taken; the others are taken by other seeds, and all by npm run test:all:`,
    ...[...byFile]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([file, { taken: count, of: all, names }]) =>
          `  ${file}: ${String(count)} of ${String(all)}${names.size > 0 && names.size <= 3 ? ` (${[...names].join('; ').slice(0, 100)})` : ''}`,
      ),
  ]
}
