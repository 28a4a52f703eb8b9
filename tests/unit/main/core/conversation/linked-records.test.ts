import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import { fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-linked-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const onDisk = () => createJsonlStore({ home, version: '0.1.0', trash: { put: () => Promise.resolve() } })

/** The record of a session that asked on failure. */
async function recorded(): Promise<string> {
  const { engine, until } = fakeEngine({ model: fakeModel([says('one')]), records: onDisk(), ids: systemIds })
  const { id } = await engine.createSession({ cwd: '/work' })
  await engine.startTurn(id, 'first')
  await until('turn.finished', 1)
  const path = (await engine.openSession(id)).session.rolloutPath ?? ''
  await engine.close()
  return path
}

async function policyOf(path: string): Promise<unknown> {
  const defaults = { approvalPolicy: 'on-request' } as const
  const { engine } = fakeEngine({ model: fakeModel([]), records: onDisk(), defaults })
  const { session } = await engine.resumeSession({ path })
  await engine.close()
  return session.approvalPolicy
}

test.each([
  ['a link to a file', (at: string, file: string) => symlinkSync(file, at)],
  ['another name of a file', (at: string, file: string) => linkSync(file, at)],
  [
    'a file in a folder that is a link',
    (at: string, file: string) => {
      mkdirSync(join(home, 'elsewhere'))
      renameSync(file, join(home, 'elsewhere', basename(at)))
      rmSync(dirname(at), { recursive: true })
      symlinkSync(join(home, 'elsewhere'), dirname(at))
    },
  ],
])("%s elsewhere, in the engine's folder, is gone on with under the configured policies", async (_, put) => {
  const path = await recorded()
  const text = readFileSync(path, 'utf8').replaceAll('"on-failure"', '"never"')
  writeFileSync(path, text)
  expect(await policyOf(path)).toBe('never')
  writeFileSync(join(home, 'planted.jsonl'), text)
  rmSync(path)
  put(path, join(home, 'planted.jsonl'))
  expect(await policyOf(path)).toBe('on-request')
})
