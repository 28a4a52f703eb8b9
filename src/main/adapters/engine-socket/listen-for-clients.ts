import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { atExit } from '../own-process/at-exit'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { clearLeft, connects, listenIn, ofThisMachine } from '../own-process/private-socket'
import { makeProof, takeProof } from '../own-process/proof'
import { readJson } from '../../core/text/read-json'
import { firstLine, folderOf, Hello, socketsIn, type AskedEngine, type Welcome } from './greeting'

const mostConnections = 64

type Admittance = 'welcome' | 'other-build' | 'leaving' | 'confined-otherwise'

/** What an engine does with those that come. */
export interface EngineDoor {
  /** As the door of `hosts/cli/engine-socket`. */
  admits(asked: AskedEngine): Admittance | Promise<Admittance>
  /** Takes the stream of one that has shown that it is this user's. */
  arrive(socket: Socket): void
}

/**
 * Waits at a socket of this user's alone for those that attach to the engine of this home. Undefined: another engine of it is there, or comes up
 * at the same moment, and this one is not needed. Throws an error of one line where no such socket can be.
 */
export async function listenForClients(
  home: string,
  door: EngineDoor,
): Promise<{ close(): void } | undefined> {
  const folder = openPrivateFolder(folderOf(home), { make: true })
  if (folder === undefined) throw new Error(`${folderOf(home)} cannot be opened.`)
  const name = `${ofThisMachine()}-${randomBytes(8).toString('hex')}`
  const { promise: stays, resolve: settle } = Promise.withResolvers<boolean>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    void stays.then((stay) => {
      if (stay) void greet(socket, folder, door)
      else socket.destroy()
    })
  })
  server.maxConnections = mostConnections
  const away = (): void => {
    folder.drop(`${name}.sock`)
  }
  // Which sockets are others' is looked at below.
  await clearLeft(folder, () => false)
  await listenIn(server, folder, name)
  const forget = atExit(away)
  const close = (): void => {
    if (!server.listening) return
    forget()
    away()
    server.close()
    folder.close()
  }
  for (const other of socketsIn(folder).filter((each) => each !== `${name}.sock`)) {
    const problem = await connects(folder.at(other))
    if (problem === 'ECONNREFUSED') folder.drop(other)
    else if (problem === undefined) {
      // Each of two that come up together is there before it looks: never do both stay.
      settle(false)
      close()
      return undefined
    }
  }
  settle(true)
  return { close }
}

/** A stranger gets no word: it is let go, however it spoke. */
async function greet(socket: Socket, folder: PrivateFolder, door: EngineDoor): Promise<void> {
  const line = await firstLine(socket)
  const hello = line === undefined ? undefined : readJson(Hello, line)
  if (hello === undefined || !takeProof(folder, hello.proof, hello.secret)) {
    socket.destroy()
    return
  }
  const answer = await door.admits(hello)
  if (answer === 'leaving' || answer === 'confined-otherwise') {
    socket.end(`${JSON.stringify({ kind: answer } satisfies Welcome)}\n`)
    return
  }
  try {
    const proof = makeProof(folder, hello.nonce)
    socket.once('close', () => {
      folder.drop(proof)
    })
    const inUse = answer === 'other-build' && { inUse: process.pid }
    socket.write(`${JSON.stringify({ kind: 'welcome', proof, ...inUse } satisfies Welcome)}\n`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    socket.destroy() // the folder is gone, or full
    return
  }
  door.arrive(socket)
}
