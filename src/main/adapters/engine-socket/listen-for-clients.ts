import { randomBytes } from 'node:crypto'
import { chmodSync, renameSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { atExit } from '../own-process/at-exit'
import { connects } from '../own-process/connects'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { dropProof, makeProof, takeProof } from '../own-process/proof'
import { readJson } from '../../core/text/read-json'
import {
  drop,
  firstLine,
  folderOf,
  Hello,
  ofThisMachine,
  socketsIn,
  type AskedEngine,
  type Welcome,
} from './greeting'

const mostConnections = 64

/** What an engine does with those that come. */
export interface EngineDoor {
  /** Whether one that asks for these is let in; `leaving`: the engine makes room for one that is that. */
  admits(asked: AskedEngine): 'welcome' | 'leaving' | 'confined-otherwise'
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
    drop(folder, `${name}.sock`)
  }
  await bind(server, folder.at(`${name}.new`))
  chmodSync(folder.at(`${name}.new`), 0o600)
  // Whoever finds it under this name can connect: one that refuses was left by an engine that is gone.
  renameSync(folder.at(`${name}.new`), folder.at(`${name}.sock`))
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
    if (problem === 'ECONNREFUSED') drop(folder, other)
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

async function bind(server: Server, path: string): Promise<void> {
  await new Promise<void>((settled, reject) => {
    server.once('error', reject)
    server.listen(path, settled)
  })
}

/** A stranger gets no word: it is let go, however it spoke. */
async function greet(socket: Socket, folder: PrivateFolder, door: EngineDoor): Promise<void> {
  const line = await firstLine(socket)
  const hello = line === undefined ? undefined : readJson(Hello, line)
  if (hello === undefined || !takeProof(folder, hello.proof, hello.secret)) {
    socket.destroy()
    return
  }
  const answer = door.admits(hello)
  if (answer !== 'welcome') {
    socket.end(`${JSON.stringify({ kind: answer } satisfies Welcome)}\n`)
    return
  }
  try {
    const proof = makeProof(folder, hello.nonce)
    socket.once('close', () => {
      dropProof(folder, proof)
    })
    socket.write(`${JSON.stringify({ kind: 'welcome', proof } satisfies Welcome)}\n`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    socket.destroy() // the folder is gone, or full
    return
  }
  door.arrive(socket)
}
