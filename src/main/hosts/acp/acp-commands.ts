import type { AvailableCommand, ContentBlock } from '@agentclientprotocol/sdk'
import { FaultError } from '@shared/domain/fault'
import { expandPrompt, longestMessage, splitArguments } from '@shared/domain/prompt-text'
import type { EngineService } from '../../core/engine/engine-service'
import { promptInput } from './prompt-input'

const promptMark = 'prompts:'

const own: readonly AvailableCommand[] = [
  { name: 'compact', description: 'Replaces the conversation so far by a summary' },
  {
    name: 'review',
    description: 'Has a model of its own review what is not committed, or what is said',
    input: { hint: 'what to look at' },
  },
]

/** The commands that a client can offer: the engine's own, and the person's prompts. */
export async function availableCommands(engine: EngineService): Promise<AvailableCommand[]> {
  const prompts = await engine.home.prompts.list()
  return [
    ...own,
    ...prompts.map(({ name, description, argumentHint }) => ({
      name: `${promptMark}${name}`,
      description: description ?? 'Your prompt',
      ...(argumentHint !== undefined && { input: { hint: argumentHint } }),
    })),
  ]
}

/** Begins what a prompt asks for: a command that stands at its beginning, or a turn. Throws FaultError and UnusableContent. */
export async function beginTurn(
  engine: EngineService,
  sessionId: string,
  prompt: readonly ContentBlock[],
): Promise<void> {
  const [first, ...others] = prompt
  const typed = first?.type === 'text' ? /^\/([^\s/]+)(?:\s+([^]*))?$/.exec(first.text.trim()) : undefined
  const [, name, rest = ''] = typed ?? []
  if (name === 'compact' && others.length === 0) {
    await engine.compactSession(sessionId)
    return
  }
  if (name === 'review') {
    const text = rest.trim()
    await engine.startReview(sessionId, text === '' ? { kind: 'uncommitted' } : { kind: 'custom', text })
    return
  }
  if (name?.startsWith(promptMark)) {
    const wanted = name.slice(promptMark.length)
    const found = (await engine.home.prompts.list()).find((each) => each.name === wanted)
    if (found) {
      const text = expandPrompt(found.content, splitArguments(rest))
      if (text === undefined)
        throw new FaultError({
          code: 'bad-request',
          message: `The prompt would be longer than a message; expected at most ${String(longestMessage)} characters.`,
        })
      await engine.startTurn(sessionId, promptInput([{ type: 'text', text }, ...others]))
      return
    }
  }
  await engine.startTurn(sessionId, promptInput(prompt))
}
