import { z } from 'zod'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'

/** What begins a conversation (docs/spec/wire.md). Unknown members are refused: one might have been meant to restrict. */
export const BeginInput = z.strictObject({
  prompt: z.string().min(1).describe('What the agent is to do.'),
  model: z.string().min(1).optional().describe('The model; else the configured one.'),
  profile: z.string().min(1).optional().describe('A profile of config.toml to take defaults from.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe("The folder to work in; a relative one is below the server's own. Default: the server's own."),
  'approval-policy': NamedApprovalPolicy.optional().describe('When a person is asked.'),
  sandbox: SandboxMode.optional().describe('What commands may do without asking.'),
  config: z
    .record(z.string(), z.json())
    .optional()
    .describe(
      'Keys of config.toml, dotted or nested, over what is on file: those of the model, of the approval policy and of the sandbox.',
    ),
  'base-instructions': z
    .string()
    .optional()
    .describe('Instructions for the model in place of the built-in ones. They do not change the sandbox.'),
})
export type BeginInput = z.infer<typeof BeginInput>

/** What goes on with a conversation that this server has begun. */
export const ReplyInput = z.strictObject({
  conversationId: z.string().min(1).describe('The id from the structured result of the first call.'),
  prompt: z.string().min(1).describe('The next message to the agent.'),
})
export type ReplyInput = z.infer<typeof ReplyInput>

/** What every call that got as far as a conversation returns; `notes` say what the client should know besides. */
export const CallOutput = z.strictObject({
  conversationId: z.string(),
  content: z.string().describe("The agent's last message; '' for none."),
  notes: z.array(z.string()).optional(),
})
export type CallOutput = z.infer<typeof CallOutput>

/** A tool by what it does; several names may mean the same. */
export const toolKinds = {
  codex: 'begin',
  'codex-reply': 'reply',
  countersign: 'begin',
  'countersign-reply': 'reply',
} as const

/** Whether the name is one of the tools'. */
export function isTool(name: string): name is keyof typeof toolKinds {
  return Object.hasOwn(toolKinds, name)
}

const about = {
  begin: {
    title: 'Begin a conversation with the agent',
    description:
      'Runs a coding agent on a prompt, its commands inside an operating-system sandbox. What the sandbox stops, or policy asks about, comes to you as an elicitation; without an answer it is denied. Returns the last message and the conversation id.',
    input: BeginInput,
  },
  reply: {
    title: 'Go on with a conversation',
    description: 'Sends the next message to a conversation that was begun with the other tool.',
    input: ReplyInput,
  },
}

function jsonSchema(schema: z.ZodObject): { type: 'object' } & Record<string, unknown> {
  return { ...z.toJSONSchema(schema, { io: 'input' }), type: 'object' }
}

/** The tools as a client lists them. */
export function listTools() {
  return Object.entries(toolKinds).map(([name, kind]) => ({
    name,
    title: about[kind].title,
    description: about[kind].description,
    inputSchema: jsonSchema(about[kind].input),
    outputSchema: jsonSchema(CallOutput),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  }))
}
