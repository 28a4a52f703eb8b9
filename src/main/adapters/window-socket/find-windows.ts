import { lstatSync } from 'node:fs'
import type { RemoteRun } from '@shared/domain/remote-run'
import type { RunLine, LineEnd } from '../../core/remote-approvals/window-transport'
import { readJson } from '../../core/text/read-json'
import { Welcome, type Hello } from './greeting'
import { greetingMs, type Place } from './listen-for-runs'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { connected } from '../own-process/private-socket'
import { makeProof, secretText, takeProof } from '../own-process/proof'
import { socketLines } from './socket-lines'

/** So many windows are asked, the newest first. */
const mostWindows = 16

interface Finding {
  readonly from: RemoteRun
  readonly skip: ReadonlySet<string>
  readonly meet: (name: string, line: RunLine) => LineEnd
}

/** See `Passage.find`. Sockets that windows which were killed have left are taken away. */
export async function findWindows(place: Place, finding: Finding): Promise<readonly string[]> {
  let folder: PrivateFolder | undefined
  try {
    folder = openPrivateFolder(place.path, { make: false })
    if (folder === undefined) return []
    const open = folder
    const names = open.names().filter((name) => name.endsWith('.sock') && !finding.skip.has(name))
    const found = names
      .map((name) => ({ name, stats: lstatSync(open.at(name), { throwIfNoEntry: false }) }))
      .toSorted((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))
      .slice(0, mostWindows)
    const tried = await Promise.all(
      found.map(async ({ name, stats }) => {
        if (stats === undefined) return undefined
        const own = stats.isSocket() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
        if (!own) return `${place.path}/${name} was not asked: expected a socket of this user alone.`
        return tryWindow(open, name, { ...finding, ...place })
      }),
    )
    return tried.filter((each) => each !== undefined)
  } catch (error) {
    return [(error as Error).message]
  } finally {
    folder?.close()
  }
}

/** Undefined when it was met, or is gone; else why it was refused. */
async function tryWindow(
  folder: PrivateFolder,
  name: string,
  { path, version, from, meet }: Finding & Place,
): Promise<string | undefined> {
  const socket = await connected(folder.at(name))
  if (socket === 'ECONNREFUSED') {
    folder.drop(name)
    return undefined
  }
  if (typeof socket === 'string')
    return `${path}/${name} was not asked: it cannot be connected to (${socket}).`
  const secret = secretText()
  const nonce = secretText()
  const proof = makeProof(folder, secret)
  let end: LineEnd | undefined
  return new Promise((resolve) => {
    const settle = (problem: string | undefined): void => {
      clearTimeout(timer)
      folder.drop(proof)
      resolve(problem && `${path}/${name} was not asked: ${problem}.`)
    }
    const refuse = (problem: string): void => {
      settle(problem)
      lines.drop()
    }
    const lines = socketLines(socket, {
      take(text) {
        if (end !== undefined) {
          end.take(text)
          return
        }
        const welcome = readJson(Welcome, text)
        if (welcome === undefined) refuse('it is no window of this program')
        else if (welcome.kind === 'other-version')
          refuse(`it is of version ${welcome.version}; expected ${version}`)
        else if (!takeProof(folder, welcome.proof, nonce)) refuse('it did not show that it is of this user')
        else {
          lines.known()
          end = meet(name, lines)
          settle(undefined)
        }
      },
      over() {
        if (end === undefined) settle('it said nothing')
        end?.over()
      },
    })
    const timer = setTimeout(() => {
      refuse('it did not answer in time')
    }, greetingMs)
    lines.send({ kind: 'hello', version, proof, secret, nonce, from } satisfies Hello)
  })
}
