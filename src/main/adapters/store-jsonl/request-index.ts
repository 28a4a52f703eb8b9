import { constants } from 'node:fs'
import { lstat, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { RecordedEffects, RecordedRequest } from '@shared/domain/recorded-request'
import type { Recorded } from '../../core/effect-rules/back-test'
import type { PlainCommands } from '../../core/effect-rules/command-pattern'
import { recordRequest, type RequestRecord } from '../../core/effect-rules/record-request'
import type { RecordedRequests } from '../../core/ports/recorded-requests'
import { appendLine } from '../regular-file/append-line'
import { readRegularFile } from '../regular-file/read-regular-file'
import { writeWhole } from '../regular-file/write-whole'
import { decodeLine, parseJson } from './decode-line'
import { readLines } from './read-lines'
import { rolloutFolders, rolloutsIn } from './rollout-files'

/** The first line. `building`: it is being made of the records, and not all of them are in it. */
const Head = z.strictObject({ version: z.literal(1), building: z.literal(true).optional() })
const head = `${JSON.stringify({ version: 1 })}\n`
const buildingHead = `${JSON.stringify({ version: 1, building: true })}\n`

/** How large it may become before it is made anew, and of how many questions it is made. */
const most = { bytes: 128 * 1024 * 1024, requests: 20_000 }
const marker = Buffer.from('"type":"approval.resolved"')

/** One question and, behind a tab, its effects: they are read for the few that a rule could be for. */
const lineOf = ({ request, effects }: RequestRecord): string =>
  `${JSON.stringify(request)}\t${effects ? JSON.stringify(effects) : ''}`

/** Undefined for a line that is torn or not ours. */
function readLine(line: string): Recorded | undefined {
  const at = line.indexOf('\t')
  const request = RecordedRequest.safeParse(parseJson(line.slice(0, at)))
  if (at < 0 || !request.success) return undefined
  const rest = line.slice(at + 1)
  if (rest !== '' && !rest.endsWith('}')) return undefined
  return {
    request: request.data,
    // What cannot be read is not known, which never counts as answered.
    effects: () => (rest === '' ? undefined : RecordedEffects.safeParse(parseJson(rest)).data),
  }
}

/**
 * `requests-index.jsonl` in the home, for its owner alone: what is on file of the questions that are over. The records of the sessions are what counts;
 * where this is missing, torn or of another form it is made anew of them, so that losing it loses nothing.
 */
export function createRequestIndex(
  home: string,
  plain: (command: readonly string[]) => Promise<PlainCommands>,
): RecordedRequests {
  const file = join(home, 'requests-index.jsonl')
  const folders = rolloutFolders(home)
  let known: { readonly identity: string; readonly all: readonly Recorded[] } | undefined
  let building: Promise<readonly Recorded[]> | undefined

  const identity = async (): Promise<string | undefined> => {
    const stats = await stat(file).catch(() => undefined)
    return stats && [stats.ino, stats.size, stats.mtimeMs].join(' ')
  }

  /** Undefined: it is missing, damaged or not complete. `rest`: with what was added to one that is being made. */
  async function load(unfinished = false): Promise<readonly Recorded[] | undefined> {
    const read = await readRegularFile(file, { limit: most.bytes, links: 'refuse' }).catch(() => undefined)
    if (read?.kind !== 'read' || !read.whole) return undefined
    const [first = '', ...lines] = read.bytes.toString('utf8').split('\n')
    const begun = Head.safeParse(parseJson(first))
    if (!begun.success || (begun.data.building === true && !unfinished) || lines.pop() !== '')
      return undefined
    const all: Recorded[] = []
    for (const line of lines) {
      const recorded = readLine(line)
      if (!recorded && !unfinished) return undefined
      if (recorded) all.push(recorded)
    }
    return all.reverse()
  }

  async function build(): Promise<readonly Recorded[]> {
    // What ends from now on is added to this one, and taken over.
    await writeWhole(file, [buildingHead])
    const found = new Map<string, RequestRecord>()
    for (const path of [...(await rolloutsIn(folders.sessions)), ...(await rolloutsIn(folders.archived))])
      for (const request of await requestsIn(path)) {
        const record = await recordRequest(request, plain)
        if (record && !found.has(record.request.id)) found.set(record.request.id, record)
      }
    for (const { request, effects } of (await load(true)) ?? [])
      if (!found.has(request.id)) found.set(request.id, { request, effects: effects() })
    const all = [...found.values()]
      .toSorted((a, b) => a.request.at.localeCompare(b.request.at))
      .slice(-most.requests)
    await writeWhole(file, [head, ...all.map((record) => `${lineOf(record)}\n`)])
    return all.map(({ request, effects }) => ({ request, effects: () => effects })).reverse()
  }

  const fault = (what: string, error: unknown): FaultError =>
    new FaultError({ code: 'store-failed', message: `${file} ${what}.` }, error)

  return {
    async add(record) {
      try {
        // One that is not there is made of the records when it is asked for, and this stands in them.
        if (!(await lstat(file).catch(() => undefined))) return
        if ((await appendLine(file, lineOf(record), most.bytes)) !== 'appended')
          await rm(file, { force: true })
      } catch (error) {
        throw fault('cannot be written', error)
      }
    },
    async read() {
      const now = await identity()
      if (known && known.identity === now) return known.all
      try {
        let all = await load()
        if (!all) {
          building ??= build().finally(() => (building = undefined))
          all = await building
        }
        known = { identity: now ?? '', all }
        return all
      } catch (error) {
        throw fault('cannot be made of the records', error)
      }
    },
    async forget() {
      known = undefined
      try {
        await rm(file, { force: true })
      } catch (error) {
        throw fault('cannot be removed', error)
      }
    },
  }
}

/** The questions that ended in one record; none of one that cannot be read. */
async function requestsIn(path: string): Promise<readonly ApprovalRequest[]> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  if (!handle) return []
  const found: ApprovalRequest[] = []
  try {
    if (!(await handle.stat()).isFile()) return []
    await readLines(handle, (line) => {
      // Seldom is a line one of these, and reading each would take long.
      if (!line.includes(marker)) return undefined
      const read = decodeLine(line.toString('utf8'))
      if (read?.kind === 'event' && read.event.type === 'approval.resolved') found.push(read.event.request)
      return undefined
    })
  } finally {
    await handle.close()
  }
  return found
}
