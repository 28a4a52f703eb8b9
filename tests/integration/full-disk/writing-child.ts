import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { createKeyFile } from '../../../src/main/adapters/key-file/key-file'
import { PreimageStore } from '../../../src/main/adapters/preimages/preimage-store'
import { writeWhole, writeWholeSync } from '../../../src/main/adapters/regular-file/write-whole'
import { applySteps } from '../../../src/main/adapters/sandbox-linux/apply/apply-changes'
import { makeChangeSet } from '../../../src/main/adapters/sandbox-linux/apply/change-set'
import { bytesOf } from '../../../src/main/adapters/sandbox-linux/byte-path'
import { openJournal, sweepJournal } from '../../../src/main/adapters/sandbox-linux/mounts/journal'
import { openRuntimeFolder } from '../../../src/main/adapters/sandbox-linux/runtime-folder'
import { rulesOfHome } from '../../fakes/rules-of-home'

/** Writes what an engine writes, where no file may be longer than the limit that it was started with; prints what became of each. */
const [base = ''] = process.argv.slice(2)
// Writing is then refused, and does not end the process.
process.on('SIGXFSZ', () => undefined)
const long = 'x'.repeat(100_000)
const said = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return 'done'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
const folder = (name: string): string => {
  const path = join(base, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}
/** The files of a folder, with what they hold. */
const files = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'utf8')]),
  )

async function apply(): Promise<unknown> {
  const [work, copies, journals] = ['apply/work', 'apply/copies', 'apply/journals'].map(folder)
  if (!work || !copies || !journals) throw new Error('no folders')
  const read = Array.from({ length: 200 }, (_, at) => {
    const name = `f${String(at)}`
    const [path, from] = [join(work, name), join(copies, name)]
    writeFileSync(path, 'one')
    writeFileSync(from, 'two')
    const change = { path, kind: 'changed', type: 'file', bytes: 3 } as const
    return { change, path: bytesOf(path), at: bytesOf(from), above: lstatSync(from), below: lstatSync(path) }
  })
  const set = await makeChangeSet(read, {
    guarded: () => false,
    owner: process.getuid?.() ?? 0,
    began: Infinity,
  })
  if ('kind' in set) throw new Error(JSON.stringify(set))
  const { kind } = await applySteps(set.steps, new Set(), { journals })
  return {
    kind,
    texts: [...new Set(Object.values(files(work)))],
    count: readdirSync(work).length,
    journals: readdirSync(journals),
  }
}

async function key(): Promise<unknown> {
  const home = folder('key')
  await (await createKeyFile(home)).save('A', 'one')
  const result = await said(async () => (await createKeyFile(home)).save('B', long))
  return { result, files: files(home) }
}

async function rules(): Promise<unknown> {
  const home = folder('rules')
  const { saved } = rulesOfHome(home)
  const rule = (id: string): StoredGrant => ({
    ...{ id, scope: 'rule', kind: 'only-this', sessionId: 's', turnId: 't', key: id, command: ['npm', id] },
    ...{ cwd: '/work', grants: [], createdAt: '2026-11-21T09:00:00.000Z' },
  })
  await saved.change(() => [rule('one')])
  const many = Array.from({ length: 2000 }, (_, nth) => rule(String(nth)))
  const result = await said(() => saved.change((rules) => [...rules, ...many]))
  return { result, files: Object.keys(files(home)), rules: (await saved.load()).map(({ id }) => id) }
}

async function preimages(): Promise<unknown> {
  const place = folder('preimages/place')
  for (let at = 0; at < 100; at += 1) writeFileSync(join(place, `f${String(at)}`), 'one')
  const home = folder('preimages/home')
  const problems: unknown[] = []
  const store = new PreimageStore({
    ...{ home, budget: () => ({ bytes: 1e8, ageMs: 1e8 }), ids: { next: () => 'id' }, now: () => 1 },
    log: { error: (text) => problems.push(text) },
  })
  const run = { session: 's', folder: place, item: 'c', title: 't' }
  const { id, not } = await store.keep({ ...run, places: [{ path: place, extent: 'tree' }] })
  return { id: id ?? 'none', not, problems, left: files(home) }
}

function placeholders(): unknown {
  const at = join(folder('placeholders'), 'journal')
  const journal = openJournal(at)
  const made = (name: string) =>
    ({ path: join(base, 'placeholders', name), kind: 'file', content: '' }) as const
  journal.note([made('first')])
  let failed = false
  try {
    journal.note(Array.from({ length: 200 }, (_, each) => made(`many-${String(each)}`)))
  } catch {
    failed = true
  }
  journal.note([made('last')])
  for (const name of ['first', 'last']) writeFileSync(join(base, 'placeholders', name), '')
  sweepJournal(at)
  return { failed, left: readdirSync(join(base, 'placeholders')) }
}

async function kept(): Promise<unknown> {
  const runtime = openRuntimeFolder(folder('runtime'))
  return said(() => runtime.keep(Buffer.from(long)))
}

async function whole(): Promise<unknown> {
  const at = folder('whole')
  for (const name of ['one', 'other']) writeFileSync(join(at, name), name, { mode: 0o640 })
  const results = [
    await said(() => {
      writeWholeSync(join(at, 'one'), long)
    }),
    await said(() => writeWhole(join(at, 'other'), [long, long])),
    await said(() => writeWhole(join(at, 'new'), [long])),
  ]
  return { results, files: files(at) }
}

process.stdout.write(
  JSON.stringify({
    apply: await apply(),
    key: await key(),
    rules: await rules(),
    preimages: await preimages(),
    placeholders: placeholders(),
    kept: await kept(),
    whole: await whole(),
  }),
)
