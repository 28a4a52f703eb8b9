import { z } from 'zod'
import { Offer } from '@shared/domain/approval'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { Assessment } from '@shared/domain/assessment'
import { EventMsg, WireEvent } from '@shared/domain/event-msg'
import { Operation, ReviewDecision, Submission } from '@shared/domain/operation'
import { ParsedCommand } from '@shared/domain/parsed-command'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { WireFileChange, WireRisk } from '@shared/domain/tool-events'
import type { JsonSchema } from './print-typescript'
import { clientRequests } from './protocol/client-requests'
import { ConversationSettings, InputItem, JsonValue } from './protocol/conversation-requests'
import { EventParams, serverNotifications, serverRequests, WireDecision } from './protocol/server-messages'

const named = {
  ApprovalPolicy,
  Assessment,
  ConversationSettings,
  EventMsg,
  EventParams,
  InputItem,
  JsonValue,
  Offer,
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

/** Every schema of the protocol by the name of its type. A schema that has a name of its own is referred to by it. */
function allSchemas(): Record<string, z.ZodType> {
  const all: Record<string, z.ZodType> = { ...named }
  const taken = new Set<z.ZodType>(Object.values(named))
  const add = (name: string, schema: z.ZodType): void => {
    // One schema can only go by one name; what shares it is a copy.
    all[name] = taken.has(schema) ? schema.clone() : schema
    taken.add(schema)
  }
  for (const [method, { params, result }] of Object.entries(clientRequests)) {
    add(`${typeName(method)}Params`, params)
    add(`${typeName(method)}Result`, result)
  }
  for (const [method, { params, result }] of Object.entries(serverRequests)) {
    add(`${typeName(method)}Params`, params)
    add(`${typeName(method)}Result`, result)
  }
  for (const [method, params] of Object.entries(serverNotifications)) add(`${typeName(method)}Params`, params)
  return all
}

/** The protocol as one JSON Schema, made from the very schemas that check it: each type under `$defs` by its name. */
export function protocolSchema(): { readonly $schema: string; readonly $defs: Record<string, JsonSchema> } {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(allSchemas())) registry.add(schema, { id })
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
