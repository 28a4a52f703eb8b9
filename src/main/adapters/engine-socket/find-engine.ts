import { lstatSync } from 'node:fs'
import type { Socket } from 'node:net'
import { basename, dirname, resolve } from 'node:path'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { connected } from '../own-process/private-socket'
import { makeProof, secretText, takeProof } from '../own-process/proof'
import { readJson } from '../../core/text/read-json'
import { firstLine, folderOf, socketsIn, Welcome, type AskedEngine } from './greeting'

/** What became of looking for an engine: its stream, none, or why what was found was not taken, as a line for a person. */
export type FoundEngine =
  | { readonly kind: 'found'; readonly socket: Socket; readonly inUse?: number | undefined }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string }

/** Looks for the engine of a home that runs on this machine. Sockets that killed engines have left are taken away. */
export async function findEngine(home: string, asked: AskedEngine): Promise<FoundEngine> {
  const folder = openPrivateFolder(folderOf(home), { make: false })
  if (folder === undefined) return { kind: 'none' }
  try {
    for (const name of socketsIn(folder)) {
      const found = await tryEngine(folder, name, { path: folderOf(home), asked })
      if (found.kind !== 'none') return found
    }
    return { kind: 'none' }
  } finally {
    folder.close()
  }
}

/** The engine at this socket and no other; `none` where nobody listens there. Throws an error of one line for a folder that is not this user's. */
export async function engineAt(path: string, asked: AskedEngine): Promise<FoundEngine> {
  const at = dirname(resolve(path))
  const folder = openPrivateFolder(at, { make: false })
  if (folder === undefined) return { kind: 'none' }
  try {
    return await tryEngine(folder, basename(path), { path: at, asked })
  } finally {
    folder.close()
  }
}

async function tryEngine(
  folder: PrivateFolder,
  name: string,
  { path, asked }: { readonly path: string; readonly asked: AskedEngine },
): Promise<FoundEngine> {
  const refused = (why: string): FoundEngine => ({ kind: 'refused', why: `${path}/${name}: ${why}` })
  const stats = lstatSync(folder.at(name), { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'none' }
  if (!stats.isSocket() || stats.uid !== process.getuid?.() || (stats.mode & 0o077) !== 0)
    return refused('expected a socket of this user alone')
  const socket = await connected(folder.at(name))
  if (socket === 'ECONNREFUSED') {
    folder.drop(name)
    return { kind: 'none' }
  }
  if (typeof socket === 'string') return socket === 'ENOENT' ? { kind: 'none' } : refused(socket)
  socket.on('error', () => socket.destroy())
  const secret = secretText()
  const nonce = secretText()
  const proof = proofIn(folder, secret, path)
  try {
    socket.write(`${JSON.stringify({ kind: 'attach', ...asked, proof, secret, nonce })}\n`)
    const line = await firstLine(socket)
    const welcome = line === undefined ? undefined : readJson(Welcome, line)
    if (welcome?.kind === 'welcome' && takeProof(folder, welcome.proof, nonce))
      return { kind: 'found', socket, ...(welcome.inUse !== undefined && { inUse: welcome.inUse }) }
    socket.destroy()
    // It ended while it was spoken to, or makes room.
    if (line === undefined || welcome?.kind === 'leaving') return { kind: 'none' }
    if (welcome?.kind === 'confined-otherwise') return refused(confinedOtherwise(asked))
    return refused('it did not show that it is of this user')
  } finally {
    folder.drop(proof)
  }
}

/** A proof for an engine in the folder at `path`. Throws an error of one line where none can be written. */
function proofIn(folder: PrivateFolder, text: string, path: string): string {
  try {
    return makeProof(folder, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT'
    const why = full
      ? 'the disk is full; expected room there'
      : `${code ?? String(error)}; expected a folder that this user can write in`
    throw new Error(`${path} cannot be written to: ${why}.`, { cause: error })
  }
}

const confinedOtherwise = ({ confinement }: AskedEngine): string =>
  `the engine that is kept there was started ${confinement === 'container' ? 'without' : 'with'} confinement = "container", and is in use. It makes room for one ${confinement === 'container' ? 'with' : 'without'} it when nothing runs, waits or is attached there`
