import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { UserInput } from '@shared/domain/user-input'

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** A piece of a prompt that no model here could be handed, in words for the client. */
export class UnusableContent extends Error {
  override readonly name = 'UnusableContent'
}

/** Where a link leads, as an agent finds it: a path on this machine, or the address. */
function placeOf(uri: string): string {
  if (!uri.startsWith('file://')) return uri
  try {
    return decodeURIComponent(new URL(uri).pathname)
  } catch {
    return uri
  }
}

function blockInput(block: ContentBlock): UserInput {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text }
    case 'resource_link':
      return { type: 'text', text: `@${placeOf(block.uri)}` }
    case 'resource': {
      const { resource } = block
      if (!('text' in resource))
        throw new UnusableContent(`${resource.uri.slice(0, 200)} is no text; expected text, or a picture`)
      return { type: 'text', text: `${placeOf(resource.uri)}:\n${resource.text}` }
    }
    case 'image':
      if (!pictures.has(block.mimeType))
        throw new UnusableContent(
          `A picture of type ${block.mimeType.slice(0, 80)}; expected one of: ${[...pictures].join(', ')}`,
        )
      return { type: 'image', image_url: `data:${block.mimeType};base64,${block.data}` }
    case 'audio':
      throw new UnusableContent('Sound cannot be handed to the model; expected text, links or pictures')
  }
}

/** A prompt's pieces as the engine takes them. Throws UnusableContent. */
export function promptInput(prompt: readonly ContentBlock[]): UserInput[] {
  const input = prompt.map(blockInput)
  if (input.length === 0)
    throw new UnusableContent('The prompt is empty; expected at least one piece of content')
  return input
}
