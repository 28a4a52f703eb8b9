import { secondTypes, writeTexts } from '../app-server/generate-protocol'
import { protocolSchema, type ProtocolParts } from '../app-server/protocol-schema'
import { JsonValue } from '../protocol/json-value'
import { clientRequests } from './protocol/client-requests'
import { CommandAction, ThreadItem, UserInputItem } from './protocol/items'
import { notifications } from './protocol/notifications'
import { serverRequests, WirePermissions } from './protocol/questions'
import {
  OpenedThread,
  ThreadSettings,
  ThreadStatus,
  TurnError,
  WireSandbox,
  WireThread,
  WireTurn,
} from './protocol/wire-threads'

const parts: ProtocolParts = {
  named: {
    CommandAction,
    JsonValue,
    OpenedThread,
    Permissions: WirePermissions,
    SandboxPolicy: WireSandbox,
    Thread: WireThread,
    ThreadItem,
    ThreadSettings,
    ThreadStatus,
    Turn: WireTurn,
    TurnError,
    UserInput: UserInputItem,
  },
  clientRequests,
  serverRequests,
  notifications,
}

/** Writes the second protocol's types as `protocol.ts` into the folder, which is made; returns the paths. */
export const generateTypes = (folder: string): string[] =>
  writeTexts(folder, { 'protocol.ts': secondTypes(parts) })

/** The same as JSON Schema, in `protocol.schema.json`. */
export const generateSchema = (folder: string): string[] =>
  writeTexts(folder, {
    'protocol.schema.json': `${JSON.stringify(protocolSchema(parts), undefined, 2)}\n`,
  })
