import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import { keepingIn, untilKept } from './keeping'

let base = ''
let folder = ''
let kept: TurnCheckpoints
const problems: unknown[] = []
const at = (name: string): string => join(folder, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-names-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state'), join(base, 'outside')]) mkdirSync(each)
  kept = keepingIn(base, problems)
})
afterEach(async () => {
  await kept.close()
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

let turns = 0
/** Begins a turn of a session; what is returned ends it, once what it left is kept. */
async function begin(sessionId: string) {
  const turnNumber = (turns += 1)
  const followed = kept.follow({ sessionId, cwd: folder, turnNumber })
  await followed.begun
  return async (): Promise<number> => {
    followed.end()
    await untilKept(base, sessionId, turnNumber)
    return turnNumber
  }
}
async function turn(work: () => void): Promise<number> {
  const end = await begin('s-1')
  work()
  return end()
}
const goes = (way: 'undo' | 'redo', turnNumber: number, sessionId = 's-1') =>
  kept.restore({ sessionId, cwd: folder }, { way, turnNumber, sinceToo: false })

test(
  'what has a second name outside of the folder keeps what it has there, and names that differ in capitals or marks are names of their own',
  { timeout: 240_000 },
  async () => {
    const outside = (name: string): string => join(base, 'outside', name)
    for (const name of ['written', 'removed']) {
      writeFileSync(at(name), 'one\n')
      linkSync(at(name), outside(name))
    }
    const [composed, decomposed] = ['\u00e9', 'e\u0301']
    for (const name of ['Readme', composed]) writeFileSync(at(name), `${name}\n`)
    const before = readdirSync(folder).toSorted()
    const number = await turn(() => {
      writeFileSync(at('written'), 'two\n')
      rmSync(at('removed'))
      writeFileSync(at('made'), 'made\n')
      linkSync(at('made'), outside('made'))
      renameSync(at('Readme'), at('README'))
      writeFileSync(at('readme'), 'low\n')
      writeFileSync(at(decomposed), 'two marks\n')
    })
    const after = readdirSync(folder).toSorted()
    writeFileSync(at('readme'), 'mine\n')
    expect(await goes('undo', number)).toMatchObject({ left: ['readme'] })
    expect(readdirSync(folder).toSorted()).toEqual([...before, 'readme'].toSorted())
    expect(['written', 'removed', 'Readme', 'readme', composed].map(read)).toEqual([
      ...['one\n', 'one\n', 'Readme\n', 'mine\n', `${composed}\n`],
    ])
    const held = () => ['written', 'removed', 'made'].map((name) => readFileSync(outside(name), 'utf8'))
    // What the turn wrote by the one name stands behind the other still.
    expect(held()).toEqual(['two\n', 'one\n', 'made\n'])
    await goes('redo', number)
    expect([readdirSync(folder).toSorted(), read('written'), held()]).toEqual([
      ...[after, 'two\n', ['two\n', 'one\n', 'made\n']],
    ])
  },
)

test(
  'an undo of one session leaves what another session’s turn, at work just then, has changed since',
  { timeout: 240_000 },
  async () => {
    for (const name of ['mine', 'theirs', 'both']) writeFileSync(at(name), 'zero\n')
    const number = await turn(() => {
      for (const name of ['mine', 'both']) writeFileSync(at(name), 'one\n')
    })
    const end = await begin('s-2')
    for (const name of ['theirs', 'both', 'new']) writeFileSync(at(name), 'two\n')
    expect(await goes('undo', number)).toEqual({ files: 1, left: ['both'] })
    expect(['mine', 'theirs', 'both', 'new'].map(read)).toEqual(['zero\n', 'two\n', 'two\n', 'two\n'])
    await goes('undo', await end(), 's-2')
    expect(['theirs', 'both'].map(read)).toEqual(['zero\n', 'one\n'])
  },
)
