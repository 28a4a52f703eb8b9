import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { typeText } from './print-typescript'
import { protocolSchema, typeName } from './protocol-schema'
import { clientRequests } from './protocol/client-requests'
import { serverNotifications, serverRequests } from './protocol/server-messages'

const head = '// The app-server protocol. Made by `countersign app-server generate`; not to be edited.\n'

function union(name: string, members: readonly string[]): string {
  return `export type ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}\n`
}

/** The whole protocol as TypeScript types: every schema by its name, and the messages of both sides as unions. */
export function protocolTypes(): string {
  const { $defs } = protocolSchema()
  const types = Object.entries($defs).map(([name, schema]) => `export type ${name} = ${typeText(schema)}\n`)
  const request = (method: string): string =>
    `{ id: RequestId; method: ${JSON.stringify(method)}; params: ${typeName(method)}Params }`
  const told = Object.keys(serverNotifications).map(
    (method) => `{ method: ${JSON.stringify(method)}; params: ${typeName(method)}Params }`,
  )
  return [
    head,
    'export type RequestId = string | number\n',
    ...types,
    union('ClientRequest', Object.keys(clientRequests).map(request)),
    'export type ClientNotification = { method: "initialized" }\n',
    union('ServerRequest', Object.keys(serverRequests).map(request)),
    union('ServerNotification', ['{ method: `codex/event/${string}`; params: EventParams }', ...told]),
    'export type ErrorAnswer = { id: RequestId | null; error: { code: number; message: string; data?: unknown } }\n',
  ].join('\n')
}

/** Writes `protocol.ts` and `protocol.schema.json` into the folder, which is made; returns their paths. */
export async function generateProtocol(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = {
    'protocol.ts': protocolTypes(),
    'protocol.schema.json': `${JSON.stringify(protocolSchema(), undefined, 2)}\n`,
  }
  const paths: string[] = []
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await writeFile(path, text)
    paths.push(path)
  }
  return paths
}
