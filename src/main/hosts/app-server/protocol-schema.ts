import { z } from 'zod'
import { OfferReport } from '@shared/messages/offer'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { EventMsg, WireEvent } from '../protocol/event-msg'
import { Operation, ReviewDecision, Submission } from '../protocol/operation'
import { ParsedCommand } from '@shared/domain/parsed-command'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { WireFileChange, WireRisk } from '../protocol/tool-events'
import { WireAssessment } from '../protocol/wire-assessment'
import type { JsonSchema } from './print-typescript'
import { clientRequests } from './protocol/client-requests'
import { JsonValue } from '../protocol/json-value'
import { ConversationSettings, InputItem } from './protocol/conversation-requests'
import { EventParams, serverNotifications, serverRequests, WireDecision } from './protocol/server-messages'

const named = {
  ApprovalPolicy,
  Assessment: WireAssessment,
  ConversationSettings,
  EventMsg,
  EventParams,
  InputItem,
  JsonValue,
  Offer: OfferReport,
  Operation,
  ParsedCommand,
  ReviewDecision,
  SandboxPolicy,
  Submission,
  WireDecision,
  WireEvent,
  WireFileChange,
  WireRisk,
} as const satisfies Record<string, z.ZodType>

/** `model/list` is `ModelList`, `newConversation` is `NewConversation`. */
export function typeName(method: string): string {
  return method
    .split('/')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

interface Call {
  readonly params: z.ZodType
  readonly result: z.ZodType
}

/** What a protocol is made of. `named` are the schemas that have a name of their own. */
export interface ProtocolParts {
  readonly named: Readonly<Record<string, z.ZodType>>
  readonly clientRequests: Readonly<Record<string, Call>>
  readonly serverRequests: Readonly<Record<string, Call>>
  readonly notifications: Readonly<Record<string, z.ZodType>>
}

const first: ProtocolParts = { named, clientRequests, serverRequests, notifications: serverNotifications }

/** Every schema of the protocol by the name of its type. A schema that has a name of its own is referred to by it. */
function allSchemas(parts: ProtocolParts): Record<string, z.ZodType> {
  const all: Record<string, z.ZodType> = { ...parts.named }
  const taken = new Set<z.ZodType>(Object.values(parts.named))
  const add = (name: string, schema: z.ZodType): void => {
    // One schema can only go by one name; what shares it is a copy.
    all[name] = taken.has(schema) ? schema.clone() : schema
    taken.add(schema)
  }
  for (const [method, { params, result }] of Object.entries(parts.clientRequests)) {
    add(`${typeName(method)}Params`, params)
    add(`${typeName(method)}Result`, result)
  }
  for (const [method, { params, result }] of Object.entries(parts.serverRequests)) {
    add(`${typeName(method)}Params`, params)
    add(`${typeName(method)}Result`, result)
  }
  for (const [method, params] of Object.entries(parts.notifications)) add(`${typeName(method)}Params`, params)
  return all
}

/** A protocol as one JSON Schema, made from the very schemas that check it: each type under `$defs` by its name. */
export function protocolSchema(parts: ProtocolParts = first): {
  readonly $schema: string
  readonly $defs: Record<string, JsonSchema>
} {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(allSchemas(parts))) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/$defs/${id}`,
    io: 'input',
    unrepresentable: 'any',
  })
  const $defs = Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema as JsonSchema]),
  )
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs }
}
