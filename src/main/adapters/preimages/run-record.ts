import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { KeptPath } from '../../core/preimages/path-state'
import { writeWhole } from '../regular-file/write-whole'

/** A place as it was found; `names`: of an entry, what lay in the folder around it. A character for each byte of paths and names. */
export const KeptPlace = z.strictObject({ path: z.string(), names: z.array(z.string()).optional() })
export type KeptPlace = z.infer<typeof KeptPlace>

/**
 * What is said of one kept run, in the file `about.json` of its folder; `paths` names the file with its paths. `open`: the run of the process `owner` goes
 * on, and paths are as they were before it.
 */
export const RunRecord = z.strictObject({
  version: z.literal(1),
  id: z.string().regex(/^[\w-]+$/),
  session: z.string(),
  folder: z.string(),
  item: z.string(),
  title: z.string(),
  at: z.number(),
  owner: z.string(),
  open: z.boolean(),
  places: z.array(KeptPlace),
  not: z.array(
    z.strictObject({
      path: z.string(),
      why: z.enum(['too-large', 'special', 'unreadable', 'attributes', 'unavailable']),
    }),
  ),
  paths: z.string(),
  /** How many files differ, the run being over, as people count. */
  files: z.int(),
  undone: z.boolean(),
})
export type RunRecord = z.infer<typeof RunRecord>

function* lines(paths: Iterable<KeptPath>): Iterable<string> {
  for (const each of paths) yield `${JSON.stringify(each)}\n`
}

/** Writes the paths of a run under a new name, then the record that names them: before that the old ones hold. */
export async function writeRecord(
  folder: string,
  record: RunRecord,
  paths: Iterable<KeptPath>,
): Promise<void> {
  await writeWhole(join(folder, record.paths), lines(paths))
  await writeWhole(join(folder, 'about.json'), [JSON.stringify(record)])
}

/** Undefined: there is none, or none of ours. */
export async function readRecord(folder: string): Promise<RunRecord | undefined> {
  const text = await readFile(join(folder, 'about.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return RunRecord.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Throws what the disk says, and an Error for what is not ours. */
export async function readPaths(
  folder: string,
  { paths }: Pick<RunRecord, 'paths'>,
): Promise<readonly KeptPath[]> {
  const text = await readFile(join(folder, paths), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => KeptPath.parse(JSON.parse(line)))
}

/** Removes what the record has no use for any more. */
export async function tidy(folder: string, { paths }: RunRecord, kept: readonly KeptPath[]): Promise<void> {
  const used = new Set(['about.json', paths])
  for (const { wanted } of kept) if (wanted.kind === 'file' && wanted.at) used.add(wanted.at.pack)
  for (const name of await readdir(folder))
    if (!used.has(name) && !/^journal|^unreadable-|mending\.json$/.test(name))
      await rm(join(folder, name), { recursive: true, force: true })
}
