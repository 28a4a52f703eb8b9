import { closeSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { holdNamed, leadsTo } from '../named-place'
import { typeText } from './print-typescript'
import { protocolSchema, typeName, type ProtocolParts } from './protocol-schema'
import { clientRequests } from './protocol/client-requests'
import { serverNotifications, serverRequests } from './protocol/server-messages'

const head = '// The app-server protocol. Made by `countersign app-server generate`; not to be edited.\n'

function union(name: string, members: readonly string[]): string {
  return `export type ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}\n`
}

function schemaTypes($defs: ReturnType<typeof protocolSchema>['$defs']): string[] {
  return Object.entries($defs).map(([name, schema]) => `export type ${name} = ${typeText(schema)}\n`)
}

/** The whole first protocol as TypeScript types: every schema by its name, and the messages of both sides as unions. */
export function protocolTypes(): string {
  const types = schemaTypes(protocolSchema().$defs)
  const request = (method: string): string =>
    `{ id: RequestId; method: ${JSON.stringify(method)}; params: ${typeName(method)}Params }`
  const reported = Object.keys(serverNotifications).map(
    (method) => `{ method: ${JSON.stringify(method)}; params: ${typeName(method)}Params }`,
  )
  return [
    head,
    'export type RequestId = string | number\n',
    ...types,
    union('ClientRequest', Object.keys(clientRequests).map(request)),
    'export type ClientNotification = { method: "initialized" }\n',
    union('ServerRequest', Object.keys(serverRequests).map(request)),
    union('ServerNotification', ['{ method: `codex/event/${string}`; params: EventParams }', ...reported]),
    'export type ErrorAnswer = { id: RequestId | null; error: { code: number; message: string; data?: unknown } }\n',
  ].join('\n')
}

/** The same of the second. */
export function secondTypes(parts: ProtocolParts): string {
  const message = (method: string, before: string): string =>
    `{ ${before}method: ${JSON.stringify(method)}; params: ${typeName(method)}Params }`
  const all = (of: object, before: string): string[] =>
    Object.keys(of).map((method) => message(method, before))
  return [
    head.replace('generate`', 'generate-ts`'),
    'export type RequestId = string | number\n',
    ...schemaTypes(protocolSchema(parts).$defs),
    union('ClientRequest', all(parts.clientRequests, 'id: RequestId; ')),
    'export type ClientNotification = { method: "initialized" }\n',
    union('ServerRequest', all(parts.serverRequests, 'id: RequestId; ')),
    union(
      'ServerNotification',
      all(parts.notifications, '').map((each) => `${each} & { emittedAtMs: number }`),
    ),
    'export type ErrorAnswer = { id: RequestId | null; error: { code: number; message: string; data?: unknown } }\n',
  ].join('\n')
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants

/** Writes texts into the folder, which is made; returns their paths. Throws FaultError `bad-request` where a link leads elsewhere. */
export function writeTexts(folder: string, files: Readonly<Record<string, string>>): string[] {
  const refuse = (path: string): never => {
    throw new FaultError({
      code: 'bad-request',
      message: `--out: ${path} is a link, or lies behind one; expected a plain folder and files.`,
    })
  }
  if (leadsTo(folder, ['.'], 'follow') === undefined) refuse(folder)
  mkdirSync(folder, { recursive: true })
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name)
    const place = holdNamed(path, ['.']) ?? refuse(path)
    try {
      const fd = openSync(place.path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666)
      writeFileSync(fd, text)
      closeSync(fd)
    } finally {
      place.close()
    }
    return path
  })
}

/** Writes `protocol.ts` and `protocol.schema.json` of the first protocol into the folder, which is made; returns their paths. */
export function generateProtocol(folder: string): string[] {
  return writeTexts(folder, {
    'protocol.ts': protocolTypes(),
    'protocol.schema.json': `${JSON.stringify(protocolSchema(), undefined, 2)}\n`,
  })
}
